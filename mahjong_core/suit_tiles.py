"""The tiles of one suit of a hand and the groups declared in it.

Together they are an object that exists once and is looked up, so that its readings are worked out once for all hands
that hold it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from mahjong_core import decompose
from mahjong_core.decompose import Parts, tally
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from mahjong_core.remembered import Remembered
from mahjong_core.tiles import KIND_OF, TILE

# By kind; a red five stands before the plain ones.
ORDER: Final = tuple(2 * kind + (tile < 34) for tile, kind in enumerate(KIND_OF)).__getitem__


class Split(NamedTuple):
    """One reading of a suit and its groups, as sets of kinds.  It exists once, and is pickled as where it stands."""

    runs: int
    runs_2: int
    runs_3: int
    runs_4: int
    triplets: int
    pair: int
    concealed_triplets: int
    tally: int
    own_runs: int  # those in the hand: the winning tile may have completed them
    own_triplets: int
    parts: Parts
    told: dict[Any, Any]  # what ``readings`` has said of it; and HOME: where it stands

    def __reduce__(self) -> tuple[Any, ...]:
        return _split_at, self.told[HOME]


HOME: Final = "home"


def _split_at(suit: int, counts: bytes, declared: Declared, won: bool, i: int) -> Split:
    tiles = SUIT_TILES[suit, counts, declared]
    return (tiles.splits if won else tiles.partitions(declared))[i]


Declared = tuple[tuple[str, int], ...]  # (type, rank) of each group of a suit, sorted


IMPOSSIBLE: Final = 1000  # the number of tiles of a suit with five of a kind


class SuitTiles:
    """The tiles of one suit (or the honours), the winning tile among them, and the groups declared in it."""

    __slots__ = (
        "_partitions", "added_quads", "concealed_quads", "counts", "has_pair", "held", "held_2", "held_3", "held_4",
        "kinds", "number", "quads", "splits", "suit",
    )  # fmt: skip

    def __init__(self, suit: int, counts: bytes, declared: Declared) -> None:
        first = 9 * suit
        held = list(counts)
        self.quads = self.concealed_quads = self.added_quads = 0
        for type_, rank in declared:
            for i in range(3 if type_ == CHOW else 1):
                held[rank + i] += 1 if type_ == CHOW else 3 if type_ == PUNG else 4
            if type_ in (KONG, ADDED_KONG, CONCEALED_KONG):
                self.quads |= 1 << first + rank
                self.concealed_quads |= (type_ == CONCEALED_KONG) << first + rank
                self.added_quads |= (type_ == ADDED_KONG) << first + rank
        self.suit, self.counts, self.held = suit, counts, bytes(held)
        self.number = sum(counts) if max(held) <= 4 else IMPOSSIBLE
        self.has_pair = sum(counts) % 3 == 2  # in every reading, or in none
        self.kinds, self.held_2, self.held_3, self.held_4 = (
            bits_of(first + rank for rank, n in enumerate(held) if n >= least) for least in (1, 2, 3, 4)
        )
        self.splits = self._at_home(
            [_placed(parts, suit, declared) for parts in decompose.splits(counts)], declared, True
        )
        self._partitions: tuple[Split, ...] | None = None

    def partitions(self, declared: Declared) -> tuple[Split, ...]:
        """The readings of a hand that did not win."""
        if self._partitions is None:
            found = decompose.partitions(self.counts)
            placed = [_placed(parts, self.suit, declared) for parts in found]
            self._partitions = self._at_home(placed, declared, False)
        return self._partitions

    def _at_home(self, placed: list[Split], declared: Declared, won: bool) -> tuple[Split, ...]:
        for i, split in enumerate(placed):
            split.told[HOME] = self.suit, self.counts, declared, won, i
        return tuple(placed)


def _placed(parts: Parts, suit: int, declared: Declared) -> Split:
    """Parts of a suit's concealed tiles and its groups, together and at the suit's place."""
    first = 9 * suit
    chows = [rank for type_, rank in declared if type_ == CHOW]
    others = [(type_, first + rank) for type_, rank in declared if type_ != CHOW]
    runs = sorted([*parts.runs, *chows])
    concealed = {first + rank for rank in parts.triplets} | {kind for t, kind in others if t == CONCEALED_KONG}
    tallies = [tally("triplets", True, first + rank) for rank in parts.triplets]
    tallies += [tally("triplets" if t == PUNG else "quads", t == CONCEALED_KONG, kind) for t, kind in others]
    at_least = [bits_of(first + rank for rank in set(runs) if runs.count(rank) >= n) for n in (1, 2, 3, 4)]
    own_triplets = bits_of(first + rank for rank in parts.triplets)
    return Split(
        runs=at_least[0],
        runs_2=at_least[1],
        runs_3=at_least[2],
        runs_4=at_least[3],
        triplets=bits_of([first + rank for rank in parts.triplets] + [kind for _, kind in others]),
        pair=bits_of(first + rank for rank in parts.pairs),
        concealed_triplets=bits_of(concealed),
        tally=sum(tallies),
        own_runs=bits_of(first + rank for rank in set(parts.runs)),
        own_triplets=own_triplets,
        parts=parts,
        told={},
    )


def bits_of(kinds: Iterable[int]) -> int:
    bits = sum(1 << kind for kind in kinds)
    return _ONCE.setdefault(bits, bits)


_ONCE: Final[dict[int, int]] = {}  # sets of one suit exist once, so that they stay in the processor's cache


Suits = tuple[SuitTiles, SuitTiles, SuitTiles, SuitTiles]  # characters, circles, bamboos, honours
SUIT_TILES: Final = Remembered[tuple[int, bytes, Declared], SuitTiles](lambda key: SuitTiles(*key))


class SuitText(NamedTuple):
    """What the digits of a suit say."""

    suit: SuitTiles  # the winning tile among them
    tiles: tuple[int, ...]  # without it, in order
    reds: int


def _of_digits(key: tuple[int, str, int | None, Declared]) -> SuitText:
    """Raises LookupError for what is no tile, and for too many."""
    suit, digits, win, declared = key
    tiles = sorted((TILE[digit + "mpsz"[suit]] for digit in digits), key=ORDER)
    if len(tiles) > MOST_OF_SUIT:
        raise LookupError(digits)
    kinds = [KIND_OF[tile] - 9 * suit for tile in tiles] + ([] if win is None else [KIND_OF[win] - 9 * suit])
    counts = bytes(kinds.count(rank) for rank in range(7 if suit == 3 else 9))
    return SuitText(SUIT_TILES[suit, counts, declared], tuple(tiles), sum(tile >= 34 for tile in tiles))


MOST_OF_SUIT: Final = 14  # tiles that are read by look-ups
# (suit, digits, the winning tile if it is of this suit, groups declared in it) -> what they say
SUIT_TEXTS: Final = Remembered[tuple[int, str, "int | None", Declared], SuitText](_of_digits)
