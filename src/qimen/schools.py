"""Schools: frozen records of independent knobs, and the presets built from them.

A school is a filling, not a branch: below `plates.py` only arrays travel, and no code asks a school's name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from . import names_i18n
from .errors import InputError, UnknownNameError, unknown
from .lang import slug

#: The living values of every knob that is a name.
KNOBS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "method": ("zhirun", "chaibu", "maoshan", "li", "lin"),
        "terms": ("true", "jingyou"),
        "lead_at": ("node", "solstice"),
        "term_switch": ("instant", "hour"),
        "lodging": ("kun", "kun-gen", "none"),
        "motion": ("rotate", "fly"),
        "deity_names": ("勾陈朱雀", "白虎玄武"),
        "jia_role": ("own", "leader"),
        "readings": ("baojian", "jingyou", "li", "lin", "tao", "modern"),
    }
)


@dataclass(frozen=True)
class School:
    """One way to compute a chart.

    Attributes
    ----------
    name, version : str, int
        What the knobs below are called together; a changed copy is named by `replace`.
    method : {"zhirun", "chaibu", "maoshan", "li", "lin"}
        How terms become ju (docs/schools.md).
    terms : {"true", "jingyou"}
        True solar terms, or the mean terms of 《景祐》.
    leap_lead : int
        Days by which 芒种 or 大雪 must be led for a leap (9; 8 and 10 are living readings).
    lead_at : {"node", "solstice"}
        Where the lead is measured: at 芒种/大雪 itself, or at the solstice after it.
    term_switch : {"instant", "hour"}
        Whether civil times compare terms by the instant or by the double-hour. Integer hours always use the
        hour.
    lodging : {"kun", "kun-gen", "none"}
        Where the centre lodges: 坤2; 坤2 in yang and 艮8 in yin; nowhere (flying plates).
    motion : {"rotate", "fly"}
        Plates turn round the ring of eight, or move by palace number through all nine.
    deity_names : {"勾陈朱雀", "白虎玄武"}
        Names of the fifth and sixth deity.
    jia_role : {"own", "leader"}
        What a pillar of stem 甲 stands for in rules: the yi of its own xun, or the hour's 直符.
    readings : str
        Whose wording of a rule a Chinese name means first.
    lin_epoch : int, optional
        For method lin: the hour at which its cycle of twenty years opens (a 冬至 before a 甲子 year,
        inferred).
    """

    name: str
    method: str = "zhirun"
    terms: str = "true"
    leap_lead: int = 9
    lead_at: str = "node"
    term_switch: str = "instant"
    lodging: str = "kun"
    motion: str = "rotate"
    deity_names: str = "勾陈朱雀"
    jia_role: str = "own"
    readings: str = "modern"
    lin_epoch: int | None = None
    version: int = 1
    inferred: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for knob, allowed in KNOBS.items():
            value = getattr(self, knob)
            if value not in allowed:
                raise UnknownNameError(f"{knob}={value!r} is unknown; known: {', '.join(allowed)}")
        if type(self.leap_lead) is not int or not 1 <= self.leap_lead <= 15:
            raise InputError(f"leap_lead={self.leap_lead!r} is out of range; whole days, 1 to 15")
        if (self.lodging == "none") != (self.motion == "fly"):
            raise InputError(
                f"lodging={self.lodging!r} does not go with motion={self.motion!r}: a rotating plate needs a lodge for "
                "the centre (kun, kun-gen), a flying plate has none"
            )
        if self.lin_epoch is not None and self.method != "lin":
            raise InputError(f"lin_epoch={self.lin_epoch!r} goes with method='lin' only, not {self.method!r}")
        if self.terms == "jingyou" and self.method == "lin":
            raise InputError("terms='jingyou' does not go with method='lin', which has pentads of its own")

    def replace(self, **knobs: Any) -> School:
        """Return a copy with other knobs, named after this one unless `name` is given."""
        fields = {f.name for f in dataclasses.fields(self)}
        for knob in knobs:
            if knob not in fields:
                raise unknown("knob", knob, sorted(fields))
        if "name" not in knobs:
            changed = [f"{k}={v}" for k, v in knobs.items() if getattr(self, k) != v]
            knobs["name"] = self.name + ("[" + ",".join(changed) + "]" if changed else "")
        return dataclasses.replace(self, **knobs)

    def conventions(self) -> dict[str, Any]:
        """Return every knob and its value, for outputs that state their conventions."""
        values = dataclasses.asdict(self)
        values["inferred"] = list(self.inferred)
        return values

    def _repr_html_(self) -> str:
        from .render.notebook import school_html

        return school_html(self)

    def lodges(self) -> tuple[int, int]:
        """Return the palaces that the centre lodges in, in yang and in yin; 0 where it does not lodge."""
        return {"kun": (2, 2), "kun-gen": (2, 8), "none": (0, 0)}[self.lodging]


def _presets() -> Mapping[str, School]:
    rows = (
        School("baojian", lodging="kun-gen", readings="baojian"),
        School(
            "jingyou", terms="jingyou", readings="jingyou", jia_role="leader",
            inferred=("method: 景祐 names 超神接气 but gives no leap rule",),
        ),
        School("li", method="li", lodging="kun-gen", readings="li", inferred=("lodging",)),
        School("lin", method="lin", lodging="kun-gen", readings="lin", inferred=("lodging", "lin_epoch")),
        School(
            "tao", method="li", lodging="none", motion="fly", readings="tao",
            inferred=("the doors move by the step of the plate",),
        ),
        School("chaibu", method="chaibu"),
        School("zhirun", method="zhirun"),
        School("maoshan", method="maoshan"),
    )  # fmt: skip
    return MappingProxyType({row.name: row for row in rows})


#: The presets by name; the first is the default.
SCHOOLS: Mapping[str, School] = _presets()

#: Other names under which a preset is known, as `lang.slug` compares them.
_ALIASES = {slug(word): preset for preset, words in names_i18n.SCHOOLS.items() for word in words}


def school(name: str | School = "baojian") -> School:
    """Return a preset by name (简, 繁, pinyin or English); a School is passed through.

    Raises UnknownNameError, with near matches, for a name that is none.
    """
    if isinstance(name, School):
        return name
    if not isinstance(name, str):
        raise UnknownNameError(f"school={name!r} is no name; known: {', '.join(SCHOOLS)}")
    found = SCHOOLS.get(name) or SCHOOLS.get(_ALIASES.get(slug(name), name))
    if found is None:
        raise unknown("school", name, SCHOOLS)
    return found


#: `school` under a name that leaves "school" free for parameters.
find_school = school
