"""The words of boards and pages in one language: names from `qimen.lang`, and the phrases made of them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from .. import lang as spell
from ..names import DIRECTIONS, TRIGRAMS
from ..names_i18n import SCHOOLS, SIDES, Spellings

#: Headings and remarks that only drawn boards and pages have, as in the hand table: 简, 繁, pinyin, English.
_PHRASES: tuple[Spellings, ...] = (
    ("名格", "名格", "mingge", "patterns"),
    ("名目", "名目", "mingmu", "terms"),
    ("门星", "門星", "menxing", "doors, stars"),
    ("门户", "門戶", "menhu", "gates"),
    ("主客", "主客", "zhuke", "host, guest"),
    ("旺相", "旺相", "wangxiang", "seasons"),
    ("干加", "干加", "ganjia", "stem table"),
    ("今名", "今名", "jinming", "modern names"),
    ("另有", "另有", "lingyou", "also"),
    ("全列", "全列", "quanlie", "lists all"),
    ("方位", "方位", "fangwei", "directions"),
    ("诸家", "諸家", "zhujia", "schools"),
    ("异同", "異同", "yitong", "where they differ"),
    ("读法", "讀法", "dufa", "reading"),
    ("约定", "約定", "yueding", "conventions"),
    ("门派", "門派", "menpai", "school"),
    ("同此局", "同此局", "tong ciju", "same chart"),
    ("不同", "不同", "butong", "differs"),
    ("各家相同", "各家相同", "gejia xiangtong", "the schools agree"),
    ("相同", "相同", "xiangtong", "same"),
    ("天地盘", "天地盤", "tiandipan", "stems"),
    ("空亡", "空亡", "kongwang", "void"),
    ("不读", "不讀", "budu", "not read"),
)
_COLUMN: Mapping[str, int] = {language: column for column, language in enumerate(spell.LANGS)}

#: What people call the groups of `order.GROUPS`.
GROUP_NAMES: Mapping[str, str] = {
    "named": "名格",
    "terms": "名目",
    "doors-and-stars": "门星",
    "gates": "门户",
    "host-and-guest": "主客",
    "seasons": "旺相",
    "stem-table": "干加",
    "modern": "今名",
}


class Words:
    """How one language says what stands on a board; made by `words`."""

    def __init__(self, lang: str) -> None:
        self.lang: str = lang
        self.characters: bool = lang.startswith("zh")
        self._phrases = {row[0]: row[_COLUMN[lang]] for row in _PHRASES}
        #: What divides the parts of a phrase: characters run together.
        self.gap = "" if self.characters else " "
        #: What stands between the items of a list.
        self.comma = "、" if self.characters else ", "

    def phrase(self, text: str) -> str:
        """Return a label or a heading."""
        return self._phrases.get(text) or spell.label(text, self.lang)

    def stems(self, stems: Iterable[str]) -> str:
        """Return stems in order."""
        return spell.names("stem", stems, self.lang)

    def branches(self, branches: Iterable[str]) -> str:
        """Return branches in order."""
        return spell.names("branch", branches, self.lang)

    def pillar(self, pillar: str) -> str:
        """Return a pillar."""
        return spell.name("pillar", pillar, self.lang)

    def palace(self, number: int) -> str:
        """Return a palace: trigram and number."""
        return f"{spell.name('palace', TRIGRAMS[number], self.lang)}{self.gap}{number}"

    def side(self, number: int) -> str:
        """Return the side of a palace."""
        return spell.name("side", DIRECTIONS[number], self.lang)

    def bearing(self, number: int) -> str:
        """Return the side of a palace as short as the language has it: NE for northeast, nothing for the centre."""
        if number == 5 and not self.characters:
            return ""  # the palace is called that already
        return SIDES[number - 1][4].upper() if self.lang == "en" else self.side(number)

    def dated(self, pillar: str, unit: str) -> str:
        """Return a pillar with what it counts: 丙午年."""
        parts = self.pillar(pillar), self.phrase(unit)
        return " ".join(reversed(parts)) if self.lang == "en" else self.gap.join(parts)

    def star(self, stars: Iterable[str]) -> str:
        """Return the stars of a palace, the native one first; "" for none."""
        said = spell.names("star", stars, self.lang)
        return f"天{said}" if said and self.characters else said

    def door(self, door: str | None) -> str:
        """Return a door; "" for none."""
        if not door:
            return ""
        said = spell.name("door", door, self.lang)
        return {"pinyin": f"{said}men", "en": said}.get(self.lang, f"{said}{spell.label('门', self.lang)}")

    def deity(self, deity: str | None) -> str:
        """Return a deity; "" for none."""
        return spell.name("deity", deity, self.lang) if deity else ""

    def term(self, term: str) -> str:
        """Return a term."""
        return spell.name("term", term, self.lang)

    def term_and_yuan(self, term: str, yuan: str) -> str:
        """Return a term with its yuan: 惊蛰中元."""
        part = spell.name("yuan", yuan, self.lang)
        return self.gap.join((self.term(term), part, spell.label("元", self.lang)))

    def ju(self, dun: str, ju: int) -> str:
        """Return dun and ju: 阳遁7局."""
        part = spell.name("dun", dun, self.lang)
        if self.lang == "en":
            return f"{part} ju {ju}"
        return self.gap.join((part, spell.label("遁", self.lang), str(ju), spell.label("局", self.lang)))

    def xun(self, head: str, yi: str) -> str:
        """Return a xun by its head and its yi: 甲寅癸."""
        return f"{self.pillar(head)}{self.gap}{self.stems(yi)}"

    def home(self, palace: int, raw: int) -> str:
        """Return a palace, with the raw one where they differ (the centre, lodged)."""
        if palace == raw:
            return self.palace(palace)
        return f"{self.palace(palace)}({self.phrase('遁')}{self.gap}{self.palace(raw)})"

    def auspice(self, auspice: str) -> str:
        """Return 吉, 凶, 半 or 平; "" for none."""
        return spell.name("auspice", auspice, self.lang) if auspice else ""

    def pattern(self, row: Any) -> str:
        """Return the name of a row or of a pattern of one's own."""
        return spell.pattern(row, self.lang)

    def school(self, name: str) -> str:
        """Return the name of a preset; a changed school keeps its own."""
        row = SCHOOLS.get(name)
        return row[_COLUMN[self.lang]] if row else name

    def group(self, group: str) -> str:
        """Return the name of a group of `order.GROUPS`."""
        return self.phrase(GROUP_NAMES[group])

    def time(self, board: Any) -> str:
        """Return the time of a board as people write it: no zone, seconds only where there are some."""
        if board.time is None:
            return f"{self.phrase('时辰')} {board.hour}"
        day, _, clock = str(board.time).partition("T")
        clock = clock[:8]
        return f"{day} {clock[:5] if clock.endswith(':00') else clock}"


@functools.cache
def _words(lang: str) -> Words:
    return Words(lang)


def words(lang: str | None = None) -> Words:
    """Return the words of a language; 简 where none is given. UnknownNameError for a language that is none."""
    return _words(spell.find_lang(lang) if lang else "zh-hans")
