"""What keeps a complete hand from winning: bars, and own discards."""

from __future__ import annotations

import pickle

import pytest

import mahjong_core as mj
from mahjong_core.population import population

HAND = "234m567m22p345p67m+8m"
BAR = {"bars": {"no_twos": {"when": "all_simples", "names": {"en": "no simples", "fr": "pas de milieux"}}}}


def test_a_bar_of_a_table_is_no_win_and_says_so() -> None:
    rules = mj.load("riichi", overlay=BAR)
    result = rules.score(mj.Hand.parse(HAND), mj.Situation(win="tsumo"))
    assert (result.status, result.value) == ("not_a_win", None)
    assert [tuple(problem) for problem in result.problems] == [("no_twos", "no simples")]
    assert "pas de milieux" in result.explain("fr")
    assert result.to_dict("fr")["problems"][0]["message"] == "pas de milieux"
    assert pickle.loads(pickle.dumps(result.problems)) == result.problems


def test_many_hands_are_barred_too() -> None:
    rules = mj.load("riichi", overlay=BAR)
    hands = population(rules, 400, 3)
    scores = rules.score_columns(hands)
    barred = [row for row, problems in scores.problems.items() if problems[0].code == "no_twos"]
    assert barred
    assert all(rules.score(hands.hand(row), hands.situation(row)).status == "not_a_win" for row in barred)


def test_a_whole_hand_is_barred_too() -> None:
    result = mj.load("sichuan").score(mj.Hand.parse("1122m3344p5566s7m+7m"), mj.Situation(win="ron"))
    assert [problem.code for problem in result.problems] == ["three_suits"]


@pytest.mark.parametrize(
    ("ruleset", "options", "river", "codes"),
    [
        ("riichi-roles", {}, "5m", ["furiten"]),  # the other end of the wait
        ("riichi-roles", {}, "8m9p", ["furiten"]),
        ("riichi-roles", {}, "4m9p", []),
        ("riichi-1920s", {"furiten": "same_tile"}, "5m", []),
        ("riichi-1920s", {"furiten": "same_tile"}, "8m", ["furiten"]),
        ("riichi-1920s", {}, "8m", []),
    ],
)
def test_own_discards(ruleset: str, options: dict[str, str], river: str, codes: list[str]) -> None:
    rules = mj.load(ruleset, options=options)
    hand = mj.Hand.parse("234m567m22p345p67m+8m")
    result = rules.score(hand, mj.Situation(win="ron", ron_from="W", river=river))
    assert [problem.code for problem in result.problems] == codes
    assert result.status == ("invalid" if codes else "win")
    assert rules.score(hand, mj.Situation(win="tsumo", river=river)).status == "win"
    record = {"hand": "234m567m22p345p67m+8m", "win": "ron", "ron_from": "W", "river": river}
    assert rules.score_record(record).status == result.status


def test_a_river_that_cannot_be() -> None:
    result = mj.load("riichi-roles").score(mj.Hand.parse(HAND), mj.Situation(win="tsumo", river="2222m9p"))
    assert (result.status, [problem.code for problem in result.problems]) == ("invalid", ["too_many_copies"])


def test_the_waits_of_the_source() -> None:
    """Source 000, L'Écoute: its two hands, whose pictures are lost."""
    rules = mj.load("riichi-roles")
    assert [wait.tile for wait in rules.waits(mj.Hand.parse("1122233344499s"))] == ["1s", "4s", "9s"]
    waits = rules.waits(mj.Hand.parse("2344556678999m"))
    assert [wait.tile for wait in waits] == ["1m", "2m", "4m", "5m", "7m", "8m"]
    won = {
        tile: rules.score(mj.Hand.parse(f"2344556678999m+{tile}"), mj.Situation(win="ron")).measures["roles"]
        for tile in ("1m", "5m", "8m")
    }
    assert won == {"1m": 10, "5m": 6, "8m": 6}


# ------------------------------------------------------------------------------------------------ seats that have won
SEVEN = "1111m3355m2288p9p+9p"


@pytest.mark.parametrize(
    ("gone", "seat", "code"),
    [
        (["E", None], "S", "bad_seat"),
        (["S"], "S", "already_won"),
        (["E", "W", "N"], "S", "already_won"),
        (["Q"], "S", "bad_seat"),
    ],
)
def test_seats_that_cannot_have_won(gone: list[str | None], seat: str, code: str) -> None:
    record = {"hand": SEVEN, "win": "tsumo", "seat_wind": seat, "round_wind": "E", "already_won": gone}
    (result,) = mj.load("sichuan").score_many([record])
    assert result.status == "invalid"
    assert result.problems
    assert code == "bad_seat" or code in [problem.code for problem in result.problems]


def test_who_has_won_neither_pays_nor_discards() -> None:
    rules = mj.load("sichuan")
    drawn = rules.score(mj.Hand.parse(SEVEN), mj.Situation(win="tsumo", given={"already_won": ["N", "E"]}))
    assert drawn.payments == {"E": 0, "S": 9, "W": -9, "N": 0}
    thrown = rules.score(mj.Hand.parse(SEVEN), mj.Situation(win="ron", ron_from="E", given={"already_won": ["E"]}))
    assert (thrown.status, thrown.value, thrown.payments) == ("win", 8, None)
    assert "E has won already" in thrown.notes[0]
    assert "E a déjà gagné" in thrown.explain("fr")


def test_the_cap_stands_in_one_place() -> None:
    """A bonus that the cap cuts off follows the cap, however it was changed."""
    hand, event = mj.Hand.parse("5s(2222s)(888s)(333s)(777s)+5s"), mj.Situation(win="tsumo")
    for cap in (2, 5):
        rules = mj.load("sichuan", options={"selfdraw_bonus_after_cap": False}, overlay={"settings": {"fan_cap": cap}})
        result = rules.score(hand, event)
        assert (result.value, result.payments) == (
            2**cap,
            {"E": -(2**cap), "S": 3 * 2**cap, "W": -(2**cap), "N": -(2**cap)},
        )


def test_waits_know_the_bars() -> None:
    rules = mj.load("sichuan")
    assert rules.waits(mj.Hand.parse("123m456p789s22m33m")) == []
    assert [wait.tile for wait in rules.waits(mj.Hand.parse("123m456p789p22m33m"))] == ["1m", "2m", "3m"]
