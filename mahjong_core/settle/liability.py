"""Liability (pao): which parts of a win someone pays who fed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from mahjong_core.phrases import said
from mahjong_core.settle.settlements import Payment
from mahjong_core.situations import TSUMO, Situation
from mahjong_core.worth.methods import Worth


class Part(NamedTuple):
    """A part of the worth and who is liable for it, if anyone."""

    basic: int
    liable: str | None


class LiabilitySettings(Payment):
    pao_roles: dict[str, bool] = {}  # limit hands that make who fed them liable
    pao_scope: Literal["hand", "yakuman"]
    pao_honba: Literal["liable", "discarder"]
    rinshan_pao: str | None = None  # the role that makes who fed its kong liable for a self-draw

    def role_names(self) -> Iterator[tuple[tuple[str, ...], str]]:
        yield from ((("pao_roles", role), role) for role in self.pao_roles)
        if self.rinshan_pao is not None:
            yield ("rinshan_pao",), self.rinshan_pao


def liabilities(worth: Worth, situation: Situation, settings: LiabilitySettings) -> tuple[list[Part], list[str]]:
    """The worth in parts, each with who is liable for it; and notes on liability that does not apply."""
    if situation.pao is None:
        return [Part(worth.basic, None)], []
    liable = {id: seat for id, seat in _liable_roles(worth, situation, settings).items() if seat != situation.seat}
    if not liable:
        return [Part(worth.basic, None)], [said("nobody_liable")]
    if settings.pao_scope == "hand" or settings.rinshan_pao in liable:
        seats = list(dict.fromkeys(liable.values()))
        share, rest = divmod(worth.basic, len(seats))
        return [Part(share + rest * (seat == seats[0]), seat) for seat in seats], []
    parts: list[Part] = []
    left = worth.basic  # a ceiling may have cut what the limit hands come to
    for id, seat in liable.items():
        part = Part(min(worth.shares[id], left), seat)
        left -= part.basic
        parts.append(part)
    return [part for part in (*parts, Part(left, None)) if part.basic], []


def _liable_roles(worth: Worth, situation: Situation, settings: LiabilitySettings) -> dict[str, str]:
    """Role id -> who is liable for it."""
    pao = situation.pao
    if pao is None:
        return {}
    named: Mapping[str, str] = dict.fromkeys(worth.roles, pao) if isinstance(pao, str) else pao
    roles = {id for id, on in settings.pao_roles.items() if on and id in worth.shares}
    if situation.win == TSUMO and settings.rinshan_pao in worth.roles:
        roles.add(str(settings.rinshan_pao))
    return {id: named[id] for id in worth.roles if id in roles and id in named}  # in the order of the table
