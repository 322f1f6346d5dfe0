"""A pattern, run once on symbols instead of numbers, writes down what it computes.

Patterns are branch-free by rule, so one run shows all of it: which facts it looks at and what it does with them.
A pattern that breaks the rule is refused here, when a ruleset is loaded, and told by name what to write instead.
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from mahjong_core.errors import PatternError
from mahjong_core.facts import FACTS, NUMBER, SET, SITUATION, TRUTH, Facts, Pattern, count


class RefusedError(Exception):
    """What a pattern may not do; ``trace`` puts the pattern's name in front."""


class Term:
    """An operation and what it is done to.  Equal terms are one object, so a shared part is known by its identity.

    ``op`` is ``fact``, ``given``, ``count`` or an operator; ``kind`` is ``SET``, ``NUMBER`` or ``TRUTH``; ``args`` are
    terms, ints and bools, or the name of the fact.
    """

    __slots__ = ("args", "kind", "op")

    def __init__(self, op: str, kind: str, args: tuple[Any, ...]) -> None:
        self.op, self.kind, self.args = op, kind, args

    def __and__(self, other: Term | int) -> Term:
        return _join("&", self, other)

    def __or__(self, other: Term | int) -> Term:
        return _join("|", self, other)

    def __xor__(self, other: Term | int) -> Term:
        return _join("^", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __rshift__(self, other: Term | int) -> Term:
        return _shift(">>", self, other)

    def __rrshift__(self, other: int) -> Term:
        return _shift(">>", other, self)

    def __lshift__(self, other: Term | int) -> Term:
        return _shift("<<", self, other)

    def __rlshift__(self, other: int) -> Term:
        return _shift("<<", other, self)

    def __add__(self, other: Term | int) -> Term:
        return _reckon("+", self, other)

    def __mul__(self, other: Term | int) -> Term:
        return _reckon("*", self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Term | int) -> Term:
        return _reckon("-", self, other)

    def __rsub__(self, other: int) -> Term:
        return _reckon("-", other, self)

    def __eq__(self, other: Term | int) -> Term:  # type: ignore[override]
        return _term("==", TRUTH, self, other)

    def __ne__(self, other: Term | int) -> Term:  # type: ignore[override]
        return _term("!=", TRUTH, self, other)

    def __lt__(self, other: Term | int) -> Term:
        return _term("<", TRUTH, self, other)

    def __le__(self, other: Term | int) -> Term:
        return _term("<=", TRUTH, self, other)

    def __gt__(self, other: Term | int) -> Term:
        return _term(">", TRUTH, self, other)

    def __ge__(self, other: Term | int) -> Term:
        return _term(">=", TRUTH, self, other)

    __hash__ = None  # type: ignore[assignment]  # ``x in {…}`` would quietly say no

    def bit_count(self) -> Term:
        """What ``count`` asks of a set."""
        if self.kind == TRUTH:
            raise RefusedError("counts a truth; put the comparison outside: count(...) == 2")
        return _term("count", NUMBER, self)

    def __bool__(self) -> NoReturn:
        raise RefusedError("uses 'and', 'or', 'not', 'if' or a < b < c; write &, | and none()")

    def __invert__(self) -> NoReturn:
        raise RefusedError("uses ~; write none(...), or ALL ^ ... for the other kinds")

    def __repr__(self) -> str:
        return f"{self.op}({', '.join(map(repr, self.args))})"

    def parts(self) -> Iterator[Term]:
        """The terms that it is made of."""
        return (arg for arg in self.args if isinstance(arg, Term))


OPERATORS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    sign: getattr(operator, name)
    for sign, name in (
        ("&", "and_"), ("|", "or_"), ("^", "xor"), (">>", "rshift"), ("<<", "lshift"), ("+", "add"), ("-", "sub"),
        ("*", "mul"), ("==", "eq"), ("!=", "ne"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"),
    )
}  # fmt: skip

_TERMS: Final[dict[Any, Term]] = {}


def _term(op: str, kind: str, *args: Any) -> Term:
    """The one term that is made like this."""
    for arg in args:
        if not isinstance(arg, Term | int | str) or (isinstance(arg, str) and op not in ("fact", "given")):
            raise RefusedError(f"uses {arg!r} with {op}; only facts and whole numbers will do")
    key = (op, kind, *[id(arg) if isinstance(arg, Term) else f"{arg!r}" for arg in args])  # True is not 1
    return _TERMS.setdefault(key, Term(op, kind, args))


def _kind(operand: Any) -> str | None:
    """The kind of an operand; a plain int takes the kind of what it meets."""
    return operand.kind if isinstance(operand, Term) else TRUTH if isinstance(operand, bool) else None


def _join(op: str, left: Term, right: Term | int) -> Term:
    if (left.kind == TRUTH) != (_kind(right) == TRUTH):
        raise RefusedError(f"joins a truth and a set by {op}; put brackets round each comparison")
    return _term(op, SET if _kind(right) == SET else left.kind, left, right)


def _shift(op: str, left: Term | int, right: Term | int) -> Term:
    if TRUTH in (_kind(left), _kind(right)):
        raise RefusedError(f"shifts a truth by {op}; write some(...) * 1")
    return _term(op, _kind(left) or SET, left, right)


def _reckon(op: str, left: Term | int, right: Term | int) -> Term:
    if _kind(left) == _kind(right) == TRUTH:  # NumPy takes + for 'or'
        raise RefusedError(f"reckons with two truths by {op}; write some(...) * 1 for each")
    return _term(op, NUMBER, left, right)


class _Given(dict[str, Term]):
    """``h.given``: what the ruleset declares under ``situation:``."""

    def __missing__(self, name: str) -> NoReturn:
        what = "which the ruleset does not declare under 'situation:'"
        raise RefusedError(f"asks for h.given[{name!r}], {what}{_nearest(name, self)}")


def _nearest(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


_FACT_TERMS: Final = {name: _term("fact", kind, name) for name, (_, kind) in FACTS.items()}


def _symbols(given: Mapping[str, str]) -> Facts:
    """Facts of which each is its own symbol."""
    symbols: Any = Facts()
    for name, term in _FACT_TERMS.items():
        setattr(symbols, name, term)
    symbols.given = _Given({name: _term("given", kind, name) for name, kind in given.items()})
    return symbols  # type: ignore[no-any-return]


def trace(pattern: Pattern, given: Mapping[str, str] | None = None) -> Term:
    """What a pattern computes: a truth, or a number for a pattern that counts.

    ``given`` says of what kind the facts are that the ruleset declares: ``{"dominant_wind": SET}``.
    Raises ``PatternError`` for a pattern that branches, asks for what no hand has, or gives no such answer.
    """
    name = getattr(pattern, "__name__", repr(pattern))
    symbols = _symbols(given or {})
    try:
        term = pattern(symbols)
    except RefusedError as error:
        raise PatternError(f"pattern {name!r} {error}") from None
    except AttributeError as error:
        if error.obj is not symbols or error.name is None:
            raise PatternError(f"pattern {name!r} does not run: AttributeError: {error}") from error
        known = [fact for fact in dir(Facts) if not fact.startswith("_")]
        hint = _nearest(error.name, known)
        raise PatternError(f"pattern {name!r} asks for h.{error.name}, which is no fact{hint}") from None
    except Exception as error:
        raise PatternError(f"pattern {name!r} does not run: {type(error).__name__}: {error}") from error
    if not isinstance(term, Term):
        raise PatternError(f"pattern {name!r} answers {term!r} whatever the hand; compare facts of h")
    if term.kind == SET:
        raise PatternError(f"pattern {name!r} does not say whether it holds; compare, or write some(...)")
    return term


def facts_in(term: Term) -> set[str]:
    """The names of the facts that it looks at; what the ruleset declares is ``given.name``."""
    if term.op in ("fact", "given"):
        return {term.args[0] if term.op == "fact" else f"given.{term.args[0]}"}
    return {name for part in term.parts() for name in facts_in(part)}


def stage(term: Term) -> int:
    """When all the facts that it looks at are known: ``SITUATION``, ``HAND``, ``READING`` or ``PLACE``."""
    return max(SITUATION if name.startswith("given.") else FACTS[name][0] for name in facts_in(term))


def known(term: Any, values: Mapping[str, int]) -> Any:
    """What is left of a term where some facts have a known value: a smaller term, or a number or truth."""
    if not isinstance(term, Term):
        return term
    if term.op == "fact":
        return values.get(term.args[0], term)
    if term.op == "given" or not facts_in(term) & values.keys():
        return term
    args = [known(arg, values) for arg in term.args]
    if not any(isinstance(arg, Term) for arg in args):
        return _worked_out(term.op, args)
    left, right = args if len(args) == 2 else (args[0], None)
    if term.op in ("&", "|") and term.kind == TRUTH:
        truth, rest = (right, left) if isinstance(left, Term) else (left, right)
        if isinstance(truth, bool):
            return rest if truth == (term.op == "&") else truth
    return _term(term.op, term.kind, *args)


def _worked_out(op: str, args: Sequence[Any]) -> Any:
    return count(args[0]) if op == "count" else OPERATORS[op](*args)


def shared(terms: Iterable[Term]) -> list[Term]:
    """The parts that occur more than once, facts aside, innermost first."""
    times: dict[int, int] = {}
    order: list[Term] = []

    def visit(term: Term) -> None:
        times[id(term)] = times.get(id(term), 0) + 1
        if times[id(term)] == 1:
            for part in term.parts():
                visit(part)
            order.append(term)

    for term in terms:
        visit(term)
    return [term for term in order if times[id(term)] > 1 and term.op not in ("fact", "given")]


def any_of(terms: Sequence[Term]) -> Term:
    """One term for a role with several patterns: it holds when any of them does; a pattern that counts stands alone."""
    if len(terms) != 1 and not all(term.kind == TRUTH for term in terms):
        raise PatternError("a pattern that counts cannot be one of several; give it a role of its own")
    if not terms:
        raise PatternError("a role needs at least one pattern")
    joined = terms[0]
    for term in terms[1:]:
        joined = joined | term
    return joined
