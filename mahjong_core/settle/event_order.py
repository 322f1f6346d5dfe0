"""Reading a hand told by its events, and whether these can have followed each other: who is still in, kongs and what came of
them, what the hands hold at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.phrases import said
from mahjong_core.settle.hands_held import HandsHeld
from mahjong_core.settle.table_reader import TableReader
from mahjong_core.settle.told_events import (
    Before,
    ToldEnd,
    ToldEvent,
    ToldEvents,
    ToldKong,
    ToldWins,
    is_pig,
    told_event,
    told_void,
)
from mahjong_core.settle.told_wins import flags_of_some
from mahjong_core.sources import is_mapping
from mahjong_core.tiles import NAMES

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

KEYS: Final = ("void", "events")
FIRST_TILES: Final = frozenset({"tenhou", "chiihou"})  # flags of a win before anything, or before the winner played
LAST_TILES: Final = frozenset({"haitei", "houtei"})  # flags of wins after which the wall is empty


def read_events(rules: Ruleset, table: Mapping[str, Any]) -> ToldEvents:
    """What the table tells.  Raises TableError with every problem."""
    reader = TableReader(rules, table, KEYS)
    void = told_void(reader)
    events = _Order(reader, void).events()
    reader.done()
    if not void and any(isinstance(event, ToldEnd) and not _tells_void(event) for event in events):
        reader.notes.append(said("no_void_told"))
    return ToldEvents(void, tuple(events), tuple(reader.notes), tuple(reader.ignored))


class _Order:
    """Goes through the events and notes what cannot have happened."""

    def __init__(self, reader: TableReader, void: Mapping[str, str]) -> None:
        self.reader, self.void = reader, void
        self.gone: list[str] = []
        self.discarded: dict[str, set[int]] = {seat: set() for seat in reader.table_seats}
        self.held = HandsHeld(reader)
        self.last: ToldEvent | None = None  # the event before
        self.unread = -2  # the last event that could not be read: what is said of the next one may not hold
        self.over = False  # the wall is exhausted, or its last tile was won on

    def events(self) -> list[ToldEvent]:
        told = self.reader.listed("events", "bad_events")
        if self.reader.table.get("events") is None:
            self.reader.refuse("no_events", "no_events")
        found: list[ToldEvent] = []
        for i, value in enumerate(told or ()):
            if isinstance(self.last, ToldEnd) or ((self.over or self._three_won()) and not _is_end(value)):
                self.reader.refuse("after_the_end", "after_the_end", key=f"events[{i}]")
                continue
            feeder = self.last.feeder if isinstance(self.last, ToldKong) else None
            event = told_event(self.reader, value, f"events[{i}]", Before(self.void, tuple(self.gone), feeder))
            if event is None:
                self.last, self.unread = None, i
            else:
                found.append(self._taken(event, i))
        if isinstance(self.last, ToldKong) and self.last.robbed_by:
            self.reader.refuse("robbed", "robbed_without_win", key=f"events[{len(told or ()) - 1}]")
        self.held.check(events_all_read=self.unread < 0)
        return found

    def _three_won(self) -> bool:
        return len(self.gone) >= len(self.reader.table_seats) - 1

    def _taken(self, event: ToldEvent, i: int) -> ToldEvent:
        before, at, known = self.last, f"events[{i}]", self.unread != i - 1
        if isinstance(before, ToldKong) and before.robbed_by and not isinstance(event, ToldWins):
            self.reader.refuse("robbed", "robbed_without_win", key=at)
        if isinstance(event, ToldKong):
            self._kong(event, before, at, known)
        elif isinstance(event, ToldWins):
            self._wins(event, before, at, known)
        else:
            event = event._replace(discarded={seat: frozenset(kinds) for seat, kinds in self.discarded.items()})
            self._end(event, f"{at}.exhausted")
        self.last = event
        return event

    def _kong(self, kong: ToldKong, before: ToldEvent | None, at: str, known: bool) -> None:
        refuse, tile = self.reader.refuse, NAMES[kong.kind]
        for seat in (kong.seat, kong.feeder, *kong.robbed_by):
            if seat in self.gone:
                refuse("already_won", "has_left", key=at, seat=seat)
        if tile[1] == self.void.get(kong.seat):
            refuse("void_kong", "void_kong", key=at, seat=kong.seat, tile=tile)
        if not self.reader.rules.inspector.in_play >> kong.kind & 1:
            problem = said("tiles_not_in_play", tiles=tile, ruleset=self.reader.rules.name)
            refuse("tiles_not_in_play", "about", what=at, problem=problem)
        if kong.sort == "late" and not self.reader.rules.table.payment.kongs.late:
            refuse("late_kong", "late_kong", key=at, ruleset=self.reader.rules.name)
        follows = isinstance(before, ToldKong) and before.seat == kong.seat and not before.robbed_by
        if kong.chain and known and not follows:
            refuse("chain", "no_chain", key=at, seat=kong.seat)
        if kong.feeder is not None:
            self.discarded[kong.feeder].add(kong.kind)
        self.held.kong(kong, at)

    def _wins(self, event: ToldWins, before: ToldEvent | None, at: str, known: bool) -> None:
        refuse = self.reader.refuse
        if event.discarder in self.gone:
            refuse("already_won", "has_left", key=at, seat=event.discarder)
        for problem, figures in _against_kong(event, before) if known else ():
            refuse("flag_without_kong", problem, key=at, **figures)
        for flag in event.flags & FIRST_TILES:
            if before is not None if flag == "tenhou" else self._has_played(event.winners[0]):
                refuse("not_the_first", "not_the_first", key=at, flag=flag)
        self.over = bool(event.flags & LAST_TILES)
        if event.discarder in self.discarded and "chankan" not in event.flags:
            self.discarded[str(event.discarder)].add(event.wins[0].hand.win)
        self.gone += [seat for seat in event.winners if seat not in self.gone]
        self.held.wins(event)

    def _has_played(self, seat: str) -> bool:
        return bool(self.discarded[seat]) or any(kong.seat == seat for kong in self.held.kongs)

    def _end(self, event: ToldEnd, at: str) -> None:
        refuse, rules = self.reader.refuse, self.reader.rules
        missing = [seat for seat in self.reader.table_seats if seat not in {*self.gone, *event.seats}]
        if missing and self.unread < 0 and not self._three_won():
            refuse("seats_missing", "end_missing", key=at, seats=" ".join(missing))
        pigs = rules.table.payment.exhaustion.pigs
        for seat, told in event.hands.items():
            if is_pig(told) and pigs.fine == "cap" and not rules.valuation.limit and not self._three_won():
                refuse("no_cap", "pig_without_cap", key=at, seat=seat, ruleset=rules.name)
            if seat in self.gone:
                refuse("already_won", "gone_at_end", key=at, seat=seat)
            groups = [NAMES[group.kind] for group in told.hand.groups if NAMES[group.kind][1] == self.void.get(seat)]
            if groups:
                refuse("void_group", "void_group", key=at, seat=seat, tiles=" ".join(groups))
        self.held.end(event)


def _tells_void(end: ToldEnd) -> bool:
    return all(told.situation.given.get("void") for told in end.hands.values())


def _is_end(value: Any) -> bool:
    """The hands of those left may be told after the last win."""
    return is_mapping(value) and "exhausted" in value


def _against_kong(event: ToldWins, before: ToldEvent | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the flags say of a kong just before, and is not so."""
    kong = before if isinstance(before, ToldKong) else None
    robbed = kong is not None and bool(kong.robbed_by)
    flags = {
        flag: [flag in win.situation.flags for win in event.wins]
        for flag in ("kanburi", "chankan", "rinshan", "houtei")
    }
    for flag in flags_of_some(event.wins):
        yield "flag_of_some", {"flag": flag}
    if any(flags["kanburi"]) and (kong is None or robbed or kong.seat != event.discarder):
        yield "no_kong_before", {"flag": "kanburi", "seat": event.discarder}
    if any(flags["rinshan"]) and (kong is None or robbed or kong.seat != event.winners[0]):
        yield "no_kong_before", {"flag": "rinshan", "seat": event.winners[0]}
    if any(flags["chankan"]) and not robbed:
        yield "no_robbed_kong", {}
    if kong is not None and robbed:
        as_told = (
            sorted(kong.robbed_by) == sorted(event.winners)
            and event.discarder == kong.seat
            and all(win.hand.win == kong.kind for win in event.wins)
            and all(flags["chankan"])
        )
        if not as_told:
            yield "not_as_robbed", {"seats": " ".join(kong.robbed_by), "seat": kong.seat, "tile": NAMES[kong.kind]}
