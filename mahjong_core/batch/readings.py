"""Every reading of every hand of a chunk, and every group that the winning tile may have completed.

The twin of the loops that ``best_reading`` prints: the same readings; of each hand they come in the same order.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.batch.held import BIT, Declared, Held, together
from mahjong_core.batch.numbers import rows_where
from mahjong_core.batch.suits import (
    FIRST_AT,
    FIRST_MASK,
    HAS_PAIR,
    MARK_AT,
    NUMBER_AT,
    NUMBER_MASK,
    PAIRS_MASK,
    POINTS,
    RUN_BITS,
    RUNS2_PAIR,
    RUNS_TRIPLETS,
    SEVERAL,
    suit_runs34,
)
from mahjong_core.facts import SINGLE, STANDARD, TWO_PAIRS, Facts
from mahjong_core.scoring import COMPLETED_RUNS

RUNS_MASK: Final = (1 << RUN_BITS) - 1
# The lowest bit of a set of waits.
LOWEST: Final = np.array([(bits & -bits).bit_length() - 1 if bits else 0 for bits in range(32)], np.uint8)
RUNS: Final = ("runs", "runs_2", "runs_3", "runs_4")


def _completed(wait: int) -> Column:
    """For each winning kind, the runs that it completed if the wait was this."""
    return np.array([{w: runs for runs, w in of_kind}.get(wait, 0) for of_kind in COMPLETED_RUNS], np.int64)


COMPLETED: Final = {wait: runs for wait in range(SINGLE) if (runs := _completed(wait)).any()}


class Readings(NamedTuple):
    """Readings: of which hand, and the words of its four suits together (``suits.suit_rows``; then the points of its
    concealed triplets)."""

    hand: Column
    words: Column  # (n, 3)
    runs34: Column


def readings(held: Held, usable: Column, tables: tuple[Column, ...]) -> Readings:
    """All readings as groups and a pair of the usable hands: the first of each, then the further ones.

    ``tables``: of each suit's readings, the words and the points of its concealed triplets."""
    marks = held.own[0] >> MARK_AT
    for entry in held.own[1:]:
        marks = marks + (entry >> MARK_AT)
    hand = rows_where(usable & (marks & PAIRS_MASK == HAS_PAIR))
    rows = [(entry >> FIRST_AT & FIRST_MASK).take(hand) for entry in held.own]
    further, their_rows = _further(held.own, hand[marks.take(hand) >= SEVERAL])
    hand = np.concatenate([hand, further])
    rows = [np.concatenate(both) for both in zip(rows, their_rows, strict=True)]
    words = tables[0].take(rows[0], axis=0, mode="clip")
    for suit in (1, 2, 3):
        words += tables[suit].take(rows[suit], axis=0, mode="clip")
    runs34 = np.zeros(len(hand), np.int64)
    twins = np.flatnonzero(words[:, RUNS2_PAIR] & RUNS_MASK)  # three alike are two alike, too, which few hands have
    runs34[twins] = sum(suit_runs34(suit).take(rows[suit].take(twins)) for suit in range(3))
    return Readings(hand, words, runs34)


def _further(entries: tuple[Column, ...], hands: Column) -> tuple[Column, list[Column]]:
    """Of the few hands with several readings, those behind the first: bamboos change first, honours last."""
    own = [entry.take(hands) for entry in entries]
    numbers = [entry >> NUMBER_AT & NUMBER_MASK for entry in own]
    number = numbers[0] * numbers[1] * numbers[2] * numbers[3] - 1
    n: int = number.sum()
    nth: Column = np.arange(n) - np.repeat(np.cumsum(number) - number, number) + 1
    rows: list[Column] = [nth] * 4
    for suit in (2, 1, 0, 3):
        several = np.repeat(numbers[suit], number)
        rows[suit] = np.repeat(own[suit] >> FIRST_AT & FIRST_MASK, number) + nth % several
        nth = nth // several
    return np.repeat(hands, number), rows


def places(held: Held, found: Readings) -> tuple[Readings, Column]:
    """Every group or pair of a reading that the winning tile may have completed, since all of them count: the readings,
    those with several places again behind the others, and the wait in each."""
    win = held.win.take(found.hand)
    bit = BIT.take(win)
    runs_triplets = np.ascontiguousarray(found.words[:, RUNS_TRIPLETS])
    pair = found.words[:, RUNS2_PAIR] >> RUN_BITS
    may: Column = (pair & bit != 0).view(np.uint8) << SINGLE | (runs_triplets >> RUN_BITS & bit != 0).view(
        np.uint8
    ) << TWO_PAIRS
    for wait, runs in COMPLETED.items():
        may |= (runs_triplets & runs.take(win) != 0).view(np.uint8) << wait
    rows: list[Column] = [np.arange(len(may))]
    waits: list[Column] = [LOWEST.take(may)]
    while len(several := np.flatnonzero(may & may - 1)):
        may = may.take(several) & may.take(several) - 1  # without the lowest
        rows.append(rows[-1].take(several))
        waits.append(LOWEST.take(may))
    if len(rows) == 1:
        return found, waits[0]
    more: Column = np.concatenate(rows[1:])
    everything = Readings(*(np.concatenate([column, column.take(more, axis=0)]) for column in found))
    return everything, np.concatenate(waits)


def facts_of(held: Held, found: Readings, wait: Column) -> Facts:
    """The facts of readings and places, one element a place, declared groups joined to them."""
    runs_triplets, runs2_pair = np.ascontiguousarray(found.words[:, :POINTS].T)
    h = Facts()
    shape: Column = np.full(len(wait), STANDARD, np.uint8)
    triplets: Column = runs_triplets >> RUN_BITS
    h.shape, h.wait = shape, wait
    h.runs, h.triplets, h.concealed_triplets = runs_triplets & RUNS_MASK, triplets, triplets.copy()
    h.runs_2, h.pair = runs2_pair & RUNS_MASK, runs2_pair >> RUN_BITS
    h.runs_3, h.runs_4 = found.runs34 & RUNS_MASK, found.runs34 >> RUN_BITS
    _join_groups(h, held.declared, found.hand)
    return h


def _join_groups(h: Any, declared: Declared, hand: Column) -> None:
    """To the places of the hands that have declared groups."""
    if not len(declared.rows):
        return
    own = declared.place.take(hand)
    rows = np.flatnonzero(own >= 0)
    own = own.take(rows)
    h.triplets[rows] |= declared.together("triplets").take(own)
    h.concealed_triplets[rows] |= declared.together("concealed_quads").take(own)
    with_runs = np.flatnonzero(declared.runs[0].take(own))
    rows = rows.take(with_runs)
    runs = [of.take(own.take(with_runs)) for of in declared.runs]
    for name, of in zip(RUNS, together([getattr(h, name).take(rows) for name in RUNS], runs), strict=True):
        getattr(h, name)[rows] = of
