"""One hand under every ruleset: what is not playable, what has no role, what is ignored and says so."""

from __future__ import annotations

from typing import Any

import pytest

import mahjong_core as mj

ALL = [found.name for found in mj.available()]


def compared(text: str, **situation: Any) -> dict[str, mj.Result]:
    comparison = mj.compare(mj.Hand.parse(text), mj.Situation(**{"win": "ron", "ron_from": "W", **situation}), ALL)
    return {row.ruleset: row.result for row in comparison.rows}


def test_every_ruleset_answers() -> None:
    found = compared("234m567p22s345s67m+8m", flags=["riichi"])
    assert set(found) == {"riichi", "riichi-roles", "riichi-1920s", "french-classic", "french-advanced", "sichuan"}
    assert {name: result.status for name, result in found.items() if result.status != "win"} == {"sichuan": "not_a_win"}
    assert [problem.code for problem in found["sichuan"].problems] == ["three_suits"]


@pytest.mark.parametrize(
    ("text", "code"), [("234m567m11z345m67m+8m", "tiles_not_in_play"), ("234m567m22p67m(345m)+8m", "chows_not_in_play")]
)
def test_honours_and_claimed_runs_are_not_played_in_the_battle(text: str, code: str) -> None:
    found = compared(text)
    assert found["sichuan"].status == "not_playable"
    assert [problem.code for problem in found["sichuan"].problems] == [code]
    assert found["riichi-1920s"].status == "win"


def test_below_the_minimum_there_is_no_role() -> None:
    found = compared("234m567m22p67s(345s)+8s")  # all simples, open
    assert {name: found[name].status for name in ("riichi", "riichi-roles")} == {
        "riichi": "win",
        "riichi-roles": "no_role",
    }
    assert found["riichi-1920s"].value == 80


def test_what_a_ruleset_does_not_know_is_listed() -> None:
    found = compared(
        "234m567m22p345p67m+8m", flags=["ippatsu", "riichi"], dora_indicators="3z", honba=2, given={"void": "s"}
    )
    assert {name: result.ignored for name, result in found.items()} == {
        "riichi": ["void"],
        "riichi-roles": ["void"],
        "riichi-1920s": ["ippatsu", "void", "honba", "dora_indicators"],
        "french-classic": ["ippatsu", "void", "honba", "dora_indicators"],
        "french-advanced": ["ippatsu", "void", "honba", "dora_indicators"],
        "sichuan": ["ippatsu", "riichi", "honba", "dora_indicators"],
    }


def test_a_role_stands_only_under_patterns_that_hold() -> None:
    comparison = mj.compare(mj.Hand.parse("23455588m222p5p5p+5p"), mj.Situation(win="ron", flags=["riichi"]), ALL)
    assert "riichi" in comparison.patterns
    assert "double_riichi" not in comparison.patterns
    pairs = mj.compare(mj.Hand.parse("1122m3355m2288p9p+9p"), mj.Situation(win="tsumo"), ["sichuan", "riichi-roles"])
    assert "seven_pairs" in pairs.patterns
    assert "seven_pairs_repeated" not in pairs.patterns


def test_one_pattern_lines_all_rulesets_up() -> None:
    hand, event = mj.Hand.parse("33m88p(222m)(444m)(666p)+3m"), mj.Situation(win="ron", ron_from="W")
    comparison = mj.compare(hand, event, ALL)
    found = {row.ruleset: role for row, role in zip(comparison.rows, comparison.patterns["all_triplets"], strict=True)}
    assert {name: role.id for name, role in found.items() if role is not None} == {
        "french-classic": "la_main_ne_comporte_aucune_suite",
        "french-advanced": "la_main_ne_comporte_aucune_suite",
        "riichi": "toitoi",
        "riichi-1920s": "row_7",
        "riichi-roles": "toitoi",
        "sichuan": "duiduihu",
    }
