"""Units: each payer pays what the hand is worth, East perhaps a multiple; who pays a discard, and a bonus for a self-draw,
stand in the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import NonNegativeInt, PositiveInt

from mahjong_core.phrases import said
from mahjong_core.settle.ledger import Next, Transfer, of_seats
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Payment, Settled, Settlement, TableForm
from mahjong_core.settle.single_wins import ToldWin, read_win
from mahjong_core.situations import RON, Situation, payers
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

EAST: Final = SEATS[0]


class UnitsSettings(Payment):
    east_times: PositiveInt = 1  # East pays and receives so many times the worth
    discard: Literal["all", "discarder_for_all", "discarder"]  # who pays a win on a discard
    self_draw_bonus: NonNegativeInt = 0  # so much more from each
    bonus_after_cap: bool = True  # false: what caps the worth cuts off the bonus, too
    winners_leave: bool = False  # who has won before (``already_won``) pays no more
    feeder_pays: str | None = None  # with this flag the seat told as ``pao`` pays a self-draw like its discarder


def settle(worth: Worth, situation: Situation, settings: UnitsSettings) -> Settled:
    """Settle one win.  ``payments`` is None where the seat, or for a ron the discarder, is not told."""
    value, winner = worth.basic, situation.seat
    if situation.win is None:
        return Settled(value)
    notes, feeder = _feeder(situation, settings)
    discarder = situation.ron_from if situation.win == RON else feeder
    if discarder is not None and discarder in _gone(situation, settings):
        return Settled(value, notes=[*notes, said("discarder_gone", seat=discarder)])
    if winner is None or (situation.win == RON and discarder is None):
        return Settled(value, notes=notes)
    shares, steps = _paid(worth, winner, discarder, situation, settings)
    fed = feeder is not None
    transfers = [
        Transfer(seat, winner, share, _reason(seat, discarder, fed)) for seat, share in shares.items() if share
    ]
    return Settled(value, None, of_seats(transfers, settings.seats), notes, steps, tuple(transfers))


def _gone(situation: Situation, settings: UnitsSettings) -> Collection[str]:
    """Who has won before, where that ends the play for them."""
    return (situation.given.get("already_won") or ()) if settings.winners_leave else ()


def _reason(payer: str, discarder: str | None, fed: bool) -> str:
    if discarder is None:
        return "self_draw"
    return "win" if payer != discarder else "feeder" if fed else "ron"


def _paid(
    worth: Worth, winner: str, discarder: str | None, situation: Situation, settings: UnitsSettings
) -> tuple[Mapping[str, int], list[tuple[str, Mapping[str, Any]]]]:
    """Seat -> what it pays, and that in words."""
    value, most = worth.basic, worth.most
    others = [seat for seat in payers(winner, settings.seats) if seat not in _gone(situation, settings)]
    shares = {seat: value * (settings.east_times if EAST in (seat, winner) else 1) for seat in others}
    if discarder is not None and settings.discard == "discarder":
        share = shares.get(discarder, value)
        return {discarder: share}, [("paid_by_discarder", {"each": share})]
    if discarder is not None and settings.discard == "discarder_for_all":
        total = sum(shares.values())
        return {discarder: total}, [("paid_for_all", {"each": total})]
    steps = [_share_step(shares, settings)]
    if situation.win != RON and settings.self_draw_bonus:
        shares = {seat: _with_bonus(share, most, settings) for seat, share in shares.items()}
        steps.append(("self_draw_bonus", {"bonus": max(shares.values(), default=0) - value}))
    return shares, steps


def _with_bonus(share: int, most: int | None, settings: UnitsSettings) -> int:
    more = share + settings.self_draw_bonus
    return more if settings.bonus_after_cap or most is None else min(more, most)


def _share_step(shares: Mapping[str, int], settings: UnitsSettings) -> tuple[str, Mapping[str, Any]]:
    each = min(shares.values(), default=0)
    if settings.east_times > 1 and EAST in shares:
        return "paid_by_each_and_east", {"east": shares[EAST], "each": each}
    return "paid_by_each", {"each": each}


def _feeder(situation: Situation, settings: UnitsSettings) -> tuple[list[str], str | None]:
    """Notes, and who pays a self-draw alone, having fed the kong whose replacement tile won."""
    fed = situation.pao if isinstance(situation.pao, str) else None
    if situation.pao is None:
        return [], None
    if settings.feeder_pays in situation.flags and situation.win != RON and fed != situation.seat and fed is not None:
        return [], fed
    return [said("nobody_liable")], None


def settle_win(rules: Ruleset, told: ToldWin) -> SettledTable:
    """Settle a hand that one player won, or nobody."""
    settings: UnitsSettings = rules.table.payment
    results = {str(win.situation.seat): win.scored(rules) for win in told.wins}
    transfers = [transfer for result in results.values() for transfer in result.transfers]
    next = Next(EAST if EAST in results else settings.seats[1])
    return SettledTable(rules, transfers, settings.seats, next, results, told.notes, told.ignored)


UNITS: Final = Settlement("units", UnitsSettings, settle, counters=False, tables=TableForm(read_win, settle_win))
