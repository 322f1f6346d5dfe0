"""Indicators of many hands: the tiles that they show, and whether there are so many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mahjong_core.batch.hands import NONE, Column, HandColumns
from mahjong_core.batch.held import Held
from mahjong_core.batch.numbers import rows_where
from mahjong_core.tiles import KINDS


class Shown(NamedTuple):
    """Indicators, one after the other: of which hand, and their kinds; those that stand first, first."""

    rows: Column
    kind: Column


class Indicators:
    """Dora of a chunk of hands.  ``ok``: are they tiles, not too many, and never a fifth copy of a kind?"""

    def __init__(self, hands: HandColumns, held: Held, most: int, ura_is_itself: bool, next: Column) -> None:
        """``most``: of dora, of ura; ``ura_is_itself``: an ura indicator makes its own kind dora; ``next``: the kind that
        each kind points to as an indicator."""
        self.held, self.ura_is_itself, self.next = held, ura_is_itself, next
        self.ok = np.ones(held.n, np.bool_)
        self.number = np.zeros(held.n, np.uint8)  # of indicators
        for of in (hands.dora, hands.ura):
            if len(of):
                self.ok &= (of.min(axis=0) >= NONE) & (of.max(axis=0) < KINDS)
            number = (of != NONE).sum(axis=0, dtype=np.uint8)
            self.ok &= number <= most
            self.number += number
        self.indicators, self.ura_indicators = (self._told(of) for of in (hands.dora, hands.ura))
        self._look_for_fifth_copies()

    def without(self, kinds: Sequence[int]) -> Column:
        """(n) Is no indicator of dora, of ura, one of these sets of kinds?"""
        fine = np.ones(self.held.n, np.bool_)
        for (rows, kind), none in zip((self.indicators, self.ura_indicators), kinds, strict=True):
            fine[rows[none >> kind & 1 != 0]] = False
        return fine

    def _told(self, of: Column) -> Shown:
        if not self.ok.all():
            of = np.where(self.ok, of, NONE)
        rows = [rows_where(kinds != NONE) for kinds in of] + [np.zeros(0, np.int64)]
        kinds = [kinds.take(some) for kinds, some in zip(of, rows, strict=False)]
        return Shown(np.concatenate(rows), np.concatenate([*kinds, np.zeros(0, np.int64)]))

    def _look_for_fifth_copies(self) -> None:
        """Those in the hand counted."""
        rows, kind = (np.concatenate(both) for both in zip(self.indicators, self.ura_indicators, strict=True))
        copies = self.held.number_of(kind, rows)
        near = np.zeros(self.held.n, np.bool_)
        near[rows[copies + self.number.take(rows) > 4]] = True
        these = np.flatnonzero(near.take(rows))  # few: only here it matters whether two indicators are of one kind
        _, place, alike = np.unique(rows[these] * KINDS + kind[these], return_inverse=True, return_counts=True)
        self.ok[rows[these[copies[these] + alike[place] > 4]]] = False

    @cached_property
    def dora(self) -> Column:
        return self._number(self.indicators)

    @cached_property
    def ura(self) -> Column:
        return self._number(self.ura_indicators, self.ura_is_itself)

    @cached_property
    def first_dora(self) -> Column:
        return self._number(_first(self.indicators))

    @cached_property
    def first_ura(self) -> Column:
        return self._number(_first(self.ura_indicators), self.ura_is_itself)

    def _number(self, indicators: Shown, itself: bool = False) -> Column:
        """(n) how many tiles they show, each indicator counted."""
        rows, kind = indicators
        found = self.held.number_of(kind if itself else self.next.take(kind), rows)
        return np.bincount(rows, found, minlength=self.held.n).astype(np.int64)


def _first(indicators: Shown) -> Shown:
    """The first indicator of each hand, wherever it stands."""
    rows, first = np.unique(indicators.rows, return_index=True)
    return Shown(rows, indicators.kind.take(first))
