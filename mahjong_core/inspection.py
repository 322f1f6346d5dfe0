"""What is wrong with a hand and its situation under a ruleset: every problem at once, each with a code and a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from mahjong_core.errors import Problem
from mahjong_core.groups import CHOW, print_group
from mahjong_core.hands import Hand
from mahjong_core.phrases import said
from mahjong_core.remembered import Remembered
from mahjong_core.situations import How, Situation
from mahjong_core.tables import Flag, Table
from mahjong_core.tiles import ALL, BONUS_NAMES, HONOURS, MAN, NAMES, PIN, RED_FIVES, SOU, TILE_NAMES, names_in

ALREADY_WON: Final = "already_won"
INVALID, NOT_PLAYABLE = "invalid", "not_playable"


class Traits(NamedTuple):
    """What flags may ask of a hand."""

    closed: bool
    groups: bool
    kongs: bool
    copies: int  # of the winning tile, that tile included


# What flags ask for beside a closed hand, as three bits: declared groups, a kong, another copy of the winning tile.
TRAITS: Final = [(bool(bits & 1), bool(bits & 2), 2 if bits & 4 else 1) for bits in range(8)]
ALL_WELL: Final = (1 << len(TRAITS)) - 1


class Inspector:
    """Checks hands against one table."""

    def __init__(self, table: Table[Any]) -> None:
        self.table, wall = table, table.wall
        suits = sum(bits for suit, bits in (("m", MAN), ("p", PIN), ("s", SOU)) if suit in wall.suits)
        self.in_play = suits | (HONOURS if wall.honours else 0)
        self.not_in_play = ALL ^ self.in_play
        self.no_bonus = (0 if wall.flowers else 0b1111) | (0 if wall.seasons else 0b11110000)
        self.reds = Counter({red: wall.reds.get(suit, 0) for red, suit in zip(RED_FIVES, "mps", strict=True)})
        self.has_reds = self.reds.total() > 0
        self.picky = self.not_in_play != 0 or not wall.chows  # must the tiles of every hand be looked at?
        self._contradictions = Remembered[tuple[How, Traits], tuple[Problem, ...]](
            lambda case: tuple(self._of_flags(*case))
        )

    # ------------------------------------------------------------------------------------------ is all well?
    def looks_well(self, hand: Hand) -> bool:
        """Nothing wrong with the tiles?  (Winning tile, indicators and flags aside.)"""
        fine = not (hand.tiles & self.not_in_play) and (not hand.odd or self._odd_is_fine(hand))
        return fine and (self.table.wall.chows or not _claimed_runs(hand))

    def _odd_is_fine(self, hand: Hand) -> bool:
        """Of a hand with red fives, bonus tiles, norths or problems."""
        if hand.problems or hand.norths or hand.bonus & self.no_bonus:
            return False
        return not (self.has_reds and any(True for _ in self._of_reds(hand)))

    def agreeing(self, how: How, closed: bool) -> int:
        """One bit for each of ``TRAITS``: do the flags agree with such a hand?"""
        if not how.flags and ALREADY_WON not in self.table.situation:
            return ALL_WELL
        return sum((not self._contradictions[how, Traits(closed, *traits)]) << bit for bit, traits in enumerate(TRAITS))

    def inspect(self, hand: Hand, situation: Situation) -> tuple[str, tuple[Problem, ...]]:
        """(status, every problem)."""
        not_here = list(self._of_wall(hand))
        problems = list(hand.problems)
        if not problems and (situation.win is None) is not (hand.win_tile is None):
            problems.append(_win_and_tile(hand))
        problems += self._of_reds(hand) if self.has_reds else ()
        problems += _of_indicators(hand, situation, self.table.most_indicators)
        problems += self._contradictions[situation.how, _traits(hand)]
        if problems:
            return INVALID, tuple(problems + not_here)
        return (NOT_PLAYABLE if not_here else ""), tuple(not_here)

    def notes(self, hand: Hand, situation: Situation) -> list[str]:
        """How the hand was read, where that may surprise."""
        if hand.reds and not self.has_reds:
            return [said("no_reds", ruleset=self.table.ruleset)]
        return []

    # ------------------------------------------------------------------------------------------ tiles
    def _of_wall(self, hand: Hand) -> Iterator[Problem]:
        missing, name = hand.tiles & self.not_in_play, self.table.ruleset
        if missing:
            yield Problem("tiles_not_in_play", said("tiles_not_in_play", tiles=names_in(missing), ruleset=name))
        bonus = hand.bonus & self.no_bonus
        if bonus:
            tiles = " ".join(name for i, name in enumerate(BONUS_NAMES) if bonus >> i & 1)
            yield Problem("bonus_not_in_play", said("bonus_not_in_play", tiles=tiles, ruleset=name))
        if not self.table.wall.chows and (runs := _claimed_runs(hand)):
            yield Problem("chows_not_in_play", said("chows_not_in_play", groups=" ".join(runs), ruleset=name))
        if hand.norths:
            yield Problem("norths_not_in_play", said("norths_not_in_play"))

    def _of_reds(self, hand: Hand) -> Iterator[Problem]:
        tiles = [*hand.concealed, *(tile for group in hand.groups for tile in group.tiles)]
        held = Counter(tile for tile in [*tiles, hand.win_tile] if tile in RED_FIVES)
        for red, n in held.items():
            there = self.reds[red]
            if n > there:
                name = TILE_NAMES[red]
                yield Problem("red_five_twice", said("red_five_twice", tile=name, n=n, there=there, suit=name[1]))

    # ------------------------------------------------------------------------------------------ flags
    def _of_flags(self, how: How, traits: Traits) -> Iterator[Problem]:
        """What contradicts the ``flags:`` block of the table."""
        known = {flag: self.table.flags[flag] for flag in sorted(how.flags) if flag in self.table.flags}
        implied = how.flags.union(*(rule.implies for rule in known.values()))
        gone = how.given.get(ALREADY_WON) or () if ALREADY_WON in self.table.situation else ()
        if how.seat is not None and how.seat in gone:
            yield Problem("already_won", said("already_won", seat=how.seat))
        elif len(set(gone)) >= 3:
            yield Problem("already_won", said("hand_over"))
        for flag, rule in known.items():
            yield from self._of_win(flag, rule, how)
            yield from self._of_hand(flag, rule, traits, how)
            if rule.needs and not implied.intersection(rule.needs):
                needed = " / ".join(rule.needs)
                yield Problem(f"{flag}_without_{rule.needs[0]}", said("flag_needs", flag=flag, needed=needed))
            for other in rule.excludes:
                mutual = other in known and flag in self.table.flags[other].excludes
                if other in how.flags and not (mutual and other < flag):
                    yield Problem(f"{flag}_with_{other}", said("flag_excludes", flag=flag, other=other))

    def _of_win(self, flag: str, rule: Flag, how: How) -> Iterator[Problem]:
        if how.win is None:
            if rule.won or rule.win:
                yield Problem(f"{flag}_without_win", said("flag_won", flag=flag))
        elif rule.win is not None and how.win != rule.win:
            yield Problem(f"{flag}_with_{how.win}", said(f"flag_{rule.win}", flag=flag))
        if rule.dealer is not None and how.seat is not None and (how.seat == "E") != rule.dealer:
            who, other = ("dealer", "child") if rule.dealer else ("child", "dealer")
            yield Problem(f"{flag}_of_{other}", said(f"flag_{who}", flag=flag))

    def _of_hand(self, flag: str, rule: Flag, traits: Traits, how: How) -> Iterator[Problem]:
        if rule.closed and not traits.closed:
            yield Problem(f"{flag}_with_open_hand", said("flag_closed", flag=flag))
        if rule.no_groups and traits.groups:
            yield Problem(f"{flag}_with_group", said("flag_no_groups", flag=flag))
        if rule.kong and not traits.kongs:
            yield Problem(f"{flag}_without_kong", said("flag_kong", flag=flag))
        if rule.single_copy and traits.copies > 1 and how.win is not None:
            yield Problem(f"{flag}_with_own_copy", said("flag_single_copy", flag=flag))


def _traits(hand: Hand) -> Traits:
    copies = hand.held[hand.win] if hand.win_tile is not None else 0
    return Traits(hand.closed, bool(hand.groups), bool(hand.quads), copies)


def traits_of(hand: Hand) -> int:
    """The place of a hand that won in ``TRAITS``."""
    return bool(hand.groups) | (hand.quads != 0) << 1 | (hand.win_bit & hand.held_2 != 0) << 2


def _win_and_tile(hand: Hand) -> Problem:
    if hand.win_tile is None:
        return Problem("no_winning_tile", said("no_tile_marked"))
    return Problem("win_missing", said("no_win_told", tile=TILE_NAMES[hand.win_tile]))


def _claimed_runs(hand: Hand) -> list[str]:
    return [print_group(group) for group in hand.groups if group.type == CHOW]


def _of_indicators(hand: Hand, situation: Situation, most: int) -> Iterator[Problem]:
    """Too many of them; too many copies of a kind, indicators included."""
    for key, kinds in (("dora_indicators", situation.indicated.dora), ("ura_indicators", situation.indicated.ura)):
        if len(kinds) > most:
            yield Problem("too_many_indicators", said("too_many_indicators", key=key, n=len(kinds), most=most))
    for kind, n in sorted(situation.indicated.copies):
        if hand.held[kind] <= 4 < hand.held[kind] + n:
            text = said("copies_with_indicators", n=hand.held[kind] + n, tile=NAMES[kind])
            yield Problem("too_many_copies", text)
