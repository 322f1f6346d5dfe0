"""What a round of riichi comes to by the letter of shared/rules/riichi.md (B3, B4, B6, B8), to compare with the engine's answer.

Only han, fu and limit hands of a win come from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import mahjong_core as mj
from tests.properties.test_worth import basic_points

Told = Mapping[str, Any]
RIICHI = {"riichi", "double_riichi", "open_riichi"}
Next = tuple[str, int, int]  # dealer, counters, sticks
# What holds where a ruleset has no such option.
PLAIN: Told = {
    "players": 4, "several_ron": "all", "triple_ron": "paid", "multi_ron_honba": "nearest", "multi_ron_sticks": "nearest",
    "honba_value": 300, "noten_pool": 3000, "tsumo_loss": True, "chombo": "off", "nagashi": "draw",
}  # fmt: skip


class RoundOracle:
    """``totals``: account -> change; ``next``: dealer, counters, sticks."""

    def __init__(self, rules: mj.Ruleset, table: Told, results: Mapping[str, mj.Result]) -> None:
        self.rules, self.table, self.results = rules, table, results
        self.options = {**PLAIN, **rules.options}
        self.seats = "ESWN"[: self.options["players"]]
        self.totals = Counter[str](dict.fromkeys((*self.seats, "pot"), 0))
        self.honba, self.sticks = table["honba"], table["sticks"]
        declared = [win["seat_wind"] for win in table.get("wins", ()) if RIICHI.intersection(win.get("flags", ()))]
        self.riichi = {*table.get("riichi", ()), *declared}
        if "wins" in table:
            self.next = self._wins()
        elif "chombo" in table:
            self.next = self._foul(table["chombo"])
        elif table["draw"] == "exhaustive":
            self.next = self._exhausted()
        else:
            self.next = "E", self.honba + 1, self.sticks

    def _pay(self, payer: str, taker: str, points: int) -> None:
        self.totals[payer] -= points
        self.totals[taker] += points

    # --- wins
    def _wins(self) -> Next:
        wins = self._in_order(self.table["wins"])
        if len(wins) == 3 and (self.options["several_ron"], self.options["triple_ron"]) == ("all", "abort"):
            return "E", self.honba + 1, self.sticks
        if self.options["several_ron"] == "head_bump":
            wins = wins[:1]
        for place, win in enumerate(wins):
            self._win(win, self.honba if place == 0 or self.options["multi_ron_honba"] == "each" else 0)
        self._sticks([win["seat_wind"] for win in wins])
        return self._next_after([win["seat_wind"] for win in wins])

    def _next_after(self, winners: Sequence[str]) -> Next:
        return ("E", self.honba + 1, 0) if "E" in winners else ("S", 0, 0)

    def _in_order(self, wins: Sequence[Told]) -> list[Told]:
        """The nearest behind the discarder first."""
        if len(wins) == 1:
            return list(wins)
        first = self.seats.index(wins[0]["ron_from"])
        turns = [self.seats[(first + turn) % len(self.seats)] for turn in range(1, len(self.seats))]
        return sorted(wins, key=lambda win: turns.index(win["seat_wind"]))

    def _win(self, win: Told, honba: int) -> None:
        winner = win["seat_wind"]
        basic, _ = basic_points(self.rules, *self.results[winner].measures.values())
        if win["win"] == "ron":
            points = hundreds(basic * (6 if winner == "E" else 4))
            self._pay(win["ron_from"], winner, points + honba * self.options["honba_value"])
        else:
            self._self_draw(winner, basic, honba)

    def _self_draw(self, winner: str, basic: int, honba: int = 0, sign: int = 1) -> None:
        """The dealer pays and receives two shares; of three players, the fourth's share is nobody's, or paid by halves."""
        absent = 0 if len(self.seats) == 4 or self.options["tsumo_loss"] else basic * (1 + (winner == "E")) / 2
        for payer in self.seats:
            if payer != winner:
                share = hundreds(basic * (2 if "E" in (payer, winner) else 1) + absent)
                counters = honba * self.options["honba_value"] // (len(self.seats) - 1)
                self._pay(payer, winner, sign * (share + counters))

    def _sticks(self, winners: Sequence[str]) -> None:
        """All to the nearest, or first each winner's own back."""
        left = self.sticks
        if self.options["multi_ron_sticks"] == "own_back" and len(winners) > 1:
            for winner in winners[1:]:
                if winner in self.riichi:
                    self._pay("pot", winner, 1000)
                    left -= 1
        self._pay("pot", winners[0], 1000 * left)

    # --- an exhausted wall
    def _exhausted(self) -> Next:
        nagashi = {seat: basic for seat in self.seats if (basic := self._nagashi(seat))}
        as_win = self.options["nagashi"] == "win"
        for seat, basic in nagashi.items():
            self._self_draw(seat, basic, self.honba if as_win else 0)
        if nagashi and as_win:
            self._pay("pot", next(iter(nagashi)), 1000 * self.sticks)
            return self._next_after([*nagashi])
        ready = [seat for seat in self.seats if seat in self.table["tenpai"]]
        if not nagashi and 0 < len(ready) < len(self.seats):
            for seat in self.seats:
                of_kind = len(ready) if seat in ready else len(self.seats) - len(ready)
                self.totals[seat] += self.options["noten_pool"] // of_kind * (1 if seat in ready else -1)
        return "E" if "E" in ready else "S", self.honba + 1, self.sticks

    def _nagashi(self, seat: str) -> int:
        """A mangan; in the French clubs a complete role, and 4 role points at 30 where a discard was called."""
        if self.rules.table.ruleset == "riichi-roles":
            called = 0 if self.options["nagashi_called"] == "void" else 30 * 2**6
            return 8000 * (seat in self.table["nagashi"]) + called * (seat in self.table["nagashi_called"])
        return 2000 * (seat in self.table["nagashi"] and self.options["nagashi"] != "off")

    # --- a foul
    def _foul(self, seats: Sequence[str]) -> Next:
        for seat in seats:
            if self.options["chombo"] == "score_penalty":
                self._pay(seat, "bank", 20000)
            else:
                self._self_draw(seat, 2000, sign=-1)
        for seat in self.riichi:
            self._pay("pot", seat, 1000)
        return "E", self.honba, self.sticks - len(self.riichi)


def hundreds(points: float) -> int:
    return int(-(-points // 100) * 100)


# ------------------------------------------------------------------------------------------------ liability
def with_liability(rules: mj.Ruleset, win: Told, honba: int, result: mj.Result) -> Counter[str]:
    """Seat -> change by a win that someone fed (B6), sticks aside; ``pao`` is a seat, or {role id: seat}."""
    winner, options = win["seat_wind"], rules.options
    discarder: str | None = win.get("ron_from")
    parts = _parts(rules, win, result)
    changes = Counter[str](dict.fromkeys("ESWN", 0))
    for basic, seat in parts:
        for payer, points in _shares(basic, winner, discarder, seat).items():
            changes[payer] -= points
    liable = next((seat for _, seat in parts if seat), None)
    if discarder is not None:
        payer = liable if liable and options["pao_honba"] == "liable" else discarder
        changes[payer] -= options["honba_value"] * honba
    else:
        for payer in [liable] * 3 if liable else [seat for seat in "ESWN" if seat != winner]:
            changes[payer] -= options["honba_value"] // 3 * honba
    changes[winner] = -sum(changes.values())
    return changes


def _parts(rules: mj.Ruleset, win: Told, result: mj.Result) -> list[tuple[int, str | None]]:
    """(basic points, who is liable for them)."""
    limits = {role.id: role.worth[1] for role in result.roles if role.worth[0] == "yakuman"}
    if not limits:
        fed = rules.options["rinshan_pao"] and "rinshan" in win.get("flags", ())
        return [(basic_points(rules, *result.measures.values())[0], win["pao"] if fed else None)]
    roles = rules.options["pao_roles"]
    told = win["pao"] if isinstance(win["pao"], Mapping) else dict.fromkeys(roles, win["pao"])
    liable = {id: seat for id, seat in told.items() if id in limits and id in roles}
    if liable and rules.options["pao_scope"] == "hand":
        return [(8000 * sum(limits.values()), next(iter(liable.values())))]
    return [(8000 * times, liable.get(id)) for id, times in limits.items()]


def _shares(basic: int, winner: str, discarder: str | None, liable: str | None) -> Counter[str]:
    """Payer -> points of one part: by self-draw the liable player pays all; a ron by a third party is split in halves."""
    if discarder is None:
        shares = {seat: hundreds(basic * (2 if "E" in (seat, winner) else 1)) for seat in "ESWN" if seat != winner}
        return Counter({liable: sum(shares.values())} if liable else shares)
    points = basic * (6 if winner == "E" else 4)
    if liable is None or liable == discarder:
        return Counter({discarder: points})
    return Counter({discarder: points // 2, liable: points // 2})
