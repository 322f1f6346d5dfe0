"""The rulesets with their presets, as properties ask for them."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

import mahjong_core as mj

T = TypeVar("T")

# A ruleset without and with each of its presets.  They play with the same tiles: a hand drawn for one suits them all.
RULESETS = {
    ruleset.name: [ruleset.name, *(f"{ruleset.name}:{preset}" for preset in ruleset.presets)]
    for ruleset in mj.available()
}
WITH_DORA = ["riichi", "riichi-roles"]
CHECKED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@cache
def rules(name: str) -> mj.Ruleset:
    return mj.load(name)


def variants(ruleset: str) -> list[mj.Ruleset]:
    """The ruleset and its presets."""
    return [rules(name) for name in RULESETS[ruleset]]


def widest(ruleset: str) -> mj.Ruleset:
    """The one of them to draw hands for: it has every whole-hand shape."""
    return max(variants(ruleset), key=lambda variant: len(variant.shapes))


def told(result: mj.Result) -> dict[str, object]:
    """Everything of a result but how its hand is written."""
    kept = ("status", "value", "marked", "measures", "limit", "payments")
    roles = [(role.id, role.worth, role.times) for role in result.roles]
    return {**{key: getattr(result, key) for key in kept}, "roles": roles}
