"""What a hand of 13 waits for: each tile that completes it, and in what shapes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from mahjong_core.errors import HandError
from mahjong_core.facts import SINGLE, STANDARD, TWO_PAIRS, WAIT_NAMES, WHOLE_HAND
from mahjong_core.hands import Hand
from mahjong_core.readings import text_of, told_of
from mahjong_core.scoring import COMPLETED_RUNS, Best
from mahjong_core.situations import Situation
from mahjong_core.tiles import KINDS, NAMES

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class WaitReading(NamedTuple):
    """One way in which a tile completes the hand: the shape of the wait and the reading."""

    wait: str
    reading: str


class Wait(NamedTuple):
    """A tile that completes the hand.  ``left``: how many of it the hand does not have; 0 is a wait on nothing."""

    tile: str
    left: int
    readings: tuple[WaitReading, ...]

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes of the wait, each once."""
        return tuple(dict.fromkeys(reading.wait for reading in self.readings))


def waits(rules: Ruleset, hand: Hand) -> list[Wait]:
    """The waits of a hand of 13 tiles, a kong counted as three (a winning tile in the hand is set aside), in order.

    A tile of which the hand holds all four is no wait, nor is one with which a bar of the table holds.
    Raises HandError if the tiles are wrong.
    """
    waiting = Hand(hand.concealed, hand.groups, norths=hand.norths)
    problems = waiting.problems or rules.inspector.inspect(waiting, Situation())[1]
    if problems:
        raise HandError(list(problems))
    found: list[Wait] = []
    for kind in range(KINDS):
        if waiting.copies[kind] == 4 or not rules.in_play >> kind & 1:
            continue
        whole = Hand(hand.concealed, hand.groups, kind)
        if rules.barred(whole):
            continue
        readings = tuple(dict.fromkeys(_readings(rules, whole)))
        if readings:
            found.append(Wait(NAMES[kind], 4 - waiting.copies[kind], readings))
    return found


def _readings(rules: Ruleset, hand: Hand) -> Iterator[WaitReading]:
    """Every reading of a complete hand, and every group that the last tile may have completed."""
    for best in every_reading(rules, hand):
        yield WaitReading(WAIT_NAMES[best.wait], text_of(told_of(best, hand, False)))


def every_reading(rules: Ruleset, hand: Hand) -> Iterator[Best]:
    """Every (reading, place of the winning tile), unvalued."""
    if sum(suit.has_pair for suit in hand.suits) == 1:
        for splits in product(*(suit.splits for suit in hand.suits)):
            own_runs = splits[0].own_runs | splits[1].own_runs | splits[2].own_runs
            for completed, wait in COMPLETED_RUNS[hand.win]:
                if own_runs & completed:
                    yield Best(0, 0, 0, wait, STANDARD, splits)
            if any(split.pair & hand.win_bit for split in splits):
                yield Best(0, 0, 0, SINGLE, STANDARD, splits)
            if any(split.own_triplets & hand.win_bit for split in splits):
                yield Best(0, 0, 0, TWO_PAIRS, STANDARD, splits)
    for shape in rules.lasting_shapes:
        for whole in shape.find(hand):
            yield Best(0, 0, 0, WHOLE_HAND, shape.number, (), whole)
