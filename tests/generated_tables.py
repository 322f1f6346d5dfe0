"""Whole tables to settle, drawn by Hypothesis as each ruleset tells them: the hands of a table come from one wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from mahjong_core import Ruleset
from mahjong_core.groups import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, make_group
from mahjong_core.hands import Hand
from mahjong_core.records import record_of
from mahjong_core.tiles import BONUS_NAMES, NAMES, NORTH_TILE, kinds_in
from tests.generated_hands import kinds_of, played

T = TypeVar("T")
Told = dict[str, Any]  # a table, or a part of one, as in the contract
KONGS = {CONCEALED_KONG: "concealed", KONG: "exposed", ADDED_KONG: "added"}
LOTS = st.integers(0, 2**32 - 1).map(Random)  # everything that a shuffled wall decides


class DealAgainError(Exception):
    """The wall lacks the tiles for what was to be dealt: deal again."""


class Dealt(NamedTuple):
    """Concealed tiles without the winning one, declared groups, the winning tile."""

    concealed: list[int]
    groups: list[tuple[str, list[int]]]
    win: int | None

    def hand(self, bonus: Iterable[str] = ()) -> Hand:
        return Hand(self.concealed, [make_group(type_, tiles, None) for type_, tiles in self.groups], self.win, bonus)


class Wall:
    """The tiles that nobody holds yet."""

    def __init__(self, lot: Random, kinds: Iterable[int], rules: Ruleset) -> None:
        self.lot, self.claimed_runs, self.left = lot, rules.table.wall.chows, [0] * 34
        self.seven_pairs = any(shape.name == "seven_pairs" for shape in rules.shapes)
        for kind in kinds:
            self.left[kind] = 4

    def any(self, choice: Sequence[T]) -> T:
        if not choice:
            raise DealAgainError
        return self.lot.choice(choice)

    def has(self, tiles: Sequence[int]) -> bool:
        return all(self.left[kind] >= tiles.count(kind) for kind in tiles)

    def take(self, tiles: Sequence[int]) -> Sequence[int]:
        for kind in tiles:
            self.left[kind] -= 1
        return tiles

    def put_back(self, tiles: Iterable[int]) -> None:
        for kind in tiles:
            self.left[kind] += 1

    def tiles(self, kinds: Sequence[int], n: int) -> list[int]:
        """Any tiles of these kinds."""
        stock = [kind for kind in kinds for _ in range(self.left[kind])]
        if len(stock) < n:
            raise DealAgainError
        return list(self.take(self.lot.sample(stock, n)))

    def group(self, kinds: Sequence[int], type_: str) -> list[int]:
        """A group of this type."""
        found = [kinds_of(type_, kind) for kind in kinds if type_ != CHOW or (kind % 9 < 7 and kind < 27)]
        return list(self.take(self.any([group for group in found if group[-1] in kinds and self.has(group)])))

    def beside(self, kinds: Sequence[int], tile: int) -> list[int]:
        """What a tile completes to a run, a triplet or a pair."""
        runs = [kinds_of(CHOW, kind) for kind in range(tile - 2, tile + 1) if kind % 9 < 7 and 0 <= kind < 27]
        ways = [[kind for kind in run if kind != tile] for run in runs if tile in run and set(run) <= set(kinds)]
        return list(self.take(self.any([way for way in [*ways, *ways, [tile] * 2, [tile]] if self.has(way)])))

    # --- hands
    def complete(
        self, kinds: Sequence[int], win: int | None = None, shown: Sequence[tuple[str, list[int]]] = (), kongs: int = 0
    ) -> Dealt:
        """Four groups and a pair, or seven pairs.  ``win``: the winning tile, where it is taken already; ``shown``: groups
        that are; ``kongs``: so many at least."""
        if self.seven_pairs and win is None and not shown and not kongs and self.lot.random() < 0.1:
            return self._seven_pairs(kinds)
        concealed = [] if win is None else self.beside(kinds, win)
        pair, groups = len(concealed) == 1, list(shown)
        declares, free = self.lot.choice((0.0, 0.4, 0.9)), 4 - len(shown) - (len(concealed) == 2)
        if kongs > free:
            raise DealAgainError
        for number in range(free):
            type_ = self._type(declares, number < kongs)
            group = self.group(kinds, type_)
            if type_ in KONGS or (self.lot.random() < declares and (type_ != CHOW or self.claimed_runs)):
                groups.append((type_, group))
            else:
                concealed += group
        if not pair:
            concealed += self.take(self.any([[kind] * 2 for kind in kinds if self.left[kind] >= 2]))
        return Dealt(concealed, groups, self._out_of(concealed) if win is None else win)

    def _seven_pairs(self, kinds: Sequence[int]) -> Dealt:
        pairs = [kind for kind in kinds if self.left[kind] >= 2]
        if len(pairs) < 7:
            raise DealAgainError
        concealed = list(self.take(2 * self.lot.sample(pairs, 7)))
        return Dealt(concealed, [], self._out_of(concealed))

    def _type(self, declares: float, kong: bool) -> str:
        kong = kong or self.lot.random() < 0.12
        if not kong:
            return self.lot.choice((CHOW, CHOW, PUNG))
        return self.lot.choice(list(KONGS) if declares else [CONCEALED_KONG])

    def _out_of(self, concealed: list[int]) -> int:
        return concealed.pop(self.lot.randrange(len(concealed)))


# ------------------------------------------------------------------------------------------------ rounds of riichi
def seats_of(rules: Ruleset) -> str:
    return "ESWN"[: rules.options.get("players", 4)]


@st.composite
def some(draw: st.DrawFn, seats: Iterable[str]) -> list[str]:
    """Some of these seats, in any order."""
    among = sorted(seats)
    return draw(st.lists(st.sampled_from(among), unique=True, max_size=len(among))) if among else []


@st.composite
def on_the_table(draw: st.DrawFn, riichi: Iterable[str], told: Told) -> Told:
    """A round with its counters and sticks, one at least of everyone who declared riichi; who did stands in the wins, too."""
    declared = draw(st.permutations(sorted(riichi)))
    sticks, honba = len(declared) + draw(st.integers(0, 2)), draw(st.integers(0, 3))
    listed = {} if "wins" in told and draw(st.integers(0, 3)) == 0 else {"riichi": declared}
    return {"round_wind": "E", "honba": honba, "sticks": sticks, **listed, **told}


@st.composite
def wins_together(draw: st.DrawFn, rules: Ruleset, number: int, win: str = "ron") -> Told:
    """A round that so many win at once, each with something that counts."""
    lot, seats = draw(LOTS), draw(st.permutations(seats_of(rules)))
    winners, discarder = seats[:number], seats[-1]
    while True:
        try:
            records = records_of_wins(lot, rules, winners, discarder, win)
        except DealAgainError:
            continue
        declared = [record["seat_wind"] for record in records if "riichi" in record["flags"]]
        others = draw(some(set(seats) - set(winners)))
        return draw(on_the_table([*declared, *others], {"wins": records}))


def records_of_wins(lot: Random, rules: Ruleset, winners: Sequence[str], discarder: str, win: str) -> list[Told]:
    """Records of wins, on one discard if these are several."""
    kinds = [kind for kind in kinds_in(rules.in_play) if kind != NORTH_TILE or len(seats_of(rules)) == 4]
    wall = Wall(lot, kinds, rules)
    tile = wall.tiles(kinds, 1)[0] if win == "ron" else None
    dealt = [wall.complete(kinds, tile) for _ in winners]
    told: Told = {"round_wind": "E", "win": win, "dora_indicators": NAMES[wall.tiles(kinds, 1)[0]]}
    told |= {"ron_from": discarder} if win == "ron" else {}
    hands = [hand.hand() for hand in dealt]
    last = lot.random() < 0.2 or not all(hand.closed for hand in hands)
    flags = ["houtei" if win == "ron" else "haitei"] if last else []
    riichi = [hand.closed and (not last or lot.random() < 0.7) for hand in hands]
    return [
        {**told, "hand": str(hand), "seat_wind": seat, "flags": ["riichi"] * declared + flags}
        for seat, hand, declared in zip(winners, hands, riichi, strict=True)
    ]


@st.composite
def single_win(draw: st.DrawFn, rules: Ruleset) -> Told:
    """A round that one player wins, with everything that can be told of it."""
    if seats_of(rules) == "ESW":
        return draw(wins_together(rules, 1, draw(st.sampled_from(("ron", "tsumo")))))
    hand, situation = draw(played(rules))
    if rules.score(hand, situation).status != "win":
        return draw(wins_together(rules, 1, str(situation.win)))
    record = record_of(hand, situation.but(honba=0, riichi_sticks=0))
    winner = {str(situation.seat)} if situation.flags & {"riichi", "double_riichi", "open_riichi"} else set[str]()
    declared = [*winner, *draw(some(set("ESWN") - {str(situation.seat)}))]
    return draw(on_the_table(declared, {"round_wind": situation.round, "wins": [record]}))


@st.composite
def exhausted_walls(draw: st.DrawFn, rules: Ruleset, nagashi: bool = True) -> Told:
    """A round that nobody won, with who was ready, and whose discards were all terminals and honours."""
    seats = seats_of(rules)
    tenpai = draw(some(seats))
    told: Told = {"draw": "exhaustive", "tenpai": tenpai}
    if nagashi:
        told["nagashi"] = draw(some(seats))
        told["nagashi_called"] = draw(some(set(seats) - set(told["nagashi"])))
    return draw(on_the_table(draw(some(tenpai)), told))


@st.composite
def other_ends(draw: st.DrawFn, rules: Ruleset) -> Told:
    """A draw that ended a round early, or a foul, as the rules have them."""
    seats, options = seats_of(rules), rules.options
    draws = list(options.get("abortive_draws", ()))
    if seats == "ESW":
        draws = [word for word in draws if word in ("nine_terminals", "four_kans")]  # nobody is the fourth
    elif options.get("triple_ron") == "abort" and options["several_ron"] == "all":
        draws.append("triple_ron")
    ends: list[Told] = [{"draw": word} for word in draws]
    if options.get("chombo", "off") != "off":
        ends.append({"chombo": draw(some(seats)) or ["E"]})
    if not ends:
        return draw(exhausted_walls(rules))
    told = draw(st.sampled_from(ends))
    riichi = [*seats] if told.get("draw") == "four_riichi" else draw(some(seats))
    return draw(on_the_table(riichi, told))


@st.composite
def rounds(draw: st.DrawFn, rules: Ruleset) -> Told:
    """Any round."""
    most = len(seats_of(rules)) - 1
    several = st.integers(min(2, most), most).flatmap(lambda number: wins_together(rules, number))
    return draw(st.one_of(several, single_win(rules), exhausted_walls(rules), other_ends(rules)))


# ------------------------------------------------------------------------------------------------ one win
@st.composite
def unit_wins(draw: st.DrawFn, rules: Ruleset) -> Told:
    """A hand that one player won, or nobody."""
    if draw(st.integers(0, 9)) == 9:
        return {"wins": []}
    hand, situation = draw(played(rules))
    return {"wins": [record_of(hand, situation.but(honba=0, riichi_sticks=0))]}


# ------------------------------------------------------------------------------------------------ four hands
@st.composite
def bare_points(draw: st.DrawFn) -> Told:
    """What four hands are worth, and who won."""
    points = st.integers(0, 1000) | st.sampled_from((0, 10, 100, 1000))
    seats = {seat: draw(points) for seat in "ESWN"}
    return {"winner": draw(st.sampled_from((None, *"ESWN"))), "dominant_wind": "E", "round_wind": "E", "seats": seats}


@st.composite
def four_hands(draw: st.DrawFn, rules: Ruleset) -> Told:
    """Four hands, or now and then only what one is worth, and who won."""
    told, lot = draw(bare_points()), draw(LOTS)
    told |= {"dominant_wind": lot.choice("ESWN"), "round_wind": lot.choice("ESWN")}
    while True:
        try:
            hands = records_of_four(lot, rules, told["winner"])
        except DealAgainError:
            continue
        told["seats"] |= {seat: record for seat, record in hands.items() if lot.random() < 0.85}
        return told


def records_of_four(lot: Random, rules: Ruleset, winner: str | None) -> dict[str, Told]:
    wall, kinds = Wall(lot, range(34), rules), range(34)
    bonus: dict[str, list[str]] = {seat: [] for seat in "ESWN"}
    for name in BONUS_NAMES:
        bonus.get(lot.choice("ESWN--"), []).append(name)
    found: dict[str, Told] = {}
    for seat in "ESWN":
        dealt = wall.complete(kinds)
        if seat == winner:
            win: Told = {"win": "tsumo"}
            if lot.random() < 0.6:
                win = {"win": "ron", "ron_from": lot.choice([other for other in "ESWN" if other != seat])}
        else:
            dealt, win = unfinished(wall, dealt, kinds), {"win": None}
        found[seat] = {"hand": str(dealt.hand(bonus[seat])), **win, "flags": ["riichi"] * (lot.random() < 0.1)}
    return found


def unfinished(wall: Wall, dealt: Dealt, kinds: Sequence[int]) -> Dealt:
    """Thirteen tiles of it, or its groups among any tiles."""
    assert dealt.win is not None
    wall.put_back([dealt.win])
    if wall.lot.random() < 0.5:
        return dealt._replace(win=None)
    wall.put_back(dealt.concealed)
    return Dealt(wall.tiles(kinds, len(dealt.concealed)), dealt.groups, None)
