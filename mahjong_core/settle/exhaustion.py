"""An exhausted wall where play goes on after a win: who still holds the void suit, who is ready and for how much, and what
those who are not owe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import NonNegativeInt, PositiveInt

from mahjong_core.hands import Hand
from mahjong_core.phrases import said, seat_names
from mahjong_core.results import Result
from mahjong_core.settle.kong_money import KongMoney
from mahjong_core.settle.ledger import BANK, Transfer
from mahjong_core.settle.table_reader import ToldHand
from mahjong_core.settle.told_events import ToldEnd, is_pig
from mahjong_core.situations import Situation
from mahjong_core.tables import Strict
from mahjong_core.tile_text import parse_kinds
from mahjong_core.tiles import NAMES
from mahjong_core.worth.fan import Fan

if TYPE_CHECKING:
    from mahjong_core.rulesets import Ruleset

Step = Literal["pigs", "refunds", "not_ready"]


class PigSettings(Strict):
    """Players who still hold a tile of their void suit (flower pigs)."""

    fine: NonNegativeInt | Literal["cap"] = "cap"
    to: Literal["each", "bank"] = "each"  # to each who is still in and no pig, or to nobody at the table
    not_ready: bool = False  # are they treated like those who are not ready, too?
    waived: bool = False  # no fine where every discard was of the void suit


class ExhaustionSettings(Strict):
    steps: list[Step] = ["pigs", "refunds", "not_ready"]
    pigs: PigSettings = PigSettings()
    worth: Literal["best"] | PositiveInt = "best"  # what each who is not ready owes a ready hand, or so much
    kongs_count: bool = True  # do declared kongs count in that best win?
    kong_role: str | None = None  # the role that counts them
    refund_after_three: bool = False  # does the one who is left after three wins give kong money back, too?


class Ready(NamedTuple):
    """What a ready hand is owed, and the tiles that would make it worth that."""

    value: int
    tiles: tuple[str, ...]
    flat: bool = False  # whatever the win would be worth


class Stand(NamedTuple):
    """How the players stand who are still in."""

    pigs: tuple[str, ...]
    fined: tuple[str, ...]  # those of the pigs who are not let off
    ready: Mapping[str, Ready]
    others: tuple[str, ...]  # neither

    def notes(self) -> Iterator[str]:
        """What is to be known of each."""
        for seat, (value, tiles, flat) in self.ready.items():
            yield said(
                "is_ready_flat" if flat else "is_ready", seat=seat_names(seat), value=value, tiles=" ".join(tiles)
            )
        for seat in self.others:
            yield said("is_not_ready", seat=seat_names(seat))
        for seat in self.pigs:
            yield said("is_pig" if seat in self.fined else "is_pig_let_off", seat=seat_names(seat))


def stand(rules: Ruleset, end: ToldEnd, settings: ExhaustionSettings) -> Stand:
    """Pigs, those who are ready, and the others."""
    pigs = tuple(seat for seat, told in end.hands.items() if is_pig(told))
    ready: dict[str, Ready] = {}
    for seat, told in end.hands.items():
        found = None if seat in pigs else best_win(rules, told, settings)
        if found is not None:
            ready[seat] = found
    others = tuple(seat for seat in end.hands if seat not in pigs and seat not in ready)
    let_off = [seat for seat in pigs if settings.pigs.waived and _only_void_discarded(seat, end)]
    return Stand(pigs, tuple(seat for seat in pigs if seat not in let_off), ready, others)


def best_win(rules: Ruleset, told: ToldHand, settings: ExhaustionSettings) -> Ready | None:
    """The most that a hand could have won on a discard, events aside; None where it waits on nothing."""
    given = {"void": told.situation.given.get("void")}
    situation = Situation("ron", told.situation.seat, None, given={k: v for k, v in given.items() if v})
    worth: dict[str, int] = {}
    for wait in rules.waits(told.hand):
        result = rules.score(Hand(told.hand.concealed, told.hand.groups, parse_kinds(wait.tile)[0]), situation)
        if result.status == "win":
            worth[wait.tile] = _value(rules, result, settings)
    if not worth:
        return None
    if settings.worth != "best":
        return Ready(settings.worth, tuple(worth), True)
    best = max(worth.values())
    return Ready(best, tuple(tile for tile, n in worth.items() if n == best))


def _value(rules: Ruleset, result: Result, settings: ExhaustionSettings) -> int:
    """What a win is worth, perhaps without the doublings of its declared kongs."""
    value, worth, valuation = result.value or 0, result.worth, rules.valuation
    role = settings.kong_role if not settings.kongs_count else None
    if (
        role is None
        or worth is None
        or role not in worth.roles
        or result.hand is None
        or not isinstance(valuation, Fan)
    ):
        return value
    _, fan, times = worth.roles[role]
    return valuation.value_of((worth.measures["fan"] or 0) - fan // times * result.hand.quads.bit_count())


# ------------------------------------------------------------------------------------------------ what they owe
def owed(rules: Ruleset, end: ToldEnd, how: Stand, money: KongMoney, settings: ExhaustionSettings) -> list[Transfer]:
    """Everything that is paid at an exhausted wall, step by step."""
    behind = (*how.others, *how.pigs)
    debtors = behind if settings.pigs.not_ready else how.others
    found: list[Transfer] = []
    for step in settings.steps:
        if step == "pigs":
            found += _fines(rules, end, how, settings.pigs)
        elif step == "refunds":
            found += money.refunded(behind)
        else:
            found += [
                Transfer(seat, taker, ready.value, "not_ready")
                for seat in end.hands
                if seat in debtors
                for taker, ready in how.ready.items()
            ]
    return found


def _fines(rules: Ruleset, end: ToldEnd, how: Stand, pigs: PigSettings) -> list[Transfer]:
    fine = pigs.fine if pigs.fine != "cap" else rules.valuation.limit
    if pigs.to == "bank":
        return [Transfer(seat, BANK, fine, "flower_pig") for seat in how.fined if fine]
    clean = [seat for seat in end.hands if seat not in how.pigs]
    return [Transfer(seat, taker, fine, "flower_pig") for seat in how.fined for taker in clean if fine]


def _only_void_discarded(seat: str, end: ToldEnd) -> bool:
    """Was every discard of the void suit, as far as river and events tell?  Without a river that is not known."""
    situation = end.hands[seat].situation
    kinds = {*parse_kinds(situation.river or ""), *end.discarded.get(seat, ())}
    return bool(situation.river) and all(NAMES[kind][1] == situation.given.get("void") for kind in kinds)
