"""Whole-hand shapes: what ``find`` finds and what ``when`` and ``pair`` say are the same."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.facts import FACTS, HAND, Facts, event
from mahjong_core.whole_hands import WHOLE_HANDS

HANDS = {
    "seven_pairs": ["1122334455667p+7p", "11m22m33m44p55p66p7z+7z"],
    "thirteen_orphans": ["19m19p19s1234567z+1z", "19m19p19s1234567z+9s"],
    "lanterns": ["19m19p19s1234567z+9s"],
    "little_serpent": ["123456789m1234z+5z", "123456789p1234z+2z", "456789s1234z(123s)+7z", "456789s1234z(123s)+4z"],
    "nine_tile_hand": ["19m19p123456789s+1m", "12345678m9m19p19s+9m", "19m19p456789s(123s)+1s"],
    "three_wind_quads_in_hand": ["1111222233334z+4z", "111122223333z4z+4z"],
    "three_dragon_quads_in_hand": ["5555666677771z+1z", "5556666777744z+5z"],
    "seven_pairs_repeated": ["1111m22m33m44p55p6p+6p", "111m2222333355s+1m", "1111222233334s+4s", "1111777z9999m1p1p+7z"],
    "thirteen_unrelated": [
        "147m147p147s1234z+4z", "258m147p47s12357z+2m", "369m1p369s123456z+9s", "369m147p9s123456z+9m",
        "14m47p26s1234567z+6s", "19m19p19s1234567z+1z",
    ],
}  # fmt: skip
FIRST_DRAW = ("tenhou", "chiihou", "chiihou riichi")
LATER = ("", "renhou", "haitei riichi double_riichi")
NEAR = [
    "123456789m1234z+5m", "123456789m123z5z+5z", "19m19p123456789s+5s", "1112223334z55m1p+1p", "112233445566p1z+7p",
    "2233445566778p+8p", "1122334455p(777p)+6p", "1123466778p(234p)+8p", "111222333z4444z+1p", "[5555z]66667777z11z+1z",
    "(555z)5666677771z+1z", "5555666677771z+2z", "[1111z]2222333344z+4z", "(222z)1111233334z+4z", "(111z)12345678m23z+4z",
    "(123m)(456m)(789m)1234z+1z",
    "1112233445566p+6p", "1112223344556p+6p", "(111m)1m223344556m+6m", "(123m)123m445566p7p+7p", "(123m)123m444455p6p+6p",
    "1111222233344p+5p", "[1111m]2233445566m+7m", "147m147p13s12345z+5z", "147m147p78s12345z+5z", "147m147p147s1234z+5z",
    "147m147p147s112z2z+3z", "147m147p147s122z2z+3z", "(123m)69m147p12345z+5z", "(111z)147m147p14s23z+4z",
    "147m147p147s1234z",
]  # fmt: skip


def facts_of(hand: mj.Hand, flags: str) -> Facts:
    """The facts of a whole hand, which it has under their names (but for the tile that won), and these flags."""
    h: Any = Facts()
    for name, (known, _) in FACTS.items():
        if known == HAND and hasattr(hand, name):
            setattr(h, name, getattr(hand, name))
    h.win_tile, h.events = hand.win_bit, sum(event(flag) for flag in flags.split())
    return h  # type: ignore[no-any-return]


def says_the_same(hand: mj.Hand) -> None:
    """Whatever the situation; ``thirteen_unrelated`` is there at the first draw only."""
    for shape in WHOLE_HANDS:
        found = shape.find(hand)
        assert shape.when is not None
        assert shape.pair is not None
        for flags in (*FIRST_DRAW, *LATER):
            facts = facts_of(hand, flags)
            there = bool(found) and (flags in FIRST_DRAW or shape.name != "thirteen_unrelated")
            assert bool(shape.when(facts)) == there, (shape.name, str(hand), flags)
            assert [whole.pair for whole in found] == [shape.pair(facts)] * len(found), (shape.name, str(hand))


@pytest.mark.parametrize("text", [text for texts in HANDS.values() for text in texts] + NEAR)
def test_find_and_when(text: str) -> None:
    hand = mj.Hand.parse(text)
    assert hand.problems == ()
    says_the_same(hand)


@pytest.mark.parametrize("name", HANDS)
def test_each_shape_is_there(name: str) -> None:
    (shape,) = (shape for shape in WHOLE_HANDS if shape.name == name)
    assert all(shape.find(mj.Hand.parse(text)) for text in HANDS[name])


def test_only_the_unrelated_ask_for_the_situation() -> None:
    assert [shape.name for shape in WHOLE_HANDS if not shape.of_tiles_alone] == ["thirteen_unrelated"]


@pytest.mark.parametrize("text", HANDS["thirteen_unrelated"])
def test_unrelated_at_the_first_draw_only(text: str) -> None:
    (shape,) = (shape for shape in WHOLE_HANDS if shape.name == "thirteen_unrelated")
    assert shape.when is not None
    hand = mj.Hand.parse(text)
    assert [bool(shape.when(facts_of(hand, flags))) for flags in FIRST_DRAW] == [True, True, True]
    assert [bool(shape.when(facts_of(hand, flags))) for flags in LATER] == [False, False, False]


@pytest.mark.parametrize("suit", "mps")
def test_unrelated_are_three_ranks_apart(suit: str) -> None:
    (shape,) = (shape for shape in WHOLE_HANDS if shape.name == "thirteen_unrelated")
    others = "".join(f"147{other}" for other in "mps" if other != suit)
    for low, high in combinations(range(1, 10), 2):
        hand = mj.Hand.parse(f"{low}{high}{suit}{others}12345z+5z")
        assert bool(shape.find(hand)) == (high - low >= 3), str(hand)
        says_the_same(hand)


@settings(max_examples=300)
@given(st.sampled_from([text for texts in HANDS.values() for text in texts]), st.integers(0, 33), st.data())
def test_one_tile_changed(text: str, kind: int, data: st.DataObject) -> None:
    hand = mj.Hand.parse(text)
    tiles = list(hand.concealed)
    tiles[data.draw(st.integers(0, len(tiles) - 1))] = kind
    changed = mj.Hand(tiles, hand.groups, hand.win_tile)
    if not changed.problems:
        says_the_same(changed)
