"""No payments: each player writes down what the own hand is worth, East a multiple of it."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import PositiveInt

from mahjong_core.settle.settlements import Settled, Settlement
from mahjong_core.situations import Situation
from mahjong_core.tables import Strict
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth


class MarksSettings(Strict):
    east_times: PositiveInt
    limit_east: Literal["before", "after"]  # the limit comes before East's double, or after it
    limit: PositiveInt | None = None  # what "after" caps at; a flat hand never
    limit_who: Literal["all", "winner"] = "all"


def settle(worth: Worth, situation: Situation, settings: MarksSettings) -> Settled:
    """What the player marks."""
    east = situation.seat == SEATS[0]
    marked = worth.basic * (settings.east_times if east else 1)
    capped = situation.win is not None or settings.limit_who == "all"
    outside = any(unit == "flat" for unit, _, _ in worth.roles.values())
    if east and settings.limit_east == "after" and settings.limit and capped and not outside:
        marked = min(marked, settings.limit)
    step = ("marked_east" if east else "marked", {"value": worth.basic, "times": settings.east_times, "marked": marked})
    return Settled(worth.basic, marked, steps=[step])


MARKS: Final = Settlement("marks", MarksSettings, settle, counters=False)
