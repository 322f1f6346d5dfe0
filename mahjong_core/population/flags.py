"""Flags of many hands, dealt out so that nothing that the table says of them is broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from mahjong_core.batch.hands import MELD_TYPES, NONE, WINS, Column
from mahjong_core.checks import FLAGS
from mahjong_core.groups import CONCEALED_KONG
from mahjong_core.population.declared import KONGS
from mahjong_core.population.lots import Lots
from mahjong_core.tables import Flag
from mahjong_core.tiles import KINDS

CLOSED_ONLY = (
    "riichi",
    "double_riichi",
)  # whatever the table says: a closed hand announces it most of the time, no open one does


class Traits(NamedTuple):
    """What flags ask of hands; ``copies``: of the winning tile, that tile included; ``norths``: set aside, which is to
    declare something, and brings a replacement tile as a kong does."""

    win: Column
    dealer: Column
    melds: Column
    copies: Column
    norths: Column

    @property
    def groups(self) -> Column:
        declared: Column = (self.melds != NONE).any(axis=0) | (self.norths > 0)
        return declared

    @property
    def closed(self) -> Column:
        concealed = self.melds // KINDS == MELD_TYPES.index(CONCEALED_KONG)
        closed: Column = (concealed | (self.melds == NONE)).all(axis=0)
        return closed

    @property
    def kongs(self) -> Column:
        types: Column = self.melds // KINDS
        kongs: Column = (types.max(axis=0) >= KONGS[0]) | (self.norths > 0)
        return kongs


def flags_of(traits: Traits, shares: Mapping[str, float], rules: Mapping[str, Flag], lots: Lots) -> Column:
    """The flags as bits.  One flag after the other, so that a later one may need or exclude an earlier one."""
    there: dict[str, Column] = {}
    for flag, share in shares.items():
        happens = lots.happens(share)
        if flag in rules:
            there[flag] = _may_stand(flag, there, rules, happens & _may_be(flag, rules[flag], traits))
    bits = np.zeros(lots.n, np.int64)
    for flag, told in there.items():
        bits |= told.astype(np.int64) << FLAGS.index(flag)
    return bits


def _may_be(flag: str, rule: Flag, traits: Traits) -> Column:
    """Which hands may have a flag."""
    may = np.ones(len(traits.win), np.bool_)
    if rule.win is not None:
        may &= traits.win == WINS.index(rule.win)
    if rule.dealer is not None:
        may &= traits.dealer == rule.dealer
    if rule.closed or flag in CLOSED_ONLY:
        may &= traits.closed
    if rule.no_groups:
        may &= ~traits.groups
    if rule.kong:
        may &= traits.kongs
    if rule.single_copy:
        may &= traits.copies == 1
    return may


def _may_stand(flag: str, there: Mapping[str, Column], rules: Mapping[str, Flag], wanted: Column) -> Column:
    """Where a flag that is wanted may stand beside those that are there.  One that implies another is a case of that."""
    may = wanted.copy()
    for needed in (rules[flag].needs, rules[flag].implies):
        if needed:
            may &= np.logical_or.reduce([np.zeros_like(may), *(there[other] for other in needed if other in there)])
    for other, told in there.items():
        if other in rules[flag].excludes or flag in rules[other].excludes:
            may &= ~told
    return may
