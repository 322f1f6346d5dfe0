"""What a score says: found once, put into words and payments when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mahjong_core.errors import Problem
from mahjong_core.facts import WAIT_NAMES, Facts
from mahjong_core.readings import Part, Told, text_of, told_of
from mahjong_core.result_dict import result_dict
from mahjong_core.scoring import facts_of_best
from mahjong_core.settle.settlements import Settled
from mahjong_core.situations import RON
from mahjong_core.worth.methods import Worth
from mahjong_core.worth.sets import sort_id

if TYPE_CHECKING:
    from mahjong_core.hands import Hand
    from mahjong_core.rulesets import Ruleset
    from mahjong_core.scoring import Best
    from mahjong_core.settle.ledger import Transfer
    from mahjong_core.situations import Situation


class CountedRole(NamedTuple):
    """One role that counts.  ``worth``: (``"han"``, 2); ``times``: how often it is there."""

    id: str
    pattern: str | list[str]
    names: Mapping[str, str]
    worth: tuple[str, int]
    times: int


class PointLine(NamedTuple):
    """One line under fu or points.  ``parts``: the group it stands for, as text."""

    id: str
    points: int
    part: str | None = None
    times: int = 1


class Labels(NamedTuple):
    """What a record says beside the hand."""

    id: Any = None
    notes: Sequence[str] = ()
    ignored: Sequence[str] = ()


NO_LABELS = Labels()


NOT_ASKED: Final = Settled(0)  # a result that nobody has asked yet what it pays


class Result:
    """The score of one hand under one ruleset.  Immutable: scoring another hand never changes it.

    ``status``: ``"win"``, ``"no_role"``, ``"not_a_win"``, ``"not_playable"`` or ``"invalid"``; ``problems``: why.
    """

    __slots__ = ("_settled", "best", "hand", "labels", "problems", "rules", "situation", "status")

    def __init__(
        self,
        rules: Ruleset,
        hand: Hand | None,
        situation: Situation | None,
        status: str,
        best: Best | None,
        problems: Sequence[Problem] = (),
        labels: Labels = NO_LABELS,
    ) -> None:
        self.rules, self.hand, self.situation = rules, hand, situation
        self.status, self.best, self.problems, self.labels = status, best, problems, labels
        self._settled: Settled | None = NOT_ASKED

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (
            self.rules, self.hand, self.situation, self.status, self.best, self.problems, self.labels,
        )  # fmt: skip

    def labelled(self, labels: Labels) -> Result:
        """The same result, with what a record says beside the hand."""
        return Result(self.rules, self.hand, self.situation, self.status, self.best, self.problems, labels)

    # ------------------------------------------------------------------------------------------ worth
    @property
    def worth(self) -> Worth | None:
        """What the method says, or None for a hand that is not valued."""
        best = self.best
        return None if best is None else self.rules.worths[best.key, best.sets]

    @property
    def settled(self) -> Settled | None:
        """What the settlement says, or None for a hand that is not valued."""
        if self._settled is NOT_ASKED:
            self._settled = self._settle()
        return self._settled

    def _settle(self) -> Settled | None:
        worth = self.worth
        if worth is None or self.best is None or self.situation is None or self.status == "no_role":
            return None
        won = self.status == "win" or self.situation.win is None
        return self.rules.settled(worth, self.best.rank, self.situation if won else self.situation.unwon())

    @property
    def value(self) -> int | None:
        """The contract's ``value``, in the ruleset's own unit; None for a hand that is not valued."""
        return None if self.settled is None else self.settled.value

    @property
    def marked(self) -> int | None:
        """What the player writes down, where nobody pays."""
        return None if self.settled is None else self.settled.marked

    @property
    def payments(self) -> dict[str, int] | None:
        """Seat -> change in points with counters and sticks; None when it is not told who pays."""
        payments = None if self.settled is None else self.settled.payments
        return None if payments is None else dict(payments)

    @property
    def transfers(self) -> Sequence[Transfer]:
        """Who pays whom, each with its reason; none where it is not told who pays."""
        return () if self.settled is None else self.settled.transfers

    @property
    def measures(self) -> dict[str, int | None]:
        """The method's own figures, such as ``{"han": 3, "fu": 40, "yakuman": 0}``."""
        return {} if self.worth is None else dict(self.worth.measures)

    @property
    def limit(self) -> str | None:
        """The limit that the hand reached."""
        return None if self.worth is None else self.worth.limit

    # ------------------------------------------------------------------------------------------ roles and items
    @property
    def role_ids(self) -> tuple[str, ...]:
        """Ids of the roles that count, in the order of the table."""
        worth = self.worth
        return () if worth is None else worth.role_ids

    @property
    def roles(self) -> list[CountedRole]:
        """The roles that count, in the order of the table."""
        table, worth = self.rules.table.roles, self.worth
        if worth is None:
            return []
        return [
            CountedRole(id, table[id].when, table[id].names, (unit, number), times)
            for id, (unit, number, times) in worth.roles.items()
        ]

    @property
    def items(self) -> list[PointLine]:
        """The lines under fu or points; they sum to the raw figure."""
        worth, points = self.worth, self.rules.sort_points
        if worth is None:
            return []
        lines = [PointLine(item.id, item.points, None, item.times) for item in worth.items]
        if worth.sets:
            sets = [set for told in self.told for set in told.sets]
            lines += [PointLine(sort_id(sort), points[sort], text) for sort, text in sets if points[sort]]
        return lines

    # ------------------------------------------------------------------------------------------ reading
    @property
    def told(self) -> list[Told]:
        """The reading chosen, in words: suit by suit, then the declared groups."""
        if self.best is None or self.hand is None or self.situation is None:
            return []
        return told_of(self.best, self.hand, self.rules.discard_exposes and self.situation.win == RON)

    @property
    def parts(self) -> list[Part]:
        """The reading chosen, part by part."""
        return [part for told in self.told for part in told.parts]

    @property
    def reading(self) -> str | None:
        """The reading chosen; ``+`` stands before the tile that completed a group."""
        return None if self.best is None else text_of(self.told)

    @property
    def wait(self) -> str | None:
        """The shape of the wait in this reading: ``"two_sided" "edge" "middle" "single" "two_pairs" "whole_hand"``."""
        if self.best is None or self.best.wait >= len(WAIT_NAMES) - 1:
            return None
        return WAIT_NAMES[self.best.wait]

    @property
    def notes(self) -> list[str]:
        """What the user should know about how the hand was read and paid."""
        notes, settled = list(self.labels.notes), self.settled
        if self.hand is not None and self.hand.odd and self.situation is not None:
            notes += self.rules.inspector.notes(self.hand, self.situation)
        if settled is not None and settled.notes:
            notes += settled.notes
        return notes

    @property
    def ignored(self) -> list[str]:
        """Keys and flags that mean nothing here."""
        ignored = list(self.labels.ignored)
        if self.situation is not None:
            if self.situation.how.flags or self.situation.given:
                ignored += self.rules.ignored(self.situation)
            ignored += [key for key in self.rules.unasked if getattr(self.situation, key)]
        return ignored

    # ------------------------------------------------------------------------------------------ out
    def explain(self, lang: str = "en") -> str:
        """How the score comes about, line by line; for a hand that does not score, why not."""
        from mahjong_core.explain import explain

        return explain(self, lang)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The result as in the contract: plain lists, mappings, texts and ints."""
        return result_dict(self, lang)

    def __repr__(self) -> str:
        return f"<Result {self.rules.name} {self.status} {self.value} {' '.join(self.role_ids)}>"


def facts_of(result: Result) -> Facts | None:
    """The facts of the reading chosen, but dora; None where there is none."""
    if result.best is None or result.hand is None or result.situation is None:
        return None
    rules, hand = result.rules, result.hand
    return facts_of_best(
        hand, rules.circumstances(result.situation.how, hand.closed), result.best, rules.discard_exposes
    )
