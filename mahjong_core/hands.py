"""A hand: concealed tiles, declared groups, bonus tiles, the winning tile.

The tiles of a suit, together with the groups declared in it, are an object that exists once and is looked up, so that
its readings are worked out once for all hands that hold it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from mahjong_core import decompose
from mahjong_core.decompose import Parts, tally
from mahjong_core.errors import Problem
from mahjong_core.remembered import Remembered
from mahjong_core.tiles import BONUS_NAMES, KIND_OF, NAMES, RED_FIVES, TILE, TILE_NAMES

# By kind; a red five stands before the plain ones.
_ORDER: Final = tuple(2 * kind + (tile < 34) for tile, kind in enumerate(KIND_OF)).__getitem__
CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG = "chow", "pung", "kong", "added_kong", "concealed_kong"
SOURCES: Final = ("left", "across", "right")


class Group(NamedTuple):
    """A declared group.  ``tiles`` as written: with a ``source`` the first is the claimed one, and of an added kong the
    last is the added one; without, they are in order."""

    type: str  # CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG
    tiles: tuple[int, ...]
    source: str | None = None  # "left" "across" "right", or not told

    @property
    def kind(self) -> int:
        """Its lowest kind."""
        return min(KIND_OF[tile] for tile in self.tiles)

    @property
    def claimed(self) -> bool:
        """Was a tile of it taken from a discard?"""
        return self.type != CONCEALED_KONG


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
            _bits(first + rank for rank, n in enumerate(held) if n >= least) for least in (1, 2, 3, 4)
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
    at_least = [_bits(first + rank for rank in set(runs) if runs.count(rank) >= n) for n in (1, 2, 3, 4)]
    own_triplets = _bits(first + rank for rank in parts.triplets)
    return Split(
        runs=at_least[0],
        runs_2=at_least[1],
        runs_3=at_least[2],
        runs_4=at_least[3],
        triplets=_bits([first + rank for rank in parts.triplets] + [kind for _, kind in others]),
        pair=_bits(first + rank for rank in parts.pairs),
        concealed_triplets=_bits(concealed),
        tally=sum(tallies),
        own_runs=_bits(first + rank for rank in set(parts.runs)),
        own_triplets=own_triplets,
        parts=parts,
        told={},
    )


def _bits(kinds: Iterable[int]) -> int:
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
    tiles = sorted((TILE[digit + "mpsz"[suit]] for digit in digits), key=_ORDER)
    if len(tiles) > MOST_OF_SUIT:
        raise LookupError(digits)
    kinds = [KIND_OF[tile] - 9 * suit for tile in tiles] + ([] if win is None else [KIND_OF[win] - 9 * suit])
    counts = bytes(kinds.count(rank) for rank in range(7 if suit == 3 else 9))
    return SuitText(SUIT_TILES[suit, counts, declared], tuple(tiles), sum(tile >= 34 for tile in tiles))


MOST_OF_SUIT: Final = 14  # tiles that are read by look-ups
# (suit, digits, the winning tile if it is of this suit, groups declared in it) -> what they say
SUIT_TEXTS: Final = Remembered[tuple[int, str, "int | None", Declared], SuitText](_of_digits)


class Hand:
    """An immutable hand.

    ``concealed``: tiles in order, without the winning tile; ``groups`` in any order; ``win_tile``: a tile, or None for
    a hand that waits or did not win; ``bonus``: flowers and seasons, bits 0-7; ``norths``: norths set aside.
    ``problems``: what is wrong with the tiles whatever the ruleset.  ``Hand.parse`` reads text, ``str`` prints it.
    """

    __slots__ = (
        "added_quads", "bonus", "claimed", "closed", "concealed", "concealed_quads", "groups", "held",
        "held_2", "held_3", "held_4", "norths", "odd", "problems", "quads", "reds", "suits", "tiles", "win", "win_bit",
        "win_tile",
    )  # fmt: skip

    def __init__(
        self,
        concealed: Iterable[int],
        groups: Iterable[Group] = (),
        win_tile: int | None = None,
        bonus: Iterable[str] = (),
        norths: int = 0,
    ) -> None:
        tiles = tuple(sorted(concealed, key=_ORDER))
        groups, bonus = tuple(groups), tuple(bonus)
        counts = [0] * 37
        for tile in tiles if win_tile is None else (*tiles, win_tile):
            counts[tile] += 1
        for red, five in zip(RED_FIVES, (4, 13, 22), strict=True):
            counts[five] += counts[red]
        held, (d0, d1, d2, d3) = bytes(counts), declared_by(groups)
        suits = (
            SUIT_TILES[0, held[:9], d0],
            SUIT_TILES[1, held[9:18], d1],
            SUIT_TILES[2, held[18:27], d2],
            SUIT_TILES[3, held[27:34], d3],
        )
        reds = sum(counts[34:]) + sum([tile >= 34 for group in groups for tile in group.tiles])
        self._fill(suits, tiles, groups, win_tile, reds, bonus, norths)

    @classmethod
    def of_suits(
        cls, suits: Suits, concealed: tuple[int, ...], groups: tuple[Group, ...], win_tile: int | None, reds: int
    ) -> Hand:
        """A hand whose suits (the winning tile among them) have been looked up.  ``concealed`` in order."""
        hand = cls.__new__(cls)
        hand._fill(suits, concealed, groups, win_tile, reds, (), 0)
        return hand

    def _fill(
        self, suits: Suits, concealed: tuple[int, ...], groups: tuple[Group, ...], win_tile: int | None, reds: int,
        bonus: tuple[str, ...], norths: int,
    ) -> None:  # fmt: skip
        self.suits, self.concealed, self.groups, self.win_tile, self.reds = suits, concealed, groups, win_tile, reds
        man, pin, sou, honours = suits
        self.held = man.held + pin.held + sou.held + honours.held
        self.tiles = man.kinds | pin.kinds | sou.kinds | honours.kinds
        self.held_2 = man.held_2 | pin.held_2 | sou.held_2 | honours.held_2
        self.held_3 = man.held_3 | pin.held_3 | sou.held_3 | honours.held_3
        self.held_4 = man.held_4 | pin.held_4 | sou.held_4 | honours.held_4
        self.bonus = self.norths = self.claimed = self.quads = self.concealed_quads = self.added_quads = 0
        self.closed, self.problems, self.odd = True, (), reds > 0
        if win_tile is None:
            self.win, self.win_bit, expected = -1, 0, 13
        else:
            self.win = kind = KIND_OF[win_tile]
            self.win_bit, expected = 1 << kind, 14
        if groups:
            self._add_groups()
            expected -= 3 * len(groups)
        if man.number + pin.number + sou.number + honours.number != expected or bonus or norths or len(groups) > 4:
            self._add_odd(bonus, norths)

    def _add_groups(self) -> None:
        for group in self.groups:
            if group.type != CONCEALED_KONG:
                self.claimed += 1
                self.closed = False
            if group.type not in (CHOW, PUNG):
                kong = 1 << group.kind
                self.quads |= kong
                self.concealed_quads |= kong if group.type == CONCEALED_KONG else 0
                self.added_quads |= kong if group.type == ADDED_KONG else 0

    def _add_odd(self, bonus: tuple[str, ...], norths: int) -> None:
        """What a second look is worth at: bonus tiles, norths, and whatever is wrong with the tiles."""
        self.bonus, self.norths = _bits({BONUS_NAMES.index(name) for name in bonus}), norths
        self.problems = _tile_problems(self, bonus)
        self.odd = True

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read the hand text of the contract: ``"345m40677p67s(340m)+8s"``.

        Raises HandError, with every problem, if the text cannot be read.
        """
        from mahjong_core.notation import parse_hand

        return parse_hand(text)

    @property
    def number(self) -> int:
        """How many tiles, a kong counted as three."""
        return len(self.concealed) + (self.win_tile is not None) + 3 * len(self.groups)

    @property
    def declared(self) -> tuple[Declared, ...]:
        """The declared groups of each suit."""
        return declared_by(self.groups)

    @property
    def partitions(self) -> list[tuple[Split, ...]]:
        """For each suit, the readings of a hand that did not win."""
        return [suit.partitions(declared) for suit, declared in zip(self.suits, self.declared, strict=True)]

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.concealed, tuple(sorted(self.groups, key=repr)), self.win_tile, self.bonus, self.norths

    def __reduce__(self) -> tuple[Any, ...]:
        bonus = [name for i, name in enumerate(BONUS_NAMES) if self.bonus >> i & 1]
        return Hand, (self.concealed, self.groups, self.win_tile, bonus, self.norths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __str__(self) -> str:
        from mahjong_core.notation import print_hand

        return print_hand(self)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


@cache
def _declared_once(groups: tuple[Group, ...]) -> tuple[Declared, ...]:
    suits: list[list[tuple[str, int]]] = [[], [], [], []]
    for group in groups:
        suits[group.kind // 9].append((group.type, group.kind % 9))
    return tuple(tuple(sorted(suit)) for suit in suits)


NOTHING_DECLARED: Final[tuple[Declared, ...]] = ((), (), (), ())


def declared_by(groups: tuple[Group, ...]) -> tuple[Declared, ...]:
    """The declared groups of each suit."""
    return _declared_once(groups) if groups else NOTHING_DECLARED


def _tile_problems(hand: Hand, bonus: tuple[str, ...]) -> tuple[Problem, ...]:
    """What is wrong with the tiles, whatever the ruleset."""
    found: list[Problem] = []
    for kind, held in enumerate(hand.held):
        if held > 4:
            found.append(Problem("too_many_copies", f"{held} copies of {NAMES[kind]}: there are only four of a kind"))
    for name in dict.fromkeys(bonus):
        if bonus.count(name) > 1:
            found.append(Problem("bonus_twice", f"{name} is written {bonus.count(name)} times: there is one of each"))
    if len(hand.groups) > 4:
        found.append(Problem("too_many_groups", f"{len(hand.groups)} declared groups: a hand has four at most"))
    if hand.number == 14 and hand.win_tile is None:
        text = f"{TILE_NAMES[hand.concealed[-1]]}" if hand.concealed else "the tile"
        message = f"no winning tile is marked; write '+' before the tile that completed the hand (like '+{text}')"
        found.append(Problem("no_winning_tile", message))
    elif hand.number != (13 if hand.win_tile is None else 14):
        expected = "13, or 14 with the winning tile after '+'"
        message = f"{hand.number} tiles, a kong counted as three; expected {expected}"
        found.append(Problem("wrong_number_of_tiles", message))
    return tuple(found)
