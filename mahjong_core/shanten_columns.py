"""Shanten of many hands at once, in NumPy columns: the same distances as for one hand, all of them in tables.

The tables are made when a batch first asks for them: a suit's class (which of its few distances it has) for each of the
5**9 ways to hold nine ranks, then small tables of classes by classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
from mahjong_core.errors import HandError, Problem
from mahjong_core.hands import Hand
from mahjong_core.shapes import Shape
from mahjong_core.tiles import ALL, KINDS, NAMES, kinds_in, names_in

Bytes = NDArray[np.uint8]
Shanten = NDArray[np.int8]
Keys = NDArray[np.intp]
CHUNK: Final = 1 << 14  # hands worked on at once: what is in between stays in the processor's cache
TOLD: Final = 5  # bad hands told one by one


# ------------------------------------------------------------------------------------------------ tables
class Classes(NamedTuple):
    """The different distances of a suit; ``of[key]`` says which, the key being 5 ** rank for each tile."""

    distances: Sequence[Distances]
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
    return Classes(list(number), last.take(numbers))


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
    lefts, left = _numbered(_together(man.distances, pin.distances))
    rights, right = _numbered(_together(sou.distances, honours.distances))
    missing = _together(lefts, rights)[:, [GROUPS_AND_PAIR - groups for groups in range(5)]].T
    sizes = len(pin.distances), len(honours.distances), len(lefts), len(rights)
    return Tables((man.of, pin.of, sou.of, honours.of), left, right, missing.ravel(), *sizes)


def _together(one: Sequence[Distances], other: Sequence[Distances]) -> Bytes:
    """``distances.together`` of each with each: (classes of one times classes of other, 10)."""
    a, b = (np.frombuffer(b"".join(each), np.uint8).reshape(-1, ENTRIES).T for each in (one, other))
    found = np.full((ENTRIES, len(one), len(other)), FAR, np.uint8)
    for entry in range(ENTRIES):
        for own, rest in shares(entry):
            np.minimum(found[entry], a[own][:, None] + b[rest], out=found[entry])
    return found.reshape(ENTRIES, -1).T


def _numbered(rows: Bytes) -> tuple[list[Distances], Bytes]:
    """The different distances among these, and which of them each is."""
    text = rows.tobytes()
    found = [text[at : at + ENTRIES] for at in range(0, len(text), ENTRIES)]
    number = {distances: i for i, distances in enumerate(dict.fromkeys(found))}
    return list(number), np.array([number[distances] for distances in found], np.uint8)


# ------------------------------------------------------------------------------------------------ many hands
def shanten_columns(counts: ArrayLike, groups: ArrayLike | None, in_play: int, shapes: Iterable[Shape]) -> Shanten:
    """The shanten of many hands; see ``Ruleset.shanten_many``."""
    held = _counts(counts)
    declared = None if groups is None else _declared(groups, held.shape[1])
    found = np.empty(held.shape[1], np.int8)
    for first in range(0, held.shape[1], CHUNK):
        part = slice(first, first + CHUNK)
        found[part] = _chunk(held[:, part], None if declared is None else declared[part], in_play, shapes, first)
    return found


def _chunk(held: NDArray[Any], told: NDArray[Any] | None, in_play: int, shapes: Iterable[Shape], first: int) -> Shanten:
    counts, groups = _checked(held, told, in_play, first)
    missing = _groups_missing(counts, groups, tables(in_play))
    for shape in shapes:
        of_shape = _shape_missing(shape, counts, groups)
        if of_shape is not None:
            np.minimum(missing, of_shape, out=missing)
    return missing.view(np.int8) - np.int8(1)


def _groups_missing(counts: Bytes, groups: Bytes, t: Tables) -> Bytes:
    """Tiles missing for four groups and a pair."""
    man, pin, sou = (t.suits[i].take(_suit_key(counts[9 * i : 9 * i + 9]), mode="clip") for i in range(3))
    honours = t.suits[3].take(_honours_key(counts[27:]), mode="clip")
    left = t.left.take(man * np.intp(t.pins) + pin, mode="clip")
    right = t.right.take(sou * np.intp(t.honours) + honours, mode="clip")
    return t.missing.take((groups * np.intp(t.lefts) + left) * t.rights + right, mode="clip")


def _suit_key(counts: Bytes) -> Keys:
    """5 ** rank for each tile."""
    low, middle, high = (_three(counts[rank : rank + 3]) for rank in (0, 3, 6))
    key: Keys = low + 125 * middle.astype(np.intp) + 15625 * high.astype(np.intp)
    return key


def _honours_key(counts: Bytes) -> Keys:
    low, middle, high = _three(counts[:3]), _three(counts[3:6]), counts[6]
    key: Keys = low + 125 * middle.astype(np.intp) + 15625 * high.astype(np.intp)
    return key


def _three(counts: Bytes) -> Bytes:
    """Three ranks make 124 at most, which fits into a byte."""
    key: Bytes = counts[0] + 5 * counts[1] + 25 * counts[2]
    return key


def _shape_missing(shape: Shape, counts: Bytes, groups: Bytes) -> Bytes | None:
    """Tiles missing for a whole-hand shape, which a hand with declared groups never has; None: it does not say."""
    if shape.distance_columns is not None:
        return np.where(groups == 0, shape.distance_columns(counts), np.uint8(FAR))
    if shape.distance is None:
        return None
    missing = np.full(groups.shape, FAR, np.uint8)
    for i in np.flatnonzero(groups == 0):
        missing[i] = shape.distance(Hand(np.arange(KINDS).repeat(counts[:, i]).tolist()))[0]
    return missing


# ------------------------------------------------------------------------------------------------ what is wrong
def _counts(counts: ArrayLike) -> NDArray[Any]:
    held = np.asarray(counts)
    if held.ndim != 2 or held.shape[0] != KINDS or held.dtype.kind not in "ui":
        text = f"counts: an array of {held.dtype} of shape {held.shape}; expected integers of shape (34, hands)"
        raise HandError([Problem("bad_value", text)])
    return held


def _declared(groups: ArrayLike, hands: int) -> NDArray[Any]:
    told = np.asarray(groups)
    if told.dtype.kind not in "ui" or told.shape not in ((), (hands,)):
        text = f"groups: an array of {told.dtype} of shape {told.shape}; expected integers, one a hand ({hands})"
        raise HandError([Problem("bad_value", text)])
    return np.broadcast_to(told, hands)


def _checked(held: NDArray[Any], told: NDArray[Any] | None, in_play: int, first: int) -> tuple[Bytes, Bytes]:
    """(counts, declared groups) as bytes.  Raises HandError, with every problem of the first bad hands."""
    possible = bool(held.min() >= 0) and bool(held.max() <= 4)
    number = held.sum(axis=0, dtype=np.uint8 if possible else np.int64).astype(np.int64)
    groups = (14 - number) // 3 if told is None else told.astype(np.int64)
    bad = ~np.isin(number + 3 * groups, (13, 14)) | (groups < 0) | (groups > 4)
    if not possible:
        bad |= ((held < 0) | (held > 4)).any(axis=0)
    if in_play != ALL:
        bad |= held[kinds_in(ALL & ~in_play)].any(axis=0)
    if bad.any():
        raise HandError(_told(np.flatnonzero(bad), held, groups, in_play, first))
    return held.astype(np.uint8, copy=False), groups.astype(np.uint8)


def _told(bad: NDArray[np.intp], held: NDArray[Any], groups: NDArray[Any], in_play: int, first: int) -> list[Problem]:
    """Every problem of the first bad hands; of the others of this chunk, how many there are."""
    found: list[Problem] = []
    for i in bad[:TOLD].tolist():
        counts = held[:, i].tolist()
        found += [
            Problem(problem.code, f"hand {first + i}: {problem.message}")
            for problem in _of_hand(counts, int(groups[i]), in_play)
        ]
    if len(bad) > TOLD:
        found.append(Problem("bad_value", f"{len(bad) - TOLD} more hands are wrong"))
    return found


def _of_hand(counts: list[int], groups: int, in_play: int) -> Iterator[Problem]:
    for kind, held in enumerate(counts):
        if not 0 <= held <= 4:
            yield Problem("too_many_copies", f"{held} copies of {NAMES[kind]}: there are only four of a kind")
    absent = sum(1 << kind for kind, held in enumerate(counts) if held) & ~in_play
    if absent:
        yield Problem("tiles_not_in_play", f"{names_in(absent)}: the ruleset is played without these tiles")
    if not 0 <= groups <= 4 or sum(counts) + 3 * groups not in (13, 14):
        text = f"{sum(counts)} tiles and {groups} declared groups: expected 13 or 14, a group counted as three"
        yield Problem("wrong_number_of_tiles", text)
