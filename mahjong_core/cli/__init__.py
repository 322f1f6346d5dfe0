"""The command ``mahjong``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; the exit code is 0 when done, 2 when the input is wrong."""
    try:
        from mahjong_core.cli.app import app
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich", "click"):
            raise
        sys.exit(f"the command line needs {error.name}: pip install 'mahjong-core[cli]'")
    app()
