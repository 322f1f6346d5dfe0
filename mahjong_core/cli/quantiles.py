"""``mahjong quantiles``: make the tables of quantiles again that ship with rulesets and presets."""

from __future__ import annotations

from typing import Annotated

import typer

import mahjong_core as mj
from mahjong_core.cli import given as g
from mahjong_core.cli.kept_files import kept_current
from mahjong_core.cli.progress import counted
from mahjong_core.quantiles import quantile_file


def quantiles(
    names: Annotated[
        list[str] | None, typer.Argument(help="Rulesets or presets  [default: all that are installed]", metavar="RULESET")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing: exit 1 if a file is not what would be written")] = False,
    hands: Annotated[int, typer.Option(min=1, help="Hands of each mix")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same hands")] = 1,
    as_json: g.AlwaysJson = True, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """Measure on random hands how much winning hands are worth, and write that beside the tables of the rulesets, where
    compare reads it.

    \b
    Examples:
      mahjong quantiles
      mahjong quantiles riichi riichi:tenhou --check
    """
    from mahjong_core.population.measured import measured

    g.check_lang(lang)
    wanted = names or [name for found in mj.available() for name in (found.name, *_presets(found))]
    differ = False
    for rules in g.rulesets(wanted, g.House(None, None, None)):
        with counted(rules.name, 2 * hands) as done:
            text = measured(rules, hands, seed, done).text()
        differ |= not kept_current(quantile_file(rules.name), text, check)
    if check and differ:
        raise typer.Exit(1)


def _presets(found: mj.Available) -> list[str]:
    return [f"{found.name}:{preset}" for preset in found.presets]
