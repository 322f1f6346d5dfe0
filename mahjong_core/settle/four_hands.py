"""A hand that everyone scores, as it is told: the hands at all seats, or their bare points, and who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from mahjong_core.phrases import said
from mahjong_core.results import Result
from mahjong_core.settle.ledger import Next
from mahjong_core.settle.settlements import Payment
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_wins import WINDS, Told, check_alike, note_round, of_table
from mahjong_core.sources import is_mapping
from mahjong_core.tiles import BONUS_NAMES, SEATS

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

KEYS: Final = ("winner", "dominant_wind", "round_wind", "seats")


class FourSettings(Payment):
    """What both ways of settling four hands read."""

    draw_dealer: Literal["rotates", "stays"] = "rotates"  # the deal, when nobody won


class ToldFour(NamedTuple):
    """What is told: seat -> its hand, or its points."""

    winner: str | None
    hands: Mapping[str, ToldHand | int]
    notes: tuple[str, ...]
    ignored: tuple[str, ...]


def read_four(rules: Ruleset, table: Mapping[str, Any]) -> ToldFour:
    """What the table tells.  Raises TableError with every problem."""
    reader = TableReader(rules, table, KEYS)
    winner = reader.seat("winner")
    if "winner" not in table:
        reader.refuse("winner_missing", "winner_missing", seats=" ".join(reader.table_seats))
    hands = _hands(reader, winner)
    told_hands = [hand for hand in hands.values() if isinstance(hand, ToldHand)]
    check_alike(reader, told_hands, WINDS)
    if told_hands:
        note_round(reader, told_hands)
    _check_tiles(reader, told_hands)
    reader.done()
    return ToldFour(winner, hands, tuple(reader.notes), tuple(reader.ignored))


def _hands(reader: TableReader, winner: str | None) -> dict[str, ToldHand | int]:
    inner = reader.by_seat("seats", "seats_missing")
    if inner is None:
        return {}
    missing = [seat for seat in reader.table_seats if inner.table.get(seat) is None]
    if missing:
        reader.refuse("seats_missing", "seats_not_told", seats=" ".join(missing))
    told = of_table(reader, list(inner.table.values()), WINDS)
    found = {seat: _hand(inner, seat, winner, told) for seat in reader.table_seats if seat not in missing}
    reader.take(inner)
    return {seat: hand for seat, hand in found.items() if hand is not None}


def _hand(reader: TableReader, seat: str, winner: str | None, told: Told) -> ToldHand | int | None:
    value = reader.table[seat]
    if not is_mapping(value):
        return _points(reader, seat, seat == winner)
    of_seat = {"seat_wind": seat, **told(value)}
    if seat != winner:
        of_seat["round_end"] = "draw" if winner is None else "other_won"
        value = {key: told for key, told in value.items() if key != "ron_from"}  # who discarded is the winner's to tell
    hand = reader.told_hand(value, reader.at(seat), of_seat)
    if hand is not None and (hand.situation.win is not None) is not (seat == winner):
        phrase = "winner_did_not_win" if seat == winner else "loser_won"
        reader.refuse("winner", phrase, key=reader.at(seat), winner=winner)
        return None
    if hand is not None and seat == winner:
        reader.must_win(hand, reader.at(seat))
    elif hand is not None and (result := hand.scored(reader.rules)).value is None:
        reader.refuse_hand(result, reader.at(seat))
    return hand


def _points(reader: TableReader, seat: str, won: bool) -> int | None:
    value = reader.table[seat]
    if type(value) is not int or value < 0:
        reader.refuse("bad_points", "bad_points", key=reader.at(seat), value=value)
        return None
    settings = reader.rules.table.settings
    limit = getattr(settings, "limit", None) if getattr(settings, "limit_who", "all") == "all" else None
    if not won and limit is not None and value > limit:
        reader.notes.append(said("points_above_limit", key=reader.at(seat), points=value, limit=limit))
    return reader.count(seat)


def _check_tiles(reader: TableReader, hands: list[ToldHand]) -> None:
    """Tiles of which the hands together have more than there are."""
    held, bonus = Counter[int](), Counter[str]()
    for hand, _, _ in hands:
        held.update(dict(enumerate(hand.held)))
        bonus.update(name for i, name in enumerate(BONUS_NAMES) if hand.bonus >> i & 1)
    reader.refuse_fifths(held)
    for tile, n in sorted(bonus.items()):
        if n > 1:
            reader.refuse("bonus_twice", "bonus_twice", tile=tile, n=n)


# ------------------------------------------------------------------------------------------------ what they are worth
def scored_hands(rules: Ruleset, told: ToldFour) -> dict[str, Result]:
    """Seat -> the result of its hand, where one is told."""
    return {seat: hand.scored(rules) for seat, hand in told.hands.items() if isinstance(hand, ToldHand)}


def points_of(told: ToldFour, results: Mapping[str, Result]) -> dict[str, int]:
    """Seat -> what its hand is worth."""
    return {
        seat: (results[seat].value or 0) if isinstance(hand, ToldHand) else hand for seat, hand in told.hands.items()
    }


def next_after(winner: str | None, settings: FourSettings) -> Next:
    """East keeps the deal by winning; otherwise the winds turn."""
    stays = winner == SEATS[0] or (winner is None and settings.draw_dealer == "stays")
    return Next(SEATS[0] if stays else SEATS[1])
