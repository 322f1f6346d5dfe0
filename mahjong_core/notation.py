"""Hands as text, both ways: ``"345m40677p67s(340m<)[1111z]+8s"``.

::

    hand     = { tiles | group | bonus } [ "+" tile ]        spaces are free
    tiles    = digits suit        suit = m p s z;  0 = red five
    group    = "(" tiles [ "+" tile ] [ "<" | "^" | ">" ] ")"    claimed: chow, pung, kong, added kong "(777z+7z<)"
             | "[" tiles "]"                                     declared concealed kong
    bonus    = digits ("f" | "g") | "(4z)"                       flowers, seasons, norths set aside

``<`` ``^`` ``>`` = taken from left, across, right; the first tile written is then the claimed one.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mahjong_core.checks import check_situation
from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import Group, group_of, print_group
from mahjong_core.hands import Hand
from mahjong_core.lexer import BONUS, TILES, Trouble, Word, refuse, scan, trouble
from mahjong_core.phrases import said
from mahjong_core.remembered import Remembered
from mahjong_core.tile_text import parse_kinds, parse_tile, parse_tiles, print_tiles
from mahjong_core.tiles import BONUS_NAMES, NORTH_TILE, TILE

__all__ = [
    "check_situation",
    "parse_bonus",
    "parse_hand",
    "parse_kinds",
    "parse_tile",
    "parse_tiles",
    "print_bonus",
    "print_group",
    "print_hand",
    "print_tiles",
    "read_pieces",
]

CLOSES: Final = {"(": ")", "[": "]"}
MOST_TILES: Final = 20


class Pieces(NamedTuple):
    """What a text holds, in the order written."""

    concealed: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()
    bonus: tuple[str, ...] = ()
    norths: int = 0
    win_tile: int | None = None

    def hand(self) -> Hand:
        """The hand that these make.

        Raises HandError if they are far too many: the readings of so many tiles take seconds to count.
        """
        number = len(self.concealed) + 3 * len(self.groups)
        if number > MOST_TILES:
            raise HandError([Problem("wrong_number_of_tiles", said("wrong_number_of_tiles", n=number))])
        return Hand(self.concealed, self.groups, self.win_tile, self.bonus, self.norths)

    def problems_in_part(self) -> list[Problem]:
        """What stays wrong, however the rest of the text may be meant."""
        try:
            problems = self.hand().problems
        except HandError as error:
            return error.problems
        return [
            problem for problem in problems if problem.code in ("too_many_copies", "bonus_twice", "too_many_groups")
        ]


_PIECE: Final = re.compile(r"[0-9]+[mpsz]|\([^][()]*\)|\[[^][()]*\]|\+[0-9][mpsz]\Z|[0-9]+[fg]")


def _piece(text: str) -> Pieces | None:
    pieces, troubles = _careful(text)
    return None if troubles else pieces


_PIECES: Final = Remembered[str, Pieces | None](_piece)
_TILES: Final = Remembered[str, tuple[int, ...] | None](lambda text: p.concealed if (p := _piece(text)) else None)


def _quick(text: str) -> Pieces | None:
    """The pieces by look-ups alone, or None where the text must be read with care."""
    found = _PIECE.findall(text)
    if len("".join(found)) != len(text):
        return None
    concealed: tuple[int, ...] = ()
    others: list[str] = []
    for piece in found:
        if piece[-1] in "mpsz" and piece[0] != "+":
            tiles = _TILES[piece]
            if tiles is None:
                return None
            concealed += tiles
        else:
            others.append(piece)
    return _with_others(concealed, others)


def _with_others(concealed: tuple[int, ...], others: list[str]) -> Pieces | None:
    if not others:
        return Pieces(concealed) if concealed else None
    groups: tuple[Group, ...] = ()
    bonus: tuple[str, ...] = ()
    norths, win_tile = 0, None
    for text in others:
        piece = TILE.get(text[1:]) if text[0] == "+" else _PIECES[text]
        if isinstance(piece, int):
            win_tile = piece
        elif piece is None:
            return None
        else:
            groups += piece.groups
            bonus += piece.bonus
            norths += piece.norths
    return Pieces(concealed, groups, bonus, norths, win_tile)


# ------------------------------------------------------------------------------------------------ reading
def parse_hand(text: str) -> Hand:
    """Read a hand.  What is wrong with its tiles as a hand (five of a kind, twelve tiles) is in ``Hand.problems``.

    Raises HandError, with every problem, if the text cannot be read: ``unreadable``, ``not_a_group``.
    """
    return read_pieces(text).hand()


def read_pieces(text: str) -> Pieces:
    """What a hand text holds.  Raises HandError like ``parse_hand``."""
    pieces = _quick(text.replace(" ", ""))
    if pieces is None:
        pieces, troubles = _careful(text)
        if troubles:
            error = refuse(troubles)
            raise HandError(error.problems + pieces.problems_in_part())
    return pieces


def parse_bonus(text: str) -> tuple[tuple[str, ...], int]:
    """Bonus tiles alone: ``"14f2g(4z)"`` -> ``(("1f", "4f", "2g"), 1)``; ``"4z"`` is a north set aside, too.

    Raises HandError with every problem.
    """
    if not text or text.isspace():
        return (), 0
    pieces = read_pieces(text)
    norths = sum(tile == NORTH_TILE for tile in pieces.concealed)
    if pieces.groups or pieces.win_tile is not None or norths < len(pieces.concealed):
        raise refuse([trouble(text, 0, "expected bonus tiles only: 1-4f, 1-4g, norths set aside (4z)")])
    return pieces.bonus, pieces.norths + norths


def _careful(text: str) -> tuple[Pieces, list[Trouble]]:
    reader = _Reader(text)
    reader.read()
    return reader.pieces(), reader.troubles


class _Reader:
    """Reads words as a hand; what is wrong is noted, and reading goes on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words, self.troubles = scan(text)
        self.unreadable = [trouble.at for trouble in self.troubles]  # no follow-up complaints about these places
        self.concealed: list[int] = []
        self.groups: list[Group] = []
        self.bonus: list[str] = []
        self.norths = 0
        self.plus: Word | None = None
        self.winning: list[int] = []

    def pieces(self) -> Pieces:
        win_tile = self.winning[0] if self.winning else None
        return Pieces(tuple(self.concealed), tuple(self.groups), tuple(self.bonus), self.norths, win_tile)

    def read(self) -> None:
        if not self.words and not self.troubles:
            self._refuse(0, "there are no tiles; expected a hand like 123m456p789s1122z+1z")
        at = 0
        while at < len(self.words):
            at = self._word(at)
        if self.plus and not self.winning and not self._unreadable(self.plus.at, len(self.text)):
            self._refuse(self.plus.at, "no tile stands behind '+'; expected the tile that completed the hand")

    def _word(self, at: int) -> int:
        word = self.words[at]
        if word.what in CLOSES:
            return self._group(at)
        if word.what == TILES:
            self._tile(word)
        elif word.what == BONUS and not self.plus:
            self.bonus.append(BONUS_NAMES[word.value])
        elif word.what == "+" and not self.plus:
            self.plus = word
        else:
            self._misplaced(word)
        return at + 1

    def _tile(self, word: Word) -> None:
        if not self.plus:
            self.concealed.append(word.value)
            return
        self.winning.append(word.value)
        if len(self.winning) == 2:
            self._refuse(word.at, "several tiles behind '+'; expected one winning tile, at the end of the text")

    def _misplaced(self, word: Word) -> None:
        sign = self.text[word.at : word.end]
        if word.what == "+":
            self._refuse(word.at, "a second '+'; expected one winning tile, at the end of the text")
        elif word.what == BONUS:
            self._refuse(word.at, f"the bonus tile {sign!r} stands behind '+'; expected it before the winning tile")
        elif word.what in CLOSES.values():
            self._refuse(word.at, f"{sign!r} closes no bracket")
        else:
            self._refuse(word.at, f"{sign!r} stands in no group; expected it before ')', like (340m{sign})")

    def _group(self, first: int) -> int:
        """Read a group from its bracket on; the place behind it."""
        opening, at = self.words[first], first + 1
        while at < len(self.words) and self.words[at].what not in "()[]":
            at += 1
        closing = self.words[at] if at < len(self.words) else None
        expected = CLOSES[opening.what]
        if closing is None or closing.what != expected:
            message = f"the bracket '{opening.what}' is not closed; expected '{expected}' behind the group"
            self._refuse(opening.at, message)
            wrong_close = closing is not None and closing.what in CLOSES.values()
            return at + 1 if wrong_close else at
        if self.plus:
            self._refuse(opening.at, "a group stands behind '+'; expected the winning tile at the end of the text")
            self.unreadable.append(opening.at)
        elif not self._unreadable(opening.at, closing.at):
            self._declare(opening, self.words[first + 1 : at], closing)
        return at + 1

    def _declare(self, opening: Word, words: list[Word], closing: Word) -> None:
        if opening.what == "(" and [(word.what, word.value) for word in words] == [(TILES, NORTH_TILE)]:
            self.norths += 1
            return
        group, why = group_of(opening.what, words)
        if group is not None:
            self.groups.append(group)
            return
        quoted = self.text[opening.at : closing.end]
        self.troubles.append(trouble(self.text, opening.at, f"{quoted!r} is no group: {why}", "not_a_group"))

    def _unreadable(self, first: int, last: int) -> bool:
        return any(first <= at <= last for at in self.unreadable)

    def _refuse(self, at: int, what: str) -> None:
        self.troubles.append(trouble(self.text, at, what))


# ------------------------------------------------------------------------------------------------ printing
def print_bonus(hand: Hand) -> str:
    """Flowers, seasons, norths set aside: ``"14f2g(4z)"``."""
    text = ""
    for first, suit in ((0, "f"), (4, "g")):
        digits = "".join(str(rank + 1) for rank in range(4) if hand.bonus >> first + rank & 1)
        text += digits + suit if digits else ""
    return text + "(4z)" * hand.norths


def print_hand(hand: Hand) -> str:
    """The canonical text: concealed tiles m p s z, groups, bonus tiles, winning tile.  ``parse_hand`` reads it back."""
    text = print_tiles(hand.concealed) + "".join(map(print_group, hand.groups)) + print_bonus(hand)
    return text if hand.win_tile is None else f"{text}+{print_tiles([hand.win_tile])}"
