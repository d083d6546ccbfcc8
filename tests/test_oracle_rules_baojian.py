"""The oracle's rules against the tables of 宝鉴 and the eighty-one pairs of today."""

import csv

import pytest

from oracle_charts import DAY_HOURS, JU, VECTORS, boards, hits, hours_of, judge, table_of
from qimen.oracle.rules import RULES
from qimen.oracle.tables import PILLARS, STEMS

TABLES = table_of("baojian_tables.json")
STEM_SLUGS = dict(zip(STEMS, ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"), strict=True))
STAR_SLUGS = {
    "蓬": "peng", "芮": "rui", "冲": "chong", "辅": "fu", "禽": "qin",
    "心": "xin", "柱": "zhu", "任": "ren", "英": "ying",
}  # fmt: skip
STAR_STATES = {"旺": "wang", "相": "xiang", "休": "xiu", "囚": "qiu", "废": "fei"}
DOOR_SLUGS = {
    "休": "xiu", "生": "sheng", "伤": "shang", "杜": "du",
    "景": "jing-fire", "死": "si", "惊": "jing-metal", "开": "kai",
}  # fmt: skip
DOOR_STATES = {
    "旺": "wang", "绝": "jue", "胎": "tai", "没": "mo", "死": "si", "囚": "qiu", "休": "xiu", "废": "fei",
}  # fmt: skip


def test_deshi_yujia_table():
    expected = {
        (entry["ju"], hour): (entry["palace"], entry["door"])
        for hour, entries in TABLES["deshi_yujia"].items()
        for entry in entries
    }
    found = hits("deshi-yujia")
    assert set(found) == set(expected)
    for chart, (raw, door) in expected.items():
        laid = boards("kun-gen")[chart]
        assert laid.shi_raw == raw == laid.fu_raw
        assert laid.shi_door == door
        assert found[chart] == {laid.lodged(raw)}


def test_deshi_hours():
    assert {hour for _, hour in hits("sanqi-deshi")} == {
        *("壬申", "辛巳", "庚寅", "己亥", "戊申", "丁巳"),
        *("辛未", "庚辰", "己丑", "戊戌", "丁未", "丙辰"),
        *("庚午", "己卯", "戊子", "丁酉", "丙午", "乙卯"),
    }


def test_youyi_table():
    found = {}
    for ju, hour in hits("sanqi-you-liuyi"):
        found.setdefault(ju, set()).add(f"{hour[0]}:{hour}")
    assert found == {ju: set(entries) for ju, entries in TABLES["youyi"].items()}


def test_yunv_tables():
    assert hours_of("yunv-shoumen") == set(TABLES["yunv_hours"])
    assert hours_of("yunv-shoumen.lin") == {h for hours in TABLES["yunv_lin"].values() for h in hours}
    for row in ("yunv-shoumen", "sanqi-you-liuyi.jingyou", "sanqi-you-liuyi.li", "sanqi-you-liuyi.tao"):
        for (ju, hour), palaces in hits(row, "kun").items():
            assert palaces == {boards("kun")[ju, hour].shi_palace}


def test_deshi_li_table():
    for (ju, hour), palaces in hits("sanqi-deshi.li").items():
        laid = boards("kun-gen")[ju, hour]
        assert laid.xun in TABLES["deshi_li"][hour[0]]
        assert palaces == {laid.fu_palace}
        assert hour[0] in laid.earth_at(laid.fu_palace)
    assert len(hours_of("sanqi-deshi.li")) == 6


def test_menpo_table():
    for chart, laid in boards("kun-gen").items():
        expected = {p for p, door in laid.doors.items() if p in TABLES["menpo"][door]}
        assert hits("menpo").get(chart, frozenset()) == expected


def test_wubuyu_tables():
    algorithm = TABLES["wubuyu"]["algorithm"]
    for row, table in (
        ("wubuyu-shi", {stem: [hour] for stem, hour in algorithm.items()}),
        ("wubuyu-shi.same-polarity", TABLES["wubuyu"]["seven_killing_hours"]),
        ("wubuyu-shi.any-polarity", TABLES["wubuyu"]["any_controlling_hours"]),
        ("wuhe-shi", TABLES["wuhe_hours"]),
    ):
        found = {stem: set() for stem in STEMS}
        for day, hour in DAY_HOURS:
            if judge(row, "阳1", hour, day=day):
                found[day[0]].add(hour)
        assert found == {stem: set(hours) for stem, hours in table.items()}, row


def test_jixing_table():
    for chart, laid in boards("kun-gen").items():
        on_it = laid.fu_palace == TABLES["jixing"]["book"][laid.yi]
        assert bool(hits("liuyi-jixing").get(chart)) == on_it


def test_star_fuyin_table():
    expected = {(ju, hour) for hour in TABLES["star_fuyin"]["six"] for ju in JU}
    expected |= {(ju, hour) for hour, jus in TABLES["star_fuyin"]["lodged_extra"].items() for ju in jus}
    assert set(hits("xing-fuyin")) == expected


def test_door_fuyin_table():
    expected = {(ju, hour) for hour in TABLES["door_fuyin"]["gui"] for ju in JU}
    for extra in ("qin_geng", "rui_ren_ding"):
        expected |= set(TABLES["door_fuyin"][extra].items())
    assert set(hits("men-fuyin")) == expected


@pytest.mark.parametrize(("row", "table"), [("xing-fanyin", "star_fanyin"), ("men-fanyin", "door_fanyin")])
def test_fanyin_table(row, table):
    expected = {(ju, hour) for ju, hours in TABLES[table].items() for hour in hours}
    assert set(hits(row)) == expected


def test_qi_tomb_and_control_tables():
    for row, table in (("sanqi-rumu", "qi_tomb_palace"), ("qizhi", "qi_controlled_palace")):
        for chart, laid in boards("kun-gen").items():
            expected = {
                palace for qi, palaces in TABLES[table].items() for palace in palaces if qi in laid.heaven_at(palace)
            }
            assert hits(row).get(chart, frozenset()) == expected


def test_sanqi_rumu_with_lucky_door():
    half = [
        chart
        for chart, palaces in hits("sanqi-rumu").items()
        if any(boards("kun-gen")[chart].doors[palace] in "开休生" for palace in palaces)
    ]
    assert len(hits("sanqi-rumu")) == 380
    assert len(half) == 162


def test_sanjia_and_gate_tables():
    classes = {"仲": "zhongjia", "孟": "mengjia", "季": "jijia"}
    for yuan, entry in TABLES["sanjia"].items():
        held = hits("sanjia", yuan=yuan)
        assert {boards("kun-gen")[chart].xun for chart in held} == set(entry["xun"])
        assert len(held) == 18 * 20
        for kind, row in classes.items():
            assert set(hits(row, yuan=yuan)) == (set(held) if kind == entry["kind"] else set())
    for node, entry in TABLES["xingde"].items():
        for term in entry["terms"]:
            five = {"de": 0, "xing": 0}
            for yuan, sanjia in TABLES["sanjia"].items():
                for xun in sanjia["xun"]:
                    listed = TABLES["xingde_at_door_in_sanjia"][node][sanjia["kind"] + xun]
                    for side, row in (("de", "de-zai-men"), ("xing", "xing-zai-men")):
                        found = {
                            hour
                            for _, hour in hits(row, ju_term=term, yuan=yuan)
                            if boards("kun-gen")["阳1", hour].xun == xun
                        }
                        assert found == set(listed[side])
                        five[side] += len(found)
            assert five == {"de": 5, "xing": 5}
            assert entry["de"] in {hour[1] for _, hour in hits("de-zai-men", ju_term=term, yuan="上")} | {
                hour[1] for _, hour in hits("de-zai-men", ju_term=term, yuan="中")
            }


def test_kaihe_table():
    rows = {"盡開": "jinkai", "半開": "bankai", "半闔": "banhe", "盡闔": "jinhe", "開": "kai", "闔": "he"}
    polarity = TABLES["star_polarity"]
    for term in TABLES["ju_table"]:
        for yuan in "上中下":
            known = {"ju_term": term, "yuan": yuan}
            held = {name: set(hits(row, **known)) for name, row in rows.items()}
            assert sum(len(charts) for charts in held.values()) == 1080
            de, xing = set(hits("de-zai-men", **known)), set(hits("xing-zai-men", **known))
            for condition, name in TABLES["kaihe"].items():
                gate, stars = condition.split("+")
                led = polarity["yang" if stars == "陽星" else "yin"]
                for chart in held[name]:
                    assert boards("kun-gen")[chart].fu_star in led
                    assert (chart in de, chart in xing) == (gate == "德在門", gate == "刑在門")


def test_sanjia_by_leader_is_the_yuan_of_chaibu():
    for day in PILLARS:
        yuan = "上中下"[PILLARS.index(day) // 5 % 3]
        for row in ("zhongjia", "mengjia", "jijia"):
            ju, hour = "阳1", "甲午"
            assert judge(f"{row}.leader", ju, hour, day=day) == judge(row, ju, hour, yuan=yuan)


def test_three_schools_sanjia_table():
    rows = {
        "內開外闔": "neikai-waihe",
        "半開半闔": "bankai-banhe",
        "外開內闔": "waikai-neihe",
        "內半開外盡闔": "neibankai-waijinhe",
        "外半開內盡闔": "waibankai-neijinhe",
    }
    hours = {"仲": ("甲子", "甲午"), "孟": ("甲寅", "甲申"), "季": ("甲辰", "甲戌")}
    for stars, by_class in TABLES["three_schools_sanjia"].items():
        for kind, name in by_class.items():
            if name not in rows:
                assert (stars, kind) == ("陰星", "仲")
                continue
            led = TABLES["star_polarity"]["yang" if stars == "陽星" else "yin"]
            expected = {(ju, hour) for ju in JU for hour in hours[kind] if boards("kun-gen")[ju, hour].fu_star in led}
            assert set(hits(rows[name])) == expected
            by_yuan = [set(hits(f"{rows[name]}.yuan", yuan=yuan)) for yuan in "上中下"]
            assert sorted(by_yuan, key=len) == [set(), set(), expected]


def test_tomb_hours_table():
    table = TABLES["hour_stem_tomb"]
    assert hours_of("shigan-rumu") == set(table["book_five"])
    assert hours_of("shigan-rumu.jiuben") == set(table["old"])
    assert hours_of("sanqi-rumu-shi.modern") == set(table["sanqi_three"])
    for pillar in PILLARS:
        assert bool(judge("rishi-sanqi-rumu", "阳1", "甲子", day=pillar)) == (pillar in table["sanqi_three"])
        assert bool(judge("rishi-sanqi-rumu", "阳1", pillar, day="甲子")) == (pillar in table["sanqi_three"])


def test_three_five_table():
    table = TABLES["three_five"]
    for day in PILLARS:
        for hour in PILLARS:
            by_branch = table["day_branch"][day[1]]
            assert bool(judge("yousan", "阳1", hour, day=day)) == (hour[1] == by_branch["sheng"])
            assert bool(judge("biwu", "阳1", hour, day=day)) == (hour[1] == by_branch["si"])
    for chart, laid in boards("kun-gen").items():
        for leader, ending in (("甲", ""), (laid.yi, ".yi")):
            by_stem = table["fu_stem"][leader]
            for row, side in (("fuyousan", "sheng"), ("fubiwu", "si")):
                found = hits(row + ending).get(chart)
                assert found == ({laid.fu_palace} if laid.hour[0] == by_stem[side] else None)


def test_named_pairs_table():
    rows = {
        "勃飞(伏干)": "bofei",
        "勃伏(飞干)": "bofu",
        "格飞(伏干)": "gefei",
        "格伏(飞干)": "gefu",
        "刑": "xing",
        "破(either order)": "po",
        "贼格": "zeige",
        "破格": "poge",
        "合格": "hege",
        "阴阳化气": "yinyang-huaqi",
        "龙凤呈祥": "longfeng-chengxiang",
        "二龙战野": "erlong-zhanye",
        "二虎争雄": "erhu-zhengxiong",
        "青龙困顿": "qinglong-kundun",
        "白虎迍邅": "baihu-zhunzhan",
    }
    ordered = {"bofei", "bofu", "gefei", "gefu", "xing"}
    not_in = {"gefei": "甲申", "gefu": "甲申", "qinglong-kundun": "甲子"}
    table = {rows[name]: pairs for name, pairs in TABLES["named_pairs"].items() if name != "诸书"}
    table |= {
        row: [[pair[0], earth] for earth in pair[1]]
        for row, pair in zip(
            ("dage.zhushu", "xiaoge", "xingge.zhushu", "qige"),
            TABLES["named_pairs"]["诸书"].values(),
            strict=True,
        )
    }
    ordered |= {"dage.zhushu", "xiaoge", "xingge.zhushu", "qige"}
    for row, listed in table.items():
        pairs = [listed] if isinstance(listed[0], str) else listed
        if row not in ordered:
            pairs = pairs + [[earth, heaven] for heaven, earth in pairs]
        for chart, laid in boards("kun-gen").items():
            expected = {
                palace
                for palace in laid.palaces
                for heaven, earth in pairs
                if heaven in laid.heaven_at(palace) and earth in laid.earth_at(palace)
            }
            if not_in.get(row) == laid.xun:
                expected = set()
            assert hits(row).get(chart, set()) == expected, (row, chart)


def test_geng_in_the_hour_alone():
    known = {"year": "甲子", "month": "丙寅", "day": "甲子"}
    counts = [len(hits(row, **known)) for row in ("bofei.fugan", "bofu.feigan", "gefei.fugan", "gefu.feigan")]
    assert counts == [4, 14, 14, 90]
    geng_day = {"year": "甲子", "month": "丙寅", "day": "庚午"}
    assert len(hits("fugan", **geng_day)) == len(set(hits("bofei")) | set(hits("gefei")))
    assert len(hits("feigan", **geng_day)) == len(set(hits("bofu")) | set(hits("gefu")))


def test_tanhe_table():
    found = {(ju, *palaces) for (ju, _), palaces in hits("tanhe-shouzhi").items()}
    assert found == {(entry["ju"], entry["meet"]) for entry in TABLES["tanhe"]}
    for entry in TABLES["tanhe"]:
        earth = boards("kun-gen")[entry["ju"], "甲子"].earth
        assert (earth[entry["ding"]], earth[entry["bing"]]) == ("丁", "丙")


def test_qiying_tables():
    laid = boards("kun-gen")["阳1", "丙寅"]
    for star, by_month in TABLES["qiying_stars"].items():
        place = {palace for palace, stars in laid.stars.items() if star in stars}
        for branch, state in by_month.items():
            month = next(pillar for pillar in PILLARS if pillar[1] == branch)
            for other, word in STAR_STATES.items():
                expected = place if other == state else set()
                assert judge(f"qiying-{STAR_SLUGS[star]}-{word}", "阳1", "丙寅", month=month) == expected
                jingyou = "si" if other == "废" else word
                assert judge(f"xiuwang-{STAR_SLUGS[star]}-{jingyou}", "阳1", "丙寅", month=month) == expected
    for node, by_door in TABLES["qiying_doors"].items():
        for term in TABLES["xingde"][node]["terms"]:
            for door, state in by_door.items():
                place = {palace for palace, there in laid.doors.items() if there == door}
                for other, word in DOOR_STATES.items():
                    expected = place if other == state else set()
                    row = f"qiying-{DOOR_SLUGS[door]}-men-{word}"
                    assert judge(row, "阳1", "丙寅", term=term) == expected
                    if door == laid.shi_door:
                        assert judge(f"qiying-zhishi-{word}", "阳1", "丙寅", term=term) == expected


def test_net_heights():
    by_palace = dict.fromkeys(range(1, 10), 0)
    for palaces in hits("tianwang-fang").values():
        (palace,) = palaces
        by_palace[palace] += 1
    # The spread that the claims of 宝鉴 卷二 天网时 were checked with.
    assert by_palace == {1: 11, 2: 15, 3: 13, 4: 15, 5: 0, 6: 15, 7: 13, 8: 15, 9: 11}
    by_height = ("tianwang-di", "tianwang-rumu", "tianwang-chuguan", "tianwang-gao")
    assert [len(hits(row)) for row in by_height] == [39, 15, 15, 39]
    assert [len(hits(f"tianwang-chi-{feet}", "kun")) for feet in range(1, 10)] == [12] * 9
    agree = [c for c, palaces in hits("tianwang-fang", "kun").items() if palaces == {boards("kun")[c].fu_palace}]
    assert len(agree) == 20


def test_pei_branch_of_yi_table():
    assert hours_of("xing-fuyin.by-stem") == set(TABLES["pei_branch_of_yi"].values())


def test_stem_gates_table():
    assert set(TABLES["stem_gates"]) == set(STEMS)
    for stem, slug in STEM_SLUGS.items():
        for chart, laid in boards("kun-gen").items():
            assert hits(f"menhu-{slug}")[chart] == {p for p in laid.palaces if stem in laid.heaven_at(p)}
            assert hits(f"menhu-{slug}.earth")[chart] == {p for p in laid.palaces if stem in laid.earth_at(p)}


def test_modern_pairs():
    with (VECTORS / "stem_pairs_modern.csv").open(encoding="utf-8", newline="") as lines:
        pairs = [(line["heaven"], line["earth"]) for line in csv.DictReader(lines)]
    assert len(pairs) == 81
    rows = [f"keying-{STEM_SLUGS[heaven]}-{STEM_SLUGS[earth]}" for heaven, earth in pairs]
    assert set(rows) == {row for row in RULES if row.startswith("keying-")}
    # Every chart has nine heaven stems; two more pairs at the lodge, three where guest meets guest.
    total = sum(len(palaces) for row in rows for palaces in hits(row, "kun").values())
    assert total == 11040
    assert len(hits("keying-wu-bing", "kun")) == 123
    assert len(hits("keying-bing-wu", "kun")) == 119


def test_tianfu_table():
    assert hours_of("tianfu-shi") == set(TABLES["tianfu_hours"])
