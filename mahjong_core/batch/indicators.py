"""Indicators of many hands: the tiles that they show, and whether there are so many."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from mahjong_core.batch.hands import NONE, Column, HandColumns
from mahjong_core.batch.held import Held
from mahjong_core.checks import MOST_INDICATORS
from mahjong_core.scoring import NEXT
from mahjong_core.tiles import KINDS

SHOWN: Final = np.array([*NEXT, NONE], np.int64)  # the kind behind an indicator; of none, none


class Indicators:
    """Dora of a chunk of hands.  ``ok``: are they tiles, at most five, and never a fifth copy of a kind?"""

    def __init__(self, hands: HandColumns, held: Held) -> None:
        self.held = held
        self.indicators, self.ura_indicators = hands.dora, hands.ura
        self.ok = np.ones(held.n, np.bool_)
        for of in (hands.dora, hands.ura):
            if len(of):
                self.ok &= (of >= NONE).all(axis=0) & (of < KINDS).all(axis=0)
            if len(of) > MOST_INDICATORS:
                self.ok &= (of != NONE).sum(axis=0) <= MOST_INDICATORS
        if not self.ok.all():
            self.indicators, self.ura_indicators = (np.where(self.ok, of, NONE) for of in (hands.dora, hands.ura))
        together = [*self.indicators, *self.ura_indicators]
        for kind in together:
            copies = held.number_of(kind)
            for other in together:
                copies += other == kind
            self.ok &= (copies <= 4) | (kind == NONE)

    @cached_property
    def dora(self) -> Column:
        return self._number(self.indicators)

    @cached_property
    def ura(self) -> Column:
        return self._number(self.ura_indicators)

    @cached_property
    def first_dora(self) -> Column:
        return self.held.number_of(SHOWN.take(_first(self.indicators, self.held.n)))

    @cached_property
    def first_ura(self) -> Column:
        return self.held.number_of(SHOWN.take(_first(self.ura_indicators, self.held.n)))

    def _number(self, indicators: Column) -> Column:
        """How many tiles they show, each indicator counted."""
        number = np.zeros(self.held.n, np.int64)
        for kind in indicators:
            number += self.held.number_of(SHOWN.take(kind))
        return number


def _first(indicators: Column, n: int) -> Column:
    """The first indicator of each hand."""
    first = np.full(n, NONE)
    for kind in indicators[::-1]:
        first = np.where(kind != NONE, kind, first)
    return first
