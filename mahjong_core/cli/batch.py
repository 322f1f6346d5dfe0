"""The command ``batch``: files of hands in, files of results out."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from mahjong_core.cli import given as g
from mahjong_core.cli.progress import counted
from mahjong_core.errors import MahjongError

if TYPE_CHECKING:
    from mahjong_core.batch.outputs import Part


def batch(
    name: Annotated[str, typer.Argument(help="A ruleset, or - where each record names its own", metavar="RULESET")],
    source: Annotated[str, typer.Argument(help=".jsonl[.gz], .csv[.gz] or .parquet; - for JSON lines on stdin", metavar="IN")],
    out: Annotated[str, typer.Option("-o", "--out", help="The same, by name; - for JSON lines on stdout")] = "-",
    workers: Annotated[int, typer.Option(min=1, help="How many processes")] = 1,
    payments: Annotated[bool, typer.Option("--payments", help="CSV and Parquet: who pays what, too")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at invalid rows (below): exit 2, write nothing")] = False,
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, lang: g.Lang = "en",
    as_json: g.AlwaysJson = True,
) -> None:  # fmt: skip
    """Score a file of hands; a bad row becomes an 'invalid' result.

    \b
    Examples:
      mahjong batch riichi:tenhou wins.jsonl -o scores.jsonl
      mahjong batch riichi wins.csv -o scores.csv
      mahjong batch riichi wins.parquet -o scores.parquet --workers 4
      mahjong batch - mixed.jsonl -o scores.jsonl
      cat wins.jsonl | mahjong batch riichi - -o -

    \b
    Rows:
      JSON lines  records ('mahjong schema'); results as in 'mahjong schema result'
      CSV         the columns of 'mahjong schema text', such as id,hand,win,flags
      Parquet     those, or numbers: 'mahjong schema columns'; the answer has the other
                  columns of the row, and status, value, limit, roles, problems ...

    --strict stops at the first part (8,192 rows of text, some 65,536 of Parquet) with invalid rows and lists those of
    that part, the first 20; rows behind it are not read.

    When it is interrupted, the same command goes on where it was: what is finished is kept in OUT.part until OUT
    is whole.
    """
    from mahjong_core.batch.files import rows_of
    from mahjong_core.batch.runs import Run, score_file

    house = g.House(set, plugin, overlay)
    rules = None if name == "-" else g.ruleset(name, house)
    run = Run(
        rules, source, out, partial(g.load, house=house), repr(house), workers, payments, strict, g.check_lang(lang),
        sys.stdout.encoding if out == "-" else "utf-8",
    )  # fmt: skip
    done = Counter[str]()
    began = time.perf_counter()
    try:
        with counted("scoring", partial(rows_of, source)) as moved:

            def told(part: Part) -> None:
                done.update(part.statuses)
                moved(sum(part.statuses.values()))

            score_file(run, told, lambda text: typer.echo(f"mahjong: {text}", err=True))
    except MahjongError as error:
        g.fail(error.problems)
    except KeyboardInterrupt:
        typer.echo(f"mahjong: interrupted; {_left(out)}", err=True)
        raise typer.Exit(130) from None
    typer.echo(_summary(done, time.perf_counter() - began), err=True)


def _left(target: str) -> str:
    """What an interrupted run leaves behind."""
    folder = f"{os.path.realpath(target)}.part"
    if target != "-" and os.path.isdir(folder):
        return f"what is done stays in {folder}, and the same command goes on from there"
    return "no file was written"


def _summary(statuses: Counter[str], seconds: float) -> str:
    told = ", ".join(f"{status} {n}" for status, n in statuses.most_common()) or "none"
    speed = f"; {statuses.total() / seconds:,.0f} rows a second" if seconds else ""
    return f"{statuses.total()} rows: {told}{speed}"
