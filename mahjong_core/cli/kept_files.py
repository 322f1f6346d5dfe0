"""Files that are generated and kept beside the sources: written where they are not current, or only compared."""

from __future__ import annotations

from pathlib import Path

import typer

from mahjong_core.cli import given as g
from mahjong_core.cli.whole_files import whole_file
from mahjong_core.errors import MahjongError, Problem


def kept_current(path: Path, text: str, check: bool) -> bool:
    """Does this stand in the file?  If not it is written, unless ``check``.  Says in a line what was done."""
    is_current = path.is_file() and path.read_text(encoding="utf-8") == text
    if not is_current and not check:
        g.checked(lambda: _write(path, text))
    typer.echo(f"{_shown(path)}: {'as it was' if is_current else 'differs' if check else 'written'}")
    return is_current


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{path.parent}: cannot be made: {error.strerror or error}"
        raise MahjongError(message, [Problem("unwritable_file", message)]) from error
    with whole_file(str(path)) as beside:
        beside.write_text(text, encoding="utf-8")


def _shown(path: Path) -> str:
    """Relative to the working directory, if it is inside."""
    here, whole = Path.cwd(), path.absolute()
    return str(whole.relative_to(here) if whole.is_relative_to(here) else whole)
