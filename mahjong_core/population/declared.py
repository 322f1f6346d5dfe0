"""Which groups of many hands are declared, and with which tile they were won."""

from __future__ import annotations

from typing import Final

import numpy as np

from mahjong_core.batch.hands import MELD_TYPES, NONE, Column
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG
from mahjong_core.population.deals import Tiles
from mahjong_core.population.lots import Lots, picked
from mahjong_core.population.mixes import Mix
from mahjong_core.tiles import KINDS

KONGS: Final = tuple(map(MELD_TYPES.index, (KONG, ADDED_KONG, CONCEALED_KONG)))
RUN: Final = MELD_TYPES.index(CHOW)


def declared(tiles: Tiles, lots: Lots, mix: Mix, chows: bool) -> tuple[Column, Column]:
    """Codes of the declared groups, as in ``HandColumns``; and the tiles held, (34, n), with the fourth ones of kongs."""
    groups, held = tiles.groups, tiles.held.copy()
    free = (groups != NONE) & ~_has_win_tile(tiles)
    claimed = _claimed(free & tiles.late & (chows | (groups >= KINDS)), lots, mix)
    kongs = free & tiles.fourth & lots.happens(mix.kongs, len(groups))
    kong_types = np.where(claimed, np.where(lots.happens(0.5, len(groups)), *KONGS[:2]), KONGS[2])
    codes = np.where(kongs, kong_types * KINDS + groups % KINDS, np.where(claimed, groups, NONE))
    at, rows = np.nonzero(kongs)
    held[groups[at, rows] % KINDS, rows] += 1
    return -np.sort(-codes.astype(np.int16), axis=0), held


def _has_win_tile(tiles: Tiles) -> Column:
    """(4, n): may this group be the one that the winning tile completed?"""
    if tiles.win_tile is None:
        return np.zeros(tiles.groups.shape, np.bool_)
    first = tiles.groups % KINDS
    last = first + 2 * (tiles.groups < KINDS)
    within: Column = (first <= tiles.win_tile) & (tiles.win_tile <= last)
    return within


def _claimed(may: Column, lots: Lots, mix: Mix) -> Column:
    """One group of each open hand, and by lot others."""
    is_open = lots.happens(mix.open) & may.any(axis=0)
    first: Column = np.arange(len(may))[:, None] == picked(may.astype(np.uint8), lots.fractions())
    return may & is_open & (first | lots.happens(mix.claims, len(may)))


def tiles_of(melds: Column) -> Column:
    """(34, n): the tiles of declared groups."""
    counts = np.zeros((KINDS, melds.shape[1]), np.uint8)
    types, kinds = melds // KINDS, melds % KINDS
    for i in range(4):
        at, rows = np.nonzero((melds != NONE) & ((i < 3) | (types >= KONGS[0])))
        np.add.at(counts, (kinds[at, rows] + i * (types[at, rows] == RUN), rows), 1)
    return counts


def win_tiles(tiles: Tiles, counts: Column, lots: Lots) -> Column:
    """The kind of each winning tile: the one that came last, or any of the concealed ones, of which ``counts`` are."""
    by_lot = picked(counts, lots.fractions())
    return by_lot if tiles.win_tile is None else tiles.win_tile
