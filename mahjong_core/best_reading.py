"""Prints the function that finds the reading of one hand that is worth most, with a ruleset's patterns in its places.

The loop is the one that ``readings`` and ``waits.every_reading`` walk: every split of every suit, and in each every group
that the winning tile may have completed.  It is printed because the facts are then plain locals, only those that a
pattern asks for, and no function is called.  ``mahjong show --source RULESET`` shows the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mahjong_core.compile import MOST, Names, condition, define, facts_asked, statements
from mahjong_core.facts import FACTS, HAND, PLACE, READING, SINGLE, SITUATION, STANDARD, TWO_PAIRS
from mahjong_core.hands import Hand
from mahjong_core.scoring import COMPLETED_RUNS, EXPOSED, Best, Circumstances, comes_first
from mahjong_core.shapes import Shape
from mahjong_core.tiles import NORTH_TILE
from mahjong_core.trace import Term, known, trace
from mahjong_core.worth.methods import NOT_READ

Lines = Sequence[tuple[int, Term]]  # (bit offset in the key, what its patterns compute)
BestReading = Callable[[Hand, Circumstances, Sequence[int], Sequence[int]], Best | None]

OF_HAND: Final[Mapping[str, Sequence[str]]] = {
    "win_tile": ["win_tile = hand.win_bit"],
    "dora": ["dora = 0", "for kind in shown: dora += held[kind]"],
    "first_dora": ["first_dora = held[shown[0]] if shown else 0"],
    "ura": ["ura = 0", "for kind in hidden: ura += held[kind]"],
    "first_ura": ["first_ura = held[hidden[0]] if hidden else 0"],
}
# Where norths may be set aside they are dora, too.
NORTHS_SHOWN: Final[Mapping[str, str]] = {
    "dora": "shown", "first_dora": "shown[:1]", "ura": "hidden", "first_ura": "hidden[:1]"
}  # fmt: skip
SUITS: Final = (1, 2, 3, 4)  # honours last: they make no runs
# The fields of ``suit_tiles.Split``: (local of suit i, which suits have it).
FIELDS: Final = {
    "runs": SUITS[:3], "runs_2": SUITS[:3], "runs_3": SUITS[:3], "runs_4": SUITS[:3], "triplets": SUITS, "pair": SUITS,
    "concealed_triplets": SUITS, "tally": SUITS, "own_runs": SUITS[:3], "own_triplets": SUITS,
}  # fmt: skip
OWN: Final = {"concealed_triplets": "triplets", "own_runs": "runs", "own_triplets": "triplets"}  # a part of these
# To place the winning tile, whatever patterns ask for.
NEEDED: Final = {"pair", "runs", "triplets", "own_runs", "own_triplets", "tally"}


def best_reading(
    lines: Mapping[int, Lines],
    rows: Mapping[int, Sequence[int]],
    points: Mapping[int, int],
    shapes: Sequence[Shape],
    as_wholes: Callable[[Hand, Circumstances, Sequence[int], Sequence[int], Best | None], Best | None],
    discard_exposes: bool,
    norths_aside: bool,
) -> BestReading:
    """The function (hand that won, circumstances, kinds that are dora and ura) -> its best reading, or None.

    ``lines``: of each moment (``facts.HAND`` ...) but the situation; ``rows``, ``points``: of the method; ``as_wholes``
    is asked about hands that may have one of the shapes; ``norths_aside``: norths may be set aside.
    """
    text = _Text(lines, shapes, discard_exposes, norths_aside)
    function: BestReading = define(
        "best_reading",
        text.lines,
        rows=rows,
        points=points,
        as_wholes=as_wholes,
        comes_first=comes_first,
        COMPLETED_RUNS=COMPLETED_RUNS,
        EXPOSED=EXPOSED,
        Best=Best,
        new=tuple.__new__,  # pyright: ignore[reportUnknownMemberType]
    )
    return function


class _Text:
    """The lines of the function, written from top to bottom."""

    def __init__(
        self, lines: Mapping[int, Lines], shapes: Sequence[Shape], discard_exposes: bool, norths_aside: bool
    ) -> None:
        self.of = {moment: _where(of, {"won": True, "shape": STANDARD}) for moment, of in lines.items()}
        self.discard_exposes, self.norths_aside = discard_exposes, norths_aside
        whens = [None if shape.when is None else trace(shape.when) for shape in shapes]
        terms = [term for moment in (HAND, READING, PLACE) for _, term in self.of[moment].lines]
        self.names, asked = facts_asked([*terms, *(when for when in whens if when is not None)])
        self.facts = {fact for _, fact, given in asked if given is None}
        self.lines = ["def best_reading(hand, c, shown, hidden):"]
        for local, fact, given in asked:
            if given is not None:
                self._add(1, f"{local} = c.given[{given!r}]")
            elif FACTS[fact][0] == SITUATION:
                self._add(1, f"{fact} = c.{fact}")
        self._hand()
        self._readings()
        self._answer(whens)

    def _add(self, depth: int, *lines: str) -> None:
        self.lines += ["    " * depth + line for line in lines]

    def _bits(self, before: str, of: Known, names: Names) -> list[str]:
        return [f"bits = {before} | {of.always}" if of.always else f"bits = {before}", *statements(of.lines, names)]

    def _hand(self) -> None:
        if self.facts & {"dora", "first_dora", "ura", "first_ura"}:
            self._add(1, "held = hand.held")
        for fact in sorted(fact for fact in self.facts if FACTS[fact][0] == HAND):
            self._add(1, *OF_HAND.get(fact, [f"{fact} = hand.{fact}"]))
            if self.norths_aside and fact in NORTHS_SHOWN:
                self._add(1, f"{fact} += hand.norths * {NORTHS_SHOWN[fact]}.count({NORTH_TILE})")
        self._add(1, *self._bits("c.key", self.of[HAND], self.names), "of_hand = bits")

    def _readings(self) -> None:
        self._add(1, "man, pin, sou, honours = hand.suits", "grouped = hand.groups", f"best, splits = {NOT_READ}, None")
        self._add(1, "if man.has_pair + pin.has_pair + sou.has_pair + honours.has_pair == 1:")
        self._add(2, "win, win_bit = hand.win, hand.win_bit", "completions = COMPLETED_RUNS[win]")
        for depth, (suit, tiles) in enumerate(((4, "honours"), (1, "man"), (2, "pin"), (3, "sou")), 2):
            self._add(depth, f"for s{suit} in {tiles}.splits:")
        used = NEEDED | self.facts
        for suit in SUITS:
            fields = [f"{field}{suit}" if field in used and suit in suits else "_" for field, suits in FIELDS.items()]
            self._add(6, f"{', '.join(fields)}, _, _ = s{suit}")  # and its words
        for field, suits in FIELDS.items():
            if field in used and field not in OWN:
                sign = " + " if field == "tally" else " | "
                self._add(6, f"{field} = {sign.join(f'{field}{suit}' for suit in suits)}")
        self._own(used)
        self._add(6, "sets = points[tally]")
        self._add(6, *self._bits("of_hand", self.of[READING], self.names), "of_reading = bits")
        self._places()

    def _own(self, used: set[str]) -> None:
        """What is concealed: without declared groups, everything."""
        own = {field: of for field, of in OWN.items() if field in used}
        self._add(6, "if grouped:")
        self._add(7, *(f"{field} = {' | '.join(f'{field}{suit}' for suit in FIELDS[field])}" for field in own))
        self._add(6, "else:")
        self._add(7, *(f"{field} = {of}" for field, of in own.items()))

    def _places(self) -> None:
        """Each group that the winning tile may have completed."""
        self._add(6, "for completed, wait in completions:")
        self._add(7, "if own_runs & completed:")
        self._place(8)
        self._add(6, "if pair & win_bit:")
        self._place(7, SINGLE)
        self._add(6, "if own_triplets & win_bit:")
        if self.discard_exposes:
            self._add(7, "if not c.self_draw:")  # the triplet that a discard completes is not concealed
            if "concealed_triplets" in self.facts:
                self._add(8, "concealed_triplets ^= win_bit")
            self._add(8, "sets = points[tally + EXPOSED[win]]")
        self._place(7, TWO_PAIRS)

    def _place(self, depth: int, wait: int | None = None) -> None:
        names = Names(self.names)  # what is kept here is not known elsewhere
        of = self.of[PLACE]
        if wait is not None:
            lines, always = _where(of.lines, {"wait": wait})
            of = Known(lines, always | of.always)
        self._add(depth, *self._bits("of_reading", of, names), "rank = rows[bits][sets]")
        self._add(depth, "if rank > best or (rank == best and comes_first(bits, key)):")
        self._add(depth + 1, f"best, key, best_sets, best_wait = rank, bits, sets, {'wait' if wait is None else wait}")
        self._add(depth + 1, "splits = s1, s2, s3, s4")

    def _answer(self, whens: Sequence[Term | None]) -> None:
        found = f"new(Best, (best, key, best_sets, best_wait, {STANDARD}, splits, None))"
        self._add(1, f"answer = None if splits is None else {found}")
        if whens:
            may = " or ".join("True" if when is None else condition(when, self.names) for when in whens)
            self._add(1, f"if {may}: return as_wholes(hand, c, shown, hidden, answer)")
        self._add(1, "return answer")


class Known(NamedTuple):
    """Lines where some facts are known: those that may hold, and the bits of those that always do."""

    lines: Lines
    always: int


def _where(lines: Lines, values: Mapping[str, int]) -> Known:
    left: list[tuple[int, Any]] = [(offset, known(term, values)) for offset, term in lines]
    always = sum(min(int(answer), MOST) << offset for offset, answer in left if not isinstance(answer, Term))
    return Known([(offset, term) for offset, term in left if isinstance(term, Term)], always)
