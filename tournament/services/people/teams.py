"""Teams of a tournament: entries whose results are added up."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count

from tournament.core.errors import BadSetting
from tournament.core.files.cells import normalise_text
from tournament.models import Entry, Team, Tournament
from tournament.services.locks import lock_entries

MAX_NAME = 80


def find_team(tournament: Tournament, name: str) -> Team | None:
    """Return the team of this name, created if missing; None for no name. Raise BadSetting."""
    name = normalise_text(name)
    if not name:
        return None
    if len(name) > MAX_NAME:
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    team = tournament.teams.filter(name__iexact=name).first()
    return team or Team.objects.create(tournament=tournament, name=name)


def put_in_team(
    *,
    tournament: Tournament,
    entries: Collection[int],
    name: str,
    by: User | None,
    now: datetime,
) -> Counter[str]:
    """Put ``entries`` in the team ``name``, or in none; empty teams are deleted.

    Return how many of them changed, by the name of their former team. Raise BadSetting.
    """
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        team = find_team(tournament, name)
        chosen_entries = Entry.objects.filter(tournament=tournament, pk__in=entries)
        former = [entry.team_id for entry in lock_entries(chosen_entries)]
        names = dict(tournament.teams.values_list("pk", "name"))
        chosen_entries.update(team=team)
        empty = tournament.teams.annotate(size=Count("entries")).filter(size=0)
        tournament.teams.filter(pk__in=[team_row.pk for team_row in empty]).delete()
    new = team.pk if team else None
    return Counter(names.get(pk, "") if pk else "" for pk in former if pk != new)


def rename_team(*, team: Team, name: str, by: User | None, now: datetime) -> Team:
    """Rename a team. Raise BadSetting for no name, one too long, or another team's."""
    name = normalise_text(name)
    if not name:
        raise BadSetting("team-without-name")
    if len(name) > MAX_NAME:
        raise BadSetting("too-long", text=name, most=MAX_NAME)
    other_teams = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
    if other_teams.filter(name__iexact=name).exists():
        raise BadSetting("team-taken", name=name)
    team.name = name
    team.save(update_fields=["name"])
    return team
