"""What a pattern may say, what is refused and how, and what is printed."""

from __future__ import annotations

import linecache
import re
import traceback
from typing import Any

import pytest

from mahjong_core.compile import one_hand
from mahjong_core.compile_columns import many_hands
from mahjong_core.errors import MahjongError, PatternError
from mahjong_core.facts import HAND, NUMBER, PLACE, READING, SET, SITUATION, TRUTH, Facts, Pattern, count, none, some
from mahjong_core.tiles import DRAGONS
from mahjong_core.trace import Term, any_of, facts_in, shared, stage, trace
from tests.readings import GIVEN, columns, reading

BRANCH = "uses 'and', 'or', 'not', 'if' or a < b < c; write &, | and none()"
BRACKETS = "joins a truth and a set by &; put brackets round each comparison"
HAND_WITH_DRAGONS = reading("555z 666z 123m 456m 7+7z", seat="W", dora=40)


def named(pattern: Pattern) -> Pattern:
    pattern.__name__ = "lucky"
    return pattern


def symbols(pattern: Pattern) -> Term:
    return trace(pattern, GIVEN)


# --- what is refused

REFUSED: list[tuple[Pattern, str]] = [
    (lambda h: h.closed and h.self_draw, BRANCH),
    (lambda h: h.closed or h.self_draw, BRANCH),
    (lambda h: not h.closed, BRANCH),
    (lambda h: h.won if h.closed else h.dealer, BRANCH),
    (lambda h: 1 < h.dora < 3, BRANCH),
    (lambda h: min(h.dora, 3), BRANCH),
    (lambda h: h.wait in (1, 2), BRANCH),
    (lambda h: ~h.closed, "uses ~; write none(...), or ALL ^ ... for the other kinds"),
    (lambda h: h.closed & h.twin_runs == 1, BRACKETS),
    (lambda h: 3 & h.closed, BRACKETS),
    (lambda h: h.tiles & h.closed, BRACKETS),
    (lambda h: some(h.runs) | h.pair, BRACKETS.replace("&", "|")),
    (lambda h: h.tiles ^ h.won, BRACKETS.replace("&", "^")),
    (lambda h: count(h.triplets & DRAGONS == 2), "counts a truth; put the comparison outside: count(...) == 2"),
    (lambda h: some(h.runs) + some(h.pair), "reckons with two truths by +; write some(...) * 1 for each"),
    (lambda h: some(h.runs) << 3, "shifts a truth by <<; write some(...) * 1"),
    (lambda h: h.tripletts, "asks for h.tripletts, which is no fact; did you mean 'triplets'?"),
    (lambda h: h.honors, "asks for h.honors, which is no fact; did you mean 'honours'?"),
    (lambda h: h.moonlight_xyz, "asks for h.moonlight_xyz, which is no fact"),
    (
        lambda h: some(h.given["dominant_wid"]),
        "asks for h.given['dominant_wid'], which the ruleset does not declare under 'situation:'; "
        "did you mean 'dominant_wind'?",
    ),
    (lambda h: h.tiles & h.pair, "does not say whether it holds; compare, or write some(...)"),
    (lambda h: h.seat, "does not say whether it holds; compare, or write some(...)"),
    (lambda h: 1 << h.wait, "does not say whether it holds; compare, or write some(...)"),
    (lambda h: True, "answers True whatever the hand; compare facts of h"),
    (lambda h: None, "answers None whatever the hand; compare facts of h"),
    (lambda h: h.dora == 1.5, "uses 1.5 with ==; only facts and whole numbers will do"),
    (lambda h: h.wait == "single", "uses 'single' with ==; only facts and whole numbers will do"),
    (lambda h: h.wait in {1, 2}, "does not run: TypeError: unhashable type: 'Term'"),
    (lambda h: h.dora % 2, "does not run: TypeError: unsupported operand type(s) for %: 'Term' and 'int'"),
    (lambda h: h.tiles.bit_length() == 3, "does not run: AttributeError: 'Term' object has no attribute 'bit_length'"),
    (lambda h: 1 // 0, "does not run: ZeroDivisionError: integer division or modulo by zero"),
]


@pytest.mark.parametrize(("pattern", "message"), REFUSED, ids=range(len(REFUSED)))
def test_refused_with_the_name_of_the_pattern(pattern: Pattern, message: str) -> None:
    with pytest.raises(PatternError, match=re.escape(f"pattern 'lucky' {message}") + r"\Z"):
        trace(named(pattern), GIVEN)


def test_a_pattern_error_is_one_of_ours_and_nothing_is_given_unless_declared() -> None:
    with pytest.raises(MahjongError, match=r"asks for h\.given\['dominant_wind'\], which the ruleset does not declare"):
        trace(lambda h: some(h.given["dominant_wind"]))


# --- what is traced


def test_kinds() -> None:
    assert symbols(lambda h: some(h.runs)).kind == TRUTH
    assert symbols(lambda h: h.closed).kind == TRUTH
    assert symbols(lambda h: count(h.runs)).kind == NUMBER
    assert symbols(lambda h: h.dora * some(h.events & 3)).kind == NUMBER
    assert trace(lambda h: h.given["luck"], {"luck": TRUTH}).kind == TRUTH
    assert trace(lambda h: h.given["luck"], {"luck": NUMBER}).kind == NUMBER


def test_equal_terms_are_one_object() -> None:
    assert symbols(lambda h: some(h.runs & 7)) is symbols(lambda h: some(7 & h.runs))
    assert symbols(lambda h: h.dora > 3) is symbols(lambda h: 3 < h.dora)  # noqa: SIM300
    assert symbols(lambda h: h.won ^ True) is not symbols(lambda h: some(h.won ^ True) == 1)
    assert symbols(lambda h: h.won == 1) is not symbols(lambda h: h.won == True)  # noqa: E712


def test_operators_run_as_on_numbers() -> None:
    patterns: list[Pattern] = [
        lambda h: some(h.tiles | 1) & none(h.runs ^ 5),
        lambda h: (3 << h.wait) - 1,
        lambda h: (1 << 40 >> h.wait) - 7 * h.reds + 3,
        lambda h: 5 - count(h.triplets) - 2,
        lambda h: h.dora - 41,
        lambda h: (h.dora <= 40) ^ (h.dora >= 41),
        lambda h: (h.dora < 40) | (h.dora != 3) & (h.wait == 0),
        lambda h: h.closed ^ h.self_draw,
        lambda h: none(h.closed & h.won) | some(h.dealer),
        lambda h: (count(h.pair & DRAGONS) + some(h.runs) * 1) * 20,
        lambda h: count(h.tiles << 3 & h.tiles) * h.suits,
        lambda h: h.dora * none(h.won) + (h.n_runs << 1),
        lambda h: some(h.won) == none(h.won),
        lambda h: (some(h.tiles) * 1 & 1) + (h.seat >> 27),
        lambda h: h.given["wins_in_a_row"] + count(h.given["dominant_wind"] | h.given["round_end"]),
    ]
    readings = [HAND_WITH_DRAGONS, reading(""), reading("123m 456m 789m 55+5z 22p", wins_in_a_row=3)]
    lines = [(5 * i, symbols(pattern)) for i, pattern in enumerate(patterns)]
    expected = [[max(0, min(int(pattern(h)), 31)) for h in readings] for pattern in patterns]
    one = one_hand("one", lines)
    assert [[one(h) >> offset & 31 for h in readings] for offset, _ in lines] == expected
    assert all(one_hand("single", [line])(h) == one(h) & 31 << line[0] for line in lines for h in readings)
    many = many_hands("many", [term for _, term in lines])(columns(readings))
    assert [column.astype(int).tolist() for column in many] == expected


def test_facts_and_stages() -> None:
    little_dragons = symbols(lambda h: (count(h.triplets & DRAGONS) == 2) & some(h.pair & DRAGONS))
    assert facts_in(little_dragons) == {"triplets", "pair"}
    assert stage(little_dragons) == READING
    assert stage(symbols(lambda h: h.closed & some(h.events & 1))) == SITUATION
    assert stage(symbols(lambda h: h.suits == 1)) == HAND
    assert stage(symbols(lambda h: h.exposed_triplets == 0)) == PLACE
    dominant = symbols(lambda h: some(h.given["dominant_wind"]))
    assert facts_in(dominant) == {"given.dominant_wind"}
    assert stage(dominant) == SITUATION
    assert stage(symbols(lambda h: some(h.given["dominant_wind"] & h.pair))) == READING


def test_shared_parts_innermost_first() -> None:
    two = symbols(lambda h: count(h.triplets & DRAGONS) == 2)
    three = symbols(lambda h: count(h.triplets & DRAGONS) == 3)
    dragons = two.args[0]
    assert [term is dragons for term in shared([two, three])] == [True]
    assert shared([two]) == []
    both = symbols(lambda h: (count(h.triplets & DRAGONS) == 2) & some(h.triplets & DRAGONS))
    assert [id(term) for term in shared([both, two])] == [id(dragons.args[0]), id(two)]


def test_any_of() -> None:
    some_runs, closed, dora = (symbols(p) for p in (lambda h: some(h.runs), lambda h: h.closed, lambda h: h.dora))
    assert any_of([closed]) is closed
    assert any_of([dora]) is dora
    either = any_of([some_runs, closed])
    assert (either.op, either.kind, facts_in(either)) == ("|", TRUTH, {"runs", "closed"})
    with pytest.raises(PatternError, match="a pattern that counts cannot be one of several"):
        any_of([closed, dora])
    with pytest.raises(PatternError, match="at least one pattern"):
        any_of([])


# --- what is printed


def test_source_of_one_hand() -> None:
    lines = [
        (0, symbols(lambda h: h.closed & none(h.triplets) & (h.wait == 0))),
        (1, symbols(lambda h: (count(h.triplets & DRAGONS) == 2) & some(h.pair & DRAGONS))),
        (2, symbols(lambda h: count(h.triplets & DRAGONS) == 3)),
        (3, symbols(lambda h: h.dora)),
        (8, symbols(lambda h: count(h.triplets & DRAGONS) + some(h.pair & h.given["dominant_wind"]) * 1)),
        (13, symbols(lambda h: h.ura * some(h.events & 1))),
    ]
    assert one_hand("match_place", lines).source == (
        "def match_place(h):\n"
        "    closed = h.closed\n"
        "    triplets = h.triplets\n"
        "    wait = h.wait\n"
        "    pair = h.pair\n"
        "    dora = h.dora\n"
        "    given_dominant_wind = h.given['dominant_wind']\n"
        "    ura = h.ura\n"
        "    events = h.events\n"
        "    bits = 0\n"
        "    x8 = (triplets & 15032385536).bit_count()\n"
        "    if closed and (not triplets) and (not wait):\n"
        "        bits |= 1\n"
        "    if x8 == 2 and pair & 15032385536:\n"
        "        bits |= 2\n"
        "    if x8 == 3:\n"
        "        bits |= 4\n"
        "    if dora:\n"
        "        bits |= (dora if dora < 31 else 31) << 3\n"
        "    bits |= x8 + (pair & given_dominant_wind != 0) << 8\n"
        "    if (n := (ura if events & 1 else 0)):\n"
        "        bits |= (n if n < 31 else 31) << 13\n"
        "    return bits\n"
    )
    # two triplets and a pair of dragons; 31 of the 40 dora fit
    assert one_hand("match_place", lines)(HAND_WITH_DRAGONS) == 1 << 1 | 31 << 3 | 2 << 8


def test_costly_tests_that_are_always_reached_are_kept() -> None:
    lines = [
        (0, symbols(lambda h: (h.suits == 1) & some(h.tiles & DRAGONS))),
        (1, symbols(lambda h: (h.suits == 1) & none(h.closed))),
        (2, symbols(lambda h: h.closed & (h.n_runs == 4))),
        (3, symbols(lambda h: h.won & (h.n_runs == 4))),
        (4, symbols(lambda h: (h.suits == 1) * count(h.pair & 7))),
    ]
    function = one_hand("match", lines)
    assert function.source.count("511") == 1  # the suits, counted once
    assert function.source.count("runs_4.bit_count()") == 2  # only for a closed hand, or for one that won
    assert [function(h) for h in (HAND_WITH_DRAGONS, reading("11m"))] == [1, 1 << 4]


def test_source_of_many_hands() -> None:
    lines = [symbols(lambda h: none(h.closed) & (count(h.pair) == 1)), symbols(lambda h: count(h.pair))]
    assert many_hands("match", lines).source == (
        "def match(h):\n"
        "    closed = h.closed\n"
        "    pair = h.pair\n"
        "    x2 = np.bitwise_count(pair)\n"
        "    return [~closed & (x2 == 1), np.minimum(x2.astype(np.int64), 31)]\n"
    )


def test_no_lines() -> None:
    assert one_hand("nothing", [])(Facts()) == 0
    assert many_hands("nothing", [])(Facts()) == []


def test_a_given_fact_whose_name_is_no_word() -> None:
    term = trace(lambda h: h.given["wins in a row"], {"wins in a row": NUMBER})
    h: Any = reading("")
    h.given["wins in a row"] = 4
    assert one_hand("wins", [(0, term)])(h) == 4
    assert "given_0 = h.given['wins in a row']" in one_hand("wins", [(0, term)]).source


def test_tracebacks_show_the_printed_line() -> None:
    function = one_hand("match_hand", [(0, symbols(lambda h: none(h.tiles)))])
    try:
        function(Facts())
    except AttributeError as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
    linecache.checkcache()
    assert (frame.name, frame.line) == ("match_hand", "tiles = h.tiles")
    assert "".join(linecache.getlines(frame.filename)) == function.source


def test_set_is_the_kind_of_what_is_joined_with_a_set() -> None:
    def winds(h: Facts) -> Any:
        return some((h.given["wins_in_a_row"] | h.tiles) & 7)

    assert symbols(winds).args[0].kind == SET
