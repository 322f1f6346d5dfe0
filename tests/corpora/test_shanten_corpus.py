"""20,000 random hands: the shanten of PyPI ``mahjong``, as groups, as seven pairs, as orphans, and of all together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from mahjong.shanten import Shanten

import mahjong_core as mj
from mahjong_core.tiles import kinds_in
from tests.corpora.graded import SHARED, rows

HANDS = SHARED / "bench" / "shanten.jsonl"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not HANDS.is_file(), reason="the random hands (../shared/bench/shanten.jsonl) are not here"),
]

SHAPES = ("seven_pairs", "thirteen_orphans")
CASES: dict[str, tuple[set[str], Callable[[list[int]], int]]] = {
    "groups": (set(), lambda held: Shanten.calculate_shanten(held, False, False)),
    "seven_pairs": ({"seven_pairs"}, lambda held: Shanten.calculate_shanten(held, True, False)),
    "thirteen_orphans": ({"thirteen_orphans"}, lambda held: Shanten.calculate_shanten(held, False, True)),
    "all": (set(SHAPES), Shanten.calculate_shanten),
}


@cache
def hands() -> list[mj.Hand]:
    return [mj.Hand.parse(row["hand"]) for row in rows(HANDS)]


@cache
def held() -> list[list[int]]:
    return [list(hand.held) for hand in hands()]


@pytest.mark.parametrize("case", CASES)
def test_shanten_of_random_hands(case: str) -> None:
    on, theirs = CASES[case]
    rules = mj.load("riichi", overlay={"shapes": {shape: shape in on for shape in SHAPES}})
    expected = [theirs(counts) for counts in held()]
    assert len(expected) == 20_000
    assert [rules.shanten(hand) for hand in hands()] == expected
    assert rules.shanten_many(np.array(held(), np.uint8).T).tolist() == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_distance_of_a_shape_alone(shape: str) -> None:
    found = next(known for known in mj.load("riichi").shapes if known.name == shape)
    theirs = {
        "seven_pairs": Shanten.calculate_shanten_for_chiitoitsu_hand,
        "thirteen_orphans": Shanten.calculate_shanten_for_kokushi_hand,
    }[shape]
    expected = [theirs(counts) for counts in held()]
    assert found.distance is not None
    assert found.distance_columns is not None
    assert [found.distance(hand)[0] - 1 for hand in hands()] == expected
    assert [int(n) - 1 for n in found.distance_columns(np.array(held(), np.uint8).T)] == expected


def test_accepted_tiles_of_random_hands() -> None:
    """2,000 hands: each kind added, PyPI ``mahjong`` asked; one hand at a time, and all at once."""
    rules, thirteen = mj.load("riichi"), [hand for hand in hands() if hand.number == 13][:2000]
    many = rules.accepts_many(np.array([list(hand.held) for hand in thirteen], np.uint8).T)
    assert len(many) == 2000
    for hand, kinds in zip(thirteen, many.tolist(), strict=True):
        counts = list(hand.held)
        now, want = Shanten.calculate_shanten(counts), []
        for kind in [kind for kind in range(34) if counts[kind] < 4]:
            more = [*counts[:kind], counts[kind] + 1, *counts[kind + 1 :]]
            if Shanten.calculate_shanten(more) < now:
                want.append((mj.Hand([kind]), 4 - counts[kind]))
        assert [(mj.Hand.parse(found.tile), found.left) for found in rules.accepts(hand)] == want
        assert [(mj.Hand([kind]), 4 - counts[kind]) for kind in kinds_in(kinds)] == want
