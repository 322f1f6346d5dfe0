"""Hands that did not win, or that are no win: valued where the ruleset does so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mahjong_core.bars import bar_problems
from mahjong_core.hands import Hand
from mahjong_core.results import Result
from mahjong_core.scoring import Best, Circumstances, best_partition
from mahjong_core.situations import TSUMO, Situation
from mahjong_core.tiles import BONUS_NAMES

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


def unfinished(rules: Ruleset, hand: Hand, situation: Situation, circumstances: Circumstances) -> Result:
    """A hand that did not win."""
    best = _best_partition(rules, hand, circumstances) if rules.valuation.values_unfinished else None
    return Result(rules, hand, situation, "not_a_win", best)


def incomplete(rules: Ruleset, hand: Hand, situation: Situation, circumstances: Circumstances) -> Result:
    """Tiles that do not make a win: as a hand that did not win, without the tile if another discarded it."""
    barred = bar_problems(rules, hand, circumstances) if rules.table.bars else ()
    best = None
    if rules.valuation.values_unfinished:
        own = [*hand.concealed, hand.win_tile] if situation.win == TSUMO else hand.concealed
        bonus = [name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1]
        tiles = Hand([tile for tile in own if tile is not None], hand.groups, None, bonus, hand.norths)
        best = _best_partition(rules, tiles, rules.circumstances(situation.unwon().how, hand.closed))
    return Result(rules, hand, situation, "not_a_win", best, barred)


def _best_partition(rules: Ruleset, hand: Hand, circumstances: Circumstances) -> Best:
    valuation = rules.valuation
    return best_partition(hand, circumstances, rules.matchers, valuation.rows, valuation.points)
