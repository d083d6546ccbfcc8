"""The reference: qimen told again from the books, in characters and in plain Python.

How to read it. Standard library only; nothing of the rest of the package is used, and nothing here is made
fast. Boards are dicts of characters, days are walked one by one, every function names its book and section
and, where the books part, the reading it does not take. The fast tables and kernels are compared with this,
hour by hour.

Read the files in this order; each uses only those above it:

    tables      what the books list: stems, stars, doors, the ju table
    board       dun, ju, hour -> the nine palaces (rotating or flying, three lodgings)
    moments     local milliseconds, double-hours, days
    mean_terms  景祐's integer calendar
    pillars     year, month, day, hour
    blocks      置闰: fifteen days to a term, and leaps
    pentads     林's five days and insertions
    calendar    all methods: hour or instant -> term, yuan, dun, ju
    context     a board and its time, as rules see them
    rules       one short function a rule

A small session::

    >>> from qimen.oracle import Calendar, board, jingyou_terms
    >>> calendar = Calendar(jingyou_terms(1030, 1040), "jingyou")
    >>> reading = calendar.at_hour(12 * 2098962 + 6)
    >>> reading.ju_term, reading.yuan, reading.dun, reading.ju
    ('小暑', '下', '阴', 5)
    >>> chart = board("阳", 1, "丁巳", lodging="kun")
    >>> chart.fu_star, chart.fu_palace, chart.shi_door, chart.shi_palace
    ('心', 7, '开', 9)
    >>> sorted(chart.heaven_at(7))
    ['甲', '癸']

Local clock, zone, delta-T and the instants of the true terms are no part of it: terms come in as a list of
(local_ms, name), the local clock's milliseconds since 1970-01-01T00:00.
"""

from __future__ import annotations

from .board import Board, board, chart_number, earth_plate
from .calendar import METHODS, Calendar, Reading, dun_of, ju_of, leader_of, yuan_of_day
from .context import Context
from .mean_terms import MeanTerm, jingyou_terms, mean_new_moon, mean_term
from .moments import day_of, hour_of, local_ms_of, start_of_hour, year_of
from .pillars import Pillars, pillars
from .rules import RULES
from .tables import month_general

__all__ = [
    "METHODS",
    "RULES",
    "Board",
    "Calendar",
    "Context",
    "MeanTerm",
    "Pillars",
    "Reading",
    "board",
    "chart_number",
    "day_of",
    "dun_of",
    "earth_plate",
    "hour_of",
    "jingyou_terms",
    "ju_of",
    "leader_of",
    "local_ms_of",
    "mean_new_moon",
    "mean_term",
    "month_general",
    "pillars",
    "start_of_hour",
    "year_of",
    "yuan_of_day",
]
