"""``mahjong compare``: one hand, and files of hands."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

import mahjong_core as mj
from mahjong_core import plots
from mahjong_core.cli.app import app
from mahjong_core.population import population

HAND = "234m567p22s(345s)67m+8m"
RULESETS = "riichi,french-classic"
MANY = 60


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


def compared(*words: str) -> Any:
    result = run("compare", "--rulesets", RULESETS, *words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def record(hand: mj.Hand, situation: mj.Situation) -> dict[str, Any]:
    return {
        "hand": str(hand),
        "win": situation.win,
        "seat_wind": situation.seat,
        "round_wind": situation.round,
        "ron_from": situation.ron_from,
        "flags": sorted(situation.flags),
        "dora_indicators": situation.dora_indicators,
        "ura_indicators": situation.ura_indicators,
    }


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    hands = population(mj.load("riichi"), MANY, 9, "bench")
    return [record(hands.hand(row), hands.situation(row)) for row in range(MANY)]


@pytest.fixture
def file(records: list[dict[str, Any]], tmp_path: Path) -> Path:
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


# ------------------------------------------------------------------------------------------------ one hand
def test_one_hand_is_told_its_place() -> None:
    told = {row["ruleset"]: row for row in compared(HAND)["rows"]}
    assert 0 <= told["riichi"]["above"] < 0.2
    assert 0 < told["french-classic"]["above"] < 1
    said = run("compare", HAND, "--rulesets", RULESETS).stdout
    assert "riichi: worth more than" in said
    assert "% of winning hands" in said
    french = run("compare", HAND, "--rulesets", RULESETS, "--lang", "fr").stdout
    assert "des mains gagnantes" in french


def test_no_place_for_a_hand_that_does_not_win() -> None:
    told = compared("123m567p22s(345s)67m+8m")["rows"][0]
    assert (told["status"], told["above"]) == ("no_role", None)


def test_house_rules_are_told_so() -> None:
    words = ("compare", HAND, "--rulesets", "riichi", "--set", "red_fives=0")
    assert "measured under riichi" in run(*words).stdout
    assert any("measured under riichi" in note for note in json.loads(run(*words, "--json").stdout)["rows"][0]["notes"])


def test_python_tells_the_place_too() -> None:
    row = mj.compare(mj.Hand.parse(HAND), mj.Situation("ron"), ["riichi"]).rows[0]
    assert row._fields[:3] == ("ruleset", "result", "share")
    assert row.above is not None
    assert row.measured is None


# ------------------------------------------------------------------------------------------------ files
def test_a_file_as_one_by_one(file: Path, records: list[dict[str, Any]]) -> None:
    told = compared("--file", str(file))
    assert told["rulesets"] == RULESETS.split(",")
    assert len(told["rows"]) == told["summary"]["hands"] == MANY
    for number, (row, given) in enumerate(zip(told["rows"], records, strict=True), 1):
        single = mj.compare(*mj.read_record(given), told["rulesets"])
        assert (row["id"], row["hand"]) == (number, given["hand"])
        for one in single.rows:
            expected = {"status": one.result.status, "value": one.result.value, "share": one.share}
            assert row[one.ruleset] == expected


def test_a_file_on_the_page(file: Path) -> None:
    said = run("compare", "--file", str(file), "--rulesets", RULESETS).stdout
    for text in ("... and 50 hands more", "of 60 hands", "median", "rank correlation", "placed most differently"):
        assert text in said


def test_few_hands_are_all_shown(tmp_path: Path) -> None:
    path = tmp_path / "few.jsonl"
    path.write_text(json.dumps({"id": "mine", "hand": HAND, "win": "ron"}), encoding="utf-8")
    said = run("compare", "--file", str(path), "--rulesets", RULESETS).stdout
    assert "mine" in said
    assert "(345s)+8m" in said
    assert "more" not in said


def test_rows_that_cannot_be_read_stop_nothing(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[1:1] = ["not json", json.dumps({"hand": "1x", "win": None}), "\udcff"]
    lines.append(json.dumps({"hand": HAND, "win": "ron", "options": {"open_tanyao": False}}))
    file.write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
    result = run("compare", "--file", str(file), "--rulesets", RULESETS, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert len(told["rows"]) == MANY + 1
    assert [row["id"] for row in told["rows"]][:3] == [1, 5, 6]
    assert [row["row"] for row in told["unread"]] == [2, 3, 4]
    assert told["rows"][-1]["riichi"]["status"] == "win"
    assert "hands.jsonl:3: " in result.stderr
    assert f"3 of {MANY + 4} rows could not be read" in result.stderr
    assert "1 rows have options of their own" in result.stderr


def test_no_row_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("x\ny\n", encoding="utf-8")
    assert run("compare", "--file", str(path)).exit_code == 2
    path.write_text("", encoding="utf-8")
    empty = run("compare", "--file", str(path))
    assert empty.exit_code == 2
    assert "no hand" in empty.stderr


def test_stdin(file: Path) -> None:
    lines = file.read_text(encoding="utf-8")
    assert run("compare", "--file", "-", "--rulesets", "riichi", stdin=lines).exit_code == 0


def test_records_of_a_ruleset_with_winds_of_its_own(tmp_path: Path) -> None:
    """Hands that columns cannot hold, and what one ruleset asks for beside."""
    rows = [
        {"hand": "111222333m444p5z+5z", "win": "tsumo", "dominant_wind": "S", "seat_wind": "E"},
        {"hand": "11m45p(555z<)(666z^)(777z<)+6p", "win": "ron", "ron_from": "W", "pao": {"daisangen": "N"}},
    ]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    told = compared("--file", str(path))["rows"]
    for row, given in zip(told, rows, strict=True):
        for one in mj.compare(*mj.read_record(given), RULESETS.split(",")).rows:
            assert row[one.ruleset]["value"] == one.result.value


# ------------------------------------------------------------------------------------------------ CSV, Parquet
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_tables_in(suffix: str, file: Path, records: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / f"hands{suffix}"
    rows = [{**record, "id": f"h{i}", "flags": ",".join(record["flags"])} for i, record in enumerate(records)]
    rows.append({**rows[0], "id": "bad", "hand": "1x"})
    if suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pa.Table.from_pylist(rows), path)
    told, expected = compared("--file", str(path)), compared("--file", str(file))
    assert [row["id"] for row in told["rows"]] == [f"h{i}" for i in range(MANY)]
    assert [row["riichi"] for row in told["rows"]] == [row["riichi"] for row in expected["rows"]]
    assert told["summary"]["correlations"] == expected["summary"]["correlations"]
    assert [row["row"] for row in told["unread"]] == [MANY + 1]


def test_columns_in(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    hands = population(mj.load("riichi"), 40, 5)
    columns = {name: getattr(hands, name) for name in ("win_tile", "win", "seat", "round", "flags", "reds")}
    lists = {name: list(getattr(hands, name).T) for name in ("counts", "melds", "dora", "ura")}
    path = tmp_path / "hands.parquet"
    table = pa.table({**columns, **{name: pa.array(list(map(list, rows))) for name, rows in lists.items()}})
    pytest.importorskip("pyarrow.parquet").write_table(table, path)
    told = compared("--file", str(path))
    assert [row["id"] for row in told["rows"]] == list(range(1, 41))
    scores = mj.load("riichi").score_columns(hands)
    assert [row["riichi"]["value"] or -1 for row in told["rows"]] == scores.value.tolist()


def test_tables_out(file: Path, tmp_path: Path) -> None:
    expected = compared("--file", str(file))["rows"]
    for suffix in (".csv", ".jsonl", ".parquet"):
        out = tmp_path / f"out{suffix}"
        assert run("compare", "--file", str(file), "--rulesets", RULESETS, "-o", str(out)).exit_code == 0
        rows = read_table(out)
        assert [str(row["id"]) for row in rows] == [str(row["id"]) for row in expected]
        for row, one in zip(rows, expected, strict=True):
            assert row["riichi.status"] == one["riichi"]["status"]
            assert as_number(row["french-classic.share"]) == one["french-classic"]["share"]
    assert not list(tmp_path.glob("*.part"))


def as_number(cell: Any) -> float | None:
    return None if cell in ("", None) else float(cell)


def read_table(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()  # type: ignore[no-any-return]
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)) if path.suffix == ".csv" else [json.loads(line) for line in file]


# ------------------------------------------------------------------------------------------------ drawings
@pytest.mark.parametrize(("suffix", "begins"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_plot(suffix: str, begins: bytes, file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / f"shares{suffix}"
    assert run("compare", "--file", str(file), "--rulesets", RULESETS, "--plot", str(out)).exit_code == 0
    assert out.read_bytes().startswith(begins)


def test_plot_without_a_win(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path, out = tmp_path / "hands.jsonl", tmp_path / "none.png"
    path.write_text(json.dumps({"hand": "123m567p22s(345s)67m+8m", "win": "ron"}), encoding="utf-8")
    assert run("compare", "--file", str(path), "--rulesets", "riichi", "--plot", str(out)).exit_code == 0
    assert out.exists()


def test_without_matplotlib(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", dict[str, None]().get)
    result = run("compare", "--file", str(file), "--plot", "x.png")
    assert result.exit_code == 2
    assert "pip install 'mahjong-core[plot]'" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--file", "{file}", "--plot", "x.jpg"), "'x.jpg': expected a name that ends in .png or .svg"),
        (("--file", "{file}", "-o", "x.txt"), "'x.txt': expected a name that ends in .csv, .jsonl, .parquet"),
        (("--file", "nowhere.parquet",), "nowhere.parquet: cannot be read"),
        (("--file", "{file}", "-o", "no/such/folder/x.csv"), "no/such/folder/x.csv: cannot be written"),
        (("--file", "{file}", "--plot", "no/such/folder/x.png"), "no/such/folder/x.png: cannot be written"),
        (("--file", "{file}", "-o", "{file}"), "hands.jsonl: is the input, too; write the results to another file"),
        (("--file", "{file}", "--seat", "S", "--flag", "riichi"), "--seat, --flag: give these with a HAND only"),
        (("--file", "{file}", "--rulesets", "riichi,riichi"), "'riichi' is given 2 times"),
        ((HAND, "--plot", "x.png"), "--file"),
        ((HAND, "--file", "{file}"), "either"),
        (("--file", "{file}", "--rulesets", "richi"), "did you mean 'riichi'"),
    ],
)  # fmt: skip
def test_wrong_input(words: tuple[str, ...], said: str, file: Path) -> None:
    result = run("compare", *[word.format(file=file) for word in words])
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", ["hands.csv", "hands.parquet"])
def test_tables_without_a_mistake(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name.endswith("csv"):
        path.write_text(f"id,hand,win\na,{HAND},ron\nb,{HAND},tsumo\n", encoding="utf-8")
    else:
        pq.write_table(pa.table({"id": ["a", "b"], "hand": [HAND] * 2, "win": ["ron", "tsumo"]}), path)
    assert [row["id"] for row in compared("--file", str(path))["rows"]] == ["a", "b"]


def test_rows_of_tables_are_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(f"id,hand,win\n\na,{HAND},ron\nb,1x,tsumo\n", encoding="utf-8")
    assert "hands.csv: row 2: " in run("compare", "--file", str(path)).stderr
    path.write_text("hand,hand\n", encoding="utf-8")
    twice = run("compare", "--file", str(path))
    assert (twice.exit_code, "2 columns are named 'hand'" in twice.stderr) == (2, True)


def test_the_input_is_not_written_over(file: Path) -> None:
    before = file.read_bytes()
    (file.parent / "soft.jsonl").symlink_to(file)
    (file.parent / "hard.jsonl").hardlink_to(file)
    for name in ("soft.jsonl", "hard.jsonl"):
        result = run("compare", "--file", str(file), "-o", str(file.parent / name))
        assert (result.exit_code, "is the input, too" in result.stderr) == (2, True)
    assert file.read_bytes() == before


def test_nothing_is_written_if_not_all_can_be(file: Path) -> None:
    out = file.parent / "v1.csv"
    result = run("compare", "--file", str(file), "-o", str(out), "--plot", str(file.parent / "nodir" / "p.svg"))
    assert result.exit_code == 2
    assert "p.svg: cannot be written: No such file" in result.stderr
    assert not out.exists()


def test_all_rulesets_that_are_wrong() -> None:
    for words in (
        ("compare", HAND, "--rulesets", "riichi,riichix,foo:bar"),
        ("quantiles", "riichix", "foo:bar", "--check"),
    ):
        result = run(*words)
        assert result.exit_code == 2
        assert "'riichix'" in result.stderr
        assert "'foo'" in result.stderr


def test_all_problems_at_once(file: Path) -> None:
    result = run("compare", "--file", str(file), "--plot", "x.jpg", "-o", "x.txt")
    assert len(result.stderr.splitlines()) == 2
