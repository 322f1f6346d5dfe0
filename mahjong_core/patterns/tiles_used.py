"""Which tiles the hand is made of: simples, terminals, honours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import STANDARD, Facts, none, some
from mahjong_core.patterns.shapes import LANTERNS, ORPHANS
from mahjong_core.tiles import ALL, GREEN, OUTSIDE, SIMPLES, SUITS, TERMINALS, each_suit

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

GREEN_TILES: Final = 0b010101110 << 18 | GREEN
INNER_RUNS: Final = each_suit(0b000111110)  # runs that start at 2 to 6


def all_simples(h: Facts) -> Truth:
    """Neither terminals nor honours."""
    return none(h.tiles & OUTSIDE)


def no_simples(h: Facts) -> Truth:
    """Terminals or honours or both, nothing else."""
    return none(h.tiles & SIMPLES)


def all_honours(h: Facts) -> Truth:
    """Nothing but honours."""
    return none(h.tiles & SUITS)


def triplets_of_honours(h: Facts) -> Truth:
    """Four triplets and a pair of honours."""
    return (h.shape == STANDARD) & none(h.tiles & SUITS)


def all_terminals(h: Facts) -> Truth:
    """Nothing but terminals."""
    return none(h.tiles & (ALL ^ TERMINALS))


def terminals_and_honours(h: Facts) -> Truth:
    """Nothing but terminals and honours, some of both; not the thirteen orphans."""
    outside = none(h.tiles & SIMPLES) & some(h.tiles & TERMINALS) & some(h.honours)
    return outside & (h.shape != ORPHANS) & (h.shape != LANTERNS)


def triplets_without_simples(h: Facts) -> Truth:
    """Four triplets and a pair of terminals or honours or both."""
    return (h.shape == STANDARD) & none(h.runs) & none(h.tiles & SIMPLES)


def all_green(h: Facts) -> Truth:
    """Nothing but 2 3 4 6 8 of bamboos and green dragons."""
    return none(h.tiles & (ALL ^ GREEN_TILES))


def all_green_with_dragon(h: Facts) -> Truth:
    """All green, with green dragons."""
    return none(h.tiles & (ALL ^ GREEN_TILES)) & some(h.tiles & GREEN)


def all_green_with_dragon_triplet(h: Facts) -> Truth:
    """All green, with a triplet of green dragons."""
    return none(h.tiles & (ALL ^ GREEN_TILES)) & some(h.triplets & GREEN)


def outside_groups(h: Facts) -> Truth:
    """A terminal or honour in every group and the pair, some honours, at least one run."""
    return _outside_everywhere(h) & some(h.honours)


def terminal_groups(h: Facts) -> Truth:
    """A terminal in every group and the pair, no honours, at least one run."""
    return _outside_everywhere(h) & none(h.honours)


def _outside_everywhere(h: Facts) -> Truth:
    """A terminal or honour in every group and the pair, at least one run."""
    return some(h.runs) & none(h.runs & INNER_RUNS) & none((h.triplets | h.pair) & SIMPLES)
