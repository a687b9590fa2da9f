"""The office: the user's tournaments, creation, overview and settings."""

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    OVER_GAME_STATES,
    Discipline,
    GameState,
    Role,
    TournamentState,
)
from tournament.models import StaffMember, Tournament, Turn
from tournament.presentation.roles import get_role_name, list_desks, list_open_desks
from tournament.protocol.current_game import find_current_game
from tournament.protocol.presence import count_tablets_now
from tournament.queries.access import (
    can_create,
    get_roles,
    is_administrator,
    is_organiser,
    list_managed_organisations,
    require_creator,
    require_manager,
)
from tournament.queries.clock import now
from tournament.queries.local import get_organisation_zone
from tournament.queries.readiness import Readiness
from tournament.queries.results.hand_ins import count_bulletins
from tournament.queries.results.open_turns import list_open_turns
from tournament.services import tournaments
from tournament.services.tournament_copies import copy_tournament
from tournament.views.organiser.creation_forms import CopyTournamentForm, NewTournamentForm
from tournament.views.organiser.forms import SettingsForm
from tournament.views.organiser.games import list_games
from tournament.views.saving import locks_owner_and_lexica, saving
from tournament.views.shortcuts import for_accounts, for_roles, get_form_status, get_signed_in_user


@dataclass(frozen=True)
class OwnTournament:
    """A tournament of the user, with the names and the desks of their roles."""

    tournament: Tournament
    roles: list[Promise]
    desks: dict[str, Promise]
    can_copy: bool

    @property
    def is_archived(self) -> bool:
        return self.tournament.state == TournamentState.ARCHIVED


def _list_own_tournaments(request: HttpRequest) -> list[OwnTournament]:
    members = StaffMember.objects.filter(user=get_signed_in_user(request)).select_related(
        "tournament"
    )
    roles: dict[Tournament, set[Role]] = {}
    for member in members.order_by("-tournament__starts_on", "tournament__name"):
        roles.setdefault(member.tournament, set()).add(Role(member.role))
    managed = set(list_managed_organisations(request.user).values_list("pk", flat=True))
    rows = []
    for tournament, user_roles in roles.items():
        ordered = [role for role in Role if role in user_roles]
        rows.append(
            OwnTournament(
                tournament,
                [get_role_name(role, tournament.discipline) for role in ordered],
                list_open_desks(user_roles, tournament),
                Role.ORGANISER in user_roles and tournament.organisation_id in managed,
            )
        )
    return rows


@require_safe
@for_accounts
def home(request: HttpRequest) -> HttpResponse:
    """List every tournament in which the user has a role, with links to its desks."""
    user = get_signed_in_user(request)
    tournaments = _list_own_tournaments(request)
    context = {
        "tournaments": [row for row in tournaments if not row.is_archived],
        "archived": [row for row in tournaments if row.is_archived],
        "lexica": is_organiser(user),
        "may_create": can_create(user),
        "is_administrator": is_administrator(user),
        "organisations": list_managed_organisations(user),
    }
    return render(request, "organiser/home.html", context)


@for_accounts
def create(request: HttpRequest) -> HttpResponse:
    user = get_signed_in_user(request)
    require_creator(user)
    form = NewTournamentForm(user, request.POST or None, initial={"starts_on": _get_today(user)})
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            tournament = tournaments.create_tournament(
                **form.get_service_arguments(), by=user, now=now()
            )
            messages.success(request, _("Le tournoi est créé."))
            is_classic = tournament.discipline == Discipline.CLASSIC
            name = "office-terms" if is_classic else "office-entries"
            return saved.redirect(name, tournament.slug)
    return render(request, "organiser/create.html", {"form": form}, status=get_form_status(form))


@for_roles(Role.ORGANISER, archived=True)
def copy(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Create a tournament of the same organisation with the settings of this one."""
    user, organisation = get_signed_in_user(request), tournament.organisation
    require_manager(user, organisation)
    today = timezone.localdate(timezone=ZoneInfo(get_organisation_zone(organisation)))
    form = CopyTournamentForm.for_tournament(tournament, today, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form) as saved:
            created = copy_tournament(
                tournament=tournament, **form.get_service_arguments(), by=user, now=now()
            )
            messages.success(request, _("Le tournoi est créé."))
            return saved.redirect("office-tournament", created.slug)
    context = {"tournament": tournament, "form": form, "section": "settings"}
    return render(request, "organiser/copy.html", context, status=get_form_status(form))


def _get_today(user: User) -> date:
    """Return today's date in the time zone of the organisation that will own the tournament."""
    organisation = list_managed_organisations(user).order_by("pk").first()
    return timezone.localdate(
        timezone=ZoneInfo(get_organisation_zone(organisation)) if organisation else None
    )


def _find_last_collected_turn(tournament: Tournament) -> Turn | None:
    """Return the last collected turn of the current game: its bulletins are being corrected."""
    game = find_current_game(tournament.pk)
    if game is None:
        return None
    turns = game.turns.filter(state__in=list(COLLECTED_TURN_STATES))
    return turns.select_related("game__tournament").order_by("-ordinal").first()


@require_safe
@for_roles(Role.ORGANISER)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.discipline == Discipline.CLASSIC:
        return _render_classic_overview(request, tournament)
    collected = _find_last_collected_turn(tournament)
    games = list_games(tournament)
    context = {
        "tournament": tournament,
        "preparation": Readiness.load(tournament),
        "has_begun": Turn.objects.filter(game__tournament=tournament).exists(),
        "open_turns": [
            turn
            for row in games
            if row.game.state not in (GameState.DRAFT, GameState.READY)
            for turn in list_open_turns(row.game)
        ],
        "are_games_over": all(row.game.state in OVER_GAME_STATES for row in games),
        "games": games,
        "collected": collected,
        "counts": count_bulletins(collected) if collected else None,
        "tablets": count_tablets_now(tournament.pk),
        "desks": list_open_desks(
            get_roles(request.user, tournament) - {Role.ORGANISER}, tournament
        ),
        "section": "overview",
    }
    for describe in ports.build_office_context:
        context |= describe(tournament)
    return render(request, "organiser/overview.html", context)


def _render_classic_overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "preparation": Readiness.load(tournament),
        "rounds": tournament.rounds.order_by("number"),
        "desks": list_desks(
            get_roles(request.user, tournament) - {Role.ORGANISER}, Discipline.CLASSIC
        ),
        "section": "overview",
    }
    return render(request, "organiser/classic.html", context)


@for_roles(Role.ORGANISER)
@locks_owner_and_lexica
def edit_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SettingsForm.for_tournament(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with saving(request, form):
            tournaments.update_tournament(
                tournament=tournament,
                changes=form.get_changes(),
                by=get_signed_in_user(request),
                now=now(),
            )
            messages.success(request, _("Les réglages sont enregistrés."))
            return redirect("office-tournament", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "public_url": settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug]),
        "section": "settings",
    }
    return render(request, "organiser/settings.html", context, status=get_form_status(form))
