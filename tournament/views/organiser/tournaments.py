"""The organiser's office: my tournaments, creation, overview and settings of one."""

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

from tournament.core.states import COLLECTED_TURN_STATES, Discipline, Role, TournamentState
from tournament.models import StaffMember, Tournament, Turn
from tournament.presentation.roles import desks_of, role_name
from tournament.protocol.presence import tablets_now
from tournament.protocol.view import current_game
from tournament.queries.access import managed, may_create, organises, require_creator, roles_of
from tournament.queries.clock import now
from tournament.queries.local import organisation_zone
from tournament.queries.preparation import Preparation
from tournament.queries.results.hand_ins import counts_of
from tournament.services import tournaments
from tournament.views.organiser.forms import NewTournamentForm, SettingsForm
from tournament.views.organiser.games import listed
from tournament.views.staff import for_accounts, for_roles, form_status, signed_in, telling


@dataclass(frozen=True)
class OwnTournament:
    """A tournament of the account, with the names and the desks of its roles."""

    tournament: Tournament
    roles: list[Promise]
    desks: dict[str, Promise]

    @property
    def archived(self) -> bool:
        return self.tournament.state == TournamentState.ARCHIVED


def _mine(request: HttpRequest) -> list[OwnTournament]:
    members = StaffMember.objects.filter(user=signed_in(request)).select_related("tournament")
    roles: dict[Tournament, set[Role]] = {}
    for member in members.order_by("-tournament__starts_on", "tournament__name"):
        roles.setdefault(member.tournament, set()).add(Role(member.role))
    found = []
    for tournament, held in roles.items():
        ordered = [role for role in Role if role in held]
        found.append(
            OwnTournament(
                tournament,
                [role_name(role, tournament.discipline) for role in ordered],
                desks_of(held, tournament.discipline),
            )
        )
    return found


@require_safe
@for_accounts
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament in which the account has a role, with the way to each desk."""
    user = signed_in(request)
    mine = _mine(request)
    context = {
        "mine": [one for one in mine if not one.archived],
        "archived": [one for one in mine if one.archived],
        "lexica": organises(user),
        "may_create": may_create(user),
        "organisations": managed(user),
    }
    return render(request, "organiser/home.html", context)


@for_accounts
def create(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    require_creator(user)
    form = NewTournamentForm(user, request.POST or None, initial={"starts_on": _today(user)})
    if request.method == "POST" and form.is_valid():
        with telling(form):
            tournament = tournaments.create_tournament(**form.cleaned_data, by=user, now=now())
            messages.success(request, _("Le tournoi est créé."))
            classic = tournament.discipline == Discipline.CLASSIC
            return redirect("office-terms" if classic else "office-tournament", tournament.slug)
    return render(request, "organiser/create.html", {"form": form}, status=form_status(form))


def _today(user: User) -> date:
    """Where the organisation is in whose name he creates."""
    home = managed(user).order_by("pk").first()
    return timezone.localdate(timezone=ZoneInfo(organisation_zone(home)) if home else None)


def _collected(tournament: Tournament) -> Turn | None:
    """The turn whose bulletins the arbiters have: the last one collected of the room's game."""
    game = current_game(tournament.pk)
    if game is None:
        return None
    turns = game.turns.filter(state__in=list(COLLECTED_TURN_STATES))
    return turns.select_related("game__tournament").order_by("-ordinal").first()


@require_safe
@for_roles(Role.ORGANISER)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.discipline == Discipline.CLASSIC:
        return _classic_overview(request, tournament)
    collected = _collected(tournament)
    context = {
        "tournament": tournament,
        "preparation": Preparation.of(tournament),
        "games": listed(tournament),
        "collected": collected,
        "counts": counts_of(collected) if collected else None,
        "tablets": tablets_now(tournament.pk),
        "desks": desks_of(
            roles_of(request.user, tournament) - {Role.ORGANISER}, tournament.discipline
        ),
        "section": "overview",
    }
    return render(request, "organiser/overview.html", context)


def _classic_overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "preparation": Preparation.of(tournament),
        "rounds": tournament.rounds.order_by("number"),
        "desks": desks_of(
            roles_of(request.user, tournament) - {Role.ORGANISER}, Discipline.CLASSIC
        ),
        "section": "overview",
    }
    return render(request, "organiser/classic.html", context)


@for_roles(Role.ORGANISER)
def edit_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SettingsForm.of(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            tournaments.update_tournament(
                tournament=tournament, changes=form.changes(), by=signed_in(request), now=now()
            )
            messages.success(request, _("Les réglages sont enregistrés."))
            return redirect("office-tournament", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "public_url": settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug]),
        "section": "settings",
    }
    return render(request, "organiser/settings.html", context, status=form_status(form))
