"""Chunks among processes: in order, few at a time, none lost."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mahjong_core.batch.workers import AHEAD, ONE_THREAD, WorkerError, ordered_map
from mahjong_core.errors import HandError, Problem


def square(number: int) -> int:
    """Later chunks are the quicker ones."""
    time.sleep(0.02 if number % 2 else 0)
    return number * number


def environment(name: str) -> tuple[int, str | None]:
    return os.getpid(), os.environ.get(name)


def deadly(folder: str, number: int) -> int:
    """Chunk 5 kills its process the first two times."""
    deaths = Path(folder, "deaths")
    if number == 5 and len(deaths.read_text()) < 2:
        deaths.write_text(deaths.read_text() + "x")
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_deadly(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refusing(number: int) -> int:
    raise WorkerError(f"no {number}")


class Unmakeable:
    """Something that pickles, and cannot be made again."""

    def __reduce__(self) -> tuple[type[HandError], tuple[list[Problem]]]:
        raise TypeError("made of threads")


def from_nowhere() -> None:
    raise ValueError("the plug-in is not installed")


class MadeNowhere:
    def __reduce__(self) -> tuple[object, tuple[()]]:
        return from_nowhere, ()

    def __call__(self, number: int) -> int:
        return number


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_come_in_order(workers: int) -> None:
    assert list(ordered_map(square, range(20), workers)) == [number * number for number in range(20)]
    assert list(ordered_map(square, [], workers)) == []


def test_few_chunks_are_taken_ahead() -> None:
    taken: list[int] = []

    def chunks() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    for number, _ in enumerate(ordered_map(square, chunks(), 2)):
        assert len(taken) <= number + 2 * AHEAD + 1


def test_one_thread_a_worker() -> None:
    answers = list(ordered_map(environment, [*ONE_THREAD], 2))
    assert {value for _, value in answers} == {"1"}
    assert os.getpid() not in {pid for pid, _ in answers}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_worker_that_dies_loses_no_chunk(tmp_path: Path) -> None:
    (tmp_path / "deaths").write_text("")
    assert list(ordered_map(partial(deadly, str(tmp_path)), range(12), 2)) == list(range(12))
    assert (tmp_path / "deaths").read_text() == "xx"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_workers_that_die_again_and_again() -> None:
    with pytest.raises(WorkerError, match="died 3 times over the same chunk"):
        list(ordered_map(always_deadly, range(3), 2))


def test_what_a_worker_raises_is_raised() -> None:
    with pytest.raises(WorkerError, match="no 0"):
        list(ordered_map(refusing, range(3), 2))


def test_rules_that_cannot_travel() -> None:
    with pytest.raises(WorkerError, match="made of threads"):
        list(ordered_map(partial(max, Unmakeable()), range(3), 2))
    with pytest.raises(WorkerError, match="not installed"):
        list(ordered_map(MadeNowhere(), range(3), 2))


def test_an_unfinished_run_leaves_no_process() -> None:
    answers = ordered_map(environment, ["PATH"] * 20, 2)
    pid, _ = next(answers)
    answers.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
