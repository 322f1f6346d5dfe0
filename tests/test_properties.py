"""What must hold for every hand, found by Hypothesis on complete hands."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.groups import CHOW, CONCEALED_KONG, KONG, PUNG, Group
from mahjong_core.hands import Hand
from mahjong_core.waits import every_reading
from tests.generated_hands import CHOWS, kinds_of

CHECKED = settings(max_examples=150, deadline=None)
SUIT_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2))


@cache
def rules(name: str) -> mj.Ruleset:
    return mj.load(name)


@st.composite
def wins(draw: st.DrawFn) -> Hand:
    """Four groups and a pair, some declared, without red fives."""
    concealed: list[int] = []
    declared: list[Group] = []
    pair = draw(st.integers(0, 33))
    concealed += [pair, pair]
    for _ in range(4):
        type_ = draw(st.sampled_from((CHOW, CHOW, PUNG, PUNG, KONG, CONCEALED_KONG)))
        kind = draw(st.sampled_from(CHOWS) if type_ == CHOW else st.integers(0, 33))
        if type_ in (KONG, CONCEALED_KONG) or draw(st.integers(0, 3)) == 0:
            declared.append(Group(type_, tuple(kinds_of(type_, kind))))
        else:
            concealed += kinds_of(type_, kind)
    held = Counter(concealed) + Counter(tile for group in declared for tile in group.tiles)
    assume(max(held.values()) <= 4)
    win = concealed.pop(draw(st.integers(0, len(concealed) - 1)))
    return Hand(concealed, declared, win)


@st.composite
def ways(draw: st.DrawFn, hand: Hand) -> mj.Situation:
    """How it was won."""
    seat = draw(st.sampled_from("ESWN"))
    win = draw(st.sampled_from(("ron", "tsumo")))
    others = [other for other in "ESWN" if other != seat]
    return mj.Situation(
        win=win,
        seat=seat,
        round=draw(st.sampled_from("ES")),
        ron_from=draw(st.sampled_from(others)) if win == "ron" else None,
        flags=frozenset({"riichi"} if hand.closed and draw(st.booleans()) else ()),
        honba=draw(st.integers(0, 3)),
        riichi_sticks=draw(st.integers(0, 3)),
    )


def told(result: mj.Result) -> dict[str, object]:
    """Everything of a result but how its hand is written."""
    kept = ("status", "value", "measures", "limit", "payments")
    roles = [(role.id, role.worth) for role in result.roles]
    return {**{key: result.to_dict()[key] for key in kept}, "roles": roles}


@CHECKED
@given(st.data())
def test_payments_sum_to_zero_with_the_sticks(data: st.DataObject) -> None:
    hand = data.draw(wins())
    situation = data.draw(ways(hand))
    result = rules(data.draw(st.sampled_from(("riichi", "riichi:ema-2025", "riichi:mahjong-soul")))).score(
        hand, situation
    )
    assert result.status in ("win", "no_role")
    if result.status == "win":
        assert result.payments is not None
        assert sum(result.payments.values()) == 1000 * situation.riichi_sticks
        assert result.payments[str(situation.seat)] > 0


@CHECKED
@given(st.data())
def test_order_of_tiles_and_groups_means_nothing(data: st.DataObject) -> None:
    hand = data.draw(wins())
    situation = data.draw(ways(hand))
    tiles, groups = data.draw(st.permutations(hand.concealed)), data.draw(st.permutations(hand.groups))
    other = Hand(tiles, groups, hand.win_tile)
    for name in ("riichi", "french-classic"):
        assert told(rules(name).score(hand, situation)) == told(rules(name).score(other, situation))


@CHECKED
@given(st.data(), st.sampled_from(SUIT_ORDERS), st.booleans())
def test_suits_may_be_exchanged_and_ranks_reversed(data: st.DataObject, order: tuple[int, ...], reverse: bool) -> None:
    hand = data.draw(wins())
    situation = data.draw(ways(hand))

    def moved(tile: int) -> int:
        if tile >= 27:
            return tile
        rank = 8 - tile % 9 if reverse else tile % 9
        return 9 * order[tile // 9] + rank

    groups = [Group(group.type, tuple(sorted(moved(tile) for tile in group.tiles))) for group in hand.groups]
    assert hand.win_tile is not None
    other = Hand([moved(tile) for tile in hand.concealed], groups, moved(hand.win_tile))
    for name, one_suit_only in (("riichi", "ryuuiisou"), ("french-classic", "la_grande_main_verte_majeure")):
        one, two = rules(name).score(hand, situation), rules(name).score(other, situation)
        if one_suit_only not in one.role_ids + two.role_ids:  # the green hands are hands of bamboos
            assert told(one) == told(two)


@CHECKED
@given(st.data(), st.integers(0, 33))
def test_a_dora_never_lowers_the_points(data: st.DataObject, indicator: int) -> None:
    hand = data.draw(wins())
    situation = data.draw(ways(hand))
    assume(hand.held[indicator] < 4)
    with_dora = mj.Situation(
        **{key: getattr(situation, key) for key in ("win", "seat", "round", "ron_from", "flags", "honba")},
        dora_indicators=str(Hand([indicator])),
    )
    without = rules("riichi").score(hand, situation).value or 0
    assert (rules("riichi").score(hand, with_dora).value or 0) >= without


@CHECKED
@given(st.data())
def test_items_sum_to_the_raw_figure(data: st.DataObject) -> None:
    hand = data.draw(wins())
    situation = data.draw(ways(hand))
    result = rules("riichi").score(hand, situation)
    if result.status == "win" and not result.measures["yakuman"]:
        raw = sum(line.points for line in result.items)
        fu = result.measures["fu"]
        assert fu == (raw if raw == 25 else -(-raw // 10) * 10)
    french = rules("french-classic").score(hand, situation)
    assert french.limit == "grand_jeu" or sum(line.points for line in french.items) == french.measures["points"]


@CHECKED
@given(st.data())
def test_no_reading_is_worth_more_than_the_best(data: st.DataObject) -> None:
    """Every reading, forced by declaring nothing else: its parts are among those that were tried."""
    hand = data.draw(wins())
    result = rules("riichi").score(hand, data.draw(ways(hand)))
    readings = {str(best.splits) + str(best.wait) for best in every_reading(rules("riichi"), hand)}
    assert result.best is not None
    assert str(result.best.splits) + str(result.best.wait) in readings


@CHECKED
@given(st.data())
def test_scoring_one_hand_never_changes_the_result_of_another(data: st.DataObject) -> None:
    one, two = data.draw(wins()), data.draw(wins())
    situation = data.draw(ways(one))
    before = rules("riichi").score(one, situation)
    kept = before.to_dict()
    kept_roles = before.roles
    rules("riichi").score(two, data.draw(ways(two))).to_dict()
    before.measures["han"] = 99
    before.roles.clear()
    assert before.to_dict() == kept
    assert before.roles == kept_roles


@CHECKED
@given(st.data())
def test_the_winning_tile_is_among_the_waits(data: st.DataObject) -> None:
    hand = data.draw(wins())
    waits = rules("riichi").waits(Hand(hand.concealed, hand.groups))
    assert hand.win in [mj.Hand.parse(wait.tile).concealed[0] for wait in waits]
