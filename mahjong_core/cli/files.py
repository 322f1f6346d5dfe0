"""Files of records: read line by line, written whole or not at all."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import typer

import mahjong_core as mj
from mahjong_core.batch import score_record
from mahjong_core.cli.given import House, fail, load, ruleset
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.results import Labels
from mahjong_core.sources import is_mapping


def lines_of(path: str) -> Iterator[tuple[int, str]]:
    """(number, line) of a file or of stdin, without the blank ones."""
    try:
        source = sys.stdin if path == "-" else open(path, encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        fail([Problem("unreadable_file", f"{path}: cannot be read: {error.strerror}")])
    with source:
        try:
            for number, line in enumerate(source, 1):
                if line.strip():
                    yield number, line
        except UnicodeDecodeError:
            fail([Problem("unreadable_file", f"{path}: it is not UTF-8 text")])


@contextmanager
def written(path: str) -> Generator[TextIO, None, None]:
    """A file that appears only when all of it is written; ``-`` is stdout."""
    if path == "-":
        yield sys.stdout
        return
    beside = Path(f"{path}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as out:
            yield out
        beside.replace(path)
    except OSError as error:
        fail([Problem("unwritable_file", f"{path}: cannot be written: {error.strerror}")])
    finally:
        beside.unlink(missing_ok=True)


def score_file(name: str, source: str, target: str, house: House, lang: str) -> None:
    """One JSON result a line; rows, their statuses and the speed on stderr."""
    rules = None if name == "-" else ruleset(name, house)
    loaded: dict[str, mj.Ruleset] = {}
    statuses, began = Counter[str](), time.perf_counter()
    with written(target) as out:
        for number, line in _with_progress(source):
            result = _scored(rules, line, number, loaded, house)
            statuses[result.status] += 1
            out.write(json.dumps(result.to_dict(lang), ensure_ascii=False) + "\n")
    seconds = time.perf_counter() - began
    told = ", ".join(f"{status} {n}" for status, n in statuses.most_common()) or "none"
    speed = f"{statuses.total() / seconds:,.0f} rows a second" if seconds else ""
    typer.echo(f"{statuses.total()} rows: {told}; {speed}", err=True)


def _scored(rules: mj.Ruleset | None, line: str, number: int, loaded: dict[str, mj.Ruleset], house: House) -> mj.Result:
    record: Any = line
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return _told(score_record(rules or _any(loaded), line, number), number)
    if rules is not None:
        return _told(score_record(rules, record, number), number)
    name: Any = record.get("ruleset") if is_mapping(record) else None
    if not isinstance(name, str):
        return _broken(_any(loaded), record, number, Problem("ruleset_missing", "the record names no ruleset"))
    try:
        if name not in loaded:
            loaded[name] = load(name, house)
        return _told(score_record(loaded[name], record, number), number)
    except MahjongError as error:
        return _broken(_any(loaded), record, number, *error.problems)


def _any(loaded: dict[str, mj.Ruleset]) -> mj.Ruleset:
    """A ruleset to carry a result that none could score."""
    if not loaded:
        first = mj.available()[0].name
        loaded[first] = mj.load(first)
    return next(iter(loaded.values()))


def _broken(rules: mj.Ruleset, record: Any, number: int, *problems: Problem) -> mj.Result:
    id = record.get("id", number) if is_mapping(record) else number
    return mj.Result(rules, None, None, "invalid", None, problems, Labels(id))


def _told(result: mj.Result, number: int) -> mj.Result:
    return result if result.labels.id is not None else result.labelled(Labels(number))


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
