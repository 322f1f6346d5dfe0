"""How much of what is won a hand beats: quantiles that were measured on a random population and ship with the rulesets.

Beside ``riichi.yaml`` stands ``riichi.quantiles.json``, beside a preset ``ema-2025.yaml`` stands
``ema-2025.quantiles.json``; a ruleset of a third party ships its own in the same way.  A file says how it was made, and
``mahjong quantiles RULESET`` makes it again.  Reading one needs no NumPy.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mahjong_core import plugins as plugged
from mahjong_core.errors import PluginError
from mahjong_core.loading import presets_beside

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

MIX: Final = "deals"  # the mix of a population in which a hand is told its place
SUFFIX: Final = ".quantiles.json"


class Steps(NamedTuple):
    """``values`` of winning hands, lowest first, and the share of winning hands ``below`` each; ``wins``: how many hands
    were measured."""

    wins: int
    values: Sequence[int]
    below: Sequence[float]

    def position(self, value: int) -> float:
        """The share of winning hands that are worth less; of a value between two, that of the higher."""
        at = bisect_left(self.values, value)
        return self.below[at] if at < len(self.values) else 1.0


class Quantiles(NamedTuple):
    """What a file of quantiles says: how it was made, and the steps of each mix of the population."""

    ruleset: str
    fingerprint: str
    library: str
    generator: str
    seed: int
    hands: int
    mixes: Mapping[str, Steps]

    def text(self) -> str:
        """As it stands in the file: JSON, a line a mix."""
        head = {key: value for key, value in self._asdict().items() if key != "mixes"}
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
        mixes = [f"    {json.dumps(mix)}: {json.dumps(_told(steps))}" for mix, steps in self.mixes.items()]
        return "\n".join(["{", *lines, '  "mixes": {', ",\n".join(mixes), "  }", "}", ""])

    @classmethod
    def read(cls, text: str) -> Quantiles:
        """The inverse of ``text``.  Raises ValueError, TypeError, KeyError or AttributeError for what is no such table."""
        told: dict[str, Any] = json.loads(text)
        mixes = {mix: _steps(of_mix) for mix, of_mix in told.pop("mixes").items()}
        return cls(**told, mixes=mixes)


def _told(steps: Steps) -> dict[str, Any]:
    below = zip(steps.values, steps.below, strict=True)
    return {"wins": steps.wins, "below": {str(value): share for value, share in below}}


def _steps(told: Mapping[str, Any]) -> Steps:
    return Steps(told["wins"], [int(value) for value in told["below"]], list(told["below"].values()))


# ------------------------------------------------------------------------------------------------ where they stand
def quantile_file(name: str) -> Path:
    """Where the quantiles of a ruleset or preset stand, be there a file or not.  Raises PluginError for no such name."""
    base, _, preset = name.partition(":")
    asked = plugged.Plugins()
    asked.add(plugged.found(plugged.RULESETS, base), base)
    table = next((Path(str(answer)) for _, answer in asked.ask("mahjong_table")), None)
    path = presets_beside(table).get(preset) if table is not None and preset else table
    if path is None:
        raise PluginError(f"{name!r}: there is no such table")
    return path.with_name(path.stem + SUFFIX)


@cache
def quantiles(name: str) -> Quantiles | None:
    """The quantiles that ship with a ruleset or preset; those of its ruleset where a preset has none.

    Raises PluginError for a file that is broken.
    """
    path = quantile_file(name)
    if not path.is_file():
        base, colon, _ = name.partition(":")
        return quantiles(base) if colon else None
    try:
        return Quantiles.read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise PluginError(f"{path}: not a table of quantiles: {type(error).__name__}: {error}") from error


# ------------------------------------------------------------------------------------------------ a hand's place
def position(rules: Ruleset, value: int | None, mix: str = MIX) -> float | None:
    """The share of winning hands that are worth less than ``value``; None where no quantiles ship with the ruleset."""
    found = None if value is None else quantiles(rules.name)
    return None if found is None or value is None or mix not in found.mixes else found.mixes[mix].position(value)


def measured_elsewhere(rules: Ruleset) -> str | None:
    """The name of the rules that were measured, where they are not quite these (options, house rules); else None."""
    found = quantiles(rules.name)
    return None if found is None or found.fingerprint == rules.fingerprint else found.ruleset
