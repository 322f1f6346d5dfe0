"""A ledger: transfers, each with its reason, and what they come to.  It always sums to zero."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

POT = "pot"  # the riichi sticks on the table
BANK = "bank"  # what is paid and nobody at the table receives


class Transfer(NamedTuple):
    """``payer`` pays ``taker`` ``amount`` (more than 0).  Both are seats, ``"pot"`` or ``"bank"``; ``reason``: what for, as a
    word that :mod:`mahjong_core.settle_texts` puts into sentences."""

    payer: str
    taker: str
    amount: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """As in the contract: ``{from, to, amount, reason}``."""
        return {"from": self.payer, "to": self.taker, "amount": self.amount, "reason": self.reason}


class Next(NamedTuple):
    """What comes next: who deals, as the seats are named now (None: that is still open), counters, sticks on the table."""

    dealer: str | None
    honba: int = 0
    sticks: int = 0


def totals(transfers: Iterable[Transfer], accounts: Iterable[str]) -> dict[str, int]:
    """Account -> how it changes."""
    found = dict.fromkeys(accounts, 0)
    for payer, taker, amount, _ in transfers:
        found[payer] -= amount
        found[taker] += amount
    return found


def of_seats(transfers: Iterable[Transfer], seats: str) -> Mapping[str, int]:
    """How each seat changes; pot and bank are left out."""
    changes = totals(transfers, (*seats, POT, BANK))
    return {seat: changes[seat] for seat in seats}


def paid(shares: Mapping[str, int], taker: str, reason: str) -> list[Transfer]:
    """Seat -> what it pays, as transfers."""
    return [Transfer(payer, taker, amount, reason) for payer, amount in shares.items() if amount]


def matched(owed: Mapping[str, int], due: Mapping[str, int], reason: str) -> list[Transfer]:
    """Payers and takers brought together in order, in as few transfers as that takes.  Both sum to the same."""
    found: list[Transfer] = []
    left = dict(due)
    for payer, amount in owed.items():
        for taker in due:
            part = min(amount, left[taker])
            if part:
                found.append(Transfer(payer, taker, part, reason))
                amount, left[taker] = amount - part, left[taker] - part
    return found
