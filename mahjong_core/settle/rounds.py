"""A round with counters and sticks, as it is told: the hands that won, or the draw it ended with, or a foul."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, get_args

from mahjong_core.checks import MOST_COUNTED
from mahjong_core.phrases import said, seat_names
from mahjong_core.settle.round_settings import Abortive, RoundSettings
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_wins import note_round, of_table, told_wins
from mahjong_core.situation_facts import known_flags
from mahjong_core.sources import is_mapping

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

EXHAUSTIVE, TRIPLE_RON = "exhaustive", "triple_ron"
DRAWS: Final = (EXHAUSTIVE, *get_args(Abortive), TRIPLE_RON)
AT_EXHAUSTION: Final = ("tenpai", "nagashi", "nagashi_called")
ENDS: Final = ("wins", "draw", "chombo")
WITH_A_STICK: Final = frozenset({"riichi"})  # flags that put one on the table
INDICATORS: Final = ("dora_indicators", "ura_indicators")
KEYS: Final = ("round_wind", "honba", "sticks", "riichi", "shown_hands", *INDICATORS, *AT_EXHAUSTION, *ENDS)


class ToldRound(NamedTuple):
    """What is told of a round; ``draw`` None: it was won, or ended by a foul.  ``sticks``: those of this round, too."""

    honba: int
    sticks: int
    riichi: frozenset[str]
    wins: tuple[ToldHand, ...]
    draw: str | None
    tenpai: tuple[str, ...]
    nagashi: tuple[str, ...]
    nagashi_called: tuple[str, ...]
    chombo: tuple[str, ...]
    notes: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def read_round(rules: Ruleset, table: Mapping[str, Any]) -> ToldRound:
    """What the table tells.  Raises TableError with every problem."""
    reader = TableReader(rules, table, KEYS)
    records = reader.listed("wins", "bad_records") or []
    wins = told_wins(reader, records, of_table(reader, records, ("round_wind", *INDICATORS)))
    note_round(reader, wins)
    riichi = frozenset(reader.seats("riichi"))
    round = ToldRound(
        honba=_counted(reader, "honba", records, "honba", max),
        sticks=_counted(reader, "sticks", records, "riichi_sticks", sum),
        riichi=riichi | _declared(rules, wins),
        wins=tuple(wins),
        draw=reader.word("draw", DRAWS),
        tenpai=_ready(reader),
        nagashi=reader.seats("nagashi"),
        nagashi_called=reader.seats("nagashi_called"),
        chombo=reader.seats("chombo", or_one=True),
    )
    _check_end(reader)
    _check_draw(reader, round, riichi)
    _check_riichi(reader, round, riichi)
    _check_sticks(reader, round, riichi)
    reader.done()
    return round._replace(notes=tuple(reader.notes), ignored=tuple(reader.ignored))


def _counted(
    reader: TableReader, key: str, records: list[Any], of_record: str, together: Callable[[list[int]], int]
) -> int:
    """Counters or sticks: as the table tells them, or else as its wins do."""
    told = [record.get(of_record) for record in records if is_mapping(record)]
    counts = [n for n in told if type(n) is int and 0 < n <= MOST_COUNTED]
    if reader.table.get(key) is None:
        return together(counts) if counts else 0
    found = reader.count(key)
    if counts and together(counts) != found:
        reader.notes.append(said("counted_elsewhere", key=f"wins[...].{of_record}", other=key))
    return found


def _ready(reader: TableReader) -> tuple[str, ...]:
    """Who is ready at an exhausted wall: those who are named, or else those who showed their hands."""
    if reader.table.get("tenpai") is not None or reader.table.get("draw") != EXHAUSTIVE:
        return reader.seats("tenpai")
    if is_mapping(reader.table.get("shown_hands")):
        shown = reader.by_seat("shown_hands", "bad_exhausted")
        return tuple(seat for seat in reader.table_seats if shown is not None and shown.table.get(seat) is not None)
    reader.notes.append(said("tenpai_not_told"))
    return ()


def _declared(rules: Ruleset, wins: list[ToldHand]) -> frozenset[str]:
    """The winners who had declared riichi."""
    return frozenset(
        str(win.situation.seat) for win in wins if known_flags(rules.table, win.situation.flags) & WITH_A_STICK
    )


# ------------------------------------------------------------------------------------------------ what cannot be
def _check_end(reader: TableReader) -> None:
    """It ends in one way."""
    named = [key for key in ENDS if reader.table.get(key) is not None]
    told = [key for key in named if reader.table[key] not in ([], ())] or named[:1]
    if not told:
        reader.refuse("round_end", "no_round_end")
    elif len(told) != 1:
        reader.refuse("round_end", "one_round_end", keys=", ".join(told))
    elif told == ["wins"] and reader.table["wins"] == []:
        reader.refuse("no_wins", "no_wins")
    elif told == ["chombo"] and reader.table["chombo"] == []:
        reader.refuse("no_chombo", "chombo_of_nobody")
    elif told == ["chombo"]:
        payment: RoundSettings = reader.rules.table.payment
        if payment.chombo.penalty is None and payment.chombo.reverse_basic is None:
            reader.refuse("no_chombo", "no_chombo", ruleset=reader.rules.name)


def _check_draw(reader: TableReader, round: ToldRound, riichi: frozenset[str]) -> None:
    payment: RoundSettings = reader.rules.table.payment
    if round.draw != EXHAUSTIVE:
        for key in AT_EXHAUSTION:
            if reader.table.get(key):
                reader.refuse("not_exhaustive", "only_at_exhaustion", key=key)
    if round.draw == EXHAUSTIVE:
        for seat in sorted(riichi - set(round.tenpai), key=reader.table_seats.index):
            reader.refuse("riichi_not_ready", "riichi_not_ready", seat=seat)
    elif round.draw == TRIPLE_RON:
        if payment.rons.three != "abort" or payment.rons.who != "all" or len(payment.seats) < 4:
            reader.refuse("draw_not_known", "draw_not_known", draw=round.draw, ruleset=reader.rules.name)
    elif round.draw is not None and not payment.draws.abortive.get(cast(Abortive, round.draw)):
        reader.refuse("draw_not_known", "draw_not_known", draw=round.draw, ruleset=reader.rules.name)
    if round.draw == "four_riichi" and riichi and len(riichi) < len(reader.table_seats):
        reader.refuse("four_riichi", "four_riichi", riichi=" ".join(sorted(riichi, key=reader.table_seats.index)))


def _check_riichi(reader: TableReader, round: ToldRound, riichi: frozenset[str]) -> None:
    """Who won with riichi stands in the list of those who declared it, if there is one, and nobody else who won."""
    listed = reader.table.get("riichi")
    if listed is None:
        return
    for win in round.wins:
        seat, with_flag = str(win.situation.seat), bool(_declared(reader.rules, [win]))
        if with_flag is not (seat in riichi):
            reader.refuse("riichi_differs", "riichi_differs" if with_flag else "riichi_without_flag", seat=seat)


def _check_sticks(reader: TableReader, round: ToldRound, riichi: frozenset[str]) -> None:
    """Every riichi of this round lies on the table."""
    if reader.problems:
        return
    least = len(reader.table_seats) if round.draw == "four_riichi" else len(riichi)
    if least > round.sticks:
        reader.refuse("too_few_sticks", "too_few_sticks", n=least, sticks=round.sticks)
    elif len(round.riichi) > round.sticks:
        seats = seat_names(seat for seat in reader.table_seats if seat in round.riichi)
        reader.notes.append(said("sticks_missing", seats=seats, sticks=round.sticks))
