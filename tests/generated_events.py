"""Hands of the bloody battle, drawn from one wall: kongs of every sort, robbed ones, wins one after the other or together,
exhausted walls; told by their events."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from mahjong_core import Ruleset
from mahjong_core.groups import ADDED_KONG, KONG, PUNG
from mahjong_core.tiles import NAMES
from tests.generated_tables import KONGS, LOTS, DealAgainError, Dealt, Told, Wall, unfinished

SEATS = "ESWN"
TOGETHER = ((), (1,), (1,), (1, 1), (1, 1), (2,), (1, 1, 1), (1, 1, 1), (1, 2), (2, 1), (3,))  # who win at once
SUITS = [range(first, first + 9) for first in (0, 9, 18)]


class Won(NamedTuple):
    """Wins at once: ``how`` is ``tsumo``, ``rinshan``, ``ron``, ``kanburi`` or ``chankan``."""

    winners: list[str]
    how: str
    discarder: str | None
    tile: int | None
    kongs: int  # that were declared just before

    @property
    def owner(self) -> str | None:
        """Who declared them."""
        return self.winners[0] if self.how == "rinshan" else self.discarder


@st.composite
def event_tables(draw: st.DrawFn, rules: Ruleset) -> Told:
    lot = draw(LOTS)
    while True:
        try:
            return Story(lot, rules).told()
        except DealAgainError:
            continue


class Story:
    """Who wins how; then void suits, hands and kongs that agree with it."""

    def __init__(self, lot: Random, rules: Ruleset) -> None:
        self.lot, self.wall = lot, Wall(lot, range(27), rules)
        self.late = rules.options["postponed_kong"] == "pays_nothing"
        self.wins = self._wins()
        self.last_tile = (
            bool(self.wins) and self.wins[-1].how != "chankan" and lot.random() < 0.2
        )  # of the wall, won last
        self.void = {seat: self._void(seat) for seat in SEATS}
        self.pigs: set[str] = set()
        self.hands = {seat: self._hand(seat) for seat in lot.sample(SEATS, 4)}
        self.seats_in = [[seat for seat in SEATS if self._left(seat) >= slot] for slot in range(len(self.wins) + 1)]

    def told(self) -> Told:
        events: list[Told] = []
        for slot, kongs in enumerate(self._kongs()):
            events += kongs
            if slot < len(self.wins):
                events.append({"wins": self._records(slot)})
        over = len(self.seats_in[-1]) == 1
        if self.lot.random() < (0.5 if over else 0.9):
            events.append({"exhausted": {seat: self._left_over(seat) for seat in self.seats_in[-1]}})
        return {**({"void": self.void} if self.lot.random() < 0.95 else {}), "events": events}

    # --- who wins
    def _wins(self) -> list[Won]:
        seats, found = self.lot.sample(SEATS, 4), list[Won]()
        for number in self.lot.choice(TOGETHER):
            winners = [seats.pop() for _ in range(number)]
            ways = ("tsumo", "rinshan", "ron", "kanburi", "chankan") if number == 1 else ("ron", "kanburi", "chankan")
            how = self.lot.choice(ways)
            kongs = self.lot.choice((1, 1, 2)) if how in ("rinshan", "kanburi") else 0
            if how in ("tsumo", "rinshan"):
                found.append(Won(winners, how, None, None, kongs))
            else:
                found.append(Won(winners, how, self.lot.choice(seats), self.wall.tiles(range(27), 1)[0], kongs))
        for win in found:
            if (
                win.how == "chankan" and win.tile is not None
            ):  # the other three lie in the group that was to become a kong
                if not self.wall.has([win.tile] * 3):
                    raise DealAgainError
                self.wall.take([win.tile] * 3)
        return found

    def _left(self, seat: str) -> int:
        """The place of the win after which the seat is out."""
        return next((place for place, win in enumerate(self.wins) if seat in win.winners), len(self.wins))

    def _void(self, seat: str) -> str:
        held = {
            win.tile // 9
            for win in self.wins
            if win.tile is not None and (seat in win.winners or (win.how == "chankan" and seat == win.discarder))
        }
        return self.wall.any([suit for number, suit in enumerate("mps") if number not in held])

    # --- hands
    def _hand(self, seat: str) -> Dealt:
        kinds = [
            kind for suit, of_suit in zip("mps", SUITS, strict=True) if suit != self.void[seat] for kind in of_suit
        ]
        robbed = [win for win in self.wins if win.how == "chankan" and win.discarder == seat]
        shown = [(PUNG, [win.tile] * 3) for win in robbed if win.tile is not None]
        kongs = sum(win.kongs for win in self.wins if win.owner == seat)
        won = next((win for win in self.wins if seat in win.winners), None)
        if len(shown) + kongs > 3:
            raise DealAgainError
        dealt = self.wall.complete(kinds, won and won.tile, shown, kongs)
        if won is not None:
            return dealt
        dealt = unfinished(self.wall, dealt, kinds)
        return self._pig(seat, dealt) if self.lot.random() < 0.25 else dealt

    def _pig(self, seat: str, dealt: Dealt) -> Dealt:
        """With tiles of the void suit."""
        self.pigs.add(seat)
        number = min(self.lot.choice((1, 1, 2)), len(dealt.concealed))
        self.wall.put_back(dealt.concealed[:number])
        void = self.wall.tiles(SUITS["mps".index(self.void[seat])], number)
        return dealt._replace(concealed=dealt.concealed[number:] + void)

    def _left_over(self, seat: str) -> Told | str:
        """As it is told at the end: the hand, perhaps with its discards."""
        text = str(self.hands[seat].hand())
        if seat not in self.pigs or self.lot.random() < 0.5:
            return text
        river = self.wall.tiles(SUITS["mps".index(self.void[seat])], 1) + self.wall.tiles(range(27), 1)
        return {"hand": text, "river": "".join(NAMES[tile] for tile in river)}

    # --- wins as they are told
    def _records(self, slot: int) -> list[Told]:
        win = self.wins[slot]
        flags = [win.how] if win.how not in ("tsumo", "ron") else []
        if slot == len(self.wins) - 1 and self.last_tile:
            flags.append("haitei" if win.discarder is None else "houtei")
        told: Told = {"win": "tsumo"} if win.discarder is None else {"win": "ron", "ron_from": win.discarder}
        return [
            {"hand": str(self.hands[seat].hand()), "seat_wind": seat, **told, "flags": flags}
            for seat in self.lot.sample(win.winners, len(win.winners))
        ]

    # --- kongs as they are told
    def _kongs(self) -> list[list[Told]]:
        """Those before each win, and those after the last."""
        slots: list[list[Told]] = [[] for _ in self.seats_in]
        held = {seat: [group for group in dealt.groups if group[0] in KONGS] for seat, dealt in self.hands.items()}
        last = [[self._kong(slot, win.owner, held) for _ in range(win.kongs)] for slot, win in enumerate(self.wins)]
        for seat in self.lot.sample(SEATS, 4):
            out = min(self._left(seat), len(self.wins) - (self.last_tile or len(self.seats_in[-1]) == 1))
            while held[seat]:
                slot = self.lot.randint(0, out)
                slots[slot].append(self._kong(slot, seat, held))
        for kongs, before, win in zip(slots, last, self.wins, strict=False):
            kongs += sorted(
                before, key=lambda kong: kong["kong"] != "exposed"
            )  # made of a discard: the first of a chain
            if win.how == "chankan" and win.tile is not None:
                sort = self.lot.choice(("added", "late")) if self.late else "added"
                robbed_by = self.lot.sample(win.winners, len(win.winners))
                kongs.append({"kong": sort, "seat": win.discarder, "tile": NAMES[win.tile], "robbed_by": robbed_by})
        for kongs in slots:
            self._chain(kongs)
        return slots

    def _kong(self, slot: int, seat: str | None, held: dict[str, list[tuple[str, list[int]]]]) -> Told:
        """One of the seat's kongs as an event."""
        if seat is None or not held[seat]:
            raise DealAgainError
        type_, tiles = held[seat].pop()
        told: Told = {"kong": KONGS[type_], "seat": seat, "tile": NAMES[tiles[0]]}
        if type_ == KONG:
            told["from"] = self.wall.any([other for other in self.seats_in[slot] if other != seat])
        if type_ == ADDED_KONG and self.late and self.lot.random() < 0.25:
            told["kong"] = "late"
        return told

    def _chain(self, kongs: list[Told]) -> None:
        for one, two in pairwise(kongs):
            if one["seat"] == two["seat"] and two["kong"] != "exposed" and self.lot.random() < 0.7:
                two["chain"] = True
