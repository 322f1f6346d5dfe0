"""What a run writes: parts, each finished or not there, then put together under the final name.

While a run goes on, ``OUT.part/`` beside OUT holds a manifest (which input, rules and options), the finished parts and
the beginning of the whole.  A run that finds parts of its own kind goes on behind them; others it throws away, and parts
that are not what their note says (a full disk, a power cut) it does again.
"""

from __future__ import annotations

import codecs
import errno
import gzip
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from mahjong_core.batch.files import CSV, PARQUET, STDIO, FileError, format_of

MANIFEST, LOCK, WHOLE = "manifest.json", "lock", "whole"


class Part(NamedTuple):
    """What was told of one chunk: its place, how many rows of each status, and the first problems of invalid rows."""

    number: int
    statuses: Mapping[str, int]
    problems: list[tuple[int, str]]  # (row, message)


class Parts:
    """The folder of an output that is not finished."""

    def __init__(self, folder: Path, resumes: bool) -> None:
        self.folder, self.resumes = folder, resumes

    def file(self, number: int) -> Path:
        return self.folder / f"{number:07}.rows"

    def told(self, number: int) -> Part | None:
        """A part that is finished."""
        try:
            return Part(*json.loads(self._note(number).read_text("utf-8"))["part"])
        except FileNotFoundError:
            return None

    def finish(self, part: Part) -> None:
        """Its rows are written: from now on it is there."""
        rows = _told_of(self.file(part.number)) if self.resumes else None
        _put(self._note(part.number), {"part": part, "rows": rows})

    def check(self) -> int:
        """Forget the parts that are not what their notes say; how many these are."""
        notes = [path for path in self.folder.glob("*.json") if path.name != MANIFEST]
        damaged = [path for path in notes if not _is_whole(path)]
        for path in damaged:
            path.unlink()
        return len(damaged)

    def drop(self, number: int) -> None:
        """It is not needed any more, if nobody can go on with this run."""
        if not self.resumes:
            self.file(number).unlink()
            self._note(number).unlink()

    def _note(self, number: int) -> Path:
        return self.folder / f"{number:07}.json"

    def found(self) -> int:
        """How many parts are finished."""
        return sum(1 for _ in self.folder.glob("*.json")) - (self.folder / MANIFEST).exists()


def _told_of(rows: Path) -> list[Any]:
    """The size and a hash of a file."""
    with rows.open("rb") as file:
        return [os.fstat(file.fileno()).st_size, hashlib.file_digest(file, _hash).hexdigest()]


def _hash() -> Any:
    return hashlib.blake2b(digest_size=16)


def _is_whole(note: Path) -> bool:
    """Are the rows of a part those that its note tells of?"""
    try:
        told: Any = json.loads(note.read_text("utf-8"))
        number, statuses, problems = told["part"]
        kinds = isinstance(number, int) and isinstance(statuses, dict) and isinstance(problems, list)
        return kinds and told["rows"] == _told_of(note.with_suffix(".rows"))
    except (OSError, ValueError, LookupError, TypeError):
        return False


def _put(path: Path, value: Any) -> None:
    """A file of JSON that is whole or not there."""
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


# ------------------------------------------------------------------------------------------------ the folder
@contextmanager
def parts_of(target: str, manifest: Mapping[str, Any], resumes: bool) -> Generator[tuple[Parts, str]]:
    """The folder of an output, kept only if the run is interrupted and can go on; and what to tell of an earlier run.

    Raises FileError if it cannot be made, or if another run is at work in it.
    """
    if not _is_file(target):
        with tempfile.TemporaryDirectory(prefix="mahjong") as folder:
            yield Parts(Path(folder), False), ""
        return
    real = Path(os.path.realpath(target))
    parts = Parts(real.with_name(f"{real.name}.part"), resumes)
    with writing(target), _folder(parts, target):
        yield parts, _begun(parts, manifest)


@contextmanager
def _folder(parts: Parts, target: str) -> Generator[None]:
    """There while the run goes on, and afterwards if it can be gone on with."""
    folder, ours = parts.folder, True
    with ExitStack() as stack:
        try:
            folder.mkdir(exist_ok=True)
            ours = _locks(stack.enter_context((folder / LOCK).open("w")))
            if not ours:
                raise FileError(f"{target}: another run is writing it")
            yield
        finally:
            if ours and parts.resumes and parts.found():
                (folder / WHOLE).unlink(missing_ok=True)
            elif ours:
                shutil.rmtree(folder, ignore_errors=True)


def _locks(file: TextIO) -> bool:
    """Is this the only run here?  (A run that dies lets go.)"""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows
        return True
    except BlockingIOError:
        return False
    return True


def _is_file(target: str) -> bool:
    """A device or a pipe is written to as it is."""
    real = Path(os.path.realpath(target))
    return target != STDIO and (real.is_file() or not real.exists())


def _begun(parts: Parts, manifest: Mapping[str, Any]) -> str:
    """Make the folder that of this run; what is said of the parts that were there."""
    folder = parts.folder
    file = folder / MANIFEST
    was: Any = None
    with suppress(FileNotFoundError, ValueError):
        was = json.loads(file.read_text("utf-8"))
    now = json.loads(json.dumps(manifest))
    if was == now:
        damaged = parts.check()
        again = (
            f"; {damaged} of {folder.name} {'is' if damaged == 1 else 'are'} damaged and done again" if damaged else ""
        )
        return f"goes on behind the parts that are finished{again}"
    for old in [path for path in folder.iterdir() if path.name != LOCK]:
        old.unlink()
    _put(file, now)
    if was is None:
        return ""
    changed = [key for key in now if not isinstance(was, dict) or was.get(key) != now[key]]  # pyright: ignore[reportUnknownMemberType]
    return f"{folder.name} is of another run ({', '.join(changed)} {'differs' if len(changed) == 1 else 'differ'}): starts anew"


def check_target(source: str, target: str) -> None:
    """Raise FileError if results cannot be written there: it is the input, a folder, or in no folder."""
    real = Path(os.path.realpath(target))
    if target == STDIO:
        return
    if source != STDIO and real.is_file() and Path(source).exists() and os.path.samefile(source, target):
        raise FileError(f"{target}: is the input, too; write the results to another file")
    why = errno.EISDIR if real.is_dir() else 0 if real.parent.is_dir() else errno.ENOENT
    if why:
        raise FileError(f"{target}: cannot be written: {os.strerror(why)}")


@contextmanager
def writing(target: str) -> Generator[None]:
    """Say which file could not be written; a pipe that nobody reads any more is left in peace."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"{target}: cannot be written: {error.strerror or error}") from error


# ------------------------------------------------------------------------------------------------ the whole
class Whole:
    """The output, to which finished parts are added in order."""

    def __init__(self, target: str, parts: Parts, schema: Any) -> None:
        self.target, self.parts, self.format = target, parts, format_of(target)
        self.real = Path(os.path.realpath(target))
        self.path = parts.folder / WHOLE if _is_file(target) else self.real
        self.file = _opened(target, self.path)
        self.writer: Any = None
        if self.format == PARQUET:
            from mahjong_core.batch.library import parquet

            about = [name for name in schema.names if name not in ("roles", "problems")]
            self.writer = parquet.ParquetWriter(self.file, schema, write_statistics=about)
        elif self.format == CSV:
            self.file.write(heading(schema))

    def add(self, number: int) -> None:
        """Add a finished part."""
        path = self.parts.file(number)
        if self.writer is None:
            with path.open("rb") as rows:
                shutil.copyfileobj(rows, self.file, 1 << 20)
            self.file.flush()
        elif path.stat().st_size:
            from mahjong_core.batch.library import pa

            with pa.memory_map(str(path)) as source, pa.ipc.open_stream(source) as batches:
                for batch in batches:
                    self.writer.write_batch(batch)
        self.parts.drop(number)

    def __enter__(self) -> Whole:
        return self

    def __exit__(self, *_: object) -> None:
        if self.writer is not None:
            self.writer.close()
        self.file.close()

    def finish(self) -> None:
        """All parts are added: now it is there under its name."""
        self.__exit__()
        if self.path != self.real:
            if self.real.exists():
                shutil.copymode(self.real, self.path)
            with self.path.open("rb") as file:
                os.fsync(file.fileno())
            self.path.replace(self.real)
            self.parts.resumes = False


def _opened(target: str, path: Path) -> Any:
    if target == STDIO:
        return _Stdout()
    return gzip.open(path, "wb") if target.endswith(".gz") else path.open("wb")


class _Stdout:
    """Bytes of UTF-8 to a stdout that may be text in another encoding."""

    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a block may end within a sign

    def write(self, data: bytes) -> None:
        sys.stdout.write(self.decoder.decode(data))

    def flush(self) -> None:
        sys.stdout.flush()

    def close(self) -> None:
        """It stays open; whoever reads it is sent the last of it at the next flush."""


def heading(schema: Any) -> bytes:
    """The first line of a CSV file."""
    return (",".join(schema.names) + "\n").encode()
