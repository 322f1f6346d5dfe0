"""What goes in and what comes out of :mod:`mahjong_core.batch.arrow`, column by column."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.batch.hands import MOST_MELDS
from mahjong_core.batch.library import pa
from mahjong_core.checks import FLAGS, did_you_mean, nearest
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.record_keys import LABELS
from mahjong_core.situations import Situation
from mahjong_core.tiles import KINDS, SEATS

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

WORD: Final = pa.dictionary(pa.int8(), pa.string())
ROLE: Final = pa.dictionary(pa.int16(), pa.string())
PROBLEM: Final = pa.struct([("code", pa.string()), ("message", pa.string())])
PAYMENTS: Final = tuple(f"payment_{seat}" for seat in SEATS)
BESIDE: Final = (
    "dominant_wind",
    "void",
    "already_won",
    "wins_in_a_row",
    "round_end",
)  # what only some rulesets ask for
BINARY: Final = pa.binary(KINDS)
NOT_WON: Final = Situation()


class SchemaError(MahjongError):
    """Columns that cannot be read as hands, whatever their rows say; every problem at once."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems), problems)


def _schema(fields: Mapping[str, tuple[Any, str]]) -> Any:
    return pa.schema([pa.field(name, type_, metadata={"meaning": text}) for name, (type_, text) in fields.items()])


def meaning_of(schema: Any, name: str) -> str:
    """What a column of a documented schema means."""
    return str(schema.field(name).metadata[b"meaning"].decode())


TEXT_SCHEMA: Final = _schema(
    {
        "hand": (pa.string(), "hand text, winning tile behind '+' or in win_tile: 345m40677p67s(340m)+8s"),
        "win": (pa.string(), "ron, tsumo; null: did not win"),
        "win_tile": (pa.string(), "where the hand text does not hold it: 8s"),
        "seat_wind": (pa.string(), "E S W N; column absent: S; null: a child whose wind counts for nothing"),
        "round_wind": (pa.string(), "E S W N; column absent: E; null: counts for nothing"),
        "ron_from": (pa.string(), "E S W N: who discarded; null: not told"),
        "flags": (pa.list_(pa.string()), "riichi, ippatsu ...; also as text with commas"),
        "dora_indicators": (pa.string(), "tiles: 4s1z"),
        "ura_indicators": (pa.string(), "tiles"),
        "honba": (pa.int32(), "counters; null: 0"),
        "riichi_sticks": (pa.int32(), "sticks that the winner takes; null: 0"),
        "pao": (pa.string(), "the liable seat, or daisangen=E,daisuushi=N"),
        "bonus": (pa.string(), "flowers, seasons, norths set aside: 14f2g(4z)"),
        "dominant_wind": (pa.string(), "null: as round_wind"),
        "void": (pa.string(), "m p s"),
        "already_won": (pa.list_(pa.string()), "seats; also as text with commas"),
        "wins_in_a_row": (pa.int32(), "null: 0"),
        "river": (pa.string(), "own discards"),
        "round_end": (pa.string(), "other_won, draw: of a hand that did not win"),
        "kita": (pa.int32(), "norths set aside, as a number"),
        "melds": (
            pa.list_(pa.struct([(key, pa.string()) for key in ("type", "tiles", "called", "from")])),
            "declared groups as in records, where the hand text does not hold them (read one by one: slower)",
        ),
        "options": (pa.string(), "JSON object: options of this row alone (scored one by one: slower)"),
    }
)
COLUMNS_SCHEMA: Final = _schema(
    {
        "counts": (
            pa.list_(pa.uint8(), KINDS),
            "concealed tiles of each kind, the winning tile among them: 1-9m 1-9p 1-9s, east south west north, white "
            "green red; also as binary of 34 bytes, which Parquet reads ten times as fast",
        ),
        "win_tile": (pa.int8(), "its kind, 0-33; null or -1: did not win"),
        "melds": (
            pa.list_(pa.int16(), MOST_MELDS),
            "declared groups: 34 x (0 chow, 1 pung, 2 kong, 3 added kong, 4 concealed kong) + lowest kind; -1: none",
        ),
        "win": (pa.int8(), "0 did not win, 1 ron, 2 tsumo; absent: 1"),
        "seat": (pa.int8(), "0-3 east south west north; null or -1: counts for nothing; absent: south"),
        "round": (pa.int8(), "the same; absent: east"),
        "ron_from": (pa.int8(), "0-3: who discarded; null or -1: not told"),
        "flags": (pa.int64(), "bits: " + " ".join(f"{1 << i} {flag}" for i, flag in enumerate(FLAGS))),
        "dora": (pa.list_(pa.int8()), "kinds of the indicators, -1: none; also as a list of fixed size"),
        "ura": (pa.list_(pa.int8()), "the same"),
        "reds": (pa.uint8(), "red fives in the whole hand: characters bits 0-1, circles 2-3, bamboos 4-5"),
        "bonus": (pa.uint8(), "flowers 1-4 bits 0-3, seasons 1-4 bits 4-7"),
        "norths": (pa.uint8(), "norths set aside"),
        "honba": (pa.int32(), "counters"),
        "sticks": (pa.int32(), "sticks that the winner takes"),
        "pao": (pa.int8(), "0-3: the liable seat; null or -1: none"),
        **{name: (TEXT_SCHEMA.field(name).type, meaning_of(TEXT_SCHEMA, name)) for name in BESIDE},
    }
)


# ------------------------------------------------------------------------------------------------ what goes in
def is_text(given: Any) -> bool:
    """Is a hand a text here?  Raises SchemaError if the columns hold no hands."""
    names = set(given.names)
    if ("hand" in names) is ("counts" in names):
        found = "both" if "hand" in names else f"neither, but {', '.join(given.names) or 'no columns'}"
        text = f"expected a column 'hand' (text) or 'counts' (columns), found {found}; see 'mahjong schema text'"
        raise SchemaError([Problem("no_hands", text)])
    return "hand" in names


def carried_names(given: Any, declared: Collection[str]) -> list[str]:
    """The columns that say nothing of a hand.  Raises SchemaError for one that looks like a column that does."""
    schema = TEXT_SCHEMA if is_text(given) else COLUMNS_SCHEMA
    known = {*schema.names, *declared}
    carried = [name for name in given.names if name not in known]
    problems = [
        Problem("column_twice", f"{name}: {given.names.count(name)} columns have this name")
        for name in dict.fromkeys(given.names)
        if given.names.count(name) > 1
    ]
    if problems:  # such a column cannot be asked for its type
        raise SchemaError(problems)
    for name in carried:
        near = nearest(name, known) if len(name) > 3 and name not in LABELS else None
        if near:
            problems.append(Problem("unknown_column", f"{name}: unknown column{did_you_mean(near)}"))
    problems += _wrong_types(given, schema)
    if problems:
        raise SchemaError(problems)
    return carried


def _wrong_types(given: Any, schema: Any) -> list[Problem]:
    """Columns that hold nothing of the kind expected.  In the schema of text nearly everything may also be text."""
    problems: list[Problem] = []
    for name in ("hand",) if schema is TEXT_SCHEMA else [name for name in schema.names if name not in BESIDE]:
        if name in given.names:
            found, expected = given.field(name).type, schema.field(name).type
            if not _alike(name, found, expected):
                problems.append(Problem("bad_column", f"{name}: expected {expected}, not {found}"))
    return problems


def _alike(name: str, found: Any, expected: Any) -> bool:
    types = pa.types
    if types.is_dictionary(found):
        found = found.value_type
    if types.is_list(expected) or types.is_fixed_size_list(expected):
        lists = types.is_list(found) or types.is_large_list(found) or types.is_fixed_size_list(found)
        return bool(
            types.is_integer(found.value_type) if lists else found in (BINARY, pa.binary()) and name == "counts"
        )
    if types.is_integer(expected):
        return bool(types.is_integer(found))
    return bool(types.is_string(found) or types.is_large_string(found) or types.is_string_view(found))


# ------------------------------------------------------------------------------------------------ what comes out
def measures_of(rules: Ruleset) -> tuple[str, ...]:
    """The names of the method's own figures."""
    return tuple(rules.worths[0, 0].measures)


def marks(rules: Ruleset) -> bool:
    """Does a player write down something else than the value?"""
    return rules.settlement.settle(rules.worths[0, 0], NOT_WON, rules.table.payment).marked is not None


def output_schema(rules: Ruleset, given: Any = None, *, payments: bool = False) -> Any:
    """The schema of the answers to batches of the schema ``given``: known before any row is.

    ===============================  =====================================================================
    columns carried through          those of ``given`` that say nothing of a hand, such as ``id``
    ``status``                       ``win no_role not_a_win not_playable invalid``
    ``value``, ``marked``            as in a result; ``marked`` only where the ruleset marks
    ``han fu yakuman`` ...           the method's own figures (``measures``)
    ``limit``, ``roles``             as in a result; the ids of the roles, in the order of the table
    ``payment_E`` ... ``payment_N``  where asked for; null where nobody is told to pay
    ``problems``                     list of (``code``, ``message``), null where there are none
    ===============================  =====================================================================

    Raises SchemaError.
    """
    carried: list[Any] = []
    if given is not None:
        carried = [given.field(name) for name in carried_names(given, rules.table.situation)]
    figures = ["value", *(["marked"] if marks(rules) else []), *measures_of(rules)]
    own = [
        ("status", WORD),
        *((name, pa.int64()) for name in figures),
        ("limit", WORD),
        ("roles", pa.list_(ROLE)),
        *((name, pa.int64()) for name in PAYMENTS if payments),
        ("problems", pa.list_(PROBLEM)),
    ]
    problems = [
        Problem("column_taken", f"{field.name}: the answer has a column of this name; rename it, or leave it out")
        for field in carried
        if field.name in dict(own)
    ]
    if problems:
        raise SchemaError(problems)
    return pa.schema([*carried, *(pa.field(name, type_) for name, type_ in own)])
