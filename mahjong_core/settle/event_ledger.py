"""The ledger of a hand in which play goes on after a win: kongs are paid at once, each win as it happens, the rest when the wall
is exhausted.  Who has won neither pays nor receives again, but a refund."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mahjong_core.phrases import said, seat_names
from mahjong_core.results import Result
from mahjong_core.settle.event_order import read_events
from mahjong_core.settle.exhaustion import ExhaustionSettings, owed, stand
from mahjong_core.settle.kong_money import KongMoney, KongSettings
from mahjong_core.settle.ledger import BANK, Next, Transfer
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Settlement, TableForm
from mahjong_core.settle.told_events import ToldEnd, ToldEvents, ToldKong, ToldWins
from mahjong_core.settle.units import UnitsSettings, settle
from mahjong_core.tiles import SEATS

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class EventSettings(UnitsSettings):
    kongs: KongSettings = KongSettings()
    exhaustion: ExhaustionSettings = ExhaustionSettings()

    def role_names(self) -> Iterator[tuple[tuple[str, ...], str]]:
        if self.exhaustion.kong_role is not None:
            yield ("exhaustion", "kong_role"), self.exhaustion.kong_role


def settle_events(rules: Ruleset, told: ToldEvents) -> SettledTable:
    """Settle a hand told by its events."""
    return _Ledger(rules, told).answer()


class _Ledger:
    """Goes through the events and writes down who pays whom."""

    def __init__(self, rules: Ruleset, told: ToldEvents) -> None:
        self.rules, self.told = rules, told
        self.settings: EventSettings = rules.table.payment
        self.money = KongMoney(self.settings.kongs)
        self.transfers: list[Transfer] = []
        self.results: dict[str, Result] = {}
        self.notes = list(told.notes)
        self.dealer: str | None = None
        self.ended = False

    @property
    def still_in(self) -> list[str]:
        return [seat for seat in self.settings.seats if seat not in self.results]

    def answer(self) -> SettledTable:
        for event in self.told.events:
            if isinstance(event, ToldKong):
                self.transfers += self.money.declared(event, self.still_in)
            elif isinstance(event, ToldWins):
                self._wins(event)
            else:
                self._end(event)
        over = self.ended or len(self.still_in) < 2
        if not over:
            self.notes.append(said("not_over", seats=seat_names(self.still_in)))
        elif not self.ended and self.settings.exhaustion.refund_after_three and self.money.has_money(self.still_in[0]):
            self.notes.append(said("last_hand_not_told", seat=seat_names(self.still_in)))
        dealer = self.dealer or (SEATS[0] if over else None)
        pays_bank = self.settings.exhaustion.pigs.to == "bank"
        accounts = (*self.settings.seats, *((BANK,) if pays_bank else ()))
        return SettledTable(
            self.rules, self.transfers, accounts, Next(dealer), self.results, self.notes, self.told.ignored
        )

    def _wins(self, event: ToldWins) -> None:
        results = [win.scored(self.rules) for win in event.wins]
        for result in results:
            self.transfers += result.transfers
        if "kanburi" in event.flags:
            self.transfers += self.money.after_discard_win(event)
        if self.dealer is None:
            self.dealer = event.winners[0] if len(event.winners) == 1 else event.discarder
        self.results |= dict(zip(event.winners, results, strict=True))

    def _end(self, event: ToldEnd) -> None:
        self.ended = True
        settings = self.settings.exhaustion
        how = stand(self.rules, event, settings)
        if len(self.still_in) > 1:
            self.notes += how.notes()
            self.transfers += owed(self.rules, event, how, self.money, settings)
        elif settings.refund_after_three:
            self.notes += how.notes()
            self.transfers += self.money.refunded((*how.others, *how.pigs))
        else:
            self.notes.append(said("last_hand_not_checked"))


EVENT_LEDGER: Final = Settlement(
    "event_ledger", EventSettings, settle, counters=False, tables=TableForm(read_events, settle_events, "events")
)
