"""``mahjong settle``: whole tables, who pays whom and what comes next."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.errors import MahjongError, Problem
from mahjong_core.phrases import said
from mahjong_core.settle.tables import from_json
from mahjong_core.sources import is_list


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
            answer = rules.settle(table())
        except MahjongError as error:
            problems += [_about(number, problem) if several else problem for problem in error.problems]
        else:
            _tell(answer, number if several else None, as_json, lang)
    if problems:
        g.fail(problems)


def _about(number: int, problem: Problem) -> Problem:
    return Problem(problem.code, said("about", what=said("table_number", n=number), problem=problem.message))


def tables_in(file: str) -> tuple[Sequence[Any], bool]:
    """(the tables of a file, are they several?).  A table of a line is read when it is called.  Raises MahjongError for a file
    that cannot be read."""
    text = _text_of(file)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise mj.TableError([Problem("file", said("file_empty", file=file))])
    if len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines[:2]):
        return [partial(_of_line, line) for line in lines], True
    try:
        found = from_json(text)
    except (ValueError, RecursionError) as error:
        raise mj.TableError([Problem("not_json", said("file_not_json", file=file, error=str(error)))]) from error
    if is_list(found) and not found:
        raise mj.TableError([Problem("file", said("no_tables_in", file=file))])
    tables = found if is_list(found) else [found]
    return [partial(_not_text, table) for table in tables], is_list(found)


def _of_line(line: str) -> Any:
    try:
        return _not_text(from_json(line))
    except (ValueError, RecursionError) as error:
        raise mj.TableError(
            [Problem("not_json", said("table_not_json", value=repr(line[:200]), error=str(error)))]
        ) from error


def _not_text(table: Any) -> Any:
    """A table; a JSON text that holds another is none."""
    if isinstance(table, str):
        raise mj.TableError([Problem("not_a_table", said("not_a_table", value=repr(table[:200])))])
    return table


def _text_of(file: str) -> str:
    try:
        text = (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError, AttributeError) as error:  # stdin may be closed
        reason = getattr(error, "strerror", None) or said("not_utf_8" if isinstance(error, ValueError) else "closed")
        raise mj.TableError([Problem("file", said("file_not_read", file=file, reason=reason))]) from error
    return text


def _tell(answer: mj.SettledTable, number: int | None, as_json: bool, lang: str) -> None:
    """``number``: of several tables."""
    from mahjong_core.cli import table_pages

    if as_json:
        told = answer.to_dict(lang)
        told["id"] = number if told["id"] is None else told["id"]
        typer.echo(json_text(told, sys.stdout.encoding, indent=2 if number is None else None))
        return
    if number is not None:
        table_pages.heading(number, lang)
    table_pages.settled_page(answer, lang)
