"""The last tile of the wall, the last discard and the robbed tile, where it matters which tile it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import Facts, some
from mahjong_core.patterns.situation import last_discard, last_tile_drawn, robbed_quad
from mahjong_core.tiles import kind_bit

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

ONE_OF_CIRCLES: Final = kind_bit("1p")
FIVE_OF_CIRCLES: Final = kind_bit("5p")
NINE_OF_CIRCLES: Final = kind_bit("9p")
TWO_OF_BAMBOOS: Final = kind_bit("2s")


def last_draw_one_of_circles(h: Facts) -> Truth:
    """Won by the last tile of the wall, a 1 of circles."""
    return last_tile_drawn(h) & some(h.win_tile & ONE_OF_CIRCLES)


def last_draw_five_of_circles(h: Facts) -> Truth:
    """Won by the last tile of the wall, a 5 of circles."""
    return last_tile_drawn(h) & some(h.win_tile & FIVE_OF_CIRCLES)


def last_draw_nine_of_circles(h: Facts) -> Truth:
    """Won by the last tile of the wall, a 9 of circles."""
    return last_tile_drawn(h) & some(h.win_tile & NINE_OF_CIRCLES)


def last_discard_one_of_circles(h: Facts) -> Truth:
    """Won by the last discard, a 1 of circles."""
    return last_discard(h) & some(h.win_tile & ONE_OF_CIRCLES)


def last_discard_five_of_circles(h: Facts) -> Truth:
    """Won by the last discard, a 5 of circles."""
    return last_discard(h) & some(h.win_tile & FIVE_OF_CIRCLES)


def last_discard_nine_of_circles(h: Facts) -> Truth:
    """Won by the last discard, a 9 of circles."""
    return last_discard(h) & some(h.win_tile & NINE_OF_CIRCLES)


def robbed_two_of_bamboos(h: Facts) -> Truth:
    """Won by the 2 of bamboos that another player added to a triplet."""
    return robbed_quad(h) & some(h.win_tile & TWO_OF_BAMBOOS)
