"""Files of hands for a comparison, as columns; rows that cannot be read are listed and stop nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import mahjong_core as mj
from mahjong_core.batch.files import Cells, Lines, RowGroups, chunks_of
from mahjong_core.batch.from_hands import columns_of
from mahjong_core.batch.hands import HandColumns
from mahjong_core.batch.lines import record_of
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.records import Reading, read

if TYPE_CHECKING:
    from mahjong_core.comparing import Aside


class Hands(NamedTuple):
    """Some hands of a file; ``aside``: row -> what the columns cannot hold."""

    ids: Sequence[Any]
    columns: HandColumns
    aside: Aside

    def one(self, row: int) -> tuple[mj.Hand, mj.Situation]:
        """One of them."""
        if row in self.aside:
            return self.aside[row]
        return self.columns.hand(row), self.columns.situation(row)


@dataclass
class Unread:
    """What a file says that does not count: rows with problems, and how many rows have options of their own."""

    problems: dict[int, Sequence[Problem]] = field(default_factory=dict[int, Sequence[Problem]])
    options: int = 0


def hands_in(path: str, declared: Collection[str], unread: Unread) -> Iterator[Hands]:
    """The hands of a file of JSON lines, CSV or Parquet, some thousands at a time; ``declared``: what the rulesets ask for
    beside.  Raises MahjongError for a file that cannot be read at all."""
    for chunk in chunks_of(path):
        if isinstance(chunk, Lines):
            yield _of_lines(chunk, declared, unread)
        else:
            yield from _of_batches(chunk, declared, unread)


# ------------------------------------------------------------------------------------------------ JSON lines
def _of_lines(chunk: Lines, declared: Collection[str], unread: Unread) -> Hands:
    found: list[tuple[int, Reading]] = []
    for number, line in chunk.rows:
        try:
            found.append((number, read(record_of(line), declared)))
        except MahjongError as error:
            unread.problems[number] = error.problems
    return _of_readings(found, unread)


def _of_readings(found: Sequence[tuple[int, Reading]], unread: Unread) -> Hands:
    unread.options += sum(bool(reading.options) for _, reading in found)
    hands, situations = [reading.hand for _, reading in found], [reading.situation for _, reading in found]
    columns, aside = columns_of(hands, situations)
    ids = [number if reading.id is None else reading.id for number, reading in found]
    return Hands(ids, columns, {row: (hands[row], situations[row]) for row in aside})


# ------------------------------------------------------------------------------------------------ CSV and Parquet
def _of_batches(chunk: Cells | RowGroups, declared: Collection[str], unread: Unread) -> Iterator[Hands]:
    from mahjong_core.batch.file_rows import batches_of

    for first, batch, refused in batches_of(chunk):
        unread.problems.update({first + row: problems for row, problems in refused.items()})
        yield _of_batch(batch, first, declared, unread)


def _of_batch(batch: Any, first: int, declared: Collection[str], unread: Unread) -> Hands:
    from mahjong_core.batch.column_rows import read_column_rows
    from mahjong_core.batch.library import pa
    from mahjong_core.batch.schemas import carried_names, is_text
    from mahjong_core.batch.text_rows import read_text_rows, records_of

    carried_names(batch.schema, declared)  # raises SchemaError for columns that cannot be meant
    aside: dict[int, Reading] = {}
    if is_text(batch.schema):
        hands, rows = read_text_rows(batch, declared)
        for row, record in zip(rows, records_of(batch.take(pa.array(rows, pa.int64())), declared), strict=True):
            try:
                aside[row] = read(record, declared)
            except MahjongError as error:
                unread.problems.setdefault(first + row, error.problems)
    else:
        hands, problems = read_column_rows(batch, declared)
        unread.problems.update({first + row: found for row, found in problems.items()})
    unread.options += sum(bool(reading.options) for reading in aside.values())
    kept = [row for row in range(batch.num_rows) if first + row not in unread.problems]
    place = {row: i for i, row in enumerate(kept)}
    ids = batch.column("id").to_pylist() if "id" in batch.schema.names else [None] * batch.num_rows
    return Hands(
        [first + row if ids[row] is None else ids[row] for row in kept],
        hands.take(kept),
        {place[row]: (reading.hand, reading.situation) for row, reading in aside.items() if row in place},
    )
