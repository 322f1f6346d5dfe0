"""A new whole-hand shape: seven pairs in which all four of a kind are two of the pairs.

In riichi it is worth what seven pairs are worth, 25 fu included; where the same tiles are four groups and a pair, the
better reading counts as always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from mahjong_core import Hand, Shape, Whole, hookimpl
from mahjong_core.facts import Facts, Pattern, shape
from mahjong_core.tiles import NAMES, kinds_in

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

NAME: Final = "pairs_with_repeats"
NUMBER: Final = shape(NAME)


def find(hand: Hand) -> Sequence[Whole]:
    """Fourteen tiles, two or four of each kind, and four of at least one."""
    fours, threes, pairs = hand.held_4, hand.held_3, hand.held_2
    if hand.groups or not fours or threes != fours or pairs != hand.tiles:
        return ()
    text = [2 * NAMES[kind][0] + NAMES[kind][1] for kind in kinds_in(pairs) for _ in range(hand.held[kind] // 2)]
    return (Whole(pairs, " ".join(text)),)


def repeated_pairs(h: Facts) -> Truth:
    """Seven pairs, two of them alike."""
    return h.shape == NUMBER


@hookimpl
def mahjong_shapes() -> list[Shape]:
    return [Shape(NAME, find)]


@hookimpl
def mahjong_patterns() -> list[Pattern]:
    return [repeated_pairs]


@hookimpl
def mahjong_overlay(ruleset: str) -> Mapping[str, Any] | None:
    if ruleset != "riichi":
        return None
    either = ["seven_pairs", "repeated_pairs"]
    return {
        "shapes": {NAME: True},
        "roles": {"chiitoitsu": {"when": either}},
        "items": {"seven_pairs": {"when": either}},
    }
