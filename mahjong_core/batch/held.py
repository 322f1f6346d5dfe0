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
    """For each code of a declared group, what it adds; the last one is no group."""
    names = ("runs", "triplets", "quads", "concealed_quads", "added_quads", "tally", "claimed", "groups", "strange")
    found = {name: np.zeros(CODES + 1, np.int64) for name in names}
    for code in range(CODES):
        type_, kind = MELD_TYPES[code // KINDS], code % KINDS
        if type_ == CHOW and (kind >= 27 or kind % 9 > 6):
            found["strange"][code] = 1  # no such run: the hand is looked at with care
            continue
        found["groups"][code], found["claimed"][code] = 1, type_ != CONCEALED_KONG
        if type_ == CHOW:
            found["runs"][code] = 1 << kind
            continue
        quad, concealed = type_ != PUNG, type_ == CONCEALED_KONG
        found["triplets"][code] = 1 << kind
        found["quads"][code] = quad << kind
        found["concealed_quads"][code] = concealed << kind
        found["added_quads"][code] = (type_ == ADDED_KONG) << kind
        found["tally"][code] = tally("quads" if quad else "triplets", concealed, kind)
    return found


def _tiles_of_codes() -> Column:
    """(codes, 34): how many of each kind a declared group holds."""
    tiles = np.zeros((CODES + 1, KINDS), np.int64)
    for code in range(CODES):
        type_, kind = MELD_TYPES[code // KINDS], code % KINDS
        if type_ == CHOW:
            tiles[code, kind : kind + 3] = 1
        else:
            tiles[code, kind] = 3 if type_ == PUNG else 4
    return tiles


OF_CODE: Final = _of_codes()
TILES: Final = _tiles_of_codes()
KEYS: Final = tuple(key_of(np.ascontiguousarray(TILES[:, suit].T)) for suit in SUITS)  # of each code, what it adds to a suit
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
        columns = [OF_CODE[name].take(codes) for codes in self.codes]
        return np.add.reduce(columns) if name in ADDED else np.bitwise_or.reduce(columns)

    @cached_property
    def place(self) -> Column:
        """(n) where a hand stands in ``rows``, -1 for those without groups."""
        place = np.full(self.n, -1)
        place[self.rows] = np.arange(len(self.rows))
        return place

    @cached_property
    def runs(self) -> tuple[Column, Column, Column, Column]:
        """First tiles of their runs: there at least once, twice, three times, four times."""
        at_least = [np.zeros(len(self.rows), np.int64) for _ in range(MOST_MELDS)]
        for codes in self.codes:
            more = OF_CODE["runs"].take(codes)
            for runs in at_least:  # those that were there already are there once more
                more, runs[:] = more & runs, more | runs
        once, twice, three_times, four_times = at_least
        return once, twice, three_times, four_times

    def add_to(self, counts: Column) -> None:
        """Put their tiles into (34, n) counts."""
        flat = counts.ravel()
        for codes in self.codes:
            some = np.flatnonzero(codes != CODES)
            kind, row = codes.take(some) % KINDS, self.rows.take(some)
            run = OF_CODE["runs"].take(codes.take(some)) != 0
            number = np.where(run, 1, TILES.max(axis=1).take(codes.take(some))).astype(np.uint8)
            flat[kind * self.n + row] += number
            for further in (1, 2):
                flat[((kind + further) * self.n + row)[run]] += 1


class Held:
    """The tiles of a chunk of hands.

    ``counts``: concealed ones, ``held``: with those of the groups, both (34, n) uint8; ``own``: an entry of
    ``suits.suit_sets`` for each suit's concealed tiles; ``ok``: is all well with the tiles, whatever the ruleset?
    """

    def __init__(self, hands: HandColumns) -> None:
        assert len(hands.melds) == MOST_MELDS
        self.n = len(hands)
        self.row = np.arange(self.n)
        self.win = hands.win_tile.astype(np.int64)
        self.counts = self.held = np.ascontiguousarray(hands.counts)
        self.declared = Declared(hands.melds)
        if len(self.declared.rows):
            self.held = self.counts.copy()
            self.declared.add_to(self.held)
        self.ok = self._well()
        if not self.ok.all():
            self.counts, self.held = np.where(self.ok, self.counts, 0), np.where(self.ok, self.held, 0)
        self.keys = [key_of(self.counts[suit]) for suit in SUITS]
        self.own = _entries(self.keys)
        self._kinds: dict[int, Column] = {}

    def _well(self) -> Column:
        """(n) 14 tiles, the winning one among the concealed, four of a kind at most?"""
        number = self.counts.sum(axis=0, dtype=np.uint8)
        well = (self.win >= 0) & (self.win < KINDS) & (self.held.max(axis=0) <= 4)
        rows = self.declared.rows
        if len(rows):
            number[rows] += 3 * self.declared.together("groups").astype(np.uint8)
            well[rows] &= ~self.declared.strange
        return well & (number == 14) & (self.counts.ravel().take(self.win * self.n + self.row, mode="clip") > 0)

    @cached_property
    def all_entries(self) -> tuple[Column, ...]:
        """As ``own``, with the tiles of the groups."""
        rows = self.declared.rows
        if not len(rows):
            return self.own
        codes = np.where(self.ok[rows], self.declared.codes, CODES)
        keys = [key.take(rows) + sum(of_code.take(c) for c in codes) for key, of_code in zip(self.keys, KEYS, strict=True)]
        entries = tuple(entry.copy() for entry in self.own)
        for entry, with_groups in zip(entries, _entries(keys), strict=True):
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
        """(rows) uint8: how many of a kind these hands hold, groups included."""
        return self.held.ravel().take(kind * self.n + rows)


def _entries(keys: list[Column]) -> tuple[Column, ...]:
    return tuple(suit_sets(ranks).take(key) for ranks, key in zip(RANKS, keys, strict=True))
