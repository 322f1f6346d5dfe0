"""Print traced patterns as one function of NumPy columns: the facts of many readings at once.  ``compile``'s twin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.compile import (
    MOST,
    Names,
    Printed,
    define,
    is_number,
    locals_of,
    may_be_negative,
    most_of,
    next_part,
)
from mahjong_core.facts import NUMBER, TRUTH
from mahjong_core.trace import Term, shared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.bool_] | NDArray[np.int64]

BYTE: Final = 255


def many_hands(name: str, lines: Sequence[Term]) -> Printed[list[Column]]:
    """A function of the facts of many readings (columns) that returns a column for each term, in order.

    A truth gives a column of bools, a term that counts a column of int64, at most 31.
    """
    import numpy

    text, names = locals_of(lines)
    for term in shared(lines):
        narrow = _is_narrow(term, names)
        text.append(f"{next_part(names)} = {(_narrow if narrow else _column)(term, names)}")
        names[id(term)] = next_part(names)
        if narrow:
            names.narrow.add(id(term))
    rows = [_column(term, names) if term.kind == TRUTH else _capped_column(term, names) for term in lines]
    answer: Printed[list[Column]] = define(
        name, [f"def {name}(h):", *(f"    {line}" for line in text), f"    return [{', '.join(rows)}]"], np=numpy
    )
    return answer


def _column(term: Any, names: Names) -> str:
    """As a column of many hands."""
    if not isinstance(term, Term):
        return repr(term)
    if id(term) in names:
        return names[id(term)] + (".astype(np.int64)" if id(term) in names.narrow else "")
    if term.op == "count":
        return f"{_narrow(term, names)}.astype(np.int64)"
    left, right = term.args
    if term.op in ("!=", "==") and is_number(right, 0) and left.kind == TRUTH:
        return f"{'~' if term.op == '==' else ''}({_column(left, names)})"
    if term.kind == TRUTH and _is_narrow(left, names) and type(right) is int and 0 <= right <= BYTE:
        return f"({_narrow(left, names)} {term.op} {right})"
    return f"({_column(left, names)} {term.op} {_column(right, names)})"


def _is_narrow(term: Any, names: Names) -> bool:
    """A small number that bytes can hold while it is compared: counts, truths and their sums.  Bytes are far quicker."""
    if not isinstance(term, Term) or term.kind != NUMBER or (_most_bits(term) or BYTE + 1) > BYTE:
        return False
    if id(term) in names:
        return id(term) in names.narrow
    if term.op == "+":
        return all(_is_narrow(arg, names) for arg in term.args)
    return term.op == "count" or (term.op == "*" and is_number(term.args[1], 1) and _kind_of(term.args[0]) == TRUTH)


def _narrow(term: Term, names: Names) -> str:
    """Such a number as a column of bytes."""
    if id(term) in names:
        return names[id(term)]
    if term.op == "count":
        return f"np.bitwise_count({_column(term.args[0], names)})"
    if term.op == "+":
        return f"({_narrow(term.args[0], names)} + {_narrow(term.args[1], names)})"
    return f"({_column(term.args[0], names)}).view(np.uint8)"


def _most_bits(term: Term) -> int | None:
    """The most that counts, truths and their sums can be: a set has 64 bits at most."""
    if term.op == "count":
        return 64
    if term.op == "+" and all(isinstance(arg, Term) for arg in term.args):
        most = [_most_bits(arg) for arg in term.args]
        return None if None in most else sum(n for n in most if n is not None)
    return most_of(term)


def _kind_of(term: Any) -> str | None:
    return term.kind if isinstance(term, Term) else None


def _capped_column(term: Term, names: Names) -> str:
    number = _column(term, names)
    most = most_of(term)
    if most is not None and most <= MOST:
        return number
    number = f"np.minimum({number}, {MOST})"
    return f"np.maximum({number}, 0)" if may_be_negative(term) else number
