"""Declared groups: what they are, from their tiles, as text, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mahjong_core.lexer import BONUS, MARK, MARKS, TILES, Word
from mahjong_core.tile_text import print_tiles
from mahjong_core.tiles import KIND_OF

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


SIGN_OF = {source: sign for sign, source in MARKS.items()}
EXPECTED = {
    CHOW: "a run of three in one suit",
    PUNG: "three equal tiles",
    KONG: "four equal tiles",
    ADDED_KONG: "four equal tiles",
    CONCEALED_KONG: "four equal tiles",
}


def claimed_type(tiles: Sequence[int]) -> str | None:
    """CHOW, PUNG or KONG, whichever these tiles are, or None."""
    return next((type_ for type_ in (CHOW, PUNG, KONG) if is_group(type_, tiles)), None)


def is_group(type_: str, tiles: Sequence[int]) -> bool:
    """Are these the tiles of such a group?"""
    kinds = sorted(KIND_OF[tile] for tile in tiles)
    if type_ == CHOW:
        return len(kinds) == 3 and kinds[0] < 27 and kinds[0] % 9 < 7 and kinds == list(range(kinds[0], kinds[0] + 3))
    return len(kinds) == (3 if type_ == PUNG else 4) and kinds[0] == kinds[-1]


def make_group(type_: str, tiles: Sequence[int], source: str | None) -> Group:
    """A group as ``Group`` keeps it: with a source as given, without one in order (an added tile stays the last)."""
    if source is not None:
        return Group(type_, tuple(tiles), source)
    if type_ == ADDED_KONG:
        return Group(type_, (*sorted(tiles[:3], key=_in_order), tiles[3]))
    return Group(type_, tuple(sorted(tiles, key=_in_order)))


def group_of(bracket: str, words: list[Word]) -> tuple[Group | None, str]:
    """The group that stands between brackets, or None and why there is none."""
    source = next((word.source for word in words if word.what == MARK), None)
    if source is not None:
        if bracket == "[":
            return None, "a concealed kong was claimed from nobody; expected four equal tiles and no mark"
        if [word.what for word in words].index(MARK) < len(words) - 1:
            return None, "expected one mark, the last sign of the group"
        words = words[:-1]
    if any(word.what == BONUS for word in words):
        return None, "bonus tiles stand alone; expected a chow, a pung or a kong"
    if [word.what for word in words].count("+"):
        return _added_kong(bracket, words, source)
    tiles = [word.value for word in words]
    if bracket == "[":
        if is_group(CONCEALED_KONG, tiles):
            return make_group(CONCEALED_KONG, tiles, None), ""
        return None, "expected four equal tiles between [ ]"
    type_ = claimed_type(tiles)
    if type_ is None:
        return None, "expected a run of three in one suit, or three or four equal tiles, between ( )"
    return make_group(type_, tiles, source), ""


def _added_kong(bracket: str, words: list[Word], source: str | None) -> tuple[Group | None, str]:
    tiles = [word.value for word in words if word.what == TILES]
    if bracket == "(" and [word.what for word in words] == [TILES] * 3 + ["+", TILES] and is_group(ADDED_KONG, tiles):
        return make_group(ADDED_KONG, tiles, source), ""
    return None, "expected '+' before the fourth equal tile of an added kong only, like (777z+7z)"


def print_group(group: Group) -> str:
    """A group as text: ``"(403m<)"``, ``"(777z+7z^)"``, ``"[0555p]"``."""
    if group.type == CONCEALED_KONG:
        return f"[{print_tiles(group.tiles)}]"
    mark = "" if group.source is None else SIGN_OF[group.source]
    if group.type == ADDED_KONG:
        return f"({print_tiles(group.tiles[:3])}+{print_tiles(group.tiles[3:])}{mark})"
    return f"({print_tiles(group.tiles)}{mark})"


def _in_order(tile: int) -> tuple[int, int]:
    return KIND_OF[tile], -tile
