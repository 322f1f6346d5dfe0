"""Columns of hands shared out among processes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from mahjong_core.batch.hands import HandColumns
from mahjong_core.batch.scores import ScoreColumns, joined
from mahjong_core.batch.workers import ordered_map, workers_wanted

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

SHARE: Final = 1 << 17  # hands that travel together


def scored(rules: Ruleset, hands: HandColumns, payments: bool, workers: int) -> ScoreColumns:
    """Score n hands by so many processes."""
    if workers_wanted(workers) == 1:
        return rules.column_scorer(hands, payments)
    shares = (hands.take(slice(first, first + SHARE)) for first in range(0, max(len(hands), 1), SHARE))
    return joined(list(ordered_map(partial(_score, rules, payments), shares, workers)))


def _score(rules: Ruleset, payments: bool, hands: HandColumns) -> ScoreColumns:
    return rules.column_scorer(hands, payments)
