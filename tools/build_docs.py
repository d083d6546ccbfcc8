"""Write the pages of docs/ that are made from the code: `build_docs.py [PAGE ...]`, all of them by default.

`build_docs.py --check` writes nothing and fails where a page is not what would be written (`make lint` asks it).
Every page is a function that returns its text; to add one, add it to PAGES. The census of the catalogue, which lies
with the tests, is made here too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import docs_census
import docs_coverage
import docs_patterns
import numpy as np

import qimen
from qimen.calendars.tables import calendar
from qimen.clock import AXIS_SHIFT
from qimen.lang import KINDS
from qimen.names import TERMS
from qimen.names_i18n import SCHOOLS as SCHOOLS_NAMES
from qimen.render.errata import errata_page
from qimen.schools import KNOBS, School

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = "<!-- made by tools/build_docs.py; edit the code, not this page -->\n\n"

# ---------------------------------------------------------------- errata

ERRATA_HEAD = """# Errata

What the printed books have, what is read instead, and why. The table is `qimen.ERRATA`, and `qimen errata` prints it.
Printed words are those of the editions used; in a printed chart the lines are divided by blanks, and the charts of
《景祐》 are printed by columns, the right one first. A dash under "read" means that nothing is proposed and the
sentence is not followed. "checked" names the test of `tests/test_errata.py` in which the printed value fails and the
one read holds, with the example or claim it is about.

"""


def errata() -> str:
    """Return docs/errata.md."""
    return ERRATA_HEAD + errata_page(qimen.ERRATA)


# ---------------------------------------------------------------- schools

SCHOOLS_HEAD = """# The schools

A school is a row of independent knobs (`qimen.school(name)`, `School.replace(...)`), and every output states them.
The presets below are fillings that people use or that a book describes; any other filling can be asked for, unless two
knobs exclude each other. What a book does not say and the preset had to choose is marked *inferred*.

"""

#: What each knob decides, and whence its values come.
KNOB_TEXT = {
    "method": "how terms become ju (below)",
    "terms": "`true`: the sun's apparent longitude; `jingyou`: the mean terms of 《景祐》 by its own integers, which "
    "also turn the year and the month",
    "leap_lead": "days by which 芒种 or 大雪 must be led for a leap; 9 after 《宝鉴》 (more than nine), 8 and 10 are in use",
    "lead_at": "where that lead is measured: at 芒种 or 大雪 itself (`node`, so 李's chain counts), or at the solstice "
    "after it, in the block it would get without a leap (`solstice`)",
    "term_switch": "whether times compare terms by the instant or by the double-hour; integer hours always use the hour",
    "lodging": "where the centre lodges: 坤2 always (`kun`, 《景祐》), 坤2 in yang and 艮8 in yin (`kun-gen`, 《宝鉴》), "
    "nowhere (`none`, flying plates)",
    "motion": "plates turn round the ring of eight (`rotate`) or move by palace number through all nine (`fly`, 陶)",
    "deity_names": "names of the fifth and sixth deity",
    "jia_role": "what a day, month or year stem 甲 stands for: the yi of its own xun (`own`), or the 直符 of the hour "
    "(`leader`, 《景祐》's two examples)",
    "readings": "whose wording a pattern's name means first",
}

METHOD_TEXT = {
    "zhirun": "超神接气置闰. Blocks of fifteen days from the upper leaders (甲子 己卯 甲午 己酉), a term a block; 芒种 and "
    "大雪 take a second block when the leader leads them by `leap_lead` days. 《宝鉴》 卷二 符使, 考古法.",
    "chaibu": "拆补, the 气应 of the three authors (`qi_ying` is an alias). The term switches at its instant, the yuan "
    "is that of the day's leader. 《宝鉴》 卷二 李氏 (first half), 卷三 气应.",
    "li": "李. Ahead of the term as zhirun, behind it as chaibu: the later of the block's term and the term in force. A "
    "term that comes behind its leader opens with a lower yuan (残局) and makes it up at the end (补局). 《宝鉴》 卷二 李氏.",
    "lin": "林. No leaders: 72 pentads of 60 double-hours a year from 冬至 upper; every term leaves 21/8 double-hours over, "
    "and when half a pentad has been saved one is inserted, upper, middle, lower in turn: 21 in exactly twenty years. "
    "《宝鉴》 卷二 林氏. *Inferred*: a tie counts as reached; the cycle opens at the 冬至 before a 甲子 year (`lin_epoch`, by "
    "default December 1983). His 416 years fit nothing and are not followed (errata).",
    "maoshan": "茅山. 60 double-hours upper, 60 middle, the rest lower, from the double-hour of the term; no leaders. Modern.",
}

PRESET_TEXT = {
    "baojian": "《奇门宝鉴御定》, its author's own doctrine; the default",
    "jingyou": "《景祐遁甲符应经纂》 (1034)",
    "li": "李, as 《宝鉴》 reports him",
    "lin": "林, as 《宝鉴》 reports him",
    "tao": "陶, as 《宝鉴》 reports him: the calendar of 李 on a flying plate of 162 charts",
    "chaibu": "modern practice",
    "zhirun": "modern practice",
    "maoshan": "modern practice",
}

REFUSED_TEXT = """## What is refused

- `lodging="none"` with `motion="rotate"`, and `fly` with a lodge: a rotating plate needs a lodge for the centre, a flying
  plate has none.
- `terms="jingyou"` with `method="lin"`, which has pentads of its own; `lin_epoch` with any other method.
- `leap_lead` outside 1..15, and any name that is not in the table.

Knobs that a method does not ask (`leap_lead` under chaibu, say) are allowed and change nothing.

"""

FIRST, LAST = 1900, 2100


def schools() -> str:
    """Return docs/schools.md."""
    parts = [SCHOOLS_HEAD, _knob_tables(), _method_list(), REFUSED_TEXT, _pair_table(), _leap_table()]
    return "".join(parts).rstrip("\n") + "\n"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n\n"


def _knob_tables() -> str:
    presets = list(qimen.SCHOOLS.values())
    knobs = [name for name in KNOB_TEXT if name in KNOBS or name == "leap_lead"]
    assert set(knobs) == set(KNOBS) | {"leap_lead"}
    rows = [[f"`{knob}`"] + [f"{getattr(s, knob)}" for s in presets] for knob in knobs]
    rows.append(["*inferred*"] + ["; ".join(s.inferred) or "" for s in presets])
    text = "## Side by side\n\n" + _table(["knob"] + [f"`{s.name}`" for s in presets], rows)
    text += "What the presets are after:\n\n"
    text += "".join(f"- `{name}`: {PRESET_TEXT[name]}.\n" for name in qimen.SCHOOLS) + "\n"
    meanings = [[f"`{knob}`", KNOB_TEXT[knob], ", ".join(KNOBS.get(knob, ("1..15",)))] for knob in knobs]
    return text + "## The knobs\n\n" + _table(["knob", "decides", "values"], meanings)


def _method_list() -> str:
    return "## The methods\n\n" + "".join(f"- `{name}`: {text}\n" for name, text in METHOD_TEXT.items()) + "\n"


def _pair_table() -> str:
    span = qimen.hour_range(f"{FIRST}-01-01", f"{LAST + 1}-01-01")
    ju = {name: qimen.chart_ids(span, name) // 60 for name in qimen.SCHOOLS}
    share = {frozenset(pair): f"{np.mean(ju[pair[0]] != ju[pair[1]]):.1%}" for pair in combinations(qimen.SCHOOLS, 2)}
    rows = [[f"`{one}`"] + [share.get(frozenset((one, other)), "") for other in qimen.SCHOOLS] for one in qimen.SCHOOLS]
    return (
        f"## How often they differ\n\nShare of the {len(span):,} double-hours of {FIRST}-{LAST} (+08:00) in which two "
        "presets give another ju (dun and number). Plates and readings are not in it.\n\n"
        + _table([""] + [f"`{name}`" for name in qimen.SCHOOLS], rows)
    )


def _leap_table() -> str:
    rows = []
    for lead_at in KNOBS["lead_at"]:
        for leap_lead in (8, 9, 10):
            leaps = _leaps(qimen.school("zhirun").replace(leap_lead=leap_lead, lead_at=lead_at))
            cells = [", ".join(str(year) for year in leaps[name]) for name in ("芒种", "大雪")]
            rows.append([str(leap_lead), lead_at, str(sum(map(len, leaps.values()))), *cells])
    return (
        f"## Leaps of zhirun, {FIRST}-{LAST}\n\nYears in which 芒种 or 大雪 takes a second block of fifteen days, true "
        "terms at +08:00, the day turning at 23:00. The year is that of the term.\n\n"
        + _table(["leap_lead", "lead_at", "leaps", "芒种", "大雪"], rows)
    )


def _leaps(which: School) -> dict[str, list[int]]:
    """Return the years whose 芒种 and 大雪 are repeated."""
    runs = calendar(which, qimen.Clock()).runs
    opening = runs.leap & (runs.yuan == 0)
    # The second block opens within two weeks after its term: both in the same year.
    years = (runs.start_ms[opening] - AXIS_SHIFT).astype("M8[ms]").astype("M8[Y]").astype(int) + 1970
    found: dict[str, list[int]] = {"芒种": [], "大雪": []}
    for term, year in zip(runs.ju_term[opening].tolist(), years.tolist(), strict=True):
        if FIRST <= year <= LAST:
            found[TERMS[term]].append(year)
    return found


# ---------------------------------------------------------------- names

NAMES_HEAD = """# Names

Every name in its four spellings. All of them are read wherever a name is given: as a value of a field of `where`, in
`--school`, in `qimen.PATTERNS`. Case does not matter; in a where-expression a hyphen stands for a blank
(`term:winter-solstice`). "Also" are further spellings that are read. `--lang` chooses which one boards are written in.

"""

NAMED = {
    "stem": "Stems", "branch": "Branches", "palace": "Palaces, by their trigrams", "side": "Sides", "star": "Stars",
    "door": "Doors", "deity": "Deities", "term": "Terms", "yuan": "Yuan", "dun": "Dun", "auspice": "Auspice",
    "god": "The gods of the 月将", "general": "The 天将", "officer": "The officers of the day (建除)",
}  # fmt: skip


def names() -> str:
    """Return docs/names.md."""
    parts = [NAMES_HEAD]
    for kind, title in NAMED.items():
        rows = [[*row[:4], " ".join(row[4:])] for row in KINDS[kind]]
        parts.append(f"## {title}\n\n" + _table(["简", "繁", "pinyin", "English", "also"], rows))
    parts.append(
        "Pillars are two of these run together: 甲子 is `jiazi` or `jia-zi`. The 24 mountains are the branches, the\n"
    )
    parts.append("stems but 戊 己, and the trigrams 艮 巽 坤 乾.\n\n## Schools\n\n")
    schools_of = [[f"`{preset}`", *row[:2], row[3], " ".join(row[4:])] for preset, row in SCHOOLS_NAMES.items()]
    parts.append(_table(["preset", "简", "繁", "English", "also"], schools_of))
    return "".join(parts).rstrip("\n") + "\n"


# ---------------------------------------------------------------- command

PAGES: dict[str, Callable[[], str]] = {
    "names": names, "errata": errata, "schools": schools, "patterns": docs_patterns.patterns,
    "coverage": docs_coverage.coverage,
}  # fmt: skip


def made(name: str) -> dict[Path, str]:
    """Return the files of a page, or of the census, and what is to stand in them."""
    return docs_census.files() if name == "census" else {DOCS / f"{name}.md": MADE + PAGES[name]()}


def main(argv: list[str] | None = None) -> int:
    """Write or check pages and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)}, census; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a page is out of date")
    args = parser.parse_args(argv)
    known = (*PAGES, "census")
    unknown = [name for name in args.pages if name not in known]
    if unknown:
        parser.error(f"unknown page {unknown[0]!r}; known: {', '.join(known)}")
    stale = []
    for name in args.pages or known:
        for path, text in made(name).items():
            if args.check:
                if not path.exists() or path.read_text(encoding="utf-8") != text:
                    stale.append(path.name)
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if stale:
        print(f"docs out of date: {', '.join(stale)}; run tools/build_docs.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
