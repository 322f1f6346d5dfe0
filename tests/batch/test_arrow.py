"""A batch says row for row what one hand says, however its columns are written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.batch.arrow import COLUMNS_SCHEMA, TEXT_SCHEMA, SchemaError, columns_batch, output_schema, score_batch
from mahjong_core.batch.from_hands import columns_of
from mahjong_core.batch.hands import meld_code
from mahjong_core.batch.text_rows import characters
from mahjong_core.batch.texts import KIND_OF_TILE, read_texts
from mahjong_core.checks import FLAGS
from mahjong_core.errors import HandError, Problem
from mahjong_core.notation import read_pieces
from mahjong_core.records import record_of
from mahjong_core.tiles import BONUS_NAMES, KIND_OF
from tests.generated_hands import hands as generated_hands
from tests.generated_hands import situations

RULES = mj.load("riichi")
FRENCH = mj.load("french-classic")
HAND = "234m567p22s(345s)67m+8m"
WIN = {"hand": HAND, "win": "ron", "seat_wind": "S", "round_wind": "E", "ron_from": "W"}
FIGURES = ("han", "fu", "yakuman", "points", "doubles")


def said(result: mj.Result) -> dict[str, Any]:
    """A result in the words of a batch."""
    payments = result.payments or {}
    return {
        "status": result.status,
        "value": result.value,
        "marked": result.marked,
        "measures": {name: figure for name, figure in result.measures.items() if figure is not None},
        "limit": result.limit,
        "roles": list(result.role_ids),
        "payments": [payments.get(seat) for seat in "ESWN"] if payments else [None] * 4,
        "problems": [problem.code for problem in result.problems],
    }


def told(batch: Any) -> list[dict[str, Any]]:
    """The rows of a batch in the same words."""
    return [
        {
            "status": row["status"],
            "value": row["value"],
            "marked": row.get("marked"),
            "measures": {name: row[name] for name in FIGURES if row.get(name) is not None},
            "limit": row["limit"],
            "roles": row["roles"],
            "payments": [row[f"payment_{seat}"] for seat in "ESWN"],
            "problems": [problem["code"] for problem in row["problems"] or ()],
        }
        for row in batch.to_pylist()
    ]


def text_batch(records: Sequence[dict[str, Any]]) -> Any:
    """Records as a batch of text, each column of its type in ``TEXT_SCHEMA``."""
    names = sorted({name for record in records for name in record})
    schema = pa.schema(
        [TEXT_SCHEMA.field(name) if name in TEXT_SCHEMA.names else pa.field(name, pa.string()) for name in names]
    )
    rows = [{**record, "pao": _pao(record.get("pao"))} if "pao" in names else record for record in records]
    return pa.RecordBatch.from_pylist(rows, schema)


def _pao(pao: Any) -> str | None:
    return ",".join(f"{role}={seat}" for role, seat in pao.items()) if isinstance(pao, dict) else pao


@st.composite
def cases(draw: st.DrawFn) -> list[tuple[mj.Hand, mj.Situation]]:
    drawn = draw(st.lists(generated_hands(), min_size=1, max_size=6))
    return [(hand, draw(situations(hand.win_tile is not None))) for hand in drawn]


# ------------------------------------------------------------------------------------------------ the same scores
@pytest.mark.parametrize("rules", [RULES, FRENCH], ids=str)
@settings(max_examples=30, deadline=None)
@given(cases=cases())
def test_text_says_what_one_hand_says(rules: mj.Ruleset, cases: list[tuple[mj.Hand, mj.Situation]]) -> None:
    apart = [record_of(hand, situation) for hand, situation in cases]
    whole = [{**{k: v for k, v in record.items() if k not in ("melds", "win_tile", "bonus")}, "hand": str(hand)}
             for record, (hand, _) in zip(apart, cases, strict=True)]  # fmt: skip
    expected = [said(rules.score(hand, situation)) for hand, situation in cases]
    for records in (apart, whole):
        assert told(score_batch(rules, text_batch(records), payments=True)) == expected


@pytest.mark.parametrize("rules", [RULES, FRENCH], ids=str)
@settings(max_examples=30, deadline=None)
@given(cases=cases())
def test_columns_say_what_one_hand_says(rules: mj.Ruleset, cases: list[tuple[mj.Hand, mj.Situation]]) -> None:
    columns, aside = columns_of(*map(list, zip(*cases, strict=True)))  # type: ignore[arg-type]
    rows = [row for row in range(len(cases)) if row not in aside]
    answers = told(score_batch(rules, columns_batch(columns), payments=True))
    assert [answers[row] for row in rows] == [said(rules.score(*cases[row])) for row in rows]


# ------------------------------------------------------------------------------------------------ hand texts
PIECES = """
123m 0m 5z 19p 8m 0z 8z (123m) (340p<) (111z) (1111s^) [1111z] (777z+7z<) (4z) (4z<) 1f 23g 5f +5m +0p +8z +1f (13m)
(12m3m) [123m] ( ] ) [ + < m 5 x é 🀇 (1m(2m)3m) 1f1f (222s) (789s) (891s) (342p) (444p>) (66z) [0555m] [1111m<] 000p
"""


def test_plain_texts_are_read_as_with_care() -> None:
    drawn = random.Random(1)
    texts = ["".join(drawn.choices([*PIECES.split(), " "], k=drawn.randint(0, 6))) for _ in range(20_000)]
    read = read_texts(*characters(pa.array(texts)))
    for row in np.flatnonzero(read.plain).tolist():
        pieces = read_pieces(texts[row])
        tiles = [*pieces.concealed, *([] if pieces.win_tile is None else [pieces.win_tile])]
        held = [*tiles, *(tile for group in pieces.groups for tile in group.tiles)]
        counts = np.bincount([KIND_OF[tile] for tile in tiles], minlength=34)
        assert (read.counts[row] == counts).all(), texts[row]
        assert read.win_tile[row] == (-1 if pieces.win_tile is None else pieces.win_tile), texts[row]
        assert read.reds[row] == sum(1 << 2 * (tile - 34) for tile in held if tile >= 34), texts[row]
        melds = [meld_code(group.type, group.kind) for group in pieces.groups]
        assert [code for code in read.melds[:, row] if code >= 0] == melds, texts[row]
        assert read.bonus[row] == sum(1 << BONUS_NAMES.index(name) for name in pieces.bonus), texts[row]
        assert (read.norths[row], read.number[row]) == (pieces.norths, len(tiles) + 3 * len(melds)), texts[row]
    assert read.plain.sum() > 1000


@settings(max_examples=40, deadline=None)
@given(st.lists(generated_hands(), min_size=1, max_size=8))
def test_printed_hands_are_plain(drawn: list[mj.Hand]) -> None:
    read = read_texts(*characters(pa.array([str(hand) for hand in drawn])))
    unusual = [hand.reds > 3 or any(group.type == "added_kong" for group in hand.groups) for hand in drawn]
    assert (read.plain | unusual).all()
    for row in np.flatnonzero(read.plain).tolist():
        hand, win_tile = drawn[row], KIND_OF_TILE[read.win_tile[row]] if read.win_tile[row] >= 0 else -1
        assert (win_tile, read.bonus[row], read.norths[row]) == (hand.win, hand.bonus, hand.norths)


# ------------------------------------------------------------------------------------------------ bad rows
@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": None},
        {"hand": "1x"},
        {"hand": ""},
        {"hand": "11111m234p567s22z1z+1z"},
        {"hand": "234m567p22s345s67m"},
        {"hand": "234m567p22s345s678m"},
        {"win": None},
        {"win": "Ron"},
        {"win": ""},
        {"win_tile": "8m"},
        {"win_tile": "7m"},
        {"win_tile": "x"},
        {"seat_wind": "ES"},
        {"seat_wind": "east"},
        {"round_wind": ""},
        {"ron_from": "S"},
        {"ron_from": "X"},
        {"win": "tsumo"},
        {"flags": "ippatsu"},
        {"flags": "riichi, ipatsu"},
        {"flags": "riichi,ippatsu"},
        {"flags": "of_a_plugin"},
        {"dora_indicators": "4x"},
        {"dora_indicators": "1m2m3m4m5m6m"},
        {"dora_indicators": "8888m"},
        {"honba": "-1"},
        {"honba": "1.5"},
        {"honba": "2"},
        {"riichi_sticks": "9" * 30},
        {"pao": "Q"},
        {"pao": "daisangen=E"},
        {"pao": "daisangen=Q,N"},
        {"bonus": "1f"},
        {"bonus": "5f"},
        {"bonus": "(4z)"},
        {"void": "x"},
        {"already_won": "E,Q"},
        {"wins_in_a_row": "7"},
        {"wins_in_a_row": "-7"},
        {"round_end": "draws"},
        {"river": "1x"},
        {"river": "1m2m"},
        {"kita": "2"},
        {"options": '{"open_tanyao": false}'},
        {"options": '{"open_tanyo": false}'},
        {"options": "not JSON"},
        {"dominant_wind": "Q"},
    ],
    ids=str,
)
@pytest.mark.parametrize("rules", [RULES, FRENCH], ids=str)
def test_a_bad_row_stands_among_good_ones(wrong: dict[str, Any], rules: mj.Ruleset) -> None:
    """Everything as text, like a CSV file; the same as the record."""
    good: dict[str, str | None] = dict(WIN.items())
    rows = [{"id": str(i), **dict.fromkeys(wrong), **good} for i in range(3)]
    rows[1] |= wrong
    names = list(rows[0])
    batch = pa.record_batch({name: pa.array([row[name] for row in rows], pa.string()) for name in names})
    answers = score_batch(rules, batch, payments=True)
    assert answers.column("id").to_pylist() == ["0", "1", "2"]
    one = said(rules.score(*mj.read_record(good)))
    assert told(answers)[::2] == [one, one]
    assert told(answers)[1] == said(rules.score_record(_record(rows[1])))


def _record(row: dict[str, Any]) -> dict[str, Any]:
    """The row as a record, by hand."""
    record = {
        key: value for key, value in row.items() if value is not None or key in ("win", "seat_wind", "round_wind")
    }
    for key in ("flags", "already_won"):
        if key in record:
            record[key] = [word.strip() for word in record[key].split(",")]
    for key in ("honba", "wins_in_a_row", "kita"):
        if record.get(key, "").removeprefix("-").isdigit():
            record[key] = int(record[key])
    if "=" in record.get("pao", ""):
        record["pao"] = {role: seat for role, _, seat in (entry.partition("=") for entry in record["pao"].split(","))}
    if record.get("options", "").startswith("{"):
        record["options"] = __import__("json").loads(record["options"])
    return record


BAD_COLUMNS: list[dict[str, Any]] = [
    {"win_tile": 77},
    {"win_tile": None},
    {"win": 9},
    {"win": 2},
    {"melds": [500, -1, -1, -1]},
    {"melds": [8, -1, -1, -1]},
    {"melds": None},
    {"counts": [0] * 34},
    {"counts": [5] + [0] * 33},
    {"counts": [1] * 20},
    {"counts": None},
    {"seat": 4},
    {"ron_from": 1},
    {"flags": 1 << 60},
    {"dora": [40]},
    {"dora": [1, 2, 3, 4, 5, 6]},
    {"dora": [4, 4, 4, 4, 4]},
    {"honba": -3},
    {"reds": 255},
]


@pytest.mark.parametrize("wrong", BAD_COLUMNS, ids=str)
def test_a_bad_row_of_numbers_stands_among_good_ones(wrong: dict[str, Any]) -> None:
    good = _numbers()
    rows = [{**good, "id": i} for i in range(3)]
    rows[1] |= wrong
    types = {
        "counts": pa.list_(pa.int32()),
        "melds": pa.list_(pa.int32()),
        "dora": pa.list_(pa.int32()),
        "ura": pa.list_(pa.int8()),
    }
    schema = pa.schema([(name, types.get(name, pa.int64())) for name in rows[0]])
    answers = score_batch(RULES, pa.RecordBatch.from_pylist(rows, schema)).to_pylist()
    assert [row["status"] for row in answers] == ["win", "invalid", "win"]
    assert answers[1]["problems"]
    assert answers[0]["problems"] is None


def test_flags_that_no_batch_can_say() -> None:
    hand, situation = mj.read_record(WIN)
    columns, _ = columns_of([hand], [situation])
    assert columns_batch(columns).schema.equals(
        pa.schema([f for f in COLUMNS_SCHEMA if f.name in columns_batch(columns).schema.names])
    )
    more = replace(columns, flags=np.array([1 << len(FLAGS)]), flag_names=(*FLAGS, "club_rule"))
    with pytest.raises(HandError, match="club_rule"):
        columns_batch(more)


def _numbers() -> dict[str, Any]:
    columns, _ = columns_of(*map(list, zip(mj.read_record(WIN), strict=True)))  # type: ignore[arg-type]
    return columns_batch(columns).to_pylist()[0] | {"dora": [3]}


@pytest.mark.parametrize("type_", [pa.binary(34), pa.binary(), pa.list_(pa.uint8(), 34), pa.list_(pa.int16())], ids=str)
def test_counts_of_every_type(type_: Any) -> None:
    """Sliced, and with a null among them."""
    row = _numbers()
    counts = [None, row["counts"], row["counts"], None, row["counts"]]
    array = pa.array([bytes(of) if (of and pa.types.is_binary(type_)) or (of and pa.types.is_fixed_size_binary(type_)) else of
                      for of in counts], type_)  # fmt: skip
    others = {name: pa.array([row[name]] * 5) for name in ("win_tile", "win", "melds")}
    batch = pa.record_batch({"counts": array, **others})
    for sliced in (batch, batch.slice(1), batch.slice(1, 2), batch.slice(0, 0)):
        expected = [1000 if of.is_valid else None for of in sliced.column("counts")]
        assert score_batch(RULES, sliced).column("value").to_pylist() == expected


def test_rows_that_their_reader_refused() -> None:
    refused = {1: [Problem("not_csv", "three cells")]}
    answers = score_batch(RULES, text_batch([WIN, {}, WIN]), refused=refused).to_pylist()
    assert [row["status"] for row in answers] == ["win", "invalid", "win"]
    assert answers[1]["problems"] == [{"code": "not_csv", "message": "three cells"}]


# ------------------------------------------------------------------------------------------------ schemas
@pytest.mark.parametrize("rules", [RULES, FRENCH], ids=str)
@pytest.mark.parametrize("payments", [False, True])
def test_the_answers_schema_is_known_before_the_rows(rules: mj.Ruleset, payments: bool) -> None:
    for rows in ([], [WIN], [WIN, {"hand": "x"}]):
        batch = text_batch([{**WIN, "id": "a"}, *rows]).slice(1)
        answers = score_batch(rules, batch, payments=payments)
        assert answers.schema == output_schema(rules, batch.schema, payments=payments)
        assert answers.num_rows == len(rows)
        answers.validate(full=True)
    assert ("marked" in output_schema(rules).names) is (rules is FRENCH)
    assert ("payment_E" in output_schema(rules, payments=payments).names) is payments


def test_columns_of_no_hand_are_carried_through() -> None:
    batch = pa.record_batch({"game": ["a", "b"], "hand": [HAND] * 2, "win": ["ron", "tsumo"], "x": [[1], None]})
    answers = score_batch(RULES, batch)
    assert answers.schema.names[:3] == ["game", "x", "status"]
    assert answers.column("x").to_pylist() == [[1], None]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"tiles": ["1m"]}, "'hand'"),
        ({"hand": ["1m"], "counts": [[1]]}, "both"),
        ({"hand": ["1m"], "win_tiel": ["1m"]}, "'win_tile'"),
        ({"hand": [1]}, "expected string"),
        ({"hand": ["1m"], "value": [1], "status": [1]}, "status"),
        ({"counts": [[1]], "seat": ["E"]}, "expected int8"),
        ({"counts": ["1m"]}, "uint8"),
    ],
    ids=str,
)
def test_columns_that_hold_no_hands(columns: dict[str, Any], said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        score_batch(RULES, pa.record_batch(columns))


def test_every_column_of_a_schema_is_read() -> None:
    """With its own type; and each has its default when it is absent."""
    for schema, row in ((TEXT_SCHEMA, WIN), (COLUMNS_SCHEMA, _numbers())):
        whole = pa.RecordBatch.from_pylist([{name: row.get(name) for name in schema.names}], schema)
        assert score_batch(RULES, whole).column("value").to_pylist() == [1000]
        assert score_batch(RULES, whole).schema.names[0] == "status"
    least = score_batch(RULES, pa.record_batch({"hand": [HAND], "win": ["tsumo"]}), payments=True)
    assert told(least) == [said(RULES.score(*mj.read_record({"hand": HAND, "win": "tsumo"})))]


def test_text_columns_of_other_types() -> None:
    for type_ in (pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        batch = pa.record_batch({name: pa.array([value] * 3).cast(type_) for name, value in WIN.items()})
        assert score_batch(RULES, batch.slice(1)).column("value").to_pylist() == [1000, 1000]
    numbers = {"honba": pa.array([2.0, None, 1.5]), "flags": pa.array([["riichi"], [None], None])}
    batch = pa.record_batch({**{name: [value] * 3 for name, value in WIN.items()}, **numbers})
    assert score_batch(RULES, batch).column("status").to_pylist() == ["invalid"] * 3
    with pytest.raises(HandError):
        mj.read_record({**WIN, "honba": 1.5})
