"""Reading a hand told by its events, and whether these can have followed each other: who is still in, kongs and what came of
them, what the hands hold at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.phrases import said
from mahjong_core.settle.exhaustion import is_pig
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_events import ToldEnd, ToldEvent, ToldEvents, ToldKong, ToldWins, told_event, told_void
from mahjong_core.tiles import NAMES

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

KEYS: Final = ("void", "events")
MOST_WINNERS: Final = 3


def read_events(rules: Ruleset, table: Mapping[str, Any]) -> ToldEvents:
    """What the table tells.  Raises TableError with every problem."""
    reader = TableReader(rules, table, KEYS)
    void = told_void(reader)
    events = _Order(reader, void).events()
    reader.done()
    if not void:
        reader.notes.append(said("no_void_told"))
    return ToldEvents(void, tuple(events), tuple(reader.notes), tuple(reader.ignored))


class _Order:
    """Goes through the events and notes what cannot have happened."""

    def __init__(self, reader: TableReader, void: Mapping[str, str]) -> None:
        self.reader, self.void = reader, void
        self.gone: list[str] = []
        self.kongs: list[ToldKong] = []
        self.last: ToldEvent | None = None  # the event before
        self.unread = -2  # the last event that could not be read: what is said of the next one may not hold
        self.ended = False
        self.hands: dict[str, ToldHand] = {}  # of those who won, and at the end of the others
        self.copies = Counter[int]()  # kinds in those hands; a discard that several won on counts once

    def events(self) -> list[ToldEvent]:
        told = self.reader.listed("events", "bad_events")
        if self.reader.table.get("events") is None:
            self.reader.refuse("no_events", "no_events")
        found: list[ToldEvent] = []
        for i, value in enumerate(told or ()):
            at = f"events[{i}]"
            if self.ended or (len(self.gone) >= MOST_WINNERS and not self._last_hand(value)):
                self.reader.refuse("after_the_end", "after_the_end", key=at)
                continue
            feeder = self.last.feeder if isinstance(self.last, ToldKong) else None
            event = told_event(self.reader, value, at, self.void, self.gone, feeder)
            if event is None:
                self.last, self.unread = None, i
            else:
                self._take(event, at)
                found.append(event)
        if isinstance(self.last, ToldKong) and self.last.robbed_by:
            self.reader.refuse("robbed", "robbed_without_win", key=f"events[{len(told or ()) - 1}]")
        if not self.reader.problems:
            self._check_kongs()
            self._check_copies()
        return found

    def _last_hand(self, value: Any) -> bool:
        """The hand of the one player left may be told after the third win."""
        return isinstance(value, Mapping) and "exhausted" in value

    def _take(self, event: ToldEvent, at: str) -> None:
        before, self.last = self.last, event
        known = at != f"events[{self.unread + 1}]"
        if isinstance(before, ToldKong) and before.robbed_by and not isinstance(event, ToldWins):
            self.reader.refuse("robbed", "robbed_without_win", key=at)
        if isinstance(event, ToldKong):
            self._kong(event, before, at, known)
        elif isinstance(event, ToldWins):
            self._wins(event, before, at, known)
        else:
            self._end(event, at)

    # --- kongs
    def _kong(self, kong: ToldKong, before: ToldEvent | None, at: str, known: bool) -> None:
        refuse = self.reader.refuse
        for seat in (kong.seat, kong.feeder, *kong.robbed_by):
            if seat in self.gone:
                refuse("already_won", "has_left", key=at, seat=seat)
        if NAMES[kong.kind][1] == self.void.get(kong.seat):
            refuse("void_kong", "void_kong", key=at, seat=kong.seat, tile=NAMES[kong.kind])
        if not self.reader.rules.inspector.in_play >> kong.kind & 1:
            refuse("tiles_not_in_play", "about", what=at, problem=said(
                "tiles_not_in_play", tiles=NAMES[kong.kind], ruleset=self.reader.rules.name))  # fmt: skip
        if kong.sort == "late" and not self.reader.rules.table.payment.kongs.late:
            refuse("late_kong", "late_kong", key=at, ruleset=self.reader.rules.name)
        follows = isinstance(before, ToldKong) and before.seat == kong.seat and not before.robbed_by
        if kong.chain and known and not follows:
            refuse("chain", "no_chain", key=at, seat=kong.seat)
        if any(kong.kind == other.kind for other in self.kongs):
            refuse("kong_twice", "kong_twice", key=at, tile=NAMES[kong.kind])
        if not kong.robbed_by:
            self.kongs.append(kong)

    # --- wins
    def _wins(self, event: ToldWins, before: ToldEvent | None, at: str, known: bool) -> None:
        refuse = self.reader.refuse
        for seat in event.winners:
            if seat in self.gone:
                refuse("already_won", "won_before", key=at, seat=seat)
        if event.discarder in self.gone:
            refuse("already_won", "has_left", key=at, seat=event.discarder)
        for problem, figures in _against_kong(event, before) if known else ():
            refuse("flag_without_kong", problem, key=at, **figures)
        self.gone += [seat for seat in event.winners if seat not in self.gone]
        for i, win in enumerate(event.wins):
            self._hand(str(win.situation.seat), win)
            self.copies[win.hand.win] -= bool(i)

    def _hand(self, seat: str, told: ToldHand) -> None:
        self.hands[seat] = told
        self.copies.update({kind: n for kind, n in enumerate(told.hand.held) if n})

    # --- the end
    def _end(self, event: ToldEnd, at: str) -> None:
        self.ended, at = True, f"{at}.exhausted"
        seats = self.reader.table_seats
        missing = [seat for seat in seats if seat not in self.gone and seat not in event.hands]
        if missing and self.unread < 0:
            self.reader.refuse("seats_missing", "end_missing", key=at, seats=" ".join(missing))
        pigs = self.reader.rules.table.payment.exhaustion.pigs
        for seat, told in event.hands.items():
            if is_pig(told) and pigs.fine == "cap" and not self.reader.rules.valuation.limit:
                self.reader.refuse("no_cap", "pig_without_cap", key=at, seat=seat, ruleset=self.reader.rules.name)
            if seat in self.gone:
                self.reader.refuse("already_won", "gone_at_end", key=at, seat=seat)
            void = self.void.get(seat)
            groups = [NAMES[group.kind] for group in told.hand.groups if NAMES[group.kind][1] == void]
            if groups:
                self.reader.refuse("void_group", "void_group", key=at, seat=seat, tiles=" ".join(groups))
            status, problems = self.reader.rules.inspector.inspect(told.hand, told.situation)
            if status and not told.hand.problems:
                self.reader.problems += [
                    problem._replace(message=said("about", what=f"{at}.{seat}", problem=problem.message))
                    for problem in problems
                ]
            self._hand(seat, told)

    def _check_kongs(self) -> None:
        """Every kong is in the hand of whoever declared it, and the other way round."""
        for kong in self.kongs:
            told = self.hands.get(kong.seat)
            if told is None:
                self.copies[kong.kind] += 4
                continue
            concealed = told.hand.concealed_quads >> kong.kind & 1
            if not told.hand.quads >> kong.kind & 1 or bool(concealed) is not (kong.sort == "concealed"):
                self.reader.refuse(
                    "kong_not_held", "kong_not_held", seat=kong.seat, tile=NAMES[kong.kind], sort=kong.sort
                )
        declared = {(kong.seat, kong.kind) for kong in self.kongs}
        for seat, told in self.hands.items():
            for kind in range(len(NAMES)):
                if told.hand.quads >> kind & 1 and (seat, kind) not in declared:
                    self.reader.notes.append(said("kong_not_told", seat=seat, tile=NAMES[kind]))

    def _check_copies(self) -> None:
        for kind, n in sorted(self.copies.items()):
            if n > 4:
                self.reader.refuse("too_many_copies", "copies_at_table", tile=NAMES[kind], n=n)


def _against_kong(event: ToldWins, before: ToldEvent | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the flags say of a kong just before, and is not so."""
    kong = before if isinstance(before, ToldKong) else None
    robbed = kong is not None and bool(kong.robbed_by)
    flags = {flag: [flag in win.situation.flags for win in event.wins] for flag in ("kanburi", "chankan", "rinshan")}
    for flag in ("kanburi", "chankan"):
        if any(flags[flag]) and not all(flags[flag]):
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
