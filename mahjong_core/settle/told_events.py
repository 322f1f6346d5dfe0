"""A hand in which play goes on after a win, as it is told: its events in order of play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from mahjong_core.checks import VOID_SUITS
from mahjong_core.errors import HandError
from mahjong_core.phrases import said
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_wins import from_discarder, told_wins
from mahjong_core.sources import is_list, is_mapping
from mahjong_core.tile_text import parse_tile
from mahjong_core.tiles import KIND_OF, NAMES

KONGS: Final = ("concealed", "exposed", "added", "late")
ROBBED: Final = ("added", "late")  # kongs that others may rob
KINDS_OF_EVENT: Final = ("kong", "wins", "exhausted")
KONG_KEYS: Final = ("kong", "seat", "tile", "from", "robbed_by", "chain")


class ToldKong(NamedTuple):
    """A kong; ``late``: of a fourth tile that was kept in the hand before."""

    sort: str  # one of KONGS
    seat: str
    kind: int
    feeder: str | None  # who discarded its tile
    robbed_by: tuple[str, ...]
    chain: bool  # made on the replacement tile of the same seat's last kong


class ToldWins(NamedTuple):
    """One win, or all those on one discard, in order from the discarder."""

    wins: tuple[ToldHand, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(str(win.situation.seat) for win in self.wins)

    @property
    def discarder(self) -> str | None:
        return self.wins[0].situation.ron_from

    @property
    def flags(self) -> frozenset[str]:
        """Those that are told of every win."""
        return frozenset[str].intersection(*(win.situation.flags for win in self.wins))


class ToldEnd(NamedTuple):
    """The wall is exhausted; the hands of those who have not won, the seats that are named, and what the events tell that each
    discarded (kinds)."""

    hands: Mapping[str, ToldHand]
    seats: frozenset[str]
    discarded: Mapping[str, frozenset[int]] = {}


ToldEvent = ToldKong | ToldWins | ToldEnd


class Before(NamedTuple):
    """What is known before an event: the void suits, who has won, who fed the kong just declared."""

    void: Mapping[str, str]
    gone: Sequence[str]
    feeder: str | None


class ToldEvents(NamedTuple):
    """What is told of the whole hand."""

    void: Mapping[str, str]
    events: tuple[ToldEvent, ...]
    notes: tuple[str, ...]
    ignored: tuple[str, ...]


def is_pig(told: ToldHand) -> bool:
    """Does the hand still hold a tile of the void suit (flower pig)?"""
    void = told.situation.given.get("void")
    return any(NAMES[KIND_OF[tile]][1] == void for tile in told.hand.concealed)


def told_void(reader: TableReader) -> dict[str, str]:
    """Seat -> its void suit; nothing where no seat's is told."""
    inner = None if reader.table.get("void") is None else reader.by_seat("void", "bad_void")
    if inner is None:
        return {}
    found = {seat: inner.word(seat, VOID_SUITS) for seat in reader.table_seats}
    missing = [seat for seat in reader.table_seats if inner.table.get(seat) is None]
    if missing:
        inner.refuse("void_missing", "void_missing", seats=" ".join(missing))
    reader.take(inner)
    return {seat: suit for seat, suit in found.items() if suit is not None}


def told_event(reader: TableReader, value: Any, at: str, before: Before) -> ToldEvent | None:
    """One event, or None if it cannot be read."""
    if not is_mapping(value):
        reader.refuse("not_an_event", "not_an_event", key=at, value=value)
        return None
    named = [key for key in KINDS_OF_EVENT if value.get(key) is not None]
    kinds = [key for key in named if value[key] not in ([], ())] or named
    if len(kinds) != 1:
        reader.refuse("not_an_event", "not_an_event", key=at, value=value)
        return None
    inner = TableReader(reader.rules, value, KONG_KEYS if kinds == ["kong"] else kinds, at)
    found: ToldEvent | None
    if kinds == ["kong"]:
        found = _kong(inner)
    elif kinds == ["wins"]:
        found = _wins(inner, before)
    else:
        found = _exhausted(inner, before)
    reader.take(inner)
    return found


# ------------------------------------------------------------------------------------------------ one event
def _kong(reader: TableReader) -> ToldKong | None:
    sort, seat, feeder = reader.word("kong", KONGS), reader.seat("seat"), reader.seat("from")
    robbed_by, kind = reader.seats("robbed_by"), _kind(reader)
    chain = reader.table.get("chain")
    if chain is not None and not isinstance(chain, bool):
        reader.refuse("bad_value", "bad_truth", key=reader.at("chain"), value=chain)
    if chain is True and sort == "exposed":
        reader.refuse("chain", "exposed_chain", key=reader.at("chain"))
    if reader.table.get("seat") is None:
        reader.refuse("seat_missing", "kong_seat_missing", key=reader.at("seat"))
    if sort == "exposed" and reader.table.get("from") is None:
        reader.refuse("discarder_missing", "feeder_missing", key=reader.at("from"))
    if sort == "concealed" and feeder is not None:
        reader.refuse("feeder", "concealed_from", key=reader.at("from"), value=feeder)
    if sort in ROBBED and feeder is not None:
        reader.ignored.append(reader.at("from"))
    if seat is not None and seat == feeder:
        reader.refuse("feeder", "own_feeder", key=reader.at("from"), seat=seat)
    if robbed_by and sort is not None and sort not in ROBBED:
        reader.refuse("robbed", "cannot_be_robbed", key=reader.at("robbed_by"), sort=said(f"sort_{sort}"))
    if seat in robbed_by:
        reader.refuse("robbed", "robs_itself", key=reader.at("robbed_by"), seat=seat)
    if sort is None or seat is None or kind is None or (sort == "exposed" and feeder is None):
        return None
    return ToldKong(sort, seat, kind, feeder if sort == "exposed" else None, robbed_by, chain is True)


def _kind(reader: TableReader) -> int | None:
    value = reader.table.get("tile")
    try:
        if isinstance(value, str):
            return KIND_OF[parse_tile(value)]
    except HandError:
        pass
    reader.refuse("bad_tile", "bad_tile", key=reader.at("tile"), value=value)
    return None


def _wins(reader: TableReader, before: Before) -> ToldWins | None:
    def told(record: Mapping[str, Any]) -> dict[str, Any]:
        """What the table tells of a win: who is gone, who fed the kong and pays for it, the void suit."""
        pays = before.feeder if _fed(reader, record) or record.get("pao") == before.feeder else None
        known: dict[str, Any] = {"already_won": list(before.gone), "pao": pays}
        seat = record.get("seat_wind")
        return known | ({"void": before.void[seat]} if isinstance(seat, str) and seat in before.void else {})

    records = reader.listed("wins", "bad_records") or []
    together = {str(record.get("seat_wind")) for record in records if is_mapping(record)}
    if not records:
        reader.refuse("no_wins", "empty_wins", key=reader.at("wins"))
    wins = told_wins(reader, [_as_told(record, before.gone, together) for record in records], told)
    if len(wins) != len(records) or not wins:
        return None
    return ToldWins(tuple(from_discarder(wins, reader.table_seats)))


def _as_told(record: Any, gone: Sequence[str], together: Collection[str] = ()) -> Any:
    """The record with who has won before in the words of the table, where it tells the same: in any order, or with those who
    win together with it."""
    told = record.get("already_won") if is_mapping(record) else None
    if is_list(told) and (
        not told or {str(seat) for seat in told}.difference(together) == {*gone}.difference(together)
    ):
        return {**record, "already_won": list(gone)}
    return record


def _fed(reader: TableReader, record: Mapping[str, Any]) -> bool:
    """Is it a win on the replacement tile of a kong whose feeder pays?"""
    flags = record.get("flags")
    told = cast("Collection[Any]", flags) if isinstance(flags, (list, tuple, set, frozenset)) else ()
    return reader.rules.table.payment.feeder_pays in told


def _exhausted(reader: TableReader, before: Before) -> ToldEnd | None:
    inner = reader.by_seat("exhausted", "bad_exhausted")
    if inner is None:
        return None
    hands: dict[str, ToldHand] = {}
    readable = True
    for seat in reader.table_seats:
        hand = inner.table.get(seat)
        if hand is None:
            continue
        record = {"hand": hand} if isinstance(hand, str) else _as_told(hand, before.gone)
        known: dict[str, Any] = {"seat_wind": seat, "already_won": list(before.gone)}
        known |= {"void": before.void[seat]} if seat in before.void else {}
        found = inner.told_hand(record, inner.at(seat), known)
        if found is None:
            readable = False
        elif found.situation.win is not None:
            inner.refuse("won", "won_at_end", key=inner.at(seat))
        else:
            inner.must_be_well(found, inner.at(seat))
            hands[seat] = found
    reader.take(inner)
    return (
        ToldEnd(hands, frozenset(seat for seat, hand in inner.table.items() if hand is not None)) if readable else None
    )
