"""Why a hand does not score: what is missing, and which flag or option would make it a win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mahjong_core.decompose import partitions
from mahjong_core.hands import Hand
from mahjong_core.options import spelled
from mahjong_core.phrases import nearest_name, phrase
from mahjong_core.situations import RON, TSUMO, Situation

if TYPE_CHECKING:
    from mahjong_core.results import Result


def why_not(result: Result, lang: str) -> Iterator[str]:
    """Sentences on a result of status ``no_role`` or ``not_a_win``."""
    hand, situation = result.hand, result.situation
    if hand is None or situation is None:
        return
    if result.status == "no_role":
        yield phrase("no_role", lang)
        yield from _uncounted(result, lang)
        yield from _nearest_wins(result, hand, situation, lang)
    elif situation.win is None:
        if result.value is None:
            yield phrase("not_won_unvalued", lang)
        yield from _waiting(result, hand, lang)
    else:
        yield phrase("not_complete", lang)
        yield from _waiting(result, hand, lang)


def _uncounted(result: Result, lang: str) -> Iterator[str]:
    """Roles that hold in the reading and do not make a win."""
    table, best = result.rules.table.roles, result.best
    for id in result.rules.valuation.nearly(best.key) if best else ():
        role = table[id]
        name = nearest_name(role.names, id, lang)
        yield phrase("closed_only" if role.alone is None else "not_alone", lang, role=name)


def _waiting(result: Result, hand: Hand, lang: str) -> Iterator[str]:
    waiting = Hand(hand.concealed, hand.groups, norths=hand.norths)
    if waiting.problems:
        return
    tiles = [wait.tile for wait in result.rules.waits(waiting)]
    if tiles:
        yield phrase("waits_on", lang, tiles=" ".join(tiles))
    else:
        yield phrase("no_wait", lang, missing=missing_tiles(waiting) - 1)


def missing_tiles(hand: Hand) -> int:
    """How many tiles a hand of 13 lacks for four groups and a pair (1: it waits)."""
    best = 14
    ways = [{_kinds_of_parts(parts) for parts in partitions(suit.counts)} for suit in hand.suits]
    sums: set[tuple[int, int, bool]] = {(0, 0, False)}
    for suit in ways:
        sums = {(g + g2, t + t2, p or p2) for g, t, p in sums for g2, t2, p2 in suit}
    for groups, pairs, almost in sums:
        done = groups + len(hand.groups)
        best = min(best, _missing(done, pairs, almost))
    return best


def _kinds_of_parts(parts: Any) -> tuple[int, int, bool]:
    """(groups, two-tile beginnings of one, is one of them a pair?) of one way to take a suit apart."""
    loose = list(parts.loose)
    pairs, begun = len(parts.pairs), 0
    while loose:
        rank = loose.pop(0)
        for other in (rank + 1, rank + 2):
            if other in loose:
                loose.remove(other)
                begun += 1
                break
    return len(parts.runs) + len(parts.triplets), pairs + begun, pairs > 0


def _missing(groups: int, begun: int, has_pair: bool) -> int:
    """Each group lacks one tile where it is begun, else two; the pair lacks one unless it is there."""
    usable = min(begun - has_pair, 4 - groups)
    return 2 * (4 - groups) - usable + (0 if has_pair else 1)


def _nearest_wins(result: Result, hand: Hand, situation: Situation, lang: str) -> Iterator[str]:
    """Flags, the self-draw, or options with which the same tiles win."""
    for flag, rule in result.rules.table.flags.items():
        name = rule.name(flag, lang)
        line = _try(result, hand, situation.but(flags=situation.flags | {flag}), lang, "with_flag", flag=name)
        if line:
            yield line
    if situation.win == RON:
        by_draw = situation.but(win=TSUMO, ron_from=None)
        line = _try(result, hand, by_draw, lang, "with_tsumo")
        if line:
            yield line
    yield from _options(result, hand, situation, lang)


def _options(result: Result, hand: Hand, situation: Situation, lang: str) -> Iterator[str]:
    for name, option in result.rules.table.options.items():
        if not any("roles" in overlay for overlay in option.values.values()):
            continue  # it changes figures, not what counts
        for text in option.values:
            if text == spelled(result.rules.options.get(name)):
                continue
            rules = result.rules.with_options({name: _value(text)})
            found = rules.score(hand, situation)
            if found.status == "win":
                roles = ", ".join(found.role_ids)
                yield phrase("with_option", lang, option=name, choice=text, value=found.value, roles=roles)


def _value(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)


def _try(result: Result, hand: Hand, situation: Situation, lang: str, id: str, **words: str) -> str | None:
    found = result.rules.score(hand, situation)
    if found.status != "win":
        return None
    return phrase(id, lang, value=found.value, roles=", ".join(found.role_ids), **words)
