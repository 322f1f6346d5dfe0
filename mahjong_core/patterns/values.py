"""Triplets and pairs of dragons and winds.  A triplet may be a quad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_core.facts import SINGLE, Facts, count, none, some
from mahjong_core.tiles import DRAGONS, EAST, GREEN, NORTH, RED, SOUTH, WEST, WHITE, WINDS

if TYPE_CHECKING:
    from mahjong_core.facts import Number, Truth


def white_dragon(h: Facts) -> Truth:
    """A triplet of white dragons."""
    return some(h.triplets & WHITE)


def green_dragon(h: Facts) -> Truth:
    """A triplet of green dragons."""
    return some(h.triplets & GREEN)


def red_dragon(h: Facts) -> Truth:
    """A triplet of red dragons."""
    return some(h.triplets & RED)


def seat_wind_e(h: Facts) -> Truth:
    """A triplet of east, the wind of the seat."""
    return some(h.triplets & h.seat & EAST)


def seat_wind_s(h: Facts) -> Truth:
    """A triplet of south, the wind of the seat."""
    return some(h.triplets & h.seat & SOUTH)


def seat_wind_w(h: Facts) -> Truth:
    """A triplet of west, the wind of the seat."""
    return some(h.triplets & h.seat & WEST)


def seat_wind_n(h: Facts) -> Truth:
    """A triplet of north, the wind of the seat."""
    return some(h.triplets & h.seat & NORTH)


def round_wind_e(h: Facts) -> Truth:
    """A triplet of east, the wind of the round."""
    return some(h.triplets & h.round & EAST)


def round_wind_s(h: Facts) -> Truth:
    """A triplet of south, the wind of the round."""
    return some(h.triplets & h.round & SOUTH)


def round_wind_w(h: Facts) -> Truth:
    """A triplet of west, the wind of the round."""
    return some(h.triplets & h.round & WEST)


def round_wind_n(h: Facts) -> Truth:
    """A triplet of north, the wind of the round."""
    return some(h.triplets & h.round & NORTH)


def own_wind_triplet(h: Facts) -> Truth:
    """A triplet of the wind of the seat."""
    return some(h.triplets & h.seat)


def round_wind_triplet(h: Facts) -> Truth:
    """A triplet of the wind of the round."""
    return some(h.triplets & h.round)


def dominant_wind_triplet(h: Facts) -> Truth:
    """A triplet of the dominant wind."""
    return some(h.triplets & h.given["dominant_wind"])


def dragon_triplets(h: Facts) -> Number:
    """How many triplets of dragons."""
    return count(h.triplets & DRAGONS)


def little_dragons(h: Facts) -> Truth:
    """Two triplets and a pair of dragons."""
    return (count(h.triplets & DRAGONS) == 2) & some(h.pair & DRAGONS)


def big_dragons(h: Facts) -> Truth:
    """Three triplets of dragons."""
    return count(h.triplets & DRAGONS) == 3


def little_winds(h: Facts) -> Truth:
    """Three triplets and a pair of winds."""
    return (count(h.triplets & WINDS) == 3) & some(h.pair & WINDS)


def big_winds(h: Facts) -> Truth:
    """Four triplets of winds."""
    return count(h.triplets & WINDS) == 4


def three_guest_winds(h: Facts) -> Truth:
    """Triplets of three winds that are neither the seat's nor the round's."""
    return count(h.triplets & WINDS & (WINDS ^ (h.seat | h.round))) == 3


def pair_of_dragons(h: Facts) -> Truth:
    """A pair of dragons."""
    return some(h.pair & DRAGONS)


def dragon_pairs(h: Facts) -> Number:
    """How many pairs of dragons; a hand that did not win may have several."""
    return count(h.pair & DRAGONS)


def concealed_dragon_pairs(h: Facts) -> Number:
    """How many pairs of dragons that no discard completed."""
    return count(h.pair & DRAGONS) * none(_pair_by_discard(h))


def pair_of_seat_wind(h: Facts) -> Truth:
    """A pair of the wind of the seat."""
    return some(h.pair & h.seat)


def pair_of_round_wind(h: Facts) -> Truth:
    """A pair of the wind of the round."""
    return some(h.pair & h.round)


def concealed_pair_of_round_wind(h: Facts) -> Truth:
    """A pair of the wind of the round that no discard completed."""
    return some(h.pair & h.round) & none(_pair_by_discard(h))


def pair_of_double_wind(h: Facts) -> Truth:
    """A pair of the wind that is both the seat's and the round's."""
    return some(h.pair & h.seat & h.round)


def pair_of_guest_wind(h: Facts) -> Truth:
    """A pair of a wind that is neither the seat's nor the round's."""
    return some(h.pair & (WINDS ^ (h.seat | h.round)))


def pair_of_dominant_wind(h: Facts) -> Truth:
    """A pair of the dominant wind."""
    return some(h.pair & h.given["dominant_wind"])


def _pair_by_discard(h: Facts) -> Truth:
    """The pair was completed by a discard."""
    return h.won & (h.wait == SINGLE) & none(h.self_draw)
