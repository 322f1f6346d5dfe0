"""What a settlement is: the one shape that the core knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from mahjong_core.situations import Situation
from mahjong_core.tables import Strict
from mahjong_core.worth.methods import Worth


class Settled(NamedTuple):
    """What a win is worth in points, and who pays it.

    ``value``: the contract's ``value``; ``marked``: what the player writes down, where nobody pays; ``payments``: seat
    -> change in points, sticks included, or None when it is not told who pays; ``steps``: as (phrase id, figures).
    """

    value: int
    marked: int | None = None
    payments: Mapping[str, int] | None = None
    notes: Sequence[str] = ()
    steps: Sequence[tuple[str, Mapping[str, Any]]] = ()


class Settle(Protocol):
    def __call__(self, worth: Worth, situation: Situation, settings: Any) -> Settled:
        """Settle one win; of a hand that did not win, say what it is worth.

        Without a liable seat (``pao``) the answer may hang on the worth's measures, basic worth and limit, and of the
        situation on win, seat, discarder, counters, sticks and given values; then it is remembered.
        """
        ...


class Settlement(NamedTuple):
    """A settlement as a plug-in brings it: a name for ``settlement:``, the model of ``payment:``, the function."""

    name: str
    settings: type[Strict]
    settle: Settle
    counters: bool = True  # are counters and sticks paid?
