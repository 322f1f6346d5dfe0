"""Scores as Arrow arrays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.batch.library import pa
from mahjong_core.batch.schemas import PROBLEM
from mahjong_core.batch.scores import NO_FIGURE, STATUSES, RoleSets, ScoreColumns
from mahjong_core.errors import Problem
from mahjong_core.tiles import SEATS

if TYPE_CHECKING:
    from mahjong_core.results import Result


@dataclass
class Answers:
    """The scores of n hands, those of single hands among them; columns as in ``ScoreColumns``."""

    status: Column
    value: Column
    marked: Column
    measures: dict[str, Column]
    limit: Column
    limit_places: dict[str | None, int]
    roles: Column  # place in role_sets
    role_sets: list[tuple[str, ...]]
    payments: Column | None
    paid: Column | None
    problems: dict[int, Sequence[Problem]]

    def put(self, row: int, result: Result) -> None:
        """Write the score of one hand into a row."""
        self.status[row] = STATUSES.index(result.status)
        self.value[row] = _figure(result.value)
        self.marked[row] = _figure(result.marked)
        measures = result.measures
        for name, column in self.measures.items():
            column[row] = _figure(measures.get(name))
        self.limit[row] = self.limit_places.setdefault(result.limit, len(self.limit_places))
        self.roles[row] = len(self.role_sets)
        self.role_sets.append(result.role_ids)
        self.problems.pop(row, None)
        if result.problems:
            self.problems[row] = result.problems
        if self.payments is not None and self.paid is not None:
            payments = result.payments
            self.paid[row] = payments is not None
            self.payments[:, row] = [(payments or {}).get(seat, 0) for seat in SEATS]


def _figure(value: int | None) -> int:
    return NO_FIGURE if value is None else value


def unanswered(n: int, measures: Collection[str], payments: bool) -> Answers:
    """Room for the scores of n hands."""

    def figures() -> Column:
        return np.full(n, NO_FIGURE, np.int64)

    return Answers(
        np.zeros(n, np.uint8),
        figures(),
        figures(),
        {name: figures() for name in measures},
        np.zeros(n, np.uint8),
        {None: 0},
        np.zeros(n, np.int32),
        [()],
        np.zeros((len(SEATS), n), np.int64) if payments else None,
        np.zeros(n, bool) if payments else None,
        {},
    )


NAMED: Final = WeakKeyDictionary[RoleSets, list[tuple[str, ...]]]()


def names_in(sets: RoleSets) -> list[tuple[str, ...]]:
    """The ids of the roles of each set; each is worked out once."""
    named = NAMED.setdefault(sets, [])
    named += [tuple(sets.roles(number)) for number in range(len(named), len(sets.lines))]
    return named


def answers_of(scores: ScoreColumns) -> Answers:
    """The same scores, with the roles of each set."""
    return Answers(
        scores.status,
        scores.value,
        scores.marked,
        dict(scores.measures),
        scores.limit,
        {name: place for place, name in enumerate(scores.limit_names)},
        scores.role_set,
        list(names_in(scores.role_sets)),
        scores.payments,
        scores.paid,
        dict(scores.problems),
    )


# ------------------------------------------------------------------------------------------------ as arrays
def arrays_of(answers: Answers, marks: bool) -> list[Any]:
    """The columns of ``output_schema``, without those that are carried through."""
    return [
        pa.DictionaryArray.from_arrays(pa.array(answers.status.astype(np.int8)), STATUSES),
        _figures(answers.value),
        *([_figures(answers.marked)] if marks else []),
        *map(_figures, answers.measures.values()),
        _limits(answers),
        _roles(answers),
        *_payments(answers),
        _problems(answers),
    ]


def _figures(column: Column) -> Any:
    absent = column == NO_FIGURE
    return pa.array(column.astype(np.int64), mask=absent if absent.any() else None)


def _limits(answers: Answers) -> Any:
    names = sorted(name for name in answers.limit_places if name is not None)
    code = np.zeros(len(answers.limit_places), np.int8)
    for name, place in answers.limit_places.items():
        code[place] = NO_FIGURE if name is None else names.index(name)
    codes = code.take(answers.limit)
    return pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes == NO_FIGURE), pa.array(names, pa.string()))


def _roles(answers: Answers) -> Any:
    """A list for each hand: that of its set, laid one behind the other.  (Names are sorted, so that the same hands always
    make the same bytes.)"""
    used = np.flatnonzero(np.bincount(answers.roles, minlength=1))
    sets = [answers.role_sets[number] for number in used.tolist()]
    names = sorted({name for names in sets for name in names})
    place = {name: i for i, name in enumerate(names)}
    flat = np.array([place[name] for names in sets for name in names], np.int16)
    of_set = np.array([len(names) for names in sets], np.int32)
    number = np.zeros(len(answers.role_sets), np.int32)
    number[used] = np.arange(len(used))
    numbers = number.take(answers.roles)
    lengths = of_set.take(numbers)
    ends = np.cumsum(lengths, dtype=np.int32)
    begins = (np.cumsum(of_set) - of_set).take(numbers)
    places = np.arange(len(lengths) and ends[-1]) + np.repeat(begins - (ends - lengths), lengths)
    values = pa.DictionaryArray.from_arrays(pa.array(flat.take(places)), pa.array(names, pa.string()))
    return pa.ListArray.from_arrays(pa.array(np.concatenate([[0], ends]), pa.int32()), values)


def _payments(answers: Answers) -> list[Any]:
    if answers.payments is None or answers.paid is None:
        return []
    return [pa.array(of_seat.astype(np.int64), mask=~answers.paid) for of_seat in answers.payments]


def _problems(answers: Answers) -> Any:
    """Null where there are none."""
    n = len(answers.status)
    if not any(answers.problems.values()):
        return pa.nulls(n, pa.list_(PROBLEM))
    told = {row: [problem._asdict() for problem in problems] for row, problems in answers.problems.items()}
    return pa.array([told.get(row) or None for row in range(n)], pa.list_(PROBLEM))
