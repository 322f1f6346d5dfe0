"""Rounds of the bloody battle in ../shared, told as tables to settle, with what the engine of the logs made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.corpora.graded import SEATS, SHARED

LOGS = SHARED / "data" / "logs" / "sichuan_sbr"
SOURCES = {1: "right", 2: "across", 3: "left"}  # of a claimed tile, by how many turns later its discarder plays
TEXTS = {"pon": "({0})", "daiminkan": "({0})", "kakan": "({1}+{2})", "ankan": "[{0}]"}
Json = dict[str, Any]


def sichuan_round(path: Path) -> tuple[Json, Json]:
    """(the table to settle, what the engine said: totals, next dealer, its own ledger) of one game file."""
    start, *items, end = json.loads(path.read_text(encoding="utf-8"))
    play = played(start, items, end)
    voids = {wind: play.voids[wind] for wind in SEATS}
    return {"void": voids, "events": [*play.events, play.still_in()]}, said(end, play)


def played(start: Json, items: Sequence[Json], end: Json) -> Play:
    """The whole play.  The log is silent on which way three tiles were exchanged: one way fits all that follows."""
    for away in SOURCES:
        with suppress(ValueError):  # a tile leaves a hand that does not hold it
            play = Play(start, away)
            for item in items:
                play.item(item["action"], item["events"])
            if [sorted(player.tiles) for player in play.players] == [sorted(hand) for hand in end["hands"]]:
                return play
    raise ValueError("no exchange of tiles fits the play")


def said(end: Json, play: Play) -> Json:
    """What the engine said at the end, with winds for seats."""
    totals = {play.wind(seat): amount for seat, amount in enumerate(end["scoreDelta"])} | {"bank": end["penaltyPot"]}
    ledger = [{**line, "from": play.wind(line["from"]), "to": play.wind(line["to"])} for line in end["ledger"]]
    return {"totals": totals, "next_dealer": play.wind(end["nextDealer"]), "transfers": ledger}


def text_of(tiles: Iterable[str]) -> str:
    """``["5m", "1s", "3m"]`` as ``35m1s``."""
    suits: dict[str, str] = dict.fromkeys("mps", "")
    for tile in sorted(tiles):
        suits[tile[1]] += tile[0]
    return "".join(ranks + suit for suit, ranks in suits.items() if ranks)


def meld(type_: str, tile: str, source: str | None) -> Json:
    """A meld as a record has it."""
    tiles = tile[0] * (3 if type_ == "pon" else 4) + tile[1]
    return {"type": type_, "tiles": tiles, "called": tile if source else None, "from": source}


@dataclass
class Player:
    """A seat: what it holds and has declared, and how it came by its last tile."""

    tiles: list[str]
    melds: list[Json] = field(default_factory=list)
    drawn: str | None = None  # the tile of this turn, until a discard or a claim
    replaced: bool = False  # it was drawn for a kong; kept until the next draw or claim
    begun: bool = False  # has discarded, or has a meld
    won: bool = False

    def drop(self, tile: str, times: int = 1) -> None:
        """Tiles leave the hand.  Raises ValueError if it does not hold them."""
        for _ in range(times):
            self.tiles.remove(tile)
        self.begun = True

    def change(self, tile: str, type_: str) -> None:
        """A pung becomes an added kong, or a robbed one is a pung again."""
        [old] = [found for found in self.melds if found["tiles"][-2:] == tile]
        self.melds[self.melds.index(old)] = meld(type_, tile, old["from"])

    def text(self) -> str:
        """The hand as text, with its melds."""
        told = [(TEXTS[found["type"]], found["tiles"]) for found in self.melds]
        return text_of(self.tiles) + "".join(text.format(tiles, tiles[1:], tiles[-2:]) for text, tiles in told)


class Play:
    """Follows the events of one round and notes kongs and wins as a table has them."""

    def __init__(self, start: Json, away: int) -> None:
        self.dealer, self.away = start["dealer"], away
        self.players = [Player(list(hand)) for hand in start["hands"]]
        self.left = start["kongDrawIndex"] - start["drawIndex"] + 1  # tiles of the wall
        self.given: dict[int, list[str]] = {}
        self.voids: dict[str, str] = {}
        self.events: list[Json] = []
        self.offered = 0  # whose tile can be claimed: the seat that discards it or adds it to a pung
        self.robbable: Json | None = None  # the added kong that can be robbed right now

    def wind(self, seat: int | None) -> str:
        """Play goes down: after seat 0 comes seat 3.  Nobody is the bank."""
        return "bank" if seat is None else SEATS[(self.dealer - seat) % 4]

    def item(self, action: Json, events: Sequence[Json]) -> None:
        """One action and all that it led to."""
        if action["t"] == "huanSelect":
            self.given[action["seat"]] = action["tiles"]
        if wins := [event["record"] for event in events if event["e"] == "hu"]:
            self.wins(wins)
        for event in events:
            self.event(event, action)

    def event(self, event: Json, action: Json) -> None:
        """What an event changes; payments and the end of the round change nothing here."""
        match event:
            case {"e": "huanComplete"}:
                self.exchange()
            case {"e": "voidDeclared", "seat": seat, "suit": suit}:
                self.voids[self.wind(seat)] = suit[0]
            case {"e": "drew" | "kongReplacement" as kind, "seat": seat, "tile": tile}:
                self.draw(self.players[seat], tile, kind == "kongReplacement")
            case {"e": "discarded", "seat": seat, "tile": tile}:
                self.players[seat].drop(tile)
                self.offered, self.players[seat].drawn = seat, None
            case {"e": "claimed", "kind": "pung" | "kong" as kind, "seat": seat, "tile": tile}:
                self.claim(seat, tile, kind)
            case {"e": "kongDeclared", "seat": seat, "subtype": subtype}:
                self.declare(seat, action["tile"], subtype)

    def exchange(self) -> None:
        """Each seat gives three tiles to the one so many seats away."""
        for seat, tiles in self.given.items():
            for tile in tiles:
                self.players[seat].tiles.remove(tile)
            self.players[(seat + self.away) % 4].tiles += tiles

    def draw(self, player: Player, tile: str, replaced: bool) -> None:
        """A tile of the wall; if it stands for that of a kong, nobody robbed the kong."""
        player.tiles.append(tile)
        player.drawn, player.replaced = tile, replaced
        self.left, self.robbable = self.left - 1, None

    def claim(self, seat: int, tile: str, kind: str) -> None:
        """A pung or an exposed kong."""
        player = self.players[seat]
        player.drop(tile, 2 if kind == "pung" else 3)
        player.drawn, player.replaced = None, False
        player.melds.append(meld("pon" if kind == "pung" else "daiminkan", tile, SOURCES[(seat - self.offered) % 4]))
        if kind == "kong":
            where = {"seat": self.wind(seat), "tile": tile, "from": self.wind(self.offered)}
            self.events.append({"kong": "exposed", **where})

    def declare(self, seat: int, tile: str, subtype: str) -> None:
        """A kong in one's own turn; an added one is late if its tile was in the hand before."""
        player, added = self.players[seat], subtype == "promoted"
        kind = "concealed" if not added else "added" if tile == player.drawn else "late"
        chain = {"chain": True} if player.replaced else {}
        self.events.append({"kong": kind, "seat": self.wind(seat), "tile": tile, **chain})
        player.drop(tile, 1 if added else 4)
        if added:
            player.change(tile, "kakan")
            self.offered, self.robbable = seat, self.events[-1]
        else:
            player.melds.append(meld("ankan", tile, None))

    def wins(self, wins: Sequence[Json]) -> None:
        """All wins on one tile, in order from its discarder."""
        wins = sorted(wins, key=lambda win: (self.offered - win["seat"]) % 4)
        self.events.append({"wins": [self.record(win["seat"], win["winningTile"], win["byDiscard"]) for win in wins]})
        if self.robbable is not None:
            self.robbable["robbed_by"] = [self.wind(win["seat"]) for win in wins]
            self.players[self.offered].change(wins[0]["winningTile"], "pon")
            self.robbable = None

    def record(self, seat: int, tile: str, claimed: bool) -> Json:
        """A win as a record; the winner leaves the round."""
        player, hand = self.players[seat], list(self.players[seat].tiles)
        player.won = True
        if not claimed:
            hand.remove(tile)
        record = {"hand": text_of(hand), "melds": [*player.melds], "win_tile": tile, "seat_wind": self.wind(seat)}
        how = {"win": "ron", "ron_from": self.wind(self.offered)} if claimed else {"win": "tsumo", "ron_from": None}
        return {**record, **how, "flags": self.flags(seat, claimed)}

    def flags(self, seat: int, claimed: bool) -> list[str]:
        """What is special about the tile won on."""
        if claimed and self.robbable is not None:
            return ["chankan"]
        if not claimed and not self.players[seat].begun:
            return ["tenhou" if seat == self.dealer else "chiihou"]
        after_kong, last = ("kanburi", "houtei") if claimed else ("rinshan", "haitei")
        replaced = self.players[self.offered if claimed else seat].replaced
        return [after_kong] * replaced + [last] * (not self.left)

    def still_in(self) -> Json:
        """The hands of those who have not won."""
        return {"exhausted": {self.wind(i): player.text() for i, player in enumerate(self.players) if not player.won}}
