"""The corpora of the bloody battle in ../shared: every graded win, under the preset ``sbr``.  Run with -m corpus."""

from __future__ import annotations

import pytest

from tests.corpora.graded import SICHUAN, fan_differences, rows

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not SICHUAN.is_dir(), reason="the corpora (../shared/data/sichuan) are not here"),
]

GRADED = {"sichuan_random": 1048, "sichuan_sbr": 936}


@pytest.mark.parametrize("name", GRADED)
def test_every_graded_win(name: str) -> None:
    graded = [row for row in rows(SICHUAN / f"{name}.jsonl") if row["graded"]]
    assert len(graded) == GRADED[name]
    assert {row["ruleset"] for row in graded} == {"sichuan:sbr"}
    found = {row["id"]: fan_differences(row) for row in graded}
    assert {id: texts for id, texts in found.items() if texts} == {}
