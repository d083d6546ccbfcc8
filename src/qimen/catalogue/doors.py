"""Doors: what each is for, and 门迫, a door pressing its palace."""

from __future__ import annotations

from .row import Row
from .seasons import months

FAMILY = "doors"

#: The door controls its palace: 开惊 metal on the wood of 3 4, 休 water on the fire of 9, 生死 earth on the water
#: of 1, 景 fire on the metal of 6 7, 伤杜 wood on the earth of 2 8 (宝鉴 卷二 迫; 景祐 门迫).
_PRESSES = {"休": "9", "生": "1", "伤": "28", "杜": "28", "景": "67", "死": "1", "惊": "34", "开": "34"}


def _pressed(doors: str) -> str:
    return " | ".join(f"(door:{door} & palace:{_PRESSES[door]})" for door in doors)


MENPO = _pressed("休生伤杜景死惊开")

_USES = tuple(
    Row(
        f"{slug}-suozhu", f"{name}门所主", f"{hant}門所主", f"{pinyin} men suozhu", f"what door {pinyin} is for", FAMILY,
        "景祐 八门所主", "jingyou", "吉" if name in "开休生" else "凶",
        f"door:{name}", f"Door {name} stands in the palace. For: {use}.", category="bamen-suozhu",
    )
    for slug, name, hant, pinyin, use in (
        ("kai-men", "开", "開", "kai", "long marches and campaigns; the way is open"),
        ("xiu-men", "休", "休", "xiu", "everything; drill and study"),
        ("sheng-men", "生", "生", "sheng", "seeing the great, building"),
        ("shang-men", "伤", "傷", "shang", "hunting and seizing; robbers on the road"),
        ("du-men", "杜", "杜", "du", "ambush and hiding, punishing"),
        ("jing-fire-men", "景", "景", "jing", "letters and envoys, breaking a siege"),
        ("si-men", "死", "死", "si", "executions and burials"),
        ("jing-metal-men", "惊", "驚", "jing", "arrests, lawsuits, alarms"),
    )
)  # fmt: skip

_HALVES = tuple(
    Row(
        f"{slug}{suffix}", hans, hant, slug.replace("-", " "), english, FAMILY, source, school, "凶",
        _pressed(doors), f"One of the doors {doors} stands in a palace whose phase its own controls. {words}.",
        default=not suffix, rejected=rejected,
    )
    for suffix, source, school, lucky, unlucky, rejected in (
        ("", "宝鉴 卷二 迫", "baojian", "开休生", "伤杜景死惊", "景祐 counts 景 with the lucky doors here."),
        (".jingyou", "景祐 门迫", "jingyou", "开休生景", "伤杜死惊", "景 among the unlucky doors, as elsewhere."),
    )
    for slug, hans, hant, english, doors, words in (
        ("jimen-beipo", "吉门被迫", "吉門被迫", "a lucky door presses", lucky, "Good things turn out badly"),
        ("xiongmen-beipo", "凶门被迫", "凶門被迫", "an unlucky door presses", unlucky, "The harm is greater"),
    )
)  # fmt: skip

_PRESSED = (
    Row(
        "menpo", "门迫", "門迫", "menpo", "the door presses its palace", FAMILY,
        "宝鉴 卷二 迫; 景祐 门迫", "baojian", "凶",
        MENPO,
        "The phase of the door controls that of the palace it stands in: 开 惊 in 3 4, 休 in 9, 生 死 in 1, 景 in 6 7, "
        "伤 杜 in 2 8.",
        rejected="宫制其门 (the palace controls the door) is not 迫: 景祐 says so in as many words.",
        default=True, aliases=("迫",), notes="Either half alone is jimen-beipo or xiongmen-beipo.",
    ),
    *_HALVES,
    Row(
        "menpo-zhishi", "直使门迫", "直使門迫", "zhi shi menpo", "the envoy's own door presses", FAMILY,
        "宝鉴 卷二 迫; 景祐 门迫", "baojian", "凶",
        f"envoy & ({MENPO})",
        "门迫 at the palace of 直使, by its own door. 192 charts.", default=True,
    ),
    Row(
        "gong-zhi-men", "宫制其门", "宮制其門", "gong zhi men", "the palace controls the door", FAMILY,
        "景祐 门迫", "jingyou", "",
        "(door:开惊 & palace:9) | (door:休 & palace:28) | (door:生死 & palace:34) | (door:景 & palace:1) | "
        "(door:伤杜 & palace:67)",
        "The phase of the palace controls that of the door in it: 开 惊 in 9, 休 in 2 8, 生 死 in 3 4, 景 in 1, 伤 杜 in 6 7. "
        "Not 门迫.",
    ),
    Row(
        "jimen-wuqi", "吉门无气", "吉門無氣", "jimen wu qi", "a lucky door without vigour", FAMILY,
        "景祐 九星吉凶", "jingyou", "平",
        " | ".join(
            f"(door:{door} & month_branch:{months(phase, '囚废')})" for door, phase in (("休", "水"), ("生", "土"), ("开", "金"))
        ),
        "Door 休 (water), 生 (earth) or 开 (metal) in a month whose phase controls or generates it: middling.",
        inferred=True, notes="The book gives doors no table of months: that of the stars is used, by the door's phase.",
    ),
)  # fmt: skip

ROWS = (*_USES, *_PRESSED)
