"""Random deals completed to wins: the tiles of many hands at once, as NumPy columns.

The wall is shuffled: each of its tiles comes at a moment of its own, the first thirteen are the deal.  Of the tiles as
they come one player makes a hand: four groups, one after the other, each time the one that is complete first, then the
pair that is complete first.  A deal that lacks three tiles or fewer of a whole-hand shape in play becomes that.  The tile
that comes last wins.

So these are the tiles of a player who knows what will come and only hurries: nobody plays for value or defends, and no
other player wins first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import NONE, Column, meld_code
from mahjong_core.groups import CHOW, PUNG
from mahjong_core.population.lots import Lots
from mahjong_core.tiles import HONOURS, KINDS, MAN, OUTSIDE, PIN, SIMPLES, SOU, SUITS, TERMINALS, WINDS, kinds_in

DEALT: Final = 13
GROUPS: Final = 4
SUIT_SETS: Final = (MAN, PIN, SOU)
NEAR: Final = 3  # tiles that a deal may lack to become a whole hand
NEVER: Final = np.uint16(0xFFFF)


class Wall(NamedTuple):
    """What wins may be made of.  ``kinds``, ``suits`` in play; ``runs``: their first kinds; ``groups``: codes of claimed
    groups as in ``HandColumns.melds``, runs first, then a triplet of each of the 34 kinds; ``wholes``: of each whole-hand
    shape the tiles of every hand that has it, (hands, 34)."""

    kinds: Column
    suits: Column
    runs: Column
    groups: Column
    wholes: Sequence[Column]
    seven_pairs: bool


def wall_of(in_play: int, shapes: Sequence[str]) -> Wall:
    """The wall of these kinds, a set, with the whole-hand shapes of these names as far as they are known here."""
    runs = [kind for kind in kinds_in(in_play & SUITS) if kind % 9 < 7 and in_play >> kind & 0b111 == 0b111]
    groups = [*(meld_code(CHOW, kind) for kind in runs), *(meld_code(PUNG, kind) for kind in range(KINDS))]
    suits = [suit for suit, of_suit in enumerate(SUIT_SETS) if in_play & of_suit]
    wholes = [_playable(WHOLES[name], in_play) for name in shapes if name in WHOLES]
    return Wall(
        np.array(kinds_in(in_play)),
        np.array(suits),
        np.array(runs),
        np.array(groups, np.int16),
        [hands for hands in wholes if len(hands)],
        "seven_pairs" in shapes,
    )


def _playable(hands: Column, in_play: int) -> Column:
    """Of these hands those that have no other kinds."""
    other = [kind for kind in range(KINDS) if not in_play >> kind & 1]
    playable: Column = hands[hands[:, other].sum(axis=1) == 0]
    return playable


def _counts(*sets: int) -> list[int]:
    """How many of these sets have each kind."""
    return [sum(tiles >> kind & 1 for tiles in sets) for kind in range(KINDS)]


def _with_one_of(pairs: int, *sets: int) -> list[list[int]]:
    """The hands of these sets and one tile more."""
    return [_counts(*sets, 1 << kind) for kind in kinds_in(pairs)]


# The shapes that are a list of hands; not those with quads in the hand, which a discard may not complete.
WHOLES: Final[dict[str, Column]] = {
    name: np.array(hands, np.uint8)
    for name, hands in {
        "thirteen_orphans": _with_one_of(OUTSIDE, OUTSIDE),
        "lanterns": _with_one_of(TERMINALS, OUTSIDE),
        "little_serpent": [hand for suit in SUIT_SETS for hand in _with_one_of(HONOURS, suit, WINDS)],
        "nine_tile_hand": [hand for suit in SUIT_SETS for hand in _with_one_of(TERMINALS, TERMINALS, suit & SIMPLES)],
    }.items()
}


class Tiles(NamedTuple):
    """The tiles of n wins.

    ``held``: (34, n), fourteen tiles a hand; ``groups``: (4, n) their codes, -1 in whole hands; ``late``: (4, n) groups
    that were not complete in the deal, so that they may have been claimed; ``fourth``: (4, n) triplets of which the hand
    could have the fourth tile; ``win_tile``: (n) kinds, or None where any will do; ``void``: (n) the suit that the hand
    does without, or None.
    """

    held: Column
    groups: Column
    late: Column
    fourth: Column
    win_tile: Column | None
    void: Column | None


def dealt(wall: Wall, lots: Lots, void: bool) -> Tiles:
    """Deals completed to wins.  ``void``: each player throws away the suit of which the deal has the fewest tiles."""
    moments = lots.moments(KINDS)
    moments[:, np.setdiff1d(np.arange(KINDS), wall.kinds)] = NEVER
    end_of_deal = np.partition(moments.reshape(-1, lots.n).T, DEALT - 1, axis=1)[:, DEALT - 1]
    suits = _throw_away(moments, wall, end_of_deal) if void else None
    making = Making(moments)
    codes, complete = (
        np.stack(column) for column in zip(*(making.first_group(wall) for _ in range(GROUPS)), strict=True)
    )
    making.first_pair()
    fourth = making.fourth_came(codes)
    for rows, held in _near_wholes(moments, end_of_deal, wall):
        making.held[:, rows], codes[:, rows] = held, NONE
    return Tiles(making.held, codes, complete > end_of_deal, fourth, _last(moments, making.held), suits)


def _throw_away(moments: Column, wall: Wall, end_of_deal: Column) -> Column:
    """The suit of each hand that its deal has the fewest tiles of; its tiles never come."""
    of_suit = (moments[:, :27] <= end_of_deal).reshape(4, 3, 9, -1).sum(axis=(0, 2))
    suits: Column = wall.suits[of_suit[wall.suits].argmin(axis=0)]
    moments[:, :27].reshape(4, 3, 9, -1)[:, suits, :, np.arange(len(suits))] = NEVER
    return suits


class Making:
    """n hands in the making.  ``left``: (4, 34, n) moments of the tiles not used yet, first to last; ``held``: (34, n)
    tiles used; ``moment``: when the last of them came."""

    def __init__(self, moments: Column) -> None:
        self.left = moments.copy()
        self.held = np.zeros(moments.shape[1:], np.uint8)
        self.rows: Column = np.arange(moments.shape[2])
        self.moment = np.zeros(moments.shape[2], np.uint16)

    def first_group(self, wall: Wall) -> tuple[Column, Column]:
        """Take the group that is complete first; its code and its moment."""
        first = self.left[0]
        runs = np.maximum(np.maximum(first[wall.runs], first[wall.runs + 1]), first[wall.runs + 2])
        number, moment = _first(np.concatenate([runs, self.left[2]]))
        codes = wall.groups[number]
        for i in range(3):
            self._take(codes % KINDS + i * (codes < KINDS))
        self.moment = np.maximum(self.moment, moment)
        return codes, moment

    def first_pair(self) -> None:
        """Take the pair that is complete first."""
        kinds, moment = _first(self.left[1])
        self._take(kinds)
        self._take(kinds)
        self.moment = np.maximum(self.moment, moment)

    def fourth_came(self, codes: Column) -> Column:
        """(4, n): of which groups, by their codes, did a fourth equal tile come that serves for nothing else?"""
        kinds = codes % KINDS
        came: Column = self.left[0, kinds, self.rows] < self.moment
        came &= (codes >= KINDS) & (self.held[kinds, self.rows] == 3)
        return came

    def _take(self, kinds: Column) -> None:
        self.held[kinds, self.rows] += 1
        self.left[:3, kinds, self.rows] = self.left[1:, kinds, self.rows]
        self.left[3, kinds, self.rows] = NEVER


def _first(moments: Column) -> tuple[Column, Column]:
    """For each hand the row with the first moment, and that moment."""
    first = np.minimum.reduce(_numbered(moments), axis=0)
    return (first & np.uint32(0xFF)).astype(np.intp), (first >> np.uint32(8)).astype(np.uint16)


def _numbered(moments: Column) -> Column:
    """With the number of the row below, so that no two are equal."""
    return moments.astype(np.uint32) << np.uint32(8) | np.arange(len(moments), dtype=np.uint32)[:, None]


def _near_wholes(moments: Column, end_of_deal: Column, wall: Wall) -> Iterator[tuple[Column, Column]]:
    """The whole hand that each deal is near to and that is complete first: (which deals, tiles held)."""
    first = np.full(len(end_of_deal), NEVER, np.uint16)
    if wall.seven_pairs:
        lacks = 7 - (moments[1] <= end_of_deal).sum(axis=0, dtype=np.uint8)
        rows = np.flatnonzero(lacks <= NEAR)
        numbered = _numbered(moments[1][:, rows])
        seventh = np.partition(numbered, 6, axis=0)[6]
        first[rows] = seventh >> np.uint32(8)
        yield rows, 2 * (numbered <= seventh).astype(np.uint8)
    for hand in (hand for hands in wall.wholes for hand in hands):
        kinds = np.flatnonzero(hand)
        copies = [(copy, kind) for kind in kinds for copy in range(hand[kind])]
        lacks = (moments[tuple(zip(*copies, strict=True))] > end_of_deal).sum(axis=0, dtype=np.uint8)
        complete = moments[hand[kinds] - 1, kinds].max(axis=0)
        rows = np.flatnonzero((lacks <= NEAR) & (complete < first))
        first[rows] = complete[rows]
        yield rows, hand[:, None]


def _last(moments: Column, held: Column) -> Column:
    """The kind of the tile that came last."""
    came = np.take_along_axis(moments, (np.maximum(held, 1) - 1)[None].astype(np.intp), axis=0)[0]
    kinds: Column = np.where(held > 0, came, 0).argmax(axis=0)
    return kinds
