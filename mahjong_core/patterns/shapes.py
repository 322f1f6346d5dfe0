"""Hands that are complete as a whole, and the great games of the French and early rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import PARTITION, STANDARD, Facts, none, shape, some
from mahjong_core.patterns.runs import straight
from mahjong_core.patterns.values import big_winds
from mahjong_core.tiles import ALL, GREEN, HONOURS, TERMINALS

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

SEVEN_PAIRS: Final = shape("seven_pairs")
REPEATED_PAIRS: Final = shape("seven_pairs_repeated")
UNRELATED: Final = shape("thirteen_unrelated")
ORPHANS: Final = shape("thirteen_orphans")
LANTERNS: Final = shape("lanterns")  # thirteen orphans again, where no other pair will do
LITTLE_SERPENT: Final = shape("little_serpent")
NINE_TILE_HAND: Final = shape("nine_tile_hand")
THREE_WIND_QUADS: Final = shape("three_wind_quads_in_hand")
THREE_DRAGON_QUADS: Final = shape("three_dragon_quads_in_hand")

EVEN_BAMBOOS: Final = 0b010101010 << 18
THREE_OF_BAMBOOS: Final = 0b000000100 << 18


def groups_and_pair(h: Facts) -> Truth:
    """Groups and a pair (or what an unfinished hand has of them), not a whole-hand shape."""
    return h.shape <= PARTITION


def thirteen_orphans(h: Facts) -> Truth:
    """Each terminal and honour, and one of them twice."""
    return h.shape == ORPHANS


def thirteen_sided_orphans(h: Facts) -> Truth:
    """Thirteen orphans, won by the tile that is there twice."""
    return (h.shape == ORPHANS) & some(h.win_tile & h.pair)


def thirteen_unrelated(h: Facts) -> Truth:
    """A pair and twelve tiles that have nothing to do with each other, at the first draw."""
    return h.shape == UNRELATED


def lanterns(h: Facts) -> Truth:
    """Thirteen orphans whose pair is a terminal."""
    return ((h.shape == ORPHANS) | (h.shape == LANTERNS)) & some(h.pair & TERMINALS)


def little_serpent(h: Facts) -> Truth:
    """1 to 9 of one suit, the four winds and one honour more."""
    return h.shape == LITTLE_SERPENT


def nine_tile_hand(h: Facts) -> Truth:
    """1 to 9 of one suit, the other four terminals and a second one of a terminal."""
    return h.shape == NINE_TILE_HAND


def great_serpent(h: Facts) -> Truth:
    """1 to 9 of one suit as runs, a triplet and a pair of honours."""
    serpent = (h.shape == STANDARD) & straight(h) & some(h.triplets & HONOURS) & some(h.pair & HONOURS)
    return serpent & _only_concealed_quads(h)


def great_green_hand(h: Facts) -> Truth:
    """Triplets of green dragons and of even bamboos, a pair of even bamboos."""
    return _great_green(h, EVEN_BAMBOOS)


def great_green_hand_with_three(h: Facts) -> Truth:
    """The great green hand, in which the 3 of bamboos is allowed."""
    return _great_green(h, EVEN_BAMBOOS | THREE_OF_BAMBOOS)


def four_wind_triplets(h: Facts) -> Truth:
    """Four triplets of winds, no quads."""
    return (h.shape == STANDARD) & big_winds(h) & none(h.quads)


def four_wind_triplets_or_quads(h: Facts) -> Truth:
    """Four triplets or concealed quads of winds."""
    return (h.shape == STANDARD) & big_winds(h) & _only_concealed_quads(h)


def mandarin_hand(h: Facts) -> Truth:
    """All four tiles of three winds, undeclared and drawn by oneself, and a pair of the fourth."""
    return (h.shape == THREE_WIND_QUADS) & _natural_quads(h)


def imperial_hand(h: Facts) -> Truth:
    """All four tiles of the three dragons, undeclared and drawn by oneself, and a pair of the wind of the seat."""
    return (h.shape == THREE_DRAGON_QUADS) & some(h.pair & h.seat) & _natural_quads(h)


def _natural_quads(h: Facts) -> Truth:
    """No four in the hand was completed by a discard."""
    return h.self_draw | none(h.win_tile & h.held_4)


def _only_concealed_quads(h: Facts) -> Truth:
    """No quad that is not concealed."""
    return none(h.quads ^ h.concealed_quads)


def _great_green(h: Facts, bamboos: int) -> Truth:
    """Four triplets, one of them of green dragons; the others and the pair of these bamboos."""
    triplets = (h.shape == STANDARD) & none(h.runs) & some(h.triplets & GREEN)
    return triplets & none(h.tiles & (ALL ^ (bamboos | GREEN))) & _only_concealed_quads(h)
