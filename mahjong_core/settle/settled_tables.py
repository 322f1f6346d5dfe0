"""The answer to a whole table: who pays whom what and why, what that comes to, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mahjong_core.phrase_texts import PHRASES
from mahjong_core.phrases import phrase, told
from mahjong_core.settle.ledger import Next, Transfer, totals

if TYPE_CHECKING:
    from mahjong_core.results import Result
    from mahjong_core.rulesets import Ruleset


class SettledTable(Mapping[str, Any]):
    """A table, settled.  Immutable.  As a mapping it is what the contract says (``settled["totals"]``).

    ``transfers``: in order, each a ``Transfer`` with its reason; ``totals``: account (the seats, ``"pot"``, ``"bank"``) ->
    change, in the ruleset's unit, which sum to zero after every transfer; ``results``: seat -> ``Result`` of the hands told;
    ``next``: dealer, counters, sticks; ``marks``: seat -> what is written down, under rules without transfers, else None;
    ``about``: how it ended, where nobody won; ``notes``: what the user should know; ``ignored``: keys that mean nothing here;
    ``id``: that of the table.
    """

    __slots__ = (
        "_dict",
        "about",
        "accounts",
        "id",
        "ignored",
        "marks",
        "next",
        "notes",
        "results",
        "rules",
        "transfers",
    )

    def __init__(
        self,
        rules: Ruleset,
        transfers: Sequence[Transfer],
        accounts: Sequence[str],
        next: Next,
        results: Mapping[str, Result],
        notes: Sequence[str] = (),
        ignored: Sequence[str] = (),
        marks: Mapping[str, int] | None = None,
        id: Any = None,
        about: str | None = None,
    ) -> None:
        self.rules, self.transfers, self.accounts, self.next = rules, tuple(transfers), tuple(accounts), next
        self.results, self.notes, self.ignored, self.marks = results, tuple(notes), tuple(ignored), marks
        self.id, self.about = id, about
        self._dict: dict[str, Any] | None = None

    def labelled(self, id: Any) -> SettledTable:
        """The same answer, with the id of a table."""
        told = self.accounts, self.next, self.results, self.notes, self.ignored, self.marks
        return SettledTable(self.rules, self.transfers, *told, id, self.about)

    @property
    def totals(self) -> dict[str, int]:
        """Account -> how it changes."""
        return totals(self.transfers, self.accounts)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The answer as in the contract: plain lists, mappings, texts and ints."""
        return {
            "id": self.id,
            "ruleset": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "about": None if self.about is None else told(self.about, lang),
            "transfers": [
                {**transfer.to_dict(), "text": reason_text(transfer.reason, lang)} for transfer in self.transfers
            ],
            "totals": self.totals,
            **({} if self.marks is None else {"marks": dict(self.marks)}),
            "results": {seat: result.to_dict(lang) for seat, result in self.results.items()},
            "next": self.next._asdict(),
            "notes": [told(note, lang) for note in self.notes],
            "ignored": list(self.ignored),
        }

    # --- as a mapping
    def _told(self) -> dict[str, Any]:
        if self._dict is None:
            self._dict = self.to_dict()
        return self._dict

    def __getitem__(self, key: str) -> Any:
        return self._told()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told())

    def __len__(self) -> int:
        return len(self._told())

    def __repr__(self) -> str:
        changes = " ".join(f"{account} {change:+}" for account, change in self.totals.items())
        return f"<SettledTable {self.rules.name} {changes}>"


def reason_text(reason: str, lang: str) -> str:
    """What a transfer is for, in words; a reason that only a plug-in knows stands for itself."""
    id = f"reason_{reason}"
    return phrase(id, lang) if id in PHRASES else reason
