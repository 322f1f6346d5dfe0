"""From the lines of a table to terms: every pattern that a role or an item names, traced, or its mistake at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mahjong_core.errors import PatternError, RulesetError
from mahjong_core.facts import NUMBER, SET, Pattern
from mahjong_core.sources import KeyPath, Source, dotted, written_at
from mahjong_core.tables import Bar, Item, Role, Table
from mahjong_core.trace import Term, any_of, trace


def given_kinds(table: Table[Any]) -> dict[str, str]:
    """What the ruleset's ``situation:`` block declares, as kinds of facts."""
    return {name: NUMBER if given.kind in ("count", "round_end") else SET for name, given in table.situation.items()}


def traced(
    table: Table[Any], conditions: Sequence[str], patterns: Mapping[str, Pattern], sources: Sequence[Source], name: str
) -> dict[str, Term]:
    """id -> term, of roles, items and bars in the order of the table, and of what the method asks beside them.

    Raises RulesetError with every line whose patterns cannot be traced, or that says ``each`` of one that does not count.
    """
    kinds = given_kinds(table)
    terms: dict[str, Term] = {}
    problems: list[str] = []
    for at, line in _lines(table):
        try:
            term = any_of([trace(patterns[pattern], kinds) for pattern in line.patterns])
        except PatternError as error:
            problems.append(f"{written_at(sources, (*at, 'when'))}: {dotted((*at, 'when'))}: {error}")
            continue
        terms[str(at[1])] = term
        if isinstance(line, Role) and line.each != (term.kind == NUMBER):
            says = "counts, so the role needs 'each: true'" if term.kind == NUMBER else "does not count"
            text = f"the pattern {line.patterns[0]!r} {says}"
            problems.append(f"{written_at(sources, (*at, 'each'))}: {dotted((*at, 'each'))}: {text}")
    if problems:
        raise RulesetError(name, problems)
    return terms | {condition: trace(patterns[condition], kinds) for condition in conditions}


def _lines(table: Table[Any]) -> Iterator[tuple[KeyPath, Role | Item | Bar]]:
    for id, role in table.roles.items():
        if role.event is None:
            yield ("roles", id), role
    for id, item in table.items.items():
        yield ("items", id), item
    for id, bar in table.bars.items():
        yield ("bars", id), bar
