"""Records which settings, names and entries of a tournament changed, with old and new values."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder

from tournament.core.states import TournamentChangeKind
from tournament.models import Entry, Tournament
from tournament.services.lifecycle import record_tournament_change


def record_settings(
    tournament: Tournament,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    *,
    by: User | None,
    now: datetime,
    game: int | None = None,
) -> None:
    """Record the settings that differ; ``game``: the number of the game that they are of."""
    changes = [[name, old[name], value] for name, value in new.items() if old[name] != value]
    if changes:
        data = {"changes": changes} | ({} if game is None else {"game": game})
        plain = json.loads(json.dumps(data, cls=DjangoJSONEncoder))
        record_tournament_change(
            tournament, TournamentChangeKind.SETTINGS, by=by, now=now, data=plain
        )


def record_new_name(entry: Entry, old: str, *, by: User | None, now: datetime) -> None:
    """Record that the name of ``entry`` was ``old``, if it is another one now."""
    if old != entry.name:
        data = {"entry": str(entry.uid), "old": old, "new": entry.name}
        record_tournament_change(
            entry.tournament, TournamentChangeKind.NAME, by=by, now=now, data=data
        )


def record_entries(
    tournament: Tournament, act: str, *, by: User | None, now: datetime, **data: int
) -> None:
    """Record what was done to an entry (``table``) or to several (``count``), without names."""
    record_tournament_change(
        tournament, TournamentChangeKind.ENTRIES, by=by, now=now, data={"act": act, **data}
    )
