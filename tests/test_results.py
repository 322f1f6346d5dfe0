"""Results, explanations, comparisons and waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.records import result_schema

RIICHI = mj.load("riichi")
FRENCH = mj.load("french-classic")


def test_the_dictionary_has_the_keys_of_the_contract() -> None:
    result = RIICHI.score(mj.Hand.parse("234m567p22s(345s)67m+8m"), mj.Situation(win="ron", ron_from="W"))
    told = result.to_dict("fr")
    assert list(told) == list(result_schema()["properties"])
    assert told["roles"] == [{"id": "tanyao", "pattern": "all_simples", "name": "La Vallée", "worth": {"han": 1}}]
    assert told["items"][0] == {"id": "base", "text": "base", "points": 20}
    assert told["reading"] == "234m 67+8m 567p 22s (345s)"
    assert told["wait"] == "two_sided"


def test_the_reading_marks_what_the_winning_tile_completed() -> None:
    situation = mj.Situation(win="ron")
    for text, reading in (
        ("234m567p678s44z88p+8p", "234m 567p 88+8p 678s 44z"),
        ("234m567p678s888p4z+4z", "234m 567p 888p 678s 4+4z"),
        ("123m46p678s888p44z+5p", "123m 46+5p 888p 678s 44z"),
    ):
        assert RIICHI.score(mj.Hand.parse(text), situation).reading == reading


def test_a_red_five_is_shown_as_the_winning_tile() -> None:
    result = RIICHI.score(mj.Hand.parse("234m46p678s888p44s+0p"), mj.Situation(win="tsumo"))
    assert result.reading is not None
    assert "46+0p" in result.reading
    assert "akadora" in result.role_ids


def test_why_a_complete_hand_does_not_score() -> None:
    hand = mj.Hand.parse("123m567p22s(345s)67m+8m")
    text = RIICHI.score(hand, mj.Situation(win="ron", ron_from="W", dora_indicators="2m")).explain()
    assert "Dora counts, but does not make a win by itself." in text
    assert "With houtei it would win: 2000 (houtei, dora)." in text
    iipeikou = RIICHI.score(mj.Hand.parse("22334499m23p(789s)+1p"), mj.Situation(win="ron")).explain()
    assert "Twin runs counts only in a closed hand" in iipeikou


def test_why_tiles_are_no_win() -> None:
    waiting = RIICHI.score(mj.Hand.parse("123m567p22s345s67m+1z"), mj.Situation(win="ron")).explain()
    assert "waits on 5m 8m" in waiting
    far = RIICHI.score(mj.Hand.parse("147m258p369s1234z+5z"), mj.Situation(win="ron")).explain("fr")
    assert "n'attend rien" in far


def test_an_option_that_would_make_it_a_win_is_named() -> None:
    rules = mj.load("riichi", options={"open_tanyao": False})
    text = rules.score(mj.Hand.parse("234m567p22s(345s)67m+8m"), mj.Situation(win="ron")).explain()
    assert "With option open_tanyao = true it would win: 1000 (tanyao)." in text


def test_shares_are_of_the_rulesets_own_limit() -> None:
    hand = mj.Hand.parse("111m222p33355s77z+7z")
    comparison = mj.compare(hand, mj.Situation(win="ron", seat="E", round="E", ron_from="S"), [RIICHI, FRENCH])
    riichi, french = comparison.rows
    assert riichi.result.value == 12000
    assert riichi.share == 12000 / 48000
    assert french.share == (french.result.value or 0) / 1000
    assert [role and role.id for role in comparison.patterns["all_triplets"]] == [
        "toitoi",
        "la_main_ne_comporte_aucune_suite",
    ]


def test_a_hand_with_flowers_is_not_playable_without_them() -> None:
    hand, situation = mj.Hand.parse("111m222p33355s77z1f+7z"), mj.Situation(win="ron")
    assert RIICHI.score(hand, situation).status == "not_playable"
    assert FRENCH.score(hand, situation).status == "win"


def test_red_fives_are_plain_where_there_are_none() -> None:
    result = FRENCH.score(mj.Hand.parse("234m406p678s8889m+9m"), mj.Situation(win="ron"))
    assert result.status == "win"
    assert any("plain fives" in note for note in result.notes)


def test_flags_that_mean_nothing_are_listed() -> None:
    result = FRENCH.score(mj.Hand.parse("234m456p678s8889m+9m"), mj.Situation(win="ron", flags=frozenset({"ippatsu"})))
    assert result.ignored == ["ippatsu"]


def test_waits_of_the_source() -> None:
    tiles = [wait.tile for wait in RIICHI.waits(mj.Hand.parse("2344556678999m"))]
    assert tiles == ["1m", "2m", "4m", "5m", "7m", "8m"]
    shapes = {wait.tile: wait.shapes for wait in RIICHI.waits(mj.Hand.parse("1112345678999m"))}
    assert len(shapes) == 9
    assert "edge" in shapes["3m"]
    orphans = RIICHI.waits(mj.Hand.parse("19m19p19s1234567z"))
    assert len(orphans) == 13
    assert orphans[0].shapes == ("whole_hand",)


def test_no_wait_on_a_tile_of_which_one_holds_all_four() -> None:
    assert [wait.tile for wait in RIICHI.waits(mj.Hand.parse("111m123456789p1m"))] == []


@pytest.mark.parametrize("flags", [{"riichi": False}, None, 3])
def test_flags_are_a_list_of_names(flags: Any) -> None:
    with pytest.raises(mj.HandError, match="flags"):
        mj.Situation(win="ron", flags=flags)


@pytest.mark.parametrize("value", [[[]], [{}], [3]])
def test_an_odd_member_of_an_option_is_a_problem_of_its_row(value: Any) -> None:
    record = {"hand": "234m567p22s(345s)67m+8m", "win": "ron", "options": {"double_yakuman": value}}
    result = RIICHI.score_record(record)
    assert [problem.code for problem in result.problems] == ["unknown_option_value"]


def test_a_table_inside_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("roles: &r {tanyao: *r}\n", encoding="utf-8")
    with pytest.raises(mj.RulesetError, match="inside itself"):
        mj.load("riichi", overlay=tmp_path / "x.yaml")


def test_a_plugin_that_exits_is_told(tmp_path: Path) -> None:
    (tmp_path / "quits.py").write_text("import sys; sys.exit(3)\n", encoding="utf-8")
    with pytest.raises(mj.PluginError, match="could not be imported"):
        mj.load("riichi", plugins=[tmp_path / "quits.py"])
