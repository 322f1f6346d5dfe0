"""Which tiles the hand is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import Facts, count, none, some
from mahjong_core.patterns.shapes import LANTERNS, ORPHANS
from mahjong_core.tiles import ALL, GREEN, MAN, OUTSIDE, PIN, SIMPLES, SOU, SUITS, TERMINALS, each_suit

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

GREEN_TILES: Final = 0b010101110 << 18 | GREEN
INNER_RUNS: Final = each_suit(0b000111110)  # runs that start at 2 to 6
WHEEL: Final = 0b011111110


def all_simples(h: Facts) -> Truth:
    """Neither terminals nor honours."""
    return none(h.tiles & OUTSIDE)


def half_flush(h: Facts) -> Truth:
    """One suit and honours."""
    return (h.suits == 1) & some(h.honours)


def full_flush(h: Facts) -> Truth:
    """One suit and nothing else."""
    return (h.suits == 1) & none(h.honours)


def one_suit(h: Facts) -> Truth:
    """One suit, with or without honours."""
    return h.suits == 1


def all_honours(h: Facts) -> Truth:
    """Nothing but honours."""
    return none(h.tiles & SUITS)


def all_terminals(h: Facts) -> Truth:
    """Nothing but terminals."""
    return none(h.tiles & (ALL ^ TERMINALS))


def terminals_and_honours(h: Facts) -> Truth:
    """Nothing but terminals and honours, some of both; not the thirteen orphans."""
    outside = none(h.tiles & SIMPLES) & some(h.tiles & TERMINALS) & some(h.honours)
    return outside & (h.shape != ORPHANS) & (h.shape != LANTERNS)


def all_green(h: Facts) -> Truth:
    """Nothing but 2 3 4 6 8 of bamboos and green dragons."""
    return none(h.tiles & (ALL ^ GREEN_TILES))


def all_green_with_dragon(h: Facts) -> Truth:
    """All green, with green dragons."""
    return none(h.tiles & (ALL ^ GREEN_TILES)) & some(h.tiles & GREEN)


def outside_groups(h: Facts) -> Truth:
    """A terminal or honour in every group and the pair, some honours, at least one run."""
    return _outside_everywhere(h) & some(h.honours)


def terminal_groups(h: Facts) -> Truth:
    """A terminal in every group and the pair, no honours, at least one run."""
    return _outside_everywhere(h) & none(h.honours)


def nine_gates(h: Facts) -> Truth:
    """1112345678999 of one suit and one more of it, closed."""
    one_suit_full = (h.tiles == MAN) | (h.tiles == PIN) | (h.tiles == SOU)
    return h.closed & one_suit_full & (count(h.held_3 & TERMINALS) == 2) & none(h.quads)


def pure_nine_gates(h: Facts) -> Truth:
    """Nine gates, won by the tile that is one more: a wait for all nine."""
    return nine_gates(h) & some(h.win_tile & (h.held_2 & SIMPLES | h.held_4))


def big_wheel_characters(h: Facts) -> Truth:
    """Closed 22334455667788 of characters."""
    return _wheel(h, WHEEL)


def big_wheel_circles(h: Facts) -> Truth:
    """Closed 22334455667788 of circles."""
    return _wheel(h, WHEEL << 9)


def big_wheel_bamboos(h: Facts) -> Truth:
    """Closed 22334455667788 of bamboos."""
    return _wheel(h, WHEEL << 18)


def _outside_everywhere(h: Facts) -> Truth:
    """A terminal or honour in every group and the pair, at least one run."""
    return some(h.runs) & none(h.runs & INNER_RUNS) & none((h.triplets | h.pair) & SIMPLES)


def _wheel(h: Facts, kinds: int) -> Truth:
    """Exactly two of each of these seven kinds, closed."""
    return h.closed & (h.tiles == kinds) & (h.held_2 == kinds) & none(h.held_3)
