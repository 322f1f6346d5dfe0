"""Quantiles measured on a population."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

import mahjong_core
from mahjong_core.batch.hands import Column
from mahjong_core.batch.scores import STATUSES
from mahjong_core.population import MIXES, blocks
from mahjong_core.quantiles import Quantiles, Steps
from mahjong_core.rulesets import Ruleset

HANDS: Final = 100_000  # to within 0.2 % of the population; made and scored in a second or two
SEED: Final = 1
FINEST: Final = 0.001  # shares that differ by less are one step
GENERATOR: Final = "mahjong_core.population 2"  # to be counted up when it makes other hands


def measured(
    rules: Ruleset, hands: int = HANDS, seed: int = SEED, progress: Callable[[int], None] | None = None
) -> Quantiles:
    """The quantiles of a ruleset, in each mix.  ``progress`` is told how many more hands are done."""
    mixes = {mix: steps_of(_winning_values(rules, hands, seed, mix, progress)) for mix in MIXES}
    return Quantiles(rules.name, rules.fingerprint, mahjong_core.__version__, GENERATOR, seed, hands, mixes)


def _winning_values(rules: Ruleset, n: int, seed: int, mix: str, progress: Callable[[int], None] | None) -> Column:
    """What the hands that win are worth."""
    values: list[Column] = []
    for hands in blocks(rules, n, seed, mix):
        scores = rules.score_columns(hands)
        values.append(scores.value[scores.status == STATUSES.index("win")])
        if progress is not None:
            progress(len(hands))
    return np.concatenate(values)


def steps_of(values: Column) -> Steps:
    """The values of winning hands as steps; one that is hardly a step is left out."""
    distinct, times = np.unique(values, return_counts=True)
    below = np.round((np.cumsum(times) - times) / max(1, len(values)), 4)
    kept: list[int] = []
    for i, share in enumerate(below.tolist()):
        if not kept or i == len(below) - 1 or share - below[kept[-1]] >= FINEST:
            kept.append(i)
    return Steps(len(values), distinct[kept].tolist(), below[kept].tolist())
