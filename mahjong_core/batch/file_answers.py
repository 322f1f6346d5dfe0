"""Answers as parts of a file: Arrow for Parquet, which is written when the parts are put together, or CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mahjong_core.batch.files import CSV
from mahjong_core.batch.library import csv, pa, pc
from mahjong_core.batch.scores import STATUSES

CODE_OF_INVALID = STATUSES.index("invalid")


@contextmanager
def writer_of(path: Path, format: str) -> Generator[Callable[[Any], None]]:
    """A function that adds a batch to a part."""
    with pa.OSFile(str(path), "wb") as file:
        if format == CSV:
            options = csv.WriteOptions(include_header=False, quoting_style="needed")
            yield lambda batch: csv.write_csv(_flat(batch), file, options)
            return
        writers: list[Any] = []

        def write(batch: Any) -> None:
            if not writers:
                writers.append(pa.ipc.new_stream(file, batch.schema))
            writers[0].write_batch(batch)

        yield write
        for writer in writers:
            writer.close()


def _flat(batch: Any) -> Any:
    """Lists and structs as text: roles with spaces, problems with semicolons, others as JSON."""
    columns: list[Any] = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name == "roles":
            column = pc.binary_join(column.cast(pa.list_(pa.string())), " ")
        elif name == "problems":
            column = _texts(column, lambda problems: "; ".join(problem["message"] for problem in problems))
        elif pa.types.is_nested(column.type):
            column = _texts(column, lambda value: json.dumps(value, default=str))
        columns.append(column)
    return pa.record_batch(columns, names=batch.schema.names)


def _texts(column: Any, text: Callable[[Any], str]) -> Any:
    if column.null_count == len(column):
        return pa.nulls(len(column), pa.string())
    return pa.array([None if value is None else text(value) for value in column.to_pylist()], pa.string())


def statuses_of(batch: Any) -> Mapping[str, int]:
    """How many rows have which status."""
    counted = pc.value_counts(batch.column("status").dictionary_decode()).to_pylist()
    return {entry["values"]: entry["counts"] for entry in counted}


def invalid_rows(batch: Any, first: int, most: int) -> list[tuple[int, str]]:
    """The problems of the first invalid rows, with their numbers."""
    status = batch.column("status").indices
    rows = pc.indices_nonzero(pc.equal(status, CODE_OF_INVALID)).to_pylist()[:most]
    problems = batch.column("problems").take(pa.array(rows, pa.int64())).to_pylist()
    return [
        (first + row, problem["message"]) for row, told in zip(rows, problems, strict=True) for problem in told or ()
    ]
