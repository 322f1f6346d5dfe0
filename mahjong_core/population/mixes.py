"""Mixes: in which shares a population has what chance decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mahjong_core.population.draws import Shares


class Mix(NamedTuple):
    """Shares of a population.

    ``tiles``: None for deals completed to wins, or the shares of drawn hands; ``open``: hands with a claimed group, of
    those that may have one; ``claims``: of such a hand's other groups; ``kongs``: of triplets whose fourth tile came;
    ``self_draw``: of all wins; ``flags``: each of the hands that may have it, in the order in which they are dealt out.
    """

    tiles: Shares | None
    open: float
    claims: float
    kongs: float
    self_draw: float
    flags: Mapping[str, float]


# Round figures.  deals: as in ordinary play, after records of ranked games of riichi; bench: as in a benchmark workload,
# with many limit hands, flushes and kongs.
MIXES: Final[Mapping[str, Mix]] = {
    "deals": Mix(
        tiles=None,
        open=0.46,
        claims=0.3,
        kongs=0.9,
        self_draw=0.36,
        flags={
            "riichi": 0.8,
            "double_riichi": 0.005,
            "open_riichi": 0.005,
            "ippatsu": 0.2,
            "rinshan": 0.05,
            "chankan": 0.003,
            "haitei": 0.005,
            "houtei": 0.008,
            "kanburi": 0.003,
            "tenhou": 0.0002,
            "chiihou": 0.0002,
            "renhou": 0.0002,
            "sans_chant": 0.002,
        },
    ),
    "bench": Mix(
        tiles=Shares(seven_pairs=0.074, wholes=0.0164, one_suit=0.17, runs=4),
        open=0.29,
        claims=0.4,
        kongs=0.13,
        self_draw=0.48,
        flags={
            "riichi": 0.6,
            "double_riichi": 0.03,
            "open_riichi": 0.02,
            "ippatsu": 0.2,
            "rinshan": 0.09,
            "chankan": 0.005,
            "haitei": 0.02,
            "houtei": 0.022,
            "kanburi": 0.02,
            "tenhou": 0.008,
            "chiihou": 0.011,
            "renhou": 0.01,
            "sans_chant": 0.02,
        },
    ),
}
