"""Many hands under several rulesets: what each pays, as a share of its own limit, and how alike they rank the hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import NONE, Column, HandColumns
from mahjong_core.batch.scores import STATUSES
from mahjong_core.compare import full_value
from mahjong_core.hands import Hand
from mahjong_core.loading import load
from mahjong_core.rulesets import Ruleset
from mahjong_core.situations import Situation

PERCENTS: Final = (5, 25, 50, 75, 95, 99)
WIN: Final = STATUSES.index("win")
NO_VALUE: Final = -1


@dataclass(frozen=True)
class Scored:
    """n hands under one ruleset.  ``status``: (n) places in ``STATUSES``; ``value``: (n), -1 where nothing is valued;
    ``share``: (n) of the ruleset's own limit for such a win, NaN where nothing is valued."""

    ruleset: str
    status: Column
    value: Column
    share: Column

    @property
    def wins(self) -> Column:
        """(n) does it win?"""
        wins: Column = self.status == WIN
        return wins

    @property
    def worth(self) -> Column:
        """(n) what hands are ranked by: the share of the limit, or the value where there is none."""
        return np.where(np.isnan(self.share), self.value, self.share)

    @cached_property
    def place(self) -> Column:
        """(n) the share of all these hands that are worth less; a hand that does not win is worth nothing."""
        worth = np.where(self.wins, self.worth, NO_VALUE)
        return np.searchsorted(np.sort(worth), worth) / max(1, len(worth))


class Difference(NamedTuple):
    """A hand that two rulesets place differently: ``places``: under each, the share of the hands that are worth less."""

    row: int
    places: tuple[float, float]


@dataclass(frozen=True)
class ManyCompared:
    """The same n hands under several rulesets."""

    rows: Sequence[Scored]  # one a ruleset

    def __len__(self) -> int:
        return len(self.rows[0].status) if self.rows else 0

    @property
    def names(self) -> list[str]:
        """The rulesets."""
        return [scored.ruleset for scored in self.rows]

    # -------------------------------------------------------------------------------------------- summary
    def statuses(self) -> dict[str, dict[str, float]]:
        """Ruleset -> status -> the share of the hands that have it."""
        n = max(1, len(self))
        return {
            scored.ruleset: {status: int(np.sum(scored.status == i)) / n for i, status in enumerate(STATUSES)}
            for scored in self.rows
        }

    def quantiles(self) -> dict[str, dict[int, float | None]]:
        """Ruleset -> percent -> the share of the limit that so many percent of its winning hands do not exceed."""
        return {scored.ruleset: _quantiles(scored.share[scored.wins & ~np.isnan(scored.share)]) for scored in self.rows}

    def correlations(self) -> list[list[float | None]]:
        """Spearman's rank correlation of each ruleset with each, over the hands that win under both; None where fewer
        than two do, or all are worth the same."""
        return [[_correlation(one, other) for other in self.rows] for one in self.rows]

    def most_different(self, k: int = 5, wins: bool = False) -> dict[tuple[str, str], list[Difference]]:
        """Two rulesets -> the k hands whose places among all the hands (``Scored.place``) are the furthest apart;
        ``wins``: of those that win under both."""
        pairs = combinations(self.rows, 2)
        return {(one.ruleset, other.ruleset): _furthest(one, other, k, wins) for one, other in pairs}

    def summary(self, k: int = 5) -> dict[str, Any]:
        """All of it as plain lists and mappings."""
        return {
            "hands": len(self),
            "statuses": self.statuses(),
            "quantiles": self.quantiles(),
            "correlations": self.correlations(),
            "most_different": _told(self.most_different(k)),
            "most_different_wins": _told(self.most_different(k, wins=True)),
        }


def _told(pairs: Mapping[tuple[str, str], Sequence[Difference]]) -> list[dict[str, Any]]:
    return [
        {"rulesets": list(pair), "hands": [{"row": at.row, "places": list(at.places)} for at in found]}
        for pair, found in pairs.items()
    ]


def _quantiles(shares: Column) -> dict[int, float | None]:
    if not len(shares):
        return dict.fromkeys(PERCENTS)
    found = np.percentile(shares, PERCENTS, method="inverted_cdf").tolist()
    return dict(zip(PERCENTS, found, strict=True))


def _correlation(one: Scored, other: Scored) -> float | None:
    both = one.wins & other.wins
    ranks = [_ranks(scored.worth[both]) for scored in (one, other)]
    first, second = (rank - rank.mean() if len(rank) else rank for rank in ranks)
    spread = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float((first * second).sum()) / spread if spread else None


def _ranks(values: Column) -> Column:
    """The rank of each value; equal ones share the mean of theirs."""
    _, group, times = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(times) - (times - 1) / 2)[group]


def _furthest(one: Scored, other: Scored, k: int, wins: bool) -> list[Difference]:
    apart = np.abs(one.place - other.place)
    if wins:
        apart = np.where(one.wins & other.wins, apart, 0)
    rows = np.argsort(-apart, kind="stable")[:k]
    return [Difference(row, (float(one.place[row]), float(other.place[row]))) for row in rows.tolist() if apart[row]]


# ------------------------------------------------------------------------------------------------ scoring
Aside = Mapping[int, tuple[Hand, Situation]]


def compare_many(hands: HandColumns, rulesets: Sequence[str | Ruleset], aside: Aside | None = None) -> ManyCompared:
    """Score hands under each ruleset (a name, or one that is loaded); ``aside``: row -> what columns cannot hold.

    Raises PluginError for a name that is none.
    """
    ready = [load(rules) if isinstance(rules, str) else rules for rules in rulesets]
    return ManyCompared([_scored(rules, hands, aside or {}) for rules in ready])


def joined(parts: Sequence[ManyCompared]) -> ManyCompared:
    """Hands one after the other, compared under the same rulesets."""
    return ManyCompared([_joined(of_ruleset) for of_ruleset in zip(*(part.rows for part in parts), strict=True)])


def _joined(parts: Sequence[Scored]) -> Scored:
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in ("status", "value", "share")]
    return Scored(parts[0].ruleset, *columns)


def _scored(rules: Ruleset, hands: HandColumns, aside: Aside) -> Scored:
    scores = rules.score_columns(hands)
    status, value, share = scores.status.copy(), scores.value.copy(), np.full(len(hands), np.nan)
    for row in aside:
        value[row] = NO_VALUE
    for rows in _alike(hands, np.flatnonzero(value != NO_VALUE)):
        full = full_value(rules, rules.score(hands.hand(rows[0]), hands.situation(rows[0])))
        if full:
            share[rows] = value[rows] / full
    for row, (hand, situation) in aside.items():
        result = rules.score(hand, situation)
        full = full_value(rules, result)
        status[row] = STATUSES.index(result.status)
        value[row] = NO_VALUE if result.value is None else result.value
        share[row] = result.value / full if full and result.value is not None else np.nan
    return Scored(rules.name, status, value, share)


def _alike(hands: HandColumns, rows: Column) -> Iterator[Column]:
    """These rows, together those that have one limit: the same win, dealers or children.  Where somebody is liable, each
    stands alone."""
    alone = hands.pao[rows] != NONE
    yield from rows[alone][:, None]
    together = rows[~alone]
    kind = 2 * hands.win[together] + (hands.seat[together] == 0)
    for one in np.unique(kind):
        yield together[kind == one]
