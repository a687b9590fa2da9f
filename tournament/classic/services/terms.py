"""The terms of a classic tournament are chosen."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import RoundTerms, usual_terms
from tournament.classic.core.terms import ON_TABLETS, MatchTerms
from tournament.classic.models import Match
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import Discipline
from tournament.models import Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import require_open
from tournament.services.play.transitions import By

#: What is settled once everybody can see whom he meets in the first round.
SETTLED = frozenset(
    {
        "system",
        "games_to_win",
        "points_won",
        "points_equal",
        "points_lost",
        "points_bye",
        "points_forfeit",
        "points_absent",
        "tie_break",
        "tie_break_most",
        "tie_break_unplayed",
    }
)
#: What terms of matches are: the others are of rounds.
_OF_MATCHES = frozenset(ON_TABLETS.as_json())


def checked_terms(kept: Mapping[str, Any]) -> dict[str, Any]:
    """MatchTerms as they are kept; raises BadSetting for what cannot be used."""
    RoundTerms.read(kept)
    read = MatchTerms.read(kept).as_json()
    rest = {name: value for name, value in kept.items() if name not in _OF_MATCHES}
    return {**read, **rest}


def change_terms(
    *, tournament: Tournament, changes: Mapping[str, Any], by: By, now: datetime
) -> Tournament:
    """They count in every match that has not begun, of rounds that are paired or shown already too.

    Raises BadSetting, also for what is settled once the first round is shown; WrongState for a
    tournament of another kind."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if locked.discipline != Discipline.CLASSIC:
            raise WrongState("not-classic")
        require_open(locked)
        kept = {**usual_terms(), **locked.classic}
        new = checked_terms({**kept, **changes})
        shown = locked.rounds.exclude(state=RoundState.PREPARED).exists()
        if shown and any(new.get(name) != kept.get(name) for name in SETTLED):
            raise BadSetting("classic-settled")
        locked.classic = new
        locked.save(update_fields=["classic"])
        tournament.classic = new
        not_begun = Match.objects.filter(round__tournament=locked, round__started_at=None)
        not_begun.update(terms=MatchTerms.read(new).as_json())
        update_channel.tell(f"classic:{locked.pk}")
    return tournament
