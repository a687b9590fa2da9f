"""The lists of series, categories, clubs and federations of an organisation."""

from collections.abc import Iterable, Mapping

from django.db.models import Count

from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind
from tournament.models import Group, Organisation

#: Field of a player for each kind of list.
FIELDS: Mapping[GroupKind, str] = {kind: str(kind) for kind in GroupKind}


def _fold_code(text: str) -> str:
    """Return "3b" for "3 B"."""
    return fold_name(text).replace(" ", "")


class GroupLists:
    """The lists of an organisation, read once."""

    def __init__(self, organisation: Organisation) -> None:
        self._codes: dict[GroupKind, dict[str, str]] = {kind: {} for kind in GroupKind}
        for group in Group.objects.filter(organisation=organisation):
            codes = self._codes[GroupKind(group.kind)]
            for text in filter(None, (group.name, group.code)):
                codes[_fold_code(text)] = group.code

    def list_codes(self, kind: GroupKind) -> list[str]:
        """Return the codes of a list."""
        return list(dict.fromkeys(self._codes[kind].values()))

    def to_code(self, kind: GroupKind, text: str) -> str:
        """Return the code that ``text`` means, by code or whole name; else ``text``."""
        return self._codes[kind].get(_fold_code(text), text)

    def list_unknown(self, people: Iterable[PlayerData]) -> dict[GroupKind, list[str]]:
        """Return the codes not in the lists yet, once each, in the order of ``people``."""
        unknown: dict[GroupKind, dict[str, str]] = {kind: {} for kind in GroupKind}
        for person in people:
            for kind, field in FIELDS.items():
                text = getattr(person, field)
                if text and _fold_code(text) not in self._codes[kind]:
                    unknown[kind].setdefault(_fold_code(text), text)
        return {kind: list(texts.values()) for kind, texts in unknown.items() if texts}


def list_choices(organisation: Organisation) -> dict[str, list[Group]]:
    """Return the suggestions for the fields of a player, by field."""
    groups: dict[str, list[Group]] = {field: [] for field in FIELDS.values()}
    for group in Group.objects.filter(organisation=organisation):
        groups[FIELDS[GroupKind(group.kind)]].append(group)
    return groups


def count_by_code(organisation: Organisation) -> dict[GroupKind, dict[str, int]]:
    """Count the players of the roster with each code of each list."""
    return {
        kind: dict(
            organisation.roster.exclude(**{field: ""})
            .values_list(field)
            .annotate(number=Count("pk"))
            .order_by()
        )
        for kind, field in FIELDS.items()
    }
