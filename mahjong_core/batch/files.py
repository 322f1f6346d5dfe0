"""Files of rows, read in chunks: JSON lines, CSV and Parquet, told apart by name; ``.jsonl.gz`` and ``.csv.gz``, too.

A chunk is a small thing that a worker can be sent: lines, cells, or the name of a Parquet file and which row groups of
it.  Chunks of the same file are always the same, so that a run that was interrupted can go on.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO, cast

from mahjong_core.errors import MahjongError, Problem

JSON_LINES, CSV, PARQUET = "JSON lines", "CSV", "Parquet"
FORMATS: Final = {
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), JSON_LINES),
    **dict.fromkeys((".csv", ".tsv"), CSV),
    **dict.fromkeys((".parquet", ".pq"), PARQUET),
}
STDIO: Final = "-"
LINES: Final = 8_192  # rows of text in a chunk
ROWS: Final = 65_536  # rows of Parquet at once, and in a chunk at least


class FileError(MahjongError):
    """A file that cannot be read or written."""


class Lines(NamedTuple):
    """(number, line) of JSON lines, from 1, without the blank ones."""

    rows: list[tuple[int, str]]


class Cells(NamedTuple):
    """Rows of a CSV file, from number ``first`` on; a row that could not be told apart is its problem."""

    first: int
    names: Sequence[str]
    rows: list[list[str] | Problem]


class RowGroups(NamedTuple):
    """Some row groups of a Parquet file, their first row being number ``first``."""

    path: str
    groups: Sequence[int]
    first: int


Chunk = Lines | Cells | RowGroups


def format_of(path: str) -> str:
    """What a file of this name holds: JSON lines if the name has no suffix, as those of devices and pipes.

    Raises FileError for a suffix of something else.
    """
    name = Path(path).name.lower()
    suffix = Path(name.removesuffix(".gz")).suffix
    found = FORMATS.get(suffix) if suffix else JSON_LINES
    if found is None or (found == PARQUET and name.endswith(".gz")):
        known = f"{', '.join(FORMATS)} (JSON lines and CSV: also with .gz behind)"
        raise FileError(f"{path}: cannot tell its format by its name: expected a name that ends in {known}")
    return found


def place_of(path: str, row: int) -> str:
    """A row, to be told: of JSON lines its line number, of others the row's number from 1."""
    return f"{path}:{row}" if format_of(path) == JSON_LINES else f"{path}: row {row}"


def chunks_of(path: str) -> Iterator[Chunk]:
    """A file in chunks.  Raises FileError."""
    read: dict[str, Callable[[str], Iterator[Chunk]]] = {CSV: _cells, PARQUET: _row_groups, JSON_LINES: _lines}
    with reading(path):
        yield from read[format_of(path)](path)


def rows_of(path: str) -> int | None:
    """About how many rows there are, for a progress bar; None if that would take long to know."""
    if path == STDIO or path.endswith(".gz") or not Path(path).is_file():
        return None
    if format_of(path) == PARQUET:
        return int(parquet_file(path).metadata.num_rows)
    with reading(path), open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


@contextmanager
def reading(path: str) -> Generator[None]:
    """Say which file could not be read."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{path}: cannot be read: {why}") from error


# ------------------------------------------------------------------------------------------------ text
def lines_of(path: str) -> Iterator[tuple[int, str]]:
    """(number, line) of a file or of stdin, without the blank ones.  Bytes that are not UTF-8 stay in their row."""
    with reading(path), opened(path) as source:
        for number, line in enumerate(source, 1):
            text = line.removeprefix("\ufeff") if number == 1 else line
            if text.strip():
                yield number, text


def opened(path: str, newline: str | None = None) -> AbstractContextManager[TextIO]:
    """Text for reading."""
    how: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "newline": newline}
    if path == STDIO:
        stdin: Any = sys.stdin
        if isinstance(stdin, io.TextIOWrapper):
            stdin.reconfigure(**how)
        return cast("TextIO", stdin)
    if path.endswith(".gz"):
        return cast("TextIO", gzip.open(path, "rt", **how))
    return open(path, encoding="utf-8", errors="surrogateescape", newline=newline)


def _lines(path: str) -> Iterator[Chunk]:
    lines = lines_of(path)
    while rows := list(islice(lines, LINES)):
        yield Lines(rows)


def _cells(path: str) -> Iterator[Chunk]:
    with opened(path, newline="") as source:
        head, reader = _head(path, source)
        first, rows = 1, _rows(reader)
        while taken := list(islice(rows, LINES)):
            yield Cells(first, head, taken)
            first += len(taken)


def names_of(path: str) -> list[str]:
    """The names of the columns of a CSV file."""
    with reading(path), opened(path, newline="") as source:
        return _head(path, source)[0]


def _head(path: str, source: TextIO) -> tuple[list[str], Any]:
    """The names in the first line, and a reader of the others; they are parted as the names are, by , or ; or tabs.

    Raises FileError if no columns can be named so.
    """
    line = source.readline().removeprefix("\ufeff")
    delimiter = max(",;\t", key=line.count)
    try:
        line.encode()
        cells: list[str] = next(csv.reader([line], delimiter=delimiter), [""])
        names = [name.strip() for name in cells]
    except UnicodeEncodeError:
        names = ["\0"]
    except csv.Error as error:
        raise FileError(f"{path}: cannot read its first line as CSV: {error}") from error
    if "\0" in "".join(names):
        raise FileError(f"{path}: its first line is not UTF-8 text: save it as CSV in UTF-8")
    if not any(names):
        what = "its first line is empty" if line else "it is empty"
        raise FileError(f"{path}: {what}; expected the names of the columns, such as id,hand,win")
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        texts = [
            f"{path}: {names.count(name)} columns {f'are named {name!r}' if name else 'have no name'}" for name in twice
        ]
        raise FileError("\n".join(texts), [Problem("column_twice", text) for text in texts])
    return names, csv.reader(source, delimiter=delimiter)


def _rows(reader: Any) -> Iterator[list[str] | Problem]:
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield Problem("not_csv", f"cannot read the row as CSV: {error}")
            continue
        if row is None:
            return
        if row:
            yield row


# ------------------------------------------------------------------------------------------------ Parquet
def parquet_file(path: str) -> Any:
    """A Parquet file, read piece by piece.  Raises FileError."""
    from mahjong_core.batch.library import pa, parquet

    try:
        with reading(path):
            return parquet.ParquetFile(path, pre_buffer=False)
    except pa.ArrowException as error:
        raise FileError(f"{path}: cannot be read as Parquet: {error}") from error


def _row_groups(path: str) -> Iterator[Chunk]:
    """Row groups, small ones together."""
    about = parquet_file(path).metadata
    groups: list[int] = []
    first, rows = 1, 0
    for number in range(about.num_row_groups):
        groups.append(number)
        rows += about.row_group(number).num_rows
        if rows >= ROWS or number == about.num_row_groups - 1:
            yield RowGroups(path, groups, first)
            first, rows, groups = first + rows, 0, []
