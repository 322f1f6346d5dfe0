"""What the winning tile completed, in this reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_core.facts import EDGE, MIDDLE, SINGLE, TWO_PAIRS, TWO_SIDED, Facts

if TYPE_CHECKING:
    from mahjong_core.facts import Truth


def two_sided_wait(h: Facts) -> Truth:
    """A run, at either end: 23 waits for 1 and 4."""
    return h.wait == TWO_SIDED


def edge_wait(h: Facts) -> Truth:
    """A run, at the one end there is: 12 waits for 3."""
    return h.wait == EDGE


def middle_wait(h: Facts) -> Truth:
    """A run, in the middle: 13 waits for 2."""
    return h.wait == MIDDLE


def single_wait(h: Facts) -> Truth:
    """The pair."""
    return h.wait == SINGLE


def two_pairs_wait(h: Facts) -> Truth:
    """A triplet; the other pair remained a pair."""
    return h.wait == TWO_PAIRS
