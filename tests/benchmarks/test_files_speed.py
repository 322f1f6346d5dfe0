"""How fast ``mahjong batch`` is from Parquet to Parquet, and how much memory it takes: pytest -m bench -s.  Never fails.

Ten million rows: ``ROWS=10000000 pytest -m bench -s tests/benchmarks/test_files_speed.py -k memory``
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mahjong_core as mj
from mahjong_core.batch.arrow import columns_batch
from mahjong_core.batch.from_hands import columns_of
from mahjong_core.records import record_of

HERE = Path(__file__).parents[2]
CORPUS = HERE.parent / "shared/bench/riichi.jsonl"
ROWS = int(os.environ.get("ROWS", "1000000"))
ROUNDS = 5
pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs a way to use one core"),
    pytest.mark.skipif(not CORPUS.exists(), reason="needs ../shared/bench"),
]


def tables() -> dict[str, Any]:
    """20,000 hands in each schema."""
    cases = [mj.read_record(line) for line in CORPUS.read_text("utf-8").splitlines()]
    columns, _ = columns_of(*map(list, zip(*cases, strict=True)))  # type: ignore[arg-type]
    numbers = pa.Table.from_batches([columns_batch(columns)])
    binary = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(34), len(cases), [None, pa.py_buffer(np.ascontiguousarray(columns.counts.T).tobytes())]
    )
    names = ("win", "seat_wind", "round_wind", "flags", "dora_indicators", "ura_indicators")
    records = [{name: record_of(*case).get(name) for name in names} for case in cases]
    text = pa.Table.from_pylist([{"hand": str(hand), **rest} for (hand, _), rest in zip(cases, records, strict=True)])
    return {"text": text, "columns": numbers, "columns, binary counts": numbers.set_column(0, "counts", binary)}


def written(path: Path, table: Any, rows: int) -> Path:
    """Some copies of a table behind each other, with ids."""
    many = pa.concat_tables([table] * 5)
    with pq.ParquetWriter(path, many.schema.insert(0, pa.field("id", pa.int64()))) as out:
        for first in range(0, rows, len(many)):
            part = many.slice(0, rows - first)
            out.write_table(part.add_column(0, "id", pa.arange(first, first + len(part))))
    return path


def batch(source: Path, workers: int = 1) -> tuple[float, float]:
    """Run the command on as many cores as workers; (seconds that it says, MiB of its largest process)."""
    call = ["-c", "from mahjong_core.cli import main; main()", "batch", "riichi", str(source)]
    call += ["-o", str(source.with_suffix(".out.parquet")), "--workers", str(workers)]
    cores = sorted(os.sched_getaffinity(0))[:workers]
    running = subprocess.Popen(
        [sys.executable, *call],
        cwd=HERE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )
    with running:
        assert running.stderr
        said = running.stderr.read()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0, said
    rows, speed = said.split(" rows: ")[0], said.rpartition("; ")[2].split()[0].replace(",", "")
    return int(rows) / float(speed), usage.ru_maxrss / 1024


def test_parquet_to_parquet(tmp_path: Path) -> None:
    print(f"\n{ROWS:,} rows, one core, median of {ROUNDS}")
    for name, table in tables().items():
        source = written(tmp_path / "in.parquet", table, ROWS)
        seconds = [batch(source)[0] for _ in range(ROUNDS)]
        print(f"{name:25} {median(seconds) / ROWS * 1e6:5.2f} us a row")


def test_two_workers(tmp_path: Path) -> None:
    print(f"\n{ROWS:,} rows, {ROUNDS} rounds, one worker and two in turn")
    for name, table in tables().items():
        source = written(tmp_path / "in.parquet", table, ROWS)
        ratios = [batch(source)[0] / batch(source, 2)[0] for _ in range(ROUNDS)]
        print(f"{name:25} two workers {median(ratios):4.2f} times one")


def test_memory(tmp_path: Path) -> None:
    print()
    for name, table in tables().items():
        for rows in (ROWS // 10, ROWS):
            source = written(tmp_path / "in.parquet", table, rows)
            seconds, memory = batch(source)
            print(f"{name:25} {rows:>11,} rows: {memory:6,.0f} MiB, {seconds / rows * 1e6:5.2f} us a row")


def test_json_lines_are_as_fast_as_ever(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    lines = [json.dumps({**json.loads(line), "expected": None}) for line in CORPUS.read_text("utf-8").splitlines()]
    source.write_text("\n".join(lines), "utf-8")
    seconds, _ = batch(source)
    print(f"\nJSON lines to Parquet {seconds / len(lines) * 1e6:5.1f} us a row")
