"""The commands.  Results on stdout, talk on stderr; exit 0 done, 2 the input is wrong."""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.cli.batch import batch
from mahjong_core.cli.compare import compare
from mahjong_core.cli.points import points
from mahjong_core.cli.quantiles import quantiles
from mahjong_core.cli.rulebook import rulebook
from mahjong_core.cli.settle import settle
from mahjong_core.cli.shanten import shanten
from mahjong_core.errors import Problem
from mahjong_core.labels import label
from mahjong_core.phrases import nearest_name
from mahjong_core.role_lines import role_lines


class Commands(TyperGroup):
    """The commands; one that the user interrupts says so in one line."""

    def invoke(self, ctx: Any) -> Any:
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
            return answer
        except KeyboardInterrupt:
            typer.echo("mahjong: interrupted; no file was written", err=True)
            raise typer.Exit(130) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            typer.echo(f"mahjong: stdout cannot be written: {error.strerror}", err=True)
            os._exit(2)  # what is left in the buffer has no place


app = typer.Typer(
    name="mahjong",
    cls=Commands,
    help="Score, explain and compare mahjong hands under any ruleset.\n\n"
    "\b\n  mahjong score riichi '234m567p22s(345s)67m+8m' --from W\n"
    "  mahjong compare '111m222p345s5577z+7z' --tsumo\n\n"
    "A hand: digits and suit (m p s z; 0 = red five), (claimed group), [concealed kong], 1f flower, 1g season, "
    "'+' before the winning tile; honours 1-4z east south west north, 5-7z white green red.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mahjong-core {mj.__version__}")
        raise typer.Exit


@app.callback()
def mahjong(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version")
    ] = False,
) -> None:
    pass


def _print_json(value: Any) -> None:
    typer.echo(json_text(value, sys.stdout.encoding, indent=2))


@app.command()
def rulesets(as_json: g.Json = False, lang: g.Lang = "en") -> None:
    """The rulesets that are installed, with their presets.

    \b
    Examples:
      mahjong rulesets
      mahjong rulesets --json
    """
    from mahjong_core.available import house_rules
    from mahjong_core.cli import pages

    g.check_lang(lang)
    found = mj.available()
    if as_json:
        _print_json({"rulesets": [entry._asdict() for entry in found], "plugins": house_rules()})
        return
    table = pages.grid(*(label(id, lang) for id in ("ruleset", "title", "presets")))
    for entry in found:
        about = entry.problem or nearest_name(entry.title, entry.name, lang)
        table.add_row(entry.name, about, ", ".join(entry.presets) or "-")
    pages.put(table, "", f"{label('house_rules', lang)}: {', '.join(house_rules())}")


@app.command()
def show(
    name: g.Name, source: Annotated[bool, typer.Option("--source", help="Print the generated pattern code")] = False,
    table: Annotated[bool, typer.Option("--table", help="Print the merged table, options and settings too, as JSON")] = False,
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """What a ruleset says: every role with its names, worth, group and source; options, which of a preset's are unverified.
    With --json, one object a role.

    \b
    Examples:
      mahjong show riichi:ema-2025
      mahjong show riichi-roles --json
      mahjong show riichi --source
      mahjong show french-classic --lang fr
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    if source:
        typer.echo(rules.source_code)
    elif table:
        head = {"name": rules.name, "fingerprint": rules.fingerprint, "options": dict(rules.options)}
        _print_json({**head, "table": rules.table.model_dump(mode="json")})
    elif as_json:
        _print_json([line._asdict() for line in role_lines(rules)])
    else:
        pages.ruleset_page(rules, g.check_lang(lang))


@app.command()
def diff(one: g.Name, other: g.Name, as_json: g.Json = False, lang: g.Lang = "en") -> None:
    """The roles, options and figures in which two rulesets or presets differ.

    \b
    Examples:
      mahjong diff riichi:tenhou riichi:ema-2025
      mahjong diff riichi french-classic --json
    """
    from mahjong_core.cli import pages

    g.check_lang(lang)
    found = g.ruleset(one, g.House(None, None, None)).diff(g.ruleset(other, g.House(None, None, None)))
    if as_json:
        _print_json([difference._asdict() for difference in found])
    else:
        pages.differences_page(found, one, other, lang)


@app.command()
def score(
    name: g.Name, hand: g.Words, ron: g.Ron = False, tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None,
    from_: g.From = None, riichi: g.Riichi = False, flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "",
    honba: g.Honba = 0, sticks: g.Sticks = 0, pao: g.Pao = None, with_: g.With = None, set: g.Set = None,
    plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """What a hand is worth.

    \b
    Examples:
      mahjong score riichi '234m567p22s(345s)67m+8m' --from W
      mahjong score riichi 234m567p22s67m456s+8m --riichi --dora 4s --seat E --tsumo
      mahjong score riichi:ema-2025 '[1111z]567p22s345s67m+8m' --set renpu_fu=4 --json
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    record = g.record(ron, tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
    result = g.scored(rules, g.reading(hand, record, pao, with_, rules.table.situation), g.assumed(seat, round))
    g.check_lang(lang)
    if as_json:
        _print_json(result.to_dict(lang))
    elif result.status not in ("invalid", "not_playable"):
        pages.score_page(result, lang)
    g.refuse(result)


@app.command()
def explain(
    name: g.Name, hand: g.Words, ron: g.Ron = False, tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None,
    from_: g.From = None, riichi: g.Riichi = False, flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "",
    honba: g.Honba = 0, sticks: g.Sticks = 0, pao: g.Pao = None, with_: g.With = None, set: g.Set = None,
    plugin: g.Plugin = None, overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """How a score comes about, line by line; for a hand that does not score, why not.

    \b
    Examples:
      mahjong explain riichi '123m567p22s(345s)67m+8m' --from W
      mahjong explain french-classic 111m222p345s5577z+7z --tsumo --lang fr
    """
    rules = g.ruleset(name, g.House(set, plugin, overlay))
    record = g.record(ron, tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
    result = g.scored(rules, g.reading(hand, record, pao, with_, rules.table.situation), g.assumed(seat, round))
    text = result.explain(g.check_lang(lang))
    if as_json:
        _print_json({**result.to_dict(lang), "explanation": text.splitlines()})
    elif result.status not in ("invalid", "not_playable"):
        typer.echo(text)
    g.refuse(result)


app.command()(compare)


@app.command()
def waits(name: g.Name, hand: g.Words, set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None,
          as_json: g.Json = False, lang: g.Lang = "en") -> None:  # fmt: skip
    """The tiles that complete a hand of 13, and the shapes of the wait.

    \b
    Examples:
      mahjong waits riichi 2344556678999m
      mahjong waits riichi '2223456m555p(456s)' --json
    """
    from mahjong_core.cli import pages

    rules = g.ruleset(name, g.House(set, plugin, overlay))
    parsed = g.checked(lambda: mj.Hand.parse(" ".join(hand)))
    found = g.checked(lambda: rules.waits(parsed))
    g.check_lang(lang)
    if as_json:
        told = [{"tile": w.tile, "left": w.left, "readings": [r._asdict() for r in w.readings]} for w in found]
        _print_json(told)
    else:
        pages.waits_page(found, lang)


app.command()(points)
app.command()(settle)
app.command()(batch)


@app.command()
def schema(
    what: Annotated[str, typer.Argument(help="record, result, table, text or columns")] = "record",
    as_json: g.AlwaysJson = True, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """The JSON Schema of a record, of a result or of a table to settle; the columns of tables of hands, as text or as numbers.

    \b
    Examples:
      mahjong schema
      mahjong schema result
      mahjong schema table
      mahjong schema text
      mahjong schema columns
    """
    from mahjong_core.records import record_schema, result_schema
    from mahjong_core.table_models import table_schema

    g.check_lang(lang)
    if what in ("text", "columns"):
        g.checked(lambda: _print_json(_columns(what)))
    elif what in (schemas := {"record": record_schema, "result": result_schema, "table": table_schema}):
        _print_json(schemas[what]())
    else:
        g.fail([Problem("bad_value", f"{what!r}: expected record, result, table, text or columns")])


def _columns(what: str) -> list[dict[str, str]]:
    """The columns of an Arrow schema, with what they mean."""
    from mahjong_core.batch.arrow import COLUMNS_SCHEMA, TEXT_SCHEMA, meaning_of

    schema = TEXT_SCHEMA if what == "text" else COLUMNS_SCHEMA
    return [{"column": f.name, "type": str(f.type), "meaning": meaning_of(schema, f.name)} for f in schema]


app.command()(shanten)
app.command()(quantiles)
app.command()(rulebook)
