"""One chart, laid by hand: from dun, ju and hour to the nine palaces.

Two motions. On the rotating plate stars, doors and deities go round the ring of eight palaces and the centre
lodges in 坤 or 艮. On the flying plate of 陶 everything moves by palace number through all nine.
Sources: 宝鉴 卷二 符使, 陶氏, 伏吟; 景祐 释天乙直使; the folk verse 烟波钓叟歌 quoted in both.
"""

from __future__ import annotations

from dataclasses import dataclass

from .tables import (
    DEITIES,
    DOOR_AT_HOME,
    PILLARS,
    PLATE_STEMS,
    RING,
    STAR_AT_HOME,
    YI_OF_XUN,
    place_in_xun,
    xun_of,
)


@dataclass(frozen=True)
class Board:
    """A chart in characters. On a rotating plate only `earth` has an entry for the centre, 5."""

    dun: str
    ju: int
    hour: str
    motion: str
    xun: str
    yi: str
    earth: dict[int, str]
    heaven: dict[int, list[str]]
    stars: dict[int, list[str]]
    doors: dict[int, str]
    deities: dict[int, str]
    lodge: int | None
    fu_star: str
    fu_home: int
    fu_raw: int
    fu_palace: int
    fu_home_palace: int
    shi_door: str | None
    shi_raw: int
    shi_palace: int

    @property
    def palaces(self) -> tuple[int, ...]:
        """Palaces in which a rule can hold: the ring, and the centre only where nothing lodges."""
        return tuple(p for p in range(1, 10) if p != 5 or self.lodge is None)

    def lodged(self, palace: int) -> int:
        """`palace`, or where it lodges if it is the centre."""
        return self.lodge if palace == 5 and self.lodge is not None else palace

    def heaven_at(self, palace: int) -> frozenset[str]:
        """Heaven stems of a palace, the lodged guest too; 甲 as well where the yi of the hour's xun is."""
        return self._with_jia(self.heaven.get(palace, []))

    def earth_at(self, palace: int) -> frozenset[str]:
        """Earth stems of a palace, read with the centre's stem at its lodge; 甲 as well where the yi is.

        The centre keeps its own stem and reads it also for itself.
        """
        stems = [self.earth[palace]]
        if palace == self.lodge:
            stems.append(self.earth[5])
        return self._with_jia(stems)

    def _with_jia(self, stems: list[str]) -> frozenset[str]:
        # 甲 is never laid: it is the yi of the hour's xun, which stays itself besides (景祐, the 阴二局 己亥
        # example of 青龙逃走 reads 辛 as 辛 though 辛 is then the leader).
        return frozenset(stems) | (frozenset("甲") if self.yi in stems else frozenset())


def board(dun: str, ju: int, hour: str, lodging: str | None = None, motion: str = "rotate") -> Board:
    """Chart of `hour` (a pillar such as 丁巳) in the ju `ju` of 阳 or 阴.

    `lodging`: "kun" (5 always in 坤2; taken when nothing is said), "kun-gen" (坤2 in yang, 艮8 in yin) or
    "none". A rotating plate must lodge its centre and a flying one has nothing to lodge; other combinations
    mean nothing and raise ValueError.
    """
    if dun not in ("阳", "阴"):
        raise ValueError(f"dun must be 阳 or 阴, not {dun!r}")
    if ju not in range(1, 10):
        raise ValueError(f"ju must be 1 to 9, not {ju!r}")
    if hour not in PILLARS:
        raise ValueError(f"hour must be one of the sixty pillars, not {hour!r}")
    if motion == "rotate":
        if lodging not in (None, "kun", "kun-gen"):
            raise ValueError(f"lodging of a rotating plate must be kun or kun-gen, not {lodging!r}")
        return _rotating(dun, ju, hour, lodge_of(dun, lodging or "kun"))
    if motion == "fly":
        if lodging not in (None, "none"):
            raise ValueError(f"lodging of a flying plate must be none, not {lodging!r}")
        return _flying(dun, ju, hour)
    raise ValueError(f"motion must be rotate or fly, not {motion!r}")


def lodge_of(dun: str, lodging: str) -> int:
    """Palace in which 5 lodges.

    景祐 puts it in 坤2 in both dun (its 阴三 戊寅, 阴五 丙寅, 阴六 丁丑 and 辛巳 examples need it). 宝鉴 has
    坤2 in yang and 艮8 in yin (卷二 伏吟: its list of door 伏吟 with 死 in yang and 生 in yin).
    """
    return 8 if lodging == "kun-gen" and dun == "阴" else 2


def step_number(palace: int, steps: int) -> int:
    """Palace reached from `palace` by counting `steps` palace numbers, 9 followed by 1."""
    for _ in range(abs(steps)):
        palace = palace + 1 if steps > 0 else palace - 1
        if palace == 10:
            palace = 1
        if palace == 0:
            palace = 9
    return palace


def earth_plate(dun: str, ju: int) -> dict[int, str]:
    """戊 at the ju's palace, the rest by palace number, on in yang and back in yin (宝鉴 卷二 符使, 陶氏)."""
    forward = 1 if dun == "阳" else -1
    return {step_number(ju, forward * place): stem for place, stem in enumerate(PLATE_STEMS)}


def palace_of(earth: dict[int, str], stem: str) -> int:
    """Palace whose earth stem is `stem`."""
    return next(palace for palace, there in earth.items() if there == stem)


def turn(palace: int, steps: int) -> int:
    """Palace reached from `palace` by going `steps` places clockwise round the ring."""
    return RING[(RING.index(palace) + steps) % 8]


def _rotating(dun: str, ju: int, hour: str, lodge: int) -> Board:
    """The rotating plate (宝鉴 卷二 符使: 直符 follows the hour's stem, 直使 the hour's branch)."""
    earth = earth_plate(dun, ju)
    xun = xun_of(hour)
    yi = YI_OF_XUN[xun]

    def lodged(palace: int) -> int:
        return lodge if palace == 5 else palace

    # 直符: the star of the yi's palace goes to the earth palace of the hour stem; in a 甲 hour it stays home.
    fu_home = palace_of(earth, yi)
    fu_raw = palace_of(earth, yi if hour.startswith("甲") else hour[0])

    # Stars with their stems turn as one ring, never the other way in yin; 禽 rides with the star of the
    # lodge.
    steps = RING.index(lodged(fu_raw)) - RING.index(lodged(fu_home))
    heaven: dict[int, list[str]] = {}
    stars: dict[int, list[str]] = {}
    for home in RING:
        there = turn(home, steps)
        heaven[there] = [earth[home]]
        stars[there] = [STAR_AT_HOME[home]]
        if home == lodge:
            heaven[there].append(earth[5])
            stars[there].append(STAR_AT_HOME[5])

    # 直使: one palace number an hour from the raw home, through 5; lodged only at the end of the count
    # (景祐: 戊辰 stands at 5 in 阳一 and 阴九, and the tenth hour is home again).
    shi_raw = step_number(fu_home, place_in_xun(hour) * (1 if dun == "阳" else -1))
    shi_door = DOOR_AT_HOME[lodged(fu_home)]
    steps = RING.index(lodged(shi_raw)) - RING.index(lodged(fu_home))
    doors = {turn(home, steps): door for home, door in DOOR_AT_HOME.items()}

    # Deities from 直符: clockwise in yang, anticlockwise in yin.
    around = 1 if dun == "阳" else -1
    deities = {turn(lodged(fu_raw), around * place): name for place, name in enumerate(DEITIES)}

    return Board(
        dun=dun, ju=ju, hour=hour, motion="rotate", xun=xun, yi=yi, earth=earth, heaven=heaven, stars=stars,
        doors=doors, deities=deities, lodge=lodge,
        fu_star=STAR_AT_HOME[fu_home], fu_home=fu_home, fu_raw=fu_raw,
        fu_palace=lodged(fu_raw), fu_home_palace=lodged(fu_home),
        shi_door=shi_door, shi_raw=shi_raw, shi_palace=lodged(shi_raw),
    )  # fmt: skip


def chart_number(hour: str) -> int:
    """Which of the nine charts of a ju 陶 uses for `hour` (宝鉴 卷二 陶氏).

    Counted from the hour stem to the yi in the order of laying. The stem 甲 counts as 戊 in every xun: the
    printed list of the second chart holds 甲戌, which would be in the first if 甲 counted as its own yi.
    """
    stem = "戊" if hour.startswith("甲") else hour[0]
    yi = YI_OF_XUN[xun_of(hour)]
    return 1 + (PLATE_STEMS.index(yi) - PLATE_STEMS.index(stem)) % 9


def _flying(dun: str, ju: int, hour: str) -> Board:
    """陶's plate: stars and stems step by palace number through nine palaces (宝鉴 卷二 陶氏, 飞掌)."""
    earth = earth_plate(dun, ju)
    xun = xun_of(hour)
    yi = YI_OF_XUN[xun]
    fu_home = palace_of(earth, yi)
    # The whole plate follows the chart number, the leader too, so the 甲 hours but 甲子 do not stand at home.
    fu_raw = palace_of(earth, "戊" if hour.startswith("甲") else hour[0])
    steps = (fu_raw - fu_home) % 9

    heaven = {step_number(home, steps): [stem] for home, stem in earth.items()}
    stars = {step_number(home, steps): [star] for home, star in STAR_AT_HOME.items()}
    # Inferred: the book only says that 直使 goes with 直符 (甲子 in 阳一: 天蓬 and 休门 both on 坎). All
    # doors take that step, the palace where a door of the centre would be has none, and 直使 is where 直符
    # is. Counting 直使 by the hour as on the rotating plate is rejected: it would part the two.
    doors = {step_number(home, steps): door for home, door in DOOR_AT_HOME.items()}

    return Board(
        dun=dun, ju=ju, hour=hour, motion="fly", xun=xun, yi=yi, earth=earth, heaven=heaven, stars=stars,
        doors=doors, deities={}, lodge=None,
        fu_star=STAR_AT_HOME[fu_home], fu_home=fu_home, fu_raw=fu_raw,
        fu_palace=fu_raw, fu_home_palace=fu_home,
        shi_door=DOOR_AT_HOME.get(fu_home), shi_raw=fu_raw, shi_palace=fu_raw,
    )  # fmt: skip
