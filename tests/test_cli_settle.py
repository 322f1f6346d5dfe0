"""``mahjong settle``: one table or several, good and bad, for people and for scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core.settle.settled_tables import reason_text
from mahjong_core.settle_texts import SETTLE_PHRASES
from tests.table_cases import TABLES, settled, table_cases
from tests.test_cli import run

WIN = {"hand": "234678m345p5567s+8s", "win": "ron", "seat_wind": "S", "ron_from": "W", "flags": ["riichi"]}
GOOD: dict[str, Any] = {"honba": 1, "sticks": 1, "wins": [WIN]}
BAD = {"honba": -1, "wins": [{**WIN, "seat_wind": None}], "tenpay": []}


def write(tmp_path: Path, text: Any) -> str:
    path = tmp_path / "tables.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return str(path)


def test_a_table_to_read_aloud(tmp_path: Path) -> None:
    shown = run("settle", "riichi", write(tmp_path, GOOD)).stdout
    assert "South: 234678m345p5567s+8s, won on a discard: 3900 (3 han, 30 fu)" in shown
    assert "West      South     3900   discarded the winning tile   3 × 1000 + 9 × 100" in shown
    assert "next: South deals, 0 counters, 0 sticks on the table" in shown
    french = run("settle", "riichi", write(tmp_path, GOOD), "--lang", "fr").stdout
    assert "Sud : 234678m345p5567s+8s, gagnée sur un écart : 3900 (3 han, 30 fu)" in french
    assert "ensuite : Sud donne, 0 compteur, 0 bâtonnet sur la table" in french


def test_as_json_it_is_the_answer_of_the_library(tmp_path: Path) -> None:
    told = json.loads(run("settle", "riichi", write(tmp_path, GOOD), "--json").stdout)
    assert told == mj.load("riichi").settle(GOOD).to_dict()
    assert told["totals"] == {"E": 0, "S": 5200, "W": -4200, "N": 0, "pot": -1000}


def test_a_bad_table_prints_every_problem_and_nothing_else(tmp_path: Path) -> None:
    done = run("settle", "riichi", write(tmp_path, BAD))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "mahjong: tenpay: unknown key; did you mean 'tenpai'?",
        "mahjong: wins[0].seat_wind is missing: expected the winner's seat, one of E S W N",
        "mahjong: honba: expected a whole number, 0 or more, not -1",
    ]
    french = run("settle", "riichi", write(tmp_path, BAD), "--lang", "fr").stderr
    assert "mahjong: wins[0].seat_wind manque : la place du gagnant, une de E S W N" in french


@pytest.mark.parametrize("form", ["list", "lines"])
def test_one_bad_table_stops_none_of_the_others(tmp_path: Path, form: str) -> None:
    tables = [{"id": "first", **GOOD}, BAD, GOOD]
    text = json.dumps(tables) if form == "list" else "\n".join(map(json.dumps, tables))
    done = run("settle", "riichi", write(tmp_path, text), "--json")
    assert done.exit_code == 2
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["id"], answer["totals"]["S"]) for answer in told] == [("first", 5200), (2, 5200)]
    assert "mahjong: table 1: honba: expected a whole number, 0 or more, not -1" in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "is empty"), ("{", "not JSON"), ("[1]", "table 0: expected a table as a JSON object"), ("7", "not 7")],
)
def test_a_file_that_is_no_table(tmp_path: Path, text: str, said: str) -> None:
    done = run("settle", "riichi", write(tmp_path, text))
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "No such file" in run("settle", "riichi", str(tmp_path / "none.json")).stderr
    assert run("settle", "riichi", str(tmp_path)).exit_code == 2


def test_every_reason_has_words_in_both_languages() -> None:
    """Of every transfer that the tables worked out by hand bring about."""
    cases = [case for folder in sorted(TABLES.iterdir()) if folder.is_dir() for case in table_cases(folder.name)]
    reasons = {t.reason for case in cases if "problems" not in case.expect for t in settled(case).transfers}
    worded = {id.removeprefix("reason_") for id in SETTLE_PHRASES if id.startswith("reason_")}
    assert reasons == worded
    assert reason_text("of_a_plugin", "fr") == "of_a_plugin"


def test_marks_and_the_ledger_as_pages(tmp_path: Path) -> None:
    table = {"winner": "E", "seats": {"E": 100, "S": 250, "W": 40, "N": 10}}
    marks = run("settle", "french-classic", write(tmp_path, table)).stdout
    assert "marked    200     250     40      10" in marks
    kong = {"void": dict.fromkeys("ESWN", "s"), "events": [{"kong": "concealed", "seat": "S", "tile": "5p"}]}
    shown = run("settle", "sichuan", write(tmp_path, kong)).stdout
    assert "North   South        2   concealed kong" in shown
    assert "note: the hand is not over: East, South, West and North are still in" in shown
