"""What keeps a complete hand from winning: the bars of a table, and own discards (furiten)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mahjong_core.errors import Problem
from mahjong_core.phrases import named, said
from mahjong_core.remembered import Remembered
from mahjong_core.results import Result
from mahjong_core.scoring import Circumstances, observed
from mahjong_core.situations import RON, Situation
from mahjong_core.tables import Table
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import NAMES
from mahjong_core.worth.keys import Keys
from mahjong_core.worth.methods import BARRED
from mahjong_core.worth.sets import most_set_points

if TYPE_CHECKING:
    from mahjong_core.hands import Hand
    from mahjong_core.rulesets import Ruleset


def rows_behind_bars(rows: Mapping[int, Sequence[int]], table: Table[Any], keys: Keys) -> Mapping[int, Sequence[int]]:
    """The ranks of a method, but none for a key in which a bar holds."""
    bars, barred = keys.mask(table.bars), (BARRED,) * (most_set_points(table) + 1)
    return Remembered(lambda key: barred if key & bars else rows[key]) if bars else rows


def bar_problems(rules: Ruleset, hand: Hand, circumstances: Circumstances) -> tuple[Problem, ...]:
    """The bars that hold, be the hand complete or not."""
    key = circumstances.key | rules.matchers.hand(observed(hand, circumstances))
    bars = {id: rules.table.bars[id].names for id in rules.keys.held(key & rules.keys.mask(rules.table.bars))}
    return tuple(Problem(id, named(names.get("en", id), names)) for id, names in bars.items())


# ------------------------------------------------------------------------------------------------ furiten
def score_with_river(rules: Ruleset, hand: Hand, situation: Situation) -> Result:
    """A score where the own discards are told: they may forbid to win on a discard."""
    found = rules.score(hand, situation.but(river=None))
    too_many = tuple(_fifth_copies(hand, situation))
    if too_many:
        return Result(rules, hand, situation, "invalid", None, (*found.problems, *too_many))
    if found.status in ("win", "no_role") and situation.win == RON:
        problems = tuple(_furiten(rules, hand, situation))
        if problems:
            return Result(rules, hand, situation, "invalid", None, problems)
    return Result(rules, hand, situation, found.status, found.best, found.problems)


def _fifth_copies(hand: Hand, situation: Situation) -> Iterator[Problem]:
    """Kinds of which the hand, the own discards and the indicators hold more than there are."""
    there = Counter(parse_kinds(situation.river or ""))
    for kind, n in sorted(there.items()):
        copies = hand.copies[kind] + n + dict(situation.indicated.copies).get(kind, 0)
        if copies > 4:
            yield Problem("too_many_copies", said("copies_with_river", n=copies, tile=NAMES[kind]))


def _furiten(rules: Ruleset, hand: Hand, situation: Situation) -> Iterator[Problem]:
    """The waited tiles that were thrown away."""
    forbidden = rules.table.furiten
    if forbidden is None:
        return
    waited = {NAMES[hand.win]} if forbidden == "same_tile" else {wait.tile for wait in rules.waits(hand)}
    thrown = {NAMES[kind] for kind in parse_kinds(situation.river or "")} & waited
    if thrown:
        tiles = " ".join(sorted(thrown, key=NAMES.index))
        yield Problem("furiten", said("furiten", tiles=tiles))
