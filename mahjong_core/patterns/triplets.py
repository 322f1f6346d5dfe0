"""Triplets and quads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import SINGLE, STANDARD, Facts, count, none, some
from mahjong_core.tiles import OUTSIDE, RANK_1, RANKS, SIMPLES, each_suit

if TYPE_CHECKING:
    from mahjong_core.facts import Number, Truth

RANKS_1_TO_7: Final = each_suit(0b001111111)
RANKS_1_TO_6: Final = each_suit(0b000111111)
RANKS_1_TO_5: Final = each_suit(0b000011111)
RANKS_1_TO_3: Final = each_suit(0b000000111)


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


def three_or_four_concealed_triplets(h: Facts) -> Truth:
    """At least three concealed triplets."""
    return count(h.concealed_triplets) >= 3


def all_triplets_single_wait(h: Facts) -> Truth:
    """Four triplets, won by the second tile of the pair."""
    return all_triplets(h) & (h.wait == SINGLE)


def four_declared_groups(h: Facts) -> Truth:
    """Four declared groups, claimed or concealed quads: the hand waited for its pair."""
    return h.claimed + count(h.concealed_quads) == 4


def quads(h: Facts) -> Number:
    """How many quads."""
    return count(h.quads)


def four_of_a_kind(h: Facts) -> Number:
    """How many kinds are there four times, as a quad or not."""
    return count(h.held_4)


def four_of_a_kind_beside_quads(h: Facts) -> Number:
    """How many kinds are there four times without being a quad."""
    return count(h.held_4 ^ h.quads)


def added_quads_of_simples(h: Facts) -> Number:
    """How many quads of simples were made by adding a tile to a claimed triplet."""
    return count(h.added_quads & SIMPLES)


def added_quads_outside(h: Facts) -> Number:
    """How many quads of terminals or honours were made by adding a tile to a claimed triplet."""
    return count(h.added_quads & OUTSIDE)


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


def three_triplets_two_apart(h: Facts) -> Truth:
    """Three triplets of one suit with one rank left out between them: 2 4 6."""
    return some(h.triplets & h.triplets >> 2 & h.triplets >> 4 & RANKS_1_TO_5)


def three_triplets_three_apart(h: Facts) -> Truth:
    """Three triplets of one suit with two ranks left out between them: 1 4 7."""
    return some(h.triplets & h.triplets >> 3 & h.triplets >> 6 & RANKS_1_TO_3)


def three_triplets_four_apart(h: Facts) -> Truth:
    """Triplets of 1, 5 and 9 of one suit."""
    return some(h.triplets & h.triplets >> 4 & h.triplets >> 8 & RANK_1)


def four_consecutive_triplets_and_pair(h: Facts) -> Truth:
    """Four triplets in a row, in one suit, and the pair behind or before them."""
    first = h.triplets & h.triplets >> 1 & h.triplets >> 2 & h.triplets >> 3 & RANKS_1_TO_6
    behind, before = h.pair >> 4 & RANKS_1_TO_5, h.pair << 1 & (RANKS_1_TO_6 ^ RANK_1)
    return some(first & (behind | before))


def two_two_suit_triplets(h: Facts) -> Truth:
    """Two ranks, each as triplets in two suits."""
    man, pin, sou = h.triplets & RANKS, h.triplets >> 9 & RANKS, h.triplets >> 18 & RANKS
    return count(man & pin | man & sou | pin & sou) == 2
