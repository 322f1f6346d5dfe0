"""What han and fu pay."""

from __future__ import annotations

from typing import Any

import mahjong_core as mj
from mahjong_core.cli.given import fail
from mahjong_core.errors import Problem
from mahjong_core.settle.basic_points import BasicPointsSettings, ron_points, tsumo_points
from mahjong_core.worth.han_fu import HanFu


def figures(rules: mj.Ruleset, han: int, fu: int, dealer: bool) -> dict[str, Any]:
    """Basic points, their limit, what the discarder pays and what each pays on a self-draw."""
    valuation, payment = rules.valuation, rules.table.payment
    if not isinstance(valuation, HanFu) or not isinstance(payment, BasicPointsSettings):
        fail([Problem("bad_value", f"{rules.name} does not value hands by han and fu")])
    check_fu(rules, valuation, fu)
    basic, limit = valuation.basic(han, 0, fu)
    ron, tsumo = ron_points(basic, dealer, payment), tsumo_points(basic, dealer, payment)
    return {"han": han, "fu": fu, "basic": basic, "limit": limit, "ron": ron, "tsumo": list(tsumo)}


def check_fu(rules: mj.Ruleset, valuation: HanFu, fu: int) -> None:
    """Fu that a hand can have: rounded, or those of a flat line (seven pairs)."""
    flat = [item.points for item in rules.table.items.values() if item.flat]
    if valuation.rounded(fu, None) != fu and fu not in flat:
        or_flat = "".join(f", or {points}" for points in flat)
        fail([Problem("bad_value", f"{fu} fu: expected a multiple of {valuation.settings.round_fu_to}{or_flat}")])


def words(found: dict[str, Any], dealer: bool) -> str:
    """The figures in three lines."""
    first, other, _ = found["tsumo"]
    each = f"{first} from each" if dealer else f"{first} from the dealer, {other} from each other"
    limit = f", {found['limit']}" if found["limit"] else ""
    return (
        f"{found['han']} han {found['fu']} fu{limit}: {found['basic']} basic points\n"
        f"on a discard: {found['ron']}\n"
        f"by self-draw: {each} ({sum(found['tsumo'])})"
    )
