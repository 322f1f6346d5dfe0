"""The command line, as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mahjong_core.cli.app import app

HAND = "234m567p22s(345s)67m+8m"
HERE = Path(__file__).parents[1]


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


def as_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_score() -> None:
    result = run("score", "riichi", HAND, "--from", "W")
    assert result.exit_code == 0
    for text in ("1000", "tanyao", "67+8m", "two-sided", "W -1000", "seat S is assumed"):
        assert text in result.stdout


def test_score_as_json_is_the_result_of_the_contract() -> None:
    told = as_json("score", "riichi", HAND, "--from", "W", "--honba", "1", "--sticks", "2", "--dora", "4s")
    assert told["value"] == 2000
    assert told["payments"] == {"E": 0, "S": 4300, "W": -2300, "N": 0}
    assert [role["id"] for role in told["roles"]] == ["tanyao", "dora"]


def test_options_house_rules_and_overlays(tmp_path: Path) -> None:
    over = tmp_path / "mine.yaml"
    over.write_text("roles: {tanyao: {open: 2}}\n", encoding="utf-8")
    assert as_json("score", "riichi", HAND, "--overlay", str(over))["value"] == 2000
    assert as_json("score", "riichi", HAND, "--set", "open_tanyao=false")["status"] == "no_role"
    assert as_json("score", "riichi", HAND, "--plugin", "closed_tanyao")["status"] == "no_role"


def test_hand_in_several_words() -> None:
    assert as_json("score", "riichi", "234m", "567p", "22s", "(345s)", "67m", "+8m")["value"] == 1000


def test_situation_words() -> None:
    told = as_json(
        "score", "french-classic", "1112223334445z+5z", "--tsumo", "--with", "dominant_wind=S", "--seat", "S"
    )
    assert told["value"] == 2000
    pao = as_json("score", "riichi", "11m45p(555z<)(666z^)(777z<)+6p", "--from", "W", "--pao", "daisangen=N")
    assert pao["payments"] == {"E": 0, "S": 32000, "W": -16000, "N": -16000}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score", "richi", HAND), "did you mean 'riichi'"),
        (("score", "riichi", "123x"), "123x"),
        (("score", "riichi", "123m"), "3 tiles"),
        (("score", "riichi", HAND, "--riichi"), "closed hand"),
        (("score", "riichi", HAND, "--seat", "Q"), "Q"),
        (("score", "riichi", HAND, "--set", "red_fivs=0"), "did you mean 'red_fives'"),
        (("score", "riichi", HAND, "--set", "red_fives"), "NAME=VALUE"),
        (("score", "riichi", HAND, "--overlay", "nowhere.yaml"), "nowhere.yaml"),
        (("score", "riichi", HAND, "--lang", "xx"), "xx"),
        (("score", "riichi", "1f" + HAND), "1f"),
        (("compare",), "HAND"),
        (("points", "french-classic", "3", "40"), "han and fu"),
        (("batch", "riichi", "nowhere.jsonl"), "nowhere.jsonl"),
        (("schema", "hand"), "hand"),
        (("show", "riichi:ema"), "preset"),
    ],
)
def test_wrong_input_is_one_clear_line_and_exit_2(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_all_problems_at_once() -> None:
    result = run("score", "riichi", "11115m22p345678s+6s", "--flag", "ippatsu", "--flag", "chankan", "--tsumo")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) >= 2


def test_explain_says_how_and_why_not() -> None:
    assert "240 × 4" in run("explain", "riichi", HAND, "--from", "W").stdout
    assert "arrondi" in run("explain", "riichi", HAND, "--from", "W", "--lang", "fr").stdout
    no_role = run("explain", "riichi", "123m567p22s(345s)67m+8m", "--from", "W")
    assert no_role.exit_code == 0
    assert "Why it does not score" in no_role.stdout
    assert "haitei" in no_role.stdout or "houtei" in no_role.stdout


def test_compare_lines_roles_up_by_pattern(tmp_path: Path) -> None:
    result = run("compare", "111m222p33355s77z+7z", "--from", "W")
    assert result.exit_code == 0
    line = next(line for line in result.stdout.splitlines() if line.startswith("all_triplets"))
    assert "No runs" in line
    assert "All triplets" in line
    told = as_json("compare", HAND, "--rulesets", "riichi,riichi:ema-2025")
    assert [row["ruleset"] for row in told["rows"]] == ["riichi", "riichi:ema-2025"]
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps({"hand": HAND, "win": "ron"}) + "\n", encoding="utf-8")
    assert "all_simples" in run("compare", "--file", str(file)).stdout


def test_show_and_diff() -> None:
    shown = run("show", "riichi:wrc-2025").stdout
    assert "unverified" in shown
    assert "tanyao" in shown
    assert "def match_hand" in run("show", "riichi", "--source").stdout
    assert as_json("show", "french-classic")["table"]["settings"]["limit"] == 1000
    assert "renpu_fu" in run("diff", "riichi", "riichi:ema-2025").stdout
    assert as_json("diff", "riichi", "riichi") == []


def test_rulesets_waits_points_schema() -> None:
    assert {entry["name"] for entry in as_json("rulesets")["rulesets"]} >= {"riichi", "french-classic"}
    assert [wait["tile"] for wait in as_json("waits", "riichi", "1122233344499s")] == ["1s", "4s", "9s"]
    assert as_json("points", "riichi", "3", "40", "--dealer")["ron"] == 7700
    assert json.loads(run("schema").stdout)["type"] == "object"
    assert "value" in json.loads(run("schema", "result").stdout)["properties"]


def test_batch(tmp_path: Path) -> None:
    rows = [
        json.dumps({"hand": HAND, "win": "ron"}),
        "",
        "not json",
        json.dumps({"id": "x", "hand": HAND, "win": "ron", "options": {"open_tanyao": False}}),
        json.dumps({"hand": HAND, "win": "ron", "options": {"open_tanyo": False}}),
    ]
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(rows), encoding="utf-8")
    result = run("batch", "riichi", str(source), "-o", str(out))
    assert result.exit_code == 0
    told = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["status"] for row in told] == ["win", "invalid", "no_role", "invalid"]
    assert [row["id"] for row in told] == [1, 3, "x", 5]
    assert "4 rows" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_batch_where_each_record_names_its_ruleset() -> None:
    rows = [{"ruleset": "french-classic"}, {"ruleset": "riichi:ema-2025"}, {"ruleset": "richi"}, {}]
    lines = "\n".join(json.dumps({"hand": HAND, "win": "ron", **row}) for row in rows)
    result = run("batch", "-", "-", stdin=lines)
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["status"] for row in told] == ["win", "win", "invalid", "invalid"]


def test_an_interrupted_batch_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("mahjong_core.cli.files.score_record", interrupted)
    (tmp_path / "in.jsonl").write_text(json.dumps({"hand": HAND, "win": "ron"}), encoding="utf-8")
    result = run("batch", "riichi", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 130
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_help_teaches() -> None:
    for command in ("score", "explain", "compare", "batch", "waits", "points", "show", "diff", "schema", "rulesets"):
        assert "Example" in run(command, "--help").stdout


def test_as_a_process_without_numpy() -> None:
    code = f"import sys; from mahjong_core.cli import main; sys.argv[1:] = ['score', 'riichi', {HAND!r}, '--json']\n"
    code += "try: main()\nexcept SystemExit as e: assert not e.code\nassert 'numpy' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HERE, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["value"] == 1000
