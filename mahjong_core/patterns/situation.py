"""How the hand was won, and what was declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.facts import Facts, event, none, some

if TYPE_CHECKING:
    from mahjong_core.facts import Number, Truth

RIICHI: Final = event("riichi")
DOUBLE_RIICHI: Final = event("double_riichi")
OPEN_RIICHI: Final = event("open_riichi")
IPPATSU: Final = event("ippatsu")
AFTER_QUAD: Final = event("rinshan")
ROBBED_QUAD: Final = event("chankan")
LAST_TILE_DRAWN: Final = event("haitei")
LAST_DISCARD: Final = event("houtei")
DISCARD_AFTER_QUAD: Final = event("kanburi")
HEAVENLY: Final = event("tenhou")
EARTHLY: Final = event("chiihou")
FIRST_DISCARD: Final = event("renhou")
NO_CALLS: Final = event("sans_chant")

# How the round of a hand that did not win ended: ``h.given["round_end"]``.
OTHER_WON: Final = 1
DRAW: Final = 2


def riichi(h: Facts) -> Truth:
    """Riichi was declared, or a calling hand."""
    return some(h.events & RIICHI)


def double_riichi(h: Facts) -> Truth:
    """Riichi was declared with the first discard."""
    return some(h.events & DOUBLE_RIICHI)


def open_riichi(h: Facts) -> Truth:
    """Riichi was declared and the hand, or its wait, was shown."""
    return some(h.events & OPEN_RIICHI)


def double_open_riichi(h: Facts) -> Truth:
    """Open riichi was declared with the first discard."""
    return some(h.events & OPEN_RIICHI) & some(h.events & DOUBLE_RIICHI)


def ippatsu(h: Facts) -> Truth:
    """Won within one uninterrupted turn after riichi."""
    return some(h.events & IPPATSU)


def after_quad(h: Facts) -> Truth:
    """Won by the replacement tile of a quad."""
    return some(h.events & AFTER_QUAD)


def robbed_quad(h: Facts) -> Truth:
    """Won by the tile that another player added to a triplet."""
    return some(h.events & ROBBED_QUAD)


def last_tile_drawn(h: Facts) -> Truth:
    """Won by the last tile of the wall."""
    return some(h.events & LAST_TILE_DRAWN)


def last_discard(h: Facts) -> Truth:
    """Won by the last discard."""
    return some(h.events & LAST_DISCARD)


def discard_after_quad(h: Facts) -> Truth:
    """Won by the discard that follows a quad."""
    return some(h.events & DISCARD_AFTER_QUAD)


def heavenly(h: Facts) -> Truth:
    """The dealer won by the first fourteen tiles."""
    return some(h.events & HEAVENLY)


def earthly(h: Facts) -> Truth:
    """Another player won by the first, uninterrupted draw."""
    return some(h.events & EARTHLY)


def first_discard(h: Facts) -> Truth:
    """Won by a discard before the own first draw."""
    return some(h.events & FIRST_DISCARD)


def self_drawn(h: Facts) -> Truth:
    """Won by a drawn tile."""
    return h.self_draw


def closed_self_draw(h: Facts) -> Truth:
    """A closed hand, won by a drawn tile."""
    return h.closed & h.self_draw


def entirely_concealed_self_draw(h: Facts) -> Truth:
    """No tile came from another player, the winning tile included."""
    return h.closed & h.self_draw


def closed_discard_win(h: Facts) -> Truth:
    """A closed hand, won by a discard."""
    return h.closed & h.won & none(h.self_draw)


def won_hand(h: Facts) -> Truth:
    """The hand won."""
    return h.won


def open_hand(h: Facts) -> Truth:
    """A group was claimed."""
    return none(h.closed)


def every_hand(h: Facts) -> Truth:
    """Every hand, won or not."""
    return some(h.tiles)


def closed_hand(h: Facts) -> Truth:
    """Nothing was claimed; a declared concealed quad keeps a hand closed."""
    return h.closed


def dealt_in_open_riichi(h: Facts) -> Truth:
    """A discard was thrown into an open riichi."""
    return some(h.events & OPEN_RIICHI) & none(h.self_draw)


def thrown_into_open_riichi(h: Facts) -> Truth:
    """A discard was thrown into an open riichi; a robbed quad is none."""
    return some(h.events & OPEN_RIICHI) & none(h.self_draw) & none(h.events & ROBBED_QUAD)


def declared_no_calls(h: Facts) -> Truth:
    """To call nothing was declared before the first draw."""
    return some(h.events & NO_CALLS)


def dealer_after_eight_wins(h: Facts) -> Truth:
    """The dealer won, for at least the ninth time in a row."""
    return h.dealer & (h.given["wins_in_a_row"] >= 8)


def eight_wins_in_a_row(h: Facts) -> Number:
    """How often this win makes eight in a row (1 for the eighth to the fifteenth)."""
    return (h.given["wins_in_a_row"] + 1) >> 3


def calling_hand(h: Facts) -> Truth:
    """A calling hand was declared."""
    return some(h.events & RIICHI)


def beaten_calling_hand(h: Facts) -> Truth:
    """A calling hand was declared and another player won."""
    return some(h.events & RIICHI) & none(h.won) & (h.given["round_end"] == OTHER_WON)
