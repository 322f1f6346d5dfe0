"""``mahjong batch``: every format in and out, interrupted and gone on with, by one process or two."""

from __future__ import annotations

import csv
import filecmp
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

import mahjong_core as mj
from mahjong_core.batch import file_rows, files, outputs, runs  # noqa: F401  # what it takes from files is taken unpatched
from mahjong_core.batch.arrow import columns_batch, score_batch
from mahjong_core.cli.app import app

HERE = Path(__file__).parents[1]
HAND = "234m567p22s(345s)67m+8m"
WINS = (
    {"hand": HAND},
    {"hand": HAND, "flags": ["houtei"]},
    {"hand": "123m456p22s(345s)67m+8m"},
    {"hand": "234m567p22s67m456s+8m", "flags": ["riichi"]},
    {"hand": "19m19p19s1234567z+1z"},
    {"hand": "1x", "flags": ["riichi", "ippatsu"]},
    {"hand": HAND, "flags": ["riichi"]},
)


def records(n: int, of: int = len(WINS)) -> list[dict[str, Any]]:
    """Wins, hands without a role, and (the last two of seven) bad ones."""
    return [{"id": i, "win": "ron", "ron_from": "W", "flags": [], **WINS[i % of]} for i in range(n)]


def written(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    """Rows as a file of this name."""
    path = folder / name
    if name.endswith(".parquet"):
        pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=7)
    elif ".csv" in name:
        text = io.StringIO()
        table = csv.DictWriter(text, list(rows[0]))
        table.writeheader()
        table.writerows({**row, "flags": ",".join(row["flags"])} for row in rows)
        path.write_bytes(_packed(name, text.getvalue()))
    else:
        path.write_bytes(_packed(name, "".join(json.dumps(row) + "\n" for row in rows)))
    return path


def _packed(name: str, text: str) -> bytes:
    return gzip.compress(text.encode()) if name.endswith(".gz") else text.encode()


def read(path: Path) -> list[dict[str, Any]]:
    """What a file of results says of each row: id, status, value, roles, number of problems."""
    if path.suffix == ".parquet":
        rows = pq.read_table(path).to_pylist()
    elif path.suffix == ".csv":
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    else:
        text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
        rows = [json.loads(line) for line in text.splitlines()]
    return [
        {
            "id": str(row["id"]),
            "status": row["status"],
            "value": int(row["value"]) if row["value"] not in (None, "") else None,
            "roles": _roles(row["roles"]),
            "problem": bool(row["problems"]),
        }
        for row in rows
    ]


def _roles(roles: Any) -> list[str]:
    if isinstance(roles, str):
        return roles.split()
    return [role if isinstance(role, str) else role["id"] for role in roles]


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["batch", *map(str, words)])


def started(*words: object, **how: Any) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-c", "from mahjong_core.cli import main; main()", "batch", *map(str, words)]
    return subprocess.Popen(call, cwd=HERE, stderr=subprocess.PIPE, **how)


# ------------------------------------------------------------------------------------------------ formats
NAMES = ("in.jsonl", "in.csv", "in.parquet", "in.jsonl.gz", "in.csv.gz")


@pytest.mark.parametrize("target", ["out.jsonl", "out.csv", "out.parquet", "out.jsonl.gz"])
@pytest.mark.parametrize("source", NAMES)
def test_every_format_in_and_out(source: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LINES", 8)
    monkeypatch.setattr(files, "ROWS", 8)
    monkeypatch.setattr(file_rows, "ROWS", 8)
    rows = records(40)
    result = run("riichi", written(tmp_path, source, rows), "-o", tmp_path / target)
    assert result.exit_code == 0, result.output
    assert "40 rows: " in result.stderr
    rules = mj.load("riichi")
    assert read(tmp_path / target) == [
        {
            "id": str(row["id"]),
            "status": (one := rules.score_record(row)).status,
            "value": one.value,
            "roles": list(one.role_ids),
            "problem": bool(one.problems),
        }
        for row in rows
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([source, target])


def test_rows_without_an_id_get_their_number(tmp_path: Path) -> None:
    rows = [{key: value for key, value in row.items() if key != "id"} for row in records(10)]
    for name in NAMES[:3]:
        for target in ("out.jsonl", "out.csv", "out.parquet"):
            assert run("riichi", written(tmp_path, name, rows), "-o", tmp_path / target).exit_code == 0
            assert [row["id"] for row in read(tmp_path / target)] == [str(i) for i in range(1, 11)]


def test_columns_in_json_lines_out(tmp_path: Path) -> None:
    from mahjong_core.batch.from_hands import columns_of

    cases = [mj.read_record(row) for row in records(5)]
    columns, _ = columns_of(*map(list, zip(*cases, strict=True)))  # type: ignore[arg-type]
    batch = columns_batch(columns)
    batch = batch.set_column(batch.schema.names.index("win"), "win", pa.array([1, 1, 9, 1, 1], pa.int8()))
    pq.write_table(pa.Table.from_batches([batch]), tmp_path / "in.parquet")
    assert run("riichi", tmp_path / "in.parquet", "-o", tmp_path / "out.jsonl").exit_code == 0
    assert run("riichi", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet").exit_code == 0
    assert read(tmp_path / "out.jsonl") == read(tmp_path / "out.parquet")
    assert [row["status"] for row in read(tmp_path / "out.jsonl")].count("invalid") == 1


def test_bad_rows_of_csv(tmp_path: Path) -> None:
    lines = [
        f"id;hand;win;honba\r\na;{HAND};ron;1",
        "b;too few",
        "",
        f"c;{HAND};ron;",
        "d;\udcff;ron;",
        "e;" + "x" * 200_000,
    ]
    lines += [f'"f\nf";"{HAND}";ron;0']
    (tmp_path / "in.csv").write_bytes("\r\n".join(lines).encode(errors="surrogateescape"))
    assert run("riichi", tmp_path / "in.csv", "-o", tmp_path / "out.jsonl").exit_code == 0
    found = {row["id"]: row["status"] for row in read(tmp_path / "out.jsonl")}
    assert found["a"] == found["c"] == found["f\nf"] == "win"
    assert list(found.values()).count("invalid") == len(found) - 3 >= 1
    assert len(read(tmp_path / "out.jsonl")) == 6


def test_payments_and_carried_columns(tmp_path: Path) -> None:
    rows = [{"game": f"g,{i}", **row, "ron_from": "W" if i % 2 else None} for i, row in enumerate(records(10))]
    for name in ("out.csv", "out.parquet"):
        assert run("riichi", written(tmp_path, "in.parquet", rows), "-o", tmp_path / name, "--payments").exit_code == 0
    table = pq.read_table(tmp_path / "out.parquet").to_pylist()
    paid = [mj.load("riichi").score_record(row).payments for row in rows]
    assert [row["payment_W"] for row in table] == [of and of["W"] for of in paid]
    text = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8"))))
    assert [row["game"] for row in text] == [row["game"] for row in table] == [row["game"] for row in rows]
    assert [row["payment_S"] for row in text] == [
        "" if row["payment_S"] is None else str(row["payment_S"]) for row in table
    ]


# ------------------------------------------------------------------------------------------------ what is refused
def test_what_cannot_be_done(tmp_path: Path) -> None:
    source = written(tmp_path, "in.jsonl", records(3))
    table = written(tmp_path, "in.csv", records(3))
    (tmp_path / "no.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "no.parquet").write_text("not Parquet", encoding="utf-8")
    (tmp_path / "bad.jsonl.gz").write_bytes(b"not gzip")
    (tmp_path / "twice.csv").write_text('hand,id,hand,"",\n1,2,3,4,5\n', encoding="utf-8")
    (tmp_path / "latin.csv").write_bytes("id,hand,größe\n".encode("latin-1"))
    (tmp_path / "wide.csv").write_bytes("id,hand\n1,2\n".encode("utf-16"))
    (tmp_path / "big.csv").write_bytes(b"id,hand," + b"x" * 200_000)
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "in.txt").write_bytes(source.read_bytes())
    twice = pa.table([["x"], ["y"]], names=["hand", "hand"])
    pq.write_table(twice, tmp_path / "twice.parquet")
    out = tmp_path / "out.jsonl"
    cases = {
        ("riichi", tmp_path / "twice.csv", "-o", out): "2 columns are named 'hand'",
        ("riichi", tmp_path / "latin.csv", "-o", out): "not UTF-8",
        ("riichi", tmp_path / "wide.csv", "-o", out): "not UTF-8",
        ("riichi", tmp_path / "big.csv", "-o", out): "as CSV",
        ("riichi", tmp_path / "empty.csv", "-o", out): "it is empty",
        ("riichi", tmp_path / "twice.parquet", "-o", out): "hand: 2 columns have this name",
        ("riichi", tmp_path / "in.txt", "-o", out): "ends in .jsonl, .ndjson, .json, .csv",
        ("riichi", source, "-o", tmp_path / "out.xlsx"): "ends in .jsonl, .ndjson, .json, .csv",
        ("riichi", source, "-o", tmp_path / "out.parquet.gz"): "ends in .jsonl, .ndjson, .json, .csv",
        ("riichi", source, "-o", source): "is the input, too",
        ("-", table, "-o", tmp_path / "out.csv"): "name a ruleset",
        ("riichi", tmp_path / "no.csv", "-o", tmp_path / "out.csv"): "'hand'",
        ("riichi", tmp_path / "no.parquet", "-o", tmp_path / "out.csv"): "cannot be read as Parquet",
        ("riichi", tmp_path / "bad.jsonl.gz", "-o", tmp_path / "out.csv"): "cannot be read",
        ("riichi", tmp_path / "missing.parquet", "-o", tmp_path / "out.csv"): "cannot be read",
        ("riichi", source, "-o", tmp_path / "no" / "out.csv"): "cannot be written",
    }
    before = sorted(path.name for path in tmp_path.iterdir())
    for words, said in cases.items():
        result = run(*words)
        assert result.exit_code == 2, words
        assert said in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize("target", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("source", NAMES[:3])
def test_strict(source: str, target: str, tmp_path: Path) -> None:
    path = written(tmp_path, source, records(9))
    result = run("riichi", path, "-o", tmp_path / target, "--strict")
    assert result.exit_code == 2
    *lines, last = result.stderr.splitlines()
    place = f"mahjong: {path}:" if source == "in.jsonl" else f"mahjong: {path}: row "
    assert [line.startswith(place) for line in lines] == [True] * len(lines)
    assert {line.removeprefix(place).split(":")[0] for line in lines} == {"6", "7"}
    assert (
        last
        == f"mahjong: {path}: stopped (--strict): the first 9 rows were read, and none behind them; nothing was written"
    )
    assert [path.name for path in tmp_path.iterdir()] == [source]
    assert run("riichi", written(tmp_path, source, records(5)), "-o", tmp_path / target, "--strict").exit_code == 0


def test_a_ruleset_that_no_row_can_name(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps({"ruleset": "riichix", "hand": HAND, "win": "ron"}), encoding="utf-8")
    (problem,) = json.loads(run("-", tmp_path / "in.jsonl").stdout)["problems"]
    assert problem["code"] == "unknown_ruleset"


def test_bad_rows_keep_their_ids(tmp_path: Path) -> None:
    table, lines, out = tmp_path / "in.csv", tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    table.write_bytes(f"id,hand,win\na,{HAND},ron\nb,too few\nc,too,many,cells\nd,\xff,ron\n".encode("latin-1"))
    assert run("riichi", table, "-o", out).exit_code == 0
    assert [row["id"] for row in read(out)] == ["a", "b", "c", "d"]
    texts = (
        '{"id": "a", "hand": "1m", "honba": NaN}',
        '{"id": "b", "hand": "\udcff"}',
        "{",
        '{"id": NaN}',
        '{"id": "\udcff"}',
    )
    lines.write_bytes("\n".join(texts).encode(errors="surrogateescape"))
    for target in (out, tmp_path / "out.csv"):
        assert run("riichi", lines, "-o", target).exit_code == 0
        assert [row["id"] for row in read(target)] == ["a", "b", "3", "4", "5"]
    assert "expected -1 to 33, not 99" in _problems_of_columns(tmp_path)


def _problems_of_columns(folder: Path) -> str:
    counts = pa.array([[0] * 34], pa.list_(pa.uint8(), 34))
    answer = score_batch(mj.load("riichi"), pa.record_batch({"counts": counts, "win_tile": pa.array([99], pa.int8())}))
    return str(answer.to_pylist()[0]["problems"])


# ------------------------------------------------------------------------------------------------ going on
@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with long files, each with its results as they should be."""
    folder = tmp_path_factory.mktemp("long")
    rows = records(140_000, of=5)
    rows[100] = {**records(7)[5], "id": 100}
    pq.write_table(pa.Table.from_pylist(rows), folder / "in.parquet", row_group_size=files.ROWS // 4)
    with (folder / "in.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows[:12_000])
    return folder, folder


def wait_for_a_part(target: Path, running: subprocess.Popen[bytes]) -> None:
    while not list(target.with_name(f"{target.name}.part").glob("0*.json")):
        assert running.poll() is None
        time.sleep(0.005)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("source", "target", "workers", "how"),
    [
        ("in.parquet", "out.parquet", 1, "SIGINT"),
        ("in.parquet", "out.parquet", 2, "SIGKILL"),
        ("in.parquet", "out.csv", 2, "SIGINT"),
        ("in.jsonl", "out.jsonl", 1, "SIGKILL"),
    ],
)
def test_an_interrupted_run_goes_on(
    source: str, target: str, workers: int, how: str, long: tuple[Path, Path], tmp_path: Path
) -> None:
    words = ("riichi", long[0] / source, "-o", tmp_path / target, "--workers", workers)
    with started(*words) as running:
        wait_for_a_part(tmp_path / target, running)
        running.send_signal(getattr(signal, how))
        said = running.communicate()[1].decode()
    assert not (tmp_path / target).exists()
    assert (tmp_path / f"{target}.part").is_dir()
    if how == "SIGINT":
        assert running.returncode == 130
        assert "the same command goes on" in said
    again = run(*words)
    assert again.exit_code == 0, again.output
    assert "goes on behind the parts that are finished" in again.stderr
    assert [path.name for path in tmp_path.iterdir()] == [target]
    anew = tmp_path / f"whole{target}"
    assert run(*words[:3], anew).exit_code == 0
    assert filecmp.cmp(anew, tmp_path / target, shallow=False)
    ids = [row["id"] for row in read(anew)]
    assert ids == [str(i) for i in range(len(ids))]


def test_parts_of_another_run_are_thrown_away(tmp_path: Path) -> None:
    source, target, folder = (
        written(tmp_path, "in.jsonl", records(5)),
        tmp_path / "out.jsonl",
        tmp_path / "out.jsonl.part",
    )
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({"ruleset": ["riichi", "old"]}), encoding="utf-8")
    (folder / "0000000.json").write_text("[0, {}, []]", encoding="utf-8")
    (folder / "0000000.rows").write_text("old", encoding="utf-8")
    result = run("riichi", source, "-o", target)
    assert result.exit_code == 0
    assert "starts anew" in result.stderr
    assert "ruleset" in result.stderr
    assert len(read(target)) == 5


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def other(path: Path) -> None:
    """The same size, something else."""
    path.write_bytes(b"x" * path.stat().st_size)


@pytest.mark.parametrize("target", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize(
    ("name", "damage"), [("rows", half), ("rows", other), ("rows", Path.unlink), ("json", half), ("json", other)]
)
def test_damaged_parts_are_done_again(
    target: str, name: str, damage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LINES", 8)
    monkeypatch.setattr(outputs.Whole, "finish", _interrupted)
    words = ("riichi", written(tmp_path, "in.jsonl", records(40)), "-o", tmp_path / target)
    assert run(*words).exit_code == 130
    folder = tmp_path / f"{target}.part"
    damage(folder / f"0000001.{name}")
    monkeypatch.undo()
    monkeypatch.setattr(files, "LINES", 8)
    again = run(*words)
    assert again.exit_code == 0, again.output
    assert f"; 1 of {target}.part is damaged and done again" in again.stderr
    assert run(*words[:3], tmp_path / f"whole{target}").exit_code == 0
    assert filecmp.cmp(tmp_path / f"whole{target}", tmp_path / target, shallow=False)


def _interrupted(_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.skipif(sys.platform == "win32", reason="locks")
def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with started("riichi", "-", "-o", target, stdin=subprocess.PIPE) as running:
        while not (tmp_path / "out.jsonl.part" / "lock").exists():
            time.sleep(0.01)
        time.sleep(0.1)
        result = run("riichi", written(tmp_path, "in.jsonl", records(3)), "-o", target)
        assert result.exit_code == 2
        assert "another run is writing it" in result.stderr
        running.communicate(json.dumps(records(1)[0]).encode())
    assert len(read(target)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_reader_that_goes_away(long: tuple[Path, Path]) -> None:
    with started("riichi", long[0] / "in.jsonl", stdout=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert json.loads(running.stdout.readline())["status"] == "win"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode != 0


def test_workers_say_what_one_process_says(long: tuple[Path, Path], tmp_path: Path) -> None:
    for workers in (1, 2):
        words = ("riichi", long[0] / "in.parquet", "-o", tmp_path / f"{workers}.parquet", "--workers", workers)
        assert run(*words).exit_code == 0
    assert filecmp.cmp(tmp_path / "1.parquet", tmp_path / "2.parquet", shallow=False)
    batch = pq.read_table(long[0] / "in.parquet").combine_chunks().to_batches()[0].slice(70_000, 1000)
    expected = score_batch(mj.load("riichi"), batch).to_pylist()
    assert pq.read_table(tmp_path / "2.parquet").slice(70_000, 1000).to_pylist() == expected


def test_help_teaches_the_columns() -> None:
    for what, column in (("text", "dora_indicators"), ("columns", "counts")):
        told = json.loads(CliRunner().invoke(app, ["schema", what]).stdout)
        assert column in [entry["column"] for entry in told]
        assert all(entry["meaning"] and entry["type"] for entry in told)
        assert f"mahjong schema {what}" in " ".join(run("--help").stdout.split())
    assert os.environ.get("COLUMNS") is None or run("--help").exit_code == 0


@pytest.mark.parametrize(("target", "code"), [("out.jsonl", 0), ("out.csv", 2), ("out.parquet", 2)])
def test_without_pyarrow(target: str, code: int, tmp_path: Path) -> None:
    """JSON lines need neither pyarrow nor NumPy; the others say what is missing."""
    words = ["batch", "riichi", str(written(tmp_path, "in.jsonl", records(3))), "-o", str(tmp_path / target)]
    program = f"import sys; sys.modules['pyarrow'] = None; sys.argv[1:] = {words}\n"
    program += "from mahjong_core.cli import main\ntry: main()\n"
    program += f"except SystemExit as e: assert (e.code or 0) == {code} and (e.code or 'numpy' not in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=HERE, check=False)
    assert done.returncode == 0, done.stderr
    assert ("mahjong-core[arrow]" in done.stderr) is (code == 2)
