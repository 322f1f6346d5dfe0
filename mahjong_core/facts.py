"""What is known of one reading of one hand, in one vocabulary for one hand and for a million.

The fields of a ``Facts`` are ints when one hand is scored and NumPy arrays with one element a reading when many are.
Whatever is written with ``& | ^ >> << == != < <= > >= + *`` and the three words ``some``, ``none`` and ``count`` runs
on both.  Sets of kinds are ints with one bit a kind (:mod:`mahjong_core.tiles`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from mahjong_core.tiles import HONOURS, MAN, PIN, SOU

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = int | NDArray[np.int64]
    Number = int | NDArray[np.int64]
    Truth = bool | NDArray[np.bool_]

# When is a fact known?  Before any tile is looked at; of the whole hand; of one reading; of one place of the winning tile.
SITUATION, HAND, READING, PLACE = range(4)
# What is it?
SET, NUMBER, TRUTH = "set", "number", "truth"

FACTS: Final[dict[str, tuple[int, str]]] = {
    "won": (SITUATION, TRUTH),  # false: a hand that is valued though another won, or nobody
    "closed": (SITUATION, TRUTH),  # nothing claimed; a declared concealed kong keeps a hand closed
    "self_draw": (SITUATION, TRUTH),
    "dealer": (SITUATION, TRUTH),
    "seat": (SITUATION, SET),  # the wind of the seat; no bit where it is not known
    "round": (SITUATION, SET),
    "events": (SITUATION, SET),  # one bit a flag: event("riichi")
    "tiles": (HAND, SET),  # kinds in the whole hand, groups included
    "held_2": (HAND, SET),  # kinds held at least twice, three, four times; a kong is held four times
    "held_3": (HAND, SET),
    "held_4": (HAND, SET),
    "win_tile": (HAND, SET),
    "quads": (HAND, SET),
    "concealed_quads": (HAND, SET),
    "added_quads": (HAND, SET),
    "claimed": (HAND, NUMBER),  # groups taken from a discard
    "bonus": (HAND, SET),  # flowers 1-4 bits 0-3, seasons 1-4 bits 4-7
    "reds": (HAND, NUMBER),  # red fives
    "norths": (HAND, NUMBER),  # norths set aside, which are in none of the sets
    "dora": (HAND, NUMBER),  # tiles that the indicators show, each indicator counted
    "first_dora": (HAND, NUMBER),  # those that the first indicator shows
    "ura": (HAND, NUMBER),
    "first_ura": (HAND, NUMBER),
    "shape": (READING, NUMBER),  # STANDARD, or shape("seven_pairs") ...
    "runs": (READING, SET),  # first tiles of the runs; runs_2: of those that are there at least twice ...
    "runs_2": (READING, SET),
    "runs_3": (READING, SET),
    "runs_4": (READING, SET),
    "triplets": (READING, SET),  # triplets and quads
    "pair": (READING, SET),  # the pair; of a hand that did not win, or of seven pairs, every pair
    "concealed_triplets": (PLACE, SET),
    "wait": (PLACE, NUMBER),  # TWO_SIDED ... below
}

STANDARD: Final = 0
TWO_SIDED, EDGE, MIDDLE, SINGLE, TWO_PAIRS, WHOLE_HAND, NO_WAIT = range(7)
WAIT_NAMES: Final = ("two_sided", "edge", "middle", "single", "two_pairs", "whole_hand", "none")

_EVENTS: dict[str, int] = {}
_SHAPES: dict[str, int] = {"standard": STANDARD}


def event(name: str) -> int:
    """The bit of a flag in ``events``; a new name gets a new bit."""
    return 1 << _EVENTS.setdefault(name, len(_EVENTS))


def shape(name: str) -> int:
    """The number of a whole-hand shape; a new name gets a new number."""
    return _SHAPES.setdefault(name, len(_SHAPES))


# No winner: how the round of a hand that did not win ended.
PARTITION: Final = shape("partition")


def some(bits: Bits) -> Truth:
    """Is there any?"""
    return bits != 0


def none(bits: Bits | Truth) -> Truth:
    """Is there none?  Also the branch-free ``not`` of a truth."""
    return bits == 0


def count(bits: Bits) -> Number:
    """How many?"""
    try:
        return cast("int", bits).bit_count()
    except AttributeError:  # an array
        import numpy

        return cast("Number", numpy.bitwise_count(bits).astype(numpy.int64))


class Facts:
    """One reading of one hand (ints), or many (arrays).  See ``FACTS`` for when each field is known and what it is."""

    won: Truth
    closed: Truth
    self_draw: Truth
    dealer: Truth
    seat: Bits
    round: Bits
    events: Bits
    tiles: Bits
    held_2: Bits
    held_3: Bits
    held_4: Bits
    win_tile: Bits
    quads: Bits
    concealed_quads: Bits
    added_quads: Bits
    claimed: Number
    bonus: Bits
    reds: Number
    norths: Number
    dora: Number
    first_dora: Number
    ura: Number
    first_ura: Number
    shape: Number
    runs: Bits
    runs_2: Bits
    runs_3: Bits
    runs_4: Bits
    triplets: Bits
    pair: Bits
    concealed_triplets: Bits
    wait: Number
    given: Mapping[str, Bits]  # what the ruleset's own ``situation:`` block declares

    __slots__ = (*FACTS, "given")

    # Facts that follow from others: they cost nothing where no pattern asks for them.
    @property
    def honours(self) -> Bits:
        """Kinds of honours in the hand."""
        return self.tiles & HONOURS

    @property
    def suits(self) -> Number:
        """How many suits are used."""
        return some(self.tiles & MAN) * 1 + some(self.tiles & PIN) * 1 + some(self.tiles & SOU) * 1

    @property
    def n_runs(self) -> Number:
        """How many runs."""
        return count(self.runs) + count(self.runs_2) + count(self.runs_3) + count(self.runs_4)

    @property
    def twin_runs(self) -> Number:
        """Pairs of identical runs: two or three alike make one, four make two."""
        return count(self.runs_2) + count(self.runs_4)

    @property
    def exposed_triplets(self) -> Bits:
        """Triplets and quads that are not concealed."""
        return self.triplets ^ self.concealed_triplets


Pattern = Callable[[Facts], Any]
