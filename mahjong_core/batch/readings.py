"""Every reading of every hand of a chunk, and every group that the winning tile may have completed.

The twin of the loops in ``scoring``: the same readings in the same order, hand after hand.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.batch.held import OF_CODE, Declared, Held
from mahjong_core.batch.suits import (
    FIRST_AT,
    FIRST_MASK,
    NUMBER_AT,
    NUMBER_MASK,
    PAIR_AT,
    RUN_BITS,
    RUNS2_PAIR,
    RUNS_TRIPLETS,
    suit_rows,
)
from mahjong_core.facts import SINGLE, STANDARD, TWO_PAIRS, Facts
from mahjong_core.scoring import COMPLETED_RUNS
from mahjong_core.tiles import KINDS

RUNS_MASK: Final = (1 << RUN_BITS) - 1
WAITS: Final = 8  # columns of "what may have been completed": a wait each, and two that stay empty
BIT: Final = 1 << np.arange(KINDS, dtype=np.int64)


def _completed(wait: int) -> Column:
    """For each winning kind, the runs that it completed if the wait was this."""
    return np.array([dict((w, runs) for runs, w in of_kind).get(wait, 0) for of_kind in COMPLETED_RUNS], np.int64)


COMPLETED: Final = {wait: runs for wait in range(SINGLE) if (runs := _completed(wait)).any()}


class Readings(NamedTuple):
    """Readings: of which hand, and the words of ``suits.suit_rows`` of its four suits together."""

    hand: Column
    words: Column  # (n, 3)
    points: Column  # of its concealed triplets


class Places(NamedTuple):
    """Readings and what the winning tile completed in each."""

    reading: Column
    wait: Column


def readings(held: Held, usable: Column, points_of: tuple[Column, ...]) -> Readings:
    """All readings as groups and a pair of the usable hands, in order.  ``points_of``: of each suit's rows."""
    entries = held.own
    pairs = entries[0] >> PAIR_AT
    several = entries[0] >> NUMBER_AT & NUMBER_MASK
    for entry in entries[1:]:
        pairs = pairs + (entry >> PAIR_AT)
        several = several * (entry >> NUMBER_AT & NUMBER_MASK)
    several = np.where(usable & (pairs == 1), several, 0)
    hand = np.repeat(np.arange(held.n), several)
    rows = [(entry >> FIRST_AT & FIRST_MASK).take(hand) for entry in entries]
    _further(rows, hand, several, entries)
    words = suit_rows(0).take(rows[0], axis=0, mode="clip")
    points = points_of[0].take(rows[0])
    for suit in (1, 2, 3):
        words += suit_rows(suit).take(rows[suit], axis=0, mode="clip")
        points += points_of[suit].take(rows[suit])
    return Readings(hand, words, points)


def _further(rows: list[Column], hand: Column, several: Column, entries: tuple[Column, ...]) -> None:
    """Of the few hands with several readings, the rows of the further ones: bamboos change first, honours last."""
    among = np.flatnonzero(several.take(hand) > 1)
    if not len(among):
        return
    hands = hand.take(among)
    first = np.flatnonzero(np.diff(hands, prepend=-1))
    nth = np.arange(len(among)) - np.repeat(first, np.diff(first, append=len(among)))
    for suit in (2, 1, 0, 3):
        number = entries[suit].take(hands) >> NUMBER_AT & NUMBER_MASK
        rows[suit][among] += nth % number
        nth //= number


def places(held: Held, found: Readings) -> Places:
    """Every group or pair of a reading that the winning tile may have completed: all of them count."""
    n = len(found.hand)
    win = held.win.take(found.hand)
    bit = BIT.take(win)
    runs_triplets = np.ascontiguousarray(found.words[:, RUNS_TRIPLETS])
    may = np.zeros((n, WAITS), np.bool_)
    for wait, runs in COMPLETED.items():
        np.not_equal(runs_triplets & runs.take(win), 0, out=may[:, wait])
    np.not_equal(found.words[:, RUNS2_PAIR] >> RUN_BITS & bit, 0, out=may[:, SINGLE])
    np.not_equal(runs_triplets >> RUN_BITS & bit, 0, out=may[:, TWO_PAIRS])
    place = np.flatnonzero(may)
    return Places(place >> 3, place & 7)


def facts_of(held: Held, found: Readings, at: Places) -> Facts:
    """The facts of readings and places, one element a place, declared groups joined to them."""
    words = found.words.take(at.reading, axis=0, mode="clip")
    runs_triplets, runs2_pair, runs34 = np.ascontiguousarray(words.T)
    h = Facts()
    h.shape, h.wait = np.full(len(at.reading), STANDARD), at.wait
    h.runs, h.triplets = runs_triplets & RUNS_MASK, runs_triplets >> RUN_BITS
    h.runs_2, h.pair = runs2_pair & RUNS_MASK, runs2_pair >> RUN_BITS
    h.runs_3, h.runs_4 = runs34 & RUNS_MASK, runs34 >> RUN_BITS
    h.concealed_triplets = h.triplets.copy()
    _join_groups(h, held.declared, found.hand.take(at.reading))
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
    for codes in declared.codes:
        run = OF_CODE["runs"].take(codes).take(own)
        some = np.flatnonzero(run)
        if len(some):
            _add_run(h, rows.take(some), run.take(some))


def _add_run(h: Any, rows: Column, run: Column) -> None:
    """One run more: those that were there before are there once more often."""
    runs, runs_2, runs_3 = h.runs.take(rows), h.runs_2.take(rows), h.runs_3.take(rows)
    h.runs_4[rows] |= runs_3 & run
    h.runs_3[rows] = runs_3 | runs_2 & run
    h.runs_2[rows] = runs_2 | runs & run
    h.runs[rows] = runs | run
