"""Preview of a match on other sites: its names, its board and its scores as everybody sees them."""

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.classic.core.rounds.states import PUBLIC_STATES
from tournament.classic.core.visible_state import Viewer
from tournament.classic.models import Match
from tournament.classic.presentation.match.match_words import describe_match_place
from tournament.classic.presentation.match.public import get_both_names
from tournament.classic.queries.freshness import compute_match_stamp
from tournament.classic.queries.games import list_games, load_visible_state
from tournament.classic.queries.rounds import are_results_public
from tournament.models import Tournament
from tournament.presentation.share_picture import EMPTY, PictureLine, render_share_picture
from tournament.queries.clock import now
from tournament.queries.freshness import compute_people_fingerprint
from tournament.queries.people.public_names import PublicNames, list_unshared_entries
from tournament.views.public.access import cached_public_page
from tournament.views.public.sharing import PNG, PagePreview, describe_day, require_published


def get_match(tournament: Tournament, match_id: int) -> Match:
    """Return a match without round, or of a public one."""
    public_matches = Match.objects.filter(Q(round=None) | Q(round__state__in=PUBLIC_STATES))
    matches = public_matches.select_related("round", "x", "y", "tournament")
    return get_object_or_404(matches, tournament=tournament, pk=match_id)


def build_match_preview(match: Match, names: tuple[str, str]) -> PagePreview | None:
    """Return the preview, None if a player must not be named outside the site."""
    tournament = match.tournament
    if not _is_shared(match):
        return None
    picture = reverse("public-match-picture", args=[tournament.slug, match.pk])
    title = f"{' – '.join(names)} – {tournament.name}"
    return PagePreview(title, describe_day(tournament), picture)


def _is_shared(match: Match) -> bool:
    unshared = list_unshared_entries(match.tournament)
    return match.x_id not in unshared and match.y_id not in unshared


@require_safe
@cached_public_page(compute_people_fingerprint, compute_match_stamp)
def match_picture(_request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Return the board of the last game and both scores, whoever asks."""
    require_published(tournament)
    match = get_match(tournament, match_id)
    is_public = match.round is None or are_results_public(tournament, match.round)
    if not is_public or not _is_shared(match):
        raise Http404
    names = get_both_names(match, PublicNames(tournament))
    games = list(list_games(match))
    state = load_visible_state(games[-1], Viewer.OTHERS, now()) if games else None
    scores = (str(state.x.score), str(state.y.score)) if state else ("", "")
    content = render_share_picture(
        title=tournament.name,
        about=describe_match_place(match, games[-1].number if games else 1, len(games) or 1),
        rows=state.rows if state else EMPTY,
        last=None,
        lines=[PictureLine("", name, score) for name, score in zip(names, scores, strict=True)],
    )
    return HttpResponse(content, content_type=PNG)
