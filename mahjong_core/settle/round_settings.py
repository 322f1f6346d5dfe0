"""What a table says under ``payment:`` of rounds with counters and sticks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from pydantic import NonNegativeInt, PositiveInt, model_validator

from mahjong_core.settle.basic_points import DEALER, WinSettings
from mahjong_core.settle.ledger import Next
from mahjong_core.tables import Strict

Abortive = Literal["nine_terminals", "four_winds", "four_riichi", "four_kans"]


class Rons(Strict):
    """Several wins on one discard."""

    who: Literal["all", "head_bump"] = "all"  # all of them, or the nearest behind the discarder in order of play
    three: Literal["paid", "abort"] = "paid"
    counters: Literal["nearest", "each"] = "nearest"  # whom the counters are paid to
    sticks: Literal["nearest", "own_back"] = "nearest"  # own_back: a winner's own stick first


class Nagashi(Strict):
    """What it is worth, like a hand without fu: a role of the table, or so many han."""

    role: str | None = None
    han: PositiveInt | None = None

    @model_validator(mode="after")
    def _one_worth(self) -> Nagashi:
        if (self.role is None) == (self.han is None):
            raise ValueError("give either 'role' or 'han'")
        return self


class Draws(Strict):
    """Rounds without a winner."""

    noten_pool: NonNegativeInt  # what those who are not ready pay those who are, together
    nagashi: Nagashi | None = None
    nagashi_called: Nagashi | None = None  # when a discard was called
    nagashi_as: Literal["draw", "win"] = "draw"  # win: with counters and sticks, and the deal as after a win
    abortive: dict[Abortive, bool] = {}


class Chombo(Strict):
    """A foul: so much off the final score, or a limit's self-draw the other way round."""

    penalty: PositiveInt | None = None
    reverse_basic: PositiveInt | None = None  # basic points


class RoundSettings(WinSettings):
    rons: Rons
    draws: Draws
    chombo: Chombo = Chombo()

    def after_wins(self, winners: Collection[str], honba: int) -> Next:
        """The dealer who won deals again, with one more counter; else the next one deals, without any."""
        return Next(DEALER, honba + 1) if DEALER in winners else Next(self.seats[1])

    def role_names(self) -> Iterator[tuple[tuple[str, ...], str]]:
        yield from super().role_names()
        for key in ("nagashi", "nagashi_called"):
            worth: Nagashi | None = getattr(self.draws, key)
            if worth is not None and worth.role is not None:
                yield ("draws", key, "role"), worth.role
