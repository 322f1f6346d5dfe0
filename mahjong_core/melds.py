"""The declared groups of records: ``{"type": "chi", "tiles": "340m", "called": "4m", "from": "left"}``."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from mahjong_core.errors import HandError, Problem
from mahjong_core.groups import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    EXPECTED,
    KONG,
    PUNG,
    SOURCES,
    Group,
    is_group,
    make_group,
)
from mahjong_core.remembered import Remembered
from mahjong_core.tile_text import parse_tile, parse_tiles, print_tiles
from mahjong_core.tiles import NORTH_TILE

MELD_KEYS: Final = frozenset(("type", "tiles", "called", "from"))
MELD_TYPES: Final = {"chi": CHOW, "pon": PUNG, "daiminkan": KONG, "kakan": ADDED_KONG, "ankan": CONCEALED_KONG}
MELD_NAMES: Final = {type_: name for name, type_ in MELD_TYPES.items()}


def _meld(meld: tuple[str, str, str | None, str | None]) -> Group | int:
    """The group of a meld, or the number of norths set aside.  Raises HandError if it is none."""
    name, text, called, source = meld
    if source not in (None, *SOURCES):
        raise LookupError(source)
    tiles = parse_tiles(text)
    if name == "kita":
        if not tiles or set(tiles) != {NORTH_TILE}:
            raise _no_group(name, text, "norths, like '4z'")
        return len(tiles)
    type_ = MELD_TYPES[name]
    if not is_group(type_, tiles):
        raise _no_group(name, text, EXPECTED[type_])
    if type_ == CONCEALED_KONG and (called, source) != (None, None):
        raise _no_group(name, text, "no claimed tile and no source: a concealed kong is claimed from nobody")
    if called is None:
        return make_group(type_, tiles, None)
    first = parse_tile(called)
    if first not in tiles:
        message = f"the called tile {called!r} is not in {text!r}; expected one of its tiles"
        raise HandError([Problem("called_not_in_group", message)])
    place = tiles.index(first)
    tiles = (first, *tiles[:place], *tiles[place + 1 :])
    return make_group(type_, tiles, source)


def _no_group(name: str, text: str, expected: str) -> HandError:
    return HandError([Problem("not_a_group", f"{text!r} is no {name}: expected {expected}")])


class Meld(NamedTuple):
    """A meld that was read: what it is as a group, and what its suit is told of it.  A north set aside has no group."""

    group: Group | None
    suit: int
    declared: tuple[str, int]  # type and rank
    norths: int


def _told(meld: tuple[str, str, str | None, str | None]) -> Meld:
    found = _meld(meld)
    if isinstance(found, int):
        return Meld(None, 3, ("kita", 0), found)
    suit, rank = divmod(found.kind, 9)
    return Meld(found, suit, (found.type, rank), 0)


MELDS: Final = Remembered[tuple[str, str, str | None, str | None], Meld](_told)


def meld_of(group: Group) -> dict[str, Any]:
    """The meld of a group; it is read back as the same group."""
    called = None if group.source is None else print_tiles(group.tiles[:1])
    return {
        "type": MELD_NAMES[group.type],
        "tiles": print_tiles(group.tiles),
        "called": called,
        "from": group.source,
    }
