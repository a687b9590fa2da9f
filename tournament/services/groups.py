"""The lists of an organisation: series, age categories, clubs, federations."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from tournament.core.errors import BadSetting
from tournament.core.files.cells import tidy
from tournament.core.people.usual_groups import USUAL_GROUPS
from tournament.core.states import GroupKind, TournamentState
from tournament.models import Group, Organisation, Player
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.groups import FIELDS

MAX_NAME = 80
MAX_AGE = 120


def add_usual(*, organisation: Organisation, by: User | None, now: datetime) -> int:
    """Write the lists that organisations begin with; what is there stays. Returns how many."""
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
        for place, usual in enumerate(USUAL_GROUPS)
    ]
    before = organisation.groups.count()
    Group.objects.bulk_create(rows, ignore_conflicts=True)
    return organisation.groups.count() - before


def add_groups(
    *,
    organisation: Organisation,
    codes: Mapping[GroupKind, Sequence[str]],
    by: User | None,
    now: datetime,
) -> None:
    """Add what a file brought to the ends of the lists."""
    rows = []
    for kind, texts in codes.items():
        first = _end(organisation, kind)
        rows += [
            Group(organisation=organisation, kind=kind, code=text, position=first + place)
            for place, text in enumerate(texts)
        ]
    Group.objects.bulk_create(rows, ignore_conflicts=True)


def _end(organisation: Organisation, kind: GroupKind) -> int:
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
    """Add to a list, or change ``group``: the people of the roster follow a new code, and with
    ``in_tournaments`` the players of every tournament do that is not archived.

    Raises BadSetting.
    """
    code, name = tidy(code), tidy(name)
    _check(kind, code, name, age_from, age_to)
    with transaction.atomic():
        if group is None:
            end = _end(organisation, kind)
            group = Group(organisation=organisation, kind=kind, position=end)
        before = group.code
        group.code, group.name = code, name
        group.age_from, group.age_to = age_from, age_to
        try:
            with transaction.atomic():
                group.save()
        except IntegrityError:
            raise BadSetting("group-taken", code=code) from None
        if before and before != code:
            _rename(organisation, kind, before, code, in_tournaments=in_tournaments)
    return group


def _check(kind: GroupKind, code: str, name: str, age_from: int | None, age_to: int | None) -> None:
    if not code:
        raise BadSetting("group-without-code")
    for text, most in ((code, PLAYER_LENGTHS[FIELDS[kind]]), (name, MAX_NAME)):
        if len(text) > most:
            raise BadSetting("too-long", text=text, most=most)
    if age_from is not None and age_to is not None and age_to < age_from:
        raise BadSetting("ages-reversed", first=age_from, last=age_to)


def _rename(
    organisation: Organisation, kind: GroupKind, before: str, code: str, *, in_tournaments: bool
) -> None:
    field = FIELDS[kind]
    organisation.roster.filter(**{field: before}).update(**{field: code})
    if in_tournaments:
        open_ones = organisation.tournaments.exclude(state=TournamentState.ARCHIVED)
        players = Player.objects.filter(tournament__in=open_ones)
        players.filter(**{field: before}).update(**{field: code})


def move_group(*, group: Group, down: bool, by: User | None, now: datetime) -> None:
    """One place up or down in its list; at an end it stays."""
    with transaction.atomic():
        listed = list(
            Group.objects.select_for_update()
            .filter(organisation=group.organisation_id, kind=group.kind)
            .order_by("position", "code")
        )
        at = listed.index(group)
        to = min(max(at + (1 if down else -1), 0), len(listed) - 1)
        listed.insert(to, listed.pop(at))
        for place, one in enumerate(listed):
            one.position = place
        Group.objects.bulk_update(listed, ["position"])


def delete_group(*, group: Group, by: User | None, now: datetime) -> None:
    """Out of the list; whoever carries its code keeps it."""
    group.delete()
