"""Work shared out among processes: answers in the order of the chunks, few chunks at a time, none lost.

Processes are started anew (``spawn``), not forked: a fork would inherit locks of NumPy's and Arrow's threads.  So a
script that asks for workers needs the usual ``if __name__ == "__main__":`` around what it does.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Final, TypeVar

from mahjong_core.errors import MahjongError

C = TypeVar("C")
A = TypeVar("A")

AHEAD: Final = 2  # chunks in flight for each worker: memory stays flat, and nobody waits
MOST_DEATHS: Final = 3  # how often workers may die over the same chunk
# One thread for each worker; more would only fight for the cores.
ONE_THREAD: Final = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM", "NUMEXPR")
}


class WorkerError(MahjongError):
    """Work that cannot be sent to other processes, or that they die of."""


def ordered_map(function: Callable[[C], A], chunks: Iterable[C], workers: int = 1) -> Iterator[A]:
    """``function`` of each chunk, in order, by ``workers`` processes (1: in this one).

    ``function`` travels once to each process, so that what it holds (a ruleset) is made once.  What it raises is raised
    here.  If a process dies (killed, out of memory), the chunks it held are done again by new ones.  Raises WorkerError
    if they die over the same chunk again and again, or if the function cannot be pickled.
    """
    if workers <= 1:
        return map(function, chunks)
    return _shared(pickled(function), iter(chunks), workers)


def workers_wanted(workers: Any) -> int:
    """How many.  Raises ValueError for what is no number of processes."""
    if type(workers) is not int or workers < 1:
        raise ValueError(f"workers: expected a whole number, 1 or more, not {workers!r}")
    return workers


def pickled(function: Any) -> bytes:
    try:
        return pickle.dumps(function)
    except Exception as error:  # pickle raises what it likes
        text = f"the rules cannot be sent to other processes ({error}); use plug-ins by name or file, or one worker"
        raise WorkerError(text) from error


def _shared(function: bytes, chunks: Iterator[Any], workers: int) -> Iterator[Any]:
    waiting: deque[Any] = deque()  # the chunks whose answers are not known yet, the oldest first
    pool, deaths = _Pool(function, workers), 0
    try:
        for chunk in islice(chunks, AHEAD * workers):
            waiting.append(chunk)
            pool.send(chunk)
        while waiting:
            try:
                answer = pool.answer()
            except BrokenProcessPool as error:
                deaths += 1
                if deaths >= MOST_DEATHS:
                    text = f"worker processes died {deaths} times over the same chunk: killed, or out of memory?"
                    raise WorkerError(text) from error
                pool.stop()
                pool = _Pool(function, workers, waiting)
                continue
            deaths = 0
            waiting.popleft()
            for chunk in islice(chunks, 1):
                waiting.append(chunk)
                pool.send(chunk)
            yield answer
    finally:
        pool.stop()


class _Pool:
    """Processes, and the answers that they owe, in order."""

    def __init__(self, function: bytes, workers: int, chunks: Iterable[Any] = ()) -> None:
        self.executor = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (function,))
        self.owed: deque[Future[Any]] = deque()
        for chunk in chunks:
            self.send(chunk)

    def send(self, chunk: Any) -> None:
        """Have it done; a pool that just broke says so when asked for the answer."""
        try:
            self.owed.append(self.executor.submit(_do, chunk))
        except BrokenProcessPool as error:
            broken: Future[Any] = Future()
            broken.set_exception(error)
            self.owed.append(broken)

    def answer(self) -> Any:
        """The oldest answer.  Raises BrokenProcessPool."""
        answer = self.owed[0].result()
        self.owed.popleft()
        return answer

    def stop(self) -> None:
        """At once: what is not asked for any more need not be finished."""
        processes: dict[int, Any] = dict(getattr(self.executor, "_processes", None) or {})
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.terminate()
        for process in processes.values():
            process.join()


# ------------------------------------------------------------------------------------------------ in a worker
_function: Callable[[Any], Any]


def _begin(function: bytes) -> None:
    """Set up a worker: one thread, the user's interrupt left to the parent, and no life without it."""
    global _function
    os.environ.update(ONE_THREAD)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _function = pickle.loads(function)
    except Exception as error:  # of a plug-in that is not there: told when work comes
        _function = partial(_cannot, str(error))


def _cannot(why: str, _: Any) -> Any:
    raise WorkerError(f"the rules cannot be made again in a worker process: {why}")


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(chunk: Any) -> Any:
    return _function(chunk)
