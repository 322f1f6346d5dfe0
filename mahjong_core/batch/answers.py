"""Scores as Arrow arrays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from mahjong_core.batch.hands import Column
from mahjong_core.batch.schemas import PROBLEM
from mahjong_core.batch.scores import NO_FIGURE, STATUSES, ScoreColumns
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
    role_sets: dict[tuple[str, ...], int]
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
        self.roles[row] = self.role_sets.setdefault(result.role_ids, len(self.role_sets))
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

    paid = (np.zeros((len(SEATS), n), np.int64), np.zeros(n, bool)) if payments else (None, None)
    status, limit, roles = np.zeros(n, np.uint8), np.zeros(n, np.uint8), np.zeros(n, np.int32)
    figures_of = {name: figures() for name in measures}
    return Answers(status, figures(), figures(), figures_of, limit, {None: 0}, roles, {(): 0}, *paid, {})


def answers_of(scores: ScoreColumns) -> Answers:
    """The same scores, with the roles of each set."""
    _, first, numbers = np.unique(scores.role_set, return_index=True, return_inverse=True)
    sets: dict[tuple[str, ...], int] = {}
    places = np.array([sets.setdefault(tuple(scores.roles_of(row)), len(sets)) for row in first.tolist()], np.int32)
    return Answers(
        scores.status,
        scores.value,
        scores.marked,
        dict(scores.measures),
        scores.limit,
        {name: place for place, name in enumerate(scores.limit_names)},
        places.take(numbers),
        sets,
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
    names = list(answers.limit_places)
    none = np.array([name is None for name in names])[answers.limit]
    codes = pa.array(answers.limit.astype(np.int8), mask=none)
    return pa.DictionaryArray.from_arrays(codes, pa.array([name or "" for name in names], pa.string()))


def _roles(answers: Answers) -> Any:
    """A list for each hand: that of its set, laid one behind the other."""
    names = list(dict.fromkeys(name for names in answers.role_sets for name in names))
    place = {name: i for i, name in enumerate(names)}
    flat = np.array([place[name] for names in answers.role_sets for name in names], np.int16)
    of_set = np.array([len(names) for names in answers.role_sets], np.int32)
    lengths = of_set.take(answers.roles)
    ends = np.cumsum(lengths, dtype=np.int32)
    begins = (np.cumsum(of_set) - of_set).take(answers.roles)
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
