"""Drawings of many hands compared, with matplotlib (the extra ``plot``)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from mahjong_core.batch.hands import Column
from mahjong_core.comparing import ManyCompared, Scored
from mahjong_core.errors import MahjongError, Problem

SUFFIXES: Final = (".png", ".svg")
LOWEST: Final = 1 / 200  # of the limit; what is less is drawn there
BINS: Final = 30


def problems_of_plot(path: str) -> list[Problem]:
    """Why a drawing could not be written there, before any work is done."""
    problems: list[Problem] = []
    if Path(path).suffix.lower() not in SUFFIXES:
        problems.append(Problem("bad_value", f"--plot {path!r}: expected a name that ends in {' or '.join(SUFFIXES)}"))
    if find_spec("matplotlib") is None:
        problems.append(Problem("missing_extra", "--plot needs matplotlib: pip install 'mahjong-core[plot]'"))
    return problems


def draw(compared: ManyCompared, path: str) -> None:
    """Write a drawing: for each ruleset, how many of its winning hands are worth which share of its limit.

    Raises MahjongError if it cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    n = len(compared.rows)
    figure: Any
    figure, axes = pyplot.subplots(n, 1, sharex=True, figsize=(8, 1.2 + 1.5 * n), squeeze=False, layout="constrained")
    try:
        for axis, scored in zip(axes[:, 0], compared.rows, strict=True):
            _draw_one(axis, scored)
        axes[-1, 0].set_xlabel("value as a share of the ruleset's own limit")
        figure.savefig(path, metadata={"Date": None} if path.lower().endswith(".svg") else None)
    except OSError as error:
        text = f"{path}: cannot be written: {error.strerror}"
        raise MahjongError(text, [Problem("unwritable_file", text)]) from error
    finally:
        pyplot.close(figure)


def _draw_one(axis: Any, scored: Scored) -> None:
    """A histogram over shares of the limit, each bin so many times as wide as the one before; a line at the median."""
    shares = scored.share[scored.wins & ~np.isnan(scored.share)]
    edges = _edges(shares)
    weights = np.full(len(shares), 100 / max(1, len(shares)))
    axis.hist(np.maximum(shares, LOWEST), edges, weights=weights, color="#4878a8")
    if len(shares):
        axis.axvline(np.median(shares), color="#c44e52", linewidth=1)
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter(_percent)
    axis.set_ylabel("% of wins")
    won = f"{len(shares):,} of {len(scored.status):,} hands win"
    axis.set_title(f"{scored.ruleset}: {won}", loc="left", fontsize="medium")
    axis.spines[["top", "right"]].set_visible(False)


def _percent(share: float, _: Any) -> str:
    return f"{share:.0%}" if share >= 0.01 else f"{share:.1%}"


def _edges(shares: Column) -> Column:
    highest = max(1.0, float(shares.max(initial=1.0)))
    return np.geomspace(LOWEST, highest * 1.05, BINS + 1)
