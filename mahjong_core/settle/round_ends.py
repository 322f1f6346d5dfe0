"""How a round with counters and sticks is settled, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mahjong_core.phrases import said, seat_names
from mahjong_core.results import Result
from mahjong_core.settle.basic_points import DEALER, self_draw_shares, settle
from mahjong_core.settle.draws import exhausted
from mahjong_core.settle.ledger import BANK, POT, Next, Transfer, paid
from mahjong_core.settle.round_settings import RoundSettings
from mahjong_core.settle.rounds import EXHAUSTIVE, TRIPLE_RON, ToldRound, read_round
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Settlement, TableForm
from mahjong_core.settle.table_reader import ToldHand
from mahjong_core.settle.told_wins import from_discarder
from mahjong_core.situations import RON

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class End(NamedTuple):
    """What the end of a round comes to."""

    transfers: Sequence[Transfer]
    next: Next
    results: dict[str, Result]
    notes: Sequence[str] = ()
    about: str | None = None  # how the round ended, where nobody won


def settle_round(rules: Ruleset, told: ToldRound) -> SettledTable:
    """Settle a round."""
    payment: RoundSettings = rules.table.payment
    if told.wins:
        end = _won(rules, told, payment)
    elif told.chombo:
        end = _foul(told, payment)
    elif told.draw == EXHAUSTIVE:
        transfers, next, notes = exhausted(rules, told, payment)
        ready = [seat for seat in payment.seats if seat in told.tenpai]
        end = End(transfers, next, {}, notes, said("end_exhaustive", ready=seat_names(ready) or said("nobody")))
    else:
        end = _abortive(told, str(told.draw))
    accounts = (*payment.seats, POT, *((BANK,) if told.chombo and payment.chombo.penalty else ()))
    all_notes = (*told.notes, *end.notes)
    return SettledTable(rules, end.transfers, accounts, end.next, end.results, all_notes, told.ignored, about=end.about)


def _abortive(told: ToldRound, draw: str) -> End:
    """Nobody pays; the dealer deals again."""
    return End((), Next(DEALER, told.honba + 1, told.sticks), {}, (), said(f"end_{draw}"))


# ------------------------------------------------------------------------------------------------ wins
def _won(rules: Ruleset, told: ToldRound, payment: RoundSettings) -> End:
    wins, notes = from_discarder(told.wins, payment.seats), list[str]()
    found = [_scored(rules, told, payment, win, place) for place, win in enumerate(wins)]
    if len(wins) == 3 and payment.rons.three == "abort" and payment.rons.who == "all":
        return _abortive(told, TRIPLE_RON)
    if len(wins) > 1 and payment.rons.who == "head_bump":
        first, *bumped = (str(win.situation.seat) for win in wins)
        notes.append(said("head_bump", seat=seat_names(first), bumped=seat_names(bumped)))
        found = found[:1]
    results = {str(result.situation.seat): result for result in found if result.situation}
    transfers = [transfer for result in found for transfer in result.transfers]
    return End(transfers, payment.after_wins(results, told.honba), results, notes)


def _scored(rules: Ruleset, told: ToldRound, payment: RoundSettings, win: ToldHand, place: int) -> Result:
    """One of the wins, with the counters and sticks that it gets."""
    honba = told.honba if place == 0 or payment.rons.counters == "each" else 0
    return win.scored(rules, honba=honba, riichi_sticks=_sticks(told, payment, win, place))


def _sticks(told: ToldRound, payment: RoundSettings, win: ToldHand, place: int) -> int:
    if win.situation.win != RON or payment.rons.sticks == "nearest" or payment.rons.who == "head_bump":
        return told.sticks if place == 0 else 0
    back = [seat for seat in payment.seats if seat in told.riichi and seat in _winners(told)][: told.sticks]
    own = int(win.situation.seat in back)
    return own + (told.sticks - len(back) if place == 0 else 0)


def _winners(told: ToldRound) -> set[str | None]:
    return {win.situation.seat for win in told.wins}


# ------------------------------------------------------------------------------------------------ a foul
def _foul(told: ToldRound, payment: RoundSettings) -> End:
    """The foul is paid for, the sticks of this round go back, and the hand is dealt again."""
    transfers: list[Transfer] = []
    for seat in told.chombo:
        if payment.chombo.penalty:
            transfers.append(Transfer(seat, BANK, payment.chombo.penalty, "foul"))
        if payment.chombo.reverse_basic:
            shares = self_draw_shares(payment.chombo.reverse_basic, seat, payment)
            transfers += [Transfer(seat, taker, amount, "foul") for taker, amount in shares.items()]
    back = [seat for seat in payment.seats if seat in told.riichi]
    transfers += [transfer for seat in back for transfer in paid({POT: payment.stick}, seat, "stick_back")]
    notes = [said("foul_after_uma")] if payment.chombo.penalty else []
    about = said("end_foul", seats=seat_names(told.chombo))
    return End(transfers, Next(DEALER, told.honba, told.sticks - len(back)), {}, notes, about)


BASIC_POINTS = Settlement("basic_points", RoundSettings, settle, tables=TableForm(read_round, settle_round))
