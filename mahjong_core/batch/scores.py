"""The scores of many hands, as NumPy columns; names are decoded when asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mahjong_core.batch.from_hands import NO_SITUATION
from mahjong_core.batch.hands import Column, HandColumns
from mahjong_core.batch.numbers import Grown
from mahjong_core.errors import HandError, Problem
from mahjong_core.tiles import SEATS
from mahjong_core.worth.keys import Keys

if TYPE_CHECKING:
    from mahjong_core.batch.ranks import RanksMet
    from mahjong_core.results import Result
    from mahjong_core.rulesets import Ruleset

STATUSES: Final = ("win", "no_role", "not_a_win", "not_playable", "invalid")
NO_FIGURE: Final = -1


class RoleSets:
    """Sets of roles that count, each with a number; number 0 is no role.

    ``words``: (words, sets) uint64: bit ``keys.offset[id]``, the first word lowest, is set where a role counts; a role that
    is counted (dora) has five bits with how often.
    """

    def __init__(self, keys: Keys, roles: Collection[str]) -> None:
        self.keys, self.mask = keys, keys.mask(roles)
        self.lines: list[int] = []
        self.numbers: dict[int, int] = {}
        self._words = Grown((-(-keys.end // 64),), np.uint64)
        self.number(0)

    def number(self, lines: int) -> int:
        """The number of the roles among these lines."""
        lines &= self.mask
        found = self.numbers.get(lines)
        if found is None:
            found = self.numbers[lines] = len(self.lines)
            self.lines.append(lines)
            self._words.append([lines >> 64 * i & (1 << 64) - 1 for i in range(len(self._words.values))])
        return found

    @property
    def words(self) -> Column:
        return self._words.values[:, : len(self.lines)]

    def roles(self, number: int) -> dict[str, int]:
        """Role id -> how often it is there, in the order of the table."""
        return self.keys.held(self.lines[number])


@dataclass(frozen=True)
class ScoreColumns:
    """The scores of n hands under one ruleset.

    ===========  ================  ===================================================================================
    column       shape, type       meaning
    ===========  ================  ===================================================================================
    status       (n) uint8         place in ``STATUSES``: 0 win, 1 no_role, 2 not_a_win, 3 not_playable, 4 invalid
    value        (n) int64         as in a result, -1: none
    marked       (n) int64         as in a result, -1: none
    measures     name -> (n) int64 the method's own figures (riichi: han, fu, yakuman), -1: null
    limit        (n) uint8         place in ``limit_names``; 0 is None
    role_set     (n) int32         number of the set of roles that count, see ``roles_of`` and ``role_bits``
    payments     (4, n) int64      change of each seat E S W N, where asked for, and 0 where nobody is told to pay
    paid         (n) bool          is it told who pays?
    ===========  ================  ===================================================================================

    ``problems``: row -> its problems, of rows that are invalid or not playable.
    """

    status: Column
    value: Column
    marked: Column
    measures: Mapping[str, Column]
    limit: Column
    role_set: Column
    limit_names: list[str | None]
    role_sets: RoleSets
    payments: Column | None = None
    paid: Column | None = None
    problems: dict[int, Sequence[Problem]] = field(default_factory=dict[int, Sequence[Problem]])

    @classmethod
    def empty(cls, n: int, ranks: RanksMet, role_sets: RoleSets, payments: bool) -> ScoreColumns:
        """Columns that are still to be filled: nothing has a value."""
        value, marked = np.full((2, n), NO_FIGURE)
        measures = {name: np.full(n, NO_FIGURE) for name in ranks.measures}
        return cls(
            np.full(n, STATUSES.index("invalid"), np.uint8),
            value,
            marked,
            measures,
            np.zeros(n, np.uint8),
            np.zeros(n, np.int32),
            ranks.limit_names,
            role_sets,
            np.zeros((4, n), np.int64) if payments else None,
            np.zeros(n, np.bool_) if payments else None,
        )

    def __len__(self) -> int:
        return len(self.status)

    @property
    def role_bits(self) -> Column:
        """(words, n) uint64: which roles count, as in ``RoleSets.words``."""
        return self.role_sets.words.take(self.role_set, axis=1, mode="clip")

    def roles_of(self, row: int) -> dict[str, int]:
        """Role id -> how often it is there, in the order of the table."""
        return self.role_sets.roles(int(self.role_set[row]))

    def take(self, rows: slice) -> ScoreColumns:
        """A part of the rows."""
        first, last, _ = rows.indices(len(self))
        columns = {name: getattr(self, name) for name in PLAIN}
        taken: dict[str, Any] = {name: None if of is None else of[..., rows] for name, of in columns.items()}
        return replace(
            self,
            **taken,
            measures={name: column[rows] for name, column in self.measures.items()},
            problems={row - first: told for row, told in self.problems.items() if first <= row < last},
        )

    def __getstate__(self) -> dict[str, Any]:
        """To another process go only the sets of roles that are there."""
        used, role_set = np.unique(self.role_set, return_inverse=True)
        sets = RoleSets(self.role_sets.keys, ())
        sets.mask = self.role_sets.mask
        numbers = np.array([sets.number(self.role_sets.lines[number]) for number in map(int, used)], np.int32)
        return {**self.__dict__, "role_sets": sets, "role_set": numbers.take(role_set)}

    # ------------------------------------------------------------------------------------------ rows by themselves
    def fill_one_by_one(self, rules: Ruleset, hands: HandColumns, rows: Column) -> None:
        """Score these rows with the single path and write what it says."""
        for row in rows.tolist():
            situation, problems = NO_SITUATION, hands.problems(row)
            try:
                if not problems:
                    situation = hands.situation(row)
            except HandError as error:
                problems = error.problems
            if problems:
                self.problems[row] = problems
            else:
                self.fill(row, rules.score(hands.hand(row), situation))

    def fill(self, row: int, result: Result) -> None:
        """Write a result."""
        self.status[row] = STATUSES.index(result.status)
        self.value[row] = NO_FIGURE if result.value is None else result.value
        self.marked[row] = NO_FIGURE if result.marked is None else result.marked
        for name, figure in result.measures.items():
            self.measures[name][row] = NO_FIGURE if figure is None else figure
        if result.limit not in self.limit_names:
            self.limit_names.append(result.limit)
        self.limit[row] = self.limit_names.index(result.limit)
        held = {} if result.worth is None else {id: times for id, (_, _, times) in result.worth.roles.items()}
        self.role_set[row] = self.role_sets.number(self.role_sets.keys.of(held))
        if self.payments is not None and self.paid is not None:
            payments = result.payments
            self.paid[row] = payments is not None
            self.payments[:, row] = [0] * 4 if payments is None else [payments.get(seat, 0) for seat in SEATS]
        if result.problems:
            self.problems[row] = result.problems


PLAIN: Final = ("status", "value", "marked", "limit", "role_set", "payments", "paid")


def joined(parts: Sequence[ScoreColumns]) -> ScoreColumns:
    """Parts one behind the other, of one ruleset."""
    first = parts[0]
    if len(parts) == 1:
        return first
    parts = [first, *(_as_in(first, part) for part in parts[1:])]
    problems: dict[int, Sequence[Problem]] = {}
    start = 0
    for part in parts:
        problems |= {start + row: told for row, told in part.problems.items()}
        start += len(part)
    columns = {name: [getattr(part, name) for part in parts] for name in PLAIN}
    whole: dict[str, Any] = {
        name: None if of[0] is None else np.concatenate(of, axis=-1) for name, of in columns.items()
    }
    return replace(
        first,
        **whole,
        measures={name: np.concatenate([part.measures[name] for part in parts]) for name in first.measures},
        problems=problems,
    )


def _as_in(first: ScoreColumns, part: ScoreColumns) -> ScoreColumns:
    """A part with the numbers that the first one gives to limits and sets of roles (another process has its own)."""
    if part.role_sets is first.role_sets:
        return part
    for name in part.limit_names:
        if name not in first.limit_names:
            first.limit_names.append(name)
    limits = np.array([first.limit_names.index(name) for name in part.limit_names], np.uint8)
    sets = np.array([first.role_sets.number(lines) for lines in part.role_sets.lines], np.int32)
    return replace(part, limit=limits.take(part.limit), role_set=sets.take(part.role_set))
