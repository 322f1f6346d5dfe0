"""Which rulesets there are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mahjong_core import plugins as plugged
from mahjong_core.errors import MahjongError
from mahjong_core.loading import presets_beside
from mahjong_core.sources import Source


class Available(NamedTuple):
    """A ruleset that ``load`` finds.  ``presets``: name -> titles; ``problem``: why it cannot be read, if so."""

    name: str
    title: Mapping[str, str]
    presets: Mapping[str, Mapping[str, str]]
    problem: str | None = None


def available() -> list[Available]:
    """Every installed ruleset with its presets.  One that is broken says so, and hides no other."""
    return [_look_up(name) for name in sorted(plugged.installed(plugged.RULESETS))]


def _look_up(name: str) -> Available:
    asked = plugged.Plugins()
    try:
        asked.add(plugged.found(plugged.RULESETS, name), name)
        path = next(Path(str(answer)) for _, answer in asked.ask("mahjong_table"))
        table: Mapping[str, Any] = Source.from_file(path).data
        presets = {
            preset: Source.from_file(file).data.get("preset", {}) for preset, file in presets_beside(path).items()
        }
    except MahjongError as error:
        return Available(name, {}, {}, str(error))
    except StopIteration:
        return Available(name, {}, {}, f"{name!r} brings no table")
    return Available(name, table.get("title", {}), presets)


def house_rules() -> list[str]:
    """Names of the installed house rules; one is active only when a load names it."""
    return sorted(plugged.installed(plugged.HOUSE_RULES))
