"""Choice of the terms of a classic tournament."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import RoundTerms, build_default_terms
from tournament.classic.core.terms import TABLET_TERMS, MatchTerms
from tournament.classic.models import Match
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import Discipline
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import require_not_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction

#: Terms that cannot change once the pairs of the first round are public.
FIXED_TERMS = frozenset(
    [
        "system",
        "points_won",
        "points_equal",
        "points_lost",
        "points_bye",
        "points_forfeit",
        "points_absent",
        "tie_break",
        "tie_break_most",
        "tie_break_unplayed",
    ]
)
#: Names of the terms of matches; the others are terms of rounds.
_MATCH_TERMS = frozenset(TABLET_TERMS.to_json())


def validate_terms(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms as stored. Raise BadSetting for invalid ones."""
    RoundTerms.from_json(terms)
    match_terms = MatchTerms.from_json(terms).to_json()
    rest = {name: value for name, value in terms.items() if name not in _MATCH_TERMS}
    return {**match_terms, **rest}


def change_terms(
    *, tournament: Tournament, changes: Mapping[str, Any], by: By, now: datetime
) -> Tournament:
    """Change the terms, for every match of a round that has not begun.

    Raise BadSetting, also for terms fixed by the publication of the first round; WrongState for a
    tournament that is not classic.
    """
    with open_journal_transaction():
        locked_tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if locked_tournament.discipline != Discipline.CLASSIC:
            raise WrongState("not-classic")
        require_not_archived(locked_tournament)
        current = {**build_default_terms(), **locked_tournament.classic}
        new_terms = validate_terms({**current, **changes})
        has_public_round = locked_tournament.rounds.exclude(state=RoundState.PREPARED).exists()
        if has_public_round and any(
            new_terms.get(name) != current.get(name) for name in FIXED_TERMS
        ):
            raise BadSetting("classic-settled")
        locked_tournament.classic = new_terms
        locked_tournament.save(update_fields=["classic"])
        tournament.classic = new_terms
        not_begun = Match.objects.filter(
            round__tournament=locked_tournament, round__started_at=None
        )
        not_begun.update(terms=MatchTerms.from_json(new_terms).to_json())
        append = partial(append_change, locked_tournament.pk, action="terms", by=by, now=now)
        append(SubjectKind.TERMS, locked_tournament.uid)
        for match_round in locked_tournament.rounds.filter(started_at=None):
            append(SubjectKind.ROUND, match_round.uid)
        update_channel.notify(f"classic:{locked_tournament.pk}")
    return tournament
