"""The lists of a new organisation: those of French-speaking duplicate.

No edition of the regulation defines series, ages or federations: the federations do, and change
them. Organisers edit their lists, as the page of the lists says; other initial lists are defined
here.
"""

from dataclasses import dataclass

from tournament.core.states import GroupKind


@dataclass(frozen=True, slots=True)
class DefaultGroup:
    """A group; ``ages``: the first and the last age, in the civil year; None for no limit."""

    kind: GroupKind
    code: str
    name: str = ""
    ages: tuple[int | None, int | None] = (None, None)


_SERIES = (
    *("1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B", "4C", "4D"),
    *("5A", "5B", "5C", "5D", "6A", "6B", "6C", "6D", "7"),
)
#: In the order of the lists and rankings.
DEFAULT_GROUPS: tuple[DefaultGroup, ...] = (
    *(DefaultGroup(GroupKind.SERIES, code) for code in _SERIES),
    DefaultGroup(GroupKind.CATEGORY, "P", "Poussin", (None, 9)),
    DefaultGroup(GroupKind.CATEGORY, "B", "Benjamin", (10, 11)),
    DefaultGroup(GroupKind.CATEGORY, "C", "Cadet", (12, 14)),
    DefaultGroup(GroupKind.CATEGORY, "J", "Junior", (15, 17)),
    DefaultGroup(GroupKind.CATEGORY, "E", "Espoir", (18, 25)),
    DefaultGroup(GroupKind.CATEGORY, "S", "Senior", (26, 61)),
    DefaultGroup(GroupKind.CATEGORY, "V", "Vermeil", (62, 71)),
    DefaultGroup(GroupKind.CATEGORY, "D", "Diamant", (72, None)),
    DefaultGroup(GroupKind.FEDERATION, "FFSc", "Fédération française de Scrabble"),
    DefaultGroup(GroupKind.FEDERATION, "FBS", "Fédération belge de Scrabble"),
    DefaultGroup(GroupKind.FEDERATION, "FSSc", "Fédération suisse de Scrabble"),
    DefaultGroup(
        GroupKind.FEDERATION,
        "FQCSF",
        "Fédération québécoise des clubs de Scrabble francophone",
    ),
)
