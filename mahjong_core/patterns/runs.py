"""Runs: three tiles in a row, in one suit."""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from typing import TYPE_CHECKING, Final

from mahjong_core.facts import STANDARD, TWO_SIDED, Facts, none, some
from mahjong_core.tiles import DRAGONS, HONOURS, OUTSIDE, RANK_1

if TYPE_CHECKING:
    from mahjong_core.facts import Truth

# First tiles of 123, 456, 789, each in a suit of its own.
MIXED_STRAIGHTS: Final = tuple(1 << a | 1 << b + 3 | 1 << c + 6 for a, b, c in permutations((0, 9, 18)))


def pinfu(h: Facts) -> Truth:
    """Four runs, a pair that is worth nothing, a two-sided wait."""
    plain_pair = none(h.pair & (DRAGONS | h.seat | h.round))
    return (h.shape == STANDARD) & none(h.triplets) & plain_pair & (h.wait == TWO_SIDED)


def pinfu_by_discard(h: Facts) -> Truth:
    """Pinfu, won by a discard."""
    return pinfu(h) & none(h.self_draw)


def open_pinfu_by_discard(h: Facts) -> Truth:
    """Pinfu with a claimed run, won by a discard."""
    return pinfu(h) & none(h.closed) & none(h.self_draw) & h.won


def all_runs(h: Facts) -> Truth:
    """Four runs and a pair."""
    return (h.shape == STANDARD) & none(h.triplets) & (h.n_runs == 4)


def plain_runs_by_discard(h: Facts) -> Truth:
    """Four runs, a pair that is no honour, a two-sided wait, won by a discard: no points beside the base."""
    return all_runs(h) & none(h.pair & HONOURS) & (h.wait == TWO_SIDED) & none(h.self_draw) & h.won


def plain_runs_of_simples_by_discard(h: Facts) -> Truth:
    """Four runs and a pair of simples, a two-sided wait, won by a discard."""
    return plain_runs_by_discard(h) & none(h.tiles & OUTSIDE)


def runs_of_simples_self_drawn(h: Facts) -> Truth:
    """Four runs and a pair of simples, won by a drawn tile."""
    return all_runs(h) & none(h.tiles & OUTSIDE) & h.self_draw


def one_twin_run(h: Facts) -> Truth:
    """Two identical runs, at least once."""
    return h.twin_runs >= 1


def two_twin_runs(h: Facts) -> Truth:
    """Twice two identical runs."""
    return h.twin_runs == 2


def three_alike_runs(h: Facts) -> Truth:
    """Three identical runs."""
    return some(h.runs_3)


def four_alike_runs(h: Facts) -> Truth:
    """Four identical runs."""
    return some(h.runs_4)


def three_suit_run(h: Facts) -> Truth:
    """The same run in all three suits."""
    return some(h.runs & h.runs >> 9 & h.runs >> 18)


def straight(h: Facts) -> Truth:
    """123, 456 and 789 of one suit."""
    return some(h.runs & h.runs >> 3 & h.runs >> 6 & RANK_1)


def three_suit_straight(h: Facts) -> Truth:
    """123, 456 and 789, each of another suit."""
    return reduce(lambda one, other: one | other, [(h.runs & way) == way for way in MIXED_STRAIGHTS])
