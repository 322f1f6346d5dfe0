"""Situations of many hands: those that differ in nothing a pattern asks for are one circumstance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mahjong_core.batch.hands import NONE, WINS, Column, HandColumns, Told
from mahjong_core.batch.numbers import Grown, Numbers
from mahjong_core.checks import FLAGS
from mahjong_core.facts import FACTS, SITUATION
from mahjong_core.situations import How, hashable, how_of
from mahjong_core.tiles import SEATS

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

TRUTHS: Final = ("won", "closed", "self_draw", "dealer")
SETS: Final = ("seat", "round", "events")
assert {*TRUTHS, *SETS} == {fact for fact, (stage, _) in FACTS.items() if stage == SITUATION}
TOLD_BITS: Final = 16  # of the number of all given values together
GIVEN_BITS: Final = 12  # of each value that the ruleset declares, in the second word
MOST_GIVEN: Final = 5
MOST_VALUES: Final = (1 << GIVEN_BITS) - 2
MOST_FLAGS: Final = 48


class CircumstancesMet:
    """Numbers the circumstances of hands, and keeps what a ruleset makes of each as columns indexed by these numbers."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.names = rules, tuple(rules.table.situation)
        self.flag_names: tuple[str, ...] = FLAGS
        self.numbers = Numbers(2, self._new, self._forget)
        self.keys: list[int] = []
        self.key_numbers: dict[int, int] = {}
        self.told_numbers: dict[int, int] = {}
        self.values: dict[str, list[Any]] = {name: [] for name in self.names}
        self._forget()

    def _forget(self) -> None:
        self.facts = {name: Grown((), np.bool_) for name in TRUTHS} | {name: Grown((), np.int64) for name in SETS}
        self.given = {name: Grown((), np.int64) for name in self.names}
        self.key = Grown((), np.int64)  # number of the lines that hold by the situation alone
        self.told_number = Grown((), np.int64)  # of the given values, see ``told``
        self.well = Grown((), np.uint8)  # one bit for each of inspection.TRAITS

    def of(self, hands: HandColumns, closed: Column) -> tuple[Column, Column]:
        """((n) number of the circumstance, (n) is it a situation that columns can hold?)."""
        fits = np.ones(len(hands), np.bool_)
        flags = self._flags(hands)
        code = (
            hands.win.astype(np.int64)
            | (hands.seat.astype(np.int64) + 1) << 2
            | (hands.round.astype(np.int64) + 1) << 5
        )
        code |= closed.astype(np.int64) << 8 | flags << 9
        for column, most in ((hands.win, 2), (hands.seat, 3), (hands.round, 3), (hands.ron_from, 3), (hands.pao, 3)):
            fits &= (column >= NONE) & (column <= most)
        fits &= (flags >= 0) & (flags < 1 << min(MOST_FLAGS, len(self.flag_names)))
        given = np.zeros(len(hands), np.int64)
        for i, name in enumerate(self.names):
            if name in hands.given:
                place = self._places(name, hands.given[name]) + 1
                fits &= (place <= MOST_VALUES) & ((place == 0) | (i < MOST_GIVEN))
                given |= place << GIVEN_BITS * min(i, MOST_GIVEN - 1)
        if not fits.all():
            code, given = np.where(fits, code, 0), np.where(fits, given, 0)
        number = self.numbers.of([code.view(np.uint64), given.view(np.uint64)])
        if len(self.told_numbers) >> TOLD_BITS:  # more than settlements can tell apart
            fits &= self.told_number.values.take(number) >> TOLD_BITS == 0
        return number, fits

    def _flags(self, hands: HandColumns) -> Column:
        """Flags, one bit each, in an order that is the same for all batches."""
        flags = hands.flags.astype(np.int64)
        if hands.flag_names == self.flag_names:
            return flags
        self.flag_names += tuple(name for name in hands.flag_names if name not in self.flag_names)
        places = [self.flag_names.index(name) for name in hands.flag_names]
        beyond = flags >> len(places) << MOST_FLAGS
        own: Column = np.bitwise_or.reduce([(flags >> i & 1) << place for i, place in enumerate(places)] + [beyond])
        return own

    def _places(self, name: str, told: Told) -> Column:
        """The values of one batch as places in the values of all."""
        known = self.values[name]
        known.extend(value for value in dict.fromkeys(told.values) if value not in known)
        places = np.array([*map(known.index, told.values), NONE], np.int64)
        return places[told.codes]

    # ------------------------------------------------------------------------------------------ met for the first time
    def _new(self, words: Sequence[int]) -> None:
        code, given = words
        how = self._how(code, given)
        closed = bool(code >> 8 & 1)
        circumstances = self.rules.circumstances(how, closed)
        for name, values in self.facts.items():
            values.append(getattr(circumstances, name))
        for name, values in self.given.items():
            values.append(circumstances.given[name])
        key = circumstances.key
        if key not in self.key_numbers:
            self.key_numbers[key] = len(self.keys)
            self.keys.append(key)
        self.key.append(self.key_numbers[key])
        self.well.append(circumstances.well)
        self.told_number.append(self.told_numbers.setdefault(given, len(self.told_numbers)))

    def _how(self, code: int, given: int) -> How:
        seats = (None, *SEATS)
        flags = frozenset(name for i, name in enumerate(self.flag_names) if code >> 9 + i & 1)
        values = tuple(sorted((name, hashable(value)) for name, value in self.values_of(given).items()))
        return how_of(WINS[code & 3], seats[code >> 2 & 7], seats[code >> 5 & 7], flags, values)

    def told(self, number: int) -> dict[str, Any]:
        """The given values with this number."""
        return self.values_of(list(self.told_numbers)[number])

    def values_of(self, given: int) -> dict[str, Any]:
        """What a word of given values says."""
        places = {name: given >> GIVEN_BITS * i & MOST_VALUES + 1 for i, name in enumerate(self.names[:MOST_GIVEN])}
        return {name: self.values[name][place - 1] for name, place in places.items() if place}
