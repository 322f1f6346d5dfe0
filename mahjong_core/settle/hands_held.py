"""What the hands of a table told by its events hold together, and whether the declared kongs are in them."""

from __future__ import annotations

from collections import Counter

from mahjong_core.phrases import said, seat_names
from mahjong_core.settle.table_reader import TableReader, ToldHand
from mahjong_core.settle.told_events import ToldEnd, ToldKong, ToldWins
from mahjong_core.tiles import NAMES


class HandsHeld:
    """The last hands of the seats, as far as they are told, and the kongs."""

    def __init__(self, reader: TableReader) -> None:
        self.reader = reader
        self.hands: dict[str, ToldHand] = {}
        self.kongs: list[ToldKong] = []
        self.robbed: list[ToldKong] = []
        self.shared = Counter[int]()  # a discard that several won on is in each of their hands, but there once

    def kong(self, kong: ToldKong, at: str) -> None:
        """One more kong, robbed or not."""
        if any(kong.kind == other.kind for other in (*self.kongs, *self.robbed)):
            self.reader.refuse("kong_twice", "kong_twice", key=at, tile=NAMES[kong.kind])
        (self.robbed if kong.robbed_by else self.kongs).append(kong)
        if sum(other.seat == kong.seat for other in self.kongs) > 4:
            self.reader.refuse("too_many_groups", "five_kongs", key=at, seat=kong.seat)

    def wins(self, event: ToldWins) -> None:
        self.hands |= dict(zip(event.winners, event.wins, strict=True))
        self.shared[event.wins[0].hand.win] += len(event.wins) - 1

    def end(self, event: ToldEnd) -> None:
        self.hands |= event.hands

    # ------------------------------------------------------------------------------------------ what cannot be
    def check(self, events_all_read: bool) -> None:
        """Refuse kongs that no hand shows, and tiles of which there are too many; note kongs that no event tells."""
        for kong in self.kongs:
            told = self.hands.get(kong.seat)
            if told is not None and not _shows(told, kong):
                sort = said(f"sort_{kong.sort}")
                self.reader.refuse("kong_not_held", "kong_not_held", seat=kong.seat, tile=NAMES[kong.kind], sort=sort)
        for kong in self.robbed:
            told = self.hands.get(kong.seat)
            if told is not None and not any(group.kind == kong.kind and group.claimed for group in told.hand.groups):
                self.reader.refuse("kong_not_held", "robbed_pung", seat=kong.seat, tile=NAMES[kong.kind])
        if events_all_read:
            self._untold_kongs()
        self.reader.refuse_fifths(self._copies())

    def _untold_kongs(self) -> None:
        declared = {(kong.seat, kong.kind) for kong in self.kongs}
        for seat, told in self.hands.items():
            for kind in range(len(NAMES)):
                if told.hand.quads >> kind & 1 and (seat, kind) not in declared:
                    self.reader.notes.append(said("kong_not_told", seat=seat_names(seat), tile=NAMES[kind]))

    def _copies(self) -> Counter[int]:
        """Kinds in all hands together; of a hand that is not told, its kongs."""
        copies = Counter[int]()
        for told in self.hands.values():
            copies.update(dict(enumerate(told.hand.held)))
        for n, kongs in ((4, self.kongs), (3, self.robbed)):
            copies.update({kong.kind: n for kong in kongs if kong.seat not in self.hands})
        copies.subtract(self.shared)
        return copies


def _shows(told: ToldHand, kong: ToldKong) -> bool:
    hand = told.hand
    concealed = bool(hand.concealed_quads >> kong.kind & 1)
    return bool(hand.quads >> kong.kind & 1) and concealed is (kong.sort == "concealed")
