"""What has been met before, as numbers: for rows of words, the number of each row, the same for equal rows.

The columns' twin of ``remembered``: what depends on few different rows is worked out once for each, by a plain function,
kept in tables that are indexed by these numbers, and looked up for millions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from mahjong_core.batch.hands import Column

CEILING: Final = 1 << 18  # rows kept, about; then all is forgotten
MULTIPLIERS: Final = tuple(
    np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
)  # odd, their bits well mixed
HALF: Final = np.uint64(32)
EMPTY: Final = -1


def rows_where(truth: Column) -> Column:
    """Which rows hold.  Where all do, which is common, that is quick."""
    return np.arange(len(truth)) if truth.all() else np.flatnonzero(truth)


class Numbers:
    """Numbers rows of so many uint64 words.  ``new`` is called with the words of each row that is met for the first time,
    in the order of the numbers 0, 1, 2 ...; ``forgotten`` when they start anew, which is at the start of a call; without
    it they never do."""

    def __init__(
        self, width: int, new: Callable[[Sequence[int]], object], forgotten: Callable[[], object] | None
    ) -> None:
        self.width, self.new, self.forgotten = width, new, forgotten
        self._clear()

    def of(self, words: Sequence[Column]) -> Column:
        """(width columns of n uint64) -> (n) int32."""
        if self.forgotten is not None and len(self.known) > CEILING:
            self._clear()
            self.forgotten()
        slot = self._slot_of(words)
        number = self.slots.take(slot)
        same = self._same(number, words)
        if not same.all():
            rows = np.flatnonzero(~same)
            number[rows] = self._further([word.take(rows) for word in words], slot.take(rows), number.take(rows))
        return number

    # --- an open hash table: each row stands in its own slot, or in the first free one behind it
    def _clear(self) -> None:
        self.known: dict[tuple[int, ...], int] = {}
        self.words = np.zeros((self.width, 1 << 10), np.uint64)
        self._make_slots(12)

    def _make_slots(self, bits: int) -> None:
        self.shift = np.uint64(64 - bits)
        self.slots = np.full(1 << bits, EMPTY, np.int32)
        own = self._slot_of(list(self.words[:, : len(self.known)]))
        for number, slot in enumerate(own.tolist()):
            self._put(number, slot)

    def _put(self, number: int, slot: int) -> None:
        while self.slots[slot] != EMPTY:
            slot = (slot + 1) % len(self.slots)
        self.slots[slot] = number

    def _slot_of(self, words: Sequence[Column]) -> Column:
        mixed = words[0] * MULTIPLIERS[0]
        for i, word in enumerate(words[1:], 1):
            mixed = (mixed ^ mixed >> HALF) + word * MULTIPLIERS[i % len(MULTIPLIERS)]
        slot: Column = ((mixed ^ mixed >> HALF) * MULTIPLIERS[-1] >> self.shift).view(np.int64)
        return slot

    def _same(self, number: Column, words: Sequence[Column]) -> Column:
        same: Column = number != EMPTY
        for kept, word in zip(self.words, words, strict=True):
            same &= kept.take(number, mode="clip") == word
        return same

    def _further(self, words: Sequence[Column], slot: Column, number: Column) -> Column:
        """Rows that do not stand in their own slot: behind it, or nowhere yet."""
        answer = np.full(len(slot), EMPTY, np.int32)
        left, last = np.flatnonzero(number != EMPTY), len(self.slots) - 1
        while len(left):
            slot[left] = slot[left] + 1 & last
            number = self.slots.take(slot.take(left))
            found = self._same(number, [word.take(left) for word in words])
            answer[left[found]] = number[found]
            left = left[~found & (number != EMPTY)]
        unknown = np.flatnonzero(answer == EMPTY)
        answer[unknown] = self._added([word.take(unknown) for word in words])
        return answer

    def _added(self, words: Sequence[Column]) -> list[int]:
        before, known = len(self.known), self.known
        rows = list(zip(*[word.tolist() for word in words], strict=True))
        fresh = [row for row in dict.fromkeys(rows) if row not in known]
        known.update(zip(fresh, range(before, before + len(fresh)), strict=True))
        if fresh:
            self._keep(fresh, before)
            for row in fresh:
                self.new(row)
        return [known[row] for row in rows]

    def _keep(self, fresh: Sequence[tuple[int, ...]], before: int) -> None:
        n = before + len(fresh)
        while n > self.words.shape[1]:
            self.words = np.concatenate([self.words, np.zeros_like(self.words)], axis=1)
        self.words[:, before:n] = np.array(fresh, np.uint64).T
        if 4 * n > len(self.slots):
            self._make_slots((16 * n).bit_length())
            return
        own = self._slot_of(list(self.words[:, before:n]))
        for number, slot in enumerate(own.tolist(), before):
            self._put(number, slot)


class Grown:
    """An array that grows at its end, indexed by numbers.  ``values``: (…, room), of which the first ``n`` count."""

    def __init__(self, shape: tuple[int, ...], type_: type) -> None:
        self.values: Column = np.zeros((*shape, 1 << 8), type_)
        self.n = 0

    def append(self, value: object) -> None:
        if self.n == self.values.shape[-1]:
            self.values = np.concatenate([self.values, np.zeros_like(self.values)], axis=-1)
        self.values[..., self.n] = value
        self.n += 1

    def extend(self, values: Sequence[int]) -> None:
        """One value after the other."""
        last = self.n + len(values)
        while last > self.values.shape[-1]:
            self.values = np.concatenate([self.values, np.zeros_like(self.values)], axis=-1)
        self.values[..., self.n : last] = values
        self.n = last
