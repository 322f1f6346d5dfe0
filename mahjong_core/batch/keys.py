"""The lines that hold in each reading, as keys; what a key is worth is asked once of the method and kept in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.batch.numbers import Grown, Numbers
from mahjong_core.compile_columns import many_hands
from mahjong_core.facts import NUMBER, SITUATION, Facts
from mahjong_core.remembered import Remembered
from mahjong_core.trace import stage
from mahjong_core.worth.keys import COUNT_WIDTH
from mahjong_core.worth.sets import most_set_points

if TYPE_CHECKING:
    from mahjong_core.batch.scores import RoleSets
    from mahjong_core.rulesets import Ruleset

WORD: Final = 64
VARIES: Final = -1
COUNTS_IN_WORD: Final = WORD // COUNT_WIDTH
SITUATION_AT: Final = 40  # bit of a word of counts from which the situation's number stands
MOST_BESIDE: Final = SITUATION_AT // COUNT_WIDTH


class Lines:
    """The lines of a ruleset that do not hang on the situation alone, matched for many readings at once.

    The answer is packed into uint64 words, one bit a line; lines that count follow in words of their own.
    """

    def __init__(self, rules: Ruleset) -> None:
        lines = [(rules.keys.offset[id], term) for id, term in rules.terms.items() if stage(term) != SITUATION]
        truths = [(offset, term) for offset, term in lines if term.kind != NUMBER]
        counts = [(offset, term) for offset, term in lines if term.kind == NUMBER]
        self.truths, self.counts = [offset for offset, _ in truths], [offset for offset, _ in counts]
        self.match = many_hands("match_many", [term for _, term in truths + counts])
        self.bytes = -(-len(truths) // 8)
        self.truth_words, self.count_words = -(-len(truths) // WORD), -(-len(counts) // COUNTS_IN_WORD)
        self.width = self.truth_words + self.count_words
        self.holds = np.zeros((self.bytes * 8, 0), np.bool_)
        self.spread = [self._spread(self.truths[first : first + 8]) for first in range(0, len(truths), 8)]

    def words(self, h: Facts, n: int) -> list[Column]:
        """What holds, (n) rows in ``width`` words."""
        columns = self.match(h)
        if self.holds.shape[1] < n:
            self.holds = np.zeros((self.bytes * 8, n), np.bool_)
        for row, column in zip(self.holds, columns[: len(self.truths)], strict=False):
            row[:n] = column
        return self._packed(n) + self._counted(columns[len(self.truths) :], n)

    def _packed(self, n: int) -> list[Column]:
        """Truths as bits.  Doubling bytes is far quicker than shifting words."""
        truth = self.holds.view(np.uint8).reshape(self.bytes, 8, -1)[:, :, :n]
        packed = truth[:, 7].copy()
        for i in range(6, -1, -1):
            packed += packed
            packed += truth[:, i]
        words = np.zeros((n, 8 * self.truth_words), np.uint8)
        words[:, : self.bytes] = packed.T
        return list(np.ascontiguousarray(words.view(np.uint64).T))

    def _counted(self, columns: Sequence[Column], n: int) -> list[Column]:
        words: list[Column] = []
        for first in range(0, len(columns), COUNTS_IN_WORD):
            word = np.zeros(n, np.int64)
            for i, column in enumerate(columns[first : first + COUNTS_IN_WORD]):
                word |= column << COUNT_WIDTH * i
            words.append(word.view(np.uint64))
        return words

    # --- back to a key
    @staticmethod
    def _spread(offsets: Sequence[int]) -> list[int]:
        """For each byte of eight lines, its bits where the key has them."""
        return [sum(1 << offset for i, offset in enumerate(offsets) if byte >> i & 1) for byte in range(256)]

    def key(self, words: Sequence[int]) -> int:
        """The bits of a key that these words say."""
        key = 0
        for i, spread in enumerate(self.spread):
            key |= spread[words[i // 8] >> i % 8 * 8 & 255]
        for i, offset in enumerate(self.counts):
            word = words[self.truth_words + i // COUNTS_IN_WORD]
            key |= (word >> i % COUNTS_IN_WORD * COUNT_WIDTH & (1 << COUNT_WIDTH) - 1) << offset
        return key


class KeysMet:
    """Numbers keys and keeps how each ranks readings: one row for every worth, a column for each figure of set points."""

    def __init__(self, rules: Ruleset, lines: Lines, situation_keys: Sequence[int], role_sets: RoleSets) -> None:
        self.rules, self.lines, self.situation_keys, self.role_sets = rules, lines, situation_keys, role_sets
        self.most = most_set_points(rules.table) + 1
        # The situation's number stands above the counts, where they leave room.
        self.room = bool(lines.counts) and len(lines.counts) % COUNTS_IN_WORD in range(1, MOST_BESIDE + 1)
        self.numbers = Numbers(lines.width + (not self.room), self._new, self._forget)
        self._forget()

    def _forget(self) -> None:
        self.keys: list[int] = []
        self.row = Grown((), np.int64)  # where the row of a key starts in ``ranks``
        self.ranks = np.zeros(0, np.int64)
        self._rows: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no id is used twice
        self._fresh_rows: list[Sequence[int]] = []  # and what else was met since the last call
        self._fresh_starts: list[int] = []
        self._fresh_sets: list[int] = []
        self._mirrored = Remembered[int, list[int]](self._mirror)
        self.role_set = Grown((), np.int32)  # of the roles that count, or VARIES

    def of(self, situation: Column, words: Sequence[Column]) -> Column:
        """(number of the situation's lines, words of ``Lines``) -> number of the key."""
        if self.room:
            words = [*words[:-1], words[-1] | (situation << SITUATION_AT).view(np.uint64)]
        else:
            words = [*words, situation.view(np.uint64)]
        number = self.numbers.of(words)
        if self._fresh_starts:
            self._keep_fresh()
        return number

    def _keep_fresh(self) -> None:
        self.ranks = np.concatenate([self.ranks, *(np.array(row, np.int64) for row in self._fresh_rows)])
        self.row.extend(self._fresh_starts)
        self.role_set.extend(self._fresh_sets)
        for fresh in (self._fresh_rows, self._fresh_starts, self._fresh_sets):
            fresh.clear()

    def rank(self, number: Column, points: Column) -> Column:
        """What readings with these keys and points of sets rank."""
        return self.ranks.take(self.row.values.take(number) + points)

    def in_order(self, number: Column, hand: Column) -> Column:
        """The order in which of each hand's readings of equal rank the one that counts stands last: that with the first
        line, in the order of the table, that the others lack; of equal ones the first."""
        place = -np.arange(len(number))
        met, at = np.unique(number, return_inverse=True)
        numbers: list[int] = met.tolist()
        words = np.array([self._mirrored[key] for key in numbers], np.uint64)
        return np.lexsort((place, *words.take(at, axis=0).T, hand))

    def _mirror(self, number: int) -> list[int]:
        """A key's words, the lowest first, if its first line were the highest bit."""
        words = -(-self.rules.keys.end // WORD)
        mirrored = int(f"{self.keys[number]:0{WORD * words}b}"[::-1], 2)
        return [mirrored >> WORD * i & (1 << WORD) - 1 for i in range(words)]

    def _new(self, words: Sequence[int]) -> None:
        situation = words[-1] >> SITUATION_AT if self.room else words[-1]
        key = self.situation_keys[situation] | self.lines.key(words)
        self.keys.append(key)
        row = self.rules.rows[key]
        place = self._rows.get(id(row))
        if place is None:
            place = self._rows[id(row)] = len(self._kept)
            self._kept.append(row)
            self._fresh_rows.append(row)
        self._fresh_starts.append(place * self.most)
        valuation = self.rules.valuation
        self._fresh_sets.append(VARIES if valuation.varies(key) else self.role_sets.number(valuation.lines(key, 0)))

    def role_sets_of(self, number: Column, points: Column) -> Column:
        """Which roles count in readings with these keys and points of sets."""
        found = self.role_set.values.take(number)
        for i in np.flatnonzero(found == VARIES).tolist():
            at: int = number[i]
            lines = self.rules.valuation.lines(self.keys[at], int(points[i]))
            found[i] = self.role_sets.number(lines)
        return found
