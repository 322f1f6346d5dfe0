"""Scores of an Arrow batch: any engine that hands out record batches can call this.

There are two ways to say a hand, told apart by their columns.  *Columns* (``counts``, ``COLUMNS_SCHEMA``) are those of
:class:`~mahjong_core.batch.hands.HandColumns`, read without copying; *text* (``hand``, ``TEXT_SCHEMA``) are the keys of
a record.  Columns that are absent take their default; others, such as ``id``, are carried through to the answer.

>>> import mahjong_core as mj, pyarrow as pa
>>> rows = pa.record_batch({"id": ["a"], "hand": ["234m567p22s(345s)67m+8m"], "win": ["ron"]})
>>> score_batch(mj.load("riichi"), rows).to_pylist()[0]["value"]
1000
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mahjong_core.batch.answers import answers_of, arrays_of, unanswered
from mahjong_core.batch.column_rows import columns_batch, read_column_rows
from mahjong_core.batch.hands import HandColumns
from mahjong_core.batch.library import pa
from mahjong_core.batch.rows import score_record
from mahjong_core.batch.schemas import (
    COLUMNS_SCHEMA,
    TEXT_SCHEMA,
    SchemaError,
    carried_names,
    is_text,
    marks,
    meaning_of,
    measures_of,
    output_schema,
)
from mahjong_core.batch.text_rows import read_text_rows, records_of, take_out, without_views
from mahjong_core.errors import Problem
from mahjong_core.results import Result

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

__all__ = [
    "COLUMNS_SCHEMA",
    "TEXT_SCHEMA",
    "SchemaError",
    "columns_batch",
    "meaning_of",
    "output_schema",
    "score_batch",
]

Refused = Mapping[int, Sequence[Problem]]


def score_batch(rules: Ruleset, batch: Any, *, payments: bool = False, refused: Refused | None = None) -> Any:
    """The scores of a ``pyarrow.RecordBatch`` as another, row for row, of the schema ``output_schema``.

    ``payments``: who pays what, too.  ``refused``: row -> what its reader found wrong with it.  A row that cannot be
    read is ``invalid`` with its problems.  Raises SchemaError for columns that hold no hands at all.
    """
    schema = output_schema(rules, batch.schema, payments=payments)
    hands, aside = hands_of(rules, batch, refused or {})
    answers = answers_of(rules.score_columns(hands, payments=payments))
    for row, result in aside.items():
        answers.put(row, result)
    carried = [batch.column(name) for name in carried_names(batch.schema, rules.table.situation)]
    return pa.record_batch([*carried, *arrays_of(answers, marks(rules))], schema=schema)


def hands_of(rules: Ruleset, batch: Any, refused: Refused) -> tuple[HandColumns, dict[int, Result]]:
    """The hands of a batch; and the scores of the rows that columns cannot hold."""
    declared = rules.table.situation
    if is_text(batch.schema):
        batch = without_views(batch)
        hands, rows = read_text_rows(batch, declared)
        rows = [row for row in rows if row not in refused]
        records = records_of(batch.take(pa.array(rows, pa.int64())), declared)
        aside = {row: score_record(rules, record) for row, record in zip(rows, records, strict=True)}
    else:
        hands, problems = read_column_rows(batch, declared)
        aside = {row: _invalid(rules, found) for row, found in problems.items()}
    if refused:
        take_out(hands, list(refused))
    return hands, aside | {row: _invalid(rules, problems) for row, problems in refused.items()}


def _invalid(rules: Ruleset, problems: Sequence[Problem]) -> Result:
    return Result(rules, None, None, "invalid", None, problems)


def results_batch(rules: Ruleset, ids: Any, results: Sequence[Result], *, payments: bool = False) -> Any:
    """Results that were found one by one as a batch, behind an Arrow array of their ids."""
    answers = unanswered(len(results), measures_of(rules), payments)
    for row, result in enumerate(results):
        answers.put(row, result)
    schema = output_schema(rules, pa.schema([("id", ids.type), ("hand", pa.string())]), payments=payments)
    return pa.record_batch([ids, *arrays_of(answers, marks(rules))], schema=schema)
