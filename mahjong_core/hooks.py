"""The hooks that a ruleset or a house rule may answer.  They are called when a ruleset loads, never for a hand.

A plug-in is a module (or an object) with functions of these names, each marked with ``@hookimpl``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pluggy

from mahjong_core.facts import Pattern
from mahjong_core.settle.settlements import Settlement
from mahjong_core.shapes import Shape
from mahjong_core.tables import Table
from mahjong_core.worth.methods import Method

hookspec = pluggy.HookspecMarker("mahjong")
hookimpl = pluggy.HookimplMarker("mahjong")


@hookspec(firstresult=True)
def mahjong_table() -> Path:  # type: ignore[empty-body]
    """The path of the ruleset's YAML table; its presets stand beside it in ``presets/``.  Only a ruleset answers."""
    ...


@hookspec
def mahjong_patterns() -> Iterable[Pattern]:  # type: ignore[empty-body]
    """More patterns, which tables know by their function names.  A name that exists is refused."""
    ...


@hookspec
def mahjong_shapes() -> Iterable[Shape]:  # type: ignore[empty-body]
    """More whole-hand shapes; a table puts them in play under ``shapes:``."""
    ...


@hookspec
def mahjong_methods() -> Iterable[Method]:  # type: ignore[empty-body]
    """More methods of valuing, for ``method:``."""
    ...


@hookspec
def mahjong_settlements() -> Iterable[Settlement]:  # type: ignore[empty-body]
    """More settlements, for ``settlement:``."""
    ...


@hookspec
def mahjong_overlay(ruleset: str) -> Mapping[str, Any] | Path | None:
    """What to change in the table of ``ruleset``: a mapping, or the path of a YAML file, that is laid over it
    (``None`` inside removes a key); or None to leave it alone."""


@hookspec
def mahjong_check(table: Table[Any]) -> Iterable[str]:  # type: ignore[empty-body]
    """What is wrong with the finished table, one text for each problem."""
    ...


HOOKS: Final = tuple(sorted(name for name in dir() if name.startswith("mahjong_") and name != "mahjong_core"))
