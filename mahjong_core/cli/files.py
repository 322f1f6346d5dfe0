"""Files of records read line by line; files written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import mahjong_core as mj
from mahjong_core.batch.files import lines_of
from mahjong_core.batch.lines import json_text, record_of
from mahjong_core.cli.given import checked, fail
from mahjong_core.errors import MahjongError, Problem

__all__ = ["hands_of", "json_text", "written"]


def hands_of(file: str) -> Iterator[tuple[int, mj.Hand, mj.Situation]]:
    """The hands of a file of records; the problems of all its rows are told together."""
    problems: list[Problem] = []
    for row, line in checked(lambda: list(lines_of(file))):
        try:
            yield row, *mj.read_record(record_of(line))
        except MahjongError as error:
            problems += [Problem(code, f"{file}:{row}: {message}") for code, message in error.problems]
    if problems:
        fail(problems)


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
