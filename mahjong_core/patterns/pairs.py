"""Hands of seven pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import Facts, none, some
from mahjong_core.patterns.shapes import REPEATED_PAIRS, SEVEN_PAIRS
from mahjong_core.patterns.suits import all_two_five_eight
from mahjong_core.tiles import SIMPLES, SUITS

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

FIRST_WHEEL: Final = 0b001111111 << 9


def seven_pairs(h: Facts) -> Truth:
    """Seven different pairs."""
    return h.shape == SEVEN_PAIRS


def seven_pairs_repeated(h: Facts) -> Truth:
    """Seven pairs, four of a kind being two of them, at least once."""
    return h.shape == REPEATED_PAIRS


def seven_honour_pairs(h: Facts) -> Truth:
    """Seven pairs: each of the honours."""
    return (h.shape == SEVEN_PAIRS) & none(h.tiles & SUITS)


def seven_simple_pairs(h: Facts) -> Truth:
    """Seven pairs without terminals and honours."""
    return _seven_pairs(h) & none(h.tiles & (SUITS ^ SIMPLES)) & none(h.honours)


def seven_outside_pairs(h: Facts) -> Truth:
    """Seven pairs of terminals and honours."""
    return _seven_pairs(h) & none(h.tiles & SIMPLES)


def seven_half_flush_pairs(h: Facts) -> Truth:
    """Seven pairs of one suit and honours."""
    return _seven_pairs(h) & (h.suits == 1) & some(h.honours)


def seven_full_flush_pairs(h: Facts) -> Truth:
    """Seven pairs of one suit."""
    return _seven_pairs(h) & (h.suits == 1) & none(h.honours)


def seven_pairs_of_two_five_eight(h: Facts) -> Truth:
    """Seven pairs of 2, 5 and 8."""
    return _seven_pairs(h) & all_two_five_eight(h)


def seven_circle_pairs_in_a_row(h: Facts) -> Truth:
    """Seven pairs of circles in a row: 1 to 7, 2 to 8 or 3 to 9."""
    first, second, third = FIRST_WHEEL, FIRST_WHEEL << 1, FIRST_WHEEL << 2
    return (h.shape == SEVEN_PAIRS) & ((h.tiles == first) | (h.tiles == second) | (h.tiles == third))


def _seven_pairs(h: Facts) -> Truth:
    return (h.shape == SEVEN_PAIRS) | (h.shape == REPEATED_PAIRS)
