"""What the oracle says of civil times in a zone, told without the package's own clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import qimen
from qimen import oracle, terms
from qimen.names import TERMS
from qimen.oracle.moments import day_of, hour_of
from qimen.oracle.pillars import day_pillar, hour_pillar

_EPOCH = datetime(1970, 1, 1)


@cache
def _terms_of(zone: str) -> list[tuple[int, str]]:
    """The terms of 1896 to 2104 as local milliseconds of the zone."""
    table = terms.term_table()
    first = (terms.FIRST_YEAR * -1 + 1896) * 24
    codes, utc = table.term[first : first + 24 * 208], terms.term_utc_ms()[first : first + 24 * 208]
    told = []
    for code, ms in zip(codes.tolist(), utc.tolist(), strict=True):
        instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
        offset = instant.astimezone(ZoneInfo(zone)).utcoffset()
        assert offset is not None
        told.append((ms + offset // timedelta(milliseconds=1), TERMS[code]))
    return told


@cache
def _calendar(zone: str, method: str) -> oracle.Calendar:
    return oracle.Calendar(_terms_of(zone), method)


def expected(text: str, zone: str, school: str = "baojian") -> dict[str, str]:
    """Return chart, ju, dun, yuan, terms, and pillars of day and hour, as the cells of a CSV."""
    local_ms = (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    reading = _calendar(zone, qimen.school(school).method).at_time(local_ms)
    hour = hour_of(local_ms)
    chart = ("阳阴".index(reading.dun) * 9 + reading.ju - 1) * 60 + hour % 60
    return {
        "chart": str(chart), "ju": str(reading.ju), "dun": reading.dun, "yuan": reading.yuan, "term": reading.term,
        "ju_term": reading.ju_term, "day_pillar": day_pillar(day_of(local_ms, "23:00")),
        "hour_pillar": hour_pillar(hour),
    }  # fmt: skip
