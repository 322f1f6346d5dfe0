"""A new pattern: three triplets of winds.

In riichi the local role sanfon (三風刻), two han, open or closed; with the fourth wind as the pair, or as a triplet, the
hand is a limit hand anyway.  In the classical French rules one double, for a hand that did not win, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from mahjong_core import hookimpl
from mahjong_core.facts import Facts, Pattern, count
from mahjong_core.tiles import WINDS

if TYPE_CHECKING:
    from mahjong_core.facts import Truth


def three_winds(h: Facts) -> Truth:
    """Three triplets of winds, no more."""
    return count(h.triplets & WINDS) == 3


NAMES: Final = {"ja": "三風刻", "en": "Three winds", "fr": "Les Trois Vents"}
OVERLAYS: Final[Mapping[str, Mapping[str, Any]]] = {
    "riichi": {
        "roles": {"sanfon": {"when": "three_winds", "han": 2, "names": NAMES, "source": "house rule three_winds"}}
    },
    "french-classic": {
        "roles": {
            "trois_vents": {"when": "three_winds", "doubles": 1, "names": NAMES, "source": "house rule three_winds"}
        }
    },
}


@hookimpl
def mahjong_patterns() -> list[Pattern]:
    return [three_winds]


@hookimpl
def mahjong_overlay(ruleset: str) -> Mapping[str, Any] | None:
    return OVERLAYS.get(ruleset)
