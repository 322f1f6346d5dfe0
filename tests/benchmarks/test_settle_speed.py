"""How fast whole tables are settled, beside PyPI ``mahjong`` scoring one hand in the same run: pytest -m bench -s.  Never fails.

Interleaved rounds, medians; tables that have been read, and from a mapping.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.population import population
from tests.benchmarks.test_peers import Work, hands_of, of_mahjong
from tests.benchmarks.test_rulesets_speed import timed
from tests.generated_events import Story
from tests.generated_tables import DealAgainError, Told, records_of_four, records_of_wins

pytestmark = pytest.mark.bench
TABLES, ROUNDS = 300, 25


def riichi_wins(rules: mj.Ruleset, number: int) -> Iterator[Told]:
    """So many wins on one discard, with a counter, and a stick of each who declared riichi."""
    lot = Random(1)
    while True:
        discarder, *others = lot.sample("ESWN", 4)
        try:
            wins = records_of_wins(lot, rules, others[:number], discarder, "ron")
        except DealAgainError:
            continue
        riichi = [win["seat_wind"] for win in wins if "riichi" in win["flags"]]
        yield {"round_wind": "E", "honba": 1, "sticks": len(riichi), "riichi": riichi, "wins": wins}


def exhausted_walls(rules: mj.Ruleset) -> Iterator[Told]:
    lot = Random(1)
    while True:
        ready = lot.sample("ESWN", lot.randrange(5))
        yield {
            "round_wind": "E",
            "honba": 1,
            "sticks": len(ready[:1]),
            "riichi": ready[:1],
            "draw": "exhaustive",
            "tenpai": ready,
        }


def ledgers(rules: mj.Ruleset) -> Iterator[Told]:
    lot = Random(1)
    while True:
        try:
            yield Story(lot, rules).told()
        except DealAgainError:
            continue


def four_hands(rules: mj.Ruleset) -> Iterator[Told]:
    lot = Random(1)
    while True:
        winner = lot.choice("ESWN")
        try:
            seats = records_of_four(lot, rules, winner)
        except DealAgainError:
            continue
        yield {"winner": winner, "dominant_wind": "E", "round_wind": "E", "seats": seats}


def settling(rules: mj.Ruleset, tables: Sequence[Any]) -> Work:
    def run(at: int) -> None:
        for table in tables:
            assert rules.settle(table).totals is not None

    return run, len(tables)


def test_whole_tables() -> None:
    riichi, sichuan, french = (mj.load(name) for name in ("riichi", "sichuan", "french-advanced"))
    told = {
        "riichi, one win": (riichi, riichi_wins(riichi, 1)),
        "riichi, two wins on one discard": (riichi, riichi_wins(riichi, 2)),
        "riichi, exhausted wall": (riichi, exhausted_walls(riichi)),
        "sichuan, a ledger": (sichuan, ledgers(sichuan)),
        "french-advanced, four hands": (french, four_hands(french)),
    }
    works: dict[str, Work] = {"PyPI mahjong, one hand": of_mahjong(hands_of(population(riichi, 20_000, 1)))}
    for name, (rules, found) in told.items():
        tables = [next(found) for _ in range(TABLES)]
        works[name] = settling(rules, [rules.read_table(table) for table in tables])
        works[f"{name}, from a mapping"] = settling(rules, tables)
    times: dict[str, list[float]] = {name: [] for name in works}
    for at in range(ROUNDS):
        for name, (run, number) in works.items():
            times[name].append(timed(run, at) / number)
    print()
    for name, spent in times.items():
        ratio = median(a / b for a, b in zip(times["PyPI mahjong, one hand"], spent, strict=True))
        print(f"{name:50} {1e6 * median(spent):8.2f} us   {ratio:6.2f} times as fast as one hand there")
    assert all(times.values())
