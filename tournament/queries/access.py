"""Who may do what: roles of accounts, and the ways of a player to his table."""

import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.utils import timezone

from tournament.core.errors import BadAccess, NotAllowed
from tournament.core.jobs import JobState
from tournament.core.states import GameState, Role
from tournament.models import LexiconImport, StaffMember, Table, Tournament
from tournament.queries.lexica import BUILT_IN, names

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
    own = {tournament for tournament, _ in held}
    if len(own) > 1:
        played = Tournament.objects.filter(staff__user_id=user.pk, games__state__in=_UNDER_WAY)
        own = set(played)
    return own.pop() if len(own) == 1 else None


def may_create(user: AnyUser) -> bool:
    """Whether the account may create tournaments: by the installation's setting everybody with
    one, or else its first account, and those to whom its command line gave the permission."""
    if not isinstance(user, User):
        return False
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


def usable_lexica(user: AnyUser) -> list[str]:
    """The lexica that an account may choose and ask about, the installation's own first.

    A list may be licensed to who brought it: others use it where they have a role in a tournament
    that has chosen it. Those brought on the command line are for whoever organises.
    """
    if not isinstance(user, User):
        return [BUILT_IN]
    known = names()
    if user.is_superuser:
        return known
    chosen = Tournament.objects.filter(staff__user=user)
    usable = {BUILT_IN, *chosen.values_list("lexicon", flat=True)}
    first = LexiconImport.objects.filter(state=JobState.DONE).order_by("name", "pk")
    owners = {user.pk, None} if organises(user) else {user.pk}
    brought = first.distinct("name").values_list("name", "by_id")
    usable |= {name for name, owner in brought if owner in owners}
    return [name for name in known if name in usable]


def require_lexicon(user: AnyUser | None, name: str) -> None:
    """Raises NotAllowed for a list that exists and is not for this account; None may anything."""
    if user is not None and name in set(names()) - set(usable_lexica(user)):
        raise NotAllowed("private-lexicon", name=name)


def may_read_import(user: User, job: LexiconImport) -> bool:
    """Whether an account may see what became of a list that was brought."""
    if user.is_superuser or job.by_id in {user.pk, None}:
        return True
    return job.done and job.name in usable_lexica(user)


def enter_by_key(key: str) -> Table:
    """The table of a link; raises BadAccess when it is unknown, renewed or expired."""
    tables = Table.objects.select_related("tournament", "entry")
    # What cannot be printed cannot be looked for either (NUL).
    table = tables.filter(key=key).first() if key.isprintable() else None
    if table is None:
        raise BadAccess("unknown-link")
    return _open(table)


def table_by_code(tournament: Tournament, number: int, code: str) -> Table:
    """The table with this number and code; raises BadAccess without telling which is wrong."""
    table = (
        Table.objects.select_related("tournament", "entry")
        .filter(tournament=tournament, number=number)
        .first()
    )
    typed = "".join(code.upper().split())
    if table is None or not secrets.compare_digest(table.code.encode(), typed.encode()):
        raise BadAccess("wrong-code", number=number)
    return _open(table)


def _open(table: Table) -> Table:
    if table.tournament.links_valid_until < timezone.now():
        raise BadAccess("expired-link", number=table.number)
    if not hasattr(table, "entry"):
        raise BadAccess("empty-table", number=table.number)
    if table.entry.withdrawn:
        raise BadAccess("withdrawn", number=table.number)
    return table
