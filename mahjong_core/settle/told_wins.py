"""The hands that won at once, as a table tells them: one by self-draw, or one or several on one discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from mahjong_core.hands import red_fives
from mahjong_core.phrases import said
from mahjong_core.records import assumed
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.situations import RON, TSUMO
from mahjong_core.sources import is_mapping
from mahjong_core.tiles import NAMES, RED_FIVES, TILE_NAMES

WINDS: Final = ("round_wind", "dominant_wind")
ROUND_ASSUMED: Final = assumed({"seat_wind"})[0]
OF_THE_DISCARD: Final = ("houtei", "chankan", "kanburi")  # flags that all wins on it have, or none
Told = Callable[[Mapping[str, Any]], Mapping[str, Any]]  # a record -> what the table tells of it


def told_wins(reader: TableReader, records: Sequence[Any], told: Told, most: int | None = None) -> list[ToldHand]:
    """The wins of these records, in order.  Those that cannot have happened together are refused.  ``most``: how many there may
    be; absent, everyone but the discarder."""
    most = most or len(reader.table_seats) - 1
    wins: list[ToldHand] = []
    for i, record in enumerate(records):
        at = f"{reader.at('wins')}[{i}]"
        if not is_mapping(record):
            reader.refuse("not_a_record", "not_a_record_at", key=at, value=record)
            continue
        problems = len(reader.problems)
        win = reader.told_hand(record, at, told(record))
        _check_win(reader, record, at)
        if win is not None and win.situation.win is not None and len(reader.problems) == problems:
            reader.must_win(win, at)
        wins += [] if win is None else [win]
    if len(records) > most:
        reader.refuse("too_many_wins", "too_many_wins", n=len(records), most=most)
    if len(records) > 1:
        _check_seats(reader, [record for record in records if is_mapping(record)])
        _check_hands(reader, wins)
    return wins


def from_discarder(wins: Sequence[ToldHand], seats: str) -> list[ToldHand]:
    """Wins on one discard in order of play, from behind the discarder; a self-draw as it is."""
    if len(wins) < 2:
        return list(wins)
    first = seats.find(str(wins[0].situation.ron_from))
    return sorted(wins, key=lambda win: (seats.find(str(win.situation.seat)) - first) % len(seats))


def of_table(reader: TableReader, records: Sequence[Any], keys: Sequence[str]) -> Told:
    """What every record of a table has alike: as the table tells it, or else as the first record does that tells it."""
    known: dict[str, Any] = {}
    for key in keys:
        known[key] = reader.seat(key) if key in WINDS else reader.table.get(key)
        if known[key] is None:
            told = (record.get(key) for record in records if is_mapping(record))
            known[key] = next((value for value in told if isinstance(value, str) and value), None)

    def told_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
        always = {key for key in WINDS if reader.table.get(key) is not None}  # others are compared as tiles
        return {
            key: value for key, value in known.items() if value is not None and (key in always or not record.get(key))
        }

    return told_of


def _check_win(reader: TableReader, record: Mapping[str, Any], at: str) -> None:
    """Is it told who won, and from whom?"""
    if record.get("win") is None and record.get("win_tile") is None and "+" not in str(record.get("hand")):
        reader.refuse("did_not_win", "did_not_win", key=at)
    if record.get("seat_wind") is None:
        reader.refuse("seat_missing", "seat_missing", key=f"{at}.seat_wind", seats=" ".join(reader.table_seats))
    if record.get("win") == RON and record.get("ron_from") is None:
        reader.refuse("discarder_missing", "discarder_missing", key=f"{at}.ron_from")


def _check_seats(reader: TableReader, records: Sequence[Mapping[str, Any]]) -> None:
    """Several may win on one discard only, each once."""
    winners = Counter(str(record["seat_wind"]) for record in records if record.get("seat_wind") is not None)
    for seat, times in winners.items():
        if times > 1:
            reader.refuse("winner_twice", "winner_twice", seat=seat, n=times)
    if any(record.get("win") == TSUMO for record in records):
        reader.refuse("two_winners", "self_draw_with_others", n=len(records))
        return
    discards = [(record.get("ron_from"), record.get("seat_wind")) for record in records]
    discarders = {str(seat) for seat, winner in discards if seat is not None and seat != winner}
    if len(discarders) > 1:
        reader.refuse("two_discarders", "two_discarders", seats=" ".join(sorted(discarders)))
    for seat in sorted(discarders & set(winners)):
        reader.refuse("winner_discarded", "winner_discarded", seat=seat)


def _check_hands(reader: TableReader, wins: Sequence[ToldHand]) -> None:
    """One winning tile, one set of indicators, no tile twice."""
    inspector = reader.rules.inspector
    won = {win.hand.win_tile if inspector.has_reds else win.hand.win for win in wins} - {None}
    if len(won) > 1:
        reader.refuse("two_tiles", "two_tiles", tiles=" ".join(sorted(TILE_NAMES[tile or 0] for tile in won)))
    check_alike(reader, wins, ("dora_indicators", "ura_indicators", "round_wind"))
    reader.notes += [said("flag_of_some_wins", flag=flag) for flag in flags_of_some(wins)]
    reader.refuse_fifths(_copies(wins))
    for red, n in sorted(_reds(wins).items()) if inspector.has_reds else ():
        there = inspector.reds[red]
        if n > there:
            reader.refuse("red_five_twice", "reds_at_table", tile=TILE_NAMES[red], n=n, there=there)


def flags_of_some(wins: Sequence[ToldHand]) -> list[str]:
    """Flags of the discard that only some of the wins on it have."""
    told = {flag: [flag in win.situation.flags for win in wins] for flag in OF_THE_DISCARD}
    return [flag for flag, having in told.items() if any(having) and not all(having)]


def check_alike(reader: TableReader, hands: Sequence[ToldHand], keys: Sequence[str]) -> None:
    """What belongs to the table must not differ from hand to hand."""
    for key in keys:
        values = sorted({_of_table(hand, key) for hand in hands} - {""})
        if len(values) > 1:
            reader.refuse("told_differently", "told_differently", key=key, values=" / ".join(map(repr, values)))


def _of_table(hand: ToldHand, key: str) -> str:
    situation = hand.situation
    if key == "round_wind":
        return situation.round or ""
    if key == "dominant_wind":
        return str(situation.given.get(key) or "")
    kinds = situation.indicated.dora if key == "dora_indicators" else situation.indicated.ura
    return " ".join(NAMES[kind] for kind in kinds)


def note_round(reader: TableReader, hands: Sequence[ToldHand]) -> None:
    """Say so where the wind of the round is assumed."""
    if any(ROUND_ASSUMED in hand.labels.notes for hand in hands):
        reader.notes.append(ROUND_ASSUMED)


def _copies(wins: Sequence[ToldHand]) -> Counter[int]:
    """Kinds in the hands together and among the indicators."""
    shown = [win.situation.indicated for win in wins]
    held = Counter(shown[0].dora) if shown else Counter[int]()
    held.update(next((indicated.ura for indicated in shown if indicated.ura), ()))
    for i, (hand, _, _) in enumerate(wins):
        held.update(dict(enumerate(hand.copies)))
        held[hand.win] -= bool(i)  # the discard is one tile
    return held


def _reds(wins: Sequence[ToldHand]) -> Counter[int]:
    """Red fives in the hands together, where they are known."""
    held = Counter[int]()
    for i, (hand, _, _) in enumerate(wins):
        held.update(red_fives(hand))
        if hand.win_tile in RED_FIVES:
            held[hand.win_tile] -= bool(i)  # the discard is one tile
    return held
