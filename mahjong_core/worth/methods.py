"""What a method of valuing is: the one shape that the core knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from mahjong_core.tables import Table

NOT_WORTH_A_WIN = -1  # the rank of a hand that is complete and has no role to win by
BARRED = -2  # the rank of a hand that is complete and no win: one of the table's bars holds
NOT_READ = -3  # lower than the rank of any reading


class ItemLine(NamedTuple):
    """One line under fu or points."""

    id: str
    points: int
    times: int = 1


class Amount(NamedTuple):
    """A figure of a step with its unit (``"han"``), put into words where the step is told."""

    unit: str
    n: int


class LimitName(str):
    """The name of a limit in a step, put into words where the step is told."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Worth:
    """What one reading is worth.

    ``roles``: role id -> (unit, number, how often), the number already multiplied; ``measures``: the method's own
    figures; ``basic``: what settlements start from; ``shares``: role id -> its part of ``basic``, where roles are worth
    whole limits; ``steps``: the conversion as (phrase id, figures).
    """

    roles: Mapping[str, tuple[str, int, int]]
    items: Sequence[ItemLine]  # without those of the sets
    sets: bool  # do the sets have points of their own here?
    measures: Mapping[str, int | None]
    basic: int
    shares: Mapping[str, int]
    limit: str | None
    steps: Sequence[tuple[str, Mapping[str, Any]]]
    most: int | None = None  # what ``basic`` is cut down to, where there is a cap
    role_ids: tuple[str, ...] = field(init=False, compare=False)  # in the order of the table
    said: dict[str, Any] = field(init=False, compare=False, repr=False)  # language -> what ``result_dict`` says of it

    def __post_init__(self) -> None:
        """A worth serves every result that has it, so nothing in it can be changed."""
        for name in ("roles", "measures", "shares"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        object.__setattr__(self, "role_ids", tuple(self.roles))
        object.__setattr__(self, "said", {})
        for name in ("items", "steps"):
            object.__setattr__(self, name, tuple(getattr(self, name)))


class Valuation(Protocol):
    """A method at work on one table.

    ``rows[key][points[tally]]`` ranks a reading: ``key`` has the lines that hold, ``tally`` the triplets and quads, whose
    points add up; the highest rank counts, ``NOT_WORTH_A_WIN`` is a hand without a role to win by.  Both tables are
    remembered answers.  A rank (63 bits) tells everything but the roles: readings of equal rank have the same measures,
    basic worth and limit.
    """

    values_unfinished: bool

    @property
    def rows(self) -> Mapping[int, Sequence[int]]: ...

    @property
    def points(self) -> Mapping[int, int]: ...

    def worth(self, key: int, sets: int) -> Worth:
        """The worth behind the rank, put into words and figures.  ``sets``: the points of triplets and quads."""
        ...

    def lines(self, key: int, sets: int) -> int:
        """Which of the lines count, as a key."""
        ...

    def varies(self, key: int) -> bool:
        """May it hang on the points of the sets which lines count?"""
        ...

    def nearly(self, key: int) -> list[str]:
        """Roles that hold in a reading but do not count (closed only, not alone, worth nothing), for explanations."""
        ...

    @property
    def limit(self) -> int:
        """One limit, in the unit of ``Worth.basic``: what a comparison shows shares of."""
        ...


class Method(NamedTuple):
    """A method as a plug-in brings it: a name for ``method:``, the model of its table, and how to value with it.

    ``conditions`` are names of patterns that the method wants in its keys beside roles and items.
    """

    name: str
    table: type[Table[Any]]
    valuation: Callable[[Any, Any], Valuation]  # (table, Keys)
    conditions: Sequence[str] = ()
