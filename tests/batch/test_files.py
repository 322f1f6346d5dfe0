"""Files in chunks, and outputs that are whole or not there."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mahjong_core as mj
from mahjong_core.batch import files
from mahjong_core.batch.files import (
    CSV,
    JSON_LINES,
    PARQUET,
    Cells,
    FileError,
    Lines,
    RowGroups,
    chunks_of,
    format_of,
    rows_of,
)
from mahjong_core.batch.outputs import Part, parts_of
from mahjong_core.batch.runs import Run, score_file
from mahjong_core.errors import Problem

HAND = "234m567p22s(345s)67m+8m"
RULES = mj.load("riichi")


def scored(source: Path, target: Path | str) -> list[Part]:
    told: list[Part] = []
    score_file(Run(RULES, str(source), str(target), mj.load), told.append, pytest.fail)
    return told


def test_formats_by_name() -> None:
    names = {
        "a.jsonl": JSON_LINES,
        "-": JSON_LINES,
        "a": JSON_LINES,
        "a.json.gz": JSON_LINES,
        "a.CSV": CSV,
        "a.csv.gz": CSV,
    }
    for name in ("a.txt", "a.xlsx", "a.parquet.gz", "a.txt.gz"):
        with pytest.raises(FileError, match="cannot tell its format"):
            format_of(name)
    names |= {"a.parquet": PARQUET, "a.pq": PARQUET, "b.csv/a.jsonl": JSON_LINES}
    assert {name: format_of(name) for name in names} == names


def test_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LINES", 2)
    for path, write in ((tmp_path / "a.jsonl", Path.write_bytes), (tmp_path / "a.jsonl.gz", _packed)):
        write(path, b"\xef\xbb\xbf{}\n\n  \n1\n2\xff\n")
        assert list(chunks_of(str(path))) == [Lines([(1, "{}\n"), (4, "1\n")]), Lines([(5, "2\udcff\n")])]
    assert rows_of(str(tmp_path / "a.jsonl")) == 5
    assert rows_of(str(tmp_path / "a.jsonl.gz")) is None is rows_of("-")


def _packed(path: Path, data: bytes) -> None:
    path.write_bytes(gzip.compress(data))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells(delimiter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LINES", 2)
    path = tmp_path / "a.csv"
    path.write_bytes('\ufeffid, hand\r\n1,"a ""b\r\nc"\r\n\r\n2\r\n3,x'.replace(",", delimiter).encode())
    names = ["id", "hand"]
    assert list(chunks_of(str(path))) == [Cells(1, names, [["1", 'a "b\r\nc'], ["2"]]), Cells(3, names, [["3", "x"]])]
    path.write_text("hand\n" + "x" * 200_000 + "\n1m", encoding="utf-8")
    (chunk,) = chunks_of(str(path))
    assert isinstance(chunk, Cells)
    assert [type(row) for row in chunk.rows] == [Problem, list]


def test_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROWS", 10)
    path = str(tmp_path / "a.parquet")
    pq.write_table(pa.table({"hand": [HAND] * 32}), path, row_group_size=4)
    groups = [RowGroups(path, [0, 1, 2], 1), RowGroups(path, [3, 4, 5], 13), RowGroups(path, [6, 7], 25)]
    assert list(chunks_of(path)) == groups
    assert rows_of(path) == 32


@pytest.mark.parametrize("target", ["out.jsonl", "out.csv", "out.parquet"])
@pytest.mark.parametrize("source", ["in.jsonl", "in.csv", "in.parquet"])
def test_no_rows(source: str, target: str, tmp_path: Path) -> None:
    path = tmp_path / source
    if source == "in.parquet":
        schema = pa.schema([("hand", pa.string())])
        with pq.ParquetWriter(path, schema) as out:
            out.write_table(schema.empty_table())
    else:
        path.write_text("hand\n" if source == "in.csv" else "\n", encoding="utf-8")
    assert [part for part in scored(path, tmp_path / target) if part.statuses] == []
    if target == "out.parquet":
        assert pq.read_table(tmp_path / target).column_names[:3] == ["id", "status", "value"]
    else:
        assert (tmp_path / target).read_text("utf-8")[:9] == ("id,status" if target == "out.csv" else "")


def test_stdout_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of several bytes at the end of a block of a million."""
    path, out = tmp_path / "in.jsonl", io.StringIO()
    rows = [
        {"id": "断" * 400_001, "hand": HAND, "win": "ron"},
        {"id": "x" + "断" * 400_001, "hand": HAND, "win": "ron"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    scored(path, "-")
    assert [json.loads(line)["id"] for line in out.getvalue().splitlines()] == [row["id"] for row in rows]


def test_parts_are_kept_only_to_go_on_with(tmp_path: Path) -> None:
    target, manifest = str(tmp_path / "out"), {"rules": "riichi"}
    for resumes in (True, False):
        for finished in (True, False):
            with pytest.raises(KeyboardInterrupt), parts_of(target, manifest, resumes) as (parts, said):  # noqa: PT012
                assert said == ""
                if finished:
                    parts.file(0).write_bytes(b"rows")
                    parts.finish(Part(0, {"win": 1}, [(1, "text")]))
                assert (parts.told(0) is not None) is finished
                raise KeyboardInterrupt
            assert (tmp_path / "out.part").exists() is (resumes and finished)
            if resumes and finished:
                with parts_of(target, manifest, resumes) as (parts, said):
                    assert "goes on" in said
                    assert parts.told(0) == Part(0, {"win": 1}, [[1, "text"]])  # type: ignore[list-item]
                    parts.resumes = False
    assert list(tmp_path.iterdir()) == []


def test_what_differs_of_an_earlier_run(tmp_path: Path) -> None:
    for before, said in (({"a": 1, "b": 3}, "(b differs)"), ({"a": 0, "b": 3}, "(a, b differ)")):
        (folder := tmp_path / "out.part").mkdir()
        (folder / "manifest.json").write_text(json.dumps(before), encoding="utf-8")
        with parts_of(str(tmp_path / "out"), {"a": 1, "b": 2}, True) as (_, text):
            assert said in text


@pytest.mark.parametrize("name", ["in.jsonl", "in.jsonl.gz", "in.csv", "in.parquet"])
def test_files_that_are_not_there(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        scored(tmp_path / name, tmp_path / "out.csv")
    (tmp_path / "in.parquet").mkdir()
    with pytest.raises(FileError):
        scored(tmp_path / "in.parquet", tmp_path / "out.csv")


def test_a_parquet_file_that_is_torn(tmp_path: Path) -> None:
    """Its head says more than its pages hold."""
    path = tmp_path / "in.parquet"
    table: Any = pa.table({"hand": [f"{HAND}{i}" for i in range(5000)], "win": ["ron"] * 5000})
    pq.write_table(table, path, compression="none", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[100:2000] = b"\xff" * 1900
    path.write_bytes(data)
    with pytest.raises(FileError, match="cannot be read"):
        scored(path, tmp_path / "out.csv")
    assert [file.name for file in tmp_path.iterdir()] == ["in.parquet"]
