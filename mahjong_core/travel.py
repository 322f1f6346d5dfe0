"""Rulesets that travel to other processes: as how they were made, so that each process makes each of them once."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.errors import PluginError

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset


class Made(dict[bytes, "Ruleset"]):
    """How a ruleset was made, pickled -> the one of this process."""

    def pickled(self, rules: Ruleset, making: bytes) -> tuple[Any, ...]:
        """What pickle writes of a ruleset."""
        self.setdefault(making, rules)
        return made_again, (making, rules.fingerprint)


MADE: Final = Made()


def made_again(making: bytes, fingerprint: str) -> Ruleset:
    """The ruleset that was made like this.  Raises PluginError if that makes another one here."""
    if making not in MADE:
        MADE[making] = pickle.loads(making)({})
    rules = MADE[making]
    if rules.fingerprint != fingerprint:
        text = f"a table or a plug-in has changed: {rules.name!r} is {rules.fingerprint} now and was {fingerprint}"
        raise PluginError(text)
    return rules
