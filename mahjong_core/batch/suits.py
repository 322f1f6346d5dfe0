"""The readings of a suit once more, as columns: one table of all of them, found by counting up instead of taking apart.

The tiles of a suit are a number with one digit a rank, base 5 (``key_of``).  ``suit_sets`` tells of each number which
kinds it holds and where its readings stand; ``suit_rows`` has the readings, in the order of ``decompose.splits``.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.decompose import Parts

RANKS: Final = (9, 9, 9, 7)  # of each suit; honours make no runs
MOST_GROUPS: Final = 4
# A suit's entry: which ranks are held once, twice, three times, four times; then its readings.
PLANE: Final = 9  # bits of each of the four sets of ranks
FIRST_AT, NUMBER_AT, MARK_AT = 36, 51, 54  # bit where the first row, the number of rows, the marks stand
FIRST_MASK, NUMBER_MASK = (1 << 15) - 1, 7
# Marks of the four suits are added: the sum tells whether a hand can be read, and whether in several ways.
HAS_PAIR, UNREADABLE, PAIRS_MASK, SEVERAL = 1, 4, 31, 32
# A row's words.
RUNS_TRIPLETS, RUNS2_PAIR, POINTS = range(3)
RUN_BITS: Final = 27  # runs below, triplets or the pair above


class Readings(NamedTuple):
    """All readings of all tiles of one suit, ordered by key; sets are of ranks, from bit 0."""

    key: Column
    counts: Column  # (n, ranks)
    runs: tuple[Column, Column, Column, Column]  # held at least once, twice, three times, four times
    triplets: Column
    pair: Column


@cache
def readings(ranks: int) -> Readings:
    """For a suit of nine ranks, or for the seven honours."""
    groups = _groups(ranks)
    starts = len(groups) - ranks
    choices = [c for n in range(MOST_GROUPS + 1) for c in combinations_with_replacement(range(len(groups)), n)]
    times = np.zeros((len(choices), len(groups)), np.int64)
    for i, choice in enumerate(choices):
        np.add.at(times[i], list(choice), 1)
    tiles = (times[:, :, None] * groups).sum(1)
    pairs = np.concatenate([np.zeros((1, ranks), np.int64), 2 * np.eye(ranks, dtype=np.int64)])
    counts = tiles[:, None, :] + pairs
    choice_of, pair_of = np.nonzero(counts.max(2) <= 4)
    key = (counts[choice_of, pair_of] * 5 ** np.arange(ranks)).sum(1)
    order = _like_splits(key, [times[i] for i in choice_of], pair_of, starts)
    choice_of, pair_of, key = choice_of[order], pair_of[order], key[order]
    times, bit = times[choice_of], 1 << np.arange(ranks)
    runs = tuple(((times[:, :starts] >= n) * bit[:starts]).sum(1) for n in (1, 2, 3, 4))
    triplets = ((times[:, starts:] > 0) * bit).sum(1)
    pair = ((pairs[pair_of] > 0) * bit).sum(1)
    return Readings(key, counts_of(key, ranks), runs, triplets, pair)


def _groups(ranks: int) -> Column:
    """(groups, ranks): the tiles of each run, then of each triplet."""
    rank = np.arange(ranks)
    starts = rank[: 7 if ranks == 9 else 0, None]
    return np.concatenate([((rank >= starts) & (rank < starts + 3)) * 1, 3 * np.eye(ranks, dtype=np.int64)])


def _like_splits(key: Column, times: list[Column], pair_of: Column, starts: int) -> list[int]:
    """The order: by key, and of equal keys as ``decompose.splits`` sorts them."""

    def parts(i: int) -> Parts:
        groups = [group for group, n in enumerate(times[i]) for _ in range(n)]
        runs = tuple(group for group in groups if group < starts)
        triplets = tuple(group - starts for group in groups if group >= starts)
        return Parts(runs, triplets, (pair_of[i] - 1,) if pair_of[i] else ())

    order: list[int] = np.argsort(key, kind="stable").tolist()
    first = 0
    for last in range(1, len(order) + 1):
        if last == len(order) or key[order[last]] != key[order[first]]:
            if last - first > 1:
                order[first:last] = sorted(order[first:last], key=parts)
            first = last
    return order


def counts_of(key: Column, ranks: int) -> Column:
    """(n, ranks): how many of each rank these keys say."""
    counts: Column = key[:, None] // 5 ** np.arange(ranks) % 5
    return counts


def key_of(counts: Column) -> Column:
    """(ranks, n) uint8 -> (n) int64: the counts of a suit as digits base 5; three of them fit into a byte."""
    low = counts[0] + 5 * counts[1] + 25 * counts[2]
    middle = counts[3] + 5 * counts[4] + 25 * counts[5]
    high = counts[6] + 5 * counts[7] + 25 * counts[8] if len(counts) == 9 else counts[6]
    key: Column = low + np.multiply(middle, 125, dtype=np.int32) + np.multiply(high, 15625, dtype=np.int64)
    return key


@cache
def suit_sets(ranks: int) -> Column:
    """Key -> what is held, the rows of its readings (number 0: there is none), and marks."""
    table = np.zeros(5**ranks, np.int64)
    for rank in range(ranks):
        digits = table.reshape(5 ** (ranks - rank - 1), 5, 5**rank)
        for n in range(1, 5):
            digits[:, n] |= sum(1 << plane * PLANE + rank for plane in range(n))
    found = readings(ranks)
    keys, first, number = np.unique(found.key, return_index=True, return_counts=True)
    marks = np.full(5**ranks, UNREADABLE)
    marks[keys] = (found.counts[first].sum(1) % 3 == 2) * HAS_PAIR + (number > 1) * SEVERAL
    table[keys] |= first << FIRST_AT | number << NUMBER_AT
    marked: Column = table | marks << MARK_AT
    return marked


@cache
def suit_rows(suit: int) -> Column:
    """(readings, 2) int64: runs | triplets << 27, runs_2 | pair << 27, at the suit's place."""
    found, first = readings(RANKS[suit]), 9 * suit
    runs, runs_2 = ((column << first) if suit < 3 else column * 0 for column in found.runs[:2])
    triplets, pair = found.triplets << first, found.pair << first
    return np.stack([runs | triplets << RUN_BITS, runs_2 | pair << RUN_BITS], axis=1)


@cache
def suit_runs34(suit: int) -> Column:
    """(readings) int64: runs_3 | runs_4 << 27, of one of the three suits."""
    _, _, runs_3, runs_4 = readings(RANKS[suit]).runs
    both: Column = (runs_3 | runs_4 << RUN_BITS) << 9 * suit
    return both
