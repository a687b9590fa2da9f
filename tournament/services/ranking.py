"""How a tournament ranks, as its organiser chooses."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.ranking.specification import Settings, require_mode
from tournament.models import Tournament


def choose_ranking(
    *, tournament: Tournament, settings: Settings, by: User | None, now: datetime
) -> Tournament:
    """Every ranking of ``tournament`` is made so from now on; no result changes by it.

    Raises BadSetting for a mode that its edition does not know, and what ``Settings.read`` does.
    """
    with transaction.atomic():
        # The edition does not change meanwhile.
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        require_mode(locked.regulation, settings.mode)
        locked.ranking = Settings.read(settings.as_json()).as_json()
        locked.save(update_fields=["ranking"])
    tournament.ranking = locked.ranking
    return tournament
