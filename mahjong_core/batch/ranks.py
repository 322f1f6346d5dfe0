"""What ranks stand for: measures, limits, values and payments of many hands, each asked once of method and settlement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from mahjong_core.batch.circumstances import TOLD_BITS, CircumstancesMet
from mahjong_core.batch.hands import NONE, WINS, Column, HandColumns
from mahjong_core.batch.numbers import Grown, Numbers
from mahjong_core.batch.scores import NO_FIGURE
from mahjong_core.situations import Situation
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

COUNTED_BITS: Final = 10  # of counters, of sticks
HOW_BITS: Final = 8
COUNTED_MASK: Final = (1 << COUNTED_BITS) - 1
SEAT_MASK: Final = 7


class RanksMet:
    """Numbers ranks and keeps the worth behind each.  Ranks are never forgotten: there are few hundred."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.numbers = Numbers(1, self._new, None)
        self.worths: list[Worth] = []
        self.fresh: list[int] = []
        self.measures = {name: Grown((), np.int64) for name in rules.valuation.worth(0, 0).measures}
        self.limit = Grown((), np.uint8)
        self.limit_names: list[str | None] = [None]

    def of(self, rank: Column, key: Column, points: Column, keys: Sequence[int]) -> Column:
        """(n) rank -> (n) number.  ``key``: for each row, the place of its key in ``keys``; ``points``: of its sets."""
        number = self.numbers.of([rank.view(np.uint64)])
        for fresh in self.fresh:
            row = int(np.argmax(rank.view(np.uint64) == np.uint64(fresh)))
            self._learn(self.rules.worths[keys[key[row]], int(points[row])])
        self.fresh.clear()
        return number

    def _new(self, words: Sequence[int]) -> None:
        self.fresh.append(words[0])

    def _learn(self, worth: Worth) -> None:
        for name, figure in worth.measures.items():
            self.measures[name].append(NO_FIGURE if figure is None else figure)
        if worth.limit not in self.limit_names:
            self.limit_names.append(worth.limit)
        self.limit.append(self.limit_names.index(worth.limit))
        self.worths.append(worth)


class SettledMet:
    """Numbers what a settlement is asked, and keeps its answers."""

    def __init__(self, rules: Ruleset, ranks: RanksMet, circumstances: CircumstancesMet) -> None:
        self.rules, self.ranks, self.circumstances = rules, ranks, circumstances
        self.numbers = Numbers(1, self._new, self._forget)
        self._forget()

    def _forget(self) -> None:
        self.value, self.marked = Grown((), np.int64), Grown((), np.int64)
        self.payments, self.paid = Grown((4,), np.int64), Grown((), np.bool_)

    def of(self, rank: Column, hands: HandColumns, rows: Column, given: Column, payments: bool) -> Column:
        """(n) number of what these rows are settled for; without ``payments``, of their value alone.  ``given``: numbers of
        what the situations tell beside."""
        how = hands.win.take(rows).astype(np.int64) | (hands.seat.take(rows).astype(np.int64) + 1) << 2
        word = rank.astype(np.int64) << TOLD_BITS | given
        if payments:
            how |= (hands.ron_from.take(rows).astype(np.int64) + 1) << 5
            word = (word << COUNTED_BITS | hands.sticks.take(rows)) << COUNTED_BITS | hands.honba.take(rows)
        else:
            word <<= 2 * COUNTED_BITS
        return self.numbers.of([(word << HOW_BITS | how).view(np.uint64)])

    def _new(self, words: Sequence[int]) -> None:
        (word,) = words
        seats = (None, *SEATS)
        how, word = word & (1 << HOW_BITS) - 1, word >> HOW_BITS
        honba, sticks, word = word & COUNTED_MASK, word >> COUNTED_BITS & COUNTED_MASK, word >> 2 * COUNTED_BITS
        situation = Situation(
            WINS[how & 3],
            seats[how >> 2 & SEAT_MASK],
            ron_from=seats[how >> 5 & SEAT_MASK],
            honba=honba,
            riichi_sticks=sticks,
            given=self.circumstances.told(word & (1 << TOLD_BITS) - 1),
        )
        worth = self.ranks.worths[word >> TOLD_BITS]
        settled = self.rules.settlement.settle(worth, situation, self.rules.table.payment)
        self.value.append(settled.value)
        self.marked.append(NO_FIGURE if settled.marked is None else settled.marked)
        self.paid.append(settled.payments is not None)
        self.payments.append([0] * 4 if settled.payments is None else [settled.payments.get(seat, 0) for seat in SEATS])


def fit_to_settle(hands: HandColumns) -> Column:
    """(n) Is nobody liable, the discarder none that is impossible, and are there no endless counters?"""
    counters = (hands.honba >= 0) & (hands.honba <= COUNTED_MASK) & (hands.sticks >= 0) & (hands.sticks <= COUNTED_MASK)
    nobody = hands.ron_from == NONE
    another = (hands.win == WINS.index("ron")) & (hands.ron_from != hands.seat)
    fit: Column = counters & (hands.pao == NONE) & (nobody | another)
    return fit
