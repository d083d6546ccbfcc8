"""Plates: published boards cell by cell, and what spec/board says of all 1080 charts under every lodging."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import qimen
from qimen.errors import InputError, InputTypeError, QimenError
from qimen.names import DOOR_HOME, JU_TABLE, PILLARS, PLATE_ORDER, RING, STEMS, XUN_YI
from qimen.plates import Hands, Plates, boards

VECTORS = Path(__file__).parent / "data" / "vectors"
PUBLISHED = [json.loads(line) for line in (VECTORS / "boards.jsonl").read_text(encoding="utf-8").splitlines()]
#: The vectors name a deity by one character.
SHORT = dict(zip("符蛇阴合虎玄地天", ("直符", "螣蛇", "太阴", "六合", "白虎", "玄武", "九地", "九天"), strict=True))
OUTER = [1, 2, 3, 4, 6, 7, 8, 9]
LODGINGS = ("kun", "kun-gen")
CHARTS = np.arange(1080, dtype=np.uint16)
HOUR = CHARTS % 60
YIN = CHARTS >= 540
#: The yi of the hour's xun and the plate stem of the hour (甲 stands as that yi), by chart.
YI = np.array(XUN_YI)[HOUR // 10]
HOUR_STEM = np.where(HOUR % 10 == 0, YI, HOUR % 10)
#: A flying plate counts an hour stem 甲 as 戊, so that not every 甲 hour stays at home.
FLYING_STEM = np.where(HOUR % 10 == 0, 4, HOUR % 10)


def rotating(lodging: str) -> qimen.School:
    """A school of a rotating plate; nothing but the lodging matters here."""
    return qimen.school("chaibu").replace(lodging=lodging)


@pytest.fixture(params=LODGINGS)
def lodging(request: pytest.FixtureRequest) -> str:
    """Each way in which a rotating plate lodges its centre."""
    return str(request.param)


# ---------------------------------------------------------------- published boards


@pytest.mark.parametrize("row", PUBLISHED, ids=[row["id"] for row in PUBLISHED])
def test_published_boards_cell_by_cell(row: dict[str, Any]) -> None:
    clock = qimen.Clock(utc_offset=row["utc_offset"])
    which = qimen.school(row["method"]).replace(deity_names="白虎玄武")
    board = qimen.cast(row["local"], which, clock=clock)
    assert " ".join(board.pillars[name] for name in ("year", "month", "day", "hour")) == row["pillars"]
    assert (board.dun, board.ju) == ("阳" if row["ju"] > 0 else "阴", abs(row["ju"]))
    assert (board.zhi_fu.star, board.zhi_fu.palace) == (row["chief_star"], row["chief_star_palace"])
    assert board.zhi_shi.door == row["chief_door"]
    assert (board.zhi_shi.raw_palace, board.zhi_shi.palace) == (
        row["chief_door_raw"],
        row["chief_door_palace"],
    )
    assert {str(p): palace.earth[0] for p, palace in board.palaces.items()} == row["earth"]
    outer = {str(p): board.palaces[p] for p in OUTER}
    assert {p: "".join(palace.heaven) for p, palace in outer.items()} == row["heaven"]
    assert {p: "".join(palace.stars) for p, palace in outer.items()} == row["stars"]
    assert {p: palace.door for p, palace in outer.items()} == row["doors"]
    assert {p: palace.deity for p, palace in outer.items()} == {p: SHORT[d] for p, d in row["gods"].items()}
    centre = board.palaces[5]
    assert (centre.heaven, centre.stars, centre.door, centre.deity) == ((), (), None, None)


def test_the_other_names_of_two_deities_are_a_label() -> None:
    which = qimen.school("chaibu")
    one = qimen.cast(PUBLISHED[0]["local"], which)
    two = qimen.cast(PUBLISHED[0]["local"], which.replace(deity_names="白虎玄武"))
    names = {"勾陈": "白虎", "朱雀": "玄武"}
    for p in OUTER:
        deity = one.palaces[p].deity
        assert deity is not None
        assert two.palaces[p].deity == names.get(deity, deity)
    assert one.chart == two.chart


def test_a_board_is_immutable() -> None:
    board = qimen.cast(PUBLISHED[0]["local"], "chaibu")
    with pytest.raises(AttributeError):
        board.ju = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.palaces[1] = board.palaces[2]  # type: ignore[index]


# ---------------------------------------------------------------- invariants of every chart


def where_is(plate: NDArray[np.uint8], value: NDArray[Any] | int) -> NDArray[Any]:
    """Return the palace of a value on each chart's plate (it must stand exactly once)."""
    found = plate == np.broadcast_to(value, len(plate))[:, None]
    assert (found.sum(axis=1) == 1).all()
    return np.asarray(np.argmax(found, axis=1))


def ring_place(palace: NDArray[Any]) -> NDArray[Any]:
    """Return the place of outer palaces on the ring, clockwise from north."""
    return np.asarray(np.array([RING.index(p) if p in RING else 99 for p in range(10)])[palace])


def test_column_0_is_spare_and_the_centre_keeps_only_its_earth_stem(lodging: str) -> None:
    plates = qimen.plates(CHARTS, rotating(lodging))
    for name, plate in plates._asdict().items():
        assert plate.shape == (1080, 10)
        assert plate.dtype == np.uint8
        assert (plate[:, 0] == 255).all()
        if name != "earth":
            assert (plate[:, 5] == 255).all()


def test_every_plate_is_a_permutation(lodging: str) -> None:
    plates = qimen.plates(CHARTS, rotating(lodging))
    assert (np.sort(plates.earth[:, 1:], axis=1) == np.arange(1, 10)).all()
    stems = np.concatenate([plates.heaven[:, OUTER], plates.guest.min(axis=1, keepdims=True)], axis=1)
    assert (np.sort(stems, axis=1) == np.arange(1, 10)).all()
    assert (np.sort(plates.star[:, OUTER], axis=1) == [0, 1, 2, 3, 5, 6, 7, 8]).all()
    assert (np.sort(plates.door[:, OUTER], axis=1) == np.arange(8)).all()
    assert (np.sort(plates.deity[:, OUTER], axis=1) == np.arange(8)).all()


def test_the_earth_plate_is_laid_by_number_from_the_ju() -> None:
    earth = qimen.plates(CHARTS, "chaibu").earth
    for chart in range(0, 1080, 60):
        ju, step = chart // 60 % 9 + 1, -1 if chart >= 540 else 1
        expected = {(ju - 1 + step * k) % 9 + 1: stem for k, stem in enumerate(PLATE_ORDER)}
        assert {p: int(earth[chart, p]) for p in range(1, 10)} == expected
        assert (earth[chart : chart + 60] == earth[chart]).all()


def test_stars_turn_with_their_stems_and_are_never_reversed(lodging: str) -> None:
    which = rotating(lodging)
    earth, heaven, guest, star, *_ = qimen.plates(CHARTS, which)
    lodge = np.where(YIN, which.lodges()[1], which.lodges()[0])
    rows = np.arange(1080)
    step = None
    for code in [s for s in range(9) if s != 4]:
        palace = where_is(star, code)
        # A star brings the earth stem of its home, and all turn round the ring by one step.
        assert (heaven[rows, palace] == earth[rows, code + 1]).all()
        turn = (ring_place(palace) - RING.index(code + 1)) % 8
        step = turn if step is None else step
        assert (turn == step).all()
        # The lodged star's stem rides with the star of the lodge.
        rides = lodge == code + 1
        assert (guest[rows, palace][rides] == earth[:, 5][rides]).all()
        assert (guest[rows, palace][~rides] == 255).all()


def test_zhi_fu_goes_to_the_earth_stem_of_the_hour(lodging: str) -> None:
    which = rotating(lodging)
    earth, _, _, star, _, deity = qimen.plates(CHARTS, which)
    hands = boards(which).hands
    lodge = np.where(YIN, which.lodges()[1], which.lodges()[0])
    home, raw = where_is(earth, YI), where_is(earth, HOUR_STEM)
    np.testing.assert_array_equal(hands.fu_home_raw, home)
    np.testing.assert_array_equal(hands.fu_raw, raw)
    np.testing.assert_array_equal(hands.fu_home, np.where(home == 5, lodge, home))
    np.testing.assert_array_equal(hands.fu, np.where(raw == 5, lodge, raw))
    np.testing.assert_array_equal(hands.star, home - 1)
    # Where it lodges at home it goes as the star of the lodge.
    np.testing.assert_array_equal(where_is(star, hands.fu_home - 1), hands.fu)
    np.testing.assert_array_equal(where_is(deity, 0), hands.fu)


def test_zhi_shi_walks_by_number_through_the_raw_centre(lodging: str) -> None:
    which = rotating(lodging)
    door = qimen.plates(CHARTS, which).door
    hands = boards(which).hands
    lodge = np.where(YIN, which.lodges()[1], which.lodges()[0])
    step = np.where(YIN, -1, 1) * (HOUR % 10).astype(np.int64)
    raw = (hands.fu_home_raw.astype(np.int64) - 1 + step) % 9 + 1
    np.testing.assert_array_equal(hands.shi_raw, raw)
    np.testing.assert_array_equal(hands.shi, np.where(raw == 5, lodge, raw))
    np.testing.assert_array_equal(hands.door, ring_place(hands.fu_home))
    turn = (ring_place(hands.shi) - hands.door.astype(np.int64)) % 8
    for code in range(8):  # the doors keep the order of the ring, in yin too
        np.testing.assert_array_equal((ring_place(where_is(door, code)) - code) % 8, turn)


def test_deities_go_clockwise_in_yang_and_anticlockwise_in_yin(lodging: str) -> None:
    which = rotating(lodging)
    deity, hands = qimen.plates(CHARTS, which).deity, boards(which).hands
    for code in range(8):
        turn = (ring_place(where_is(deity, code)) - ring_place(hands.fu)) % 8
        assert (turn == np.where(YIN, -code % 8, code)).all()


def test_counts_of_fuyin_and_fanyin(lodging: str) -> None:
    _, _, _, star, door, _ = qimen.plates(CHARTS, rotating(lodging))
    star_turn = (ring_place(where_is(star, 0)) - RING.index(1)) % 8
    door_turn = (ring_place(where_is(door, 0)) - DOOR_HOME.index(1)) % 8
    jia = HOUR % 10 == 0
    assert jia.sum() == 108
    assert (star_turn[jia] == 0).all()
    assert (door_turn[jia] == 0).all()
    assert (door_turn[HOUR % 10 == 9] == 0).all()  # every 癸 hour: nine steps by number lead home
    assert [int((turn == 0).sum()) for turn in (star_turn, door_turn)] == [240, 240]
    assert [int((turn == 4).sum()) for turn in (star_turn, door_turn)] == [120, 120]


@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        ("door:生 & heaven:丙 & earth:丁", (11, 13)),  # 天遁
        ("door:开 & heaven:乙 & earth:己", (19, 17)),  # 地遁
        ("door:休 & heaven:丁 & deity:太阴", (12, 13)),  # 人遁
    ],
)
def test_counts_that_tell_the_lodgings_apart(rule: str, counts: tuple[int, int]) -> None:
    found = [int(np.count_nonzero(qimen.match(CHARTS, qimen.Pattern("x", rule), rotating(name)))) for name in LODGINGS]
    assert tuple(found) == counts


def test_the_lodgings_agree_wherever_the_dun_lodges_alike() -> None:
    kun, mixed = (qimen.plates(CHARTS, rotating(name)) for name in LODGINGS)
    for one, other in zip(kun, mixed, strict=True):
        np.testing.assert_array_equal(one[:540], other[:540])
    assert (kun.guest[540:] != mixed.guest[540:]).any()


def test_the_ju_table_covers_each_ju_four_times_a_dun() -> None:
    table = np.array(JU_TABLE)
    for dun in (table[:12], table[12:]):
        assert np.bincount(dun.ravel(), minlength=10).tolist() == [0] + [4] * 9


# ---------------------------------------------------------------- flying plates


def test_a_flying_plate_moves_everything_by_palace_number() -> None:
    plates = qimen.plates(CHARTS, "tao")
    earth, heaven, guest, star, door, deity = plates
    rows = np.arange(1080)
    step = (where_is(earth, FLYING_STEM) - where_is(earth, YI)) % 9
    assert (guest == 255).all()
    assert (deity == 255).all()
    for code in range(9):
        palace = where_is(star, code)
        np.testing.assert_array_equal((palace - (code + 1)) % 9, step)
        assert (heaven[rows, palace] == earth[rows, code + 1]).all()
    for code, home in enumerate(DOOR_HOME):
        np.testing.assert_array_equal((where_is(door, code) - home) % 9, step)
    # No door where the centre's would be.
    np.testing.assert_array_equal(np.argmax(door[:, 1:] == 255, axis=1) + 1, (5 - 1 + step) % 9 + 1)


def test_a_flying_ju_has_nine_charts_by_the_book_s_number() -> None:
    order = [STEMS.index(stem) for stem in "戊己庚辛壬癸丁丙乙"]
    place = np.array([order.index(stem) if stem in order else 0 for stem in range(10)])
    number = (place[YI] - place[FLYING_STEM]) % 9 + 1
    assert np.bincount(number[:60])[1:].tolist() == [7, 7, 7, 7, 7, 7, 6, 6, 6]
    assert number[PILLARS.index("甲戌")] == number[PILLARS.index("乙丑")] == 2
    heaven = qimen.plates(CHARTS, "tao").heaven
    for ju in range(0, 1080, 60):
        plates = {(int(number[c]), tuple(heaven[c].tolist())) for c in range(ju, ju + 60)}
        assert len(plates) == len({plate for _, plate in plates}) == 9


# ---------------------------------------------------------------- the function itself


def everything(plates: Plates) -> Iterator[NDArray[np.uint8]]:
    """The six arrays."""
    yield from plates


@pytest.mark.parametrize("shape", [(), (0,), (7,), (3, 4), (2, 0, 3)])
def test_shapes(shape: tuple[int, ...]) -> None:
    ids = np.random.default_rng(0).integers(0, 1080, shape)
    plates = qimen.plates(ids)
    for plate, table in zip(plates, boards(qimen.school()).plates, strict=True):
        assert plate.shape == (*shape, 10)
        np.testing.assert_array_equal(plate, table[ids])


@pytest.mark.parametrize("dtype", ["u1", "i2", ">u2", "<i8", ">i4", "u8"])
def test_any_integer_dtype(dtype: str) -> None:
    ids = np.array([0, 5, 250]).astype(dtype)
    np.testing.assert_array_equal(qimen.plates(ids).earth, qimen.plates([0, 5, 250]).earth)


def test_read_only_and_strided_ids() -> None:
    ids = np.arange(0, 1080, 3, dtype=np.uint16)[::-2]
    ids.flags.writeable = False
    np.testing.assert_array_equal(qimen.plates(ids).star, qimen.plates(ids.tolist()).star)


def test_out_is_filled_and_returned() -> None:
    ids = np.array([[1, 2, 3], [1077, 1078, 1079]])
    out = Plates(*(np.zeros((2, 3, 10), dtype=np.uint8) for _ in Plates._fields))
    result = qimen.plates(ids, "chaibu", out=out)
    for mine, theirs, plain in zip(out, result, qimen.plates(ids, "chaibu"), strict=True):
        assert mine is theirs
        np.testing.assert_array_equal(mine, plain)


@pytest.mark.parametrize("wrong", ["shape", "dtype", "read-only"])
def test_an_out_that_does_not_fit(wrong: str) -> None:
    shape = (4, 10) if wrong == "shape" else (3, 10)
    dtype: Any = np.int8 if wrong == "dtype" else np.uint8
    out = Plates(*(np.zeros(shape, dtype=dtype) for _ in Plates._fields))
    if wrong == "read-only":
        for array in out:
            array.flags.writeable = False
    with pytest.raises((QimenError, ValueError, TypeError)):
        qimen.plates([1, 2, 3], out=out)


def test_results_are_the_caller_s_own_and_tables_are_frozen() -> None:
    qimen.plates([7]).earth[:] = 0
    assert qimen.plates([7]).earth.any()
    for array in (*boards(qimen.school()).plates, *boards(qimen.school()).hands):
        assert not array.flags.writeable
    assert isinstance(boards(qimen.school()).hands, Hands)


@pytest.mark.parametrize("ids", [[1.0], ["甲"], [True], None, [1 + 2j]])
def test_ids_of_another_kind(ids: Any) -> None:
    with pytest.raises(InputTypeError, match="chart_ids"):
        qimen.plates(ids)


def test_ids_that_are_none() -> None:
    with pytest.raises(InputError, match=r"chart_ids: 2 of 4 .*0\.\.1079.* 1080 at index 1") as caught:
        qimen.plates([0, 1080, -1, 3])
    np.testing.assert_array_equal(caught.value.mask, [False, True, True, False])


def test_plates_pickle() -> None:
    plates = qimen.plates([3, 4])
    for one, other in zip(everything(plates), pickle.loads(pickle.dumps(plates)), strict=True):
        np.testing.assert_array_equal(one, other)


def test_pillar_names_are_in_step() -> None:
    assert PILLARS[0] == "甲子"
    assert PILLARS[59] == "癸亥"
    assert len(set(PILLARS)) == 60
