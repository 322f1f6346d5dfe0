"""A changed value: all simples counts only in a closed hand.

In riichi the same as option ``open_tanyao`` = false; other rulesets stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mahjong_core import hookimpl


@hookimpl
def mahjong_overlay(ruleset: str) -> Mapping[str, Any] | None:
    return {"roles": {"tanyao": {"open": 0}}} if ruleset == "riichi" else None
