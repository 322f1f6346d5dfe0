"""``score_batch`` on Dask and on Spark: both hand out Arrow batches, keep the order, and do again what a worker that
died had in hand."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mahjong_core.batch.arrow import output_schema, score_batch
from mahjong_core.batch.library import pa
from mahjong_core.batch.workers import pickled

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


def dask_scores(rules: Ruleset, partitions: Iterable[Any], *, payments: bool = False) -> list[Any]:
    """For each partition (a ``pyarrow`` Table or RecordBatch, or a delayed one) its scores, as a delayed Table.

    >>> import dask, pyarrow.parquet as pq                                              # doctest: +SKIP
    >>> partitions = [dask.delayed(pq.read_table)(path) for path in paths]              # doctest: +SKIP
    >>> tables = dask.compute(*dask_scores(rules, partitions))                          # doctest: +SKIP
    """
    dask: Any = import_module("dask")
    score = dask.delayed(partial(_score_table, pickled(rules), payments=payments), pure=False)
    return [score(partition) for partition in partitions]


def spark_scores(rules: Ruleset, frame: Any, *, payments: bool = False) -> Any:
    """The scores of a Spark data frame, as another: its rows are hands as in ``TEXT_SCHEMA`` or ``COLUMNS_SCHEMA``.

    >>> spark_scores(rules, spark.read.parquet("wins.parquet")).write.parquet("scores.parquet")  # doctest: +SKIP
    """
    types: Any = import_module("pyspark.sql.pandas.types")
    given = types.to_arrow_schema(frame.schema)
    schema = _plain_schema(output_schema(rules, given, payments=payments))
    return frame.mapInArrow(partial(_score_batches, pickled(rules), payments), types.from_arrow_schema(schema))


# ------------------------------------------------------------------------------------------------ in a worker
@lru_cache(8)
def _made(recipe: bytes) -> Ruleset:
    """The ruleset, made once in each process."""
    rules: Ruleset = pickle.loads(recipe)
    return rules


def _score_table(recipe: bytes, partition: Any, *, payments: bool) -> Any:
    rules = _made(recipe)
    batches = partition.to_batches() if isinstance(partition, pa.Table) else [partition]
    schema = output_schema(rules, partition.schema, payments=payments)
    return pa.Table.from_batches([score_batch(rules, batch, payments=payments) for batch in batches], schema)


def _score_batches(recipe: bytes, payments: bool, batches: Iterable[Any]) -> Iterator[Any]:
    for batch in batches:
        scores = score_batch(_made(recipe), batch, payments=payments)
        yield pa.record_batch(
            [
                column.cast(field.type)
                for column, field in zip(scores.columns, _plain_schema(scores.schema), strict=True)
            ],
            schema=_plain_schema(scores.schema),
        )


def _plain_schema(schema: Any) -> Any:
    """Spark knows no dictionaries."""
    return pa.schema([pa.field(field.name, _plain(field.type)) for field in schema])


def _plain(type_: Any) -> Any:
    if pa.types.is_list(type_):
        return pa.list_(_plain(type_.value_type))
    return type_.value_type if pa.types.is_dictionary(type_) else type_
