"""How fast hands are scored beside the peers, as ratios in one run: pytest -m bench -s.  Never fails.

Interleaved rounds, medians; one hand (objects ready, and from a record to a dict), and prepared columns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from mahjong.hand_calculating.hand import HandCalculator

import mahjong_core as mj
from mahjong_core.batch.hands import HandColumns
from mahjong_core.population import population
from mahjong_core.records import record_of
from tests.benchmarks.test_speed import theirs

pytestmark = pytest.mark.bench
HANDS, COLUMNS, ROUNDS, PART = 20_000, 1_000_000, 40, 250
Work = tuple[Callable[[int], Any], int]  # round -> what is timed; hands in a round


def hands_of(columns: HandColumns) -> list[tuple[mj.Hand, mj.Situation]]:
    return [(columns.hand(row), columns.situation(row)) for row in range(HANDS)]


def of_mahjong(hands: list[tuple[mj.Hand, mj.Situation]]) -> Work:
    """PyPI ``mahjong``, objects ready."""
    prepared = [theirs(hand, situation) for hand, situation in hands[: 8 * PART]]
    calculator = HandCalculator()

    def run(at: int) -> None:
        for tiles, win, melds, dora, config in prepared[at % 7 * PART :][:PART]:
            calculator.estimate_hand_value(tiles, win, melds, dora, config)

    return run, PART


def of_riichienv(hands: list[tuple[mj.Hand, mj.Situation]]) -> Work:
    """``riichienv`` (Rust), objects ready, closed hands only: it takes physical tiles, 136 of them."""
    env: Any = pytest.importorskip("riichienv")
    found: list[tuple[Any, ...]] = []
    for hand, situation in hands[: 20 * PART]:
        if not hand.groups and not situation.flags - {"riichi", "ippatsu"}:
            tiles, win, _, dora, _ = theirs(hand, situation)
            how = env.Conditions(tsumo=situation.win == "tsumo", riichi="riichi" in situation.flags)
            found.append((sorted({*tiles} - {win}), win, dora, how))

    def run(at: int) -> None:
        for tiles, win, dora, how in found[at % 7 * PART :][:PART]:
            env.HandEvaluator(tiles, []).calc(win, dora, conditions=how)

    run(0)
    return run, PART


def of_jansou(hands: list[tuple[mj.Hand, mj.Situation]]) -> Work:
    """``jansou``, objects ready, closed hands only."""
    notation, rules = pytest.importorskip("jansou.core.notation"), pytest.importorskip("jansou.core.rules")
    score, core = pytest.importorskip("jansou.scoring.score"), pytest.importorskip("jansou.core.hand")
    context = pytest.importorskip("jansou.scoring.context").WinContext
    tiles_of = pytest.importorskip("jansou.core.tiles")
    winds = dict(
        zip("ESWN", (tiles_of.Wind.EAST, tiles_of.Wind.SOUTH, tiles_of.Wind.WEST, tiles_of.Wind.NORTH), strict=True)
    )
    found: list[tuple[Any, ...]] = []
    for hand, s in hands[: 30 * PART]:
        if not hand.groups and s.flags <= {"riichi", "ippatsu"} and s.seat and s.round:
            *tiles, win = notation.parse_mpsz(str(hand).replace("+", ""))
            dora, ura = (
                tuple(notation.parse_mpsz(text)) if text else () for text in (s.dora_indicators, s.ura_indicators)
            )
            how = {"is_tsumo": s.win == "tsumo", "dora_indicators": dora, "ura_indicators": ura}
            how |= {flag: flag in s.flags for flag in ("riichi", "ippatsu")}
            found.append((core.Hand((*tiles, win)), win, context(rules.Rules(), winds[s.round], winds[s.seat], **how)))

    def run(at: int) -> None:
        for hand, win, how in found[at % 7 * PART :][:PART]:
            try:
                score.score(hand, win, how)
            except score.ScoringError:  # no role
                continue

    run(0)
    return run, PART


def our_works(rules: mj.Ruleset, columns: HandColumns, hands: list[tuple[mj.Hand, mj.Situation]]) -> dict[str, Work]:
    records = [record_of(*pair) for pair in hands]

    def one_hand(at: int) -> None:
        for hand, situation in hands[at * PART % HANDS :][:PART]:
            _ = rules.score(hand, situation).role_ids

    def record(at: int) -> None:
        for given in records[at * PART % HANDS :][:PART]:
            rules.score_record(given).to_dict()

    share = columns.take(slice(0, 131_072))
    return {
        "one hand, role ids": (one_hand, PART),
        "record to dict": (record, PART),
        "columns, role bits": (lambda at: rules.score_columns(share).role_bits, len(share)),
        "columns, payments": (lambda at: rules.score_columns(share, payments=True).role_bits, len(share)),
    }


def timed(works: dict[str, Work]) -> dict[str, list[float]]:
    """Microseconds a hand, of interleaved rounds."""
    for run, _ in works.values():
        for at in range(HANDS // PART if works else 0):
            run(at)
            if at > 3 and run.__name__ == "<lambda>":
                break
    found: dict[str, list[float]] = {name: [] for name in works}
    for at in range(ROUNDS):
        for name, (run, number) in works.items():
            began = time.perf_counter()
            run(at)
            found[name].append((time.perf_counter() - began) / number * 1e6)
    return found


@pytest.mark.parametrize("name", ["riichi", "french-classic"])
def test_beside_the_peers(name: str) -> None:
    rules = mj.load(name, options={"red_fives": 0} if name == "riichi" else {})
    columns = population(rules, COLUMNS // 4, seed=7, mix="bench")
    hands = hands_of(columns)
    works = our_works(rules, columns, hands)
    if name == "riichi":
        works = {"mahjong": of_mahjong(hands), **works}
        for peer, prepared in {"riichienv": of_riichienv, "jansou": of_jansou}.items():
            try:
                works[peer] = prepared(hands)
            except (Exception, pytest.skip.Exception) as error:  # not there, or of another version: no reason to stop
                print(f"\n{peer}: {error}")
    began = time.perf_counter()
    mj.load(name).score_columns(columns)
    print(
        f"\n{name}: first pass over {len(columns)} fresh hands {(time.perf_counter() - began) / len(columns) * 1e6:.2f} us"
    )
    found = timed(works)
    for work, rounds in found.items():
        ratio = median(a / b for a, b in zip(found.get("mahjong", rounds), rounds, strict=True))
        print(f"{work:22} {median(rounds):9.3f} us a hand   {ratio:7.1f} times as fast as the first line")
    assert found
