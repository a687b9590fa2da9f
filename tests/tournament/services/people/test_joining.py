"""Joining an organisation and leaving its staff, with the access that this gives and ends."""

import pytest
from django.contrib.auth.models import User

from tests.room import Room
from tournament.core.errors import BadAccess, WrongState
from tournament.core.states import Role, TournamentCommand
from tournament.models import Organisation, SignInLink, StaffMember
from tournament.queries import clock
from tournament.services.accounts.accounts import close_account, create_member_with_card
from tournament.services.accounts.invitations import (
    accept_invitation,
    create_invitation,
    find_invitation,
)
from tournament.services.accounts.organisations import join_organisation
from tournament.services.accounts.staff import remove_staff
from tournament.services.lifecycle import move_tournament


@pytest.fixture
def camille(room: Room) -> User:
    """Return an account of the organisation with an unused card."""
    home = room.tournament.organisation
    user, _card = create_member_with_card(
        organisation=home, username="camille", **room.get_author_and_time()
    )
    return user


def test_a_card_ends_when_the_account_joins_another_club(room: Room, camille: User) -> None:
    cards = SignInLink.objects.filter(user=camille)
    join_organisation(
        organisation=room.tournament.organisation, user=camille, **room.get_author_and_time()
    )  # she is already
    assert cards.exists()
    other = Organisation.objects.create(name="Club d’en face")
    join_organisation(organisation=other, user=camille, by=None, now=clock.now())
    assert not cards.exists()


def test_the_last_active_organiser_stays(room: Room, camille: User) -> None:
    StaffMember.objects.create(tournament=room.tournament, user=camille, role=Role.ORGANISER)
    close_account(
        organisation=room.tournament.organisation, user=camille, **room.get_author_and_time()
    )
    mine = StaffMember.objects.get(user=room.user, role=Role.ORGANISER)
    with pytest.raises(WrongState, match="last-organiser"):
        remove_staff(member=mine, **room.get_author_and_time())


def test_an_invitation_to_an_archived_tournament_gives_nothing(room: Room) -> None:
    tournament, guest = room.tournament, User.objects.create_user("invitee")
    home = tournament.organisation
    link = create_invitation(
        organisation=home, tournament=tournament, roles=[Role.JUDGE], **room.get_author_and_time()
    )
    token = link.rstrip("/").rpartition("/")[2]
    before = find_invitation(token=token, now=clock.now())
    move_tournament(
        tournament=tournament, command=TournamentCommand.ARCHIVE, **room.get_author_and_time()
    )
    with pytest.raises(BadAccess, match="invalid-invitation"):
        find_invitation(token=token, now=clock.now())
    with pytest.raises(BadAccess, match="invalid-invitation"):
        accept_invitation(
            invitation=before, by=guest, now=clock.now()
        )  # archived while it was read
    assert not guest.roles.exists()
