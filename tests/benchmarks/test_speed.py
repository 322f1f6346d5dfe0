"""How fast one hand is scored, as a ratio to PyPI ``mahjong`` in the same run: pytest -m bench -s.  Never fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

import mahjong_core as mj
from mahjong_core.groups import CHOW, CONCEALED_KONG, PUNG
from mahjong_core.tiles import KIND_OF
from tests.hand_cases import cases

pytestmark = pytest.mark.bench
WINDS = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH, None: None}
FLAGS = {
    "is_riichi": "riichi", "is_daburu_riichi": "double_riichi", "is_ippatsu": "ippatsu", "is_rinshan": "rinshan",
    "is_chankan": "chankan", "is_haitei": "haitei", "is_houtei": "houtei",
}  # fmt: skip


def workload() -> list[tuple[mj.Hand, mj.Situation]]:
    """The data hands that win under the default rules, without red fives."""
    records = [case.record for case in cases("riichi") if case.ruleset == "riichi" and not case.record["options"]]
    rules = mj.load("riichi")
    found = []
    for record in records:
        if rules.score_record(record).status == "win":
            hand, situation = mj.read_record(record)
            if not hand.reds and situation.flags <= set(FLAGS.values()):
                found.append((hand, situation))
    return found


def theirs(hand: mj.Hand, situation: mj.Situation) -> tuple[Any, ...]:
    """The same hand as the other library takes it."""
    used = dict.fromkeys(range(34), 0)

    def tile(number: int) -> int:
        kind = KIND_OF[number]
        used[kind] += 1
        return 4 * kind + used[kind] - 1

    assert hand.win_tile is not None
    melds, tiles = [], [tile(number) for number in hand.concealed]
    win = tile(hand.win_tile)
    for group in hand.groups:
        type_ = Meld.CHI if group.type == CHOW else Meld.PON if group.type == PUNG else Meld.KAN
        melds.append(Meld(type_, [tile(number) for number in group.tiles], opened=group.type != CONCEALED_KONG))
    tiles += [win, *(number for meld in melds for number in meld.tiles)]
    config = HandConfig(
        is_tsumo=situation.win == "tsumo",
        player_wind=WINDS[situation.seat],
        round_wind=WINDS[situation.round],
        options=OptionalRules(has_open_tanyao=True, has_double_yakuman=False),
        **{name: flag in situation.flags for name, flag in FLAGS.items()},
    )
    return tiles, win, melds, [4 * kind for kind in situation.indicated.dora + situation.indicated.ura], config


def seconds(run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def test_one_hand_against_pypi_mahjong() -> None:
    rules, other, hands = mj.load("riichi"), HandCalculator(), workload()
    prepared = [theirs(hand, situation) for hand, situation in hands]

    def ours() -> None:
        for hand, situation in hands:
            _ = rules.score(hand, situation).role_ids

    def library() -> None:
        for tiles, win, melds, dora, config in prepared:
            other.estimate_hand_value(tiles, win, melds, dora, config)

    ours()
    rounds = [(seconds(library), seconds(ours)) for _ in range(7)]
    micro = [median(column) / len(hands) * 1e6 for column in zip(*rounds, strict=True)]
    ratio = median(library / ours for library, ours in rounds)
    print(f"\n{len(hands)} hands: mahjong {micro[0]:.1f} us, ours {micro[1]:.1f} us a hand; {ratio:.1f} times as fast")
    assert ratio > 0
