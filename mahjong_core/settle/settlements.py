"""What a settlement is: the one shape that the core knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from pydantic import PositiveInt

from mahjong_core.settle.ledger import Transfer
from mahjong_core.situations import Situation
from mahjong_core.tables import Strict
from mahjong_core.worth.methods import Worth

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset
    from mahjong_core.settle.settled_tables import SettledTable


class Payment(Strict):
    """What every settlement reads under ``payment:``."""

    seats: Literal["ESWN", "ESW"] = "ESWN"  # who sits at the table, in order of play
    denominations: list[PositiveInt] = []  # of the sticks or counters that are paid with, the largest first

    def role_names(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """(where it stands, role) of the roles that are named here, to be checked against those of the table."""
        return iter(())


class Settled(NamedTuple):
    """What a win is worth in points, and who pays it.

    ``value``: the contract's ``value``; ``marked``: what the player writes down, where nobody pays; ``payments``: seat
    -> change in points, sticks included, or None when it is not told who pays; ``steps``: as (phrase id, figures);
    ``transfers``: the payments one by one, sticks out of the pot.
    """

    value: int
    marked: int | None = None
    payments: Mapping[str, int] | None = None
    notes: Sequence[str] = ()
    steps: Sequence[tuple[str, Mapping[str, Any]]] = ()
    transfers: Sequence[Transfer] = ()


class Settle(Protocol):
    def __call__(self, worth: Worth, situation: Situation, settings: Any) -> Settled:
        """Settle one win; of a hand that did not win, say what it is worth.

        Without a liable seat (``pao``) the answer may hang on the worth's measures, basic worth and limit, and of the
        situation on win, seat, discarder, counters, sticks and given values; then it is remembered.
        """
        ...


class TableForm(NamedTuple):
    """How the tables of a settlement are told and settled.

    ``read``: (ruleset, the table as in the contract) -> what it says, raising TableError with every problem, wins that are none
    among them; ``settle``: (ruleset, what it says) -> the answer.
    """

    read: ReadTable
    settle: SettleTable
    records: str = "wins"  # the key under which records stand, which may carry options


class ReadTable(Protocol):
    def __call__(self, rules: Ruleset, table: Mapping[str, Any]) -> Any: ...


class SettleTable(Protocol):
    def __call__(self, rules: Ruleset, told: Any) -> SettledTable: ...


class Settlement(NamedTuple):
    """A settlement as a plug-in brings it: a name for ``settlement:``, the model of ``payment:``, the function; and, where
    it settles whole tables, their form."""

    name: str
    settings: type[Payment]
    settle: Settle
    counters: bool = True  # are counters and sticks paid?
    tables: TableForm | None = None
