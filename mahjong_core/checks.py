"""What is wrong with a situation, whatever the hand and the ruleset: every problem at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.errors import HandError, Problem
from mahjong_core.phrases import said
from mahjong_core.remembered import Remembered
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import SEATS

if TYPE_CHECKING:
    from mahjong_core.situations import Fields

FLAGS: Final = (
    "riichi",
    "double_riichi",
    "open_riichi",
    "ippatsu",
    "rinshan",
    "kanburi",
    "chankan",
    "haitei",
    "houtei",
    "tenhou",
    "chiihou",
    "renhou",
    "sans_chant",
)
WINS: Final = ("ron", "tsumo")
ROUND_ENDS: Final = ("other_won", "draw")
VOID_SUITS: Final = ("m", "p", "s")
_GIVEN_KNOWN: Final = ("dominant_wind", "void", "already_won", "wins_in_a_row", "round_end")
MOST_COUNTED: Final = 1_000_000  # counters, sticks, wins in a row
MOST_INDICATORS: Final = 6  # under any ruleset

_WIN: Final = (None, *WINS)
_SEAT: Final = (None, *SEATS)
_FLAG_SET: Final = frozenset(FLAGS)
SEAT_WORDS: Final = {
    **{word: seat for seat in SEATS for word in (seat.lower(), f"{SEATS.index(seat) + 1}z")},
    **dict(zip(("east", "south", "west", "north"), SEATS, strict=True)),
    **dict(zip(("est", "sud", "ouest", "nord"), SEATS, strict=True)),
    **dict(zip("東南西北", SEATS, strict=True)),
}


def check_situation(situation: Fields) -> None:
    """Raise HandError with everything that is wrong with the fields of a situation."""
    if not _looks_well(situation):
        problems = list(_problems(situation))
        if problems:
            raise HandError(problems)


def _looks_well(of: Fields) -> bool:
    """A quick yes; no means: look further."""
    return (
        of.win in _WIN
        and of.seat in _SEAT
        and of.round in _SEAT
        and of.ron_from in _SEAT
        and (of.ron_from is None or (of.win != "tsumo" and of.ron_from != of.seat))
        and of.flags <= _FLAG_SET
        and of.pao in _SEAT
        and type(of.honba) is type(of.riichi_sticks) is int
        and MOST_COUNTED >= of.honba >= 0 <= of.riichi_sticks <= MOST_COUNTED
        and type(of.dora_indicators) is type(of.ura_indicators) is str
        and _INDICATORS_OK[of.dora_indicators]
        and _INDICATORS_OK[of.ura_indicators]
        and of.river is None
        and (not of.given or not any(True for _ in _given_problems(of.given)))
    )


_INDICATORS_OK: Final = Remembered[str, bool](lambda text: not list(_indicator_problems("", text)))


def _problems(of: Fields) -> Iterator[Problem]:
    yield from one_of("win", of.win, WINS, "bad_win")
    for key, seat in (("seat", of.seat), ("round", of.round), ("ron_from", of.ron_from)):
        yield from seat_problems(key, seat)
    yield from _payer_problems(of)
    yield from flag_problems("flags", of.flags)
    yield from pao_problems("pao", of.pao)
    for key, number in (("honba", of.honba), ("riichi_sticks", of.riichi_sticks)):
        yield from count_problems(key, number)
    for key, text in (("dora_indicators", of.dora_indicators), ("ura_indicators", of.ura_indicators)):
        yield from _indicator_problems(key, text)
    if of.river is not None:
        yield from _tiles_problems("river", of.river)
    yield from _given_problems(of.given)


def _payer_problems(of: Fields) -> Iterator[Problem]:
    if of.ron_from is None:
        return
    if of.win == "tsumo":
        yield Problem("ron_from_with_tsumo", said("ron_from_with_tsumo", seat=of.ron_from))
    elif of.ron_from == of.seat:
        yield Problem("ron_from_winner", said("ron_from_winner", seat=of.ron_from))


def flag_problems(key: str, flags: Collection[Any]) -> Iterator[Problem]:
    """Names; those of the contract rightly spelt.  Others may be a plug-in's."""
    for flag in sorted(flags, key=repr):
        if not isinstance(flag, str):
            yield Problem("bad_flag", said("bad_flag", key=key, value=flag))
        elif flag not in FLAGS and (near := nearest(flag, FLAGS)):
            yield Problem("unknown_flag", said("unknown_flag", key=key, value=flag, near=did_you_mean(near)))


def pao_problems(key: str, pao: Any) -> Iterator[Problem]:
    """The liable seat, or role id -> seat, or None."""
    if not isinstance(pao, Mapping):
        yield from seat_problems(key, pao)
        return
    for role, seat in pao.items():  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(role, str):
            yield Problem("bad_pao", said("bad_pao_role", key=key, value=role))
        elif seat is None:
            yield Problem("bad_seat", said("bad_seat", key=f"{key}.{role}", value=None, near=""))
        else:
            yield from seat_problems(f"{key}.{role}", seat)


def _indicator_problems(key: str, text: Any) -> Iterator[Problem]:
    found = list(_tiles_problems(key, text))
    yield from found
    if not found and text and len(parse_kinds(text)) > MOST_INDICATORS:
        message = said("too_many_in_text", key=key, n=len(parse_kinds(text)), text=text, most=MOST_INDICATORS)
        yield Problem("too_many_indicators", message)


def _tiles_problems(key: str, text: Any) -> Iterator[Problem]:
    if not isinstance(text, str):
        yield Problem("bad_value", said("bad_tiles", key=key, value=text))
        return
    try:
        parse_kinds(text)
    except HandError as error:
        yield from problems_about(error, key)


def _given_problems(given: Mapping[str, Any]) -> Iterator[Problem]:
    """Of what the contract's record names; the rest is the ruleset's."""
    yield from seat_problems("dominant_wind", given.get("dominant_wind"))
    yield from one_of("void", given.get("void"), VOID_SUITS, "bad_value")
    yield from one_of("round_end", given.get("round_end"), ROUND_ENDS, "bad_value")
    if given.get("wins_in_a_row") is not None:
        yield from count_problems("wins_in_a_row", given["wins_in_a_row"])
    seats = given.get("already_won")
    if isinstance(seats, (list, tuple, set, frozenset)):
        for seat in seats:  # pyright: ignore[reportUnknownVariableType]
            if seat is None:
                yield Problem("bad_seat", said("bad_seat", key="already_won", value=None, near=""))
            yield from seat_problems("already_won", seat)
    elif seats is not None:
        yield Problem("bad_value", said("bad_seats", key="already_won", value=seats))
    for key, value in given.items():
        if key not in _GIVEN_KNOWN and not _hashable(value):
            yield Problem("bad_value", said("bad_given", key=key, value=value))


def _hashable(value: Any) -> bool:
    try:
        hash(tuple(value) if isinstance(value, list) else value)  # pyright: ignore[reportUnknownArgumentType]
    except TypeError:
        return False
    return True


# ------------------------------------------------------------------------------------------------ words for one value
def seat_problems(key: str, seat: Any) -> Iterator[Problem]:
    """E S W N, or None."""
    if seat is not None and not (isinstance(seat, str) and len(seat) == 1 and seat in SEATS):
        near = SEAT_WORDS.get(seat.lower()) if isinstance(seat, str) else None
        yield Problem("bad_seat", said("bad_seat", key=key, value=seat, near=did_you_mean(near)))


def one_of(key: str, value: Any, values: Collection[str], code: str) -> Iterator[Problem]:
    """One of these words, or None."""
    if value is not None and not (isinstance(value, str) and value in values):
        near = nearest(value, values) if isinstance(value, str) else None
        yield Problem(code, said("bad_word", key=key, words=" / ".join(values), value=value, near=did_you_mean(near)))


def count_problems(key: str, number: Any) -> Iterator[Problem]:
    """A whole number, 0 or more, and none that no table ever sees."""
    if type(number) is not int or number < 0:
        yield Problem("bad_count", said("bad_count", key=key, value=number))
    elif number > MOST_COUNTED:
        yield Problem("bad_count", said("count_too_high", key=key, most=MOST_COUNTED, value=_short(number)))


def _short(number: int) -> str:
    """A number, or how long it is."""
    return (
        str(number) if number < 10**30 else f"one of {len(str(number)) if number < 10**4000 else 'thousands of'} digits"
    )


def nearest(word: str, words: Collection[str]) -> str | None:
    """The word that this one looks like, however it is cased and joined (``winTile``), or None."""
    known = {_letters(other): other for other in words}
    close = difflib.get_close_matches(_letters(word), known, 1, cutoff=0.8)
    return known[close[0]] if close else None


def _letters(word: str) -> str:
    return "".join(char for char in word.lower() if char.isalnum())


def did_you_mean(near: str | None) -> str:
    """``"; did you mean 'riichi'?"``, or nothing."""
    return said("did_you_mean", near=near) if near else ""


def problems_about(error: HandError, what: str) -> list[Problem]:
    """The problems of an error, each saying what it is about: ``"win_tile: cannot read ..."``."""
    return [Problem(problem.code, said("about", what=what, problem=problem.message)) for problem in error.problems]
