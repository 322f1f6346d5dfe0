"""What kongs are paid, and what becomes of that money: handed on after a win on the discard that follows, or given back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import NonNegativeInt

from mahjong_core.settle.ledger import Transfer, paid
from mahjong_core.settle.told_events import ToldKong, ToldWins
from mahjong_core.tables import Strict


class KongSettings(Strict):
    concealed: NonNegativeInt = 2  # from everyone still in
    exposed: NonNegativeInt = 2  # from whoever discarded the tile
    exposed_others: NonNegativeInt = 0  # from the others still in
    added: NonNegativeInt = 1  # from everyone still in
    late: bool = True  # may it be made of a tile that was kept in the hand?  It is paid nothing
    after_discard_win: Literal["transfer_chain", "transfer_last", "transfer_all", "refund", "none"] = "transfer_chain"


class KongMoney:
    """The kongs of a hand with what was paid for them and is still where it was paid."""

    def __init__(self, settings: KongSettings) -> None:
        self.settings = settings
        self.kongs: list[tuple[ToldKong, list[Transfer]]] = []

    def declared(self, kong: ToldKong, still_in: Sequence[str]) -> list[Transfer]:
        """What a kong is paid at once.  A robbed one is none."""
        if kong.robbed_by:
            return []
        shares = {seat: self._share(kong, seat) for seat in still_in if seat != kong.seat}
        transfers = paid(shares, kong.seat, f"kong_{kong.sort}")
        self.kongs.append((kong, transfers))
        return transfers

    def _share(self, kong: ToldKong, payer: str) -> int:
        settings = self.settings
        if kong.sort == "exposed":
            return settings.exposed if payer == kong.feeder else settings.exposed_others
        return {"concealed": settings.concealed, "added": settings.added}.get(kong.sort, 0)

    def after_discard_win(self, event: ToldWins) -> list[Transfer]:
        """What becomes of the discarder's kong money, once for all winners: each gets an equal share, rounded up at the
        discarder's expense, or the last kong's payers get it back."""
        how, seat = self.settings.after_discard_win, str(event.discarder)
        if how == "none":
            return []
        if how == "refund":
            return self._given_back(self._last(seat, chain=False), "kong_cancelled")
        own = [at for at, (kong, _) in enumerate(self.kongs) if kong.seat == seat]
        moved = own if how == "transfer_all" else self._last(seat, chain=how == "transfer_chain")
        money = sum(transfer.amount for at in moved for transfer in self._taken(at))
        share = -(-money // len(event.winners))
        return [Transfer(seat, winner, share, "kong_moved") for winner in event.winners if share]

    def _last(self, seat: str, chain: bool) -> list[int]:
        """The seat's last kong, and those whose replacement tiles led to it."""
        found = [max(at for at, (kong, _) in enumerate(self.kongs) if kong.seat == seat)]
        while chain and self.kongs[found[-1]][0].chain:
            found.append(found[-1] - 1)
        return found

    def has_money(self, seat: str) -> bool:
        """Has this seat kong money that it might give back?"""
        return any(transfers for kong, transfers in self.kongs if kong.seat == seat)

    def refunded(self, seats: Iterable[str]) -> list[Transfer]:
        """All that these seats still have from kongs goes back to whoever paid it."""
        own = [at for seat in seats for at, (kong, _) in enumerate(self.kongs) if kong.seat == seat]
        return self._given_back(own, "kong_refunded")

    def _given_back(self, at: Iterable[int], reason: str) -> list[Transfer]:
        return [
            Transfer(transfer.taker, transfer.payer, transfer.amount, reason)
            for place in at
            for transfer in self._taken(place)
        ]

    def _taken(self, at: int) -> list[Transfer]:
        """What was paid for a kong and still lies where it was paid; from now on nothing does."""
        kong, transfers = self.kongs[at]
        self.kongs[at] = kong, []
        return transfers
