"""Tables as data: read the cases of ``tests/tables`` (see ``tests/tables/README.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import mahjong_core as mj
from mahjong_core.sources import Source
from tests.hand_cases import loaded

TABLES = Path(__file__).parent / "tables"
FOLDERS = sorted(folder.name for folder in TABLES.iterdir() if folder.is_dir())


class TableCase(NamedTuple):
    """One table, and what it must come to: ``expect`` has totals, next, transfers, marks or problems."""

    id: str
    ruleset: str
    table: Mapping[str, Any]
    expect: Mapping[str, Any]


def table_cases(folder: str) -> Iterator[TableCase]:
    """Every case of a ruleset."""
    for file in sorted((TABLES / folder).glob("*.yaml")):
        indented = "\n".join("  " + line for line in file.read_text(encoding="utf-8").splitlines())
        for entry in Source.from_text("cases:\n" + indented, str(file)).data["cases"] or ():
            table = {**entry["table"], "options": entry.get("options") or {}}
            yield TableCase(f"{folder}:{entry['id']}", entry.get("ruleset") or folder, table, entry)


def settled(case: TableCase) -> mj.SettledTable:
    return loaded(case.ruleset).settle(case.table)
