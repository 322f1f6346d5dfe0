"""``mahjong quantiles``: make the tables of quantiles again that ship with rulesets and presets."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import mahjong_core as mj
from mahjong_core.cli import given as g
from mahjong_core.cli.progress import counted
from mahjong_core.cli.whole_files import whole_file
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
        path = quantile_file(rules.name)
        is_current = path.is_file() and path.read_text(encoding="utf-8") == text
        differ |= not is_current
        if not check:
            g.checked(partial(write_whole, path, text))
        typer.echo(f"{shown(path)}: {'as it was' if is_current else 'differs' if check else 'written'}")
    if check and differ:
        raise typer.Exit(1)


def write_whole(path: Path, text: str) -> None:
    """A file that stands there wholly or not at all."""
    with whole_file(str(path)) as beside:
        beside.write_text(text, encoding="utf-8")


def _presets(found: mj.Available) -> list[str]:
    return [f"{found.name}:{preset}" for preset in found.presets]


def shown(path: Path) -> str:
    """Relative to the working directory, if it is inside."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
