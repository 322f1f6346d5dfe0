"""The whole-hand shapes that ship with the library: seven pairs, orphans, serpents ..., each for one hand and for many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mahjong_core import facts
from mahjong_core.facts import Facts, count, none, some
from mahjong_core.groups import CHOW
from mahjong_core.hands import Hand
from mahjong_core.shapes import Shape, Whole
from mahjong_core.tiles import (
    ALL,
    DRAGONS,
    HONOURS,
    KINDS,
    MAN,
    NAMES,
    OUTSIDE,
    PIN,
    SIMPLES,
    SOU,
    SUITS,
    TERMINALS,
    WINDS,
    compact,
    each_suit,
    kinds_in,
)

if TYPE_CHECKING:
    from mahjong_core.facts import Bits, Truth
    from mahjong_core.shapes import Counts, Missing

RANKS_1_TO_7: Final = each_suit(0b001111111)
RANKS_1_TO_8: Final = each_suit(0b011111111)
FIRST_DRAW: Final = facts.event("tenhou") | facts.event("chiihou")


def seven_pairs(hand: Hand) -> Sequence[Whole]:
    """Seven different pairs."""
    if hand.groups or hand.held_2.bit_count() != 7 or hand.held_2 != hand.tiles:
        return ()
    return (Whole(hand.held_2, " ".join(2 * NAMES[kind][0] + NAMES[kind][1] for kind in kinds_in(hand.held_2))),)


def seven_pairs_repeated(hand: Hand) -> Sequence[Whole]:
    """Seven pairs, four of a kind being two of them, at least once."""
    fours = hand.held_4
    if hand.groups or not fours or hand.held_3 != fours or hand.held_2 != hand.tiles or sum(hand.held) != 14:
        return ()
    pairs = [2 * NAMES[kind][0] + NAMES[kind][1] for kind in kinds_in(hand.tiles) for _ in range(hand.held[kind] // 2)]
    return (Whole(hand.held_2, " ".join(pairs)),)


def to_seven_pairs_repeated(hand: Hand) -> tuple[int, int]:
    """A second pair of a kind is as good as any other."""
    odd = hand.tiles & ~hand.held_2 | hand.held_3 & ~hand.held_4
    pairs = sum(copies // 2 for copies in hand.held)
    return 7 - pairs, odd or ALL & ~hand.tiles


def to_seven_pairs_repeated_columns(counts: Counts) -> Missing:
    pairs: Missing = (counts >> 1).sum(axis=0, dtype="u1")
    missing: Missing = 7 - pairs
    return missing


def to_seven_pairs(hand: Hand) -> tuple[int, int]:
    """Four of a kind are one pair, so a hand of fewer than seven kinds lacks others too."""
    tiles, twice = hand.tiles, hand.held_2
    kinds, pairs = tiles.bit_count(), twice.bit_count()
    return (7 - pairs, tiles & ~twice) if kinds >= 7 else (14 - kinds - pairs, ALL & ~twice)


def to_seven_pairs_columns(counts: Counts) -> Missing:
    kinds: Missing = (counts > 0).view("u1").sum(axis=0, dtype="u1")
    pairs: Missing = (counts > 1).view("u1").sum(axis=0, dtype="u1")
    missing: Missing = 14 - kinds.clip(max=7) - pairs
    return missing


def thirteen_orphans(hand: Hand) -> Sequence[Whole]:
    """One of each terminal and honour, and one of them twice."""
    if hand.tiles != OUTSIDE or hand.groups:
        return ()
    return (Whole(hand.held_2, _as_text(hand)),)


def to_thirteen_orphans(hand: Hand) -> tuple[int, int]:
    found, twice = hand.tiles & OUTSIDE, hand.held_2 & OUTSIDE
    missing = 14 - found.bit_count()
    return (missing - 1, OUTSIDE & ~found) if twice else (missing, OUTSIDE)


def to_thirteen_orphans_columns(counts: Counts) -> Missing:
    outside = counts[kinds_in(OUTSIDE)]
    found: Missing = (outside > 0).view("u1").sum(axis=0, dtype="u1")
    missing: Missing = 14 - found - (outside.max(axis=0) > 1)
    return missing


def lanterns(hand: Hand) -> Sequence[Whole]:
    """Thirteen orphans whose pair is a terminal."""
    return thirteen_orphans(hand) if hand.tiles == OUTSIDE and hand.held_2 & TERMINALS else ()


def little_serpent(hand: Hand) -> Sequence[Whole]:
    """1 to 9 of one suit, the four winds, one honour more; runs of the suit may be claimed."""
    suits = hand.tiles & ~HONOURS
    if suits not in (MAN, PIN, SOU) or hand.tiles & WINDS != WINDS or not _only_chows_claimed(hand):
        return ()
    honours = sum(hand.held[27:])
    return (Whole(hand.held_2, _as_text(hand)),) if honours == 5 and sum(hand.held) == 14 else ()


def nine_tile_hand(hand: Hand) -> Sequence[Whole]:
    """The six terminals, 2 to 8 of one suit, and a second one of a terminal; runs may be claimed."""
    if hand.tiles & HONOURS or hand.tiles & TERMINALS != TERMINALS or not _only_chows_claimed(hand):
        return ()
    middle = hand.tiles & ~TERMINALS
    full = [suit & ~TERMINALS for suit in (MAN, PIN, SOU)]
    if middle not in full or sum(hand.held) != 14 or hand.held_2 & ~TERMINALS:
        return ()
    return (Whole(hand.held_2, _as_text(hand)),)


def three_wind_quads_in_hand(hand: Hand) -> Sequence[Whole]:
    """All four tiles of three winds, undeclared, and a pair of the fourth."""
    found = hand.held_4 & WINDS
    if hand.groups or hand.tiles != WINDS or found.bit_count() != 3 or hand.held_3 != found:
        return ()
    return (Whole(hand.tiles & ~found, _as_text(hand)),)


def three_dragon_quads_in_hand(hand: Hand) -> Sequence[Whole]:
    """All four tiles of the three dragons, undeclared, and a pair of a wind."""
    pair = hand.tiles & ~DRAGONS
    if hand.groups or hand.held_4 != DRAGONS or pair.bit_count() != 1 or not pair & WINDS:
        return ()
    return (Whole(pair, _as_text(hand)),)


def thirteen_unrelated(hand: Hand) -> Sequence[Whole]:
    """A pair and twelve tiles of which no two are alike, or of one suit and less than three ranks apart."""
    tiles = hand.tiles
    if hand.groups or tiles.bit_count() != 13 or hand.held_2.bit_count() != 1 or sum(hand.held) != 14:
        return ()
    near = tiles & tiles >> 1 & RANKS_1_TO_8 | tiles & tiles >> 2 & RANKS_1_TO_7
    return () if near else (Whole(hand.held_2, _as_text(hand)),)


def _only_chows_claimed(hand: Hand) -> bool:
    return all(group.type == CHOW for group in hand.groups)


def _as_text(hand: Hand) -> str:
    """All tiles of the hand, in order."""
    return compact([NAMES[kind] for kind in range(KINDS) for _ in range(hand.held[kind])])


# ------------------------------------------------------------------------------------------------ as patterns
def has_seven_pairs(h: Facts) -> Truth:
    return (count(h.held_2) == 7) & (h.held_2 == h.tiles) & (h.claimed == 0)


def has_seven_pairs_repeated(h: Facts) -> Truth:
    all_pairs = (h.held_2 == h.tiles) & (h.held_3 == h.held_4) & (count(h.held_2) + count(h.held_4) == 7)
    return all_pairs & some(h.held_4) & (h.claimed == 0) & none(h.quads)


def has_thirteen_unrelated(h: Facts) -> Truth:
    """Counts only where the hand is won by its first tiles."""
    near = h.tiles & h.tiles >> 1 & RANKS_1_TO_8 | h.tiles & h.tiles >> 2 & RANKS_1_TO_7
    return some(h.events & FIRST_DRAW) & (count(h.tiles) == 13) & (count(h.held_2) == 1) & none(near)


def has_thirteen_orphans(h: Facts) -> Truth:
    """No declared group leaves room for thirteen kinds."""
    return h.tiles == OUTSIDE


def has_lanterns(h: Facts) -> Truth:
    return (h.tiles == OUTSIDE) & some(h.held_2 & TERMINALS)


def has_little_serpent(h: Facts) -> Truth:
    """Of fourteen tiles, nine kinds of a suit and four winds leave one: a dragon, or a second wind."""
    suits = h.tiles & SUITS
    one_suit = (suits == MAN) | (suits == PIN) | (suits == SOU)
    kinds = count(h.tiles)
    a_dragon, a_wind = kinds == 14, (kinds == 13) & some(h.held_2 & WINDS)
    return one_suit & (h.tiles & WINDS == WINDS) & (a_dragon | a_wind)


def has_nine_tile_hand(h: Facts) -> Truth:
    middle = h.tiles & (SIMPLES | HONOURS)
    one_suit = (middle == MAN & SIMPLES) | (middle == PIN & SIMPLES) | (middle == SOU & SIMPLES)
    return (h.tiles & TERMINALS == TERMINALS) & one_suit & none(h.held_2 & SIMPLES)


def has_three_wind_quads_in_hand(h: Facts) -> Truth:
    quads = h.held_4
    return (h.tiles == WINDS) & (count(quads) == 3) & (h.held_3 == quads) & none(h.quads) & (h.claimed == 0)


def has_three_dragon_quads_in_hand(h: Facts) -> Truth:
    pair = h.tiles & (ALL ^ DRAGONS)
    return (h.held_4 == DRAGONS) & (count(pair) == 1) & some(pair & WINDS) & none(h.quads) & (h.claimed == 0)


def twice_held(h: Facts) -> Bits:
    return h.held_2


def not_four_times_held(h: Facts) -> Bits:
    return h.tiles ^ h.held_4


WHOLE_HANDS: Final = (
    Shape("seven_pairs", seven_pairs, to_seven_pairs, to_seven_pairs_columns, when=has_seven_pairs, pair=twice_held),
    Shape(
        "thirteen_orphans",
        thirteen_orphans,
        to_thirteen_orphans,
        to_thirteen_orphans_columns,
        when=has_thirteen_orphans,
        pair=twice_held,
    ),
    Shape(
        "seven_pairs_repeated",
        seven_pairs_repeated,
        to_seven_pairs_repeated,
        to_seven_pairs_repeated_columns,
        when=has_seven_pairs_repeated,
        pair=twice_held,
    ),
    Shape("thirteen_unrelated", thirteen_unrelated, when=has_thirteen_unrelated, pair=twice_held),
    Shape("lanterns", lanterns, when=has_lanterns, pair=twice_held),
    Shape("little_serpent", little_serpent, when=has_little_serpent, pair=twice_held),
    Shape("nine_tile_hand", nine_tile_hand, when=has_nine_tile_hand, pair=twice_held),
    Shape(
        "three_wind_quads_in_hand",
        three_wind_quads_in_hand,
        when=has_three_wind_quads_in_hand,
        pair=not_four_times_held,
    ),
    Shape(
        "three_dragon_quads_in_hand",
        three_dragon_quads_in_hand,
        when=has_three_dragon_quads_in_hand,
        pair=not_four_times_held,
    ),
)
