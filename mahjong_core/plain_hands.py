"""Hands from texts whose digits and suits stand in order: the hot path of reading, by look-ups alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mahjong_core.hands import Hand
from mahjong_core.melds import Meld
from mahjong_core.remembered import Remembered
from mahjong_core.suit_tiles import SUIT_TEXTS, Declared, SuitText
from mahjong_core.tiles import KIND_OF, KINDS


def plain_hand(text: str, melds: Sequence[Meld], win_tile: int | None) -> Hand:
    """A hand whose concealed tiles are digits and suits in order, ``"345m40677p67s"``, by a look-up for each suit.

    Raises LookupError where the text says anything else.
    """
    man = pin = sou = ""
    empty = not text  # no tiles at all, or a suit without any
    if "m" in text:
        man, _, text = text.partition("m")
        empty |= not man
    if "p" in text:
        pin, _, text = text.partition("p")
        empty |= not pin
    if "s" in text:
        sou, _, text = text.partition("s")
        empty |= not sou
    if empty or (text and (text[-1] != "z" or text == "z")):
        raise LookupError(text)
    if melds:
        return _with_melds((man, pin, sou, text[:-1]), melds, win_tile)
    m, p, s, z = MAN[man], PIN[pin], SOU[sou], HONOURS[text[:-1]]
    reds = m.reds + p.reds + s.reds
    if win_tile is not None:
        suit = SUIT_OF[win_tile]
        if suit == 0:
            m = SUIT_TEXTS[0, man, win_tile, ()]
        elif suit == 1:
            p = SUIT_TEXTS[1, pin, win_tile, ()]
        elif suit == 2:
            s = SUIT_TEXTS[2, sou, win_tile, ()]
        else:
            z = SUIT_TEXTS[3, text[:-1], win_tile, ()]
        reds += win_tile >= KINDS
    return Hand.of_suits((m.suit, p.suit, s.suit, z.suit), m.tiles + p.tiles + s.tiles + z.tiles, (), win_tile, reds)


def _with_melds(digits: tuple[str, str, str, str], melds: Sequence[Meld], win_tile: int | None) -> Hand:
    declared: list[Declared] = [(), (), (), ()]
    for meld in melds:
        if meld.group is None:
            raise LookupError(meld)
        of_suit = declared[meld.suit]
        declared[meld.suit] = (meld.declared,) if not of_suit else tuple(sorted((*of_suit, meld.declared)))
    suits = [MAN[digits[0]], PIN[digits[1]], SOU[digits[2]], HONOURS[digits[3]]]
    of_win = -1 if win_tile is None else SUIT_OF[win_tile]
    for suit in 0, 1, 2, 3:
        if declared[suit] or suit == of_win:
            suits[suit] = SUIT_TEXTS[suit, digits[suit], win_tile if suit == of_win else None, declared[suit]]
    m, p, s, z = suits
    groups = tuple([meld.group for meld in melds if meld.group is not None])
    reds = m.reds + p.reds + s.reds + ((win_tile or 0) >= KINDS)
    for group in groups:
        reds += max(group.tiles) >= KINDS and sum([tile >= KINDS for tile in group.tiles])
    return Hand.of_suits(
        (m.suit, p.suit, s.suit, z.suit), m.tiles + p.tiles + s.tiles + z.tiles, groups, win_tile, reds
    )


def _concealed_of(suit: int) -> Remembered[str, SuitText]:
    """Digits of a suit without a winning tile and declared groups -> what they say."""
    return Remembered[str, SuitText](lambda digits: SUIT_TEXTS[suit, digits, None, ()])


SUIT_OF: Final = tuple(kind // 9 for kind in KIND_OF)
MAN, PIN, SOU, HONOURS = map(_concealed_of, range(4))
