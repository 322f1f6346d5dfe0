"""No payments: each player writes down what the own hand is worth, East a multiple of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import PositiveInt

from mahjong_core.settle.four_hands import FourSettings, ToldFour, next_after, points_of, read_four, scored_hands
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Settled, Settlement, TableForm
from mahjong_core.situations import Situation
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

EAST: Final = SEATS[0]


class MarksSettings(FourSettings):
    east_times: PositiveInt
    limit_east: Literal["before", "after"]  # the limit comes before East's double, or after it
    limit: PositiveInt | None = None  # what "after" caps at; a flat hand never
    limit_who: Literal["all", "winner"] = "all"


def settle(worth: Worth, situation: Situation, settings: MarksSettings) -> Settled:
    """What the player marks."""
    east, won = situation.seat == EAST, situation.win is not None
    flat = any(unit == "flat" for unit, _, _ in worth.roles.values())
    marked = _marked(worth.basic, east, won, settings, limited=not flat)
    step = ("marked_east" if east else "marked", {"value": worth.basic, "times": settings.east_times, "marked": marked})
    return Settled(worth.basic, marked, steps=[step])


def _marked(points: int, east: bool, won: bool, settings: MarksSettings, limited: bool = True) -> int:
    marked = points * (settings.east_times if east else 1)
    capped = limited and (won or settings.limit_who == "all")
    if east and settings.limit_east == "after" and settings.limit and capped:
        return min(marked, settings.limit)
    return marked


def not_above(points: int, limit: int | None) -> bool:
    """Bare points above the limit can only be those of a hand outside it (Grand Jeu)."""
    return limit is None or points <= limit


def settle_four(rules: Ruleset, told: ToldFour) -> SettledTable:
    """What everyone marks."""
    settings: MarksSettings = rules.table.payment
    results = scored_hands(rules, told)
    marks = {
        seat: results[seat].marked or 0
        if seat in results
        else _marked(points, seat == EAST, seat == told.winner, settings, not_above(points, settings.limit))
        for seat, points in points_of(told, results).items()
    }
    next = next_after(told.winner, settings)
    return SettledTable(rules, (), settings.seats, next, results, told.notes, told.ignored, marks)


MARKS: Final = Settlement(
    "marks", MarksSettings, settle, counters=False, tables=TableForm(read_four, settle_four, "seats")
)
