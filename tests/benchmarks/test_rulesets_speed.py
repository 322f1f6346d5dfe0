"""How fast each ruleset scores, beside PyPI ``mahjong`` on riichi hands in the same run: pytest -m bench -s.  Never fails.

Interleaved rounds, medians; one hand with role ids, objects ready, and prepared columns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import pytest

import mahjong_core as mj
from mahjong_core.population import population
from tests.benchmarks.test_peers import Work, hands_of, of_mahjong

pytestmark = pytest.mark.bench
NAMES = [
    name for found in mj.available() for name in (found.name, *(f"{found.name}:{preset}" for preset in found.presets))
]
SHOWN = [name for name in NAMES if not name.startswith("riichi:")]
COLUMNS, ROUNDS, PART = 131_072, 9, 2_000


def one_by_one(rules: mj.Ruleset) -> Work:
    hands = hands_of(population(rules, 20_000, 1))[:PART]

    def run(at: int) -> None:
        for hand, situation in hands:
            assert rules.score(hand, situation).role_ids is not None

    return run, PART


def many(rules: mj.Ruleset, payments: bool) -> Work:
    columns = population(rules, COLUMNS, 1)
    rules.score_columns(columns, payments=payments)

    def run(at: int) -> None:
        rules.score_columns(columns, payments=payments)

    return run, COLUMNS


def timed(run: Callable[[int], object], at: int) -> float:
    start = time.perf_counter()
    run(at)
    return time.perf_counter() - start


def test_every_ruleset() -> None:
    riichi = mj.load("riichi")
    works: dict[str, Work] = {"PyPI mahjong": of_mahjong(hands_of(population(riichi, 20_000, 1)))}
    for name in SHOWN:
        rules = mj.load(name)
        works |= {
            f"{name}, one": one_by_one(rules),
            f"{name}, columns": many(rules, False),
            f"{name}, columns with payments": many(rules, True),
        }
    found: dict[str, list[float]] = {name: [] for name in works}
    for at in range(ROUNDS):
        for name, (run, hands) in works.items():
            found[name].append(timed(run, at) / hands)
    base = median(found["PyPI mahjong"])
    print()
    for name, times in found.items():
        print(f"{name:45} {1e6 * median(times):8.2f} us  1/{base / median(times):.1f}")
