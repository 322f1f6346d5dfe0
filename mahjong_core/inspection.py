"""What is wrong with a hand and its situation under a ruleset: every problem at once, each with a code and a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from mahjong_core.errors import Problem
from mahjong_core.groups import CHOW, print_group
from mahjong_core.hands import Hand, red_fives
from mahjong_core.phrases import said
from mahjong_core.remembered import Remembered
from mahjong_core.situations import How, Indicated, Situation
from mahjong_core.tables import Flag, Table
from mahjong_core.tiles import ALL, BONUS_NAMES, KIND_OF, NAMES, NORTH, RED_FIVES, SEATS, TILE_NAMES, names_in

ALREADY_WON: Final = "already_won"
INVALID, NOT_PLAYABLE = "invalid", "not_playable"


class Traits(NamedTuple):
    """What flags may ask of a hand."""

    closed: bool
    groups: bool
    kongs: bool
    copies: int  # of the winning tile, that tile included
    norths: bool = False  # set aside: each is declared, and brings a replacement tile as a kong does


# What flags ask for beside a closed hand, as three bits: declared groups, a kong, another copy of the winning tile;
# norths set aside are as good as the first two.
TRAITS: Final = [(bool(bits & 1), bool(bits & 2), 2 if bits & 4 else 1) for bits in range(8)]
ALL_WELL: Final = (1 << len(TRAITS)) - 1


class Inspector:
    """Checks hands against one table; ``unasked``: keys of a situation that nothing in the ruleset looks at."""

    def __init__(self, table: Table[Any], unasked: Collection[str] = ()) -> None:
        self.table, wall = table, table.wall
        self.in_play = wall.kinds
        self.not_in_play = ALL ^ self.in_play
        self.seats: str = table.payment.seats
        self.no_seats = [number for number, seat in enumerate(SEATS) if seat not in self.seats]
        # Kinds that are no indicators of dora, of ura: those not in play, where the ruleset looks at them.
        asked = (f"{of}_indicators" not in unasked for of in ("dora", "ura"))
        self.no_indicators = tuple(self.not_in_play if of else 0 for of in asked)
        self.no_bonus = (0 if wall.flowers else 0b1111) | (0 if wall.seasons else 0b11110000)
        self.reds = Counter({red: wall.reds.get(suit, 0) for red, suit in zip(RED_FIVES, "mps", strict=True)})
        self.has_reds = self.reds.total() > 0
        # Must the tiles and the seats of every hand be looked at?
        self.picky = self.not_in_play != 0 or not wall.chows or bool(self.no_seats)
        self._contradictions = Remembered[tuple[How, Traits], tuple[Problem, ...]](
            lambda case: tuple(self._of_flags(*case))
        )

    # ------------------------------------------------------------------------------------------ is all well?
    def looks_well(self, hand: Hand, situation: Situation) -> bool:
        """Nothing wrong with the tiles and with who discarded or is liable?  (Winning tile, copies and number of the
        indicators, flags aside.)"""
        fine = not hand.odd or self._odd_is_fine(hand, situation.indicated)
        if not fine or not self.picky:
            return fine
        fine = not self._missing(hand, situation.indicated) and (self.table.wall.chows or not _claimed_runs(hand))
        return fine and not (self.no_seats and any(True for _ in self._of_others(situation)))

    def _odd_is_fine(self, hand: Hand, indicated: Indicated) -> bool:
        """Of a hand with red fives, bonus tiles, norths or problems."""
        if hand.problems or hand.bonus & self.no_bonus:
            return False
        if hand.norths and (not self.table.wall.norths_aside or any(True for _ in _fifth_copies(hand, indicated))):
            return False
        return not (self.has_reds and any(True for _ in self._of_reds(hand)))

    def agreeing(self, how: How, closed: bool) -> int:
        """One bit for each of ``TRAITS``: do the seats and the flags agree with such a hand?"""
        if not how.flags and ALREADY_WON not in self.table.situation and not self.no_seats:
            return ALL_WELL
        return sum((not self._contradictions[how, Traits(closed, *traits)]) << bit for bit, traits in enumerate(TRAITS))

    def inspect(self, hand: Hand, situation: Situation) -> tuple[str, tuple[Problem, ...]]:
        """(status, every problem)."""
        not_here = list(self._of_wall(hand, situation.indicated))
        problems = list(hand.problems)
        if not problems and (situation.win is None) is not (hand.win_tile is None):
            problems.append(_win_and_tile(hand))
        problems += self._of_reds(hand) if self.has_reds else ()
        problems += _of_indicators(hand, situation, self.table.most_indicators)
        problems += self._contradictions[situation.how, _traits(hand)]
        problems += self._of_others(situation)
        if problems:
            return INVALID, tuple(problems + not_here)
        return (NOT_PLAYABLE if not_here else ""), tuple(not_here)

    def notes(self, hand: Hand, situation: Situation) -> list[str]:
        """How the hand was read, where that may surprise."""
        if hand.reds and not self.has_reds:
            return [said("no_reds", ruleset=self.table.ruleset)]
        return []

    # ------------------------------------------------------------------------------------------ tiles
    def _missing(self, hand: Hand, indicated: Indicated) -> int:
        """The kinds of the hand and of its indicators that are not in play."""
        dora, ura = (sum(1 << kind for kind in set(kinds)) for kinds in (indicated.dora, indicated.ura))
        return hand.tiles & self.not_in_play | dora & self.no_indicators[0] | ura & self.no_indicators[1]

    def _of_wall(self, hand: Hand, indicated: Indicated) -> Iterator[Problem]:
        missing, name = self._missing(hand, indicated), self.table.ruleset
        if missing:
            yield Problem("tiles_not_in_play", said("tiles_not_in_play", tiles=names_in(missing), ruleset=name))
        bonus = hand.bonus & self.no_bonus
        if bonus:
            tiles = " ".join(name for i, name in enumerate(BONUS_NAMES) if bonus >> i & 1)
            yield Problem("bonus_not_in_play", said("bonus_not_in_play", tiles=tiles, ruleset=name))
        if not self.table.wall.chows and (runs := _claimed_runs(hand)):
            yield Problem("chows_not_in_play", said("chows_not_in_play", groups=" ".join(runs), ruleset=name))
        if hand.norths and not self.table.wall.norths_aside:
            yield Problem("norths_not_in_play", said("norths_not_in_play"))

    def _of_reds(self, hand: Hand) -> Iterator[Problem]:
        for red, n in red_fives(hand).items():
            there = self.reds[red]
            if n > there and self.in_play >> KIND_OF[red] & 1:  # else: the five itself is not in play
                name = TILE_NAMES[red]
                yield Problem("red_five_twice", said("red_five_twice", tile=name, n=n, there=there, suit=name[1]))

    # ------------------------------------------------------------------------------------------ seats
    def _of_seats(self, seats: Mapping[str, str | None]) -> Iterator[Problem]:
        """Those at which nobody sits."""
        for key, seat in seats.items():
            if seat is not None and seat not in self.seats:
                yield Problem("bad_seat", said("no_such_seat", key=key, seats=" ".join(self.seats), value=seat))

    def _of_others(self, situation: Situation) -> Iterator[Problem]:
        """Who discarded, and who is liable."""
        pao = situation.pao
        liable = {"pao": pao} if pao is None or isinstance(pao, str) else {f"pao.{id}": pao[id] for id in pao}
        yield from self._of_seats({"ron_from": situation.ron_from, **liable})

    # ------------------------------------------------------------------------------------------ flags
    def _of_flags(self, how: How, traits: Traits) -> Iterator[Problem]:
        """Seats at which nobody sits, and what contradicts the ``flags:`` block of the table."""
        yield from self._of_seats({"seat": how.seat, "round": how.round})
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
        if rule.no_groups and traits.norths:
            yield Problem(f"{flag}_with_north", said("flag_no_norths", flag=flag))
        if rule.kong and not (traits.kongs or traits.norths):
            needed = "flag_kong_or_north" if self.table.wall.norths_aside else "flag_kong"
            yield Problem(f"{flag}_without_kong", said(needed, flag=flag))
        if rule.single_copy and traits.copies > 1 and how.win is not None:
            yield Problem(f"{flag}_with_own_copy", said("flag_single_copy", flag=flag))


def _traits(hand: Hand) -> Traits:
    copies = hand.copies[hand.win] if hand.win_tile is not None else 0
    return Traits(hand.closed, bool(hand.groups), bool(hand.quads), copies, hand.norths > 0)


def traits_of(hand: Hand) -> int:
    """The place of a hand that won in ``TRAITS``."""
    traits = bool(hand.groups) | (hand.quads != 0) << 1 | (hand.win_bit & hand.held_2 != 0) << 2
    return traits | 0b011 | (hand.win_bit & NORTH != 0) << 2 if hand.norths else traits


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
    yield from _fifth_copies(hand, situation.indicated)


def _fifth_copies(hand: Hand, indicated: Indicated) -> Iterator[Problem]:
    """Kinds of which the hand and the indicators together have more than there are."""
    held = hand.copies
    for kind, n in sorted(indicated.copies):
        if held[kind] <= 4 < held[kind] + n:
            yield Problem("too_many_copies", said("copies_with_indicators", n=held[kind] + n, tile=NAMES[kind]))
