"""Shanten and accepted tiles of many hands at once, in NumPy columns: all distances are in tables (``shanten_tables``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mahjong_core.distances import FAR
from mahjong_core.errors import HandError, Problem
from mahjong_core.hands import Hand
from mahjong_core.phrases import said
from mahjong_core.shanten_tables import rests, tables
from mahjong_core.shapes import Shape
from mahjong_core.tiles import ALL, KINDS, NAMES, kinds_in, names_in

Bytes = NDArray[np.uint8]
Shanten = NDArray[np.int8]
Kinds = NDArray[np.int64]  # sets of kinds
Keys = NDArray[np.intp]
Sizes = tuple[int, ...]  # how many tiles a hand may have
CHUNK: Final = 1 << 14  # hands worked on at once: what is in between stays in the processor's cache
TOLD: Final = 5  # bad hands told one by one


# ------------------------------------------------------------------------------------------------ shanten
def shanten_columns(counts: ArrayLike, groups: ArrayLike | None, in_play: int, shapes: Sequence[Shape]) -> Shanten:
    """The shanten of many hands; see ``Ruleset.shanten_many``."""
    held = _counts(counts)
    found = np.empty(held.shape[1], np.int8)
    for part, own, declared in _chunks(held, groups, in_play, (13, 14)):
        missing = _groups_missing(_classes(own, in_play), declared, in_play)
        for shape in shapes:
            of_shape = _shape_missing(shape, own, declared)
            if of_shape is not None:
                np.minimum(missing, of_shape.missing, out=missing)
        found[part] = missing.view(np.int8) - np.int8(1)
    return found


class Of(NamedTuple):
    """Keys and classes of man, pin, sou, honours; the class of the first two together, and of the others."""

    keys: tuple[Keys, ...]
    suits: tuple[Bytes, ...]
    left: Bytes
    right: Bytes


def _classes(counts: Bytes, in_play: int) -> Of:
    t = tables(in_play)
    keys = (*(_suit_key(counts[first : first + 9]) for first in (0, 9, 18)), _honours_key(counts[27:]))
    man, pin, sou, honours = suits = tuple(of.take(key, mode="clip") for of, key in zip(t.suits, keys, strict=True))
    left = t.left.take(man * np.intp(t.pins) + pin, mode="clip")
    right = t.right.take(sou * np.intp(t.honours) + honours, mode="clip")
    return Of(keys, suits, left, right)


def _groups_missing(of: Of, groups: Bytes, in_play: int) -> Bytes:
    """Tiles missing for four groups and a pair."""
    t = tables(in_play)
    return t.missing.take((groups * np.intp(t.lefts) + of.left) * t.rights + of.right, mode="clip")


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


class OfShape(NamedTuple):
    """Tiles missing for a shape; where it was asked of each hand: the kinds of which one more makes that one fewer."""

    missing: Bytes
    nearer: Kinds | None


def _shape_missing(shape: Shape, counts: Bytes, groups: Bytes) -> OfShape | None:
    """For a whole-hand shape, which a hand with declared groups never has; None: it does not say."""
    if shape.distance_columns is not None:
        return OfShape(np.where(groups == 0, shape.distance_columns(counts), np.uint8(FAR)), None)
    if shape.distance is None:
        return None
    missing, nearer = np.full(groups.shape, FAR, np.uint8), np.zeros(groups.shape, np.int64)
    for i in np.flatnonzero(groups == 0):
        hand = Hand(np.arange(KINDS).repeat(counts[:, i]).tolist())
        missing[i], kinds = shape.distance(hand)
        nearer[i] = kinds & ALL & ~hand.held_4
    return OfShape(missing, nearer)


# ------------------------------------------------------------------------------------------------ accepted tiles
def accepts_columns(counts: ArrayLike, groups: ArrayLike | None, in_play: int, shapes: Sequence[Shape]) -> Kinds:
    """The accepted tiles of many hands; see ``Ruleset.accepts_many``.

    How many are left of a kind follows from ``counts``.  Which tiles declared groups hold is not told: a kind of which they
    hold all that the hand does not may be among the answers, where ``Ruleset.accepts`` leaves it out.
    """
    held = _counts(counts)
    found = np.empty(held.shape[1], np.int64)
    for part, own, declared in _chunks(held, groups, in_play, (13,)):
        found[part] = _accepted(np.ascontiguousarray(own), declared, in_play, shapes)
    return found


def _accepted(counts: Bytes, groups: Bytes, in_play: int, shapes: Sequence[Shape]) -> Kinds:
    of = _classes(counts, in_play)
    missing = _groups_missing(of, groups, in_play)
    told = [(shape, found) for shape in shapes if (found := _shape_missing(shape, counts, groups)) is not None]
    for _, of_shape in told:
        np.minimum(missing, of_shape.missing, out=missing)
    kinds = _nearer_groups(of, counts, groups, missing, in_play)
    for shape, of_shape in told:
        near = np.flatnonzero((of_shape.missing == missing) & (groups == 0))  # a tile makes one fewer at most
        if of_shape.nearer is not None:
            kinds[near] |= of_shape.nearer[near]
        elif shape.distance_columns is not None and len(near):
            kinds[near] |= _nearer_shape(shape.distance_columns, counts.take(near, axis=1), missing[near])
    return kinds & in_play


def _nearer_groups(of: Of, counts: Bytes, groups: Bytes, missing: Bytes, in_play: int) -> Kinds:
    """The kinds of which one tile more leaves fewer than ``missing`` for four groups and a pair."""
    kinds = np.zeros(groups.shape, np.int64)
    man, pin, sou, honours = of.suits
    others = (pin, of.right), (man, of.right), (of.left, honours), (of.left, sou)  # as in ``Rest.of``
    for suit, (rest, (one, other)) in enumerate(zip(rests(in_play), others, strict=True)):
        three = rest.of.take(one * np.intp(rest.seconds) + other, mode="clip")
        row = (groups * np.intp(rest.rests) + three) * rest.owns
        for kind in [kind for kind in kinds_in(in_play) if kind // 9 == suit]:
            step: int = 5 ** (kind - 9 * suit)
            more = tables(in_play).suits[suit].take(of.keys[suit] + step, mode="clip")
            nearer = (rest.missing.take(row + more, mode="clip") < missing) & (counts[kind] < 4)
            kinds |= nearer.astype(np.int64) << kind
    return kinds


def _nearer_shape(distance_columns: Callable[[Bytes], Bytes], counts: Bytes, missing: Bytes) -> Kinds:
    """The same for a shape that tells how far many hands are from it."""
    kinds = np.zeros(missing.shape, np.int64)
    for kind in range(KINDS):
        held = counts[kind].copy()
        np.minimum(held + np.uint8(1), 4, out=counts[kind])
        nearer = distance_columns(counts) < missing
        kinds |= nearer.astype(np.int64) << kind
        counts[kind] = held
    return kinds


# ------------------------------------------------------------------------------------------------ what is wrong
def _chunks(
    held: NDArray[Any], groups: ArrayLike | None, in_play: int, sizes: Sizes
) -> Iterator[tuple[slice, Bytes, Bytes]]:
    """A few hands at a time: (which, counts, declared groups), checked."""
    told = None if groups is None else _declared(groups, held.shape[1])
    for first in range(0, held.shape[1], CHUNK):
        part = slice(first, first + CHUNK)
        yield part, *_checked(held[:, part], None if told is None else told[part], in_play, sizes, first)


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


def _checked(
    held: NDArray[Any], told: NDArray[Any] | None, in_play: int, sizes: Sizes, first: int
) -> tuple[Bytes, Bytes]:
    """(counts, declared groups) as bytes.  Raises HandError, with every problem of the first bad hands."""
    possible = bool(held.min() >= 0) and bool(held.max() <= 4)
    number = held.sum(axis=0, dtype=np.uint8 if possible else np.int64).astype(np.int64)
    groups = (14 - number) // 3 if told is None else told.astype(np.int64)
    bad = ~np.isin(number + 3 * groups, sizes) | (groups < 0) | (groups > 4)
    if not possible:
        bad |= ((held < 0) | (held > 4)).any(axis=0)
    if in_play != ALL:
        bad |= held[kinds_in(ALL & ~in_play)].any(axis=0)
    if bad.any():
        raise HandError(_told(np.flatnonzero(bad), held, groups, in_play, sizes, first))
    return held.astype(np.uint8, copy=False), groups.astype(np.uint8)


def _told(
    bad: NDArray[np.intp], held: NDArray[Any], groups: NDArray[Any], in_play: int, sizes: Sizes, first: int
) -> list[Problem]:
    """Every problem of the first bad hands; of the others of this chunk, how many there are."""
    found: list[Problem] = []
    for i in bad[:TOLD].tolist():
        counts = held[:, i].tolist()
        found += [
            Problem(problem.code, f"hand {first + i}: {problem.message}")
            for problem in _of_hand(counts, int(groups[i]), in_play, sizes)
        ]
    if len(bad) > TOLD:
        found.append(Problem("bad_value", f"{len(bad) - TOLD} more hands are wrong"))
    return found


def _of_hand(counts: list[int], groups: int, in_play: int, sizes: Sizes) -> Iterator[Problem]:
    for kind, held in enumerate(counts):
        if not 0 <= held <= 4:
            yield Problem("too_many_copies", said("too_many_copies", n=held, tile=NAMES[kind]))
    absent = sum(1 << kind for kind, held in enumerate(counts) if held) & ~in_play
    if absent:
        yield Problem("tiles_not_in_play", f"{names_in(absent)}: the ruleset is played without these tiles")
    if not 0 <= groups <= 4 or sum(counts) + 3 * groups not in sizes:
        expected = " or ".join(map(str, sizes))
        text = f"{sum(counts)} tiles and {groups} declared groups: expected {expected}, a group counted as three"
        yield Problem("wrong_number_of_tiles", text)
