"""The same scores on a Dask cluster, one of whose workers is killed, and on Spark."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mahjong_core as mj
from mahjong_core.batch.arrow import score_batch
from mahjong_core.batch.clusters import dask_scores, spark_scores

RULES = mj.load("riichi", options={"red_fives": 0})
HANDS = ("234m567p22s(345s)67m+8m", "1x", "123m456p22s(345s)67m+8m", "234m567p22s67m456s+8m")
ROWS = 8_000

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def table() -> Any:
    rows = range(ROWS)
    hands = [HANDS[1 if row % 1000 == 7 else row % 4 // 2 * 2 + row % 4 // 3] for row in rows]
    return pa.table({"id": list(rows), "hand": hands, "win": ["ron"] * ROWS, "ron_from": ["W"] * ROWS})


def scores() -> list[dict[str, Any]]:
    """What one process says."""
    found: list[dict[str, Any]] = []
    for batch in table().to_batches():
        found += score_batch(RULES, batch, payments=True).to_pylist()
    return found


# ------------------------------------------------------------------------------------------------ Dask
@pytest.fixture
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


def killing(batch: Any, flag: str) -> Any:
    """The rows of a partition; the worker that reads them first dies of it."""
    if not Path(flag).exists():
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return batch


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # its sockets
def test_a_dask_worker_that_dies_loses_no_row(client: Any, tmp_path: Path) -> None:
    import dask

    batches = [pa.Table.from_pylist(table().slice(first, 500).to_pylist()) for first in range(0, ROWS, 500)]
    partitions = [
        dask.delayed(killing)(batch, str(tmp_path / "killed")) if i == 9 else batch for i, batch in enumerate(batches)
    ]
    found = pa.concat_tables(client.gather(client.compute(dask_scores(RULES, partitions, payments=True))))
    assert (tmp_path / "killed").exists()
    assert found.to_pylist() == scores()


def test_dask_without_a_cluster() -> None:
    dask = pytest.importorskip("dask", reason="dask is not installed")
    batch = table().slice(0, 20).to_batches()[0]
    (found,) = dask.compute(*dask_scores(RULES, [batch]), scheduler="synchronous")
    assert found.to_pylist() == score_batch(RULES, batch).to_pylist()


# ------------------------------------------------------------------------------------------------ Spark
@pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed")
@pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")
@pytest.mark.filterwarnings("ignore")  # those of Spark, which change with its versions
def test_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql")
    pytest.importorskip("pandas", reason="Spark's mapInArrow needs pandas")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    pq.write_table(table().slice(0, 2000), tmp_path / "in.parquet", row_group_size=500)
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = spark_scores(RULES, spark.read.parquet(str(tmp_path / "in.parquet")), payments=True)
        found = [row.asDict(recursive=True) for row in frame.collect()]
    finally:
        spark.stop()
    assert sorted(found, key=lambda row: int(row["id"])) == scores()[:2000]
