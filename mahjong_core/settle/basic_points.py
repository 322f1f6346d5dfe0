"""Basic points, as in Japan: the discarder pays all, or everyone pays a share and the dealer a double one; counters and
sticks; liability (pao)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import NonNegativeInt, PositiveInt

from mahjong_core.settle.ledger import POT, Transfer, of_seats, paid
from mahjong_core.settle.liability import LiabilitySettings, Part, liabilities
from mahjong_core.settle.settlements import Settled
from mahjong_core.situations import RON, TSUMO, Situation, payers
from mahjong_core.tables import Strict
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

DEALER: Final = SEATS[0]


class Shares(Strict):
    """Multiples of basic points."""

    ron_to_child: PositiveInt
    ron_to_dealer: PositiveInt
    tsumo_child_to_child: PositiveInt
    tsumo_dealer_to_child: PositiveInt
    tsumo_child_to_dealer: PositiveInt


class WinSettings(LiabilitySettings):
    """What one win pays."""

    shares: Shares
    round_to: PositiveInt
    honba_value: NonNegativeInt  # a counter, from all payers together
    stick: NonNegativeInt
    tsumo_loss: bool = True  # of three players: nobody pays an absent fourth one's share of a self-draw


def settle(worth: Worth, situation: Situation, settings: WinSettings) -> Settled:
    """Settle one win.  ``payments`` is None where the seat, or for a ron the discarder, is not told."""
    if not worth.basic or situation.win is None:
        return Settled(0)
    dealer = situation.seat == DEALER
    value = worth_in_points(worth.basic, dealer, situation.win == TSUMO, settings)
    if situation.seat is None or (situation.win == RON and situation.ron_from is None):
        return Settled(value, steps=[("value", {"value": value})])
    parts, notes = liabilities(worth, situation, settings)
    transfers = [transfer for part in parts for transfer in _paid_for(part, situation, settings)]
    transfers += _counters(parts, situation, settings)
    transfers += _sticks(situation, settings)
    payments = of_seats(transfers, settings.seats)
    return Settled(value, None, payments, notes, _steps(worth, value, situation, settings), tuple(transfers))


def worth_in_points(basic: int, dealer: bool, self_draw: bool, settings: WinSettings) -> int:
    """What the winner receives without counters and sticks: the sum of a self-draw."""
    if not self_draw:
        return ron_points(basic, dealer, settings)
    return sum(self_draw_shares(basic, DEALER if dealer else settings.seats[-1], settings).values())


def ron_points(basic: int, dealer: bool, settings: WinSettings) -> int:
    """What the discarder pays."""
    shares = settings.shares
    return _rounded(basic * (shares.ron_to_dealer if dealer else shares.ron_to_child), settings)


def self_draw_shares(basic: int, winner: str, settings: WinSettings) -> dict[str, int]:
    """Seat -> what it pays on a self-draw, the dealer first."""
    shares, others = settings.shares, payers(winner, settings.seats)
    if winner == DEALER:
        due = dict.fromkeys(others, basic * shares.tsumo_child_to_dealer)
    else:
        due = dict.fromkeys(others, basic * shares.tsumo_child_to_child)
        due[DEALER] = basic * shares.tsumo_dealer_to_child
    if len(settings.seats) < len(SEATS) and not settings.tsumo_loss:
        absent = due[others[-1]]  # a child's share, which the others pay by halves
        due = {seat: share + -(-absent // len(others)) for seat, share in due.items()}
    return {seat: _rounded(share, settings) for seat, share in due.items()}


def _rounded(points: int, settings: WinSettings) -> int:
    return -(-points // settings.round_to) * settings.round_to


# ---------------------------------------------------------------------------------------------------- who pays
def _paid_for(part: Part, situation: Situation, settings: WinSettings) -> list[Transfer]:
    """What is paid for one part of the worth."""
    winner, discarder = str(situation.seat), situation.ron_from
    if situation.win == RON:
        points = ron_points(part.basic, winner == DEALER, settings)
        if part.liable is None or part.liable == discarder:
            return [Transfer(str(discarder), winner, points, "ron")]
        half = _rounded(points // 2, settings)
        return [
            Transfer(str(discarder), winner, points - half, "ron"),
            Transfer(part.liable, winner, half, "liability"),
        ]
    shares = self_draw_shares(part.basic, winner, settings)
    if part.liable is not None:
        return [Transfer(part.liable, winner, sum(shares.values()), "liability")]
    return paid(shares, winner, "self_draw")


def _counters(parts: list[Part], situation: Situation, settings: WinSettings) -> list[Transfer]:
    """What is paid for the counters."""
    if not situation.honba:
        return []
    winner, all_counters = str(situation.seat), situation.honba * settings.honba_value
    liable = next((part.liable for part in parts if part.liable), None)
    if situation.win == RON:
        payer = liable if liable and settings.pao_honba == "liable" else situation.ron_from
        return paid({str(payer): all_counters}, winner, "counters")
    if liable:
        return paid({liable: all_counters}, winner, "counters")
    return paid(counter_shares(situation.honba, winner, settings), winner, "counters")


def counter_shares(honba: int, winner: str, settings: WinSettings) -> dict[str, int]:
    """Seat -> what it pays for the counters of a self-draw."""
    others = payers(winner, settings.seats)
    return dict.fromkeys(others, honba * settings.honba_value // len(others))


def _sticks(situation: Situation, settings: WinSettings) -> list[Transfer]:
    return paid({POT: situation.riichi_sticks * settings.stick}, str(situation.seat), "sticks")


# ---------------------------------------------------------------------------------------------------- in words
def _self_draw_step(basic: int, winner: str, value: int, settings: WinSettings) -> tuple[str, Mapping[str, Any]]:
    first, *others = self_draw_shares(basic, winner, settings).values()
    split = len(settings.seats) < len(SEATS) and not settings.tsumo_loss
    if winner == DEALER:
        figures = {"basic": basic, "times": settings.shares.tsumo_child_to_dealer, "each": first}
        return ("dealer_tsumo_split" if split else "dealer_tsumo"), figures
    step = "child_tsumo" if others[1:] else "child_tsumo_split" if split else "child_tsumo_of_two"
    return step, {"basic": basic, "dealer": first, "each": others[0], "value": value}


def _steps(
    worth: Worth, value: int, situation: Situation, settings: WinSettings
) -> list[tuple[str, Mapping[str, Any]]]:
    dealer, shares = situation.seat == DEALER, settings.shares
    step: tuple[str, Mapping[str, Any]]
    if situation.win == RON:
        times = shares.ron_to_dealer if dealer else shares.ron_to_child
        step = ("ron_points", {"basic": worth.basic, "times": times, "value": value})
    else:
        step = _self_draw_step(worth.basic, str(situation.seat), value, settings)
    steps: list[tuple[str, Mapping[str, Any]]] = [step]
    if situation.honba:
        counters = situation.honba * settings.honba_value
        steps.append(("counters", {"honba": situation.honba, "points": counters}))
    if situation.riichi_sticks:
        points = situation.riichi_sticks * settings.stick
        steps.append(("sticks", {"sticks": situation.riichi_sticks, "points": points}))
    return steps
