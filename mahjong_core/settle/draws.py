"""An exhausted wall: those who are not ready pay those who are, or a player whose discards were all terminals and honours is
paid (nagashi)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_core.phrases import said, seat_names
from mahjong_core.settle.basic_points import DEALER, counter_shares, self_draw_shares
from mahjong_core.settle.ledger import POT, Next, Transfer, matched, paid
from mahjong_core.settle.round_settings import Nagashi, RoundSettings
from mahjong_core.settle.rounds import ToldRound
from mahjong_core.worth.han_fu import HanFu

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


def exhausted(rules: Ruleset, told: ToldRound, payment: RoundSettings) -> tuple[list[Transfer], Next, list[str]]:
    """(transfers, what comes next, notes)."""
    worth, notes = _nagashi(rules, told, payment)
    if worth and payment.draws.nagashi_as == "win":
        return _as_wins(worth, told, payment), payment.after_wins(worth, told.honba), notes
    if worth:
        transfers = [t for seat, basic in worth.items() for t in _paid_nagashi(seat, basic, payment)]
    else:
        transfers = ready_payments(told.tenpai, payment.seats, payment.draws.noten_pool)
    dealer = DEALER if DEALER in told.tenpai else payment.seats[1]
    return transfers, Next(dealer, told.honba + 1, told.sticks), notes


def ready_payments(ready: tuple[str, ...], seats: str, pool: int) -> list[Transfer]:
    """Those who are not ready share the pool's payment, those who are share what it brings."""
    takers = [seat for seat in seats if seat in ready]
    others = [seat for seat in seats if seat not in ready]
    if not takers or not others:
        return []
    share = pool // max(len(takers), len(others))
    whole = share * max(len(takers), len(others))
    owed, due = (dict.fromkeys(side, whole // len(side)) for side in (others, takers))
    return matched(owed, due, "not_ready")


# ------------------------------------------------------------------------------------------------ nagashi
def _nagashi(rules: Ruleset, told: ToldRound, payment: RoundSettings) -> tuple[dict[str, int], list[str]]:
    """Seat -> basic points of its nagashi, in order of play; and notes on those that count for nothing."""
    told_worth = dict.fromkeys(told.nagashi, payment.draws.nagashi)
    told_worth |= dict.fromkeys(told.nagashi_called, payment.draws.nagashi_called)
    worth = {seat: _basic(rules, told_worth[seat]) for seat in payment.seats if seat in told_worth}
    void = seat_names(seat for seat, basic in worth.items() if not basic)
    return {seat: basic for seat, basic in worth.items() if basic}, [said("nagashi_void", seats=void)] if void else []


def _basic(rules: Ruleset, worth: Nagashi | None) -> int:
    """Basic points; 0 where it counts for nothing, or its role is not in play."""
    valuation = rules.valuation
    if worth is None or not isinstance(valuation, HanFu):
        return 0
    role = rules.table.roles.get(worth.role or "")
    return valuation.by_itself(worth.han or (role.han if role else None) or 0, role.yakuman if role else None)


def _paid_nagashi(seat: str, basic: int, payment: RoundSettings) -> list[Transfer]:
    return paid(self_draw_shares(basic, seat, payment), seat, "nagashi")


def _as_wins(worth: dict[str, int], told: ToldRound, payment: RoundSettings) -> list[Transfer]:
    """As self-draws: counters to each, the sticks to the first in order of play."""
    transfers: list[Transfer] = []
    for place, (seat, basic) in enumerate(worth.items()):
        transfers += _paid_nagashi(seat, basic, payment)
        transfers += paid(counter_shares(told.honba, seat, payment), seat, "counters")
        if place == 0:
            transfers += paid({POT: told.sticks * payment.stick}, seat, "sticks")
    return transfers
