"""The command ``mahjong``."""

from __future__ import annotations

import io
import sys
from importlib.util import find_spec


def main() -> None:
    """Run the command line; the exit code is 0 when done, 2 when the input is wrong."""
    missing = [name for name in ("typer", "rich") if find_spec(name) is None]
    if missing:
        print(f"the command line needs {' and '.join(missing)}: pip install 'mahjong-core[cli]'", file=sys.stderr)
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks 断幺九 is no reason to stop
    from mahjong_core.cli.app import app

    app()
