"""A situation as the patterns of a ruleset see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mahjong_core.facts import Facts, event
from mahjong_core.patterns.situation import DRAW, OTHER_WON
from mahjong_core.scoring import Circumstances
from mahjong_core.situations import TSUMO, How, Situation
from mahjong_core.tables import Table
from mahjong_core.tiles import MAN, PIN, SEATS, SOU, WIND_BIT

# How patterns see what a ruleset's ``situation:`` block declares.
NUMBERS: Mapping[str, Mapping[str, int]] = {
    "wind": WIND_BIT,
    "suit": {"m": MAN, "p": PIN, "s": SOU},
    "round_end": {"other_won": OTHER_WON, "draw": DRAW},
}


def circumstances_of(
    table: Table[Any], how: How, closed: bool, match: Callable[[Facts], int], well: int, fed: bool = False
) -> Circumstances:
    """The facts of a situation, and the lines that hold by them alone, by ``match``; ``well``: ``Inspector.agreeing``;
    ``fed``: a self-draw that counts as a win on a discard."""
    h = Facts()
    h.won, h.closed, h.dealer = how.win is not None, closed, how.seat == SEATS[0]
    h.self_draw = how.win == TSUMO and not fed
    h.seat, h.round = WIND_BIT.get(how.seat or "", 0), WIND_BIT.get(how.round or "", 0)
    h.events = sum(event(flag) for flag in known_flags(table, how.flags))
    h.given = {name: _given(table, name, how) for name in table.situation}
    return Circumstances(h.won, closed, h.self_draw, h.dealer, h.seat, h.round, h.events, h.given, match(h), well)


def is_fed(table: Table[Any], situation: Situation) -> bool:
    """Is it a self-draw that counts as a win on the discard of the liable seat?"""
    liable = situation.pao
    return table.fed_flag in situation.flags and isinstance(liable, str) and liable != situation.seat


def known_flags(table: Table[Any], flags: Iterable[str]) -> set[str]:
    """Those that the ruleset knows, with what they imply."""
    known = {flag for flag in flags if flag in table.flags}
    return known.union(*(table.flags[flag].implies for flag in known))


def _given(table: Table[Any], name: str, how: How) -> int:
    declared = table.situation[name]
    value: Any = how.given.get(name)
    if value is None and declared.absent == "round":
        value = how.round
    if declared.kind == "count":
        return int(value or 0)
    if declared.kind == "seats":
        return sum(WIND_BIT[seat] for seat in set(value or ()))
    return NUMBERS[declared.kind].get(str(value), 0)
