"""Records: what is read, every problem that is told, the way there and back, and the corpora."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjong_core import record_keys, records
from mahjong_core.errors import HandError
from mahjong_core.groups import Group
from mahjong_core.hands import Hand
from mahjong_core.notation import parse_hand
from mahjong_core.record_checks import read_with_care
from mahjong_core.records import read, read_record, record_of, record_schema, result_schema
from mahjong_core.situations import Situation
from tests.generated_hands import hands, situations, tried

SHARED = Path(__file__).parents[2] / "shared"
RECORD: dict[str, Any] = {
    "id": "a",
    "hand": "345m40677p67s",
    "melds": [{"type": "chi", "tiles": "340m", "called": "4m", "from": "left"}],
    "win_tile": "8s",
    "win": "ron",
    "seat_wind": "N",
    "round_wind": "E",
    "ron_from": "W",
    "flags": ["houtei"],
    "dora_indicators": "4s",
}


def codes(record: Any) -> list[str]:
    with pytest.raises(HandError) as error:
        read(record)
    return [problem.code for problem in error.value.problems]


def message(**changes: Any) -> str:
    with pytest.raises(HandError) as error:
        read(RECORD | changes)
    return str(error.value)


def group(**meld: Any) -> Group:
    (found,) = read_record(RECORD | {"hand": "1m", "melds": [meld]})[0].groups
    return found


# ------------------------------------------------------------------------------------------------ what is read
def test_a_record() -> None:
    hand, situation = read_record(RECORD)
    assert hand == parse_hand("345m40677p67s(430m<)+8s")
    assert situation == Situation("ron", "N", "E", "W", frozenset(["houtei"]), "4s")


@pytest.mark.parametrize("record", [json.dumps(RECORD), json.dumps(RECORD).encode(), MappingProxyType(RECORD)])
def test_json_and_other_mappings(record: Any) -> None:
    assert read(record) == read(RECORD)


def test_a_hand_text_with_everything() -> None:
    reading = read({"hand": "55z(403m<)[1111p](555s)1f(4z)+5z", "win": "tsumo"})
    assert reading.hand == parse_hand("55z(403m<)[1111p](555s)1f(4z)+5z")
    assert (reading.situation.seat, reading.situation.round) == ("S", "E")
    assert len(reading.notes) == 2


def test_text_and_keys_together() -> None:
    record = {"hand": "1m(123p)1f+1m", "melds": [{"type": "pon", "tiles": "777z"}], "win_tile": "1m", "bonus": "2g4z"}
    assert read_record(record | {"win": "ron"})[0] == parse_hand("1m(123p)(777z)1f2g(4z)+1m")


def test_a_wind_that_is_null_counts_for_nothing() -> None:
    reading = read(RECORD | {"seat_wind": None, "round_wind": None})
    assert (reading.situation.seat, reading.situation.round, reading.notes) == (None, None, [])


def test_null_is_as_good_as_absent() -> None:
    nulls = dict.fromkeys(("melds", "flags", "honba", "riichi_sticks", "ura_indicators", "pao", "options", "river"))
    assert read({"hand": "1m+1m", "win": "ron"} | nulls) == read({"hand": "1m+1m", "win": "ron"})


def test_a_hand_that_did_not_win() -> None:
    for record in ({"hand": "1234567m"}, {"hand": "1234567m", "win": None, "win_tile": None, "round_end": "draw"}):
        hand, situation = read_record(record)
        assert (hand.win_tile, situation.win) == (None, None)
    assert [problem.code for problem in read({"hand": "11112222333344m"}).hand.problems] == ["no_winning_tile"]


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        ({"type": "chi", "tiles": "340m", "called": "0m", "from": "left"}, "(034m<)"),
        ({"type": "chi", "tiles": "340m", "called": "4m", "from": None}, "(340m)"),
        ({"type": "chi", "tiles": "403m"}, "(340m)"),
        ({"type": "pon", "tiles": "055p", "called": "5p", "from": "across"}, "(505p^)"),
        ({"type": "pon", "tiles": "777z", "called": None, "from": "left"}, "(777z)"),
        ({"type": "daiminkan", "tiles": "0555s", "called": "5s", "from": "right"}, "(5055s>)"),
        ({"type": "kakan", "tiles": "5550s", "called": "5s", "from": "right"}, "(555s+0s>)"),
        ({"type": "kakan", "tiles": "0555s", "called": "5s", "from": "right"}, "(505s+5s>)"),
        ({"type": "kakan", "tiles": "5055s", "called": None, "from": None}, "(055s+5s)"),
        ({"type": "ankan", "tiles": "5055s", "called": None, "from": None}, "[0555s]"),
    ],
)
def test_melds(meld: dict[str, Any], text: str) -> None:
    (expected,) = parse_hand(text).groups
    assert group(**meld) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"melds": [{"type": "kita", "tiles": "4z"}] * 2},
        {"melds": [{"type": "kita", "tiles": "44z", "called": None, "from": None}]},
        {"bonus": "(4z)(4z)"},
        {"bonus": "44z"},
        {"kita": 2},
        {"kita": 2, "bonus": "(4z)(4z)"},
    ],
)
def test_norths_set_aside(changes: dict[str, Any]) -> None:
    assert read({"hand": "1m+1m", "win": "ron"} | changes).hand.norths == 2


def test_what_a_ruleset_may_ask_for_is_given() -> None:
    more = {"dominant_wind": "S", "void": "m", "already_won": ["E"], "wins_in_a_row": 3, "round_end": "draw"}
    assert read(RECORD | more).situation.given == more
    assert read(RECORD | {"lucky": 3}, declared=["lucky"]).situation.given == {"lucky": 3}


def test_what_is_for_the_batch() -> None:
    reading = read(RECORD | {"ruleset": "riichi:tenhou", "options": {"red_fives": 3}})
    assert (reading.id, reading.ruleset, reading.options) == ("a", "riichi:tenhou", {"red_fives": 3})


def test_unknown_keys_are_ignored_and_listed() -> None:
    reading = read(
        RECORD | {"source": "x", "expected": {}, "graded": True, "limit": 3, "favourite_colour": "red", "idx": 1}
    )
    assert reading.ignored == ["source", "expected", "graded", "limit", "favourite_colour", "idx"]


# ------------------------------------------------------------------------------------------------ what is not
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"win_tiel": "8s"}, ["unknown_key"]),
        ({"winTile": "8s", "flag": []}, ["unknown_key", "unknown_key"]),
        ({"win": "Ron"}, ["bad_win"]),
        ({"win": None, "ron_from": None}, ["win_missing"]),
        ({"win_tile": None}, ["no_winning_tile"]),
        ({"win_tile": None, "hand": "345m40677p678s"}, ["no_winning_tile"]),
        ({"win_tile": "89s"}, ["unreadable"]),
        ({"win_tile": "8x"}, ["unreadable"]),
        ({"win_tile": 8}, ["bad_value"]),
        ({"hand": "345m40677p67s+7s"}, ["two_winning_tiles"]),
        ({"hand": 3}, ["bad_value"]),
        ({"hand": "345m(135m)9z"}, ["not_a_group", "unreadable"]),
        ({"hand": "123m" * 9}, ["wrong_number_of_tiles"]),
        ({"bonus": "1f1m"}, ["unreadable"]),
        ({"kita": -1}, ["bad_count"]),
        ({"kita": 1, "bonus": "44z"}, ["norths_differ"]),
        ({"seat_wind": "east", "round_wind": 3, "ron_from": "X"}, ["bad_seat", "bad_seat", "bad_seat"]),
        ({"ron_from": "N"}, ["ron_from_winner"]),
        ({"win": "tsumo"}, ["ron_from_with_tsumo"]),
        ({"flags": ["richi", 3]}, ["unknown_flag", "bad_flag"]),
        ({"flags": "riichi"}, ["bad_value"]),
        ({"honba": -1, "riichi_sticks": True}, ["bad_count", "bad_count"]),
        ({"honba": 1.5}, ["bad_count"]),
        ({"dora_indicators": "1234567m", "ura_indicators": "9z"}, ["too_many_indicators", "unreadable"]),
        ({"dora_indicators": ["4s"]}, ["bad_value"]),
        ({"pao": "X"}, ["bad_seat"]),
        ({"pao": {"daisangen": "X"}}, ["bad_seat"]),
        ({"wins_in_a_row": -1, "round_end": "drow", "dominant_wind": "e"}, ["bad_seat", "bad_count", "bad_value"]),
        ({"already_won": ["X"], "void": "z"}, ["bad_value", "bad_value"]),
        ({"options": [], "ruleset": 3, "river": "9z"}, ["bad_value", "bad_value", "unreadable"]),
        ({"melds": {}}, ["bad_value"]),
        ({"melds": [3]}, ["bad_value"]),
        ({"melds": [{"type": "pong", "tiles": "111m"}]}, ["bad_value"]),
        ({"melds": [{"type": "pon"}]}, ["bad_value"]),
        ({"melds": [{"type": "pon", "tiles": "112m"}, {"type": "chi", "tiles": "9z"}]}, ["not_a_group", "unreadable"]),
        ({"melds": [{"type": "pon", "tiles": "111m", "from": "up"}]}, ["bad_value"]),
        ({"melds": [{"type": "pon", "tiles": "111m", "caled": "1m"}]}, ["unknown_key"]),
        ({"melds": [{"type": "pon", "tiles": "555m", "called": "0m"}]}, ["called_not_in_group"]),
        ({"melds": [{"type": "ankan", "tiles": "1111m", "called": "1m", "from": "left"}]}, ["not_a_group"]),
        ({"melds": [{"type": "kita", "tiles": "3z"}]}, ["not_a_group"]),
    ],
)
def test_problems(changes: dict[str, Any], expected: list[str]) -> None:
    assert codes(RECORD | changes) == expected


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ('{"hand": ', "not_json"),
        (b"\xff\xfe\xfd", "not_json"),
        ("[1]", "not_a_record"),
        (None, "not_a_record"),
        ({}, "hand_missing"),
        ({"hand": "1m+1m"}, "win_missing"),
        ({"hand": "1m", "win": "ron"}, "no_winning_tile"),
        ({"hand": "1m+1m", "win": "ron", "lucky": {}}, "bad_value"),
    ],
)
def test_no_record(record: Any, code: str) -> None:
    with pytest.raises(HandError) as error:
        read(record, declared=["lucky"])
    assert error.value.problems[0].code == code


def test_every_problem_is_told_at_once() -> None:
    found = codes(
        RECORD
        | {"hand": "11111m(135m)", "win": "rn", "win_tiel": "3m", "flags": ["richi"], "honba": -1}
        | {"melds": [{"type": "pon", "tiles": "112m"}], "dora_indicators": "9z"}
    )
    assert sorted(found) == sorted(
        [
            "unknown_key",
            "bad_win",
            "unknown_flag",
            "bad_count",
            "not_a_group",
            "too_many_copies",
            "not_a_group",
            "unreadable",
        ]
    )


def test_what_is_wrong_with_the_tiles_is_told_beside_the_rest() -> None:
    assert codes(RECORD | {"hand": "11111m", "honba": -1}) == ["bad_count", "too_many_copies", "wrong_number_of_tiles"]


def test_problems_say_where_and_what_was_meant() -> None:
    assert "win_tiel: unknown key; did you mean 'win_tile'?" in message(win_tiel="8s")
    assert "seat_wind: expected one of E S W N, not 'east'; did you mean 'E'?" in message(seat_wind="east")
    assert "melds[1].type" in message(melds=[*RECORD["melds"], {"type": "pong", "tiles": "111m"}])
    assert "did you mean 'pon'?" in message(melds=[{"type": "pong", "tiles": "111m"}])
    assert "melds[0]: '112m' is no pon: expected three equal tiles" in message(melds=[{"type": "pon", "tiles": "112m"}])
    assert "win_tile: cannot read '9z'" in message(win_tile="9z")


# ------------------------------------------------------------------------------------------------ there and back
@st.composite
def cases(draw: st.DrawFn) -> tuple[Hand, Situation]:
    hand = draw(hands())
    return hand, draw(situations(hand.win_tile is not None))


@settings(deadline=None)
@given(cases())
def test_a_record_is_read_back(case: tuple[Hand, Situation]) -> None:
    hand, situation = case
    record = record_of(hand, situation)
    assert read_record(record) == case
    assert read_record(json.dumps(record)) == case
    assert read_record(record)[0].groups == hand.groups
    assert record_of(*read_record(record)) == record


ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    "",
    "E",
    "X",
    "ron",
    "1m",
    "9z",
    "(135m)",
    "+1m",
    [],
    ["E"],
    [3],
    [[]],
    {},
]
ODD: st.SearchStrategy[Any] = st.sampled_from([*ODD_VALUES, {"a": "E"}, {"a": 1}])


@settings(deadline=None, max_examples=300)
@given(cases(), st.dictionaries(st.sampled_from([*record_keys.TYPES, "win_tiel", "foo"]), ODD, max_size=2))
def test_reading_plainly_and_with_care_is_the_same(case: tuple[Hand, Situation], odd: dict[str, Any]) -> None:
    record = record_of(*case) | odd
    expected, found = tried(read_with_care, dict(record))
    assert tried(read, record) == (expected, found)
    assert (expected is None) is bool(found)
    assert all(problem.message and "\n" not in problem.message for problem in found)


@pytest.mark.parametrize("text", ["", "m", "z", "mz", "12mp", "1ms", "p1m", "12m3m", "0z", "8z", "1m2z3", " ", "1mm"])
def test_odd_texts_are_read_with_care(text: str) -> None:
    record = {"hand": text, "win": None}
    assert tried(read, record) == tried(read_with_care, dict(record))


@settings(deadline=None)
@given(cases(), st.sampled_from(["type", "tiles", "called", "from", "foo"]), ODD)
def test_odd_melds_as_well(case: tuple[Hand, Situation], key: str, value: Any) -> None:
    record = record_of(*case)
    for meld in record["melds"]:
        meld[key] = value
    assert tried(read, record) == tried(read_with_care, dict(record))


# ------------------------------------------------------------------------------------------------ schemas
def test_schemas() -> None:
    record, result = record_schema(), result_schema()
    assert record["required"] == ["hand"]
    assert set(record_keys.TYPES) == set(record["properties"])
    assert set(record["$defs"]["MeldModel"]["properties"]) == {"type", "tiles", "called", "from"}
    assert {"status", "roles", "payments", "wait", "fingerprint"} <= set(result["properties"])
    assert json.loads(json.dumps([record, result])) == [record, result]


# ------------------------------------------------------------------------------------------------ corpora
def rows(*patterns: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(path for pattern in patterns for path in SHARED.glob(pattern)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", json.loads(line)


@pytest.mark.corpus
@pytest.mark.parametrize("pattern", ["data/riichi/*.jsonl", "data/sichuan/*.jsonl", "bench/*.jsonl"])
def test_every_record_of_the_corpora_is_read(pattern: str) -> None:
    if not list(SHARED.glob(pattern)):
        pytest.skip(f"{SHARED / pattern} is not there")
    number = 0
    for place, row in rows(pattern):
        if "hand" not in row:  # a draw: a table to settle
            continue
        reading = read(row)
        number += 1
        won = reading.situation.win is not None
        refused = "expected" in row and row["expected"] is None  # its tiles may be wrong
        assert refused or not won or not reading.hand.problems, place
        assert records.read_record(record_of(reading.hand, reading.situation)) == reading[:2], place
        assert parse_hand(str(reading.hand)) == reading.hand, place
        assert records._read_plain(row, ()) is not None, place  # pyright: ignore[reportPrivateUsage]
    assert number
