"""Which of the lines that hold may count together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mahjong_core.tables import Line, Role, Table
from mahjong_core.worth.keys import Keys

Held = dict[str, int]  # line id -> how often


def candidates(held: Held, roles: Mapping[str, Role], replaces: Mapping[str, list[str]]) -> Iterator[Held]:
    """Every set of lines that may count together; the worthiest does.

    ``replaces``: line id -> lines that do not count beside it (roles and items alike).
    """
    for chosen in _with_alternatives(held, roles):
        for left in _without_conflicts(_kept(chosen, roles), roles):
            yield _without_replaced(left, replaces)


def _with_alternatives(held: Held, roles: Mapping[str, Role], decided: tuple[str, ...] = ()) -> Iterator[Held]:
    """With and without each role that is only an alternative."""
    for id in held:
        if id in roles and roles[id].alternative and id not in decided:
            yield from _with_alternatives(held, roles, (*decided, id))
            yield from _with_alternatives({k: n for k, n in held.items() if k != id}, roles, decided)
            return
    yield held


def _kept(held: Held, roles: Mapping[str, Role]) -> Held:
    """Beside a role that keeps only some, only those; items are no roles and stay."""
    for id in held:
        keeps = roles[id].keeps if id in roles else None
        if keeps is not None:
            return {k: n for k, n in held.items() if k == id or k in keeps or k not in roles}
    return held


def _without_replaced(held: Held, replaces: Mapping[str, list[str]]) -> Held:
    gone = {other for id in held for other in replaces.get(id, ())}
    return {id: n for id, n in held.items() if id not in gone}


def _without_conflicts(held: Held, roles: Mapping[str, Role]) -> Iterator[Held]:
    """Of two roles that cannot stand together, one and the other."""
    for id in held:
        for other in roles[id].excludes if id in roles else ():
            if other in held and other != id:
                for dropped in (id, other):
                    yield from _without_conflicts({k: n for k, n in held.items() if k != dropped}, roles)
                return
    yield held


def uncounted(keys: Keys, roles: Mapping[str, Role], key: int, counted: Iterable[int]) -> list[str]:
    """Roles that hold and are in none of the sets of lines, as keys, that may count."""
    lines = 0
    for candidate in counted:
        lines |= candidate
    return [id for id in keys.held(key) if id in roles and not keys.mask([id]) & lines]


# ------------------------------------------------------------------------------------------------ lines by themselves
def tangled(lines: Mapping[str, Line], roles: Mapping[str, Role]) -> set[str]:
    """Lines whose counting hangs on other lines, or on which others hang.  All others simply add up."""
    named = {other for id, line in lines.items() for other in (*line.replaces, *_excludes(id, roles))}
    return named | {id for id, line in lines.items() if line.replaces or _hangs(id, roles)}


def _excludes(id: str, roles: Mapping[str, Role]) -> list[str]:
    return roles[id].excludes if id in roles else []


def _hangs(id: str, roles: Mapping[str, Role]) -> bool:
    role = roles.get(id)
    return role is not None and bool(role.excludes or role.alternative or role.keeps is not None)


def keepers(table: Table[Any]) -> list[str]:
    """Roles that keep only some beside them: with one of them no line is by itself."""
    return [id for id, role in table.roles.items() if role.keeps is not None]


class Free:
    """Sums what lines add that hang on no other: a few figures for each, as often as it is there."""

    def __init__(self, keys: Keys, figures: Mapping[str, tuple[int, int, int]]) -> None:
        flags = [id for id in figures if keys.width[id] == 1]
        self.counting = [(keys.offset[id], keys.mask([id]), figures[id]) for id in figures if id not in flags]
        self.flags = keys.mask(flags)
        self.mask = keys.mask(figures)
        self.figures = {keys.mask([id]): figures[id] for id in flags}

    def sum(self, key: int) -> tuple[int, int, int]:
        """The three figures of all the lines that hold."""
        first = second = third = 0
        flags = key & self.flags
        while flags:
            lowest = flags & -flags
            a, b, c = self.figures[lowest]
            first, second, third = first + a, second + b, third + c
            flags ^= lowest
        for offset, mask, (a, b, c) in self.counting:
            times = (key & mask) >> offset
            first, second, third = first + a * times, second + b * times, third + c * times
        return first, second, third
