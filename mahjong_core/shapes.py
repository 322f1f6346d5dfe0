"""What a whole-hand shape is: a hand that is not groups and a pair, but complete as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core import facts
from mahjong_core.facts import Facts, Pattern
from mahjong_core.hands import Hand
from mahjong_core.trace import facts_in, trace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.uint8]  # (34, hands): how many of each kind
    Missing = NDArray[np.uint8]  # (hands,)


class Whole(NamedTuple):
    """A hand read as a whole: its pairs as a set of kinds, and its parts in words (``"11m 22m 33m ..."``)."""

    pair: int
    text: str


class Shape(NamedTuple):
    """A shape as a plug-in brings it.  ``find`` gets a hand of 14 tiles and answers every way in which it has the shape;
    it is called for each hand, so it should say quickly when there is none.

    ``distance`` lets the shape count in shanten: for a hand of 13 or 14 tiles without declared groups, how many tiles are
    missing (0: it has the shape), and the set of kinds of which one tile more makes that one fewer.  It is called for each
    hand.  ``distance_columns``: how many are missing, for many hands at once; without it they are asked one by one.

    ``when``: a pattern of the whole hand's facts (``tiles``, ``held_2``, ``quads`` ...) that holds wherever the shape is, so
    that ``find`` is called for few hands only.  ``pair``: the set of pairs, if the shape is there exactly where ``when``
    holds, and once; then many hands are read without ``find``.  Without either, many hands are scored one by one.  A
    ``when`` that asks for the situation, too (``events``), makes a shape that is there only then and never waited for."""

    name: str
    find: Callable[[Hand], Sequence[Whole]]
    distance: Callable[[Hand], tuple[int, int]] | None = None
    distance_columns: Callable[[Counts], Missing] | None = None
    when: Pattern | None = None
    pair: Callable[[Facts], Any] | None = None

    @property
    def of_tiles_alone(self) -> bool:
        """Is it there whatever the situation?"""
        asked = () if self.when is None else facts_in(trace(self.when))
        return not any(facts.FACTS[fact][0] == facts.SITUATION for fact in asked)

    @property
    def number(self) -> int:
        """What patterns compare ``h.shape`` with."""
        return facts.shape(self.name)
