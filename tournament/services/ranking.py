"""The ranking settings of a tournament, chosen by its organiser."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.ranking.specification import RankingSettings, require_mode
from tournament.models import Tournament
from tournament.services.change_records import record_settings


def choose_ranking(
    *, tournament: Tournament, settings: RankingSettings, by: User | None, now: datetime
) -> None:
    """Apply the settings to every ranking of ``tournament`` from now on; no result changes.

    Raise BadSetting for a mode that its edition does not have, or invalid settings.
    """
    with transaction.atomic():
        # The edition does not change meanwhile.
        locked_tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        require_mode(locked_tournament.regulation, settings.mode)
        old = RankingSettings.from_json(locked_tournament.ranking).to_json()
        locked_tournament.ranking = RankingSettings.from_json(settings.to_json()).to_json()
        record_settings(locked_tournament, old, locked_tournament.ranking, by=by, now=now)
        locked_tournament.save(update_fields=["ranking"])
    tournament.ranking = locked_tournament.ranking
