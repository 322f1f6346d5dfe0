"""Plain lists of tiles as text: indicators, discards, one tile, the tiles of a record's groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mahjong_core.lexer import BONUS, TILES, Trouble, Word, refuse, scan, trouble
from mahjong_core.remembered import Remembered
from mahjong_core.tiles import KIND_OF, TILE_NAMES, compact


def _read(text: str) -> tuple[int, ...]:
    words, troubles = scan(text)
    troubles += [_no_plain_tile(text, word) for word in words if word.what != TILES]
    if troubles:
        raise refuse(troubles)
    return tuple(word.value for word in words)


def _no_plain_tile(text: str, word: Word) -> Trouble:
    found = text[word.at : word.end]
    why = "is a bonus tile" if word.what == BONUS else "is out of place"
    return trouble(text, word.at, f"{found!r} {why}; expected only tiles here, like 345m1z")


_TILES: Final = Remembered[str, tuple[int, ...]](_read)
_KINDS: Final = Remembered[str, tuple[int, ...]](lambda text: tuple(KIND_OF[tile] for tile in _TILES[text]))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Tiles (0-36) in the order written: ``"0m5z"`` -> ``(34, 31)``.  Raises HandError with every problem."""
    return _TILES[text]


def parse_kinds(text: str) -> tuple[int, ...]:
    """Kinds (0-33) in the order written; a red five is a five: ``"0m5z"`` -> ``(4, 31)``.

    Raises HandError with every problem.
    """
    return _KINDS[text]


def parse_tile(text: str) -> int:
    """One tile (0-36): ``"0m"`` -> 34.  Raises HandError with every problem."""
    tiles = _TILES[text]
    if len(tiles) != 1:
        raise refuse([trouble(text, 0, f"{len(tiles)} tiles; expected one, like 5m")])
    return tiles[0]


def print_tiles(tiles: Iterable[int]) -> str:
    """Tiles as text in the order given: ``(34, 4, 31)`` -> ``"05m5z"``."""
    return compact([TILE_NAMES[tile] for tile in tiles])
