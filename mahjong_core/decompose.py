"""Every way to read the tiles of one suit: as groups and at most one pair, or, for a hand that did not win, as far as
they go.

A suit is read together with the groups already declared in it, so that what is known of a suit stands in one place.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from mahjong_core.tiles import HONOURS, TERMINALS

# A tally counts the triplets and quads of each sort, three bits a sort; the tallies of the parts of a hand add up.
SORTS: Final = tuple(
    (group, concealed, where)
    for group in ("triplets", "quads")
    for concealed in (False, True)
    for where in ("simple", "terminal", "honour")
)


def sort_of(group: str, concealed: bool, kind: int) -> int:
    """The number of a group's sort in ``SORTS``."""
    where = "honour" if HONOURS >> kind & 1 else "terminal" if TERMINALS >> kind & 1 else "simple"
    return SORTS.index((group, concealed, where))


def tally(group: str, concealed: bool, kind: int) -> int:
    """One group, as a tally."""
    return 1 << 3 * sort_of(group, concealed, kind)


def tallied(tally: int) -> list[tuple[int, int]]:
    """A tally as (number of the sort, how many groups)."""
    return [(i, tally >> 3 * i & 7) for i in range(len(SORTS)) if tally >> 3 * i & 7]


class Parts(NamedTuple):
    """One way to read some tiles of a suit; ranks count from 0."""

    runs: tuple[int, ...]  # first ranks
    triplets: tuple[int, ...]
    pairs: tuple[int, ...]
    loose: tuple[int, ...] = ()


@cache
def splits(counts: bytes) -> tuple[Parts, ...]:
    """Every way that uses up all tiles as groups and at most one pair; seven counts are honours, which make no runs."""
    ways: set[Parts] = set()
    _take(list(counts), 0, Parts((), (), ()), ways, all_tiles=True)
    return tuple(sorted(ways))


@cache
def partitions(counts: bytes) -> tuple[Parts, ...]:
    """Every way to take runs, triplets and pairs out of the tiles until nothing more can be taken."""
    ways: set[Parts] = set()
    _take(list(counts), 0, Parts((), (), ()), ways, all_tiles=False)
    return tuple(sorted(way for way in ways if not _can_take_more(way.loose, len(counts))))


def _take(left: list[int], rank: int, parts: Parts, ways: set[Parts], all_tiles: bool) -> None:
    """What the lowest tile belongs to decides how to go on.  ``all_tiles``: one pair at most, and no loose tile."""
    while rank < len(left) and not left[rank]:
        rank += 1
    if rank == len(left):
        ways.add(parts)
        return
    if left[rank] >= 3:
        more = parts._replace(triplets=(*parts.triplets, rank))
        _take(_without(left, rank, rank, rank), rank, more, ways, all_tiles)
    if left[rank] >= 2 and not (all_tiles and parts.pairs):
        more = parts._replace(pairs=(*parts.pairs, rank))
        _take(_without(left, rank, rank), rank, more, ways, all_tiles)
    if len(left) == 9 and rank <= 6 and left[rank + 1] and left[rank + 2]:
        more = parts._replace(runs=(*parts.runs, rank))
        _take(_without(left, rank, rank + 1, rank + 2), rank, more, ways, all_tiles)
    if not all_tiles:
        _take(_without(left, rank), rank, parts._replace(loose=(*parts.loose, rank)), ways, all_tiles)


def _can_take_more(loose: tuple[int, ...], ranks: int) -> bool:
    if len(set(loose)) < len(loose):
        return True
    return ranks == 9 and any(rank + 1 in loose and rank + 2 in loose for rank in loose)


def _without(counts: list[int], *ranks: int) -> list[int]:
    left = counts.copy()
    for rank in ranks:
        left[rank] -= 1
    return left
