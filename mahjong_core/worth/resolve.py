"""Which of the lines that hold may count together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mahjong_core.tables import Role

Held = dict[str, int]  # line id -> how often


def candidates(held: Held, roles: Mapping[str, Role], replaces: Mapping[str, list[str]]) -> Iterator[Held]:
    """Every set of lines that may count together; the worthiest does.

    ``replaces``: line id -> lines that do not count beside it (roles and items alike).
    """
    for chosen in _with_alternatives(held, roles):
        left = _without_replaced(_kept(chosen, roles), replaces)
        yield from _without_conflicts(left, roles)


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
