"""Permissions: roles of accounts, and the links and codes by which players reach their tables."""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.errors import BadAccess, NotAllowed
from tournament.core.states import (
    CORRECTING_ROLES,
    UNDER_WAY_GAME_STATES,
    Role,
    TournamentState,
)
from tournament.models import Organisation, StaffMember, Table, Tournament
from tournament.queries.lexica import BUILT_IN, build_key, list_current_imports

#: Django's permission to create tournaments.
CREATE_PERMISSION = "add_tournament"
#: Value of the setting TOURNAMENT_CREATION by which every account may create tournaments.
EVERYBODY = "everybody"


type AnyUser = AbstractBaseUser | AnonymousUser


def get_roles(user: AnyUser, tournament: Tournament) -> set[Role]:
    if not user.is_authenticated:
        return set()
    rows = StaffMember.objects.filter(tournament=tournament, user_id=user.pk)
    return {Role(role) for role in rows.values_list("role", flat=True)}


def list_public_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that everybody may see."""
    return Tournament.objects.exclude(state=TournamentState.DRAFT)


def can_see(user: AnyUser, tournament: Tournament) -> bool:
    """Return True if the account may see its public pages; those of a draft are for its staff."""
    return tournament.state != TournamentState.DRAFT or bool(get_roles(user, tournament))


def require_role(user: AnyUser, tournament: Tournament, *roles: Role) -> set[Role]:
    """Return all roles of the account in this tournament; raises NotAllowed unless one of
    ``roles`` is among them."""
    user_roles = get_roles(user, tournament)
    if not user_roles & set(roles):
        raise NotAllowed("role-required", roles=[str(role) for role in roles])
    return user_roles


def find_only_correcting_tournament(user: AnyUser) -> Tournament | None:
    """Return the tournament whose bulletins are the only work of the account: its only tournament,
    or the only one in progress; None for an account with another role anywhere."""
    if not user.is_authenticated:
        return None
    members = StaffMember.objects.filter(user_id=user.pk).select_related("tournament")
    pairs = {(member.tournament, Role(member.role)) for member in members}
    if any(role not in CORRECTING_ROLES for _, role in pairs):
        return None
    tournaments = {
        tournament for tournament, _ in pairs if tournament.state != TournamentState.ARCHIVED
    }
    if len(tournaments) > 1:
        in_progress = Tournament.objects.filter(
            staff__user_id=user.pk, games__state__in=UNDER_WAY_GAME_STATES
        )
        tournaments = set(in_progress)
    return tournaments.pop() if len(tournaments) == 1 else None


def list_managed_organisations(user: AnyUser) -> QuerySet[Organisation]:
    """Return the organisations that this account manages."""
    if not user.is_authenticated:
        return Organisation.objects.none()
    return Organisation.objects.filter(memberships__user_id=user.pk, memberships__manages=True)


def can_create(user: AnyUser) -> bool:
    """Return True if the account may create tournaments: it manages an organisation, or the setting
    TOURNAMENT_CREATION allows everybody, or it is the first account of the installation, or the
    command line gave it the permission. A new organisation is created for it if it manages none."""
    if not isinstance(user, User):
        return False
    if list_managed_organisations(user).exists():
        return True
    if settings.TOURNAMENT_CREATION == EVERYBODY or user.has_perm(
        f"tournament.{CREATE_PERMISSION}"
    ):
        return True
    return user.pk == User.objects.order_by("pk").values_list("pk", flat=True).first()


def is_administrator(user: AnyUser) -> bool:
    """Return True if the account keeps the installation: its first one, or one that a command made
    an administrator."""
    if not isinstance(user, User):
        return False
    first = User.objects.order_by("pk").values_list("pk", flat=True).first()
    return user.is_staff or user.is_superuser or user.pk == first


def require_administrator(user: AnyUser) -> None:
    """Raise NotAllowed unless the account keeps the installation."""
    if not is_administrator(user):
        raise NotAllowed("administrator-only")


def require_creator(user: AnyUser) -> None:
    """Raise NotAllowed if the account may not create tournaments."""
    if not can_create(user):
        raise NotAllowed("creation-not-allowed", name=user)


def is_organiser(user: AnyUser) -> bool:
    """Return True if the account organises a tournament, may create one, or manages the site."""
    if not user.is_authenticated:
        return False
    is_administrator = getattr(user, "is_staff", False) or getattr(user, "is_superuser", False)
    roles = StaffMember.objects.filter(user_id=user.pk, role=Role.ORGANISER)
    return bool(is_administrator) or roles.exists() or can_create(user)


def require_organiser(user: AnyUser) -> None:
    """Require the permission to change what belongs to the installation, such as its lexica.

    Raise NotAllowed.
    """
    if not is_organiser(user):
        raise NotAllowed("organiser-only")


@dataclass(frozen=True)
class UsableLexicon:
    """A lexicon that an account may consult; ``organisation`` None: available to all."""

    name: str
    organisation: Organisation | None = None

    @property
    def key(self) -> str:
        return build_key(self.name, self.organisation.pk if self.organisation else None)


def list_usable_lexica(user: AnyUser) -> list[UsableLexicon]:
    """List the lexica that an account may consult, the installation's own first.

    A list may be licensed to the organisation that imported it: it is available to the organisers
    of that organisation, and to others with a role in a tournament that uses it. Lists imported on
    the command line are available to every organiser.
    """
    if not isinstance(user, User):
        return [UsableLexicon(BUILT_IN)]
    lexicon_choices = Tournament.objects.filter(staff__user=user).values_list(
        "lexicon", "organisation"
    )
    condition = build_import_condition(user)
    for name, organisation in set(lexicon_choices):
        condition |= Q(name=name, organisation=organisation) | Q(name=name, organisation=None)
    imports = list_current_imports().filter(condition).select_related("organisation")
    return [
        UsableLexicon(BUILT_IN),
        *(UsableLexicon(job.name, job.organisation) for job in imports),
    ]


def list_offices(user: AnyUser) -> QuerySet[Organisation]:
    """Return the organisations that the account manages, or for which it organises a tournament."""
    if not user.is_authenticated:
        return Organisation.objects.none()
    organised = StaffMember.objects.filter(user_id=user.pk, role=Role.ORGANISER)
    is_managed = Q(pk__in=list_managed_organisations(user).values("pk"))
    return Organisation.objects.filter(
        is_managed | Q(pk__in=organised.values("tournament__organisation"))
    )


def require_office(user: User | None, organisation: Organisation | None) -> None:
    """Raise NotAllowed unless the account organises something for it; None, a command, may."""
    if user is None or user.is_superuser:
        return
    if organisation is None or not list_offices(user).filter(pk=organisation.pk).exists():
        raise NotAllowed("other-organisation")


def require_manager(user: User | None, organisation: Organisation) -> None:
    """Raise NotAllowed unless the account manages it; None, a command, may."""
    if (
        user is not None
        and not list_managed_organisations(user).filter(pk=organisation.pk).exists()
    ):
        raise NotAllowed("other-organisation")


def build_import_condition(user: User) -> Q:
    """Return the condition on imports of lists that an account sees in the office: those of its
    organisations and, if it organises anything, those available to all."""
    if user.is_superuser:
        return Q(pk__isnull=False)  # an empty Q would vanish when combined with others
    own_imports = Q(organisation__in=list_offices(user).values("pk"))
    return own_imports | Q(organisation=None) if is_organiser(user) else own_imports


def find_occupied_table(key: str) -> Table:
    """Return the occupied table of a link; raises BadAccess if the link is unknown, renewed or
    expired, or the table empty."""
    return _require_occupied(find_table_by_key(key))


def find_table_by_key(key: str) -> Table:
    """Return the table of a link, occupied or not; raises BadAccess if the link is unknown, renewed
    or expired."""
    tables = Table.objects.select_related("tournament__organisation", "entry")
    # Text that cannot be printed cannot be used in a query either (NUL).
    table = tables.filter(key=key).first() if key.isprintable() else None
    if table is None:
        raise BadAccess("unknown-link")
    _require_valid(table)
    return table


def find_table_by_code(tournament: Tournament, number: int, code: str) -> Table:
    """Return the table with this number and code; BadAccess does not reveal which is wrong."""
    table = (
        Table.objects.select_related("tournament__organisation", "entry")
        .filter(tournament=tournament, number=number)
        .first()
    )
    typed_code = "".join(code.upper().split())
    if table is None or not secrets.compare_digest(table.code.encode(), typed_code.encode()):
        raise BadAccess("wrong-code", number=number)
    return _require_occupied(table)


def _require_valid(table: Table) -> None:
    if table.tournament.state == TournamentState.ARCHIVED:
        raise BadAccess("archived")
    if table.tournament.links_valid_until < timezone.now():
        raise BadAccess("expired-link", number=table.number)


def _require_occupied(table: Table) -> Table:
    _require_valid(table)
    if not hasattr(table, "entry"):
        raise BadAccess("empty-table", number=table.number)
    if table.entry.withdrawn:
        raise BadAccess("withdrawn", number=table.number, entry=table.entry.pk)
    return table
