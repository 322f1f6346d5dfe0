"""A population: many random winning hands and how each was won, legal under a ruleset, the same for the same seed.

Tiles come from the ruleset's own wall: deals completed to wins (``deals``), or groups drawn by lot (``draws``).  What
the tiles do not say is decided by lot, in the shares of a mix (``mixes``):

* an open hand claims one of its groups, and others by lot; never one that the deal gave, or that the winning tile may
  have completed; a triplet whose fourth tile came may be a kong;
* seats alike; rounds east and south alike; the discarder is any of the other three; mostly no counters and no sticks;
* flags that the table knows, where it allows them; a riichi is announced by closed hands only;
* where a role counts dora, one indicator and another for each kong, of the tiles that the hand leaves; ura under a riichi;
* a five is red as often as the wall has red fives; each flower and season of the wall was drawn by every sixth winner;
* where norths may be set aside, each north beside the hand was, by every third winner; with three seats nobody sits north;
* winds that the ruleset asks for beside, by lot; where it asks for a void suit, the hand does without one.

Hands are made in blocks, each with a stream of chance of its own: the first hands of a seed are the same however many
are made.  Where a hand is complete but has no role to win by, that is left to the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from mahjong_core.batch.hands import COLUMNS, FIVES, NONE, WINS, Column, HandColumns, Told
from mahjong_core.checks import FLAGS
from mahjong_core.population.deals import Tiles, dealt, wall_of
from mahjong_core.population.declared import KONGS, declared, tiles_of, win_tiles
from mahjong_core.population.draws import COPIES, drawn
from mahjong_core.population.flags import Traits, flags_of
from mahjong_core.population.lots import Lots, picked
from mahjong_core.population.mixes import MIXES, Mix
from mahjong_core.rulesets import Ruleset
from mahjong_core.situations import RON, TSUMO
from mahjong_core.tiles import KINDS, NORTH_TILE, SEATS

__all__ = ["MIXES", "Mix", "blocks", "joined", "population"]

BLOCK: Final = 16_384
BONUS_DRAWN: Final = 1 / 6
NORTH_DRAWN: Final = 1 / 3
COUNTED: Final = (0.7, 0.9, 0.97)  # shares of hands without a counter (or a stick), with one at most, with two at most
BEFORE: Final = (
    0.75,
    0.92,
    0.96,
    0.97,
    0.975,
    0.98,
    0.985,
    0.99,
    0.995,
)  # shares of fewer than 1, 2, 3 ... wins before
GONE: Final = 0.2  # of the seats that neither win nor discard
SEATS_TOGETHER: Final = [
    tuple(seat for i, seat in enumerate(SEATS) if bits >> i & 1) for bits in range(1 << len(SEATS))
]
SUITS: Final = "mps"
MOST_RED: Final = 3  # fives of a suit that ``HandColumns`` can tell to be red


def population(rules: Ruleset, n: int, seed: int = 0, mix: str | Mix = "deals") -> HandColumns:
    """n hands.  ``mix``: ``"deals"``, ``"bench"`` or one of your own."""
    return joined(list(blocks(rules, n, seed, mix)))


def blocks(rules: Ruleset, n: int, seed: int = 0, mix: str | Mix = "deals") -> Iterator[HandColumns]:
    """The same hands, 16,384 at a time."""
    maker = _Maker(rules, _mix_named(mix) if isinstance(mix, str) else mix)
    for block in range(max(1, -(-n // BLOCK))):
        hands = maker.hands(Lots(seed, block, BLOCK))
        yield hands if n >= (block + 1) * BLOCK else hands.take(slice(n - block * BLOCK))


def _mix_named(name: str) -> Mix:
    if name not in MIXES:
        raise ValueError(f"no mix is named {name!r}; there are {', '.join(MIXES)}")
    return MIXES[name]


def joined(parts: Sequence[HandColumns]) -> HandColumns:
    """Columns one after the other.  Parts must be of the same form, as those of one population are."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in COLUMNS}
    told = {name: [part.given[name] for part in parts] for name in parts[0].given}
    given = {
        name: Told(np.concatenate([part.codes for part in found]), found[0].values) for name, found in told.items()
    }
    return HandColumns(**columns, given=given, flag_names=parts[0].flag_names)


class _Maker:
    """Makes hands for one ruleset and mix."""

    def __init__(self, rules: Ruleset, mix: Mix) -> None:
        self.table, self.mix = rules.table, mix
        self.wall = wall_of(rules.in_play, [shape.name for shape in rules.shapes])
        patterns = {pattern for line in rules.table.lines.values() for pattern in line.patterns}
        self.dora = not patterns.isdisjoint(("dora", "first_dora"))
        self.ura = not patterns.isdisjoint(("ura", "first_ura"))
        self.seats = len(rules.table.payment.seats)
        self.asked = {name: given.kind for name, given in rules.table.situation.items()}

    def hands(self, lots: Lots) -> HandColumns:
        """One hand for each lot."""
        tiles = self._tiles(lots)
        melds, held = declared(tiles, lots, self.mix, self.table.wall.chows)
        counts = held - tiles_of(melds)
        win_tile = win_tiles(tiles, counts, lots)
        norths = self._norths(held, lots)
        held[NORTH_TILE] += norths
        how = self._how(melds, norths, held[win_tile, np.arange(lots.n)], lots)
        dora, ura = self._indicators(held, melds, how["flags"], lots)
        reds, bonus, given = self._reds(held, lots), self._bonus(lots), self._given(tiles.void, how, lots)
        how |= {"dora": dora, "ura": ura, "reds": reds, "bonus": bonus, "norths": norths}
        return HandColumns(counts, win_tile.astype(np.int8), melds, **how, given=given)

    def _tiles(self, lots: Lots) -> Tiles:
        void, shares = "suit" in self.asked.values(), self.mix.tiles
        return dealt(self.wall, lots, void) if shares is None else drawn(self.wall, lots, void, shares)

    def _norths(self, held: Column, lots: Lots) -> Column:
        """Norths set aside, of those that the hand does not hold."""
        if not self.table.wall.norths_aside:
            return np.zeros(lots.n, np.uint8)
        came = lots.happens(NORTH_DRAWN, COPIES) & (np.arange(COPIES)[:, None] >= held[NORTH_TILE])
        aside: Column = came.sum(axis=0, dtype=np.uint8)
        return aside

    def _how(self, melds: Column, norths: Column, copies: Column, lots: Lots) -> dict[str, Any]:
        """The win, the seats, the flags, counters and sticks; ``copies``: of the winning tile."""
        win = np.where(lots.happens(self.mix.self_draw), WINS.index(TSUMO), WINS.index(RON)).astype(np.int8)
        seat = lots.below(self.seats).astype(np.int8)
        discarder = ((seat + 1 + lots.below(self.seats - 1)) % self.seats).astype(np.int8)
        return {
            "win": win,
            "seat": seat,
            "ron_from": np.where(win == WINS.index(RON), discarder, np.int8(NONE)),
            "flags": flags_of(Traits(win, seat == 0, melds, copies, norths), self.mix.flags, self.table.flags, lots),
            "round": lots.below(2).astype(np.int8),
            "honba": _counted(lots),
            "sticks": _counted(lots),
        }

    def _indicators(self, held: Column, melds: Column, flags: Column, lots: Lots) -> tuple[Column, Column]:
        """Dora and ura indicators, of the tiles that the hand leaves."""
        left = np.zeros_like(held)
        left[self.wall.kinds] = COPIES - held[self.wall.kinds]
        shown = 1 + (melds // KINDS >= KONGS[0]).sum(axis=0)
        riichi = (flags >> FLAGS.index("riichi") & 1).astype(np.bool_)
        dora = _turned(left, shown, lots) if self.dora else np.zeros((0, lots.n), np.int8)
        ura = _turned(left, shown * riichi, lots) if self.ura else np.zeros((0, lots.n), np.int8)
        return dora, ura

    def _reds(self, held: Column, lots: Lots) -> Column:
        """Red fives, two bits a suit: of each five that is held, by lot whether it is one of the red ones."""
        reds = np.zeros(lots.n, np.uint8)
        for i, five in enumerate(FIVES):
            found = np.zeros(lots.n, np.uint8)
            in_wall = min(self.table.wall.reds.get(SUITS[i], 0), MOST_RED)
            for copy in range(COPIES if in_wall else 0):
                found += (held[five] > copy) & (lots.below(COPIES - copy) + found < in_wall)
            reds |= found << np.uint8(2 * i)
        return reds

    def _bonus(self, lots: Lots) -> Column:
        """Flowers and seasons that were drawn."""
        in_wall = np.repeat([self.table.wall.flowers, self.table.wall.seasons], 4)
        came: Column = np.packbits(
            lots.happens(BONUS_DRAWN, len(in_wall)) & in_wall[:, None], axis=0, bitorder="little"
        )
        return came.reshape(-1)

    def _given(self, void: Column | None, how: dict[str, Any], lots: Lots) -> dict[str, Told]:
        """What the ruleset asks for: winds by lot, the void suit, seats that have won, wins before; the rest is not told."""
        given: dict[str, Told] = {}
        for name, kind in self.asked.items():
            if kind == "wind":
                given[name] = Told(lots.below(self.seats).astype(np.int32), SEATS)
            elif kind == "suit" and void is not None:
                given[name] = Told(void.astype(np.int32), SUITS)
            elif kind == "seats":
                given[name] = Told(_gone(how["seat"], how["ron_from"], self.seats, lots), SEATS_TOGETHER)
            elif kind == "count":
                given[name] = Told(_wins_before(lots), range(1, len(BEFORE) + 1))
        return given


def _counted(lots: Lots) -> Column:
    """Counters, or sticks."""
    return np.searchsorted(COUNTED, lots.fractions(), side="right").astype(np.int32)


def _gone(winner: Column, discarder: Column, n: int, lots: Lots) -> Column:
    """The seats of n that have won already, as places in ``SEATS_TOGETHER``: each of the others by lot, never all of them."""
    seats = np.arange(n)[:, None]
    gone = lots.happens(GONE, n) & (seats != winner) & (seats != discarder)
    gone &= gone.sum(axis=0) < n - 1
    places: Column = (gone << seats).sum(axis=0, dtype=np.int32)
    return places


def _wins_before(lots: Lots) -> Column:
    """Wins in a row before this one, as places; those without any are not told."""
    return np.searchsorted(BEFORE, lots.fractions(), side="right").astype(np.int32) - 1


def _turned(left: Column, shown: Column, lots: Lots) -> Column:
    """So many indicators for each hand, which are then no longer left."""
    kinds = np.full((1 + 4, lots.n), NONE, np.int8)  # one, and one for each kong
    for i, row in enumerate(kinds):
        rows = np.flatnonzero(shown > i)
        row[rows] = picked(left[:, rows], lots.of_some(len(rows)).fractions())
        left[row[rows], rows] -= 1
    return kinds
