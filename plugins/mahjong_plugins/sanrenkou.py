"""A shipped pattern put to use: three triplets in a row in one suit, two han, open or closed.

The usual value of sanrenkou (三連刻) at Japanese tables; option ``sanrenkou`` of riichi has that of the French list
instead (three han, two in an open hand), and this rule replaces it where both are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mahjong_core import hookimpl

ROLE: Final = {
    "when": "three_consecutive_triplets",
    "han": 2,
    "open": 2,
    "names": {"ja": "三連刻", "en": "Three consecutive triplets", "fr": "Les Cousins"},
    "source": "house rule sanrenkou",
}


@hookimpl
def mahjong_overlay(ruleset: str) -> Mapping[str, Any] | None:
    return {"roles": {"sanrenkou": ROLE}} if ruleset == "riichi" else None
