"""Files of records: read line by line, written whole or not at all."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

import mahjong_core as mj
from mahjong_core.batch import score_record
from mahjong_core.cli.given import House, fail, load, ruleset
from mahjong_core.errors import HandError, MahjongError, Problem
from mahjong_core.records import read
from mahjong_core.sources import is_mapping


# ------------------------------------------------------------------------------------------------ lines in and out
def lines_of(path: str) -> Iterator[tuple[int, str]]:
    """(number, line) of a file or of stdin, without the blank ones.  Bytes that are not UTF-8 stay in their row."""
    try:
        source = _stdin() if path == "-" else open(path, encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
        with source:
            for number, line in enumerate(source, 1):
                text = line.removeprefix("\ufeff") if number == 1 else line
                if text.strip():
                    yield number, text
    except OSError as error:
        fail([Problem("unreadable_file", f"{path}: cannot be read: {error.strerror}")])


def _stdin() -> TextIO:
    stdin: TextIO = sys.stdin
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(encoding="utf-8", errors="surrogateescape")  # pyright: ignore[reportUnknownMemberType]
    return sys.stdin


def record_of(line: str) -> dict[str, Any]:
    """The JSON object in a line.  Raises HandError if there is none."""
    try:
        line.encode()
        record: Any = json.loads(line, parse_constant=_no_number)
    except UnicodeEncodeError:
        raise HandError([Problem("not_utf8", "the row is not UTF-8 text")]) from None
    except (ValueError, RecursionError) as error:
        raise HandError([Problem("not_json", f"cannot read the row as JSON: {error}")]) from None
    if not is_mapping(record):
        raise HandError([Problem("not_a_record", 'expected a record as a JSON object, like {"hand": ...}')])
    return dict(record)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


def json_text(value: Any, encoding: str | None, indent: int | None = None) -> str:
    """JSON in an encoding; what it lacks is escaped.  Raises ValueError or RecursionError for what JSON cannot say."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    try:
        text.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, indent=indent)
    return text


@contextmanager
def written(path: str) -> Generator[TextIO, None, None]:
    """A file that appears only when all of it is written; ``-`` is stdout, and a device or a pipe is written to."""
    target = Path(os.path.realpath(path))
    if path == "-":
        yield sys.stdout
    elif target.exists() and not target.is_file():
        with _telling(path), target.open("w", encoding="utf-8") as out:
            yield out
    else:
        yield from _beside(path, target)


def _beside(path: str, target: Path) -> Generator[TextIO, None, None]:
    beside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with _telling(path):
            with beside.open("x", encoding="utf-8") as out:
                yield out
            if target.exists():
                shutil.copymode(target, beside)
            beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _telling(path: str) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        fail([Problem("unwritable_file", f"{path}: cannot be written: {error.strerror}")])


def hands_of(file: str) -> Iterator[tuple[int, mj.Hand, mj.Situation]]:
    """The hands of a file of records; the problems of all its rows are told together."""
    problems: list[Problem] = []
    for row, line in lines_of(file):
        try:
            yield row, *mj.read_record(record_of(line))
        except MahjongError as error:
            problems += [Problem(code, f"{file}:{row}: {message}") for code, message in error.problems]
    if problems:
        fail(problems)


# ------------------------------------------------------------------------------------------------ scoring
def score_file(name: str, source: str, target: str, house: House, lang: str) -> None:
    """One JSON result a line; rows, their statuses and the speed on stderr."""
    rows = Rows(None if name == "-" else ruleset(name, house), house, lang)
    statuses, began = Counter[str](), time.perf_counter()
    with written(target) as out:
        for number, line in _with_progress(source):
            status, text = rows.answer(line, number, out.encoding)
            statuses[status] += 1
            out.write(text + "\n")
    seconds = time.perf_counter() - began
    told = ", ".join(f"{status} {n}" for status, n in statuses.most_common()) or "none"
    speed = f"; {statuses.total() / seconds:,.0f} rows a second" if seconds else ""
    typer.echo(f"{statuses.total()} rows: {told}{speed}", err=True)


class Rows:
    """Scores rows: under one ruleset, or (None) each under the ruleset that it names."""

    def __init__(self, rules: mj.Ruleset | None, house: House, lang: str) -> None:
        self.rules, self.house, self.lang = rules, house, lang
        self._named: dict[str, mj.Ruleset | Sequence[Problem]] = {}

    def answer(self, line: str, number: int, encoding: str | None) -> tuple[str, str]:
        """(status, the result as JSON); whatever the row says, there is one."""
        try:
            told = self._result(line, number)
            return told["status"], json_text(told, encoding)
        except (ValueError, RecursionError) as error:  # an id nested without end, a number of 4,300 digits
            problem = Problem("bad_value", f"the answer cannot be written as JSON: {error}")
            return "invalid", json_text(refused(number, self.rules, [problem]), encoding)

    def _result(self, line: str, number: int) -> dict[str, Any]:
        try:
            record = record_of(line)
        except HandError as error:
            return refused(number, self.rules, error.problems)
        id = number if record.get("id") is None else record["id"]
        rules = self.rules or self._ruleset_of(record)
        if not isinstance(rules, mj.Ruleset):
            return refused(id, record.get("ruleset"), [*rules, *_problems_of(record)])
        return score_record(rules, {**record, "id": id}, number).to_dict(self.lang)

    def _ruleset_of(self, record: dict[str, Any]) -> mj.Ruleset | Sequence[Problem]:
        name = record.get("ruleset")
        if not isinstance(name, str):
            return [Problem("ruleset_missing", "the record names no ruleset")] if name is None else []
        if name not in self._named:
            try:
                self._named[name] = load(name, self.house)
            except MahjongError as error:
                self._named[name] = error.problems
        return self._named[name]


def _problems_of(record: dict[str, Any]) -> Sequence[Problem]:
    """What is wrong with a record, whatever the ruleset."""
    try:
        read(record)
    except HandError as error:
        return error.problems
    return ()


def refused(id: Any, rules: Any, problems: Sequence[Problem]) -> dict[str, Any]:
    """The result of a row that no ruleset could score; ``rules``: a ruleset, or what stands in place of its name."""
    is_ruleset = isinstance(rules, mj.Ruleset)
    return {
        "id": id,
        "ruleset": rules.name if is_ruleset else rules if isinstance(rules, str) else "",
        "fingerprint": rules.fingerprint if is_ruleset else "",
        "status": "invalid",
        "problems": [problem._asdict() for problem in problems],
        "notes": [],
        "ignored": [],
        "value": None,
        "marked": None,
        "measures": {},
        "limit": None,
        "roles": [],
        "items": [],
        "payments": None,
        "reading": None,
        "wait": None,
    }


def _with_progress(source: str) -> Iterator[tuple[int, str]]:
    """The lines, with a bar on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield from lines_of(source)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = sum(1 for _ in lines_of(source)) if source != "-" and Path(source).is_file() else None
    columns = (TextColumn("scoring"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("scoring", total=total)
        for number, line in lines_of(source):
            yield number, line
            bar.advance(task)
