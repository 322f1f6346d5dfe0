"""Lots: what chance decides for many hands, the same everywhere for the same seed."""

from __future__ import annotations

from math import prod

import numpy as np

from mahjong_core.batch.hands import Column


class Lots:
    """Numbers drawn by lot for n hands.

    Made from the raw bits of PCG64 and a SeedSequence, whose streams NumPy promises to keep; nothing is done to them but
    shifts and products, so that a seed gives the same numbers with every version and on every machine.
    """

    def __init__(self, seed: int, block: int, n: int) -> None:
        self._bits, self.n = np.random.PCG64(np.random.SeedSequence([seed, block])), n

    def of_some(self, n: int) -> Lots:
        """Further lots, for only so many hands."""
        some = object.__new__(Lots)
        some._bits, some.n = self._bits, n
        return some

    def _raw(self, *rows: int) -> Column:
        shape = (*rows, self.n)
        return self._bits.random_raw(prod(shape)).reshape(shape)

    def fractions(self, *rows: int) -> Column:
        """(n) or (rows, n) fractions from 0 up to 1."""
        return (self._raw(*rows) >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def happens(self, share: float, *rows: int) -> Column:
        """(n) or (rows, n): True in this share of them."""
        return self.fractions(*rows) < share

    def below(self, limits: int | Column, *rows: int) -> Column:
        """(n) or (rows, n) whole numbers from 0 up to a limit."""
        return (self.fractions(*rows) * limits).astype(np.intp)

    def moments(self, rows: int) -> Column:
        """(4, rows, n) uint16, each at random; the four of a row and hand in order."""
        raw = self._raw(rows)
        four = [(raw >> np.uint64(shift)).astype(np.uint16) for shift in (0, 16, 32, 48)]
        for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):  # a sorting network
            four[i], four[j] = np.minimum(four[i], four[j]), np.maximum(four[i], four[j])
        return np.stack(four)


def picked(weights: Column, lot: Column) -> Column:
    """For each hand the row that the lot, a fraction, falls on; ``weights``: (rows, n) whole numbers, not all of them 0."""
    mark = (lot * weights.sum(axis=0, dtype=np.int32)).astype(np.int32)
    upto, row = np.zeros_like(mark), np.zeros(len(mark), np.intp)
    for weight in weights:
        upto += weight
        row += upto <= mark
    return row
