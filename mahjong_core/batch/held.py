"""What each hand of a chunk holds: its tiles suit by suit, its declared groups added up, and whether all is well."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from mahjong_core.batch.hands import MELD_TYPES, MOST_MELDS, NONE, Column, HandColumns
from mahjong_core.batch.suits import PLANE, RANKS, key_of, suit_sets
from mahjong_core.decompose import tally
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from mahjong_core.tiles import KINDS, NORTH_TILE

SUITS: Final = tuple(slice(9 * suit, 9 * suit + ranks) for suit, ranks in enumerate(RANKS))
RANK_MASK: Final = (1 << PLANE) - 1
CODES: Final = len(MELD_TYPES) * KINDS  # the number behind them: no group


AtLeast = list[Column]  # sets of kinds that are there at least once, twice, three times, four times


def together(own: Sequence[Column], more: Sequence[Column]) -> AtLeast:
    """What is there so often among the one and so often among the other is there so often in all."""
    a, b = own, more
    return [
        a[0] | b[0],
        a[1] | b[1] | a[0] & b[0],
        a[2] | b[2] | a[1] & b[0] | a[0] & b[1],
        a[3] | b[3] | a[2] & b[0] | a[1] & b[1] | a[0] & b[2],
    ]


def _too_many(own: Sequence[Column], more: Sequence[Column]) -> Column:
    """Is any kind there five times in all?"""
    too_many: Column = (own[3] & more[0] | own[2] & more[1] | own[1] & more[2] | own[0] & more[3]) != 0
    return too_many


def _of_codes() -> dict[str, Column]:
    """For each code of a declared group, what it adds; the last one is no group."""
    names = (
        "runs",
        "triplets",
        "quads",
        "concealed_quads",
        "added_quads",
        "tally",
        "strange",
        "kinds",
        "kinds_3",
        "kinds_4",
    )
    found = {name: np.zeros(CODES + 1, np.int64) for name in names}
    found |= {name: np.zeros(CODES + 1, np.int64) for name in ("claimed", "groups")}
    for code in range(CODES):
        type_, kind = MELD_TYPES[code // KINDS], code % KINDS
        if type_ == CHOW and (kind >= 27 or kind % 9 > 6):
            found["strange"][code] = 1  # no such run: the hand is looked at with care
            continue
        found["groups"][code], found["claimed"][code] = 1, type_ != CONCEALED_KONG
        if type_ == CHOW:
            found["runs"][code], found["kinds"][code] = 1 << kind, 0b111 << kind
            continue
        quad, concealed = type_ != PUNG, type_ == CONCEALED_KONG
        for name in ("triplets", "kinds", "kinds_3"):
            found[name][code] = 1 << kind
        for name in ("quads", "kinds_4"):
            found[name][code] = quad << kind
        found["concealed_quads"][code] = concealed << kind
        found["added_quads"][code] = (type_ == ADDED_KONG) << kind
        found["tally"][code] = tally("quads" if quad else "triplets", concealed, kind)
    return found


BIT: Final = 1 << np.arange(KINDS, dtype=np.int64)
OF_CODE: Final = _of_codes()
ADDED: Final = ("tally", "claimed", "groups", "strange")
assert MELD_TYPES[2:4] == (KONG, ADDED_KONG)  # their codes are documented


class Declared:
    """The declared groups of the hands that have any.  ``rows``: which hands these are; ``codes``: (4, rows)."""

    def __init__(self, melds: Column) -> None:
        self.n = melds.shape[1]
        self.rows = np.flatnonzero(np.logical_or.reduce(melds != NONE))
        codes = melds.take(self.rows, axis=1).astype(np.int64)
        no_code = (codes < NONE) | (codes >= CODES)
        self.codes = np.where(no_code | (codes == NONE), CODES, codes)
        self.strange = no_code.any(axis=0) | (self.together("strange") > 0)

    def together(self, name: str) -> Column:
        """Of the hands with groups: sets joined, numbers added."""
        columns = OF_CODE[name].take(self.codes)
        joined: Column = np.add.reduce(columns) if name in ADDED else np.bitwise_or.reduce(columns)
        return joined

    @cached_property
    def place(self) -> Column:
        """(n) where a hand stands in ``rows``, -1 for those without groups."""
        place = np.full(self.n, -1)
        place[self.rows] = np.arange(len(self.rows))
        return place

    @cached_property
    def runs(self) -> AtLeast:
        """First tiles of their runs."""
        return self._added([[OF_CODE["runs"].take(codes)] for codes in self.codes])[0]

    @cached_property
    def kinds(self) -> tuple[AtLeast, Column]:
        """Their tiles; and where a kind is there five times already."""
        each: list[list[Column]] = []
        for codes in self.codes:
            kinds, three, four = (OF_CODE[name].take(codes) for name in ("kinds", "kinds_3", "kinds_4"))
            each.append([kinds, three, three, four])
        return self._added(each)

    def _added(self, each: list[list[Column]]) -> tuple[AtLeast, Column]:
        """The sets of one group after the other, joined.  Most hands have one or two."""
        nothing = np.zeros(len(self.rows), np.int64)
        first, *others = [[*sets, *[nothing] * (MOST_MELDS - len(sets))] for sets in each]
        all_of = [column.copy() for column in first]
        too_many = np.zeros(len(self.rows), np.bool_)
        for codes, sets in zip(self.codes[1:], others, strict=True):
            some = np.flatnonzero(codes != CODES)
            if len(some):
                before, more = ([column.take(some) for column in columns] for columns in (all_of, sets))
                too_many[some] |= _too_many(before, more)
                for column, joined in zip(all_of, together(before, more), strict=True):
                    column[some] = joined
        return all_of, too_many


class Held:
    """The tiles of a chunk of hands.

    ``counts``: concealed ones, (34, n) uint8; ``own``: an entry of ``suits.suit_sets`` for each suit's concealed tiles;
    ``ok``: is all well with the tiles, whatever the ruleset?
    """

    def __init__(self, hands: HandColumns) -> None:
        self.n = len(hands)
        self.win = hands.win_tile.astype(np.int64)
        self.counts = np.ascontiguousarray(hands.counts)
        self.declared = Declared(hands.melds)
        self.ok = self._well()
        if not self.ok.all():
            self.counts = np.where(self.ok, self.counts, 0)
        self.own = tuple(
            suit_sets(ranks).take(key_of(self.counts[suit])) for suit, ranks in zip(SUITS, RANKS, strict=True)
        )
        self._kinds: dict[int, Column] = {}
        self._all_kinds()
        self.norths = np.minimum(hands.norths, 5) if hands.norths.any() else None  # set aside; five are too many
        if self.norths is not None:
            rows = np.flatnonzero(self.norths)
            self.ok[rows] &= self.number_of(np.full(len(rows), NORTH_TILE), rows) <= 4

    def _well(self) -> Column:
        """(n) 14 tiles, the winning one among the concealed, four of a kind at most?"""
        number = self.counts.sum(axis=0, dtype=np.uint8)
        well = (self.win >= 0) & (self.win < KINDS) & (self.counts.max(axis=0) <= 4)
        rows = self.declared.rows
        if len(rows):
            number[rows] += 3 * self.declared.together("groups").astype(np.uint8)
            well[rows] &= ~self.declared.strange
        own = self.counts.ravel().take(self.win * self.n + np.arange(self.n), mode="clip")
        all_well: Column = well & (number == 14) & (own > 0)
        return all_well

    def _all_kinds(self) -> None:
        """Which kinds are held how often, groups included; a fifth copy is not well."""
        rows = self.declared.rows
        for at_least in (1, 2, 3, 4) if len(rows) else ():
            self._kinds[at_least] = self._own_kinds(at_least)
        if len(rows):
            of_groups, too_many = self.declared.kinds
            own = [self._kinds[at_least].take(rows) for at_least in (1, 2, 3, 4)]
            self.ok[rows] &= ~(too_many | _too_many(own, of_groups))
            for at_least, column in enumerate(together(own, of_groups), 1):
                self._kinds[at_least][rows] = column

    def _own_kinds(self, at_least: int) -> Column:
        shift = PLANE * (at_least - 1)
        man, pin, sou, honours = (entry >> shift & RANK_MASK for entry in self.own)
        return man | pin << 9 | sou << 18 | honours << 27

    def kinds(self, at_least: int = 1) -> Column:
        """The set of kinds held at least so often, groups included."""
        if at_least not in self._kinds:
            self._kinds[at_least] = self._own_kinds(at_least)
        return self._kinds[at_least]

    def of_groups(self, name: str) -> Column:
        """What the declared groups add, for every hand of the chunk."""
        column = np.zeros(self.n, np.int64)
        if len(self.declared.rows):
            column[self.declared.rows] = self.declared.together(name)
        return column

    def number_of(self, kind: Column, rows: Column) -> Column:
        """(rows) uint8: how many of a kind these hands have, groups and norths set aside included."""
        number = self.counts.ravel().take(kind * self.n + rows)
        if len(self.declared.rows):
            place = self.declared.place.take(rows)
            among = np.flatnonzero(place >= 0)
            place, bit = place.take(among), BIT.take(kind.take(among))
            of_groups, _ = self.declared.kinds
            more = np.zeros(len(among), np.uint8)
            for column in of_groups:
                more += (column.take(place) & bit != 0).view(np.uint8)
            number[among] += more
        if self.norths is not None:
            number += self.norths.take(rows) * (kind == NORTH_TILE)
        return number
