"""Who may do what: roles of accounts, and the ways of a player to his table."""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.errors import BadAccess, NotAllowed
from tournament.core.states import GameState, Role, TournamentState
from tournament.models import Organisation, StaffMember, Table, Tournament
from tournament.queries.lexica import BUILT_IN, current_imports, key_of

#: Django's permission to create tournaments.
CREATE = "add_tournament"
#: Value of the installation's setting by which nobody needs it.
EVERYBODY = "everybody"

#: Roles whose only desk is the list of bulletins.
CORRECTORS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
#: Games that somebody is at.
_UNDER_WAY = (GameState.RUNNING, GameState.INTERRUPTED)

type AnyUser = AbstractBaseUser | AnonymousUser


def roles_of(user: AnyUser, tournament: Tournament) -> set[Role]:
    if not user.is_authenticated:
        return set()
    rows = StaffMember.objects.filter(tournament=tournament, user_id=user.pk)
    return {Role(role) for role in rows.values_list("role", flat=True)}


def shown() -> QuerySet[Tournament]:
    """The tournaments that everybody may see."""
    return Tournament.objects.exclude(state=TournamentState.DRAFT)


def may_see(user: AnyUser, tournament: Tournament) -> bool:
    """Whether its public pages are there for this account: those of a draft for its staff."""
    return tournament.state != TournamentState.DRAFT or bool(roles_of(user, tournament))


def require_role(user: AnyUser, tournament: Tournament, *roles: Role) -> set[Role]:
    """All roles of the account in this tournament; raises NotAllowed unless one of ``roles`` is
    among them."""
    held = roles_of(user, tournament)
    if not held & set(roles):
        raise NotAllowed("role", roles=[str(role) for role in roles])
    return held


def corrects_only(user: AnyUser) -> Tournament | None:
    """The tournament whose bulletins are all that the account has to do: its only one, or of
    several the one that is being played; None for whoever has another role somewhere."""
    if not user.is_authenticated:
        return None
    members = StaffMember.objects.filter(user_id=user.pk).select_related("tournament")
    held = {(member.tournament, Role(member.role)) for member in members}
    if not CORRECTORS.issuperset(role for _, role in held):
        return None
    own = {tournament for tournament, _ in held if tournament.state != TournamentState.ARCHIVED}
    if len(own) > 1:
        played = Tournament.objects.filter(staff__user_id=user.pk, games__state__in=_UNDER_WAY)
        own = set(played)
    return own.pop() if len(own) == 1 else None


def managed(user: AnyUser) -> QuerySet[Organisation]:
    """The organisations whose people, lists and accounts this account looks after."""
    if not user.is_authenticated:
        return Organisation.objects.none()
    return Organisation.objects.filter(memberships__user_id=user.pk, memberships__manages=True)


def may_create(user: AnyUser) -> bool:
    """Whether the account may create tournaments: who manages an organisation; by the
    installation's setting everybody, or else its first account, and those to whom its command line
    gave the permission, who found an organisation where they manage none."""
    if not isinstance(user, User):
        return False
    if managed(user).exists():
        return True
    if settings.TOURNAMENT_CREATION == EVERYBODY or user.has_perm(f"tournament.{CREATE}"):
        return True
    return user.pk == User.objects.order_by("pk").values_list("pk", flat=True).first()


def require_creator(user: AnyUser) -> None:
    """Raises NotAllowed."""
    if not may_create(user):
        raise NotAllowed("create", name=user)


def organises(user: AnyUser) -> bool:
    """Whether the account organises some tournament or may create one, or administers the site."""
    if not user.is_authenticated:
        return False
    administers = getattr(user, "is_staff", False) or getattr(user, "is_superuser", False)
    own = StaffMember.objects.filter(user_id=user.pk, role=Role.ORGANISER)
    return bool(administers) or own.exists() or may_create(user)


def require_organiser(user: AnyUser) -> None:
    """For what belongs to the installation, not to one tournament: its lexica.

    Raises NotAllowed.
    """
    if not organises(user):
        raise NotAllowed("organiser")


@dataclass(frozen=True)
class Usable:
    """A lexicon that an account may ask about; ``organisation`` None: it is for all."""

    name: str
    organisation: Organisation | None = None

    @property
    def key(self) -> str:
        return key_of(self.name, self.organisation.pk if self.organisation else None)


def usable_lexica(user: AnyUser) -> list[Usable]:
    """The lexica that an account may ask about, the installation's own first.

    A list may be licensed to the organisation that brought it: it serves those who organise there,
    and others where they have a role in a tournament that has chosen it. Those brought on the
    command line are for whoever organises.
    """
    if not isinstance(user, User):
        return [Usable(BUILT_IN)]
    chosen = Tournament.objects.filter(staff__user=user).values_list("lexicon", "organisation")
    his = readable_imports(user)
    for name, organisation in set(chosen):
        his |= Q(name=name, organisation=organisation) | Q(name=name, organisation=None)
    found = current_imports().filter(his).select_related("organisation")
    return [Usable(BUILT_IN), *(Usable(one.name, one.organisation) for one in found)]


def offices(user: AnyUser) -> QuerySet[Organisation]:
    """The organisations that the account manages, or for which it organises a tournament."""
    if not user.is_authenticated:
        return Organisation.objects.none()
    organised = StaffMember.objects.filter(user_id=user.pk, role=Role.ORGANISER)
    here = Q(pk__in=managed(user).values("pk"))
    return Organisation.objects.filter(
        here | Q(pk__in=organised.values("tournament__organisation"))
    )


def require_office(user: User | None, organisation: Organisation | None) -> None:
    """Raises NotAllowed for an account that organises nothing there; None may anything."""
    if user is None or user.is_superuser:
        return
    if organisation is None or not offices(user).filter(pk=organisation.pk).exists():
        raise NotAllowed("other-organisation")


def require_manager(user: User | None, organisation: Organisation) -> None:
    """Raises NotAllowed for an account that does not manage it; None may anything."""
    if user is not None and not managed(user).filter(pk=organisation.pk).exists():
        raise NotAllowed("other-organisation")


def readable_imports(user: User) -> Q:
    """Which imports of lists an account sees in the office, as a condition: those of its
    organisations, and where it organises anything those that are for all."""
    if user.is_superuser:
        return Q(pk__isnull=False)  # an empty one would vanish beside others
    own = Q(organisation__in=offices(user).values("pk"))
    return own | Q(organisation=None) if organises(user) else own


def enter_by_key(key: str) -> Table:
    """The table of a link, at which somebody plays; raises BadAccess when it is unknown, renewed
    or expired."""
    return _open(table_by_key(key))


def table_by_key(key: str) -> Table:
    """The table of a link, whoever sits there; raises BadAccess when it is unknown, renewed or
    expired."""
    tables = Table.objects.select_related("tournament__organisation", "entry")
    # What cannot be printed cannot be looked for either (NUL).
    table = tables.filter(key=key).first() if key.isprintable() else None
    if table is None:
        raise BadAccess("unknown-link")
    _require_valid(table)
    return table


def table_by_code(tournament: Tournament, number: int, code: str) -> Table:
    """The table with this number and code; raises BadAccess without telling which is wrong."""
    table = (
        Table.objects.select_related("tournament__organisation", "entry")
        .filter(tournament=tournament, number=number)
        .first()
    )
    typed = "".join(code.upper().split())
    if table is None or not secrets.compare_digest(table.code.encode(), typed.encode()):
        raise BadAccess("wrong-code", number=number)
    return _open(table)


def _require_valid(table: Table) -> None:
    if table.tournament.state == TournamentState.ARCHIVED:
        raise BadAccess("archived")
    if table.tournament.links_valid_until < timezone.now():
        raise BadAccess("expired-link", number=table.number)


def _open(table: Table) -> Table:
    _require_valid(table)
    if not hasattr(table, "entry"):
        raise BadAccess("empty-table", number=table.number)
    if table.entry.withdrawn:
        raise BadAccess("withdrawn", number=table.number)
    return table
