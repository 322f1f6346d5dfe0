"""Basic points, as in Japan: the discarder pays all, or everyone pays a share and the dealer a double one; counters and
sticks; liability (pao)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from pydantic import NonNegativeInt, PositiveInt

from mahjong_core.phrases import said
from mahjong_core.settle.settlements import Settled, Settlement
from mahjong_core.situations import RON, TSUMO, Situation, payers
from mahjong_core.tables import Strict
from mahjong_core.tiles import SEATS
from mahjong_core.worth.methods import Worth

DEALER: Final = SEATS[0]


class Shares(Strict):
    """Multiples of basic points."""

    ron_to_child: PositiveInt
    ron_to_dealer: PositiveInt
    tsumo_child_to_child: PositiveInt
    tsumo_dealer_to_child: PositiveInt
    tsumo_child_to_dealer: PositiveInt


class BasicPointsSettings(Strict):
    shares: Shares
    round_to: PositiveInt
    honba_value: NonNegativeInt  # a counter, from all payers together
    stick: NonNegativeInt
    pao_roles: dict[str, bool] = {}  # limit hands that make who fed them liable
    pao_scope: Literal["hand", "yakuman"]
    pao_honba: Literal["liable", "discarder"]
    rinshan_pao: str | None = None  # the role that makes who fed its kong liable for a self-draw


class Part(NamedTuple):
    """A part of the worth and who is liable for it, if anyone."""

    basic: int
    liable: str | None


def settle(worth: Worth, situation: Situation, settings: BasicPointsSettings) -> Settled:
    """Settle one win.  ``payments`` is None where the seat, or for a ron the discarder, is not told."""
    if not worth.basic or situation.win is None:
        return Settled(0)
    dealer = situation.seat == DEALER
    value = worth_in_points(worth.basic, dealer, situation.win == TSUMO, settings)
    if situation.seat is None or (situation.win == RON and situation.ron_from is None):
        return Settled(value, steps=[("value", {"value": value})])
    parts, notes = liabilities(worth, situation, settings)
    paid = Counter[str]()
    for part in parts:
        paid.update(_paid_for(part, situation, settings))
    paid.update(_counters(parts, situation, settings))
    payments = {seat: -paid[seat] for seat in SEATS}
    payments[situation.seat] = sum(paid.values()) + situation.riichi_sticks * settings.stick
    return Settled(value, None, payments, notes, _steps(worth, value, situation, settings))


def worth_in_points(basic: int, dealer: bool, self_draw: bool, settings: BasicPointsSettings) -> int:
    """What the winner receives without counters and sticks: the sum of a self-draw."""
    if not self_draw:
        return ron_points(basic, dealer, settings)
    return sum(tsumo_points(basic, dealer, settings))


def ron_points(basic: int, dealer: bool, settings: BasicPointsSettings) -> int:
    """What the discarder pays."""
    shares = settings.shares
    return _rounded(basic * (shares.ron_to_dealer if dealer else shares.ron_to_child), settings)


def tsumo_points(basic: int, dealer: bool, settings: BasicPointsSettings) -> tuple[int, int, int]:
    """What the three others pay on a self-draw; of a child's, the dealer's share first."""
    shares = settings.shares
    if dealer:
        each = _rounded(basic * shares.tsumo_child_to_dealer, settings)
        return each, each, each
    child = _rounded(basic * shares.tsumo_child_to_child, settings)
    return _rounded(basic * shares.tsumo_dealer_to_child, settings), child, child


def _rounded(points: int, settings: BasicPointsSettings) -> int:
    return -(-points // settings.round_to) * settings.round_to


# ---------------------------------------------------------------------------------------------------- who pays
def _paid_for(part: Part, situation: Situation, settings: BasicPointsSettings) -> Mapping[str, int]:
    """Seat -> what it pays for one part of the worth."""
    winner, discarder = str(situation.seat), situation.ron_from
    dealer = winner == DEALER
    if situation.win == RON:
        points = ron_points(part.basic, dealer, settings)
        if part.liable is None or part.liable == discarder:
            return {str(discarder): points}
        half = _rounded(points // 2, settings)
        return {part.liable: half, str(discarder): points - half}
    points_each = tsumo_points(part.basic, dealer, settings)
    if part.liable is not None:
        return {part.liable: sum(points_each)}
    in_order = payers(winner)  # the dealer, if not the winner, is first
    return dict(zip(in_order, points_each, strict=True))


def _counters(parts: list[Part], situation: Situation, settings: BasicPointsSettings) -> Mapping[str, int]:
    """Seat -> what it pays for the counters."""
    all_counters = situation.honba * settings.honba_value
    liable = next((part.liable for part in parts if part.liable), None)
    if situation.win == RON:
        pays = liable if liable and settings.pao_honba == "liable" else situation.ron_from
        return {str(pays): all_counters}
    if liable:
        return {liable: all_counters}
    others = payers(str(situation.seat))
    return {seat: all_counters // len(others) for seat in others}


# ---------------------------------------------------------------------------------------------------- liability
def liabilities(worth: Worth, situation: Situation, settings: BasicPointsSettings) -> tuple[list[Part], list[str]]:
    """The worth in parts, each with who is liable for it; and notes on liability that does not apply."""
    liable = {id: seat for id, seat in _liable_roles(worth, situation, settings).items() if seat != situation.seat}
    if not liable:
        notes: list[str] = [] if situation.pao is None else [said("nobody_liable")]
        return [Part(worth.basic, None)], notes
    if settings.pao_scope == "hand" or settings.rinshan_pao in liable:
        seats = list(dict.fromkeys(liable.values()))
        share, rest = divmod(worth.basic, len(seats))
        return [Part(share + rest * (seat == seats[0]), seat) for seat in seats], []
    parts = [Part(worth.shares[id], seat) for id, seat in liable.items()]
    left = worth.basic - sum(part.basic for part in parts)
    return ([*parts, Part(left, None)] if left > 0 else parts), []


def _liable_roles(worth: Worth, situation: Situation, settings: BasicPointsSettings) -> dict[str, str]:
    """Role id -> who is liable for it."""
    pao = situation.pao
    if pao is None:
        return {}
    named: Mapping[str, str] = dict.fromkeys(worth.roles, pao) if isinstance(pao, str) else pao
    roles = {id for id, on in settings.pao_roles.items() if on and id in worth.shares}
    if situation.win == TSUMO and settings.rinshan_pao in worth.roles:
        roles.add(str(settings.rinshan_pao))
    return {id: seat for id, seat in named.items() if id in roles}


# ---------------------------------------------------------------------------------------------------- in words
def _steps(
    worth: Worth, value: int, situation: Situation, settings: BasicPointsSettings
) -> list[tuple[str, Mapping[str, Any]]]:
    dealer, shares = situation.seat == DEALER, settings.shares
    if situation.win == RON:
        times = shares.ron_to_dealer if dealer else shares.ron_to_child
        step = ("ron_points", {"basic": worth.basic, "times": times, "value": value})
    elif dealer:
        each = tsumo_points(worth.basic, True, settings)[0]
        step = ("dealer_tsumo", {"basic": worth.basic, "times": shares.tsumo_child_to_dealer, "each": each})
    else:
        from_dealer, each, _ = tsumo_points(worth.basic, False, settings)
        step = ("child_tsumo", {"basic": worth.basic, "dealer": from_dealer, "each": each, "value": value})
    steps: list[tuple[str, Mapping[str, Any]]] = [step]
    if situation.honba:
        counters = situation.honba * settings.honba_value
        steps.append(("counters", {"honba": situation.honba, "points": counters}))
    if situation.riichi_sticks:
        points = situation.riichi_sticks * settings.stick
        steps.append(("sticks", {"sticks": situation.riichi_sticks, "points": points}))
    return steps


BASIC_POINTS: Final = Settlement("basic_points", BasicPointsSettings, settle)
