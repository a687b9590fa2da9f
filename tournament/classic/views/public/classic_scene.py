"""The big screen of a classic tournament: pairs by table, standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.classic.core.rounds.countdown import Countdown, CountdownState
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchRound
from tournament.classic.presentation.rounds import MEASURE_NAMES
from tournament.classic.queries.rounds import (
    RoundsData,
    find_matches_with_results,
    list_public_rounds,
    load_rounds_data,
)
from tournament.classic.queries.table_clocks import load_countdown
from tournament.classic.views.match_display import build_countdown_face
from tournament.core.ranking.ranked_line import RankedLine
from tournament.core.scenes import Panel
from tournament.core.states import ResultVisibility
from tournament.models import Tournament
from tournament.queries.clock import now, to_milliseconds
from tournament.queries.screen import has_logo
from tournament.views.cards import render_qr_code

#: Panels during a round, and after it; a common time is shown alone.
_COUNTDOWN_PANELS = (Panel.COUNTDOWN,)
_ROUND_PANELS = (Panel.TABLES, Panel.RANKING, Panel.ADDRESS)
_FINAL_PANELS = (Panel.RANKING, Panel.ADDRESS)


@dataclass(frozen=True, slots=True)
class SceneTable:
    """A table of the round."""

    number: int | str
    name: str


@dataclass(frozen=True, slots=True)
class SceneStandings:
    title: str
    is_provisional: bool
    withheld: ResultVisibility | None


def scene(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the panels, whatever scene is requested: there is no common board."""
    last_round = list_public_rounds(tournament).last()
    countdown, moment = load_countdown(last_round), now()
    rounds_data = load_rounds_data(tournament, public=True)
    url = settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug])
    is_withheld = last_round is not None and last_round not in rounds_data.rounds
    context = {
        "tournament": tournament,
        "panels": _choose_panels(last_round, countdown, to_milliseconds(moment)),
        "common": build_countdown_face(countdown, moment),
        "warn": MatchTerms.from_json(tournament.classic).warn_s,
        "now": to_milliseconds(moment),
        "url": url,
        "qr": render_qr_code(url),
        "logo": has_logo(tournament.pk),
        "round": last_round,
        "seats": _list_tables(rounds_data, last_round),
        "ranking": SceneStandings(
            _("Classement"),
            rounds_data.provisional,
            ResultVisibility(tournament.publicity) if is_withheld else None,
        ),
        "rows": list_rows(rounds_data),
    }
    return render(request, "public/scene.html", context)


def _choose_panels(
    last_round: MatchRound | None, countdown: Countdown, now_ms: int
) -> Sequence[Panel]:
    if last_round is None:
        return (Panel.WELCOME,)
    has_countdown = countdown.find_state(now_ms) is not CountdownState.NONE
    if last_round.state == RoundState.RUNNING and has_countdown:
        return _COUNTDOWN_PANELS
    return _FINAL_PANELS if last_round.state == RoundState.FINISHED else _ROUND_PANELS


def _list_tables(rounds_data: RoundsData, last_round: MatchRound | None) -> list[SceneTable]:
    rows = (
        find_matches_with_results().filter(round=last_round).order_by("board_number", "pk")
        if last_round
        else ()
    )
    return [
        SceneTable(match.board_number or "–", _join_names(rounds_data, match)) for match in rows
    ]


def _join_names(rounds_data: RoundsData, match: Match) -> str:
    names = [rounds_data.names.get_entry_name(entry) for entry in (match.x, match.y) if entry]
    return " – ".join(names if match.y else [*names, _("exempt")])


def list_public_rows(tournament: Tournament) -> list[RankedLine]:
    """List the standings as everybody sees them."""
    return list_rows(load_rounds_data(tournament, public=True))


def list_rows(rounds_data: RoundsData) -> list[RankedLine]:
    """List the standings with their match points; empty before the first public round."""
    if not rounds_data.rounds:
        return []
    unit = MEASURE_NAMES[RoundMeasure.POINTS][1]
    return [
        RankedLine(
            row.rank,
            rounds_data.names.get_entry_name(rounds_data.entries[row.key]),
            f"{row.values[RoundMeasure.POINTS]} {unit}",
            rounds_data.entries[row.key].pk,
        )
        for row in rounds_data.standings
    ]
