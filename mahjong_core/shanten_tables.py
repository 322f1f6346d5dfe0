"""The tables of ``shanten_columns``: the same distances as for one hand, all of them.

They are made when a batch first asks for them: a suit's class (which of its few distances it has) for each of the 5**9
ways to hold nine ranks, then small tables of classes by classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mahjong_core.distances import (
    ENTRIES,
    FAR,
    GROUPS_AND_PAIR,
    NOTHING_YET,
    UNFINISHED,
    Copies,
    Distances,
    Unfinished,
    copies_of,
    may_start,
    moves,
    shares,
)

Bytes = NDArray[np.uint8]
Several = tuple[Distances, ...]  # different ones; the place of each is its class


class Classes(NamedTuple):
    """The different distances of a suit; ``of[key]`` says which, the key being 5 ** rank for each tile."""

    distances: Several
    of: Bytes


@cache
def classes(copies: Copies) -> Classes:
    """The classes of a suit of which the wall has these copies."""
    unfinished, numbers = [NOTHING_YET], np.zeros(1, np.uint16)  # the number of each key's unfinished distances
    for rank, most in enumerate(copies):
        after = [_one_rank_on(unfinished, held, most, may_start(rank, len(copies))) for held in range(5)]
        number = {found: i for i, found in enumerate(dict.fromkeys(each for held in after for each in held))}
        steps = [np.array([number[each] for each in held], np.uint16) for held in after]
        numbers, unfinished = np.concatenate([step.take(numbers) for step in steps]), list(number)
    number = {found: i for i, found in enumerate(dict.fromkeys(each[:ENTRIES] for each in unfinished))}
    last = np.array([number[each[:ENTRIES]] for each in unfinished], np.uint8)
    return Classes(tuple(number), last.take(numbers))


def _one_rank_on(unfinished: Sequence[Unfinished], held: int, copies: int, starts: bool) -> list[Unfinished]:
    """``distances.ONE_RANK_ON`` for many at once."""
    before = np.frombuffer(b"".join(unfinished), np.uint8).reshape(-1, UNFINISHED).T.copy()
    after = np.full_like(before, FAR)
    for source, target, lacks in moves(held, copies, starts):
        np.minimum(after[target], before[source] + lacks, out=after[target])
    text = after.T.tobytes()
    return [text[at : at + UNFINISHED] for at in range(0, len(text), UNFINISHED)]


class Tables(NamedTuple):
    """From the classes of the suits to the tiles missing."""

    suits: tuple[Bytes, ...]  # by key: man, pin, sou, honours
    left: Bytes  # class of man and pin together, by (man, pin)
    right: Bytes  # of sou and honours
    missing: Bytes  # by (declared groups, left, right)
    pins: int  # how many classes of each there are
    honours: int
    lefts: int
    rights: int


@cache
def tables(in_play: int) -> Tables:
    """The tables for a wall of these kinds."""
    man, pin, sou, honours = (classes(copies) for copies in copies_of(in_play))
    (lefts, left), (rights, right) = (joined(a.distances, b.distances) for a, b in ((man, pin), (sou, honours)))
    sizes = len(pin.distances), len(honours.distances), len(lefts), len(rights)
    return Tables((man.of, pin.of, sou.of, honours.of), left, right, _missing(lefts, rights), *sizes)


class Rest(NamedTuple):
    """From the classes of one suit, and of the three others together, to the tiles missing."""

    of: Bytes  # class of the three others, by (pin, right), (man, right), (left, honours), (left, sou)
    missing: Bytes  # by (declared groups, class of the three others, class of the suit)
    seconds: int  # how many classes there are of the second that ``of`` goes by
    rests: int
    owns: int


@cache
def rests(in_play: int) -> tuple[Rest, ...]:
    """For each suit, the tables for a tile more in it."""
    man, pin, sou, honours = (classes(copies).distances for copies in copies_of(in_play))
    left, right = joined(man, pin)[0], joined(sou, honours)[0]
    return tuple(
        _rest(own, *others)
        for own, *others in ((man, pin, right), (pin, man, right), (sou, left, honours), (honours, left, sou))
    )


def _rest(own: Several, one: Several, other: Several) -> Rest:
    found, of = joined(one, other)
    return Rest(of, _missing(found, own), len(other), len(found), len(own))


def _missing(one: Several, other: Several) -> Bytes:
    """Tiles missing for four groups and a pair, by (declared groups, class of one, class of other)."""
    return _together(one, other)[:, [GROUPS_AND_PAIR - groups for groups in range(5)]].T.ravel()


def _together(one: Several, other: Several) -> Bytes:
    """``distances.together`` of each with each: (classes of one times classes of other, 10)."""
    a, b = (np.frombuffer(b"".join(each), np.uint8).reshape(-1, ENTRIES).T for each in (one, other))
    found = np.full((ENTRIES, len(one), len(other)), FAR, np.uint8)
    for entry in range(ENTRIES):
        for own, rest in shares(entry):
            np.minimum(found[entry], a[own][:, None] + b[rest], out=found[entry])
    return found.reshape(ENTRIES, -1).T


@cache
def joined(one: Several, other: Several) -> tuple[Several, Bytes]:
    """The different distances of both together, and which of them each with each has."""
    text = _together(one, other).tobytes()
    found = [text[at : at + ENTRIES] for at in range(0, len(text), ENTRIES)]
    number = {distances: i for i, distances in enumerate(dict.fromkeys(found))}
    return tuple(number), np.array([number[distances] for distances in found], np.uint8)
