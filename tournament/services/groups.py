"""The lists of an organisation: series, age categories, clubs, federations."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from tournament.core.errors import BadSetting
from tournament.core.files.cells import normalise_text
from tournament.core.people.default_groups import DEFAULT_GROUPS
from tournament.core.people.names import fold_name
from tournament.core.states import GroupKind, TournamentState
from tournament.models import Group, Organisation, Player
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.groups import FIELDS

MAX_NAME = 80
MAX_AGE = 120


def add_default_groups(*, organisation: Organisation, by: User | None, now: datetime) -> int:
    """Add the usual lists; existing codes stay. Return the number of added codes."""
    rows = [
        Group(
            organisation=organisation,
            kind=usual.kind,
            code=usual.code,
            name=usual.name,
            position=place,
            age_from=usual.ages[0],
            age_to=usual.ages[1],
        )
        for place, usual in enumerate(DEFAULT_GROUPS)
    ]
    count_before = organisation.groups.count()
    Group.objects.bulk_create(rows, ignore_conflicts=True)
    return organisation.groups.count() - count_before


def add_groups(
    *,
    organisation: Organisation,
    codes: Mapping[GroupKind, Sequence[str]],
    by: User | None,
    now: datetime,
) -> None:
    """Append the new codes of a file to the lists."""
    rows = []
    for kind, texts in codes.items():
        first = _find_next_position(organisation, kind)
        rows += [
            Group(organisation=organisation, kind=kind, code=text, position=first + place)
            for place, text in enumerate(texts)
        ]
    Group.objects.bulk_create(rows, ignore_conflicts=True)


def _find_next_position(organisation: Organisation, kind: GroupKind) -> int:
    last = organisation.groups.filter(kind=kind).aggregate(last=Max("position"))["last"]
    return 0 if last is None else int(last) + 1


def save_group(  # noqa: PLR0913 - one of each setting
    *,
    organisation: Organisation,
    kind: GroupKind,
    code: str,
    name: str = "",
    age_from: int | None = None,
    age_to: int | None = None,
    group: Group | None = None,
    in_tournaments: bool = False,
    by: User | None,
    now: datetime,
) -> Group:
    """Add to a list, or change ``group``. The roster follows a new code, and with
    ``in_tournaments`` the players of all tournaments that are not archived.

    Raise BadSetting.
    """
    code, name = normalise_text(code), normalise_text(name)
    check_group(kind, code, name, age_from, age_to)
    with transaction.atomic():
        if group is None:
            end = _find_next_position(organisation, kind)
            group = Group(organisation=organisation, kind=kind, position=end)
        former_code = group.code
        group.code, group.name = code, name
        group.age_from, group.age_to = age_from, age_to
        try:
            with transaction.atomic():
                group.save()
        except IntegrityError:
            raise BadSetting("group-taken", code=code) from None
        if former_code and former_code != code:
            _rename_code(organisation, kind, former_code, code, in_tournaments=in_tournaments)
    return group


def check_group(
    kind: GroupKind, code: str, name: str, age_from: int | None, age_to: int | None
) -> None:
    if not code:
        raise BadSetting("group-without-code")
    for text, max_length in ((code, PLAYER_LENGTHS[FIELDS[kind]]), (name, MAX_NAME)):
        if len(text) > max_length:
            raise BadSetting("too-long", text=text, most=max_length)
    if age_from is not None and age_to is not None and age_to < age_from:
        raise BadSetting("ages-reversed", first=age_from, last=age_to)


def _rename_code(
    organisation: Organisation,
    kind: GroupKind,
    former_code: str,
    code: str,
    *,
    in_tournaments: bool,
) -> None:
    field = FIELDS[kind]
    changes = {field: code} | ({"plain_club": fold_name(code)} if field == "club" else {})
    organisation.roster.filter(**{field: former_code}).update(**changes)
    if in_tournaments:
        open_tournaments = organisation.tournaments.exclude(state=TournamentState.ARCHIVED)
        players = Player.objects.filter(tournament__in=open_tournaments)
        players.filter(**{field: former_code}).update(**{field: code})


def move_group(*, group: Group, down: bool, by: User | None, now: datetime) -> None:
    """Move a group up or down by one place in its list, if there is one."""
    with transaction.atomic():
        groups = list(
            Group.objects.select_for_update()
            .filter(organisation=group.organisation_id, kind=group.kind)
            .order_by("position", "code")
        )
        index = groups.index(group)
        new_index = min(max(index + (1 if down else -1), 0), len(groups) - 1)
        groups.insert(new_index, groups.pop(index))
        for place, listed_group in enumerate(groups):
            listed_group.position = place
        Group.objects.bulk_update(groups, ["position"])


def delete_group(*, group: Group, by: User | None, now: datetime) -> None:
    """Delete a group from its list; players keep its code."""
    group.delete()
