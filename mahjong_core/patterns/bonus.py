"""Flowers and seasons, dora, red fives, norths set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import Facts, count, some
from mahjong_core.patterns.situation import DOUBLE_RIICHI, OPEN_RIICHI, RIICHI

if TYPE_CHECKING:
    from mahjong_core.facts import Bits, Number, Truth

FLOWERS: Final = 0b0000_1111
SEASONS: Final = 0b1111_0000
FIRSTS: Final = 0b0001_0001
ANY_RIICHI: Final = RIICHI | DOUBLE_RIICHI | OPEN_RIICHI


def flowers(h: Facts) -> Number:
    """How many flowers."""
    return count(h.bonus & FLOWERS)


def seasons(h: Facts) -> Number:
    """How many seasons."""
    return count(h.bonus & SEASONS)


def own_flower_or_season(h: Facts) -> Truth:
    """Either the flower or the season of the seat, not both."""
    return count(_own(h)) == 1


def own_flower_and_season(h: Facts) -> Truth:
    """Both the flower and the season of the seat."""
    return count(_own(h)) == 2


def all_four_flowers_or_seasons(h: Facts) -> Truth:
    """All four flowers, or all four seasons."""
    return some(_complete(h))


def complete_families(h: Facts) -> Number:
    """How many of the two families are complete: all flowers, all seasons."""
    return count(_complete(h))


def own_bonus_outside_family(h: Facts) -> Number:
    """How many of the flower and the season of the seat, without those of a complete family."""
    return count(_own(h) & ((FLOWERS | SEASONS) ^ _complete(h) * 0b1111))


def own_flower_or_season_outside_families(h: Facts) -> Truth:
    """Exactly one of the own flower and the own season, not counting one whose family is complete."""
    return own_bonus_outside_family(h) == 1


def own_flower_and_season_outside_families(h: Facts) -> Truth:
    """The own flower and the own season, and neither family is complete."""
    return own_bonus_outside_family(h) == 2


def dora(h: Facts) -> Number:
    """How many tiles the dora indicators show, each indicator counted."""
    return h.dora


def first_dora(h: Facts) -> Number:
    """How many tiles the first dora indicator shows."""
    return h.first_dora


def ura(h: Facts) -> Number:
    """How many tiles the ura indicators show; they are turned for a riichi only."""
    return h.ura * some(h.events & ANY_RIICHI)


def first_ura(h: Facts) -> Number:
    """How many tiles the first ura indicator shows; it is turned for a riichi only."""
    return h.first_ura * some(h.events & ANY_RIICHI)


def red_fives(h: Facts) -> Number:
    """How many red fives."""
    return h.reds


def norths_set_aside(h: Facts) -> Number:
    """How many norths are set aside."""
    return h.norths


def _own(h: Facts) -> Bits:
    """The flower and the season of the seat: 1 east, 2 south, 3 west, 4 north."""
    return h.bonus & (h.seat >> 27 | h.seat >> 23)


def _complete(h: Facts) -> Bits:
    """The first of each family that is complete."""
    return h.bonus & h.bonus >> 1 & h.bonus >> 2 & h.bonus >> 3 & FIRSTS
