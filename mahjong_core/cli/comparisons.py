"""A file of hands compared: a row a hand, a column a ruleset, and a summary."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import typer

import mahjong_core as mj
from mahjong_core.batch.files import CSV, JSON_LINES, PARQUET, STDIO, FileError, format_of, place_of, rows_of
from mahjong_core.batch.lines import json_text
from mahjong_core.batch.outputs import check_target
from mahjong_core.batch.scores import STATUSES
from mahjong_core.cli import given as g
from mahjong_core.cli import pages
from mahjong_core.cli.hand_files import Hands, Unread, hands_in
from mahjong_core.cli.progress import counted
from mahjong_core.cli.whole_files import whole_file
from mahjong_core.comparing import PERCENTS, Difference, ManyCompared, Scored, compare_many, joined
from mahjong_core.errors import Problem
from mahjong_core.labels import label
from mahjong_core.plots import draw, problems_of_plot

FEW: Final = 20  # hands that are all shown
FIRST: Final = 10  # of more than these, the first
MOST_TOLD: Final = 10  # rows that cannot be read
DIFFERENT: Final = 5  # hands on which two rulesets differ most
OUT: Final = (".csv", ".jsonl", ".parquet")


def compare_file(
    path: str, rulesets: Sequence[mj.Ruleset], out: str | None, plot: str | None, as_json: bool, lang: str
) -> None:
    """Compare all hands of a file, and print, write and draw what comes of it."""
    problems = [*_problems_of_out(out), *(problems_of_plot(plot) if plot else ())]
    for target in (out, plot):
        try:
            check_target(path, target or STDIO)
        except FileError as error:
            problems += error.problems
    if problems:
        g.fail(problems)
    compared = g.checked(partial(ComparedFile, path, rulesets, lang))
    compared.tell_unread()
    if out:
        g.checked(partial(compared.write, out))
    if plot:
        g.checked(partial(draw, compared.many, plot))
    if as_json:
        typer.echo(json_text(compared.to_dict(), sys.stdout.encoding, indent=2))
    else:
        compared.print()


def _problems_of_out(out: str | None) -> list[Problem]:
    """Why a table could not be written there, before any work is done."""
    if out is None:
        return []
    if Path(out).suffix.lower() not in OUT:
        return [Problem("bad_value", f"--out {out!r}: expected a name that ends in {', '.join(OUT)}")]
    if format_of(out) == PARQUET and find_spec("pyarrow") is None:
        return [Problem("missing_extra", "--out: Parquet needs pyarrow: pip install 'mahjong-core[arrow]'")]
    return []


class ComparedFile:
    """The hands of a file under several rulesets."""

    def __init__(self, path: str, rulesets: Sequence[mj.Ruleset], lang: str) -> None:
        self.path, self.unread, self.lang = path, Unread(), lang
        declared = {key for rules in rulesets for key in rules.table.situation}
        self.parts: list[Hands] = []
        found: list[ManyCompared] = []
        with counted("comparing", partial(rows_of, path)) as done:
            for hands in hands_in(path, declared, self.unread):
                self.parts.append(hands)
                found.append(compare_many(hands.columns, rulesets, hands.aside))
                done(len(hands.ids))
        if not any(map(len, found)):
            g.fail(self._unread_problems() or [Problem("no_hands", f"{path}: there is no hand in it")])
        self.many = joined(found)
        self.ids = [id for hands in self.parts for id in hands.ids]

    def one(self, row: int) -> tuple[mj.Hand, mj.Situation]:
        """The hand of a row and how it was won."""
        for hands in self.parts:
            if row < len(hands.ids):
                return hands.one(row)
            row -= len(hands.ids)
        raise IndexError(row)

    # -------------------------------------------------------------------------------------------- what was not read
    def _unread_problems(self) -> list[Problem]:
        return [
            Problem(code, f"{place_of(self.path, row)}: {message}")
            for row, problems in sorted(self.unread.problems.items())
            for code, message in problems
        ]

    def tell_unread(self) -> None:
        """Rows that could not be read, on stderr."""
        problems, rows = self._unread_problems(), len(self.unread.problems)
        for problem in problems[:MOST_TOLD]:
            typer.echo(f"mahjong: {problem.message}", err=True)
        if rows:
            more = f", the first {MOST_TOLD} problems are shown" if len(problems) > MOST_TOLD else ""
            typer.echo(f"mahjong: {rows} of {rows + len(self.many)} rows could not be read{more}", err=True)
        if self.unread.options:
            typer.echo(
                f"mahjong: {self.unread.options} rows have options of their own, which are not applied", err=True
            )

    # -------------------------------------------------------------------------------------------- out
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain lists and mappings."""
        summary = self.many.summary(DIFFERENT)
        for pair in (*summary["most_different"], *summary["most_different_wins"]):
            for found in pair["hands"]:
                found["id"], found["hand"] = self.ids[found["row"]], str(self.one(found["row"])[0])
        unread = [
            {"row": row, "problems": [problem._asdict() for problem in problems]}
            for row, problems in sorted(self.unread.problems.items())
        ]
        rows = [{**row, "hand": str(self.one(i)[0])} for i, row in enumerate(self._rows())]
        return {"rulesets": self.many.names, "rows": rows, "summary": summary, "unread": unread}

    def _rows(self) -> Iterator[dict[str, Any]]:
        """Each hand: its id, and for each ruleset status, value and share of the limit."""
        columns = [(scored.ruleset, _plain(scored)) for scored in self.many.rows]
        for i, id in enumerate(self.ids):
            yield {"id": id, **{name: {key: column[i] for key, column in of.items()} for name, of in columns}}

    def write(self, out: str) -> None:
        """A row a hand: its id, and for each ruleset ``riichi.status``, ``riichi.value``, ``riichi.share``."""
        columns: dict[str, Sequence[Any]] = {"id": self.ids}
        for scored in self.many.rows:
            columns |= {f"{scored.ruleset}.{key}": column for key, column in _plain(scored).items()}
        with whole_file(out) as path:
            WRITERS[format_of(out)](path, columns)

    # -------------------------------------------------------------------------------------------- pages
    def print(self) -> None:
        """The hands, or the first of them, and the summary."""
        n = len(self.many)
        self._print_hands(range(n if n <= FEW else FIRST))
        if n > FEW:
            pages.put(label("hands_more", self.lang, n=n - FIRST), "")
        self._print_statuses()
        self._print_quantiles()
        if len(self.many.rows) > 1 and n > 1:
            self._print_correlations()
            for words, wins in (("most_different", False), ("most_different_wins", True)):
                for pair, found in self.many.most_different(DIFFERENT, wins).items():
                    self._print_different(label(words, self.lang), pair, found)

    def _heads(self) -> list[str]:
        return [label(id, self.lang) for id in ("id", "hand", "won")]

    def _print_hands(self, rows: Sequence[int]) -> None:
        table = pages.grid(*self._heads(), *self.many.names)
        for row in rows:
            table.add_row(*self._about(row), *(_cell(scored, row, self.lang) for scored in self.many.rows))
        pages.put(table, "")

    def _about(self, row: int) -> tuple[str, str, str]:
        hand, situation = self.one(row)
        won = f"{situation.win or '-'} {situation.seat or '-'}"
        return str(self.ids[row]), str(hand).replace("[", "\\["), won

    def _print_statuses(self) -> None:
        table = pages.grid(label("of_hands", self.lang, n=len(self.many)), *self.many.names)
        found = self.many.statuses()
        for status in STATUSES:
            shares = [of_ruleset[status] for of_ruleset in found.values()]
            if any(shares) or status == "win":
                table.add_row(label(status, self.lang), *(f"{share:.1%}" for share in shares))
        pages.put(table, "")

    def _print_quantiles(self) -> None:
        table = pages.grid(label("wins_share", self.lang), *self.many.names)
        found = self.many.quantiles()
        for percent in PERCENTS:
            words = label("median" if percent == 50 else "at_most", self.lang, percent=percent)
            table.add_row(words, *(_share(of_ruleset[percent]) for of_ruleset in found.values()))
        pages.put(table, "")

    def _print_correlations(self) -> None:
        table = pages.grid(label("correlation", self.lang), *self.many.names)
        for name, row in zip(self.many.names, self.many.correlations(), strict=True):
            table.add_row(name, *("-" if number is None else f"{number:.2f}" for number in row))
        pages.put(table, "")

    def _print_different(self, title: str, pair: tuple[str, str], found: Sequence[Difference]) -> None:
        if not found:
            return
        table = pages.grid(*self._heads(), *pair, title=title)
        by_name = {scored.ruleset: scored for scored in self.many.rows}
        for row, places in found:
            cells = [
                f"{_cell(by_name[name], row, self.lang)} ({place:.0%})"
                for name, place in zip(pair, places, strict=True)
            ]
            table.add_row(*self._about(row), *cells)
        pages.put(table, "")


Columns = Mapping[str, Sequence[Any]]


def _write_csv(path: Path, columns: Columns) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))


def _write_json_lines(path: Path, columns: Columns) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        for row in zip(*columns.values(), strict=True):
            file.write(json_text(dict(zip(columns, row, strict=True)), "utf-8") + "\n")


def _write_parquet(path: Path, columns: Columns) -> None:
    from pyarrow import parquet, table  # type: ignore[import-untyped]

    write: Any = parquet.write_table  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    ids = columns["id"]
    numbers = all(isinstance(id, int) for id in ids)
    write(table({**columns, "id": ids if numbers else [str(id) for id in ids]}), path)


WRITERS: Final = {CSV: _write_csv, JSON_LINES: _write_json_lines, PARQUET: _write_parquet}


def _plain(scored: Scored) -> Mapping[str, list[Any]]:
    """Its columns as lists; None where there is no value."""
    return {
        "status": [STATUSES[number] for number in scored.status.tolist()],
        "value": [None if value < 0 else value for value in scored.value.tolist()],
        "share": [None if math.isnan(share) else share for share in scored.share.tolist()],
    }


def _cell(scored: Scored, row: int, lang: str) -> str:
    status: str = STATUSES[int(scored.status[row])]
    if status != "win":
        return label(status, lang)
    share = float(scored.share[row])
    return f"{scored.value[row]}" if math.isnan(share) else f"{scored.value[row]}, {_share(share)}"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
