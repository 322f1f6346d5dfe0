"""Flushes, and hands of a few kinds of a suit or of chosen ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import STANDARD, Facts, count, none, some
from mahjong_core.tiles import ALL, GREEN, HONOURS, MAN, OUTSIDE, PIN, RED, SIMPLES, SOU, TERMINALS, WHITE, each_suit

if TYPE_CHECKING:
    from mahjong_core.facts import Bits, Truth

WHEEL_TILES: Final = 0b011111110
RED_TILES: Final = 0b101010001 << 18 | RED  # 1 5 7 9 of bamboos
TWO_FIVE_EIGHT: Final = each_suit(0b010010010)


def half_flush(h: Facts) -> Truth:
    """One suit and honours."""
    return (h.suits == 1) & some(h.honours)


def full_flush(h: Facts) -> Truth:
    """One suit and nothing else."""
    return (h.suits == 1) & none(h.honours)


def one_suit(h: Facts) -> Truth:
    """One suit, with or without honours."""
    return h.suits == 1


def full_flush_of_simples(h: Facts) -> Truth:
    """One suit, neither terminals nor honours."""
    return (h.suits == 1) & none(h.tiles & OUTSIDE)


def three_suits(h: Facts) -> Truth:
    """All three suits."""
    return h.suits == 3


def void_suit_held(h: Facts) -> Truth:
    """A tile of the suit that the player does without."""
    return some(h.tiles & h.given["void"])


def half_flush_with_its_dragon(h: Facts) -> Truth:
    """One suit and a triplet of its dragon, as the French list pairs them: bamboos white, circles green, characters red."""
    return _with_dragon(h, SOU, WHITE) | _with_dragon(h, PIN, GREEN) | _with_dragon(h, MAN, RED)


def half_flush_with_classical_dragon(h: Facts) -> Truth:
    """One suit and a triplet of its dragon, as in China: bamboos green, circles white, characters red."""
    return _with_dragon(h, SOU, GREEN) | _with_dragon(h, PIN, WHITE) | _with_dragon(h, MAN, RED)


def nine_gates(h: Facts) -> Truth:
    """1112345678999 of one suit and one more of it, closed."""
    return h.closed & _gates(h) & none(h.quads)


def pure_nine_gates(h: Facts) -> Truth:
    """Nine gates, won by the tile that is one more: a wait for all nine."""
    return nine_gates(h) & some(h.win_tile & (h.held_2 & SIMPLES | h.held_4))


def nine_gates_with_middle_pair(h: Facts) -> Truth:
    """Nine gates of which the one tile more is a 2 to 8."""
    return nine_gates(h) & some(h.held_2 & SIMPLES)


def open_nine_gates(h: Facts) -> Truth:
    """The tiles of nine gates, in a hand with a claimed group."""
    return none(h.closed) & _gates(h) & none(h.quads)


def open_nine_gates_with_middle_pair(h: Facts) -> Truth:
    """Open nine gates of which the one tile more is a 2 to 8."""
    return open_nine_gates(h) & some(h.held_2 & SIMPLES)


def big_wheel_characters(h: Facts) -> Truth:
    """Closed 22334455667788 of characters."""
    return _wheel(h, WHEEL_TILES)


def big_wheel_circles(h: Facts) -> Truth:
    """Closed 22334455667788 of circles."""
    return _wheel(h, WHEEL_TILES << 9)


def big_wheel_bamboos(h: Facts) -> Truth:
    """Closed 22334455667788 of bamboos."""
    return _wheel(h, WHEEL_TILES << 18)


def all_red(h: Facts) -> Truth:
    """1 5 7 9 of bamboos and red dragons, nothing else."""
    return none(h.tiles & (ALL ^ RED_TILES)) & some(h.tiles & RED)


def all_two_five_eight(h: Facts) -> Truth:
    """Nothing but 2, 5 and 8."""
    return none(h.tiles & (ALL ^ TWO_FIVE_EIGHT))


def triplets_of_two_five_eight(h: Facts) -> Truth:
    """Four triplets and a pair of 2, 5 and 8."""
    return (h.shape == STANDARD) & none(h.runs) & all_two_five_eight(h)


def _with_dragon(h: Facts, suit: Bits, dragon: Bits) -> Truth:
    """This suit alone, and of the honours a triplet of this dragon alone."""
    return (h.suits == 1) & some(h.tiles & suit) & (h.tiles & HONOURS == dragon) & some(h.triplets & dragon)


def _gates(h: Facts) -> Truth:
    one_suit_full = (h.tiles == MAN) | (h.tiles == PIN) | (h.tiles == SOU)
    return one_suit_full & (count(h.held_3 & TERMINALS) == 2)


def _wheel(h: Facts, kinds: int) -> Truth:
    """Exactly two of each of these seven kinds, closed."""
    return h.closed & (h.tiles == kinds) & (h.held_2 == kinds) & none(h.held_3)
