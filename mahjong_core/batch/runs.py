"""A file of hands scored into a file of results: any of the formats in, any of them out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mahjong_core.batch.files import (
    JSON_LINES,
    LINES,
    PARQUET,
    ROWS,
    Chunk,
    FileError,
    Lines,
    chunks_of,
    format_of,
    names_of,
    parquet_file,
    place_of,
)
from mahjong_core.batch.lines import LineScorer, Load, json_text
from mahjong_core.batch.outputs import Part, Parts, Whole, check_target, parts_of, writing
from mahjong_core.batch.workers import ordered_map
from mahjong_core.errors import HandError, Problem

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

MOST_TOLD: Final = 20  # problems that a part keeps, for --strict
Answer = tuple[str, Sequence[Mapping[str, str]], str]  # status, problems, JSON


class Run(NamedTuple):
    """What is to be done.  ``rules``: None where each record names its own, found by ``load``; ``strict``: the first
    invalid row ends the run; ``encoding``: of JSON that goes to stdout."""

    rules: Ruleset | None
    source: str
    target: str
    load: Load
    house: str = ""
    workers: int = 1
    payments: bool = False
    strict: bool = False
    lang: str = "en"
    encoding: str | None = "utf-8"


def score_file(run: Run, told: Callable[[Part], None], say: Callable[[str], None]) -> Counter[str]:
    """Score a file; how many rows have which status.

    ``told`` is called for each part in order, ``say`` with what the user should know.  The output appears under its name
    only when it is whole.  An input file can be gone on with: the same call, after an interrupt.  Raises FileError,
    SchemaError, WorkerError, and HandError for the invalid rows of a strict run.
    """
    _check(run)
    schema = _output_schema(run)
    statuses = Counter[str]()
    with parts_of(run.target, _manifest(run), Path(run.source).is_file()) as (parts, said):
        if said:
            say(said)
        scorer = ChunkScorer(run, parts)
        with writing(run.target), Whole(run.target, parts, schema) as whole:
            for part in ordered_map(scorer, enumerate(chunks_of(run.source)), run.workers):
                if run.strict and part.problems:
                    parts.resumes = False
                    raise HandError(_strictly(run.source, part, statuses.total() + sum(part.statuses.values())))
                whole.add(part.number)
                statuses.update(part.statuses)
                told(part)
            whole.finish()
    return statuses


def _check(run: Run) -> None:
    """Raise FileError for files that cannot go together."""
    check_target(run.source, run.target)
    formats = {format_of(run.source), format_of(run.target)}
    if run.rules is None and formats != {JSON_LINES}:
        raise FileError(
            "records that name their own ruleset are JSON lines, in and out; name a ruleset for CSV and Parquet"
        )
    if formats != {JSON_LINES}:
        from mahjong_core.batch import library as _needed  # noqa: F401  # pyright: ignore[reportUnusedImport]


def _strictly(source: str, part: Part, rows: int) -> list[Problem]:
    """What a strict run says of the part that ends it."""
    problems = [Problem("invalid", f"{place_of(source, row)}: {text}") for row, text in part.problems]
    text = f"{source}: stopped (--strict): the first {rows} rows were read, and none behind them; nothing was written"
    return [*problems, Problem("stopped", text)]


def _manifest(run: Run) -> dict[str, Any]:
    """What the parts of a run hang on."""
    from mahjong_core import __version__

    about: dict[str, Any] = {
        "version": __version__,
        "ruleset": [run.rules.name, run.rules.fingerprint] if run.rules else run.house,
        "output": [format_of(run.target), run.payments, run.lang],
        "rows in a part": [LINES, ROWS],
        "input": os.path.realpath(run.source),
    }
    if Path(run.source).is_file():
        stat = os.stat(run.source)
        about["input's size and time"] = [stat.st_size, stat.st_mtime_ns]
    return about


# ------------------------------------------------------------------------------------------------ schemas
def _output_schema(run: Run) -> Any:
    """That of CSV and Parquet outputs.  Raises SchemaError."""
    if run.rules is None or {format_of(run.source), format_of(run.target)} == {JSON_LINES}:
        return None
    from mahjong_core.batch.arrow import output_schema

    return output_schema(run.rules, _with_id(_input_schema(run.source)), payments=run.payments)


def _input_schema(path: str) -> Any:
    from mahjong_core.batch.library import pa

    if format_of(path) == PARQUET:
        return parquet_file(path).schema_arrow
    names = ["id", "hand"] if format_of(path) == JSON_LINES else names_of(path)
    return pa.schema([(name, pa.string()) for name in names])


def _with_id(schema: Any) -> Any:
    """Rows without an id get their number."""
    from mahjong_core.batch.library import pa

    return schema if "id" in schema.names else schema.insert(0, pa.field("id", pa.int64()))


# ------------------------------------------------------------------------------------------------ one chunk
@dataclass
class ChunkScorer:
    """Scores a chunk and writes it as a part: what a worker does."""

    run: Run
    parts: Parts

    def __post_init__(self) -> None:
        self.lines = LineScorer(self.run.rules, self.run.load, self.run.lang)

    def __call__(self, numbered: tuple[int, Chunk]) -> Part:
        """Score it, unless an earlier run has done so."""
        number, chunk = numbered
        part = self.parts.told(number)
        if part is None:
            write = self._as_json if format_of(self.run.target) == JSON_LINES else self._as_columns
            with writing(self.run.target):
                part = Part(number, *write(chunk, self.parts.file(number)))
                self.parts.finish(part)
        return part

    def _as_json(self, chunk: Chunk, path: Path) -> tuple[Counter[str], list[tuple[int, str]]]:
        statuses, invalid = Counter[str](), list[tuple[int, str]]()
        with path.open("w", encoding="utf-8", newline="") as out:
            for row, (status, problems, text) in self._answers(chunk):
                statuses[status] += 1
                if status == "invalid" and len(invalid) < MOST_TOLD:
                    invalid += [(row, problem["message"]) for problem in problems]
                out.write(text + "\n")
        return statuses, invalid

    def _as_columns(self, chunk: Chunk, path: Path) -> tuple[Counter[str], list[tuple[int, str]]]:
        from mahjong_core.batch.file_answers import invalid_rows, statuses_of, writer_of

        statuses, invalid = Counter[str](), list[tuple[int, str]]()
        with writer_of(path, format_of(self.run.target)) as write:
            for first, batch in self._batches(chunk):
                write(batch)
                statuses.update(statuses_of(batch))
                invalid += invalid_rows(batch, first, MOST_TOLD)
        return statuses, invalid

    # -------------------------------------------------------------------------------------------- its scores
    def _answers(self, chunk: Chunk) -> Iterator[tuple[int, Answer]]:
        """Each row with its result as JSON."""
        if isinstance(chunk, Lines):
            for row, line in chunk.rows:
                yield row, self.lines.answer(line, row, self.run.encoding)
            return
        assert self.run.rules is not None
        from mahjong_core.batch.file_rows import batches_of, results_of

        for first, batch, refused in batches_of(chunk):
            for row, result in enumerate(results_of(self.run.rules, batch, refused), first):
                told = result.to_dict(self.run.lang)
                yield row, (result.status, told["problems"], json_text(told, self.run.encoding))

    def _batches(self, chunk: Chunk) -> Iterator[tuple[int, Any]]:
        """(number of the first row, answers to a batch of rows)."""
        assert self.run.rules is not None
        from mahjong_core.batch.arrow import results_batch, score_batch
        from mahjong_core.batch.file_rows import batches_of, ids_of

        if isinstance(chunk, Lines):
            results = [self.lines.result(line, row) for row, line in chunk.rows]
            ids = ids_of(results)
            yield chunk.rows[0][0], results_batch(self.run.rules, ids, results, payments=self.run.payments)
            return
        for first, batch, refused in batches_of(chunk):
            yield first, score_batch(self.run.rules, batch, payments=self.run.payments, refused=refused)
