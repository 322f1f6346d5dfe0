"""Whole-hand shapes: what ``find`` finds and what ``when`` and ``pair`` say are the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.whole_hands import WHOLE_HANDS

HANDS = {
    "seven_pairs": ["1122334455667p+7p", "11m22m33m44p55p66p7z+7z"],
    "thirteen_orphans": ["19m19p19s1234567z+1z", "19m19p19s1234567z+9s"],
    "lanterns": ["19m19p19s1234567z+9s"],
    "little_serpent": ["123456789m1234z+5z", "123456789p1234z+2z", "456789s1234z7z(123s)+7z", "456789s12347z(123s)+7z"],
    "nine_tile_hand": ["19m19p123456789s+1m", "12345678m9m19p19s+9m", "19m19p456789s(123s)+1s"],
    "three_wind_quads_in_hand": ["1111222233334z+4z", "111122223333z4z+4z"],
    "three_dragon_quads_in_hand": ["5555666677771z+1z", "5555666677771z+2z"],
}
NEAR = [
    "123456789m1234z+5m", "123456789m123z5z+5z", "19m19p123456789s+5s", "1112223334z55m1p+1p", "1122334455667p1z+7p",
    "2233445566778p+8p", "11223344556p(777p)+6p", "1123466778p(234p)+8p", "111222333z4444z+1p", "[5555z][6666z][7777z]1z+1z",
    "[1111z][2222z][3333z]4z+4z", "(123m)(456m)(789m)1234z+1z", "(111z)23456789m1m23z4z+4z",
]  # fmt: skip


def says_the_same(hand: mj.Hand) -> None:
    facts: Any = hand  # it has the facts of a whole hand under their names
    for shape in WHOLE_HANDS:
        found = shape.find(hand)
        assert shape.when is not None
        assert shape.pair is not None
        assert bool(shape.when(facts)) == bool(found), (shape.name, str(hand))
        assert [whole.pair for whole in found] == [shape.pair(facts)] * len(found), (shape.name, str(hand))


@pytest.mark.parametrize("text", [text for texts in HANDS.values() for text in texts] + NEAR)
def test_find_and_when(text: str) -> None:
    hand = mj.Hand.parse(text)
    if not hand.problems:
        says_the_same(hand)


@pytest.mark.parametrize("name", HANDS)
def test_each_shape_is_there(name: str) -> None:
    (shape,) = (shape for shape in WHOLE_HANDS if shape.name == name)
    assert any(shape.find(mj.Hand.parse(text)) for text in HANDS[name])


@settings(max_examples=300)
@given(st.sampled_from([text for texts in HANDS.values() for text in texts]), st.integers(0, 33), st.data())
def test_one_tile_changed(text: str, kind: int, data: st.DataObject) -> None:
    hand = mj.Hand.parse(text)
    if hand.problems:
        return
    tiles = list(hand.concealed)
    tiles[data.draw(st.integers(0, len(tiles) - 1))] = kind
    changed = mj.Hand(tiles, hand.groups, hand.win_tile)
    if not changed.problems:
        says_the_same(changed)
