"""Codes of the core as the choices of a column."""

from enum import StrEnum


def build_choices(codes: type[StrEnum]) -> list[tuple[str, str]]:
    return [(code.value, code.name.title()) for code in codes]
