"""How far it is, on stderr where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def counted(label: str, total: int | Callable[[], int | None] | None = None) -> Generator[Callable[[int], None]]:
    """A bar with its rate; the function that it gives is told how many more are done.  ``total``: a function is asked only
    where the bar is shown."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    speed = TextColumn("{task.fields[speed]} rows/s")
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=total() if callable(total) else total, speed="")
        began, done = time.perf_counter(), 0

        def moved(more: int) -> None:
            nonlocal done
            done += more
            bar.update(task, advance=more, speed=f"{done / (time.perf_counter() - began):,.0f}")

        yield moved
