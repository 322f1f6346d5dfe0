"""How far the tiles of a suit are from groups and a pair.

*Distances* are ten small numbers, in bytes: the fewest tiles that a suit lacks for 0, 1, 2, 3, 4 groups (entries 0-4), and
for the same and a pair (entries 5-9).  No tile is used more often than the wall has it.  The distances of several suits
together have the same form, and very few are different: 126 for a suit, 55 for the honours, 180 for all of them together.

They are worked out rank by rank.  What must be known half-way is *unfinished*: distances for each number of runs that
need tiles of the next two ranks.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mahjong_core.remembered import Remembered
from mahjong_core.suit_tiles import SuitTiles
from mahjong_core.tiles import KINDS

ENTRIES: Final = 10
GROUPS_AND_PAIR: Final = 9  # the entry of four groups and a pair
FAR: Final = 15  # more than any hand lacks: there is no such way

Distances = bytes
Unfinished = bytes
Copies = bytes  # of each rank, how many the wall has; nine ranks are a suit, seven are honours, which make no runs
Counts = bytes


@cache
def shares(entry: int) -> tuple[tuple[int, int], ...]:
    """Every way in which two parts of a hand make up an entry: (entry of the one, entry of the other)."""
    return tuple((own, entry - own) for own in range(entry + 1) if own % 5 <= entry % 5)


def together(one: Distances, other: Distances) -> Distances:
    """The distances of two parts of a hand, taken together."""
    best = (min([one[a] + other[b] for a, b in shares(entry)]) for entry in range(ENTRIES))
    return bytes([min(missing, FAR) for missing in best])


TOGETHER: Final = Remembered[tuple[Distances, Distances], Distances](lambda parts: together(*parts))


def decisive(rest: Distances, own: Distances, entry: int) -> tuple[int, ...]:
    """The entries of ``own`` that are part of the best way to ``entry``: a tile helps that shortens one of them."""
    best = TOGETHER[rest, own][entry]
    return tuple(a for a, b in shares(entry) if own[a] + rest[b] == best)


DECISIVE: Final = Remembered[tuple[Distances, Distances, int], tuple[int, ...]](lambda case: decisive(*case))

# -------------------------------------------------------------------------------------------- rank by rank
# An unfinished entry: 10 * (3 * runs that began two ranks ago + runs that began one rank ago) + the entry so far.
# Three equal runs are three triplets, so two of the same are enough.
UNFINISHED: Final = 90
NOTHING_YET: Final = bytes([0] + [FAR] * (UNFINISHED - 1))

Move = tuple[int, int, int]  # (unfinished entry before, after, tiles that it lacks)


@cache
def moves(held: int, copies: int, starts: bool) -> tuple[Move, ...]:
    """Everything that a rank may give, of which ``held`` tiles are there; ``starts``: may a run begin here?"""
    found: list[Move] = []
    for older, old, runs, triplets, pairs in _uses(starts):
        used = older + old + runs + 3 * triplets + 2 * pairs
        if used > copies:
            continue
        begun = runs + triplets
        for groups in range(5 - begun):
            for pair in range(2 - pairs):
                before = 10 * (3 * older + old) + 5 * pair + groups
                after = 10 * (3 * old + runs) + 5 * (pair + pairs) + groups + begun
                found.append((before, after, max(0, used - held)))
    return tuple(found)


def _uses(starts: bool) -> list[tuple[int, int, int, int, int]]:
    """(runs two ranks old, one rank old, beginning; triplets; pairs) that one rank may be part of."""
    new = range(3 if starts else 1)
    return [(a, b, c, t, p) for a in range(3) for b in range(3) for c in new for t in (0, 1) for p in (0, 1)]


def _one_rank_on(before: Unfinished, held: int, copies: int, starts: bool) -> Unfinished:
    after = bytearray([FAR]) * UNFINISHED
    for source, target, lacks in moves(held, copies, starts):
        missing = before[source] + lacks
        if missing < after[target]:
            after[target] = missing
    return bytes(after)


ONE_RANK_ON: Final = Remembered[tuple[Unfinished, int, int, bool], Unfinished](lambda case: _one_rank_on(*case))


def may_start(rank: int, ranks: int) -> bool:
    """May a run begin at this rank (from 0)?  Honours, of which there are seven, make no runs."""
    return ranks == 9 and rank <= 6


def of_suit(counts: Counts, copies: Copies) -> Distances:
    """The distances of the tiles of one suit, or of the honours."""
    return _finished(NOTHING_YET, counts, copies, 0)


def _finished(unfinished: Unfinished, counts: Counts, copies: Copies, first: int) -> Distances:
    """The ranks from ``first`` on."""
    for rank in range(first, len(counts)):
        unfinished = ONE_RANK_ON[unfinished, counts[rank], copies[rank], may_start(rank, len(counts))]
    return unfinished[:ENTRIES]


def nearer(counts: Counts, copies: Copies) -> tuple[int, ...]:
    """For each entry of a suit's distances, the ranks (a set, one bit each) of which one tile more shortens it."""
    now, ranks, unfinished = of_suit(counts, copies), [0] * ENTRIES, NOTHING_YET
    for rank, held in enumerate(counts):
        here = copies[rank], may_start(rank, len(counts))
        if held < copies[rank]:
            more = _finished(ONE_RANK_ON[unfinished, held + 1, *here], counts, copies, rank + 1)
            for entry in [entry for entry in range(ENTRIES) if more[entry] < now[entry]]:
                ranks[entry] |= 1 << rank
        unfinished = ONE_RANK_ON[unfinished, held, *here]
    return tuple(ranks)


# -------------------------------------------------------------------------------------------- in a wall
def copies_of(in_play: int) -> tuple[Copies, ...]:
    """For the three suits and the honours, the copies of each rank in a wall of these kinds."""
    places = ((0, 9), (9, 18), (18, 27), (27, KINDS))
    return tuple(bytes([4 * (in_play >> kind & 1) for kind in range(*place)]) for place in places)


class Wall:
    """Distances in a wall of some kinds: answers worked out once.

    ``of``: the distances of a suit's tiles in the hand.  ``nearer``: for each entry of them, the set of kinds of which one
    tile more shortens it.
    """

    __slots__ = ("nearer", "of")

    def __init__(self, in_play: int) -> None:
        copies = copies_of(in_play)
        self.of = Remembered[SuitTiles, Distances](lambda tiles: of_suit(tiles.counts, copies[tiles.suit]))
        self.nearer = Remembered[SuitTiles, tuple[int, ...]](lambda tiles: _nearer_kinds(tiles, copies[tiles.suit]))


def _nearer_kinds(tiles: SuitTiles, copies: Copies) -> tuple[int, ...]:
    return tuple(ranks << 9 * tiles.suit for ranks in nearer(tiles.counts, copies))


@cache
def wall_of(in_play: int) -> Wall:
    """The same object for all rulesets with these kinds in play."""
    return Wall(in_play)
