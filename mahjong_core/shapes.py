"""Whole-hand shapes: hands that are not groups and a pair, but complete as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mahjong_core import facts
from mahjong_core.hands import CHOW, Hand
from mahjong_core.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    MAN,
    NAMES,
    OUTSIDE,
    PIN,
    SOU,
    TERMINALS,
    WINDS,
    compact,
    kinds_in,
)


class Whole(NamedTuple):
    """A hand read as a whole: its pairs as a set of kinds, and its parts in words (``"11m 22m 33m ..."``)."""

    pair: int
    text: str


class Shape(NamedTuple):
    """A shape as a plug-in brings it.  ``find`` gets a hand of 14 tiles and answers every way in which it has the shape;
    it is called for each hand, so it should say quickly when there is none."""

    name: str
    find: Callable[[Hand], Sequence[Whole]]

    @property
    def number(self) -> int:
        """What patterns compare ``h.shape`` with."""
        return facts.shape(self.name)


def seven_pairs(hand: Hand) -> Sequence[Whole]:
    """Seven different pairs."""
    if hand.groups or hand.held_2.bit_count() != 7 or hand.held_2 != hand.tiles:
        return ()
    return (Whole(hand.held_2, " ".join(2 * NAMES[kind][0] + NAMES[kind][1] for kind in kinds_in(hand.held_2))),)


def thirteen_orphans(hand: Hand) -> Sequence[Whole]:
    """One of each terminal and honour, and one of them twice."""
    if hand.tiles != OUTSIDE or hand.groups:
        return ()
    return (Whole(hand.held_2, _as_text(hand)),)


def lanterns(hand: Hand) -> Sequence[Whole]:
    """Thirteen orphans whose pair is a terminal."""
    return thirteen_orphans(hand) if hand.tiles == OUTSIDE and hand.held_2 & TERMINALS else ()


def little_serpent(hand: Hand) -> Sequence[Whole]:
    """1 to 9 of one suit, the four winds, one honour more; runs of the suit may be claimed."""
    suits = hand.tiles & ~HONOURS
    if suits not in (MAN, PIN, SOU) or hand.tiles & WINDS != WINDS or not _only_chows_claimed(hand):
        return ()
    honours = sum(hand.held[27:])
    return (Whole(hand.held_2, _as_text(hand)),) if honours == 5 and sum(hand.held) == 14 else ()


def nine_tile_hand(hand: Hand) -> Sequence[Whole]:
    """The six terminals, 2 to 8 of one suit, and a second one of a terminal; runs may be claimed."""
    if hand.tiles & HONOURS or hand.tiles & TERMINALS != TERMINALS or not _only_chows_claimed(hand):
        return ()
    middle = hand.tiles & ~TERMINALS
    full = [suit & ~TERMINALS for suit in (MAN, PIN, SOU)]
    if middle not in full or sum(hand.held) != 14 or hand.held_2 & ~TERMINALS:
        return ()
    return (Whole(hand.held_2, _as_text(hand)),)


def three_wind_quads_in_hand(hand: Hand) -> Sequence[Whole]:
    """All four tiles of three winds, undeclared, and a pair of the fourth."""
    found = hand.held_4 & WINDS
    if hand.groups or hand.tiles != WINDS or found.bit_count() != 3 or hand.held_3 != found:
        return ()
    return (Whole(hand.tiles & ~found, _as_text(hand)),)


def three_dragon_quads_in_hand(hand: Hand) -> Sequence[Whole]:
    """All four tiles of the three dragons, undeclared, and a pair of a wind."""
    pair = hand.tiles & ~DRAGONS
    if hand.groups or hand.held_4 != DRAGONS or pair.bit_count() != 1 or not pair & WINDS:
        return ()
    return (Whole(pair, _as_text(hand)),)


def _only_chows_claimed(hand: Hand) -> bool:
    return all(group.type == CHOW for group in hand.groups)


def _as_text(hand: Hand) -> str:
    """All tiles of the hand, in order."""
    return compact([NAMES[kind] for kind in range(KINDS) for _ in range(hand.held[kind])])


SHIPPED: Final = tuple(
    Shape(find.__name__, find)
    for find in (
        seven_pairs,
        thirteen_orphans,
        lanterns,
        little_serpent,
        nine_tile_hand,
        three_wind_quads_in_hand,
        three_dragon_quads_in_hand,
    )
)
