"""Tiles as people write them, character by character.

Read are ``345m`` (``0`` = red five), Unicode tiles, upper-case honours ``E S W N P F C``, full-width characters and the
red fives of mjai (``5mr``); spaces are free.  Everything else is *trouble*: what it is, where, and what was expected.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mahjong_core.errors import HandError, Problem
from mahjong_core.tiles import BONUS_NAMES, TILE, UNICODE

TILES, BONUS, MARK = "tile", "bonus", "mark"  # the other words are their own signs: + ( ) [ ]
MARKS: Final = {"<": "left", "^": "across", ">": "right"}
HONOUR_LETTERS: Final = {letter: f"{rank}z" for rank, letter in enumerate("ESWNPFC", 1)}
BONUS_OF: Final = {name: number for number, name in enumerate(BONUS_NAMES)}
RANGES: Final = {
    "z": "honours go from 1z to 7z",
    "f": "flowers go from 1f to 4f",
    "g": "seasons go from 1g to 4g",
}
DIGITS: Final = "0123456789"
SUIT_LETTERS: Final = "mpszfg"
VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
LOWER_CASE: Final = "abcdefghijklmnopqrstuvwxyz"


class Word(NamedTuple):
    """One tile or one sign.  ``value``: the tile (0-36), the number of a bonus tile (0-7), the source of a mark."""

    what: str
    value: int
    at: int  # place of its first character, from 0
    end: int  # behind its last
    source: str = ""


class Trouble(NamedTuple):
    """What cannot be read, and where."""

    at: int
    message: str
    code: str = "unreadable"


def trouble(text: str, at: int, what: str, code: str = "unreadable") -> Trouble:
    """Quotes the whole text; an arrow stands before the character in question."""
    before, behind = (repr(part)[1:-1] for part in (text[:at], text[at:]))
    arrow = f"{before} --> {behind}".strip()
    return Trouble(at, f"cannot read {text!r} (position {at + 1}: {arrow}): {what}", code)


def refuse(troubles: list[Trouble]) -> HandError:
    """All of them in one error, in the order of the text."""
    return HandError([Problem(code, message) for _, message, code in sorted(troubles)])


def scan(text: str) -> tuple[list[Word], list[Trouble]]:
    """The words of a text, and all that is no word."""
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.words, scanner.troubles


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = "".join(map(_half_width, text))  # character for character
        self.words: list[Word] = []
        self.troubles: list[Trouble] = []

    def scan(self) -> None:
        at = 0
        while at < len(self.plain):
            at = self._next(at)

    def _next(self, at: int) -> int:
        """Read what starts here; the place behind it."""
        char = self.plain[at]
        if char.isspace():
            return at + 1
        if char in DIGITS:
            return self._digits(at)
        if char in UNICODE:
            return self._named(UNICODE[char], at, self._behind(at + 1, VARIATION_SELECTORS))
        if char in HONOUR_LETTERS:
            return self._named(HONOUR_LETTERS[char], at, at + 1)
        if char in MARKS:
            self.words.append(Word(MARK, 0, at, at + 1, MARKS[char]))
            return at + 1
        if char in "+()[]":
            self.words.append(Word(char, 0, at, at + 1))
            return at + 1
        return self._unknown(at)

    def _named(self, name: str, at: int, end: int) -> int:
        if name in TILE:
            self.words.append(Word(TILES, TILE[name], at, end))
        else:
            self.words.append(Word(BONUS, BONUS_OF[name], at, end))
        return end

    def _digits(self, first: int) -> int:
        """Digits and their suit."""
        places = [first]
        at = first + 1
        while at < len(self.plain) and (self.plain[at] in DIGITS or self.plain[at].isspace()):
            if self.plain[at] in DIGITS:
                places.append(at)
            at += 1
        suit = self.plain[at : at + 1]
        if suit and suit in LOWER_CASE and suit not in SUIT_LETTERS:
            return self._no_such_suit(places, at)
        if not suit or suit not in SUIT_LETTERS:
            self._no_suit(places, suit)
            return at
        if self.plain[at + 1 : at + 2] == "r":
            self._mjai_red(places, suit, at + 1)
            return at + 2
        for place in places:
            self._tile(self.plain[place] + suit, place, at + 1)
        return at + 1

    def _tile(self, name: str, at: int, end: int) -> None:
        if name in TILE or name in BONUS_OF:
            self._named(name, at, end)
        else:
            self._refuse(at, f"there is no {name}; {RANGES[name[1]]}")

    def _mjai_red(self, places: list[int], suit: str, at: int) -> None:
        if len(places) == 1 and self.plain[places[0]] == "5" and suit in "mps":
            self._named(f"0{suit}", places[0], at + 1)
        else:
            self._refuse(at, "'r' makes one five red: expected 5mr, 5pr, 5sr, or 0 for a red five")

    def _no_suit(self, places: list[int], found: str) -> None:
        digits = "".join(self.plain[place] for place in places)
        hint = f", in lower case: {found.lower()}" if found and found.lower() in SUIT_LETTERS else ""
        expected = "expected m p s z (f g for bonus tiles) after it"
        self._refuse(places[0], f"{digits!r} has no suit; {expected}{hint}")

    def _no_such_suit(self, places: list[int], at: int) -> int:
        digits = "".join(self.plain[place] for place in places)
        end = self._behind(at, LOWER_CASE)
        expected = f"expected m p s z (f g for bonus tiles) after {digits!r}"
        self._refuse(at, f"{self.text[at:end]!r} is no suit; {expected}")
        return end

    def _unknown(self, at: int) -> int:
        char = self.plain[at]
        end = self._behind(at + 1, LOWER_CASE) if char in LOWER_CASE else at + 1
        found = self.text[at:end]
        if char in SUIT_LETTERS and end == at + 1:
            self._refuse(at, f"the suit {found!r} has no digits; expected them before it, like 1{char}")
        else:
            expected = "expected tiles like 345m, honours 1z-7z, groups in ( ) or [ ], '+' before the winning tile"
            self._refuse(at, f"{found!r} is no tile; {expected}")
        return end

    def _behind(self, at: int, chars: str) -> int:
        while at < len(self.plain) and self.plain[at] in chars:
            at += 1
        return at

    def _refuse(self, at: int, what: str) -> None:
        self.troubles.append(trouble(self.text, at, what))


def _half_width(char: str) -> str:
    """The ASCII character that a full-width one stands for."""
    return chr(ord(char) - 0xFEE0) if "\uff01" <= char <= "\uff5e" else char
