"""What wins, and who pays, for every hand under every ruleset and preset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.groups import CHOW, make_group
from mahjong_core.hands import Hand
from mahjong_core.tiles import HONOURS, NAMES, SUITS, kinds_in
from tests.generated_hands import (
    complete_hands,
    groups_and_pair,
    played,
)
from tests.properties.variants import CHECKED, RULESETS, each_ruleset, rules, variants, widest


# ------------------------------------------------------------------------------------------------ what a win is
@each_ruleset
@CHECKED
@given(data=st.data())
def test_four_groups_and_a_pair_win_and_were_waited_for(ruleset: str, data: st.DataObject) -> None:
    hand = data.draw(complete_hands(widest(ruleset), grouped=True))
    situation = mj.Situation(win=data.draw(st.sampled_from(("ron", "tsumo"))))
    for variant in variants(ruleset):
        needs_a_role = variant.table.method == "han_fu"
        assert variant.score(hand, situation).status in (("win", "no_role") if needs_a_role else ("win",)), variant.name
    waits = rules(ruleset).waits(Hand(hand.concealed, hand.groups))
    assert NAMES[hand.win] in [wait.tile for wait in waits]


@each_ruleset
@CHECKED
@given(data=st.data())
def test_scoring_one_hand_never_changes_the_result_of_another(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    first = rules(ruleset).score(hand, situation)
    kept, kept_roles = first.to_dict(), first.roles
    rules(ruleset).score(*data.draw(played(widest(ruleset)))).to_dict()
    first.measures["han"] = 99
    first.roles.clear()
    assert first.to_dict() == kept
    assert first.roles == kept_roles


@pytest.mark.parametrize("name", RULESETS["sichuan"])
@CHECKED
@given(data=st.data())
def test_a_hand_of_three_suits_or_with_the_void_suit_is_not_a_win(name: str, data: st.DataObject) -> None:
    tiles, declared = data.draw(groups_and_pair(tuple(kinds_in(SUITS)), chows=False))
    groups = [make_group(type_, kinds, None) for type_, kinds in declared]
    hand = Hand(tiles[1:], groups, tiles[0])
    held = [suit for suit, found in zip("mps", hand.suits, strict=False) if found.kinds]
    void = data.draw(st.sampled_from((None, "m", "p", "s")))
    result = rules(name).score(hand, mj.Situation(win="ron", ron_from="W", given={"void": void} if void else {}))
    bars = ["three_suits"] * (len(held) == 3) + ["void_suit"] * (void in held)
    assert [problem.code for problem in result.problems] == bars
    assert result.status == ("not_a_win" if bars else "win")
    assert (result.value is None) is (result.payments is None) is bool(bars)


@pytest.mark.parametrize("name", RULESETS["sichuan"])
@CHECKED
@given(data=st.data())
def test_honours_and_claimed_runs_are_not_playable_in_sichuan(name: str, data: st.DataObject) -> None:
    hand = data.draw(complete_hands(rules("riichi-1920s"), grouped=True))
    codes = [problem.code for problem in rules(name).inspect(hand, mj.Situation(win="tsumo"))]
    honours, runs = bool(hand.tiles & HONOURS), any(group.type == CHOW for group in hand.groups)
    assert codes == ["tiles_not_in_play"] * honours + ["chows_not_in_play"] * runs
    assert not codes or rules(name).score(hand, mj.Situation(win="tsumo")).status == "not_playable"


# ------------------------------------------------------------------------------------------------ payments
@each_ruleset
@CHECKED
@given(data=st.data())
def test_payments_sum_to_zero_with_the_sticks(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        result, payment = variant.score(hand, situation), variant.table.payment
        paid = result.payments
        if result.status != "win" or variant.table.settlement == "marks":
            assert paid is None, variant.name
            continue
        assert paid is not None
        assert result.value is not None
        sticks = getattr(payment, "stick", 0) * situation.riichi_sticks
        assert sum(paid.values()) == sticks, variant.name
        won = paid.pop(str(situation.seat)) - sticks
        assert won > 0 >= max(paid.values()), variant.name
        assert not any(paid[seat] for seat in situation.given.get("already_won", ())), variant.name
        if variant.table.settlement == "basic_points":
            assert won == result.value + payment.honba_value * situation.honba, variant.name
