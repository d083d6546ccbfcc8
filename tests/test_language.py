"""The little language: precedence, positions, and what is refused."""

import pytest

import qimen
from qimen.errors import ExpressionError, InputError, UnknownNameError
from qimen.language import And, At, Call, Field, Name, Not, Or, parse


def test_precedence_is_not_and_or():
    tree = parse("A | ~B@6 & C")
    assert isinstance(tree, Or)
    assert isinstance(tree.parts[1], And)
    negated = tree.parts[1].parts[0]
    assert negated == Not(At(Name("B", 5), (6,)))


def test_values_functions_and_full_width_marks():
    assert parse("door:开,休") == Field("door", ("开", "休"), 0)
    assert parse("day_stem：甲、乙").values == ("甲", "乙")
    call = parse("same_palace(吉门合奇, 门迫)")
    assert isinstance(call, Call)
    assert len(call.arguments) == 2
    assert parse("(天遁)@19") == At(Name("天遁", 1), (1, 9))
    assert parse("hour_stem-day_stem:5,6").name == "hour_stem-day_stem"
    assert parse("三奇得使（寄宫）") == Name("三奇得使（寄宫）", 0)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("天遁 &", 4),
        ("天遁 天遁", 3),
        ("(天遁", 3),
        ("天遁@0", 3),
        ("天遁@", 3),
        ("term:", 5),
        ("天遁 && 地遁", 4),
    ],
)
def test_malformed_text_points_at_the_character(text, position):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.position == position
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("where", "word"),
    [
        ("天遁 & 天盾", "天遁"),  # near match offered
        ("trem:冬至", "term"),
        ("term:冬致", "冬至"),
        ("door:开喜", "休生伤杜景死惊开"),
        ("heaven:@hours", "@hour"),
        ("palace:0", "123456789"),
    ],
)
def test_unknown_words_are_named_with_what_is_known(where, word):
    with pytest.raises((UnknownNameError, ExpressionError), match=word) as caught:
        qimen.count(0 + qimen.hours("2026-01-01"), int(qimen.hours("2026-02-01")), where)
    assert isinstance(caught.value, ValueError)


def test_a_rule_that_is_too_wide_is_refused():
    rule = " & ".join(f"heaven:{a}{b}" for a, b in zip("甲乙丙丁戊己庚辛壬", "乙丙丁戊己庚辛壬癸", strict=True))
    with pytest.raises(InputError, match="alternatives"):
        qimen.Pattern("太宽", rule)


def test_own_patterns_point_at_the_wrong_word():
    with pytest.raises(ExpressionError, match="doors") as caught:
        qimen.Pattern("我的", "heaven:丙 & doors:开")
    assert caught.value.position == 11
    with pytest.raises(ExpressionError, match="no field"):
        qimen.Pattern("我的", "天遁")
    with pytest.raises(InputError, match="name="):
        qimen.Pattern("a b", "heaven:丙")
