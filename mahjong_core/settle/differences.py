"""Differences: everyone pays the winner what the hand is worth, then the losers pay each other the differences of theirs; East
pays and receives a multiple.  A loser whose hand is worth more than the winner's is paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

from pydantic import PositiveInt

from mahjong_core.settle.four_hands import FourSettings, ToldFour, next_after, points_of, read_four, scored_hands
from mahjong_core.settle.ledger import Transfer, of_seats
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Settled, Settlement, TableForm
from mahjong_core.situations import Situation, payers
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

EAST: Final = SEATS[0]


class DifferencesSettings(FourSettings):
    east_times: PositiveInt  # East pays and receives so many times as much
    richer_times: PositiveInt  # a loser gets so many times what the own hand is worth more than the winner's
    richer_loser: Literal["cumulative", "instead"]  # beside paying the winner's hand, or instead of it
    draw_settlement: Literal["differences", "none"]  # when nobody won


def settle(worth: Worth, situation: Situation, settings: DifferencesSettings) -> Settled:
    """What one win is worth and what the others pay for it, their hands aside."""
    winner = situation.seat
    if situation.win is None or winner is None:
        return Settled(worth.basic)
    transfers = [_doubled(loser, winner, worth.basic, "hand", settings) for loser in payers(winner, settings.seats)]
    east, each = transfers[0].amount, transfers[-1].amount
    step = ("paid_by_each", {"each": each}) if east == each else ("paid_by_each_and_east", {"east": east, "each": each})
    return Settled(worth.basic, None, of_seats(transfers, settings.seats), (), [step], tuple(transfers))


def _doubled(payer: str, taker: str, points: int, reason: str, settings: DifferencesSettings) -> Transfer:
    """What one pays another, more where East is one of them."""
    east = EAST in (payer, taker)
    return Transfer(
        payer, taker, points * settings.east_times if east else points, f"{reason}_east" if east else reason
    )


def settle_four(rules: Ruleset, told: ToldFour) -> SettledTable:
    """Settle the hands at all four seats."""
    settings: DifferencesSettings = rules.table.payment
    results = scored_hands(rules, told)
    points = points_of(told, results)
    transfers = [transfer for transfer in _transfers(points, told.winner, settings) if transfer.amount]
    next = next_after(told.winner, settings)
    return SettledTable(rules, transfers, settings.seats, next, results, told.notes, told.ignored)


def _transfers(points: Mapping[str, int], winner: str | None, settings: DifferencesSettings) -> Iterator[Transfer]:
    if winner is None:
        if settings.draw_settlement == "differences":
            yield from _differences(points, settings.seats, settings)
        return
    losers = payers(winner, settings.seats)
    richer = [seat for seat in losers if points[seat] > points[winner]]
    for loser in losers:
        if settings.richer_loser == "cumulative" or loser not in richer:
            yield _doubled(loser, winner, points[winner], "hand", settings)
    yield from _differences(points, losers, settings)
    for loser in richer:
        more = settings.richer_times * (points[loser] - points[winner])
        yield _doubled(winner, loser, more, "richer_loser", settings)


def _differences(
    points: Mapping[str, int], seats: str | list[str], settings: DifferencesSettings
) -> Iterator[Transfer]:
    """Of each two the one with less pays, in order of the payers."""
    pairs = [sorted(pair, key=lambda seat: points[seat]) for pair in combinations(seats, 2)]
    for payer, taker in sorted(pairs, key=lambda pair: [SEATS.index(seat) for seat in pair]):
        yield _doubled(payer, taker, points[taker] - points[payer], "difference", settings)


DIFFERENCES: Final = Settlement(
    "differences", DifferencesSettings, settle, counters=False, tables=TableForm(read_four, settle_four, "seats")
)
