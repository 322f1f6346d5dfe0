"""The ledger of a bloody battle by the letter of shared/rules/sichuan.md (decisions, A5 - A9), to compare with the engine's.

Only what a win is worth comes from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import mahjong_core as mj
from mahjong_core.hands import Hand
from mahjong_core.tiles import NAMES

SEATS = "ESWN"
ORDERS = {
    "pig_refund_ready": ("pigs", "refunds", "ready"),
    "pig_ready_refund": ("pigs", "ready", "refunds"),
    "no_refund": ("pigs", "ready"),
}
Told = Mapping[str, Any]


class Kong(NamedTuple):
    """Who declared it, what lies there of it yet (payer -> units), whether it was made on the tile of the one before."""

    seat: str
    paid: dict[str, int]
    chain: bool


class EventOracle:
    """``flows``: (payer, taker) -> units; ``dealer``: who deals next."""

    def __init__(self, rules: mj.Ruleset, table: Told, worth: Mapping[str, int]) -> None:
        """``worth``: seat -> value of its win."""
        self.rules, self.options, self.worth = rules, rules.options, worth
        self.void: Mapping[str, str] = table.get("void", {})
        self.seats_in, self.kongs, self.flows = list(SEATS), list[Kong](), Counter[tuple[str, str]]()
        self.discarded: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.first: Sequence[Told] = ()
        self.ended = False
        before: Told = {}
        for event in table["events"]:
            if "kong" in event:
                self._kong(event)
            elif "wins" in event:
                self._wins(event["wins"], before)
            else:
                self._end(event["exhausted"])
            before = event

    @property
    def dealer(self) -> str | None:
        """The first winner; where the first win was multiple the discarder; nobody: the same dealer."""
        if self.first:
            return self.first[0]["seat_wind"] if len(self.first) == 1 else self.first[0]["ron_from"]
        return "E" if self.ended else None

    def _pay(self, payer: str, taker: str, units: int) -> None:
        self.flows[payer, taker] += units

    # --- A5: kongs, at once
    def _kong(self, event: Told) -> None:
        if event.get("robbed_by"):
            return  # no kong payment
        owner, options = event["seat"], self.options
        others = [seat for seat in self.seats_in if seat != owner]
        if event["kong"] == "exposed":
            self.discarded[event["from"]].append(event["tile"])
            paid = {
                seat: options["exposed_kong" if seat == event["from"] else "exposed_kong_others"] for seat in others
            }
        else:
            each = {"concealed": options["concealed_kong"], "added": options["added_kong"], "late": 0}
            paid = dict.fromkeys(others, each[event["kong"]])
        for payer, units in paid.items():
            self._pay(payer, owner, units)
        self.kongs.append(Kong(owner, paid, event.get("chain", False)))

    # --- A5: wins
    def _wins(self, wins: Sequence[Told], before: Told) -> None:
        for win in wins:
            self._win(win, before)
        self.first = self.first or wins
        discarder = wins[0].get("ron_from")
        if "kanburi" in wins[0]["flags"]:
            self._kong_discard(discarder, [win["seat_wind"] for win in wins])
        self.seats_in = [seat for seat in self.seats_in if seat not in [win["seat_wind"] for win in wins]]

    def _win(self, win: Told, before: Told) -> None:
        winner, value = win["seat_wind"], self.worth[win["seat_wind"]]
        if win["win"] == "ron":
            self._pay(win["ron_from"], winner, value)
            if "chankan" not in win["flags"]:
                self.discarded[win["ron_from"]].append(win["hand"].rpartition("+")[2])
        elif self._fed(win, before):
            self._pay(before["from"], winner, value)
        else:
            for seat in self.seats_in:
                if seat != winner:
                    self._pay(seat, winner, self._self_drawn(value))

    def _fed(self, win: Told, before: Told) -> bool:
        """A win on the replacement tile of a kong of a discard, where its feeder pays like a discarder."""
        fed = "rinshan" in win["flags"] and before.get("kong") == "exposed"
        return fed and self.options["direct_kong_bloom"] == "feeder_pays"

    def _self_drawn(self, value: int) -> int:
        if self.options["self_draw"] != "base":
            return value
        return value + 1 if self.options["selfdraw_bonus_after_cap"] else min(value + 1, self._cap)

    @property
    def _cap(self) -> int:
        return 2 ** int(self.options["fan_cap"])

    # --- A6: kong money after a win on the discard that follows, once for all winners
    def _kong_discard(self, owner: str, winners: Sequence[str]) -> None:
        how = self.options["kong_discard"]
        own = [kong for kong in self.kongs if kong.seat == owner]
        if how == "refund":
            self._refund(own[-1])
        elif how != "none":
            last = len(own) - 1
            while own[last].chain:
                last -= 1
            moved = {"transfer_all": own, "transfer_last": own[-1:], "transfer_chain": own[last:]}[how]
            money = sum(sum(kong.paid.values()) for kong in moved)
            for kong in moved:
                kong.paid.clear()
            for winner in winners:
                self._pay(owner, winner, -(-money // len(winners)))

    def _refund(self, kong: Kong) -> None:
        for payer, units in kong.paid.items():
            self._pay(kong.seat, payer, units)
        kong.paid.clear()

    # --- A7: an exhausted wall
    def _end(self, told: Told) -> None:
        self.ended = True
        three_won = len(self.seats_in) == 1
        if three_won and self.options["three_winner_refund"] == "off":
            return  # the last hand is not checked
        hands = {seat: mj.Hand.parse(hand if isinstance(hand, str) else hand["hand"]) for seat, hand in told.items()}
        pigs = [seat for seat, hand in hands.items() if self._is_pig(seat, hand)]
        ready = {seat: self._best(seat, hand) for seat, hand in hands.items() if seat not in pigs}
        ready = {seat: value for seat, value in ready.items() if value}
        behind = [seat for seat in hands if seat not in ready]
        if three_won:
            self._refunds(behind)
            return
        for step in ORDERS[self.options["end_order"]]:
            if step == "pigs":
                self._pigs(pigs, [seat for seat in hands if seat not in pigs], told)
            elif step == "refunds":
                self._refunds(behind)
            else:
                self._not_ready([seat for seat in behind if seat not in pigs or self._pays_twice], ready)

    @property
    def _pays_twice(self) -> bool:
        """Is a pig treated as not ready, too?"""
        return self.options["flower_pig"] in ("bank", "not_ready")

    def _is_pig(self, seat: str, hand: Hand) -> bool:
        return any(NAMES[tile][1] == self.void.get(seat) for tile in hand.concealed)

    def _pigs(self, pigs: Sequence[str], clean: Sequence[str], told: Told) -> None:
        fine = {"cap": self._cap, "bank": 48, "not_ready": 0}.get(
            self.options["flower_pig"], self.options["flower_pig"]
        )
        to_bank = self.options["flower_pig"] == "bank"
        for pig in pigs:
            waived = to_bank and self._only_void_discarded(pig, told[pig])
            for taker in ["bank"] if to_bank else clean:
                self._pay(pig, taker, 0 if waived else fine)

    def _only_void_discarded(self, seat: str, told: Any) -> bool:
        """Of the river, which has to be told for that, and of what the events say."""
        river = "" if isinstance(told, str) else told["river"]
        return {*river[1::2], *(tile[1] for tile in self.discarded[seat])} == {self.void[seat]} and river != ""

    def _refunds(self, seats: Sequence[str]) -> None:
        for kong in self.kongs:
            if kong.seat in seats:
                self._refund(kong)

    def _not_ready(self, debtors: Sequence[str], ready: Mapping[str, int]) -> None:
        for debtor in debtors:
            for taker, value in ready.items():
                self._pay(debtor, taker, value if self.options["not_ready"] == "best" else self.options["not_ready"])

    def _best(self, seat: str, hand: Hand) -> int:
        """The best win on a discard, events aside; a tile of which the hand holds all four is none.  0: it waits on nothing."""
        given = {"void": self.void[seat]} if seat in self.void else {}
        situation = mj.Situation(win="ron", seat=seat, given=given)
        whole = [Hand(hand.concealed, hand.groups, kind) for kind in range(27) if hand.copies[kind] < 4]
        wins = [result for result in (self.rules.score(one, situation) for one in whole) if result.status == "win"]
        kongs = 0 if self.options["not_ready_kongs"] else sum(len(group.tiles) == 4 for group in hand.groups)
        return max(
            (2 ** min((result.measures["fan"] or 0) - kongs, self.options["fan_cap"]) for result in wins), default=0
        )
