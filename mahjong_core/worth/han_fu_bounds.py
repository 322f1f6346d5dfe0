"""What no hand can have: han and fu that surely cannot be won with by a discard, or by self-draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_core.worth.han_fu import HanFu
from mahjong_core.worth.han_fu_table import HanFuTable, HanRole

# An open hand of no triplet, won on a discard, has one of these.
OPEN: Final = ("open_pinfu_by_discard", "edge_wait", "middle_wait", "single_wait",
               "pair_of_dragons", "pair_of_seat_wind", "pair_of_round_wind")  # fmt: skip


def cannot_be(valuation: HanFu, han: int, fu: int) -> Iterator[str]:
    """How surely no hand of so many han and fu is won, as far as the table tells."""
    table = valuation.table
    flat = {pattern for item in table.items.values() if item.flat and item.points == fu for pattern in item.patterns}
    draw = _roles_on(table, {"closed_self_draw"})
    if flat:  # a whole hand, and so a closed one
        if valuation.rounded(fu, None) != fu:
            roles = _roles_on(table, flat)
            yield from (how for how, more in (("ron", []), ("tsumo", draw)) if han < _least_han(table, {*roles, *more}))
        return
    open_fu = min(table.triplets.simple[0], *(sure_fu(table, pattern) for pattern in OPEN))
    base = sure_fu(table, "every_hand")
    if fu < valuation.rounded(base + min(open_fu, sure_fu(table, "closed_discard_win")), None):
        yield "ron"
    if fu < valuation.rounded(base + sure_fu(table, "self_drawn"), None):
        drawn = {id for id, item in table.items.items() if "self_drawn" in item.patterns}
        without = [(id, role) for id, role in _roles(table).items() if drawn & set(role.replaces)]  # pinfu
        closed = [_least_han(table, {id, *draw}) for id, _ in without]
        opened = [role.han if role.open is None else role.open for _, role in without if role.open != 0]
        if all(han < (least or 0) for least in (*closed, *opened)):
            yield "tsumo"


def sure_fu(table: HanFuTable, pattern: str) -> int:
    """Fu that a hand of this pattern has for it at least."""
    items = table.items.values()
    least = [min([item.points, *(other.points for other in items if id in other.replaces)])
             for id, item in table.items.items() if pattern in item.patterns and not item.flat]  # fmt: skip
    return sum(least)


def _roles_on(table: HanFuTable, patterns: set[str]) -> list[str]:
    """Roles that count wherever any of the patterns holds."""
    sure = {id: role for id, role in _roles(table).items() if not role.alternative}
    return [id for id, role in sure.items() if patterns <= set(role.patterns)]


def _roles(table: HanFuTable) -> dict[str, HanRole]:
    """Those that add han to a hand."""
    return {id: role for id, role in table.roles.items() if role.han and not role.event}


def _least_han(table: HanFuTable, held: set[str]) -> int:
    """Han of a closed hand in which these roles hold, or one that counts instead of some of them."""
    roles = _roles(table)
    held = {id for id in held if all(_beside(roles[other], {id}) for other in held - {id})}
    least = sum(roles[id].han or 0 for id in held)
    for id in roles.keys() - held:
        beside = _beside(roles[id], held)
        if beside != held:
            least = min(least, sum(roles[other].han or 0 for other in (id, *beside)))
    return least


def _beside(role: HanRole, held: set[str]) -> set[str]:
    """Those that may count beside this role."""
    beside = held - {*role.replaces, *role.excludes}
    return beside if role.keeps is None else beside & set(role.keeps)
