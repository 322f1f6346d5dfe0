"""Hand texts as columns: the characters of all texts at once.

A text is *plain* if every pair of neighbouring characters is one of ``BEHIND`` and its groups are chows, pungs, kongs
or norths set aside; what is not plain (an added kong, Unicode tiles, mistakes) is left to :mod:`mahjong_core.notation`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mahjong_core.batch.hands import MOST_MELDS, NONE, Column, meld_code
from mahjong_core.groups import CHOW, CONCEALED_KONG, KONG, PUNG
from mahjong_core.tiles import BONUS_NAMES, KINDS, NORTH_TILE, TILE, TILE_NAMES

# Classes of characters, and what may stand behind each of them.
BEGIN, DIGIT, SUIT, BONUS, OPEN, CLOSE, SQUARE_OPEN, SQUARE_CLOSE, PLUS, MARK, END, OTHER = range(12)
SIGNS: Final = {
    DIGIT: "0123456789",
    SUIT: "mpsz",
    BONUS: "fg",
    OPEN: "(",
    CLOSE: ")",
    SQUARE_OPEN: "[",
    SQUARE_CLOSE: "]",
    PLUS: "+",
    MARK: "<^>",
}
PART: Final = (DIGIT, OPEN, SQUARE_OPEN)  # begins tiles or a group
BEHIND: Final = {
    BEGIN: PART,
    DIGIT: (DIGIT, SUIT, BONUS),
    SUIT: (*PART, PLUS, CLOSE, SQUARE_CLOSE, MARK, END),
    BONUS: (*PART, PLUS, END),
    OPEN: (DIGIT,),
    SQUARE_OPEN: (DIGIT,),
    CLOSE: (*PART, PLUS, END),
    SQUARE_CLOSE: (*PART, PLUS, END),
    PLUS: (DIGIT,),
    MARK: (CLOSE,),
}
CLASS: Final = np.full(256, OTHER, np.uint8)
for _class, _signs in SIGNS.items():
    CLASS[list(_signs.encode())] = _class
ALLOWED: Final = np.zeros((12, 12), bool)
for _class, _classes in BEHIND.items():
    ALLOWED[_class, list(_classes)] = True
# The tile of a suit's letter and a digit: 0-36, then bonus tiles 37-44; -1 there is none (0z, 5f).
LETTERS: Final = "mpszfg"
LETTER: Final = np.zeros(256, np.uint8)
LETTER[list(LETTERS.encode())] = np.arange(len(LETTERS))
FIRST_BONUS: Final = len(TILE_NAMES)
TILE_OF: Final = np.array(
    [
        {**TILE, **{name: FIRST_BONUS + i for i, name in enumerate(BONUS_NAMES)}}.get(f"{digit}{letter}", NONE)
        for letter in LETTERS
        for digit in range(10)
    ],
    np.int8,
)
KIND_OF_TILE: Final = np.array([*range(KINDS), 4, 13, 22, *[KINDS] * len(BONUS_NAMES)], np.int8)


class Texts(NamedTuple):
    """What n texts hold; a text that is not plain has anything."""

    plain: Column  # (n) bool
    counts: Column  # (n, 34) uint8, the winning tile among them
    win_tile: Column  # (n) int8, a tile 0-36; -1 none
    melds: Column  # (4, n) int16
    reds: Column  # (n) uint8
    bonus: Column  # (n) uint8
    norths: Column  # (n) uint8
    number: Column  # (n) int64: tiles with the winning one, a kong as three


def read_texts(chars: Column, offsets: Column) -> Texts:
    """Texts given as Arrow holds them: text i is ``chars[offsets[i]:offsets[i + 1]]`` (ASCII codes)."""
    chars, offsets = _without_spaces(chars, offsets)
    n = len(offsets) - 1
    lengths = np.diff(offsets)
    rows = np.repeat(np.arange(n), lengths)
    classes = CLASS.take(chars)
    plain = lengths > 0
    before = _before(classes, offsets[:-1][plain])
    plain[rows[~_neighbours(before, classes)]] = False
    opened, depth = _brackets(classes, offsets[:-1], lengths)
    at = np.flatnonzero(classes == DIGIT)
    behind_plus = before[at] == PLUS
    tiles = _tiles(chars, classes, at)
    row, inside = rows[at], depth[at] == 1
    for wrong in (
        rows[_misplaced(classes, before, depth)],
        row[tiles == NONE],
        row[behind_plus & (tiles >= FIRST_BONUS)],
    ):
        plain[wrong] = False
    own = np.flatnonzero(~inside & (tiles >= 0) & (tiles < FIRST_BONUS))
    kinds = KIND_OF_TILE.take(tiles, mode="wrap")
    counts = np.bincount(row[own] * KINDS + kinds[own], minlength=n * KINDS).astype(np.uint8).reshape(n, KINDS)
    win_tile = np.full(n, NONE, np.int8)
    win_tile[row[behind_plus]] = tiles[behind_plus]
    melds, norths, groups = _groups(classes, opened[at][inside], kinds[inside], row[inside], n, plain)
    number = np.bincount(row[own], minlength=n) + 3 * groups
    return Texts(plain, counts, win_tile, melds, _reds(tiles, row, plain), _bonus(tiles, row, plain), norths, number)


def _without_spaces(chars: Column, offsets: Column) -> tuple[Column, Column]:
    spaces = chars == ord(" ")
    if not spaces.any():
        return chars, offsets
    before = np.concatenate([[0], np.cumsum(spaces)])
    return chars[~spaces], offsets - before[offsets]


# ------------------------------------------------------------------------------------------------ the grammar
def _before(classes: Column, begins: Column) -> Column:
    """For each character the class of the one before it in its text."""
    before = np.empty_like(classes)
    before[1:] = classes[:-1]
    before[begins] = BEGIN
    return before


def _neighbours(before: Column, classes: Column) -> Column:
    """For each character: may it stand behind the one before it, and at the end, if it is the last?"""
    allowed = ALLOWED.ravel().take(before.astype(np.intp) * len(ALLOWED) + classes)
    last = np.append(before[1:] == BEGIN, True)[: len(classes)]
    allowed &= ~last | ALLOWED[:, END].take(classes)
    return allowed


def _brackets(classes: Column, begins: Column, lengths: Column) -> tuple[Column, Column]:
    """For each character: how many groups began so far, and how many of its text are open (1: inside of one)."""
    opened = np.cumsum((classes == OPEN) | (classes == SQUARE_OPEN))
    depth = opened - np.cumsum((classes == CLOSE) | (classes == SQUARE_CLOSE))
    before = np.append(0, depth)[begins]
    return opened, depth - np.repeat(before, lengths) if before.any() else depth


def _misplaced(classes: Column, before: Column, depth: Column) -> Column:
    """Places of brackets that do not match, of signs on the wrong side of one, of a '+' that is not the last but two."""
    inside, last = depth == 1, np.append(before[1:] == BEGIN, True)[: len(classes)]
    wrong = (depth < 0) | (depth > 1) | (last & inside)
    wrong |= inside & ((classes == PLUS) | (classes == BONUS))
    wrong |= ~inside & (classes == MARK)
    plus, bracket = np.flatnonzero(classes == PLUS), np.flatnonzero((classes >= OPEN) & (classes <= SQUARE_CLOSE))
    wrong[plus] |= ~last.take(plus + 2, mode="clip")
    closing = ~inside[bracket[1:]]
    wrong[bracket[1:][closing]] |= classes[bracket[1:][closing]] != classes[bracket[:-1][closing]] + 1
    marks = np.flatnonzero(classes == MARK)
    wrong[marks] |= classes.take(marks - 3, mode="wrap") == OPEN  # "(4z<)"
    wrong |= inside & (before == SUIT) & (classes == DIGIT)  # "(12m3m)": one suit, written once
    return np.flatnonzero(wrong)


# ------------------------------------------------------------------------------------------------ tiles and groups
def _tiles(chars: Column, classes: Column, at: Column) -> Column:
    """The tile of each digit: its suit is the next letter."""
    is_letter = (classes == SUIT) | (classes == BONUS)
    letters = np.append(LETTER.take(chars[is_letter]), 0).astype(np.intp)
    section = np.cumsum(is_letter)[at]
    tiles: Column = TILE_OF.take(letters[section] * 10 + chars[at] - ord("0"))
    return tiles


def _groups(
    classes: Column, group: Column, kinds: Column, row: Column, n: int, plain: Column
) -> tuple[Column, Column, Column]:
    """Codes of the declared groups, norths set aside, and the number of groups of each hand; what is neither makes
    a text that is not plain.  ``group``: for each tile inside of a bracket, which bracket."""
    melds, norths = np.full((MOST_MELDS, n), NONE, np.int16), np.zeros(n, np.uint8)
    first = np.flatnonzero(np.diff(group, prepend=NONE))
    if not len(first):
        return melds, norths, np.zeros(n, np.int64)
    size = np.diff(first, append=len(group))
    lowest, highest = (of.reduceat(kinds, first) for of in (np.minimum, np.maximum))
    total = np.add.reduceat(kinds.astype(np.int64), first)
    square = classes[(classes == OPEN) | (classes == SQUARE_OPEN)][group[first] - 1] == SQUARE_OPEN
    row, same = row[first], lowest == highest
    run = (highest - lowest == 2) & (total == 3 * (lowest.astype(np.int64) + 1)) & (lowest < 27)
    is_north = ~square & (size == 1) & (lowest == NORTH_TILE)
    types = [(CHOW, ~square & (size == 3) & run), (PUNG, ~square & (size == 3) & same)]
    types += [(KONG, ~square & (size == 4) & same), (CONCEALED_KONG, square & (size == 4) & same)]
    code = np.full(len(first), NONE, np.int16)
    for type_, of_type in types:
        code[of_type] = meld_code(type_, 0) + lowest[of_type].astype(np.int16)
    plain[row[(code == NONE) & ~is_north]] = False
    np.add.at(norths, row[is_north], 1)
    row, code = row[code != NONE], code[code != NONE]
    groups = np.bincount(row, minlength=n)
    place = np.arange(len(row)) - (np.cumsum(groups) - groups)[row]
    plain[groups > MOST_MELDS] = False
    melds[place[place < MOST_MELDS], row[place < MOST_MELDS]] = code[place < MOST_MELDS]
    return melds, norths, groups


def _reds(tiles: Column, row: Column, plain: Column) -> Column:
    """Two bits a suit; four in a hand are left to care."""
    red = (tiles >= KINDS) & (tiles < FIRST_BONUS)
    bits = 1 << 2 * (tiles[red].astype(np.int64) - KINDS)
    plain &= np.bincount(row[red], minlength=len(plain)) <= 3
    return np.bincount(row[red], weights=bits, minlength=len(plain)).astype(np.int64).astype(np.uint8)


def _bonus(tiles: Column, row: Column, plain: Column) -> Column:
    """One bit a bonus tile; one that is written twice is left to care."""
    bonus = tiles >= FIRST_BONUS
    if not bonus.any():
        return np.zeros(len(plain), np.uint8)
    held: Any = np.bincount(row[bonus] * 8 + tiles[bonus] - FIRST_BONUS, minlength=8 * len(plain)).reshape(-1, 8)
    plain &= held.max(axis=1) <= 1
    return np.packbits(held > 0, axis=1, bitorder="little").ravel()
