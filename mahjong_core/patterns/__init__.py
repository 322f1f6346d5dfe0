"""What can be true of a hand: patterns, shared by all rulesets, known by name, worth nothing by themselves.

A pattern is a short function of the facts of one reading, branch-free, so that it runs on one hand and on a million
(:mod:`mahjong_core.facts`).  Unless its name says so a pattern does not ask for a closed hand: what a role is worth
when the hand is open stands in the tables.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from mahjong_core.errors import PatternError
from mahjong_core.facts import Pattern
from mahjong_core.patterns import (
    bonus,
    last_tiles,
    pairs,
    runs,
    shapes,
    situation,
    suits,
    tiles_used,
    triplets,
    values,
    waits,
)

MODULES: Final = (situation, last_tiles, values, runs, triplets, tiles_used, suits, pairs, shapes, bonus, waits)


def patterns_in(module: ModuleType) -> Iterator[tuple[str, Pattern]]:
    """The patterns of a module: its own public functions whose first parameter is named h."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        own = function.__module__ == module.__name__ and not name.startswith("_")
        if own and next(iter(inspect.signature(function).parameters), None) == "h":
            yield name, function


def collected(*modules: ModuleType) -> dict[str, Pattern]:
    """The patterns of all modules, by name; a name that two of them use is refused."""
    patterns: dict[str, Pattern] = {}
    for module in modules:
        for name, pattern in patterns_in(module):
            if name in patterns:
                raise PatternError(f"pattern {name!r} is in {patterns[name].__module__} and in {module.__name__}")
            patterns[name] = pattern
    return patterns


PATTERNS: Final[dict[str, Pattern]] = collected(*MODULES)
