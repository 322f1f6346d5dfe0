"""Wins whose groups are drawn by lot in given shares: the tiles of many hands at once, as NumPy columns."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import NONE, Column
from mahjong_core.population.deals import GROUPS, Tiles, Wall
from mahjong_core.population.lots import Lots
from mahjong_core.tiles import KINDS

COPIES: Final = 4
HONOURS: Final = 0b1000  # beside bits 0-2 for the suits
RANKS: Final = 9


class Shares(NamedTuple):
    """Of drawn hands.  ``seven_pairs``, ``wholes``: of such hands, where they are in play; ``one_suit``: of hands that
    keep to one suit, three in four of them with honours; ``runs``: how often a run is drawn for each time that a triplet is."""

    seven_pairs: float
    wholes: float
    one_suit: float
    runs: int


def drawn(wall: Wall, lots: Lots, void: bool, shares: Shares) -> Tiles:
    """Wins drawn by lot.  ``void``: without one of the suits."""
    suits = wall.suits[lots.below(len(wall.suits))] if void else None
    keeps = _kept(wall, suits, lots, shares.one_suit)
    held, groups = _groups_and_pair(wall, keeps, lots, shares.runs)
    lot = lots.fractions()
    if wall.seven_pairs:
        rows = np.flatnonzero(lot < shares.seven_pairs)
        held[:, rows], groups[:, rows] = _seven_pairs(wall, keeps[rows], lots.of_some(len(rows))), NONE
    if wall.wholes and not void:
        rows = np.flatnonzero(lot >= 1 - shares.wholes)
        held[:, rows], groups[:, rows] = _wholes(wall, lots.of_some(len(rows))), NONE
    fourth = (groups >= KINDS) & (np.take_along_axis(held, (groups % KINDS).astype(np.intp), axis=0) == 3)
    return Tiles(held, groups, np.ones(groups.shape, np.bool_), fourth, None, suits)


def _kept(wall: Wall, void: Column | None, lots: Lots, one_suit: float) -> Column:
    """The suits that each hand keeps to, as bits, and the honours; a suit alone only if it has every rank."""
    keeps = np.full(lots.n, HONOURS + sum(1 << int(suit) for suit in wall.suits))
    if void is not None:
        keeps -= 1 << void
    whole = np.array([suit for suit in wall.suits if np.sum(wall.kinds // RANKS == suit) == RANKS])
    alone = 1 << whole[lots.below(len(whole))]
    alone += HONOURS * lots.happens(0.75)
    return np.where(lots.happens(one_suit) & (alone & ~keeps == 0), alone, keeps)


def _groups_and_pair(wall: Wall, keeps: Column, lots: Lots, runs: int) -> tuple[Column, Column]:
    """Four groups and a pair; drawn again until no kind has five tiles.  Tiles held, and codes of the groups."""
    n = len(keeps)
    held, codes = np.zeros((KINDS, n), np.uint8), np.zeros((GROUPS, n), np.int16)
    playable = wall.groups[np.isin(wall.groups % KINDS, wall.kinds)]
    often = np.repeat(playable, np.where(playable < KINDS, runs, 1))
    rows = np.arange(n)
    while len(rows):
        again = lots.of_some(len(rows))
        groups = np.stack([_one_of(often, keeps[rows], again) for _ in range(GROUPS)])
        tiles = _tiles(groups, _one_of(wall.kinds, keeps[rows], again))
        held[:, rows], codes[:, rows] = tiles, groups
        rows = rows[(tiles > COPIES).any(axis=0)]
    return held, codes


def _one_of(choices: Column, keeps: Column, lots: Lots) -> Column:
    """For each hand one of the groups (or kinds), of a suit that it keeps to."""
    at = lots.below(len(choices))
    wrong = np.flatnonzero(~_is_kept(choices[at], keeps))
    while len(wrong):
        at[wrong] = lots.of_some(len(wrong)).below(len(choices))
        wrong = wrong[~_is_kept(choices[at[wrong]], keeps[wrong])]
    chosen: Column = choices[at]
    return chosen


def _is_kept(codes: Column, keeps: Column) -> Column:
    kept: Column = (keeps >> codes % KINDS // RANKS & 1).astype(np.bool_)
    return kept


def _tiles(groups: Column, pairs: Column) -> Column:
    """The tiles of groups and a pair."""
    held, rows = np.zeros((KINDS, len(pairs)), np.uint8), np.arange(len(pairs))
    for codes in groups:
        for i in range(3):
            held[codes % KINDS + i * (codes < KINDS), rows] += 1
    held[pairs, rows] += 2
    return held


def _seven_pairs(wall: Wall, keeps: Column, lots: Lots) -> Column:
    """Two tiles each of seven kinds that the hand keeps to."""
    order = lots.fractions(len(wall.kinds)) + ~_is_kept(wall.kinds[:, None], keeps)
    held = np.zeros((KINDS, lots.n), np.uint8)
    for place in np.argsort(order, axis=0, kind="stable")[:7]:
        held[wall.kinds[place], np.arange(lots.n)] = 2
    return held


def _wholes(wall: Wall, lots: Lots) -> Column:
    """One of the shapes in play, then one of its hands."""
    hands = np.concatenate(wall.wholes)
    sizes = np.array([len(of_shape) for of_shape in wall.wholes])
    shape = lots.below(len(sizes))
    chosen: Column = hands[(np.cumsum(sizes) - sizes)[shape] + lots.below(sizes[shape])]
    return chosen.T
