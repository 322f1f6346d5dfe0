"""Triplets and quads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import SINGLE, STANDARD, Facts, count, none, some
from mahjong_core.tiles import RANKS, each_suit

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

RANKS_1_TO_7: Final = each_suit(0b001111111)


def all_triplets(h: Facts) -> Truth:
    """Four triplets and a pair."""
    return (h.shape == STANDARD) & none(h.runs)


def three_concealed_triplets(h: Facts) -> Truth:
    """Three concealed triplets, no more."""
    return count(h.concealed_triplets) == 3


def four_concealed_triplets(h: Facts) -> Truth:
    """Four concealed triplets."""
    return count(h.concealed_triplets) == 4


def four_concealed_triplets_single_wait(h: Facts) -> Truth:
    """Four concealed triplets, won by the second tile of the pair."""
    return (count(h.concealed_triplets) == 4) & (h.wait == SINGLE)


def three_quads(h: Facts) -> Truth:
    """Three quads, no more."""
    return count(h.quads) == 3


def four_quads(h: Facts) -> Truth:
    """Four quads."""
    return count(h.quads) == 4


def three_suit_triplet(h: Facts) -> Truth:
    """The same triplet in all three suits."""
    return some(h.triplets & h.triplets >> 9 & h.triplets >> 18 & RANKS)


def three_consecutive_triplets(h: Facts) -> Truth:
    """Three triplets in a row, in one suit."""
    return some(h.triplets & h.triplets >> 1 & h.triplets >> 2 & RANKS_1_TO_7)
