"""The best reading is worth as much as any reading, by a decomposer of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

import mahjong_core as mj
from mahjong_core.facts import STANDARD, Facts
from mahjong_core.groups import ADDED_KONG, CONCEALED_KONG
from mahjong_core.hands import Hand
from mahjong_core.patterns import PATTERNS
from mahjong_core.situation_facts import known_flags
from mahjong_core.tiles import HONOURS, KIND_OF, NAMES, TERMINALS, kinds_in
from tests.generated_hands import (
    CHOWS,
    played,
)
from tests.properties.variants import CHECKED, T, each_ruleset, variants, widest
from tests.readings import reading, whole


# ------------------------------------------------------------------------------------------------ readings
@each_ruleset
@CHECKED
@given(data=st.data())
def test_the_best_reading_is_worth_as_much_as_any_reading(ruleset: str, data: st.DataObject) -> None:
    hand, situation = data.draw(played(widest(ruleset)))
    assume(situation.win is not None)
    facts = list(every_reading(widest(ruleset), hand, situation))
    for variant in variants(ruleset):
        worths = [worth for h in facts if (worth := worth_of(variant, h)) is not None]
        result = variant.score(hand, situation)
        assert (result.status == "win") is bool(worths), variant.name
        assert not worths or (result.worth is not None and result.worth.basic == max(worths)), variant.name


def every_reading(variant: mj.Ruleset, hand: Hand, situation: mj.Situation) -> Iterator[Facts]:
    """The facts of every reading, from its words alone: they owe nothing to how the library takes a hand apart."""
    circumstances = in_words(variant, hand, situation)
    own, win = [KIND_OF[tile] for tile in hand.concealed], "+" + NAMES[hand.win]
    declared = [names(map(KIND_OF.__getitem__, group.tiles), BRACKETS.get(group.type, "()")) for group in hand.groups]
    found: list[Facts] = []
    for parts in taken_apart(tuple(sorted([*own, hand.win]))):
        for completed in {part for part in parts if hand.win in part}:
            others = without_one(parts, completed)
            words = [*map(names, others), names(without_one(completed, hand.win)) + win, *declared]
            found.append(reading(" ".join(words), **circumstances))
    for shape in variant.shapes:
        if shape.find(hand):
            h = whole(names(own) + win, shape.name, **circumstances)
            found += [h] if shape.when is None or shape.when(h) else []
    for h in found:
        h.given = variant.circumstances(situation.how, hand.closed).given
        yield h


BRACKETS = {ADDED_KONG: "{}", CONCEALED_KONG: "[]"}


def names(kinds: Iterable[int], brackets: str = "") -> str:
    return brackets[:1] + "".join(NAMES[kind] for kind in kinds) + brackets[1:]


def without_one(things: Sequence[T], thing: T) -> list[T]:
    at = things.index(thing)
    return [*things[:at], *things[at + 1 :]]


def taken_apart(kinds: tuple[int, ...], has_pair: bool = False) -> Iterator[list[tuple[int, ...]]]:
    """Every way to take these kinds apart into groups and one pair."""
    if not kinds:
        yield []
        return
    first = kinds[0]
    pair, triplet, run = (first,) * 2, (first,) * 3, (first, first + 1, first + 2)
    for part in (pair, triplet, run):
        fits = not has_pair if part == pair else part == triplet or first in CHOWS
        if fits and not Counter(part) - Counter(kinds):
            left = tuple(sorted((Counter(kinds) - Counter(part)).elements()))
            for others in taken_apart(left, has_pair or len(part) == 2):
                yield [part, *others]


def in_words(variant: mj.Ruleset, hand: Hand, situation: mj.Situation) -> dict[str, Any]:
    """The circumstances that every reading shares."""
    dora, ura = (
        [hand.held[kind] for kind in kinds] for kinds in (situation.indicated.shown, situation.indicated.hidden)
    )
    return {
        "self_draw": situation.win == "tsumo",
        "seat": situation.seat,
        "round": situation.round,
        "flags": " ".join(known_flags(variant.table, situation.flags)),
        "bonus": hand.bonus,
        "reds": hand.reds,
        "dora": sum(dora),
        "first_dora": sum(dora[:1]),
        "ura": sum(ura),
        "first_ura": sum(ura[:1]),
    }


def worth_of(variant: mj.Ruleset, h: Any) -> int | None:
    """What the method makes of a reading, by the plain patterns; None for one that is not worth a win."""
    if h.shape not in (STANDARD, *(shape.number for shape in variant.shapes)):
        return None
    lines: dict[str, Any] = {**variant.table.lines, **variant.table.bars}
    times = {id: holds(lines[id].patterns if id in lines else [id], h) for id in variant.terms}
    sets = sum(points_of_set(variant, h, kind) for kind in kinds_in(h.triplets))
    key = variant.keys.of(times)
    return variant.valuation.worth(key, sets).basic if variant.rows[key][sets] >= 0 else None


def holds(patterns: Sequence[str], h: Facts) -> int:
    return max(int(PATTERNS[pattern](h)) for pattern in patterns)


def points_of_set(variant: mj.Ruleset, h: Any, kind: int) -> int:
    """Points of a triplet or quad."""
    points = variant.table.quads if h.quads >> kind & 1 else variant.table.triplets
    where = points.honour if HONOURS >> kind & 1 else points.terminal if TERMINALS >> kind & 1 else points.simple
    return where[h.concealed_triplets >> kind & 1]
