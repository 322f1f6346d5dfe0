"""Print traced patterns as one plain Python function of ints.  ``compile_columns`` does so for NumPy columns.

What several patterns share is computed once.  The text is kept in ``function.source``, worth a look, and in
``linecache``, so that a traceback shows the line.
"""

from __future__ import annotations

import ast
import linecache
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from mahjong_core.facts import NUMBER, TRUTH, Facts
from mahjong_core.guards import guarded
from mahjong_core.trace import Term, shared

MOST: Final = 31  # the highest count that is told apart: five bits


class Names(dict[int, str]):
    """id of a term -> the local name that holds it."""

    def __init__(self, known: Mapping[int, str] | None = None) -> None:
        super().__init__(known or {})
        self.narrow: set[int] = set()  # those that hold bytes


AnswerT = TypeVar("AnswerT", covariant=True)


class Printed(Protocol[AnswerT]):
    """A printed function and its text."""

    source: str

    def __call__(self, h: Facts, /) -> AnswerT: ...


def one_hand(name: str, lines: Sequence[tuple[int, Term]]) -> Printed[int]:
    """Of (bit offset, term), a function of the facts of one reading.

    A truth sets the bit at its offset; a term that counts puts its number, at most 31, into the five bits there.
    """
    text, names = locals_of([term for _, term in lines])
    text += ["bits = 0", *statements(lines, names), "return bits"]
    answer: Printed[int] = define(name, [f"def {name}(h):", *(f"    {line}" for line in text)])
    return answer


def statements(lines: Sequence[tuple[int, Term]], names: Names, guards: bool = True) -> list[str]:
    """Statements that add to ``bits`` what holds of (bit offset, term).  ``names``: of the facts, and of what is kept."""
    text: list[str] = []
    groups, lines = guarded(lines) if guards else ([], lines)
    for fact, mask, some in groups:
        inner = [f"    {line}" for line in statements(some, Names(names), False)]
        text += [f"if {fact} & {mask}:", *inner]
    terms = [term for _, term in lines]
    sure = {id(part) for term in terms for part in _surely_reached(term)}
    for term in shared(terms):
        # A small test is cheaper to write again than to keep, and one that is seldom reached is not to be made early.
        if id(term) not in names and (term.kind != TRUTH or (id(term) in sure and _operations(term, names) > 1)):
            text.append(f"{next_part(names)} = {condition(term, names)}")
            names[id(term)] = next_part(names)
    for offset, term in lines:
        if term.kind == TRUTH:
            text.append(f"if {condition(term, names)}: bits |= {1 << offset}")
        else:
            text.append(_counted(term, names, offset))
    return text


def locals_of(terms: Iterable[Term]) -> tuple[list[str], Names]:
    """Lines that read each fact once, in the order in which they are asked for, and the names of the locals."""
    names, asked = facts_asked(terms)
    return [
        f"{name} = h.{fact}" if given is None else f"{name} = h.given[{given!r}]" for name, fact, given in asked
    ], names


def facts_asked(terms: Iterable[Term]) -> tuple[Names, list[tuple[str, str, str | None]]]:
    """The names of the facts as locals, and of each (local, fact, what is given, if it is that) in the order asked for."""
    names, asked = Names(), list[tuple[str, str, str | None]]()

    def visit(term: Term) -> None:
        if id(term) in names:
            return
        for part in term.parts():
            visit(part)
        if term.op == "fact":
            names[id(term)] = term.args[0]
            asked.append((term.args[0], term.args[0], None))
        elif term.op == "given":
            key = term.args[0]
            names[id(term)] = f"given_{key if key.isidentifier() else len(names)}"
            asked.append((names[id(term)], "given", key))

    for term in terms:
        visit(term)
    return names, asked


def next_part(names: Names) -> str:
    """The local name of the next part that is kept."""
    return f"x{len(names)}"


def _surely_reached(term: Term) -> Iterator[Term]:
    """The parts that are looked at for every hand: of truths that are joined, the first."""
    yield term
    if term.kind == TRUTH and term.op in ("&", "|"):
        yield from _surely_reached(term.args[0])
    else:
        for part in term.parts():
            yield from _surely_reached(part)


def _operations(term: Term, names: Names) -> int:
    """How many operations a test takes; to ask for 0 costs nothing."""
    if id(term) in names:
        return 0
    free = term.op in ("==", "!=") and is_number(term.args[1], 0)
    return (not free) + sum(_operations(part, names) for part in term.parts())


def _number(term: Any, names: Names) -> str:
    """As a value of one hand."""
    if not isinstance(term, Term):
        return repr(term)
    if id(term) in names:
        kept_as_test = term.kind == TRUTH and term.op not in ("fact", "given")
        return f"({names[id(term)]} != 0)" if kept_as_test else names[id(term)]
    if term.op == "count":
        return f"({_number(term.args[0], names)}).bit_count()"
    left, right = term.args
    if term.op == "*" and is_number(right, 1):  # some(...) * 1: Python adds truths as they are
        return _number(left, names)
    if term.op == "*" and isinstance(right, Term) and right.kind == TRUTH:
        return f"({_number(left, names)} if {condition(right, names)} else 0)"
    return f"({_number(left, names)} {term.op} {_number(right, names)})"


def condition(term: Any, names: Names) -> str:
    """As the test of an ``if``: short circuits, and no comparison with 0."""
    if not isinstance(term, Term) or term.kind != TRUTH:
        return _number(term, names)
    if id(term) in names:
        return names[id(term)]
    if term.op in ("&", "|"):
        word = " and " if term.op == "&" else " or "
        return f"({word.join(condition(part, names) for part in _joined(term, term.op, names))})"
    if term.op in ("!=", "==") and is_number(term.args[1], 0):
        return f"({'not ' if term.op == '==' else ''}{condition(term.args[0], names)})"
    return _number(term, names)


def _joined(term: Any, op: str, names: Names) -> list[Any]:
    """The truths that one or several & (or |) in a row join."""
    if isinstance(term, Term) and term.op == op and term.kind == TRUTH and id(term) not in names:
        return [part for arg in term.args for part in _joined(arg, op, names)]
    return [term]


def _counted(term: Term, names: Names, offset: int) -> str:
    """The number of a term that counts, within five bits; most often it is 0.  ``min`` would cost three times as much."""
    number = _number(term, names)
    most = most_of(term)
    if most is not None and most <= MOST:
        return f"bits |= {number} << {offset}"
    known, again = (number, number) if number.isidentifier() else (f"(n := {number})", "n")
    least = f"{known} > 0" if may_be_negative(term) else known
    return f"if {least}: bits |= ({again} if {again} < {MOST} else {MOST}) << {offset}"


def is_number(term: Any, number: int) -> bool:
    return not isinstance(term, Term) and term == number


def most_of(term: Any) -> int | None:
    """The most that a number can be, where that is plain to see and it is never negative."""
    if not isinstance(term, Term):
        return int(term) if term >= 0 else None
    if term.kind == TRUTH:
        return 1
    if term.op == "count":
        return _most_counted(term.args[0])
    if term.kind == NUMBER and term.op in ("+", "*"):
        most = [most_of(arg) for arg in term.args]
        if most[0] is not None and most[1] is not None:
            return most[0] + most[1] if term.op == "+" else most[0] * most[1]
    return None


def _most_counted(bits: Term) -> int | None:
    """How many bits a set can have: no more than the smaller side of an ``&``."""
    if bits.op != "&":
        return None
    sides = [
        _most_counted(arg) if isinstance(arg, Term) else arg.bit_count() if arg >= 0 else None for arg in bits.args
    ]
    return min((side for side in sides if side is not None), default=None)


def may_be_negative(term: Term) -> bool:
    return term.op == "-" or any(
        may_be_negative(arg) if isinstance(arg, Term) else isinstance(arg, int) and arg < 0 for arg in term.args
    )


def define(name: str, text: list[str], **space: Any) -> Any:
    """The function ``name`` that this text defines."""
    source = ast.unparse(ast.parse("\n".join(text))) + "\n"  # drops the brackets that are not needed
    file = f"<{name} {zlib.crc32(source.encode()):08x}>"  # the same text is the same file
    exec(compile(source, file, "exec"), space)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    function = space[name]
    function.source = source
    return function
