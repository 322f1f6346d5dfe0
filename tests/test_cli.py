"""The command line, as a user runs it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import mahjong_core as mj
from mahjong_core.batch.lines import refused
from mahjong_core.cli import main
from mahjong_core.cli.app import app

HAND = "234m567p22s(345s)67m+8m"
HERE = Path(__file__).parents[1]


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


def process(*words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    call = [sys.executable, "-c", "from mahjong_core.cli import main; main()", *words]
    surroundings = {**os.environ, **environment}
    return subprocess.run(call, input=stdin, capture_output=True, cwd=HERE, env=surroundings, timeout=60, check=False)


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
        (("score", "riichi", HAND, "--set", "red_fives=²"), "red_fives"),
        (("score", "riichi", HAND, "--set", "red_fives=" + "9" * 5000), "red_fives"),
        (("score", "riichi", HAND, "--ron", "--tsumo"), "either"),
        (("score", "riichi", "234m567p22s(345s)67m", "--tsumo"), "'+'"),
        (("score", "riichi", HAND, "--with", "win=tsumo"), "--tsumo"),
        (("score", "riichi", HAND, "--with", "foo"), "NAME=VALUE"),
        (("score", "riichi", HAND, "--pao", "E", "--pao", "N"), "NAME=VALUE"),
        (("score", "riichi", "234m567p22s345s678m", "--json"), "'+'"),
        (("points", "riichi", "3", "33"), "33 fu"),
        (("points", "riichi", "3", "40", "--lang", "xx"), "xx"),
        (("compare", "--file", "nowhere.jsonl"), "nowhere.jsonl"),
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


def test_compare_lines_roles_up_by_pattern() -> None:
    result = run("compare", "111m222p33355s77z+7z", "--from", "W")
    assert result.exit_code == 0
    line = next(line for line in result.stdout.splitlines() if line.startswith("all_triplets"))
    assert "No runs" in line
    assert "All triplets" in line
    told = as_json("compare", HAND, "--rulesets", "riichi,riichi:ema-2025")
    assert [row["ruleset"] for row in told["rows"]] == ["riichi", "riichi:ema-2025"]


def test_show_and_diff() -> None:
    shown = run("show", "riichi:wrc-2025").stdout
    assert "unverified" in shown
    assert "tanyao" in shown
    assert "def match_hand" in run("show", "riichi", "--source").stdout
    assert as_json("show", "french-classic", "--table")["table"]["settings"]["limit"] == 1000
    roles = {role["id"]: role for role in as_json("show", "riichi-roles")}
    assert (roles["chinitsu"]["worth"], roles["chinitsu"]["open_worth"]) == ({"roles": 6}, {"roles": 4})
    assert (roles["daisharin"]["in_play"], roles["pinfu"]["open_worth"]) == (False, None)
    assert {"id", "pattern", "names", "worth", "open_worth", "group", "source"} <= roles["koiiso"].keys()
    assert "hors jeu" in run("show", "sichuan", "--lang", "fr").stdout
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

    monkeypatch.setattr("mahjong_core.batch.lines.score_record", interrupted)
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


# ------------------------------------------------------------------------------------------------ the situation
def test_ron_may_be_said_and_full_width_signs_are_read() -> None:
    assert as_json("score", "riichi", HAND, "--ron", "--from", "W")["value"] == 1000
    assert as_json("score", "riichi", "２３４m567p22s345s67m＋8m")["status"] == "win"


def test_what_with_says_goes_to_the_record() -> None:
    told = as_json("score", "riichi", HAND, "--with", "foo=1", "--with", "wins_in_a_row=2", "--with", "void=m")
    assert told["ignored"] == ["foo", "void"]
    assert run("score", "riichi", HAND, "--with", "already_won=W").exit_code == 0  # a list of one


def test_compare_tells_the_problems_of_every_row(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b'[1]\n{"hand": "1x", "win": null}\n\xff\n')
    result = run("compare", "--file", str(file))
    assert result.exit_code == 2
    assert [line.rpartition("hands.jsonl:")[2][0] for line in result.stderr.splitlines()] == ["1", "2", "3"]
    assert run("compare", "234m567p22s345s678m").exit_code == 2


# ------------------------------------------------------------------------------------------------ batch
WIN = json.dumps({"hand": HAND, "win": "ron"})
BAD_ROWS = {
    "not UTF-8": b'{"id": "\xff"}',
    "a number": b"5",
    "a text": b'"text"',
    "a record in a text": json.dumps(WIN).encode(),
    "nothing": b"null",
    "not a number": WIN.replace("{", '{"id": NaN, ', 1).encode(),
    "infinite": WIN.replace("{", '{"id": 1e999, ', 1).encode(),
    "nested": WIN.replace("{", '{"id": %s, ' % ("[" * 100_000 + "]" * 100_000), 1).encode(),
    "huge": WIN.replace("{", '{"ron_from": "E", "honba": %s, ' % ("9" * 4299), 1).encode(),
}


@pytest.mark.parametrize("ruleset", ["riichi", "-"])
@pytest.mark.parametrize("row", BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_bad_row_is_an_invalid_result(row: bytes, ruleset: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    good = WIN.replace("{", '{"ruleset": "riichi", ', 1).encode()
    row = row.replace(b"{", b'{"ruleset": "riichi", ', 1) if row.startswith(b"{") else row
    source.write_bytes(row + b"\n" + good)
    assert run("batch", ruleset, str(source), "-o", str(out)).exit_code == 0
    told = [json.loads(line, parse_constant=pytest.fail) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(result["id"], result["status"]) for result in told] == [(1, "invalid"), (2, "win")]
    assert all(problem["message"] for problem in told[0]["problems"])


def test_a_row_of_no_ruleset_says_which_it_asked_for_and_all_that_is_wrong() -> None:
    rows: list[dict[str, Any]] = [
        {"ruleset": "richi", "id": None},
        {"id": "b"},
        {"ruleset": {}},
        {"ruleset": "richi", "hand": "1x"},
    ]
    lines = "\n".join(json.dumps({"hand": HAND, "win": "ron", **row}) for row in rows)
    told = [json.loads(line) for line in run("batch", "-", "-", stdin=lines).stdout.splitlines()]
    assert [(row["id"], row["ruleset"]) for row in told] == [(1, "richi"), ("b", ""), (3, ""), (4, "richi")]
    assert [len(row["problems"]) for row in told] == [1, 1, 1, 2]


def test_a_refused_row_has_the_keys_of_a_result() -> None:
    told = mj.load("riichi").score(mj.Hand.parse(HAND), mj.Situation(win="ron")).to_dict()
    assert list(refused(1, "x", [])) == list(told)


def test_a_byte_order_mark_and_odd_signs(tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\xef\xbb\xbf" + WIN.encode() + b"\r\n" + WIN.replace("{", '{"id": "\\ud800", ', 1).encode())
    assert run("batch", "riichi", str(source), "-o", str(out)).exit_code == 0
    told = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["status"]) for row in told] == [(1, "win"), ("\ud800", "win")]


def test_a_file_is_replaced_whole_with_its_mode_and_its_links(tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text(WIN, encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    source = tmp_path / "in.jsonl"
    source.write_text(WIN, encoding="utf-8")
    assert run("batch", "riichi", str(source), "-o", str(link)).exit_code == 0
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert json.loads(real.read_text(encoding="utf-8"))["value"] == 1000


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """Like /dev/null: what is no plain file must never be replaced by one."""
    source, pipe = tmp_path / "in.jsonl", tmp_path / "pipe"
    source.write_text(WIN, encoding="utf-8")
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert run("batch", "riichi", str(source), "-o", str(pipe)).exit_code == 0
    reader.join(10)
    assert pipe.is_fifo()
    assert json.loads(read[0])["value"] == 1000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "pipe"]


@pytest.mark.parametrize("out", ["no/such/folder/out.jsonl", "."])
def test_out_that_cannot_be_written(out: str, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(WIN, encoding="utf-8")
    result = run("batch", "riichi", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / out))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupting_a_running_batch(tmp_path: Path) -> None:
    """Interrupted while it waits for more rows: the old file stays, nothing is left beside it."""
    (tmp_path / "out.jsonl").write_text("old", encoding="utf-8")
    call = [sys.executable, "-c", "from mahjong_core.cli import main; main()", "batch", "riichi", "-", "-o"]
    with subprocess.Popen(
        [*call, str(tmp_path / "out.jsonl")], stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=HERE
    ) as running:
        assert running.stdin
        assert running.stderr
        running.stdin.write(WIN.encode() + b"\n")
        running.stdin.flush()
        while not list(tmp_path.glob("*.part")):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        said = running.stderr.read().decode()
        running.stdin.close()
        assert running.wait(20) == 130
    assert said == "mahjong: interrupted; no file was written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "old"


# ------------------------------------------------------------------------------------------------ as a process
def test_stdin_to_stdout_as_a_process() -> None:
    done = process("batch", "riichi", "-", "-o", "-", "--lang", "ja", stdin=WIN.encode() + b"\n\xff")
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["win", "invalid"]
    assert b"2 rows: win 1, invalid 1" in done.stderr


@pytest.mark.parametrize("words", [("show", "riichi"), ("score", "riichi", HAND, "--lang", "ja")])
def test_a_terminal_without_the_signs(words: tuple[str, ...]) -> None:
    done = process(*words, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    done = process(*words, "--json", PYTHONIOENCODING="ascii")
    assert "断幺九" in json.dumps(json.loads(done.stdout), ensure_ascii=False)


def test_without_what_the_command_line_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mahjong_core.cli.find_spec", dict[str, None]().get)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "pip install 'mahjong-core[cli]'" in capsys.readouterr().err


def examples() -> list[str]:
    """Those of the help that need no file and write none."""
    names = [str(command.name or getattr(command.callback, "__name__", "")) for command in app.registered_commands]
    lines = [line.strip() for name in names for line in run(name, "--help").stdout.splitlines()]
    return [line for line in lines if re.match("mahjong (?!.*(jsonl|csv|parquet|quantiles|table[.]json))", line)]


@pytest.mark.parametrize("example", examples())
def test_examples_of_the_help_run(example: str) -> None:
    assert run(*shlex.split(example)[1:]).exit_code == 0


def test_examples_of_the_help_are_lines_of_their_own() -> None:
    for command in ("score", "explain", "compare", "batch", "waits", "points", "show", "diff", "schema", "rulesets"):
        lines = [line.strip() for line in run(command, "--help").stdout.splitlines()]
        assert sum(line.startswith(f"mahjong {command}") or f"| mahjong {command}" in line for line in lines) >= 2
