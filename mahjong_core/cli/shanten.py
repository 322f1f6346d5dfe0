"""``mahjong shanten``: how far a hand is from waiting, what it accepts, what to discard."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

import mahjong_core as mj
from mahjong_core.batch.lines import json_text
from mahjong_core.cli import given as g
from mahjong_core.shanten import Accepted, Discard, total
from mahjong_core.tiles import compact

WORDS = {-1: "complete", 0: "waiting"}


def shanten(name: g.Name, hand: g.Words, set: g.Set = None, plugin: g.Plugin = None, overlay: g.Overlay = None,
            as_json: g.Json = False, lang: g.Lang = "en") -> None:  # fmt: skip
    """How many tiles a hand is from waiting, and what brings it nearer: of 13 tiles the draws, of 14 the discards.

    \b
    Examples:
      mahjong shanten riichi 123m4568p3467s11z
      mahjong shanten riichi '2355m44p3s(456s)113z+6m'
      mahjong shanten riichi 19m19p19s12345677z --json
    """
    rules = g.ruleset(name, g.House(set, plugin, overlay))
    parsed = g.checked(lambda: mj.Hand.parse(" ".join(hand)))
    number = g.checked(lambda: rules.shanten(parsed))
    g.check_lang(lang)
    if parsed.number == 14:
        discards = rules.discards(parsed)
        _json(shanten=number, discards=_told(discards)) if as_json else discards_page(number, discards)
    else:
        accepts = rules.accepts(parsed)
        _json(shanten=number, **_offered(accepts)) if as_json else accepts_page(number, accepts)


def _json(**value: Any) -> None:
    typer.echo(json_text(value, sys.stdout.encoding, indent=2))


def _told(discards: Sequence[Discard]) -> list[dict[str, Any]]:
    return [{"tile": found.tile, "shanten": found.shanten, **_offered(found.accepts)} for found in discards]


def _offered(accepts: Sequence[Accepted]) -> dict[str, Any]:
    return {"accepts": [accepted._asdict() for accepted in accepts], "total": total(accepts)}


def _headline(number: int) -> str:
    return f"shanten {number}" + (f" ({WORDS[number]})" if number in WORDS else "")


def accepts_page(number: int, accepts: Sequence[Accepted]) -> None:
    """One row a tile."""
    from mahjong_core.cli import pages

    table = pages.grid("tile", "left")
    for accepted in accepts:
        table.add_row(accepted.tile, str(accepted.left))
    table.add_section()
    table.add_row("total", str(total(accepts)))
    pages.put(_headline(number), "", table)


def discards_page(number: int, discards: Sequence[Discard]) -> None:
    """One row a discard, best first."""
    from mahjong_core.cli import pages

    table = pages.grid("discard", "shanten", "total", "accepts")
    for found in discards:
        tiles = compact([accepted.tile for accepted in found.accepts])
        table.add_row(found.tile, str(found.shanten), str(found.total), tiles or "-")
    pages.put(_headline(number), "", table)
