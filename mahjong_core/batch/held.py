"""What each hand of a chunk holds: its tiles suit by suit, its declared groups added up, and whether all is well."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from mahjong_core.batch.hands import MELD_TYPES, MOST_MELDS, NONE, Column, HandColumns
from mahjong_core.batch.suits import PLANE, RANKS, key_of, suit_sets
from mahjong_core.decompose import tally
from mahjong_core.hands import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from mahjong_core.tiles import KINDS

SUITS: Final = tuple(slice(9 * suit, 9 * suit + ranks) for suit, ranks in enumerate(RANKS))
RANK_MASK: Final = (1 << PLANE) - 1
CODES: Final = len(MELD_TYPES) * KINDS  # the number behind them: no group


def _of_codes() -> dict[str, Column]:
    """For each code of a declared group, what it adds; the last row is no group."""
    sets = {name: np.zeros(CODES + 1, np.int64) for name in ("runs", "triplets", "quads", "concealed_quads", "added_quads")}
    sets |= {name: np.zeros(CODES + 1, np.int64) for name in ("tally", "claimed", "groups")}
    tiles = np.zeros((CODES + 1, KINDS), np.uint8)
    for code in range(CODES):
        type_, kind = MELD_TYPES[code // KINDS], code % KINDS
        if type_ == CHOW and (kind >= 27 or kind % 9 > 6):
            tiles[code, kind] = 5  # no such group: too many tiles, so the hand is looked at with care
            continue
        sets["groups"][code], sets["claimed"][code] = 1, type_ != CONCEALED_KONG
        if type_ == CHOW:
            sets["runs"][code] = 1 << kind
            tiles[code, kind : kind + 3] = 1
            continue
        quad, concealed = type_ != PUNG, type_ == CONCEALED_KONG
        sets["triplets"][code] = 1 << kind
        sets["quads"][code] = quad << kind
        sets["concealed_quads"][code] = concealed << kind
        sets["added_quads"][code] = (type_ == ADDED_KONG) << kind
        sets["tally"][code] = tally("quads" if quad else "triplets", concealed, kind)
        tiles[code, kind] = 4 if quad else 3
    return {**sets, "tiles": tiles}


OF_CODE: Final = _of_codes()
ADDED: Final = ("tally", "claimed", "groups")
assert MELD_TYPES[2:4] == (KONG, ADDED_KONG)  # their codes are documented


class Declared:
    """The declared groups of the hands that have any, added up.  ``rows``: which hands these are."""

    def __init__(self, melds: Column) -> None:
        self.n = melds.shape[1]
        self.rows = np.flatnonzero(np.logical_or.reduce(melds != NONE))
        codes = melds.take(self.rows, axis=1).astype(np.int64)
        strange = (codes < NONE) | (codes >= CODES)
        self.strange = strange.any(axis=0)
        self.codes = np.where(strange | (codes == NONE), CODES, codes)

    def together(self, name: str) -> Column:
        """Of the hands with groups: sets joined, numbers added."""
        columns = [OF_CODE[name].take(codes) for codes in self.codes]
        return np.add.reduce(columns) if name in ADDED else np.bitwise_or.reduce(columns)

    @cached_property
    def place(self) -> Column:
        """(n) where a hand stands in ``rows``, -1 for those without groups."""
        place = np.full(self.n, -1)
        place[self.rows] = np.arange(len(self.rows))
        return place

    def number_of(self, kind: Column, place: Column) -> Column:
        """How many of a kind are in the groups of the hands at these places of ``rows``."""
        tiles = OF_CODE["tiles"].ravel()
        return np.add.reduce([tiles.take(codes.take(place) * KINDS + kind) for codes in self.codes], dtype=np.uint8).view(np.int8)

    @cached_property
    def tiles(self) -> Column:
        """(34, hands with groups) uint8."""
        rows = [OF_CODE["tiles"].take(codes, axis=0, mode="clip") for codes in self.codes]
        return np.ascontiguousarray(np.add.reduce(rows, dtype=np.uint8).T)


class Held:
    """The tiles of a chunk of hands.

    ``counts``: concealed ones (34, n) uint8; ``own``: an entry of ``suits.suit_sets`` for each suit's concealed tiles;
    ``ok``: is all well with the tiles, whatever the ruleset?
    """

    def __init__(self, hands: HandColumns) -> None:
        assert len(hands.melds) == MOST_MELDS
        self.n = len(hands)
        self.row = np.arange(self.n)
        self.win = hands.win_tile.astype(np.int64)
        self.counts = np.ascontiguousarray(hands.counts)
        self.declared = Declared(hands.melds)
        self.ok = self._well()
        if not self.ok.all():
            self.counts = np.where(self.ok, self.counts, 0)
        self.own = _entries(self.counts)
        self._kinds: dict[int, Column] = {}

    def _well(self) -> Column:
        """(n) 14 tiles, the winning one among the concealed, four of a kind at most?"""
        rows = self.declared.rows
        number = self.counts.sum(axis=0, dtype=np.uint8)
        well = (self.win >= 0) & (self.win < KINDS) & (self.counts.max(axis=0) <= 4)
        if len(rows):
            number[rows] += 3 * self.declared.together("groups").astype(np.uint8)
            well[rows] &= self.with_groups.max(axis=0) <= 4
            well[rows[self.declared.strange]] = False
        has_win = self.counts.ravel().take(self.win * self.n + self.row, mode="clip") > 0
        return well & has_win & (number == 14)

    @cached_property
    def with_groups(self) -> Column:
        """(34, hands with groups) uint8: all their tiles."""
        return self.counts.take(self.declared.rows, axis=1) + self.declared.tiles

    @cached_property
    def all_entries(self) -> tuple[Column, ...]:
        """As ``own``, with the tiles of the groups."""
        rows = self.declared.rows
        if not len(rows):
            return self.own
        entries = tuple(entry.copy() for entry in self.own)
        held = self.with_groups if self.ok.all() else np.where(self.ok[rows], self.with_groups, 0)
        for entry, with_groups in zip(entries, _entries(held), strict=True):
            entry[rows] = with_groups
        return entries

    def kinds(self, at_least: int = 1) -> Column:
        """The set of kinds held at least so often, groups included."""
        if at_least not in self._kinds:
            shift = PLANE * (at_least - 1)
            man, pin, sou, honours = (entry >> shift & RANK_MASK for entry in self.all_entries)
            self._kinds[at_least] = man | pin << 9 | sou << 18 | honours << 27
        return self._kinds[at_least]

    def of_groups(self, name: str) -> Column:
        """What the declared groups add, for every hand of the chunk."""
        column = np.zeros(self.n, np.int64)
        if len(self.declared.rows):
            column[self.declared.rows] = self.declared.together(name)
        return column

    def number_of(self, kind: Column, rows: Column) -> Column:
        """(rows) int8: how many of a kind these hands hold, groups included."""
        found = self.counts.ravel().take(kind * self.n + rows, mode="clip").view(np.int8)
        if len(self.declared.rows):
            place = self.declared.place.take(rows)
            declared = np.flatnonzero(place >= 0)
            found[declared] += self.declared.number_of(kind.take(declared), place.take(declared))
        return found


def _entries(counts: Column) -> tuple[Column, ...]:
    return tuple(suit_sets(ranks).take(key_of(counts[suit])) for suit, ranks in zip(SUITS, RANKS, strict=True))
