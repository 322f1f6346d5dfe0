"""A hand: concealed tiles, declared groups, bonus tiles, the winning tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from mahjong_core.errors import Problem
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, PUNG, Group
from mahjong_core.phrases import said
from mahjong_core.suit_tiles import ORDER, SUIT_TILES, Declared, Split, Suits, bits_of
from mahjong_core.tiles import BONUS_NAMES, KIND_OF, NAMES, NORTH_TILE, RED_FIVES, TILE_NAMES


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
        tiles = tuple(sorted(concealed, key=ORDER))
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
        self.closed, self.odd = True, reds > 0
        self.problems: tuple[Problem, ...] = ()
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
        self.bonus, self.norths = bits_of({BONUS_NAMES.index(name) for name in bonus}), norths
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
    def copies(self) -> Sequence[int]:
        """How many of each kind there are, norths set aside included."""
        norths = self.norths
        return [n + norths * (kind == NORTH_TILE) for kind, n in enumerate(self.held)] if norths else self.held

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
def red_fives(hand: Hand) -> Counter[int]:
    """Red five -> how many the hand has, the winning tile among them."""
    declared = [tile for group in hand.groups for tile in group.tiles]
    return Counter(tile for tile in (*hand.concealed, *declared, hand.win_tile) if tile in RED_FIVES)


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
    for kind, held in enumerate(hand.copies):
        if held > 4:
            found.append(Problem("too_many_copies", said("too_many_copies", n=held, tile=NAMES[kind])))
    for name in dict.fromkeys(bonus):
        if bonus.count(name) > 1:
            found.append(Problem("bonus_twice", said("bonus_twice", tile=name, n=bonus.count(name))))
    if len(hand.groups) > 4:
        found.append(Problem("too_many_groups", said("too_many_groups", n=len(hand.groups))))
    if hand.number == 14 and hand.win_tile is None:
        last = TILE_NAMES[hand.concealed[-1]] if hand.concealed else "8s"
        found.append(Problem("no_winning_tile", said("mark_the_tile", tile=last)))
    elif hand.number != (13 if hand.win_tile is None else 14):
        found.append(Problem("wrong_number_of_tiles", said("wrong_number_of_tiles", n=hand.number)))
    return tuple(found)
