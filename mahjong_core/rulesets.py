"""A ruleset that is ready to score: plain data and plain functions, no plug-in machinery left."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_core.bars import bar_problems, rows_behind_bars, score_with_river
from mahjong_core.batch.rows import score_many, score_record
from mahjong_core.best_reading import best_reading
from mahjong_core.compile import one_hand
from mahjong_core.decompose import SORTS
from mahjong_core.errors import Problem
from mahjong_core.facts import HAND, NUMBER, PLACE, READING, SITUATION
from mahjong_core.hands import Hand
from mahjong_core.ignored import unasked, unknown
from mahjong_core.inspection import ALL_WELL, Inspector, traits_of
from mahjong_core.options import as_text
from mahjong_core.remembered import CEILING, Remembered
from mahjong_core.result_dict import set_line
from mahjong_core.results import Result
from mahjong_core.scoring import Circumstances, Matchers, with_wholes
from mahjong_core.settle.settlements import Settled, Settlement
from mahjong_core.shapes import Shape
from mahjong_core.situation_facts import circumstances_of, is_fed
from mahjong_core.situations import How, Situation, indicated_where
from mahjong_core.tables import Table
from mahjong_core.trace import Term, stage
from mahjong_core.travel import MADE
from mahjong_core.unfinished import incomplete, unfinished
from mahjong_core.worth.keys import Keys
from mahjong_core.worth.methods import BARRED, Method, Valuation, Worth
from mahjong_core.worth.sets import points_of_sort

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from mahjong_core.batch.hands import HandColumns
    from mahjong_core.batch.scores import ScoreColumns
    from mahjong_core.batch.scoring import ColumnScorer
    from mahjong_core.differences import Difference
    from mahjong_core.settle.settled_tables import SettledTable
    from mahjong_core.settle.tables import ToldTable
    from mahjong_core.shanten import Accepted, Discard, Nearness
    from mahjong_core.waits import Wait


class Parts(NamedTuple):
    """What a ruleset is made of, checked."""

    table: Table[Any]
    method: Method
    settlement: Settlement
    terms: Mapping[str, Term]  # line id -> what its patterns compute
    shapes: Sequence[Shape]


class Ruleset:
    """A ruleset.  Immutable; made by ``load``.

    ``name``: as loaded (``"riichi:tenhou"``); ``table``: everything it says; ``options``: name -> chosen value;
    ``fingerprint``: of the merged table, so that a score can be traced to its rules.
    """

    def __init__(
        self, name: str, parts: Parts, options: Mapping[str, Any], making: Callable[[Mapping[str, Any]], Ruleset]
    ) -> None:
        """``making``: makes it once more, with a record's own options laid over everything."""
        self.name, self.table, self.making = name, parts.table, making
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self.settlement, self.declared = parts.settlement, tuple(parts.table.situation)
        self.terms = terms = parts.terms
        self.keys = Keys((id, term.kind == NUMBER) for id, term in terms.items())
        self.valuation: Valuation = parts.method.valuation(parts.table, self.keys)
        self.discard_exposes = parts.table.winning_discard == "exposed"
        self.sort_points = [points_of_sort(parts.table, sort) for sort in range(len(SORTS))]
        self.set_lines = Remembered[tuple[int, str, str], "dict[str, Any] | None"](
            lambda of: set_line(self.sort_points, *of)
        )
        self._settled: dict[tuple[Any, ...], Settled] = {}
        self.unasked = unasked(parts.table, parts.settlement, terms.values())
        self._ignored = Remembered[How, list[str]](lambda how: unknown(parts.table, how))
        # (key, points of the sets) -> worth
        self.worths = Remembered[tuple[int, int], Worth](lambda at: self.valuation.worth(*at))
        self.rows = rows_behind_bars(self.valuation.rows, parts.table, self.keys)
        self.set_points = self.valuation.points
        self._print_functions(parts.shapes)
        self._closed = Remembered[How, Circumstances](lambda how: self.circumstances(how, True))
        self._open = Remembered[How, Circumstances](lambda how: self.circumstances(how, False))
        self.inspector = Inspector(parts.table, self.unasked)
        self.shapes, self.in_play = parts.shapes, self.inspector.in_play
        self.lasting_shapes = [shape for shape in parts.shapes if shape.of_tiles_alone]
        self.picky, self._indicated = self.inspector.picky, indicated_where(self.in_play)
        self.most_indicators, self.ura_is_itself = parts.table.most_indicators, parts.table.ura == "itself"
        self._variants = Remembered[str, Ruleset](lambda options: making(json.loads(options)))

    def _print_functions(self, shapes: Sequence[Shape]) -> None:
        """The generated functions: what holds, and the best reading of a hand."""
        lines = {at: [(self.keys.offset[id], t) for id, t in self.terms.items() if stage(t) == at] for at in range(4)}
        self._match_situation = one_hand("match_situation", lines[SITUATION])
        self.matchers = Matchers(
            one_hand("match_hand", lines[HAND]),
            one_hand("match_reading", lines[READING]),
            one_hand("match_place", lines[PLACE]),
        )
        as_wholes = with_wholes(self.matchers, self.rows, shapes)
        how = self.discard_exposes, self.table.wall.norths_aside
        self.best_reading = best_reading(lines, self.rows, self.set_points, shapes, as_wholes, *how)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name} {self.fingerprint}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """As how it was made, so that a process makes each ruleset once."""
        return MADE.pickled(self, self._pickled)

    @cached_property
    def _pickled(self) -> bytes:
        return pickle.dumps(self.making)

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change when anything that may change a score does."""
        return self.table.fingerprint()

    # ------------------------------------------------------------------------------------------------ one hand
    def score(self, hand: Hand, situation: Situation | None = None) -> Result:
        """What a hand is worth.

        Never raises: a hand that cannot be scored has a ``status`` and ``problems`` that say why.  ``situation`` absent:
        a hand that did not win.
        """
        situation = NOT_WON if situation is None else situation
        if situation.river is not None:
            return score_with_river(self, hand, situation)
        c = self._closed[situation.how] if hand.closed else self._open[situation.how]
        if situation.pao is not None and is_fed(self.table, situation):
            c = self.circumstances(situation.how, hand.closed, fed=True)
        indicated, held = situation.indicated, hand.held
        well = c.won is (hand.win >= 0) and indicated.most <= self.most_indicators
        for kind, copies in indicated.copies:
            if held[kind] + copies > 4:
                well = False
        if hand.odd or c.well != ALL_WELL or self.picky:
            well = well and self.inspector.looks_well(hand, situation) and c.well >> traits_of(hand) & 1 != 0
            indicated = self._indicated[indicated.texts] if self.picky else indicated
        if not well:
            status, problems = self.inspector.inspect(hand, situation)
            return Result(self, hand, situation, status, None, problems)
        if not c.won:
            return unfinished(self, hand, situation, c)
        best = self.best_reading(hand, c, indicated.shown, indicated.ura if self.ura_is_itself else indicated.hidden)
        if best is None or (best.rank < 0 and (best.shape or best.rank == BARRED)):
            return incomplete(self, hand, situation, c)
        return Result(self, hand, situation, "win" if best.rank >= 0 else "no_role", best)

    def circumstances(self, how: How, closed: bool, fed: bool = False) -> Circumstances:
        """The facts of a situation as this ruleset sees them, and the lines that hold by them alone."""
        return circumstances_of(
            self.table, how, closed, self._match_situation, self.inspector.agreeing(how, closed), fed
        )

    def barred(self, hand: Hand) -> bool:
        """Does a bar of the table hold by the tiles of a hand that won, whatever the situation?"""
        c = self._closed[WON.how] if hand.closed else self._open[WON.how]
        return bool(self.table.bars) and bool(bar_problems(self, hand, c))

    def settled(self, worth: Worth, rank: int, situation: Situation) -> Settled:
        """What the settlement says of a worth.  Where nobody is liable, it hangs on little: remembered."""
        s = situation
        if s.pao is not None:
            return self.settlement.settle(worth, s, self.table.payment)
        asked = rank, s.how, s.ron_from, s.honba, s.riichi_sticks
        found = self._settled.get(asked)
        if found is None:
            found = self.settlement.settle(worth, s, self.table.payment)
            if found.payments is not None:
                found = found._replace(payments=MappingProxyType(dict(found.payments)))
            if len(self._settled) >= CEILING:
                self._settled.clear()
            self._settled[asked] = found
        return found

    # ------------------------------------------------------------------------------------------------ a whole table
    def read_table(self, table: Mapping[str, Any] | str | bytes) -> ToldTable:
        """Read a table to settle (a mapping as in the contract, or JSON), to be settled later or often.  Raises TableError with
        everything that is wrong with it."""
        from mahjong_core.settle.tables import read_table

        return read_table(self, table)

    def settle(self, table: Mapping[str, Any] | str | bytes | ToldTable) -> SettledTable:
        """Settle a table: who pays whom what and why, and what comes next.  Raises TableError with everything that is wrong
        with it; then nothing is settled."""
        from mahjong_core.settle.tables import ToldTable, read_table, settle_table

        return settle_table(self, table if isinstance(table, ToldTable) else read_table(self, table))

    # ------------------------------------------------------------------------------------------------ more hands
    def with_options(self, options: Mapping[str, Any]) -> Ruleset:
        """This ruleset with a record's own options laid over everything; made once for each set of options."""
        return self._variants[as_text(options)] if options else self

    def score_record(self, record: Mapping[str, Any], number: int | None = None) -> Result:
        """Score one record; one that cannot be read is an ``invalid`` result."""
        return score_record(self, record, number)

    def score_many(self, records: Iterable[Mapping[str, Any]], *, workers: int = 1) -> Iterator[Result]:
        """Score records in order, each with its own options; a few at a time are in memory.  ``workers``: by so many
        processes.  For millions of hands, ``score_columns`` and ``batch.arrow`` are quicker by far."""
        return score_many(self, records, workers)

    def score_columns(self, hands: HandColumns, *, payments: bool = False, workers: int = 1) -> ScoreColumns:
        """Score many hands at once.  ``payments``: with what each seat pays; ``workers``: by so many processes."""
        from mahjong_core.batch.shares import scored

        return scored(self, hands, payments, workers)

    @cached_property
    def column_scorer(self) -> ColumnScorer:
        """What scores columns; made when first asked for.  Use one ruleset for each thread."""
        from mahjong_core.batch.scoring import ColumnScorer

        return ColumnScorer(self)

    def waits(self, hand: Hand) -> list[Wait]:
        """The tiles that complete a hand of 13, each with the shapes of its wait.  Raises HandError."""
        from mahjong_core.waits import waits

        return waits(self, hand)

    @cached_property
    def _nearness(self) -> Nearness:
        from mahjong_core.shanten import Nearness

        return Nearness(self)

    def shanten(self, hand: Hand) -> int:
        """How many tiles a hand is from waiting: -1 complete, 0 waiting, 1 ...  A hand of 13 tiles, or of 14 with or without a
        winning tile marked, a kong counted as three.  Raises HandError."""
        return self._nearness.shanten(hand)

    def accepts(self, hand: Hand) -> list[Accepted]:
        """The tiles that lower the shanten of a hand of 13, in order, each with how many are left.  A winning tile in the hand
        is set aside; for 14 tiles ask ``discards``.  Raises HandError."""
        return self._nearness.accepts(hand)

    def discards(self, hand: Hand) -> list[Discard]:
        """Each tile that a hand of 14 may discard, with the shanten and the accepted tiles after it, best first: the lowest
        shanten, then the most tiles accepted.  Raises HandError."""
        return self._nearness.discards(hand)

    def shanten_many(self, counts: ArrayLike, groups: ArrayLike | None = None) -> NDArray[np.int8]:
        """The shanten of many hands: ``counts`` of shape (34, hands), how many of each kind are in the hand.

        Groups declared are not in ``counts``; ``groups``: how many there are, one number or one for each hand; absent, as
        many as make 13 or 14 tiles.  Bytes (``np.uint8``) are fastest.  Raises HandError.
        """
        from mahjong_core.shanten_columns import shanten_columns

        return shanten_columns(counts, groups, self.in_play, self.shapes)

    def accepts_many(self, counts: ArrayLike, groups: ArrayLike | None = None) -> NDArray[np.int64]:
        """What ``accepts`` names for many hands of 13, told as for ``shanten_many``: a set of kinds each, one bit (0-33) a kind.
        How many are left follows: ``4 - counts[kind]``, less those in declared groups, maybe all.  Raises HandError."""
        from mahjong_core.shanten_columns import accepts_columns

        return accepts_columns(counts, groups, self.in_play, self.shapes)

    def inspect(self, hand: Hand, situation: Situation | None = None) -> list[Problem]:
        """Every problem of a hand and its situation under this ruleset, or an empty list."""
        return list(self.inspector.inspect(hand, situation or NOT_WON)[1])

    def diff(self, other: Ruleset) -> list[Difference]:
        """The roles, options and figures in which two rulesets differ."""
        from mahjong_core.differences import diff

        return diff(self, other)

    @property
    def source_code(self) -> str:
        """The generated functions, as Python text: those that match patterns, and the one that uses them on a hand."""
        functions = (self._match_situation, self.best_reading, *self.matchers)
        return "\n\n".join(str(getattr(function, "source", "")) for function in functions)

    def ignored(self, situation: Situation) -> list[str]:
        """Flags and keys of the situation that mean nothing here."""
        return list(self._ignored[situation.how])


NOT_WON, WON = Situation(), Situation("ron")
