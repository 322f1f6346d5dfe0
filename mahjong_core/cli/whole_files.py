"""Files that appear only when all of them is written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from mahjong_core.batch.outputs import writing


@contextmanager
def whole_file(path: str) -> Generator[Path, None, None]:
    """Where to write what then stands under ``path``, with its mode; a device or a pipe is written to as it is.

    Raises FileError if it cannot be written.
    """
    target = Path(os.path.realpath(path))
    with writing(path):
        if target.exists() and not target.is_file():
            yield target
            return
        beside = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            yield beside
            if target.exists():
                shutil.copymode(target, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
