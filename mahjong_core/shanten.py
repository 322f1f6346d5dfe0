"""Shanten: how many tiles a hand is from waiting, the tiles that bring it nearer, the best discards.

Counted are four groups and a pair, and every whole-hand shape of the ruleset that tells its ``distance``.  Only the tiles
in the hand, not those of declared groups, limit how often a tile can be used; a kind that is not in play is never drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mahjong_core.distances import DECISIVE, GROUPS_AND_PAIR, TOGETHER, Distances, wall_of
from mahjong_core.errors import HandError, Problem
from mahjong_core.hands import Hand
from mahjong_core.tiles import ALL, KIND_OF, NAMES, NORTH, NORTH_TILE, TILE_NAMES, kinds_in

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class Accepted(NamedTuple):
    """A tile that brings a hand nearer.  ``left``: how many of it the hand does not have, 1-4."""

    tile: str
    left: int


class Discard(NamedTuple):
    """A tile to discard: the shanten of the 13 tiles that stay, and what they accept (the discard counts as held)."""

    tile: str
    shanten: int
    accepts: tuple[Accepted, ...]

    @property
    def total(self) -> int:
        """How many tiles are accepted in all."""
        return total(self.accepts)


def total(accepts: Sequence[Accepted]) -> int:
    """How many tiles are accepted in all."""
    return sum(accepted.left for accepted in accepts)


# By kind and by how many of it are held.
OFFERS: Final = tuple(tuple(Accepted(name, 4 - held) for held in range(4)) for name in NAMES)


class Nearness:
    """How near hands are to being complete, under one ruleset."""

    __slots__ = ("_nearer", "_not_in_play", "_of", "_rules", "_shapes")

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._not_in_play = rules, ALL & ~rules.in_play
        wall = wall_of(rules.in_play)
        self._of, self._nearer = wall.of, wall.nearer
        self._shapes = tuple(shape.distance for shape in rules.shapes if shape.distance is not None)

    def shanten(self, hand: Hand) -> int:
        """See ``Ruleset.shanten``."""
        if hand.problems or hand.tiles & self._not_in_play:
            self._check(hand)
        of, (man, pin, sou, honours) = self._of, hand.suits
        left, right = TOGETHER[of[man], of[pin]], TOGETHER[of[sou], of[honours]]
        missing = TOGETHER[left, right][GROUPS_AND_PAIR - len(hand.groups)]
        if not hand.groups:
            for distance in self._shapes:
                of_shape, _ = distance(hand)
                if of_shape < missing:
                    missing = of_shape
        return missing - 1

    def accepts(self, hand: Hand) -> list[Accepted]:
        """See ``Ruleset.accepts``."""
        marked = hand.win_tile is not None
        self._check(hand, 14 if marked else 13, "accepts answers for 13, discards for 14")
        waiting = Hand(hand.concealed, hand.groups, norths=hand.norths) if marked else hand
        return self._offered(self._nearest(waiting)[1], waiting)

    def discards(self, hand: Hand) -> list[Discard]:
        """See ``Ruleset.discards``."""
        self._check(hand, 14, "discards answers for 14, accepts for 13")
        own = hand.concealed if hand.win_tile is None else (*hand.concealed, hand.win_tile)
        once = {KIND_OF[tile]: tile for tile in sorted(own, reverse=True)}  # of a five that may be red, the plain one
        found = [self._without(hand, own, tile) for _, tile in sorted(once.items())]
        return sorted(found, key=lambda discard: (discard.shanten, -discard.total, -len(discard.accepts)))

    def _without(self, hand: Hand, own: Sequence[int], tile: int) -> Discard:
        at = own.index(tile)
        missing, kinds = self._nearest(Hand([*own[:at], *own[at + 1 :]], hand.groups))
        return Discard(TILE_NAMES[tile], missing - 1, tuple(self._offered(kinds, hand)))

    def _offered(self, kinds: int, hand: Hand) -> list[Accepted]:
        """Those of the kinds that the hand can still draw."""
        held, full = hand.copies, hand.held_4
        if hand.norths and held[NORTH_TILE] == 4:
            full |= NORTH
        return [OFFERS[kind][held[kind]] for kind in kinds_in(kinds & ~full & ~self._not_in_play)]

    def _nearest(self, hand: Hand) -> tuple[int, int]:
        """(tiles missing, the set of kinds of which one tile more brings the hand nearer)."""
        missing, kinds = self._nearest_groups(hand)
        for distance in () if hand.groups else self._shapes:
            of_shape, nearer = distance(hand)
            if of_shape < missing:
                missing, kinds = of_shape, nearer
            elif of_shape == missing:
                kinds |= nearer
        return missing, kinds

    def _nearest_groups(self, hand: Hand) -> tuple[int, int]:
        """The same for four groups and a pair."""
        entry = GROUPS_AND_PAIR - len(hand.groups)
        own = [self._of[suit] for suit in hand.suits]
        rests, kinds = _rests(*own), 0
        for suit, of_suit, rest in zip(hand.suits, own, rests, strict=True):
            nearer = self._nearer[suit]
            for part in DECISIVE[rest, of_suit, entry]:
                kinds |= nearer[part]
        return TOGETHER[rests[0], own[0]][entry], kinds

    def _check(self, hand: Hand, number: int | None = None, hint: str = "") -> None:
        """Raise HandError with every problem of the tiles.  Of 14, none need be marked as the winning tile."""
        unmarked = hand.number == 14 and hand.win_tile is None  # then this is one of its problems
        well = len(hand.problems) == unmarked and not hand.tiles & self._not_in_play
        if well and number not in (None, hand.number):
            text = f"{hand.number} tiles, a kong counted as three: {hint}"
            raise HandError([Problem("wrong_number_of_tiles", text)])
        if not well:
            found = [*hand.problems, *self._rules.inspect(hand)]
            wanted = {problem.code for problem in hand.problems} - {"no_winning_tile"} | {"tiles_not_in_play"}
            raise HandError([problem for problem in dict.fromkeys(found) if problem.code in wanted])


def _rests(man: Distances, pin: Distances, sou: Distances, honours: Distances) -> tuple[Distances, ...]:
    """For each suit, the distances of the three others together."""
    left, right = TOGETHER[man, pin], TOGETHER[sou, honours]
    return TOGETHER[pin, right], TOGETHER[man, right], TOGETHER[left, honours], TOGETHER[left, sou]
