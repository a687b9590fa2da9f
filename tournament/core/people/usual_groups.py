"""The lists of a new organisation: those of French-speaking duplicate.

No edition of the regulation defines series, ages or federations: the federations do, and change
them. Organisers edit their lists, as the page of the lists says; other initial lists are defined
here.
"""

from dataclasses import dataclass

from tournament.core.states import GroupKind


@dataclass(frozen=True, slots=True)
class UsualGroup:
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
USUAL_GROUPS: tuple[UsualGroup, ...] = (
    *(UsualGroup(GroupKind.SERIES, code) for code in _SERIES),
    UsualGroup(GroupKind.CATEGORY, "P", "Poussin", (None, 9)),
    UsualGroup(GroupKind.CATEGORY, "B", "Benjamin", (10, 11)),
    UsualGroup(GroupKind.CATEGORY, "C", "Cadet", (12, 14)),
    UsualGroup(GroupKind.CATEGORY, "J", "Junior", (15, 17)),
    UsualGroup(GroupKind.CATEGORY, "E", "Espoir", (18, 25)),
    UsualGroup(GroupKind.CATEGORY, "S", "Senior", (26, 61)),
    UsualGroup(GroupKind.CATEGORY, "V", "Vermeil", (62, 71)),
    UsualGroup(GroupKind.CATEGORY, "D", "Diamant", (72, None)),
    UsualGroup(GroupKind.FEDERATION, "FFSc", "Fédération française de Scrabble"),
    UsualGroup(GroupKind.FEDERATION, "FBS", "Fédération belge de Scrabble"),
    UsualGroup(GroupKind.FEDERATION, "FSSc", "Fédération suisse de Scrabble"),
    UsualGroup(
        GroupKind.FEDERATION,
        "FQCSF",
        "Fédération québécoise des clubs de Scrabble francophone",
    ),
)
