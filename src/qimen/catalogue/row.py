"""One row of the catalogue: a rule as data, with its names, its book and the reading taken."""

from __future__ import annotations

from dataclasses import dataclass

#: Whose reading a row is. "zhushu" are the unnamed books that 宝鉴 quotes to reject, "sanshi" is what it
#: reports of 李, 林 and 陶 together, "jiuben" and "yiben" are other editions it mentions.
SCHOOLS = ("baojian", "jingyou", "li", "lin", "tao", "sanshi", "jiuben", "yiben", "zhushu", "modern")

#: Good, bad, half good, level; empty for a definition that is neither.
AUSPICES = ("吉", "凶", "半", "平", "")

_SLUG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-.")


@dataclass(frozen=True, slots=True)
class Row:
    """A rule of the art as one line of the rule language.

    Attributes
    ----------
    id
        Slug in pinyin without tones (``v`` for ü), unique in the catalogue; a rival reading is
        ``<slug>.<reading>``.
    zh_hans, zh_hant, pinyin, english
        The name. One school has at most one row of a given ``zh_hans``.
    family
        The group of rules the row stands in (the files of this package).
    source
        Book and section.
    school
        Whose reading this is, one of `SCHOOLS`.
    auspice
        吉, 凶, 半, 平, or "" for a definition.
    rule
        The predicate, judged at one palace at a time. A rule without any place atom is a rule of the hour.
    reading
        The exact predicate in words.
    rejected
        The reading not taken, and why.
    default
        True for the row that a name means when the school in use has none of its own.
    inferred
        True where the book leaves a part open and the row fills it.
    aliases
        Other names of the same row.
    notes
        What a reader of the books should know.
    when
        Pairs (rule, auspice) tested in order at the palace of the hit; the first that holds replaces `auspice`.
    mitigates, overrides
        Ids of rows that a hit of this one softens, or ranks before.
    category
        The category this row is a value of; its rows are tried in the order listed, the first match wins.

    Examples
    --------
    >>> Row("tian-fu", "天辅", "天輔", "tian fu", "heaven helps", "hours", "宝鉴 卷二", "baojian", "吉",
    ...     "hour_stem:甲", "The hour stem is 甲.").default
    False
    """

    id: str
    zh_hans: str
    zh_hant: str
    pinyin: str
    english: str
    family: str
    source: str
    school: str
    auspice: str
    rule: str
    reading: str
    rejected: str = ""
    default: bool = False
    inferred: bool = False
    aliases: tuple[str, ...] = ()
    notes: str = ""
    when: tuple[tuple[str, str], ...] = ()
    mitigates: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    category: str = ""

    def __post_init__(self) -> None:
        """Refuse what no row may be; the rule itself is parsed elsewhere, on first use."""
        if not self.id or not _SLUG.issuperset(self.id):
            raise ValueError(f"id {self.id!r} is not a slug of a-z, 0-9, '-' and '.'")
        if self.school not in SCHOOLS:
            raise ValueError(f"row {self.id}: school {self.school!r} is not one of {', '.join(SCHOOLS)}")
        for auspice in (self.auspice, *(value for _, value in self.when)):
            if auspice not in AUSPICES:
                raise ValueError(f"row {self.id}: auspice {auspice!r} is not one of 吉 凶 半 平 or empty")
        if not (self.zh_hans and self.zh_hant and self.rule and self.reading):
            raise ValueError(f"row {self.id}: names, rule and reading may not be empty")
