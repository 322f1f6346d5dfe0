"""Three players: a wall without some tiles, norths set aside, three seats; and options that change other defaults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import mahjong_core as mj
from mahjong_core.batch.arrow import score_batch
from mahjong_core.batch.hands import HandColumns
from mahjong_core.errors import HandError, RulesetError
from mahjong_core.options import defaults_with
from mahjong_core.population import population
from mahjong_core.records import record_of
from mahjong_core.situations import INDICATED, indicated_where
from mahjong_core.sources import Source
from mahjong_core.tables import Wall
from mahjong_core.tiles import ALL, HONOURS, KINDS, MAN, NAMES, NEXT, SOU, names_in, next_kinds
from tests.batch.test_scoring import said, told

THREE = mj.load("riichi", options={"players": 3})
FOUR = mj.load("riichi")
HAKU = "123456p78s555z99m"  # and 9s


def scored(text: str, rules: mj.Ruleset = THREE, **situation: Any) -> mj.Result:
    return rules.score(mj.Hand.parse(text), mj.Situation(**{"win": "ron", "ron_from": "W", **situation}))


# ------------------------------------------------------------------------------------------------ the wall
def test_kinds_in_play() -> None:
    assert names_in(Wall(without="2345678m").kinds) == "19m123456789p123456789s1234567z"
    assert THREE.in_play == Wall(without="28m34567m").kinds
    assert Wall(suits="ps", without="1m1z", honours=False).kinds == ALL & ~(MAN | HONOURS)
    assert Wall().kinds == FOUR.in_play == ALL


@pytest.mark.parametrize("tiles", ["0x", "2345678", "1f", "(4z)"])
def test_tiles_of_a_wall_that_cannot_be_read(tiles: str) -> None:
    with pytest.raises(RulesetError, match=r"overlay: wall\.without: .*\n?"):
        mj.load("riichi", overlay={"wall": {"without": tiles}})


def test_the_next_kind() -> None:
    assert next_kinds(ALL) == NEXT
    assert [NAMES[next_kinds(THREE.in_play)[kind]] for kind in (0, 8, 17, 26, 30, 33)] == [
        "9m",
        "1m",
        "1p",
        "1s",
        "1z",
        "5z",
    ]
    assert next_kinds(THREE.in_play)[9:] == NEXT[9:]
    assert next_kinds(ALL & ~HONOURS) == NEXT  # what has no next points as ever
    assert NAMES[next_kinds(SOU & ~(1 << 19))[18]] == "3s"


def test_indicators_are_read_anew_only_where_the_wall_says_so() -> None:
    assert indicated_where(ALL) is indicated_where(ALL & ~HONOURS) is INDICATED
    indicated = indicated_where(THREE.in_play)["1m9s", "9m"]
    assert (indicated.shown, indicated.hidden, indicated.dora) == ((8, 18), (0,), (0, 26))
    assert mj.Situation(dora_indicators="1m").indicated.shown == (1,)  # as it is told


def test_indicators_that_a_ruleset_does_not_look_at_may_be_anything() -> None:
    assert mj.load("sichuan").inspect(mj.Hand.parse("123456p789s5577m"), mj.Situation(dora_indicators="1z")) == []
    assert [p.message for p in scored(HAKU + "+9s", ura_indicators="25m", flags=["riichi"]).problems] == [
        "25m: riichi is played without these tiles"
    ]


# ------------------------------------------------------------------------------------------------ norths
@pytest.mark.parametrize(
    "more",
    [
        {"kita": 2},
        {"hand": HAKU + "(4z)(4z)"},
        {"bonus": "44z"},
        {"bonus": "(4z)(4z)"},
        {"melds": [{"type": "kita", "tiles": "44z"}]},
        {"melds": [{"type": "kita", "tiles": "4z"}, {"type": "kita", "tiles": "4z"}], "kita": 2},
    ],
)
def test_norths_of_a_record(more: dict[str, Any]) -> None:
    record = {"hand": HAKU, "win_tile": "9s", "win": "ron", "dora_indicators": "3z", **more}
    result = THREE.score_record(record)
    assert {role.id: role.times for role in result.roles} == {"haku": 1, "dora": 2, "nukidora": 2}
    assert result.hand is not None
    assert mj.read_record(record_of(result.hand, mj.Situation("ron")))[0] == result.hand


def test_norths_are_counted_with_those_held_and_shown() -> None:
    for rules in (THREE, FOUR):
        codes = [problem.code for problem in scored("123456p78s44z555z(4z)(4z)(4z)+9s", rules).problems]
        assert codes[0] == "too_many_copies"
    four = scored("123456p78s44z555z(4z)+9s", river="14z")
    assert (four.status, scored("123456p78s44z555z(4z)+9s", river="144z").status) == ("win", "invalid")
    assert mj.Hand.parse("44z(4z)").copies[30] == 3


def test_many_norths_are_no_more_than_told() -> None:
    result = THREE.score_record({"hand": HAKU, "win_tile": "9s", "win": "ron", "kita": 1_000_000})
    assert [problem.message for problem in result.problems] == ["1000000 copies of 4z: there are only four of a kind"]


def test_what_a_hand_waits_for_why_it_does_not_win() -> None:
    assert "it waits on 4z 5z." in scored("123456p789s4455z(4z)+1p").explain()
    assert "it waits on 5z." in scored("123456p789s4455z(4z)(4z)+1p").explain()


# ------------------------------------------------------------------------------------------------ seats
def test_seats_at_which_nobody_sits() -> None:
    wrong: dict[str, Any] = {"seat": "N", "round": "N", "ron_from": "W", "pao": {"daisangen": "N", "daisuushi": "E"}}
    result = scored(HAKU + "+9s", **wrong)
    assert (result.status, [problem.code for problem in result.problems]) == ("invalid", ["bad_seat"] * 3)
    assert [problem.message for problem in result.problems] == [
        f"{key}: nobody sits at 'N'; expected one of E S W" for key in ("seat", "round", "pao.daisangen")
    ]
    assert "ron_from : personne n'est en 'N' ; E S W seulement" in scored(HAKU + "+9s", ron_from="N").explain("fr")
    assert scored(HAKU + "+9s", FOUR, ron_from="N", round="N").status == "win"
    assert scored(HAKU + "+9s", seat=None, round=None).status == "win"
    assert [problem.code for problem in THREE.inspect(mj.Hand.parse(HAKU), mj.Situation(seat="N"))] == ["bad_seat"]


def test_flags_and_norths() -> None:
    tenhou = scored(HAKU + "(4z)+9s", win="tsumo", ron_from=None, seat="E", flags=["tenhou"])
    assert [problem.message for problem in tenhou.problems] == ["tenhou needs a hand without norths set aside"]
    both = scored("78s99m123p555z[7777z](4z)+9s", win="tsumo", ron_from=None, flags=["chiihou"])
    assert [problem.code for problem in both.problems] == ["chiihou_with_group", "chiihou_with_north"]


# ------------------------------------------------------------------------------------------------ many hands
def compared(hands: HandColumns, rules: mj.Ruleset) -> Counter[str]:
    """Columns and single hands say the same; how often which status and which problem."""
    found = Counter[str]()
    scores = rules.score_columns(hands, payments=True)
    for row in range(len(hands)):
        try:
            problems = [problem.code for problem in hands.problems(row)]
            single = None if problems else said(rules.score(hands.hand(row), hands.situation(row)))
        except HandError as error:
            problems, single = [problem.code for problem in error.problems], None
        together = told(scores, row)
        assert problems == together["problems"] if single is None else single == together, hands.hand(row)
        found.update([together["status"], *together["problems"]])
    return found


@pytest.mark.parametrize("mix", ["deals", "bench"])
def test_random_hands(mix: str) -> None:
    hands = population(THREE, 1_000, 3, mix)
    assert set(compared(hands, THREE)) == {"win", "no_role"}
    assert set(np.unique(hands.norths)) == set(range(5))
    assert set(np.unique(hands.seat)) == {0, 1, 2}


@pytest.mark.parametrize("rules", [THREE, FOUR], ids=["three", "four"])
def test_random_hands_of_which_some_are_wrong(rules: mj.Ruleset) -> None:
    hands, chance = population(rules, 1_500, 5, "bench"), np.random.default_rng(2)

    def change(column: Any, values: list[int], share: float = 0.1) -> None:
        here = chance.random(column.shape) < share
        column[here] = chance.choice(values, column.shape)[here]

    change(hands.seat, [3, -1])
    change(hands.round, [3, 2, -1])
    change(hands.ron_from, [3, -1])
    change(hands.pao, [3, 0], 0.02)
    change(hands.norths, [0, 1, 2, 3, 4, 5, 200], 0.4)
    change(hands.dora, [0, 1, 8, 29, 30], 0.3)
    change(hands.ura, [0, 3, 29, 30])
    flags = [1 << hands.flag_names.index(flag) for flag in ("tenhou", "chiihou", "rinshan", "chankan", "renhou")]
    change(hands.flags, flags)
    found = compared(hands, rules)
    assert found["too_many_copies"] > 100
    assert (found["bad_seat"] > 100) == (found["tiles_not_in_play"] > 100) == (found["norths_not_in_play"] == 0)
    assert (found["bad_seat"] > 100) == (rules is THREE)


def test_rows_of_text() -> None:
    rows: list[dict[str, Any]] = [
        {"hand": HAKU + "(4z)(4z)+9s"},
        {"hand": HAKU + "+9s", "kita": 2},
        {"hand": HAKU + "+9s", "bonus": "44z"},
        {"hand": HAKU + "(4z)(4z)(4z)(4z)(4z)+9s"},
        {"hand": HAKU + "+9s", "seat_wind": "N"},
        {"hand": HAKU + "+9s", "dora_indicators": "2m"},
        {"hand": HAKU + "+9s", "dora_indicators": "1m"},
    ]
    rows = [{"win": "ron", "ron_from": "W", "dora_indicators": "3z", "seat_wind": "S", **row} for row in rows]
    columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in {*rows[0], "kita", "bonus"}}
    columns["kita"] = pa.array(columns["kita"], pa.int32())
    answers = score_batch(THREE, pa.record_batch(columns), payments=True).to_pylist()
    single = [THREE.score_record(row) for row in rows]
    assert [answer["value"] for answer in answers] == [result.value for result in single]
    assert [answer["value"] for answer in answers] == [8000] * 3 + [None] * 3 + [5200]
    problems = [[problem["code"] for problem in answer["problems"] or ()] for answer in answers]
    assert problems == [[problem.code for problem in result.problems] for result in single]
    assert [answer["payment_N"] for answer in answers[:3]] == [0, 0, 0]


# ------------------------------------------------------------------------------------------------ options that change others
def honba(name: str = "riichi", **loading: Any) -> Any:
    rules = mj.load(name, **loading)
    return rules.options["honba_value"], rules.table.payment.honba_value


def test_a_value_of_an_option_changes_the_defaults_of_others() -> None:
    changed = {name for name, value in THREE.options.items() if value != FOUR.options[name]}
    assert changed == {"players", "red_fives", "honba_value", "noten_pool", "abortive_draws"}
    assert THREE.table.defaults == FOUR.table.defaults
    assert honba(options={"players": 3}) == (200, 200)
    assert honba(options={"players": "3"}) == (200, 200)  # as a command line tells it
    assert honba(options={"players": 4}) == (300, 300)
    assert honba(options={"players": 3, "honba_value": 300}) == (300, 300)
    assert {of.name for of in FOUR.diff(THREE) if of.section == "options"} == changed


def test_a_preset_and_a_record_come_before_a_changed_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ema = mj.load("riichi:ema-2025", options={"players": 3})
    assert (ema.options["red_fives"], ema.options["honba_value"]) == (0, 200)
    assert "akadora" not in ema.table.roles
    record = {"hand": HAKU, "win_tile": "9s", "win": "ron", "ron_from": "W", "honba": 1}

    def paid(rules: mj.Ruleset, **options: Any) -> int:
        payments = rules.score_record({**record, "options": options}).payments
        assert payments is not None
        return payments["S"] - 1300

    assert (paid(FOUR), paid(FOUR, players=3), paid(FOUR, players=3, honba_value=100)) == (300, 200, 100)
    assert (paid(THREE), paid(THREE, players=4), paid(THREE, honba_value=500)) == (200, 300, 500)
    house = mj.load("riichi", overlay={"payment": {"honba_value": 1000}})
    assert (paid(house), paid(house, players=3), paid(house, players=3, honba_value=100)) == (1000, 1000, 100)


TABLE = {
    "defaults": {"one": 1, "two": 1, "three": 1},
    "options": {
        "one": {"values": {"1": {}, "2": {"defaults": {"two": 2, "three": None}}}},
        "two": {"values": {"1": {}, "2": {"defaults": {"three": 2}}}, "members": {"a": {}}},
        "three": {"number": "x"},
    },
}


def test_defaults_with() -> None:
    assert defaults_with(TABLE, {}, {}) == {"one": 1, "two": 1, "three": 1}
    assert defaults_with(TABLE, {}, {"one": 2}) == {"one": 1, "two": 2, "three": None}  # and no further
    assert defaults_with(TABLE, {"two": 1}, {"one": "2"}) == {"one": 1, "two": 1, "three": None}
    assert defaults_with(TABLE, {}, {"two": ["a"], "four": 1}) == {"one": 1, "two": 1, "three": 1}
    assert defaults_with({}, {}, {"one": 2}) == {}


def test_what_a_value_says_of_others_stays_out_of_the_table() -> None:
    source = Source("x", {"defaults": {"a": 1}, "wall": {}}, {("wall",): 3})
    assert (source.without("defaults").data, source.without("defaults").place(("wall",))) == ({"wall": {}}, "x:3")
    assert source.without("roles") is source


def test_changed_defaults_name_options(tmp_path: Path) -> None:
    values = {"3": {"defaults": {"honba": 200}}}
    members = {"daisangen": {"defaults": {"honba_value": 200}}}
    with pytest.raises(RulesetError) as caught:
        mj.load("riichi", overlay={"options": {"players": {"values": values}, "pao_roles": {"members": members}}})
    assert "options.players.values.3.defaults.honba: no option is named 'honba'; did you mean" in str(caught.value)
    assert "options.pao_roles.members.daisangen.defaults: only one of the values may say so" in str(caught.value)


def test_all_kinds_of_three_players_are_108_tiles() -> None:
    assert 4 * THREE.in_play.bit_count() == 108
    assert len(next_kinds(THREE.in_play)) == KINDS
