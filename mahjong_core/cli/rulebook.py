"""``mahjong rulebook``: write the pages of rulesets, or check that they are current."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import mahjong_core as mj
from mahjong_core.cli import given as g
from mahjong_core.cli.kept_files import kept_current


def rulebook(
    names: Annotated[
        list[str] | None, typer.Argument(help="Rulesets or presets  [default: all installed rulesets]", metavar="RULESET")
    ] = None,
    out: Annotated[str, typer.Option("-o", "--out", help="The folder of the pages; - prints them")] = "docs/rulebooks",
    check: Annotated[bool, typer.Option("--check", help="Write nothing: exit 1 if a page is not what would be written")] = False,
    set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None, lang: g.Lang = "en",
) -> None:  # fmt: skip
    """A page for each ruleset, generated from its table: roles with worth, examples with their scores, options, sources.

    \b
    Examples:
      mahjong rulebook
      mahjong rulebook sichuan -o - --lang fr
      mahjong rulebook --check
    """
    from mahjong_core.rulebook import rulebook as page_of

    g.check_lang(lang)
    installed = {found.name: found for found in mj.available()}
    differ = False
    for rules in g.rulesets(names or list(installed), g.House(set, plugin, overlay)):
        found = installed.get(rules.name)
        text = page_of(rules, found.presets if found else {}, lang)
        if out == "-":
            typer.echo(text)
            continue
        differ |= not kept_current(Path(out) / f"{rules.name.replace(':', '-')}.md", text, check)
    if check and differ:
        raise typer.Exit(1)
