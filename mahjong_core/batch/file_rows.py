"""The rows of a chunk as Arrow batches, or as results one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mahjong_core.batch.arrow import Refused
from mahjong_core.batch.column_rows import read_column_rows
from mahjong_core.batch.files import ROWS, Cells, FileError, RowGroups, parquet_file, reading
from mahjong_core.batch.library import pa
from mahjong_core.batch.rows import score_record
from mahjong_core.batch.schemas import is_text
from mahjong_core.batch.text_rows import records_of
from mahjong_core.errors import Problem
from mahjong_core.results import Labels, Result

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


def batches_of(chunk: Cells | RowGroups) -> Iterator[tuple[int, Any, Refused]]:
    """(number of the first row, a batch of rows with ids, rows that could not be read and why)."""
    if isinstance(chunk, Cells):
        yield chunk.first, *_batch_of_cells(chunk)
        return
    first = chunk.first
    try:
        with reading(chunk.path), parquet_file(chunk.path) as file:
            for batch in file.iter_batches(ROWS, row_groups=chunk.groups, use_threads=False):
                yield first, _numbered(batch, first), {}
                first += batch.num_rows
    except pa.ArrowException as error:
        raise FileError(f"{chunk.path}: cannot be read as Parquet: {error}") from error


def _numbered(batch: Any, first: int) -> Any:
    """With the rows' numbers as ids, if they have none."""
    if "id" in batch.schema.names:
        return batch
    ids = pa.arange(first, first + batch.num_rows)
    return pa.record_batch([ids, *batch.columns], names=["id", *batch.schema.names])


def _batch_of_cells(chunk: Cells) -> tuple[Any, Refused]:
    """Text columns; an empty cell is null."""
    refused: dict[int, Sequence[Problem]] = {}
    rows: list[Sequence[str | None]] = []
    width = len(chunk.names)
    for row, cells in enumerate(chunk.rows):
        problem = _problem_of(cells, width)
        if problem:
            refused[row] = [problem]
        rows.append(_only_id(cells, chunk.names) if problem else [cell or None for cell in cells])
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return _numbered(pa.record_batch(columns, names=list(chunk.names)), chunk.first), refused


def _only_id(cells: list[str] | Problem, names: Sequence[str]) -> list[str | None]:
    """Of a row that cannot be read its id, where it can be told: with cells too many or too few, if it stands first."""
    row: list[str | None] = [None] * len(names)
    if not isinstance(cells, Problem) and "id" in names:
        at = names.index("id")
        if at == 0 or len(cells) == len(names):
            row[at] = cells[at].encode(errors="ignore").decode() or None
    return row


def _problem_of(cells: list[str] | Problem, width: int) -> Problem | None:
    if isinstance(cells, Problem):
        return cells
    if len(cells) != width:
        return Problem("not_csv", f"{len(cells)} cells in {cells!r}; expected {width}, as in the first line")
    try:
        "".join(cells).encode()
    except UnicodeEncodeError:
        return Problem("not_utf8", "the row is not UTF-8 text")
    return None


# ------------------------------------------------------------------------------------------------ one by one
def results_of(rules: Ruleset, batch: Any, refused: Refused) -> Iterator[Result]:
    """The rows' results, with their ids."""
    find = _of_text if is_text(batch.schema) else _of_columns
    for row, (id, result) in enumerate(zip(batch.column("id").to_pylist(), find(rules, batch), strict=True)):
        if row in refused:
            result = Result(rules, None, None, "invalid", None, refused[row])
        yield result.labelled(Labels(id, result.labels.notes, result.labels.ignored))


def _of_text(rules: Ruleset, batch: Any) -> Iterator[Result]:
    for record in records_of(batch, rules.table.situation):
        yield score_record(rules, record)


def _of_columns(rules: Ruleset, batch: Any) -> Iterator[Result]:
    hands, problems = read_column_rows(batch, rules.table.situation)
    for row in range(len(hands)):
        if row in problems:
            yield Result(rules, None, None, "invalid", None, problems[row])
        else:
            yield rules.score(hands.hand(row), hands.situation(row))


def ids_of(results: Sequence[Result]) -> Any:
    """Ids of JSON lines as text: one file may have numbers and names."""
    return pa.array([_text(result.labels.id) for result in results], pa.string())


def _text(id: Any) -> str:
    """Raises nothing: what is no text of UTF-8 is written with escapes."""
    text = id if isinstance(id, str) else json.dumps(id)
    return text.encode(errors="backslashreplace").decode()
