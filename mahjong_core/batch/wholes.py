"""Whole-hand shapes in columns: seven pairs, orphans ... of the hands that have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.facts import WHOLE_HAND, Facts, some
from mahjong_core.shapes import Shape
from mahjong_core.trace import facts_in, trace


class Wholes(NamedTuple):
    """Readings as a whole: of which hand, which shape, its pairs.  ``aside``: hands whose shapes must be found one by one."""

    hand: Column
    shape: Column
    pair: Column
    aside: Column


def wholes(shapes: Sequence[Shape], h: Facts, usable: Column) -> Wholes:
    """``h``: the facts of the hands of a chunk; ``usable``: those that are looked at."""
    hands: list[Column] = [np.zeros(0, np.int64)]
    numbers: list[Column] = [np.zeros(0, np.uint8)]
    pairs: list[Column] = [np.zeros(0, np.int64)]
    aside = np.zeros(len(usable), np.bool_)
    for shape in shapes:
        there = usable if shape.when is None else shape.when(h) & usable
        if shape.when is None or shape.pair is None:
            aside |= there
            continue
        rows = np.flatnonzero(there)
        if len(rows):
            hands.append(rows)
            numbers.append(np.full(len(rows), shape.number, np.uint8))
            pairs.append(np.broadcast_to(shape.pair(h), len(usable)).take(rows))
    return Wholes(np.concatenate(hands), np.concatenate(numbers), np.concatenate(pairs), aside)


def asked_by_shapes(shapes: Sequence[Shape]) -> set[str]:
    """The facts that their patterns look at."""
    terms = [trace(shape.when) for shape in shapes if shape.when is not None]
    terms += [trace(_there_is(shape.pair)) for shape in shapes if shape.pair is not None]
    return set[str]().union(*map(facts_in, terms))


def _there_is(pair: Callable[[Facts], Any]) -> Callable[[Facts], Any]:
    return lambda h: some(pair(h))


def join(h: Any, found: Wholes) -> None:
    """Put the readings as a whole behind those as groups and a pair."""
    n = len(found.hand)
    nothing = np.zeros(n, np.int64)
    for name in ("runs", "runs_2", "runs_3", "runs_4", "triplets", "concealed_triplets"):
        setattr(h, name, np.concatenate([getattr(h, name), nothing]))
    h.shape = np.concatenate([h.shape, found.shape])
    h.pair = np.concatenate([h.pair, found.pair])
    h.wait = np.concatenate([h.wait, np.full(n, WHOLE_HAND, np.uint8)])
