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
assert (KONG, ADDED_KONG) == MELD_TYPES[2:4]  # their codes are documented


class Declared:
    """The declared groups of the hands that have any, added up.  ``rows``: which hands these are."""

    def __init__(self, melds: Column) -> None:
        self.rows = np.flatnonzero((melds != NONE).any(axis=0))
        codes = melds[:, self.rows].astype(np.int64)
        strange = (codes < NONE) | (codes >= CODES)
        self.strange = strange.any(axis=0)
        self.codes = np.where(strange | (codes == NONE), CODES, codes)

    def together(self, name: str) -> Column:
        """Of the hands with groups: sets joined, numbers added."""
        columns = [OF_CODE[name].take(codes) for codes in self.codes]
        if name in ("tally", "claimed", "groups"):
            return np.add.reduce(columns)
        return np.bitwise_or.reduce(columns)

    @cached_property
    def tiles(self) -> Column:
        """(34, hands with groups) uint8."""
        rows = [OF_CODE["tiles"].take(codes, axis=0) for codes in self.codes]
        return (rows[0] + rows[1] + rows[2] + rows[3]).T


class Held:
    """The tiles of a chunk of hands.

    ``counts``: concealed ones, ``held``: with those of the groups, both (34, n) uint8; ``own``: an entry of
    ``suits.suit_sets`` for each suit's concealed tiles; ``ok``: is all well with the tiles, whatever the ruleset?
    """

    def __init__(self, hands: HandColumns) -> None:
        assert len(hands.melds) == MOST_MELDS
        self.n = len(hands)
        self.win = hands.win_tile.astype(np.int64)
        self.counts = np.ascontiguousarray(hands.counts)
        self.declared = Declared(hands.melds)
        self.held = self.counts
        rows = self.declared.rows
        groups = np.zeros(self.n, np.int64)
        if len(rows):
            self.held = self.counts.copy()
            self.held[:, rows] += self.declared.tiles
            groups[rows] = self.declared.together("groups")
        number = self.counts.sum(axis=0, dtype=np.uint8) + 3 * groups
        known = (self.win >= 0) & (self.win < KINDS)
        has_win = self.counts.ravel().take(self.win * self.n + np.arange(self.n), mode="clip") > 0
        self.ok = (number == 14) & known & has_win & (self.held.max(axis=0) <= 4)
        self.ok[rows[self.declared.strange]] = False
        if not self.ok.all():
            self.counts = np.where(self.ok, self.counts, 0)
            self.held = np.where(self.ok, self.held, 0)
        self.own = _entries(self.counts)

    @cached_property
    def all_entries(self) -> tuple[Column, ...]:
        """As ``own``, with the tiles of the groups."""
        rows = self.declared.rows
        if not len(rows):
            return self.own
        entries = tuple(entry.copy() for entry in self.own)
        for entry, with_groups in zip(entries, _entries(np.ascontiguousarray(self.held[:, rows])), strict=True):
            entry[rows] = with_groups
        return entries

    def kinds(self, at_least: int = 1) -> Column:
        """The set of kinds held at least so often, groups included."""
        shift = PLANE * (at_least - 1)
        man, pin, sou, honours = ((entry >> shift) & RANK_MASK for entry in self.all_entries)
        return man | pin << 9 | sou << 18 | honours << 27

    def of_groups(self, name: str) -> Column:
        """What the declared groups add, for every hand of the chunk."""
        column = np.zeros(self.n, np.int64)
        if len(self.declared.rows):
            column[self.declared.rows] = self.declared.together(name)
        return column

    def number_of(self, kinds: Column) -> Column:
        """How many of a kind each hand holds, (n) kinds; 0 for no kind (-1)."""
        places = np.maximum(kinds, 0) * np.int64(self.n) + np.arange(self.n)
        found = self.held.ravel().take(places, mode="clip")
        return np.where(kinds >= 0, found, 0).astype(np.int64)


def _entries(counts: Column) -> tuple[Column, ...]:
    return tuple(suit_sets(ranks).take(key_of(counts[suit])) for suit, ranks in zip(SUITS, RANKS, strict=True))
