"""Four languages: the hand table is whole, every spelling is read, and what is ambiguous is refused."""

from __future__ import annotations

import pytest

import qimen
from qimen import lang, names, names_i18n
from qimen.directions import DIRECTIONS
from qimen.directions.compass import MOUNTAINS
from qimen.directions.heavenly_generals import GENERALS
from qimen.directions.month_generals import GODS, JIANCHU
from qimen.errors import InputError, UnknownNameError
from qimen.facts import DIFFERENCES, HOUR_FIELDS, PLACE_FIELDS

DATA = {
    "stem": names.STEMS,
    "branch": names.BRANCHES,
    "pillar": names.PILLARS,
    "palace": names.TRIGRAMS[1:],
    "side": names.DIRECTIONS[1:],
    "star": names.STARS,
    "door": names.DOORS,
    "deity": (*names.DEITIES, "白虎", "玄武"),
    "term": names.TERMS,
    "yuan": names.YUAN,
    "dun": names.DUN,
    "officer": JIANCHU,
    "god": [god[0] for god in GODS],
    "general": [general[0] for general in GENERALS],
}


@pytest.mark.parametrize("kind", DATA)
def test_every_name_of_the_data_is_in_the_table_in_its_order(kind):
    assert [row[0] for row in lang.KINDS[kind]] == list(DATA[kind])


def test_names_stated_twice_agree():
    assert [row[:3] for row in names_i18n.GODS] == [(*god[:3],) for god in GODS]
    assert list(names_i18n.GENERALS) == list(GENERALS)
    assert {row[0] for row in lang.KINDS["mountain"]} == set(MOUNTAINS)
    assert set(names_i18n.SCHOOLS) == set(qimen.SCHOOLS)
    coded = {value for row in DIRECTIONS.values() for value in row.values}
    told = {row[0] for kind in ("code", "officer", "branch") for row in lang.KINDS[kind]}
    assert coded <= told


@pytest.mark.parametrize("kind", lang.KINDS)
def test_each_language_tells_the_names_of_a_kind_apart(kind):
    rows = lang.KINDS[kind]
    assert all(len(row) >= 4 and all(row) for row in rows)
    assert all(word.isascii() for row in rows for word in row[2:4])
    if kind == "label":  # labels are read by nobody: 天 and 阳 may share a word with another
        return
    for column in range(4):
        shown = [row[column] for row in rows]
        assert len(set(shown)) == len(shown), lang.LANGS[column]
    if kind == "palace":
        return
    known = lang.spellings(kind)
    for row in rows:
        for word in row:
            assert known[lang.slug(word)] == row[0], (kind, word)


@pytest.mark.parametrize("field", [*PLACE_FIELDS, *HOUR_FIELDS, "any_stem"])
def test_a_field_reads_each_value_in_each_language(field):
    if field == "envoy":
        return
    values = PLACE_FIELDS[field][1] if field in PLACE_FIELDS else HOUR_FIELDS.get(field, ("", names.STEMS))[1]
    kind = lang._FIELD_KIND.get(field)
    for value in values:
        assert lang.canonical(field, value) == value
        if kind and kind != "palace" and value != "none":
            for language in lang.LANGS:
                spelt = lang.slug(lang.name(kind, value, language))
                assert lang.canonical(field, spelt) == value, (field, spelt)


def test_fields_of_digits_and_differences_are_left_alone():
    for field in ("ju", *DIFFERENCES):
        assert lang.canonical(field, "6") == "6"
    assert lang.canonical("palace", "34") == "34"
    assert [lang.canonical("palace", word) for word in ("坎", "kan", "north", "離", "Centre")] == list("11195")
    assert lang.canonical("heaven", "@day") == "@day"


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("term:winter-solstice", "term:冬至"),
        ("ju_term:驚蟄", "ju_term:惊蛰"),
        ("door:開休生", "door:kai,rest,Life"),
        ("heaven:yi,bing & earth:wu", "heaven:乙丙 & earth:戊"),
        ("hour:jia-zi", "hour:甲子"),
        ("hour_xun:jiaxu", "hour_xun:甲戌"),
        ("general:dengming", "general:亥"),
        ("deity:dark-warrior", "deity:玄武"),
        ("yuan:upper & dun:陽", "yuan:上 & dun:阳"),
        ("zhifu:天蓬", "zhifu:peng"),
        ("地私门:mao", "地私門:卯"),
        ("建除:establish,滿", "建除:建,满"),
        ("亭奸:meet", "亭奸:合"),
        ("earth-s-hiding", "地遁"),
        ("tiandun@6", "天遁@6"),
    ],
)
def test_spellings_of_an_expression_mean_the_same(here, there):
    year = ("2026-01-01", "2027-01-01")
    assert qimen.count(*year, here) == qimen.count(*year, there) > 0


def test_jing_is_two_doors():
    with pytest.raises(InputError, match="door='jing' is unknown"):
        qimen.count("2026-01-01", "2026-01-02", "door:jing")
    assert lang.canonical("door", "jing1") == "惊"
    assert lang.canonical("door", "jing3") == "景"
    with pytest.raises(InputError, match="may mean 景门旺, 惊门旺"):
        qimen.PATTERNS.resolve("jing-men-wang")
    assert "door-jing-prospering" not in qimen.PATTERNS


def test_patterns_by_english_and_pinyin():
    assert qimen.PATTERNS["heaven's hiding"] is qimen.PATTERNS["天遁"]
    assert qimen.PATTERNS.resolve("The white tiger runs wild").zh_hans == "白虎猖狂"
    assert lang.pattern(qimen.PATTERNS["天遁"], "zh-hant") == "天遁"
    assert lang.pattern(qimen.Pattern("mine", "heaven:丙"), "en") == "mine"
    found = DIRECTIONS.find("di si men")
    assert found is not None
    assert found.id == "di-simen"


def test_schools_in_every_spelling():
    for preset, words in names_i18n.SCHOOLS.items():
        for word in words:
            assert qimen.school(word).name == preset
    assert qimen.school("Split and mend").name == "chaibu"
    with pytest.raises(UnknownNameError):
        qimen.school("nobody")


@pytest.mark.parametrize(
    ("asked", "environ", "found"),
    [
        ("en", {"QIMEN_LANG": "pinyin"}, "en"),
        (None, {"QIMEN_LANG": "zh_TW", "LANG": "en_US.UTF-8"}, "zh-hant"),
        (None, {"LC_ALL": "zh_HK.UTF-8", "LANG": "en_US.UTF-8"}, "zh-hant"),
        (None, {"LANG": "zh_CN.UTF-8"}, "zh-hans"),
        (None, {"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "C.UTF-8"}, "zh-hans"),
        (None, {"LANG": "zh_Hant_SG"}, "zh-hant"),
        (None, {}, "zh-hans"),
    ],
)
def test_which_language(asked, environ, found):
    assert lang.choose_lang(asked, environ) == found


def test_an_unknown_language_is_refused():
    with pytest.raises(UnknownNameError, match="zh-hant"):
        lang.choose_lang("klingon")


def test_letters_for_a_screen_or_font_without_characters():
    text = lang.in_letters("天遁@6 & 門迫 | day_stem:甲、乙", {"天遁": "tian dun", "門迫": "men po"})
    assert text == "tian dun@6 & men po | day_stem:jia,yi"
    assert lang.in_letters("鑫") == "U+946B"
