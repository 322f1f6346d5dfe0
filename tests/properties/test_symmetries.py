"""What may be exchanged without changing a score: the order of tiles, suits, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.groups import make_group
from mahjong_core.hands import Hand
from mahjong_core.tile_text import parse_kinds, print_tiles
from mahjong_core.tiles import BONUS_NAMES, KINDS, NEXT
from tests.generated_hands import (
    before,
    played,
)
from tests.properties.variants import CHECKED, each_ruleset, rules, told, variants, widest


# ------------------------------------------------------------------------------------------------ symmetries
@each_ruleset
@CHECKED
@given(data=st.data())
def test_order_of_tiles_and_groups_means_nothing(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    tiles, groups = data.draw(st.permutations(hand.concealed)), data.draw(st.permutations(hand.groups))
    other = Hand(tiles, groups, hand.win_tile, reversed(bonus_of(hand)))
    assert other == hand
    for variant in variants(ruleset):
        assert told(variant.score(hand, situation)) == told(variant.score(other, situation)), variant.name


class LeftOut(NamedTuple):
    """A pattern that a symmetry does not keep: a hand of it, and why not.  Without a reason it is kept."""

    ruleset: str
    hand: str
    flags: str = ""
    suits: str = ""  # why not when suits are exchanged
    ranks: str = ""  # why not when ranks are reversed


ALL_ROLES = "riichi-roles:all-roles"
# No ruleset is left out of a symmetry as a whole.
LEFT_OUT = {
    "all_green": LeftOut("riichi", "22334466888s66z+6z", suits="only bamboos are green", ranks="2 and 3, not 7 and 8"),
    "all_green_with_dragon": LeftOut("riichi:jpml-a", "22334466888s66z+6z", suits="as all green", ranks="as all green"),
    # even ranks remain even when they are reversed
    "great_green_hand": LeftOut("french-classic", "222444666s666z8s+8s", suits="only bamboos are green"),
    "all_red": LeftOut(ALL_ROLES, "111555777999s7z+7z", suits="only bamboos are red", ranks="1 5 7 9, not 1 3 5 9"),
    "half_flush_with_its_dragon": LeftOut(ALL_ROLES, "12345678m99m777z+9m", suits="each suit has a dragon of its own"),
    "robbed_two_of_bamboos": LeftOut(
        ALL_ROLES, "123m456m789p11z34s+2s", "chankan", suits="the 2 of bamboos is a javelin", ranks="the 8 is not"
    ),
    # the 5 is in the middle
    "last_discard_five_of_circles": LeftOut(
        ALL_ROLES, "123m456m789s11z34p+5p", "houtei", suits="only circles are coins"
    ),
    "last_draw_one_of_circles": LeftOut(
        ALL_ROLES, "123m456m789s11z23p+1p", "haitei", suits="only circles are coins", ranks="the 1, not the 9"
    ),
    # any seven ranks in a row will do
    "seven_circle_pairs_in_a_row": LeftOut(ALL_ROLES, "2233445566778p+8p", suits="only circles are wheels"),
}


def bonus_of(hand: Hand) -> list[str]:
    return [name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1]


def moved(tile: int, order: Sequence[int], reverse: bool) -> int:
    """A tile when the suits are exchanged (characters become the suit ``order[0]``) and ranks perhaps reversed."""
    if tile >= KINDS:
        return KINDS + order[tile - KINDS]
    return tile if tile >= 27 else 9 * order[tile // 9] + (8 - tile % 9 if reverse else tile % 9)


def moved_hand(hand: Hand, order: Sequence[int], reverse: bool) -> Hand:
    groups = [
        make_group(group.type, [moved(tile, order, reverse) for tile in group.tiles], None) for group in hand.groups
    ]
    win_tile = None if hand.win_tile is None else moved(hand.win_tile, order, reverse)
    return Hand([moved(tile, order, reverse) for tile in hand.concealed], groups, win_tile, bonus_of(hand))


def moved_situation(situation: mj.Situation, order: Sequence[int], reverse: bool) -> mj.Situation:
    """The same tiles are dora, and the void suit is exchanged, too."""
    texts = {}
    for key in ("dora_indicators", "ura_indicators"):
        kinds = parse_kinds(getattr(situation, key))
        texts[key] = print_tiles([before(moved(NEXT[kind], order, reverse)) for kind in kinds])
    void = situation.given.get("void")
    exchanged = {"void": "mps"[order["mps".index(void)]]} if void else {}
    return situation.but(**texts, given={**situation.given, **exchanged})


@cache
def without(name: str, roles: frozenset[str]) -> mj.Ruleset:
    """The ruleset without some roles."""
    return mj.load(name, overlay={"roles": dict.fromkeys(sorted(roles))})


def scores_the_same(
    variant: mj.Ruleset, hand: Hand, situation: mj.Situation, order: Sequence[int], reverse: bool
) -> None:
    """Also when moved; where a role counts that is left out of this symmetry, without it and those like it."""
    other, there = moved_hand(hand, order, reverse), moved_situation(situation, order, reverse)
    one, two = variant.score(hand, situation), variant.score(other, there)
    patterns = {pattern for pattern, out in LEFT_OUT.items() if (out.ranks if reverse else out.suits)}
    left_out = {id for id, role in variant.table.roles.items() if patterns.intersection(role.patterns)}
    if left_out.intersection(one.role_ids + two.role_ids):
        symmetric = without(variant.name, frozenset(left_out))
        one, two = symmetric.score(hand, situation), symmetric.score(other, there)
    assert told(one) == told(two), variant.name


@each_ruleset
@CHECKED
@given(data=st.data(), order=st.sampled_from(list(permutations(range(3)))[1:]))
def test_suits_may_be_exchanged(ruleset: str, data: st.DataObject, order: tuple[int, ...]) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    for variant in variants(ruleset):
        scores_the_same(variant, hand, situation, order, reverse=False)


@each_ruleset
@CHECKED
@given(data=st.data())
def test_ranks_may_be_reversed(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    order = range(3)
    assume(not rules(ruleset).inspect(moved_hand(hand, order, True), moved_situation(situation, order, True)))
    for variant in variants(ruleset):
        scores_the_same(variant, hand, situation, order, reverse=True)


@pytest.mark.parametrize(("pattern", "out"), LEFT_OUT.items(), ids=list(LEFT_OUT))
def test_what_is_left_out_of_a_symmetry_has_to_be(pattern: str, out: LeftOut) -> None:
    variant, hand = rules(out.ruleset), Hand.parse(out.hand)
    situation = mj.Situation(win="tsumo" if out.flags == "haitei" else "ron", flags=frozenset(out.flags.split()))
    roles = {id for id, role in variant.table.roles.items() if pattern in role.patterns}
    assert roles.intersection(variant.score(hand, situation).role_ids)
    exchanged, reversed_ = moved_hand(hand, (1, 2, 0), False), moved_hand(hand, range(3), True)
    assert bool(roles.intersection(variant.score(exchanged, situation).role_ids)) is not bool(out.suits)
    assert bool(roles.intersection(variant.score(reversed_, situation).role_ids)) is not bool(out.ranks)
