"""How fast shanten is, as ratios to PyPI ``mahjong`` in the same run: pytest -m bench -s.  Never fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import pytest
from mahjong.shanten import Shanten

import mahjong_core as mj
from mahjong_core.shanten_tables import classes, joined, rests, tables
from tests.benchmarks.test_speed import seconds

pytestmark = pytest.mark.bench
HANDS, MANY, ROUNDS = 5_000, 200_000, 7


def random_hands(number: int) -> list[mj.Hand]:
    dice, wall = random.Random(number), [kind for kind in range(34) for _ in range(4)]
    return [mj.Hand(tiles[:13], (), *tiles[13:]) for tiles in (dice.sample(wall, number) for _ in range(HANDS))]


def test_shanten_against_pypi_mahjong() -> None:
    rules, waiting, whole = mj.load("riichi"), random_hands(13), random_hands(14)
    held = [list(hand.held) for hand in waiting]
    counts = np.tile(np.array(held, np.uint8).T, (1, MANY // HANDS))

    def each(ask: Callable[[Any], Any], hands: list[Any]) -> Callable[[], None]:
        def run() -> None:
            for hand in hands:
                ask(hand)

        return run

    cases: dict[str, tuple[int, Callable[[], Any]]] = {
        "mahjong": (HANDS, each(Shanten.calculate_shanten, held)),
        "shanten of 13": (HANDS, each(rules.shanten, waiting)),
        "shanten of 14": (HANDS, each(rules.shanten, whole)),
        "accepts": (HANDS, each(rules.accepts, waiting)),
        "discards": (HANDS // 20, each(rules.discards, whole[: HANDS // 20])),
        "shanten_many": (MANY, lambda: rules.shanten_many(counts)),
        "accepts_many": (MANY, lambda: rules.accepts_many(counts)),
    }
    for name, (number, run) in cases.items():
        print(f"\n{name}: first time {seconds(run) / number * 1e6:.3f} us a hand", end="")
    rounds = [{name: seconds(run) / number * 1e6 for name, (number, run) in cases.items()} for _ in range(ROUNDS)]
    for name in cases:
        micro = median(found[name] for found in rounds)
        ratio = median(found["mahjong"] / found[name] for found in rounds)
        print(f"\n{name}: {micro:.3f} us a hand; mahjong takes {ratio:.2f} times as long", end="")


def test_how_long_the_tables_take() -> None:
    for made in (classes, joined, tables, rests):
        made.cache_clear()
    in_play = mj.load("riichi").in_play
    print(f"\ntables for many hands: {seconds(lambda: tables(in_play)):.3f} s", end="")
    print(f"\nand for the tiles that they accept: {seconds(lambda: rests(in_play)):.3f} s")
