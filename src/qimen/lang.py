"""Four languages: any spelling of a name to the one that data carry, and that one to what a reader asked for.

`canonical` is where input comes in, `name` and `label` where text goes out. JSON and CSV are not translated.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping
from typing import Literal

from . import names_i18n as table
from .errors import unknown
from .names import PILLARS
from .names_i18n import Spellings

Lang = Literal["zh-hans", "zh-hant", "pinyin", "en"]
LANGS: tuple[Lang, ...] = ("zh-hans", "zh-hant", "pinyin", "en")
#: The column of each language in the hand table.
_COLUMN: Mapping[str, int] = {lang: column for column, lang in enumerate(LANGS)}
_OTHER_NAMES: Mapping[str, Lang] = {
    "zh": "zh-hans", "zh-cn": "zh-hans", "zh-sg": "zh-hans", "zh-my": "zh-hans", "hans": "zh-hans", "简": "zh-hans",
    "zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-mo": "zh-hant", "hant": "zh-hant", "繁": "zh-hant",
    "zh-latn": "pinyin", "latn": "pinyin", "english": "en",
}  # fmt: skip


def _pillars() -> tuple[Spellings, ...]:
    rows = []
    for i, pillar in enumerate(PILLARS):
        stem, branch = table.STEMS[i % 10], table.BRANCHES[i % 12]
        joined = stem[2] + branch[2]
        rows.append((pillar, pillar, joined, joined.capitalize(), f"{stem[2]}-{branch[2]}"))
    return tuple(rows)


def _mountains() -> tuple[Spellings, ...]:
    stems = tuple(row for row in table.STEMS if row[0] not in "戊己")
    # 午 and 戊 are both wu; 戊 is no mountain. 辛 and 心 do not meet here.
    return (*table.BRANCHES, *stems, *table.CORNERS)


#: Every table by kind.
KINDS: Mapping[str, tuple[Spellings, ...]] = {
    "stem": table.STEMS,
    "branch": table.BRANCHES,
    "pillar": _pillars(),
    "palace": table.PALACES,
    "side": table.SIDES,
    "star": table.STARS,
    "door": table.DOORS,
    "deity": table.DEITIES,
    "term": table.TERMS,
    "yuan": table.YUAN,
    "dun": table.DUN,
    "auspice": table.AUSPICES,
    "mountain": _mountains(),
    "god": table.GODS,
    "general": table.GENERALS,
    "officer": table.OFFICERS,
    "code": table.CODES,
    "label": table.LABELS,
}

#: The kind of name that a field of the rule language takes; fields of bare digits take palaces by name too.
_FIELD_KIND: dict[str, str] = {
    "heaven": "stem", "earth": "stem", "any_stem": "stem", "star": "star", "zhifu": "star", "door": "door",
    "zhishi": "door", "deity": "deity", "term": "term", "ju_term": "term", "yuan": "yuan", "dun": "dun",
    "general": "branch", "palace": "palace", "zhifu_home": "palace", "zhifu_raw": "palace", "zhishi_raw": "palace",
}  # fmt: skip
for _role in ("hour", "day", "month", "year", "shuo"):
    _FIELD_KIND |= {_role: "pillar", f"{_role}_xun": "pillar", f"{_role}_stem": "stem", f"{_role}_branch": "branch"}


def slug(text: str) -> str:
    """Return a spelling as it is compared: lower case, every blank, mark or underscore a single hyphen.

    >>> slug("Winter solstice"), slug("驚蟄")
    ('winter-solstice', '驚蟄')
    """
    return re.sub(r"[^\w]+|_+", "-", text.casefold()).strip("-")


@functools.cache
def spellings(kind: str) -> dict[str, str]:
    """Return every spelling of a kind of name (as `slug` writes it) with the name that data carry."""
    found: dict[str, str] = {}
    for number, row in enumerate(KINDS[kind], 1):
        target = str(number) if kind == "palace" else row[0]
        for spelling in row:
            found.setdefault(slug(spelling), target)
    if kind == "palace":
        for number, row in enumerate(KINDS["side"], 1):
            for spelling in row:
                found.setdefault(slug(spelling), str(number))
    if kind == "branch":  # a 月将 is asked by its god as well
        for row, branch in zip(KINDS["god"], KINDS["branch"], strict=True):
            for spelling in row:
                found.setdefault(slug(spelling), branch[0])
    return found


def canonical(field: str, value: str) -> str:
    """Return a value of a field of the rule language as the rules spell it; unknown words come back unchanged.

    >>> canonical("term", "winter-solstice"), canonical("door", "開休生"), canonical("heaven", "bing")
    ('冬至', '开休生', '丙')
    """
    kind = _FIELD_KIND.get(field)
    return value if kind is None else of_kind(kind, value)


def of_kind(kind: str, value: str) -> str:
    """Return a spelling of a kind of name as data carry it, also a run of one-character names; else `value`."""
    known = spellings(kind)
    found = known.get(slug(value))
    if found is None and value and not value.isascii() and all(character in known for character in value):
        found = "".join(known[character] for character in value)
    return value if found is None else found


def among(known: Iterable[str], value: str, *kinds: str) -> str:
    """Return a spelling as one of the words known, tried as each kind in turn; else `value`."""
    words = frozenset(known)
    for kind in kinds:
        found = of_kind(kind, value)
        if found in words or (found != value and all(character in words for character in found)):
            return found
    return value


def name(kind: str, value: str, lang: str = "zh-hans") -> str:
    """Return a name that data carry in a language; what is not in the table comes back unchanged.

    >>> name("term", "惊蛰", "en"), name("pillar", "甲子", "pinyin")
    ('waking of insects', 'jiazi')
    """
    row = _rows(kind).get(value)
    return value if row is None else row[_COLUMN[lang]]


def label(text: str, lang: str = "zh-hans") -> str:
    """Return a label of the board (`names_i18n.LABELS`) in a language."""
    return name("label", text, lang)


def names(kind: str, values: Iterable[str], lang: str = "zh-hans") -> str:
    """Return several names as one text: run together in characters, divided by blanks in letters."""
    return ("" if lang.startswith("zh") else " ").join(name(kind, value, lang) for value in values)


def pattern(row: object, lang: str = "zh-hans") -> str:
    """Return the name of a row of the catalogue, of a direction, or of a pattern of one's own, in a language."""
    attribute = {"zh-hans": "zh_hans", "zh-hant": "zh_hant", "pinyin": "pinyin", "en": "english"}[lang]
    return str(getattr(row, attribute, "") or getattr(row, "zh_hans", ""))


@functools.cache
def _rows(kind: str) -> dict[str, Spellings]:
    return {row[0]: row for row in KINDS[kind]}


# ---------------------------------------------------------------- which language


def find_lang(word: str) -> Lang:
    """Return a language by name (`zh-hans`, `zh-hant`, `pinyin`, `en`, or a tag such as zh_TW).

    Raises UnknownNameError for any other word.
    """
    tag = word.strip().casefold().replace("_", "-")
    if tag in LANGS:
        return tag
    if tag in _OTHER_NAMES:
        return _OTHER_NAMES[tag]
    raise unknown("lang", word, LANGS)


def choose_lang(asked: str | None = None, environ: Mapping[str, str] | None = None) -> Lang:
    """Return the language to write in: the one asked for, else QIMEN_LANG, else that of the locale.

    A locale of another language than Chinese or English means English; no locale, or that of C, 简.
    """
    environ = os.environ if environ is None else environ
    if asked or environ.get("QIMEN_LANG"):
        return find_lang(asked or environ["QIMEN_LANG"])
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environ.get(variable)
        if locale:
            break
    else:
        return "zh-hans"
    tag = re.split(r"[.@]", locale)[0].casefold().replace("_", "-")
    if tag in ("", "c", "posix"):
        return "zh-hans"
    if tag == "zh" or tag.startswith("zh-"):
        traditional = any(part in ("hant", "tw", "hk", "mo") for part in tag.split("-"))
        return "zh-hant" if traditional else "zh-hans"
    return "en"


# ---------------------------------------------------------------- text in letters

_CHARACTERS = re.compile(r"[^\x00-\x7f]+")


def in_letters(text: str, extra: Mapping[str, str] | None = None) -> str:
    """Return a text in ASCII letters: known names in pinyin, the longest first, other characters by their code.

    Parameters
    ----------
    text
        For example a `where` expression.
    extra
        Further names and their letters (of patterns, say).

    >>> in_letters("term:冬至 & day_stem:甲乙")
    'term:dongzhi & day_stem:jia yi'
    """
    known = _letters() | dict(extra or {})
    longest = max(map(len, known))

    def spell(match: re.Match[str]) -> str:
        run, words, at = match[0], [], 0
        while at < len(run):
            for size in range(min(longest, len(run) - at), 0, -1):
                if run[at : at + size] in known:
                    words.append(known[run[at : at + size]])
                    at += size
                    break
            else:
                words.append(f"U+{ord(run[at]):04X}")
                at += 1
        return re.sub(r" ?([:,()]) ?", r"\1", " ".join(words))

    return _CHARACTERS.sub(spell, text)


@functools.cache
def _letters() -> dict[str, str]:
    found: dict[str, str] = {"：": ":", "，": ",", "、": ",", "（": "(", "）": ")", "加": "over"}
    for rows in KINDS.values():
        for row in rows:
            for spelling in row:
                if not spelling.isascii():
                    found.setdefault(spelling, row[2])
    return found
