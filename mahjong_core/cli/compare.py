"""``mahjong compare``: one hand under several rulesets, or a file of hands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.errors import Problem
from mahjong_core.labels import label
from mahjong_core.phrases import told


def compare(
    ctx: typer.Context,
    hand: Annotated[list[str] | None, typer.Argument(help="The hand, winning tile after '+'", metavar="HAND")] = None,
    file: Annotated[str | None, typer.Option(help="JSON lines, CSV or Parquet, a hand a row, instead of a hand")] = None,
    rulesets: Annotated[str, typer.Option(help="Names with commas  [default: every installed one]")] = "",
    out: Annotated[str | None, typer.Option("-o", "--out", help="With --file: a row a hand as .csv, .jsonl or .parquet")] = None,
    plot: Annotated[str | None, typer.Option(help="With --file: draw the distributions, .png or .svg")] = None,
    ron: g.Ron = False, tsumo: g.Tsumo = False, seat: g.Seat = None, round: g.Round = None, from_: g.From = None,
    riichi: g.Riichi = False, flag: g.Flags = None, dora: g.Dora = "", ura: g.Ura = "", honba: g.Honba = 0,
    sticks: g.Sticks = 0, pao: g.Pao = None, with_: g.With = None, set: g.Set = None, plugin: g.Plugin = None,
    overlay: g.Overlay = None, as_json: g.Json = False, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """The same hand under several rulesets, the roles lined up by pattern; or a file of hands, and how much the rulesets
    agree on them.

    A record's own options are not applied: every hand is scored under the rulesets of the command.

    \b
    Examples:
      mahjong compare 111m222p345s5577z+7z --tsumo
      mahjong compare 111m222p345s5577z+7z --rulesets riichi,riichi:ema-2025
      mahjong compare --file hands.jsonl --plot shares.svg
      mahjong compare --file hands.parquet --rulesets riichi,french-classic -o values.csv  # as .jsonl, too
    """
    g.check_lang(lang)
    if bool(hand) == bool(file):
        g.fail([Problem("bad_value", "give either a HAND or --file FILE")])
    if hand and (out or plot):
        g.fail([Problem("bad_value", "--out and --plot are for many hands: give --file FILE")])
    names = [name.strip() for name in rulesets.split(",") if name.strip()] or [found.name for found in mj.available()]
    if file:
        _refuse_with_file(ctx)
    ready = g.rulesets(names, g.House(set, plugin, overlay))
    if file:
        from mahjong_core.cli.comparisons import compare_file

        compare_file(file, ready, out, plot, as_json, lang)
        return
    record = g.record(ron, tsumo, seat, round, from_, riichi, flag, dora, ura, honba, sticks)
    declared = {key for rules in ready for key in rules.table.situation}
    read = g.reading(hand or (), record, pao, with_, declared)
    _tell(
        mj.compare(read.hand, read.situation, ready),
        read.hand,
        [] if as_json else g.assumed(seat, round),
        as_json,
        lang,
    )


OF_A_HAND: Final = (
    "ron", "tsumo", "seat", "round", "from_", "riichi", "flag", "dora", "ura", "honba", "sticks", "pao", "with_"
)  # fmt: skip


def _refuse_with_file(ctx: typer.Context) -> None:
    """The rows of a file say themselves how they were won."""
    sources = {name: getattr(ctx.get_parameter_source(name), "name", "") for name in OF_A_HAND}
    given = [f"--{name.rstrip('_')}" for name, source in sources.items() if source == "COMMANDLINE"]
    if given:
        these = "this" if len(given) == 1 else "these"
        text = f"{', '.join(given)}: give {these} with a HAND only; the rows of a file say how they were won"
        g.fail([Problem("bad_value", text)])


def _tell(comparison: mj.Comparison, hand: mj.Hand, notes: Sequence[str], as_json: bool, lang: str) -> None:
    """One hand; exit 2 if it is none under any of the rulesets."""
    from mahjong_core.cli import pages

    if as_json:
        typer.echo(json_text(comparison.to_dict(lang), sys.stdout.encoding, indent=2))
    else:
        pages.put(str(hand), "")
        pages.comparison_page(comparison, lang)
    for note in notes:
        pages.put(f"{label('note', lang)}: {told(note, lang)}")
    if all(row.result.status == "invalid" for row in comparison.rows):
        raise typer.Exit(2)
