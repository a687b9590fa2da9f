"""The organiser's office: my tournaments, creation, overview and settings of one."""

from dataclasses import dataclass
from typing import Self

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournament.core.states import GameState, Role
from tournament.models import StaffMember, Table, Tournament
from tournament.queries.access import may_create, organises, require_creator, roles_of
from tournament.queries.clock import now
from tournament.services import tournaments
from tournament.views.organiser.forms import SettingsForm, TournamentForm
from tournament.views.organiser.people_forms import ROLE_NAMES
from tournament.views.staff import for_accounts, for_roles, form_status, signed_in, telling

#: Where each role works: name of the address (it takes the tournament's slug) and of the link.
DESKS: dict[Role, tuple[str, Promise]] = {
    Role.ORGANISER: ("office-tournament", gettext_lazy("Organisation")),
    Role.JUDGE: ("judge-desk", gettext_lazy("Pupitre du juge-arbitre")),
    Role.ARBITER: ("arbiter-list", gettext_lazy("Bulletins de mes tables")),
    Role.DOUBLE_ARBITER: ("arbiter-list", gettext_lazy("Bulletins de la salle")),
}


@dataclass(frozen=True)
class OwnTournament:
    """A tournament of the account, with the names and the desks of its roles."""

    tournament: Tournament
    roles: list[Promise]
    desks: dict[str, Promise]


def _mine(request: HttpRequest) -> list[OwnTournament]:
    members = StaffMember.objects.filter(user=signed_in(request)).select_related("tournament")
    roles: dict[Tournament, set[Role]] = {}
    for member in members.order_by("-tournament__starts_on", "tournament__name"):
        roles.setdefault(member.tournament, set()).add(Role(member.role))
    found = []
    for tournament, held in roles.items():
        ordered = [role for role in Role if role in held]
        found.append(
            OwnTournament(tournament, [ROLE_NAMES[role] for role in ordered], _desks(held))
        )
    return found


def _desks(held: set[Role]) -> dict[str, Promise]:
    """The desks that these roles open, each once: name of the address to name of the link."""
    desks: dict[str, Promise] = {}
    for role in Role:
        if role in held:
            desks.setdefault(*DESKS[role])
    return desks


@require_safe
@for_accounts
def home(request: HttpRequest) -> HttpResponse:
    """Every tournament in which the account has a role, with the way to each desk."""
    user = signed_in(request)
    context = {"mine": _mine(request), "lexica": organises(user), "may_create": may_create(user)}
    return render(request, "organiser/home.html", context)


@for_accounts
def create(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    require_creator(user)
    form = TournamentForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with telling(form):
            tournament = tournaments.create_tournament(**form.cleaned_data, by=user, now=now())
            messages.success(request, _("Le tournoi est créé."))
            return redirect("office-tournament", tournament.slug)
    return render(request, "organiser/create.html", {"form": form}, status=form_status(form))


@dataclass(frozen=True)
class Preparation:
    """What is there and what is missing before the first turn."""

    entries: int
    withdrawn: int
    tables: int
    unassigned: int
    judges: int
    arbiters: int
    games: int
    ready: int

    @property
    def assigned(self) -> bool:
        return self.tables > 0 and not self.unassigned

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        entries = list(tournament.entries.values_list("withdrawn", flat=True))
        staff = list(tournament.staff.values_list("role", flat=True))
        states = list(tournament.games.values_list("state", flat=True))
        used = Table.objects.filter(tournament=tournament, entry__withdrawn=False)
        return cls(
            entries=entries.count(False),
            withdrawn=entries.count(True),
            tables=len(entries),
            unassigned=used.filter(arbiter=None).count(),
            judges=staff.count(Role.JUDGE),
            arbiters=staff.count(Role.ARBITER) + staff.count(Role.DOUBLE_ARBITER),
            games=len(states),
            ready=len(states) - states.count(GameState.DRAFT) - states.count(GameState.VOID),
        )


@require_safe
@for_roles(Role.ORGANISER)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "preparation": Preparation.of(tournament),
        "games": tournament.games.all(),
        "desks": _desks(roles_of(request.user, tournament) - {Role.ORGANISER}),
        "section": "overview",
    }
    return render(request, "organiser/overview.html", context)


@for_roles(Role.ORGANISER)
def edit_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SettingsForm.of(tournament, signed_in(request), request.POST or None)
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
