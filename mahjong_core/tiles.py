"""Tile kinds, and sets of kinds as ints with one bit per kind.

===========  ==============  ==========
kinds        written         bits
===========  ==============  ==========
characters   ``1m``-``9m``   0-8
circles      ``1p``-``9p``   9-17
bamboos      ``1s``-``9s``   18-26
winds        ``1z``-``4z``   27-30 (east south west north)
dragons      ``5z``-``7z``   31-33 (white green red)
===========  ==============  ==========

A *tile* is a kind, or 34, 35, 36 for the red fives ``0m 0p 0s``.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = 0b111111111  # the nine ranks, in the first suit's place


def each_suit(ranks: int) -> int:
    """These ranks (bits 0-8) in all three suits."""
    return ranks | ranks << 9 | ranks << 18


MAN: Final = RANKS
PIN: Final = RANKS << 9
SOU: Final = RANKS << 18
SUITS: Final = MAN | PIN | SOU
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
EAST, SOUTH, WEST, NORTH = (1 << kind for kind in range(27, 31))
WHITE, GREEN, RED = (1 << kind for kind in range(31, 34))
HONOURS: Final = WINDS | DRAGONS
ALL: Final = SUITS | HONOURS
TERMINALS: Final = each_suit(0b100000001)
SIMPLES: Final = each_suit(0b011111110)
OUTSIDE: Final = TERMINALS | HONOURS
RANK_1: Final = each_suit(1)

KINDS: Final = 34
NAMES: Final = tuple(
    [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
)
RED_FIVES: Final = (34, 35, 36)
TILE_NAMES: Final = (*NAMES, "0m", "0p", "0s")
TILE: Final = {name: tile for tile, name in enumerate(TILE_NAMES)}
NORTH_TILE: Final = TILE["4z"]
KIND_OF: Final[tuple[int, ...]] = (*range(KINDS), 4, 13, 22)  # a red five is a five
SEATS: Final = "ESWN"
WIND_BIT: Final = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
BONUS_NAMES: Final = ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g")  # bits 0-3 flowers, 4-7 seasons

# Unicode 1F000 has winds, red green white dragons, characters, bamboos, circles, flowers (1F022-25), seasons (1F026-29).
UNICODE: Final = {
    **{chr(0x1F000 + i): f"{i + 1}z" for i in range(4)},
    "\U0001f004": "7z",
    "\U0001f005": "6z",
    "\U0001f006": "5z",
    **{chr(0x1F007 + i): f"{i + 1}m" for i in range(9)},
    **{chr(0x1F010 + i): f"{i + 1}s" for i in range(9)},
    **{chr(0x1F019 + i): f"{i + 1}p" for i in range(9)},
    **{chr(0x1F022 + i): f"{i + 1}f" for i in range(4)},
    **{chr(0x1F026 + i): f"{i + 1}g" for i in range(4)},
}
PICTURES: Final = {name: picture for picture, name in UNICODE.items()}

WORDS: Final = {
    "z": ("east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"),
    "m": "characters",
    "p": "circles",
    "s": "bamboos",
}


def words(tile: int) -> str:
    """A tile in English words: ``'red 5 of circles'``, ``'west wind'``."""
    name = TILE_NAMES[tile]
    if name[1] == "z":
        return WORDS["z"][int(name[0]) - 1]
    return f"red 5 of {WORDS[name[1]]}" if name[0] == "0" else f"{name[0]} of {WORDS[name[1]]}"


def kind_bit(name: str) -> int:
    """The set of one kind: ``"5p"``."""
    return 1 << NAMES.index(name)


def kinds_in(bits: int) -> list[int]:
    """The kinds of a set, lowest first."""
    return [kind for kind in range(bits.bit_length()) if bits >> kind & 1]


def names_in(bits: int) -> str:
    """A set of kinds as text: ``'19m5z'``."""
    return compact([NAMES[kind] for kind in kinds_in(bits)])


def compact(names: list[str]) -> str:
    """``['1m', '9m', '5z']`` -> ``'19m5z'``."""
    text = ""
    for i, name in enumerate(names):
        text += name[0] if i + 1 < len(names) and names[i + 1][1] == name[1] else name
    return text


def next_kind(kind: int, in_play: int = ALL) -> int:
    """The kind that an indicator points to: 9 -> 1, north -> east, red -> white; kinds that are not in play are left out."""
    first, length = (kind // 9 * 9, 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    following = [first + (kind - first + step) % length for step in range(1, length + 1)]
    return next((other for other in following if in_play >> other & 1), following[0])


def next_kinds(in_play: int) -> tuple[int, ...]:
    """For each kind the one that it points to, where only these are in play."""
    return tuple(next_kind(kind, in_play) for kind in range(KINDS))


NEXT: Final = next_kinds(ALL)
