"""The staff of a tournament: accounts and their roles."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.people.names import fold_name
from tournament.core.states import (
    CENTRE_ROLES,
    CORRECTING_ROLES,
    AccountChangeKind,
    Discipline,
    Role,
)
from tournament.models import (
    Centre,
    Membership,
    Organisation,
    RoleChange,
    StaffMember,
    Table,
    Tournament,
)
from tournament.protocol import bus
from tournament.queries.people.accounts import list_connected_accounts, list_staff_sources
from tournament.queries.people.centres import find_by_name
from tournament.services.accounts.accounts import (
    create_member_with_card,
    find_account,
    require_other_manager,
)
from tournament.services.accounts.organisations import join_organisation, record_account_change

#: Roles of an account that runs a club's game alone; a double arbiter is always another person.
#: They do not sit on the commission about their own decisions (6.4.1, reading B-32).
ROLES_TO_RUN_ALONE = (Role.ORGANISER, Role.JUDGE, Role.ARBITER, Role.COMMISSION)


def list_roles_to_run_alone(discipline: str) -> tuple[Role, ...]:
    """Return ``ROLES_TO_RUN_ALONE``; a classic tournament has no commission."""
    if discipline == Discipline.CLASSIC:
        return tuple(role for role in ROLES_TO_RUN_ALONE if role is not Role.COMMISSION)
    return ROLES_TO_RUN_ALONE


def add_staff(
    *,
    tournament: Tournament,
    username: str,
    roles: Collection[str],
    name: str = "",
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> tuple[User, str | None]:
    """Give an account of the organisation some roles, in ``centre`` or everywhere; an unknown one
    is created, displayed as ``name``, and returned with the address of its card (displayed once).

    Raise BadSetting for no role, an unknown role, an impossible name, or the name of an account
    outside the organisation, which has to be invited (``services.accounts.invitations``).
    """
    check_roles(roles, centre)
    organisation = tournament.organisation
    with transaction.atomic():
        # One at a time: two requests could create the same account at once.
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        user, card = find_account(username), None
        if user is None:
            user, card = create_member_with_card(
                organisation=organisation, username=username, name=name, by=by, now=now
            )
        elif not list_connected_accounts(organisation).filter(pk=user.pk).exists():
            raise BadSetting("username-taken", username=username)
        elif not user.is_active:
            raise WrongState("account-closed", username=user.get_username())
        join_organisation(organisation=organisation, user=user, by=by, now=now)
        for role in sorted(roles):
            give_role(tournament, user, role, centre, by=by, now=now)
    return user, card


def check_roles(roles: Collection[str], centre: Centre | None = None) -> None:
    """Raise BadSetting for no role, an unknown one, or one that is not confined to a centre."""
    if not roles:
        raise BadSetting("no-role")
    if unknown := set(roles) - set(Role):
        raise BadSetting("unknown-role", role=min(unknown))
    if centre is not None and not set(roles) <= CENTRE_ROLES:
        raise BadSetting("role-everywhere")
    if centre is None and Role.CENTRE_JUDGE in roles:
        raise BadSetting("role-without-centre")


def give_roles(
    *,
    tournament: Tournament,
    roles: Iterable[tuple[int, str]],
    centre: Centre | None = None,
    by: User | None,
    now: datetime,
) -> int:
    """Give open accounts of the organisation roles, as pairs of account and role, in ``centre`` or
    everywhere; return how many are new. Raise BadSetting for an unknown role, NotAllowed for
    another account."""
    pairs = sorted(set(roles))
    check_roles({role for _, role in pairs}, centre)
    with transaction.atomic():
        organisation = Organisation.objects.select_for_update(no_key=True).get(
            pk=tournament.organisation_id
        )
        people = list_connected_accounts(organisation).filter(is_active=True).in_bulk()
        before = tournament.staff.count()
        for pk, role in pairs:
            if pk not in people:
                raise NotAllowed("other-organisation")
            give_role(tournament, people[pk], role, centre, by=by, now=now)
        return tournament.staff.count() - before


def add_role(
    tournament: Tournament,
    user: User,
    role: str,
    centre: Centre | None = None,
    *,
    by: User | None,
    now: datetime,
) -> StaffMember:
    """Give a role, in ``centre`` or everywhere; one that is held already stays where it is."""
    member, created = StaffMember.objects.get_or_create(
        tournament=tournament, user=user, role=role, defaults={"centre": centre}
    )
    if created:
        _record(member, is_given=True, by=by, now=now)
    return member


def give_role(
    tournament: Tournament,
    user: User,
    role: str,
    centre: Centre | None = None,
    *,
    by: User | None,
    now: datetime,
) -> StaffMember:
    """Give a role, in ``centre`` or everywhere; one that is held elsewhere moves there, without the
    tables of the former centre."""
    member = add_role(tournament, user, role, centre, by=by, now=now)
    if member.centre != centre:
        _record(member, is_given=False, by=by, now=now)
        member.centre = centre
        member.save(update_fields=["centre"])
        release_foreign_tables(tournament.pk)
        _record(member, is_given=True, by=by, now=now)
    return member


def give_organiser_role(tournament: Tournament, user: User | None, *, now: datetime) -> None:
    """Make ``user``, if there is an account, organiser of what they created."""
    if user is not None:
        add_role(tournament, user, Role.ORGANISER, by=user, now=now)


def copy_staff(
    *, original: Tournament, tournament: Tournament, by: User | None, now: datetime
) -> int:
    """Give the open accounts of ``original`` their roles in another tournament of the same
    organisation, those of a centre only where one has its name; return how many roles are new.
    Raise NotAllowed unless ``by`` organises ``original`` or manages the organisation."""
    if original.organisation_id != tournament.organisation_id:
        raise NotAllowed("other-organisation")
    if by is not None and not list_staff_sources(tournament, by).filter(pk=original.pk).exists():
        raise NotAllowed("other-organisation")
    members = original.staff.filter(user__is_active=True).select_related("user", "centre")
    centres = find_by_name(tournament)
    with transaction.atomic():
        before = tournament.staff.count()
        for member in members.order_by("pk"):
            centre = centres.get(fold_name(member.centre.name)) if member.centre else None
            if centre is not None or member.centre is None:
                add_role(tournament, member.user, member.role, centre, by=by, now=now)
        return tournament.staff.count() - before


def _record(member: StaffMember, *, is_given: bool, by: User | None, now: datetime) -> None:
    RoleChange.objects.create(
        tournament_id=member.tournament_id,
        user_id=member.user_id,
        role=member.role,
        given=is_given,
        centre=member.centre.name if member.centre else "",
        by=by,
        at=now,
    )


def take_roles_to_run_alone(*, tournament: Tournament, by: User, now: datetime) -> None:
    """Give ``by`` all roles needed to run a game alone."""
    with transaction.atomic():
        for role in list_roles_to_run_alone(tournament.discipline):
            add_role(tournament, by, role, by=by, now=now)


def give_up_other_roles(*, tournament: Tournament, by: User, now: datetime) -> None:
    """Take the roles of ``take_roles_to_run_alone`` from ``by``, except organiser."""
    other_roles = set(ROLES_TO_RUN_ALONE) - {Role.ORGANISER}
    with transaction.atomic():
        members = StaffMember.objects.filter(tournament=tournament, user=by, role__in=other_roles)
        for member in members.order_by("pk"):
            remove_staff(member=member, by=by, now=now)


def remove_staff(*, member: StaffMember, by: User | None, now: datetime) -> None:
    """Take a role away, with its sockets; the last active organiser stays.

    Tables of an account that is no longer an arbiter, or not in their centre, have no arbiter, so
    every arbiter is offered them.
    """
    message = bus.RoleRemoved(member.tournament_id, member.user_id)
    with transaction.atomic():
        # One at a time: two organisers must not remove each other.
        Tournament.objects.select_for_update(no_key=True).get(pk=member.tournament_id)
        other_organisers = StaffMember.objects.filter(
            tournament=member.tournament_id, role=Role.ORGANISER, user__is_active=True
        ).exclude(pk=member.pk)
        if member.role == Role.ORGANISER and not other_organisers.exists():
            raise WrongState("last-organiser")
        _record(member, is_given=False, by=by, now=now)
        member.delete()
        _release_tables(member)
        transaction.on_commit(lambda: bus.publish(message))


def _release_tables(member: StaffMember) -> None:
    remaining_roles = StaffMember.objects.filter(
        tournament=member.tournament_id, user=member.user_id, role__in=CORRECTING_ROLES
    )
    if remaining_roles.exists():
        release_foreign_tables(member.tournament_id)
    else:
        tables = Table.objects.filter(tournament=member.tournament_id, arbiter=member.user_id)
        tables.update(arbiter=None)


def release_foreign_tables(tournament_id: int) -> None:
    """Take tables from arbiters whose roles are all in other centres."""
    members = StaffMember.objects.filter(tournament=tournament_id, role__in=CORRECTING_ROLES)
    allowed: dict[int, set[int | None]] = {}
    for user, centre in members.values_list("user", "centre"):
        allowed.setdefault(user, set()).add(centre)
    tables = Table.objects.filter(tournament=tournament_id, arbiter__isnull=False)
    foreign = [
        pk
        for pk, arbiter, centre in tables.values_list("pk", "arbiter", "centre")
        if not {None, centre} & allowed.get(arbiter, {None})
    ]
    Table.objects.filter(pk__in=foreign).update(arbiter=None)


def leave_organisation(
    *, organisation: Organisation, user: User, by: User | None, now: datetime
) -> None:
    """Remove an account from the organisation, with its roles in its tournaments.

    Raise WrongState for the last manager, and for the last organiser of a tournament.
    """
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        require_other_manager(organisation, user)
        members = StaffMember.objects.filter(user=user, tournament__organisation=organisation)
        for member in members.order_by("tournament", "pk"):
            remove_staff(member=member, by=by, now=now)
        if Membership.objects.filter(organisation=organisation, user=user).delete()[0]:
            record_account_change(organisation, user, AccountChangeKind.LEFT, by=by, now=now)
