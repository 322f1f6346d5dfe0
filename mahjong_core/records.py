"""Records: a hand and its situation as JSON, both ways.

A well-formed record is read by plain look-ups.  What looks odd is read again with care, by
:mod:`mahjong_core.record_checks`, which finds every problem.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from mahjong_core.checks import problems_about
from mahjong_core.errors import HandError, Problem
from mahjong_core.hands import Hand
from mahjong_core.melds import MELD_KEYS, MELDS, Meld, meld_of
from mahjong_core.notation import Pieces, parse_bonus, print_bonus, read_pieces
from mahjong_core.phrases import quoted, said
from mahjong_core.plain_hands import plain_hand
from mahjong_core.record_keys import GIVEN, NEAREST_KEY, TYPES
from mahjong_core.remembered import Remembered
from mahjong_core.situations import NOTHING, Situation, plain_situation
from mahjong_core.tile_text import parse_tile, print_tiles
from mahjong_core.tiles import TILE


class Reading(NamedTuple):
    """What a record says."""

    hand: Hand
    situation: Situation
    id: Any = None
    ruleset: str | None = None
    options: Mapping[str, Any] = {}
    ignored: Sequence[str] = ()  # keys that mean nothing here
    notes: Sequence[str] = ()  # what was assumed


def read_record(record: Mapping[str, Any] | str | bytes) -> tuple[Hand, Situation]:
    """The hand and the situation of a record (a mapping, or JSON).  Raises HandError with every problem."""
    reading = read(record)
    return reading.hand, reading.situation


def read(record: Mapping[str, Any] | str | bytes, declared: Collection[str] = ()) -> Reading:
    """All that a record says.  ``declared``: further keys that a ruleset's ``situation:`` block declares; they go to
    ``Situation.given``.

    Raises HandError with every problem of the hand, its situation and the record's keys.
    """
    mapping: Mapping[str, Any] = (  # a dict nearly always, and that is quicker to ask
        record if isinstance(record, dict) else record if isinstance(record, Mapping) else _from_json(record)
    )
    reading = _read_plain(mapping, tuple(declared))
    if reading is None:
        from mahjong_core.record_checks import read_with_care

        reading = read_with_care(dict(mapping), declared)
    return reading


def _from_json(text: Any) -> Mapping[str, Any]:
    """A JSON object.  Raises HandError if it is none."""
    if not isinstance(text, (str, bytes, bytearray)):
        raise HandError([Problem("not_a_record", f"expected a record as a mapping or as JSON, not {text!r}")])
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HandError([Problem("not_json", f"cannot read the record {quoted(text)} as JSON: {error}")]) from error
    if not isinstance(found, dict):
        message = f'expected a record as a JSON object, like {{"hand": ...}}, not {quoted(text)}'
        raise HandError([Problem("not_a_record", message)])
    return cast("dict[str, Any]", found)


# ------------------------------------------------------------------------------------------------ plain reading
class Form(NamedTuple):
    """What the keys of a record say by themselves."""

    ignored: list[str]  # keys that mean nothing here
    notes: list[str]  # what is assumed
    given: tuple[str, ...]  # keys of what goes to ``Situation.given``
    seldom: tuple[str, ...]  # keys that, if they say anything, need the longer way


SELDOM: Final = ("bonus", "river", "kita")


def _form(of: tuple[tuple[Any, ...], tuple[str, ...]]) -> Form | None:
    """Of keys and declared keys; None if a key looks like a known one."""
    keys, declared = of
    unknown = [key for key in keys if key not in TYPES and key not in declared]
    if any(NEAREST_KEY[key] for key in unknown):
        return None
    given = tuple(key for key in (*GIVEN, *declared) if key in keys)
    return Form([str(key) for key in unknown], assumed(keys), given, tuple(key for key in SELDOM if key in keys))


FORMS: Final = Remembered[tuple[tuple[Any, ...], tuple[str, ...]], "Form | None"](_form)


def _read_plain(record: Mapping[str, Any], declared: tuple[str, ...]) -> Reading | None:
    """Read by look-ups, or None where the record is not all well."""
    form = FORMS[tuple(record), declared]
    if form is None:
        return None
    seldom = bool(form.seldom) and any(record[key] is not None for key in form.seldom)
    try:
        if seldom and not _right_types(record):
            return None
        hand = _plain_hand(record, seldom)
        situation = None if seldom else _plain_situation(record, form)
        if situation is None:
            if not _right_types(record):
                return None
            situation = situation_of(record, declared)
    except (HandError, LookupError, TypeError, AttributeError):
        return None
    if (situation.how.win is None) is not (hand.win_tile is None):
        return None
    get = record.get
    ruleset, options = get("ruleset"), get("options")
    if (ruleset is not None and type(ruleset) is not str) or (options is not None and type(options) is not dict):
        return None
    return Reading(hand, situation, get("id"), ruleset, options or {}, form.ignored, form.notes)


def _right_types(record: Mapping[str, Any]) -> bool:
    return all(value is None or not TYPES.get(key) or type(value) in TYPES[key] for key, value in record.items())


def _plain_situation(record: Mapping[str, Any], form: Form) -> Situation | None:
    """By look-ups alone, or None."""
    get = record.get
    flags: list[str] | None = get("flags")
    pao, dora, ura = get("pao"), get("dora_indicators"), get("ura_indicators")
    if (flags is not None and type(flags) is not list) or type(pao) is dict:
        return None
    given: Mapping[str, Any] = NOTHING
    if form.given:
        given = {key: record[key] for key in form.given if record[key] is not None}
        if not all(type(value) is str or type(value) is int for value in given.values()):
            return None
    return plain_situation(
        get("win"),
        get("seat_wind", "S"),
        get("round_wind", "E"),
        get("ron_from"),
        tuple(flags) if flags else (),
        "" if dora is None else dora,
        "" if ura is None else ura,
        get("honba", 0),
        get("riichi_sticks", 0),
        pao,
        given,
    )


def _plain_hand(record: Mapping[str, Any], seldom: bool) -> Hand:
    text, win_text, melds = record["hand"], record.get("win_tile"), record.get("melds")
    read = () if melds is None else _melds(melds)
    if not seldom:
        try:
            return plain_hand(text, read, None if win_text is None else TILE[win_text])
        except LookupError:
            pass  # not in order, perhaps
    concealed, groups, bonus, norths, win_tile = read_pieces(text)
    groups += tuple(meld.group for meld in read if meld.group is not None)
    norths += sum(meld.norths for meld in read)
    if record.get("bonus"):
        more, more_norths = parse_bonus(record["bonus"])
        bonus, norths = bonus + more, norths + more_norths
    if win_text is not None:
        win_tile = the_win_tile(win_tile, win_text)
    kita = record.get("kita")
    if kita is not None and kita < 0:
        raise LookupError(kita)
    return Pieces(concealed, groups, bonus, norths_of(norths, kita), win_tile).hand()


def _melds(melds: list[Mapping[str, Any]]) -> list[Meld]:
    if type(melds) is not list:
        raise TypeError(melds)
    read: list[Meld] = []
    for meld in melds:
        if not meld.keys() <= MELD_KEYS:
            raise KeyError(meld)
        get = meld.get
        read.append(MELDS[meld["type"], meld["tiles"], get("called"), get("from")])
    return read


def situation_of(record: Mapping[str, Any], declared: Collection[str] = ()) -> Situation:
    """The situation of a record whose values are of the right types.  Raises HandError with every problem."""
    get = record.get
    given = {key: get(key) for key in (*GIVEN, *declared) if get(key) is not None}
    return Situation(
        get("win"),
        get("seat_wind", "S"),
        get("round_wind", "E"),
        get("ron_from"),
        frozenset(get("flags") or ()),
        get("dora_indicators") or "",
        get("ura_indicators") or "",
        get("honba") or 0,
        get("riichi_sticks") or 0,
        get("pao"),
        given,
        get("river"),
    )


def reading_of(record: Mapping[str, Any], hand: Hand, situation: Situation, ignored: Sequence[str]) -> Reading:
    """A reading, with notes on what was assumed."""
    get = record.get
    return Reading(hand, situation, get("id"), get("ruleset"), get("options") or {}, ignored, assumed(record))


def assumed(keys: Collection[Any]) -> list[str]:
    """Notes on the keys that are not told."""
    return [said("assumed", key=key, value=value) for key, value in ASSUMED.items() if key not in keys]


ASSUMED: Final = {"seat_wind": "S", "round_wind": "E"}


# ------------------------------------------------------------------------------------------------ parts of a hand
def the_win_tile(written: int | None, text: str) -> int:
    """The winning tile of a record whose hand text may hold it, too.  Raises HandError if they are two."""
    try:
        win_tile = parse_tile(text)
    except HandError as error:
        raise HandError(problems_about(error, "win_tile")) from error
    if written is not None and written != win_tile:
        message = said("two_winning_tiles", text=text, tile=print_tiles([written]))
        raise HandError([Problem("two_winning_tiles", message)])
    return win_tile


def norths_of(norths: int, kita: int | None) -> int:
    """Norths set aside, where the record may also say how many.  Raises HandError if the two differ."""
    if kita and norths and kita != norths:
        message = f"kita is {kita}, but {norths} norths are set aside in the hand, its melds and its bonus tiles"
        raise HandError([Problem("norths_differ", message)])
    return norths or kita or 0


# ------------------------------------------------------------------------------------------------ out
def record_of(hand: Hand, situation: Situation) -> dict[str, Any]:
    """The record of a hand, without keys whose value is the default.  ``read_record`` reads it back."""
    record: dict[str, Any] = {
        "hand": print_tiles(hand.concealed),
        "melds": [meld_of(group) for group in hand.groups],
        "win_tile": None if hand.win_tile is None else print_tiles([hand.win_tile]),
        "bonus": print_bonus(hand),
        "win": situation.win,
        "seat_wind": situation.seat,
        "round_wind": situation.round,
        "ron_from": situation.ron_from,
        "flags": sorted(situation.flags),
        "dora_indicators": situation.dora_indicators,
        "ura_indicators": situation.ura_indicators,
        "honba": situation.honba,
        "riichi_sticks": situation.riichi_sticks,
        "pao": dict(situation.pao) if isinstance(situation.pao, Mapping) else situation.pao,
        **({} if situation.river is None else {"river": situation.river}),
        **{key: _listed(value) for key, value in situation.given.items()},
    }
    always = ("hand", "melds", "win_tile", "win", "seat_wind", "round_wind", "river", *situation.given)
    return {key: value for key, value in record.items() if key in always or value not in (None, "", [], 0)}


def _listed(value: Any) -> Any:
    """JSON knows no tuples."""
    return list(value) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    from mahjong_core.record_models import RecordModel

    return RecordModel.model_json_schema(by_alias=True)


def result_schema() -> dict[str, Any]:
    """The JSON Schema of a result."""
    from mahjong_core.record_models import ResultModel

    return ResultModel.model_json_schema(by_alias=True)
