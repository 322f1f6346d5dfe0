"""One hand, from its tiles to the reading that is worth most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from mahjong_core.decompose import tally
from mahjong_core.errors import PluginError
from mahjong_core.facts import (
    EDGE,
    MIDDLE,
    NO_WAIT,
    PARTITION,
    TWO_PAIRS,
    TWO_SIDED,
    WHOLE_HAND,
    Facts,
)
from mahjong_core.hands import Hand
from mahjong_core.shapes import Shape, Whole
from mahjong_core.suit_tiles import Split
from mahjong_core.tiles import KINDS


class Circumstances(NamedTuple):
    """What a ruleset makes of a situation, before it looks at the hand."""

    won: bool
    closed: bool
    self_draw: bool
    dealer: bool
    seat: int
    round: int
    events: int
    given: Mapping[str, Any]
    key: int  # the lines of the situation alone that hold
    well: int  # one bit for each of inspection.TRAITS: do the flags agree with such a hand?


class Best(NamedTuple):
    """The reading that counts, as it was met; put into words when asked."""

    rank: int
    key: int
    sets: int  # points of the triplets and quads
    wait: int
    shape: int
    splits: Sequence[Split] = ()
    whole: Whole | None = None


class Matchers(NamedTuple):
    """The generated functions: which lines hold, as a key."""

    hand: Callable[[Facts], int]
    reading: Callable[[Facts], int]
    place: Callable[[Facts], int]


def _completed_runs(win: int) -> tuple[tuple[int, int], ...]:
    """For a winning kind, (runs that it may have completed, the wait it then was)."""
    if win >= 27:
        return ()
    rank, bit = win % 9, 1 << win
    runs = {TWO_SIDED: 0, EDGE: 0, MIDDLE: 0}
    if rank <= 6:
        runs[EDGE if rank == 6 else TWO_SIDED] |= bit
    if 1 <= rank <= 7:
        runs[MIDDLE] |= bit >> 1
    if rank >= 2:
        runs[EDGE if rank == 2 else TWO_SIDED] |= bit >> 2
    return tuple((completed, wait) for wait, completed in runs.items() if completed)


COMPLETED_RUNS: Final = tuple(_completed_runs(win) for win in range(KINDS))
EXPOSED: Final = tuple(tally("triplets", False, kind) - tally("triplets", True, kind) for kind in range(KINDS))


def held_of(hand: Hand, kinds: Sequence[int]) -> int:
    """Tiles of the hand, norths set aside included, that are of these kinds, each of them counted."""
    copies = hand.copies
    return sum(copies[kind] for kind in kinds)


def found_by(find: Callable[[Hand], Sequence[Whole]], hand: Hand) -> Sequence[Whole]:
    """What a shape finds.  Raises PluginError where it fails, since only a plug-in's does."""
    try:
        return find(hand)
    except Exception as error:
        name = getattr(find, "__name__", repr(find))
        raise PluginError(f"the shape finder {name!r} failed on {hand}: {type(error).__name__}: {error}") from error


def comes_first(key: int, other: int) -> bool:
    """Of two readings of equal rank: has this one the first role, in the order of the table, that they do not share?"""
    differ = key ^ other
    return bool(key & differ & -differ)


def observed(hand: Hand, c: Circumstances) -> Facts:
    """The facts that hold for every reading of a hand; of dora there are none."""
    h = Facts()
    h.won, h.closed, h.self_draw, h.dealer = c.won, c.closed, c.self_draw, c.dealer
    h.seat, h.round, h.events, h.given = c.seat, c.round, c.events, c.given
    h.tiles, h.held_2, h.held_3, h.held_4, h.win_tile = hand.tiles, hand.held_2, hand.held_3, hand.held_4, hand.win_bit
    h.quads, h.concealed_quads, h.added_quads = hand.quads, hand.concealed_quads, hand.added_quads
    h.claimed, h.bonus, h.reds, h.norths = hand.claimed, hand.bonus, hand.reds, hand.norths
    h.dora = h.first_dora = h.ura = h.first_ura = 0
    return h


def with_wholes(
    match: Matchers, rows: Mapping[int, Sequence[int]], shapes: Sequence[Shape]
) -> Callable[[Hand, Circumstances, Sequence[int], Sequence[int], Best | None], Best | None]:
    """The function (hand, circumstances, kinds that are dora and ura, its best reading as groups and a pair) -> the best
    of that and of its readings as a whole."""

    def as_wholes(
        hand: Hand, c: Circumstances, shown: Sequence[int], hidden: Sequence[int], best: Best | None
    ) -> Best | None:
        h = observed(hand, c)
        h.dora, h.first_dora = held_of(hand, shown), held_of(hand, shown[:1])
        h.ura, h.first_ura = held_of(hand, hidden), held_of(hand, hidden[:1])
        hand_key = c.key | match.hand(h)
        for shape in shapes:
            if shape.when is not None and not shape.when(h):
                continue  # the tiles may have it, and the situation not
            for whole in found_by(shape.find, hand):
                _read_as_whole(h, shape.number, whole.pair)
                key = hand_key | match.reading(h) | match.place(h)
                rank = rows[key][0]
                if best is None or rank > best.rank or (rank == best.rank and comes_first(key, best.key)):
                    best = Best(rank, key, 0, WHOLE_HAND, shape.number, (), whole)
        return best

    return as_wholes


def _read_as_whole(h: Facts, shape: int, pair: int) -> None:
    h.shape, h.pair, h.wait = shape, pair, WHOLE_HAND
    h.runs = h.runs_2 = h.runs_3 = h.runs_4 = h.triplets = h.concealed_triplets = 0


def facts_of_best(hand: Hand, c: Circumstances, best: Best, discard_exposes: bool) -> Facts:
    """The facts of the reading that counts, but dora."""
    h = observed(hand, c)
    h.shape, h.wait = best.shape, best.wait
    if best.whole is not None:
        _read_as_whole(h, best.shape, best.whole.pair)
        return h
    _take_together(h, best.splits)
    if discard_exposes and c.won and not c.self_draw and best.wait == TWO_PAIRS:
        h.concealed_triplets ^= hand.win_bit
    return h


def best_partition(
    hand: Hand, c: Circumstances, match: Matchers, rows: Mapping[int, Sequence[int]], points: Mapping[int, int]
) -> Best:
    """The best way to take groups and pairs out of a hand that did not win."""
    h = observed(hand, c)
    h.shape, h.wait = PARTITION, NO_WAIT
    hand_key = c.key | match.hand(h)
    best: Best | None = None
    for splits in product(*hand.partitions):
        _take_together(h, splits)
        sets = points[sum(split.tally for split in splits)]
        key = hand_key | match.reading(h) | match.place(h)
        rank = rows[key][sets]
        if best is None or rank > best.rank or (rank == best.rank and comes_first(key, best.key)):
            best = Best(rank, key, sets, NO_WAIT, PARTITION, splits)
    assert best is not None  # even no tiles have one partition
    return best


def _take_together(h: Facts, splits: Sequence[Split]) -> None:
    h.runs = h.runs_2 = h.runs_3 = h.runs_4 = h.triplets = h.pair = h.concealed_triplets = 0
    for split in splits:
        h.runs |= split.runs
        h.runs_2 |= split.runs_2
        h.runs_3 |= split.runs_3
        h.runs_4 |= split.runs_4
        h.triplets |= split.triplets
        h.pair |= split.pair
        h.concealed_triplets |= split.concealed_triplets
