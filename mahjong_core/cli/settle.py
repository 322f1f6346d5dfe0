"""``mahjong settle``: whole tables, who pays whom and what comes next."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.phrases import said


def settle(
    name: g.Name,
    file: Annotated[str, typer.Argument(help="A table as JSON; several: a list or one a line; - is stdin", metavar="TABLE.json")],
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """Settle a table: who pays whom what and why, what that comes to, and what comes next.

    What a table tells depends on the ruleset (mahjong schema table says all keys):

    \b
      riichi, riichi-roles  {"round_wind": "E", "honba": 1, "sticks": 1, "wins": [record, ...]}
                            {"honba": 0, "sticks": 1, "riichi": ["S"], "draw": "exhaustive", "tenpai": ["S", "W"]}
      riichi-1920s          {"wins": [record]}
      french-...            {"winner": "S", "seats": {"E": 30, "S": record, "W": 50, "N": 10}}
      sichuan               {"void": {"E": "m", ...}, "events": [{"kong": "concealed", "seat": "E", "tile": "5p"}, ...]}

    Several tables are settled one by one; one that is wrong stops none of the others, and the exit code is 2 then.

    \b
    Examples:
      mahjong settle riichi table.json
      mahjong settle riichi:ema-2025 table.json --lang fr
      mahjong settle sichuan:sbr table.json --set fan_cap=4 --json
      echo '{"winner": "E", "seats": {"E": 100, "S": 250, "W": 40, "N": 10}}' | mahjong settle french-advanced -
    """
    g.check_lang(lang)
    rules = g.ruleset(name, g.House(set, plugin, overlay))
    tables, several = g.checked(lambda: tables_in(file))
    problems: list[Problem] = []
    for number, table in enumerate(tables):
        try:
            answer = rules.settle(table)
        except MahjongError as error:
            problems += [_about(number, problem) if several else problem for problem in error.problems]
        else:
            _tell(answer, table, number, several, as_json, lang)
    if problems:
        g.fail(problems)


def _about(number: int, problem: Problem) -> Problem:
    return Problem(problem.code, said("about", what=said("table_number", n=number), problem=problem.message))


def tables_in(file: str) -> tuple[list[Any], bool]:
    """(the tables of a file, are they several?).  Raises MahjongError for a file that cannot be read."""
    try:
        text = sys.stdin.read() if file == "-" else _text_of(file)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise mj.TableError([Problem("file", said("file_not_read", file=file, reason=reason))]) from error
    if not text.strip():
        raise mj.TableError([Problem("file", said("file_empty", file=file))])
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) == 1 or not all(line.lstrip().startswith("{") for line in lines):
            raise mj.TableError([Problem("not_json", said("file_not_json", file=file, error=str(error)))]) from error
        return list(lines), True  # one a line; each is read by itself
    return (found, True) if isinstance(found, list) else ([found], False)  # pyright: ignore[reportUnknownVariableType]


def _text_of(file: str) -> str:
    with open(file, encoding="utf-8-sig") as opened:
        return opened.read()


def _tell(answer: mj.SettledTable, table: Any, number: int, several: bool, as_json: bool, lang: str) -> None:
    from mahjong_core.cli import table_pages

    if as_json:
        told = {**(_id(table, number) if several else {}), **answer.to_dict(lang)}
        typer.echo(json_text(told, sys.stdout.encoding, indent=None if several else 2))
        return
    if several:
        table_pages.heading(number, lang)
    table_pages.settled_page(answer, lang)


def _id(table: Any, number: int) -> dict[str, Any]:
    if isinstance(table, str):
        table = json.loads(table)
    return {"id": table.get("id", number)}
