"""Explanations, notes and problems in words: figures come from the values, names of roles from the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from mahjong_core.phrase_texts import PHRASES
from mahjong_core.worth.methods import Amount, LimitName

LANGUAGES: Final = ("en", "fr", "ja", "zh")


def heading(id: str, lang: str) -> str:
    """A phrase with its colon."""
    return phrase(id, lang) + colon(lang)


def colon(lang: str) -> str:
    """French puts a space before it."""
    return " :" if lang == "fr" else ":"


def phrase(id: str, lang: str, /, **figures: Any) -> str:
    """A phrase with its figures; languages without phrases of their own get English."""
    return PHRASES[id][lang == "fr"].format(**{key: _figure(value, lang) for key, value in figures.items()})


def nearest_name(names: Mapping[str, str], id: str, lang: str) -> str:
    """A name in a language, or in the nearest that there is."""
    return names.get(lang) or names.get("en") or next(iter(names.values()), id)


class Said(str):
    """A sentence in English that can be told in other languages, too: ``said("flag_won", flag="haitei")``."""

    id: str
    figures: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _said, (self.id, self.figures)


def said(id: str, /, **figures: Any) -> Said:
    """The sentence of this phrase."""
    return _said(id, figures)


def _said(id: str, figures: dict[str, Any]) -> Said:
    sentence = Said(phrase(id, "en", **figures))
    sentence.id, sentence.figures = id, figures
    return sentence


class Named(str):
    """A text in English of which a table gives the names in other languages."""

    names: Mapping[str, str]

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (str(self), dict(self.names))


def named(text: str, names: Mapping[str, str]) -> Named:
    """The English text with its names."""
    of = Named(text)
    of.names = names
    return of


class SeatNames(str):
    """Seats (``"E"``, ``"E S"``) in a sentence that is read aloud: East and South."""

    __slots__ = ()

    def told(self, lang: str) -> str:
        names = [phrase(f"seat_{seat}", lang) for seat in self.split()]
        together = ", ".join(names[:-1])
        return f"{together} {phrase('and', lang)} {names[-1]}" if together else "".join(names)


def seat_names(seats: Iterable[str]) -> SeatNames:
    """Seats to be told by name."""
    return SeatNames(" ".join(seats))


def told(sentence: str, lang: str) -> str:
    """A sentence in this language, as far as it is known there."""
    if isinstance(sentence, Named):
        return sentence.names.get(lang) or str(sentence)
    if lang == "fr" and isinstance(sentence, Said):
        return phrase(sentence.id, lang, **sentence.figures)
    return str(sentence)


def _figure(value: Any, lang: str) -> Any:
    if isinstance(value, Amount):
        return amount_text(value.unit, value.n, lang)
    if isinstance(value, (Said, Named)):
        return told(value, lang)
    if isinstance(value, SeatNames):
        return value.told(lang)
    return limit_text(value, lang) if isinstance(value, LimitName) else printable(value)


def printable(value: Any) -> Any:
    """The value, or words for one that Python does not print (a number of thousands of digits)."""
    try:
        repr(value)
    except (ValueError, RecursionError):
        return f"<{type(value).__name__} too long to print>"
    return value


def quoted(value: Any) -> str:
    """What was told, as a problem quotes it: a long one is cut short."""
    text = repr(printable(value))
    return text if len(text) <= 200 else f"{text[:200]}..."


def amount_text(unit: str, n: int, lang: str) -> str:
    """``("han", 2)`` -> ``"2 han"``; a unit that only a plug-in knows goes by its own name."""
    id = f"unit_{unit}"
    if (n == 1 or (n == 0 and lang == "fr")) and f"{id}_1" in PHRASES:
        return phrase(f"{id}_1", lang, n=n)
    return phrase(id, lang, n=n) if id in PHRASES else f"{n} {unit}"


def limit_text(limit: str, lang: str) -> str:
    """The name of a limit in words; the Japanese ones are words already."""
    id = f"limit_{limit}"
    return phrase(id, lang) if id in PHRASES else str(limit)
