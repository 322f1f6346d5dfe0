"""Readings to try patterns on: written by hand, or drawn at random, but always consistent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from mahjong_core.facts import (
    EDGE,
    FACTS,
    MIDDLE,
    NO_WAIT,
    NUMBER,
    PARTITION,
    SET,
    SINGLE,
    STANDARD,
    TRUTH,
    TWO_PAIRS,
    TWO_SIDED,
    WHOLE_HAND,
    Facts,
    event,
    shape,
)
from mahjong_core.tiles import (
    EAST,
    HONOURS,
    KINDS,
    MAN,
    NAMES,
    NORTH,
    OUTSIDE,
    PIN,
    SIMPLES,
    SOU,
    SOUTH,
    SUITS,
    TILE,
    WEST,
    kinds_in,
)

GIVEN = {"dominant_wind": SET, "wins_in_a_row": NUMBER, "round_end": NUMBER, "void": SET}
FLAGS = (
    "riichi",
    "double_riichi",
    "open_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "kanburi",
    "tenhou",
    "chiihou",
    "renhou",
    "sans_chant",
)
WIND = dict(zip("ESWN", (EAST, SOUTH, WEST, NORTH), strict=True))
SUIT = {"m": MAN, "p": PIN, "s": SOU}


def reading(text: str, **circumstances: Any) -> Facts:
    """``"123m (777z) [1111p] {2222p} 99s 67+8s"``: runs, triplets, quads, pairs and single tiles.

    ``(...)`` is claimed, ``[...]`` a declared concealed quad, ``{...}`` an added quad; the winning tile stands after +.
    Without one the hand did not win, and is read as far as it goes.
    """
    h = _facts(circumstances, won="+" in text)
    held: Counter[int] = Counter()
    runs: Counter[int] = Counter()
    h.shape, h.wait = (STANDARD, NO_WAIT) if h.won else (PARTITION, NO_WAIT)
    for word in text.split():
        kinds = _kinds(word)
        claimed, added = word[0] in "({", word[0] == "{"
        held.update(kinds)
        h.claimed += claimed
        win = _kinds(word.partition("+")[2])[0] if "+" in word else None
        if len(kinds) == 2:
            h.pair |= 1 << kinds[0]
        elif len(kinds) == 3 and kinds[0] != kinds[2]:
            runs[kinds[0]] += 1
        elif len(kinds) >= 3:
            h.triplets |= 1 << kinds[0]
            h.concealed_triplets |= (not claimed and (win is None or h.self_draw)) << kinds[0]
            h.quads |= (len(kinds) == 4) << kinds[0]
            h.concealed_quads |= (len(kinds) == 4 and not claimed) << kinds[0]
            h.added_quads |= added << kinds[0]
        if win is not None:
            h.win_tile, h.wait = 1 << win, _wait(kinds, win)
    h.closed = h.claimed == 0
    h.runs, h.runs_2, h.runs_3, h.runs_4 = (_at_least(runs, n) for n in (1, 2, 3, 4))
    return _counted(h, held)


def whole(text: str, name: str, **circumstances: Any) -> Facts:
    """A hand that is complete as a whole, ``"19m19p19s123456z+7z"``, read as the shape of this name."""
    h = _facts(circumstances, won=True)
    held = Counter(kind for word in re.findall(r"\d+[mpsz]", text) for kind in _kinds(word))
    h.shape, h.wait, h.closed = shape(name), WHOLE_HAND, True
    h.win_tile = 1 << TILE[text[-2:]]
    pairs = (2, 4) if name == "seven_pairs_repeated" else (2,)
    h.pair = sum(1 << kind for kind, n in held.items() if n in pairs)
    return _counted(h, held)


def _facts(circumstances: dict[str, Any], won: bool) -> Any:
    """Facts of which each is nothing, but for these circumstances; winds, the void suit and flags by name."""
    h: Any = Facts()
    for name, (_, kind) in FACTS.items():
        setattr(h, name, False if kind == TRUTH else 0)
    h.won, h.seat, h.round, h.self_draw = won, SOUTH, EAST, False
    h.given = {"dominant_wind": EAST, "wins_in_a_row": 0, "round_end": 0, "void": 0}
    for name, value in circumstances.items():
        if name in GIVEN:
            h.given[name] = (WIND | SUIT).get(value, value)
        elif name == "flags":
            h.events = sum(event(flag) for flag in value.split())
        else:
            setattr(h, name, WIND.get(value, value) if name in ("seat", "round") else value)
    h.dealer = h.seat == EAST
    return h


def _counted(h: Any, held: Counter[int]) -> Facts:
    h.tiles, h.held_2, h.held_3, h.held_4 = (_at_least(held, n) for n in (1, 2, 3, 4))
    assert not held or max(held.values()) <= 4, "five of a kind"
    return h  # type: ignore[no-any-return]


def _kinds(word: str) -> list[int]:
    """``"67+8s"`` -> its kinds, lowest first."""
    digits = re.sub(r"\D", "", word)
    suit = re.search("[mpsz]", word)
    assert suit, word
    return sorted(TILE[digit + suit.group()] for digit in digits)


def _at_least(held: Counter[int], n: int) -> int:
    return sum(1 << kind for kind, times in held.items() if times >= n)


def _wait(kinds: list[int], win: int) -> int:
    if kinds[0] == kinds[-1]:
        return SINGLE if len(kinds) == 2 else TWO_PAIRS
    if win == kinds[1]:
        return MIDDLE
    return EDGE if (win == kinds[2]) == (kinds[0] % 9 == 0) and kinds[0] % 9 in (0, 6) else TWO_SIDED


# --- at random

THEMES = (
    SUITS | HONOURS,
    SUITS | HONOURS,
    SIMPLES,
    *(0b111111111 << 9 * suit for suit in range(3)),
    *(0b111111111 << 9 * suit | HONOURS for suit in range(3)),
    sum(0b000000111 << 9 * suit for suit in range(3)),  # many runs alike
    sum(0b111000111 << 9 * suit for suit in range(3)) | HONOURS,
    HONOURS,
    OUTSIDE,
    0b010101110 << 18 | 1 << 32,  # green
)


def random_readings(n: int, seed: int) -> list[Facts]:
    """Readings of all kinds."""
    rng = Random(seed)
    kinds = (_standard, _standard, _standard, _standard, _seven_pairs, _repeated, _orphans, _unrelated, _partition)
    answer: list[Facts] = []
    while len(answer) < n:
        drawn = kinds[len(answer) % len(kinds)](rng)
        answer += [drawn] if drawn is not None else []
    return answer


def _circumstances(rng: Random) -> dict[str, Any]:
    dora = rng.choice((0, 0, 1, 2, 5, 40))
    ura = rng.choice((0, 0, 1, 3))
    return {
        "self_draw": rng.random() < 0.5,
        "seat": rng.choice("ESWN"),
        "round": rng.choice("ESWN"),
        "flags": " ".join(flag for flag in FLAGS if rng.random() < 0.15),
        "bonus": rng.choice((0, rng.getrandbits(8), rng.getrandbits(8), 0x0F, 0xF0, 0xFF)),
        "reds": rng.choice((0, 0, 1, 3)),
        "dora": dora,
        "first_dora": min(dora, rng.choice((0, 1, 2))),
        "ura": ura,
        "first_ura": min(ura, rng.choice((0, 1, 2))),
        "dominant_wind": rng.choice("ESWN"),
        "wins_in_a_row": rng.choice((0, 6, 7, 15, 20)),
        "round_end": rng.choice((0, 1, 2)),
        "void": rng.choice((0, "m", "p", "s")),
        "norths": rng.choice((0, 0, 1, 4)),
    }


def _groups(rng: Random, n: int, held: Counter[int]) -> list[str]:
    """Words for n groups and then pairs, from the kinds of one theme; none when it comes to five of a kind."""
    theme = rng.choice(THEMES)
    kinds = kinds_in(theme)
    starts = [kind for kind in kinds if kind < 27 and kind % 9 < 7 and theme >> kind & 7 == 7]
    runs_only = rng.random() < 0.3
    words: list[str] = []
    for _ in range(n):
        if starts and (runs_only or rng.random() < 0.5):
            first = rng.choice(starts)
            group = [first, first + 1, first + 2]
        else:
            group = [rng.choice(kinds)] * rng.choice((3, 3, 4))
        held.update(group)
        word = "".join(NAMES[kind][0] for kind in group) + NAMES[group[0]][1]
        if rng.random() < 0.3:
            word = f"({word})" if len(group) == 3 or rng.random() < 0.5 else f"{{{word}}}"
        words.append(f"[{word}]" if word[0].isdigit() and len(group) == 4 else word)
    words.append(2 * NAMES[pair := rng.choice(kinds)][0] + NAMES[pair][1])
    held[pair] += 2
    return words if max(held.values()) <= 4 else []


def _standard(rng: Random) -> Facts | None:
    words = _groups(rng, 4, Counter())
    if not words:
        return None
    at = rng.choice([i for i, word in enumerate(words) if word[0].isdigit()])
    digits, suit = list(words[at][:-1]), words[at][-1]
    win = digits.pop(rng.randrange(len(digits)))
    words[at] = "".join(digits) + "+" + win + suit
    return reading(" ".join(words), **_circumstances(rng))


def _partition(rng: Random) -> Facts | None:
    held: Counter[int] = Counter()
    words = _groups(rng, rng.randrange(4), held)
    for kind in rng.sample(range(KINDS), 4):
        if held[kind] == 0:
            words.append(NAMES[kind][0] * rng.choice((1, 2)) + NAMES[kind][1])
    return reading(" ".join(words), **{**_circumstances(rng), "self_draw": False}) if words else None


def _seven_pairs(rng: Random) -> Facts | None:
    kinds = kinds_in(rng.choice(THEMES))
    if len(kinds) < 7:
        return None
    pairs = sorted(rng.sample(kinds, 7))
    text = "".join(2 * NAMES[kind][0] + NAMES[kind][1] for kind in pairs)
    return whole(_with_win(text, NAMES[rng.choice(pairs)]), "seven_pairs", **_circumstances(rng))


def _repeated(rng: Random) -> Facts | None:
    """Seven pairs, one to three times four of a kind."""
    kinds = kinds_in(rng.choice(THEMES))
    fours = rng.randint(1, 3)
    if len(kinds) < 7 - fours:
        return None
    held = sorted(rng.sample(kinds, 7 - fours))
    four = rng.sample(held, fours)
    text = "".join((4 if kind in four else 2) * NAMES[kind][0] + NAMES[kind][1] for kind in held)
    return whole(_with_win(text, NAMES[rng.choice(held)]), "seven_pairs_repeated", **_circumstances(rng))


def _orphans(rng: Random) -> Facts:
    outside = [NAMES[kind] for kind in kinds_in(OUTSIDE)]
    names = [*outside, rng.choice(outside)]
    return whole(_with_win("".join(names), rng.choice(names)), "thirteen_orphans", **_circumstances(rng))


def _unrelated(rng: Random) -> Facts:
    """Thirteen of three tiles of each suit, three ranks apart or more, and the honours; one of them twice."""
    apart = [ranks for ranks in combinations(range(9), 3) if ranks[1] - ranks[0] >= 3 <= ranks[2] - ranks[1]]
    all_kinds = [9 * suit + rank for suit in range(3) for rank in rng.choice(apart)] + kinds_in(HONOURS)
    names = [NAMES[kind] for kind in sorted(rng.sample(all_kinds, 13))]
    names.append(rng.choice(names))
    circumstances = {**_circumstances(rng), "self_draw": True, "flags": rng.choice(("tenhou", "chiihou"))}
    return whole(_with_win("".join(names), rng.choice(names)), "thirteen_unrelated", **circumstances)


def _with_win(text: str, name: str) -> str:
    """The winning tile last; it is one of the tiles, not one more."""
    tiles = [digit + word[-1] for word in re.findall(r"\d+[mpsz]", text) for digit in word[:-1]]
    tiles.remove(name)
    return "".join(tiles) + "+" + name


def columns(readings: Sequence[Facts]) -> Facts:
    """Many readings as one ``Facts`` of arrays."""
    h: Any = Facts()
    for name, (_, kind) in FACTS.items():
        values = [getattr(one, name) for one in readings]
        setattr(h, name, np.array(values, dtype=np.bool_ if kind == TRUTH else np.int64))
    h.given = {name: np.array([one.given[name] for one in readings], dtype=np.int64) for name in GIVEN}
    return h  # type: ignore[no-any-return]
