"""Roles are given from the list of the organisation, or as in another of its tournaments."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.errors import NotAllowed
from tournament.core.states import Role
from tournament.models import Membership, Organisation, StaffMember, Tournament
from tournament.queries.access import get_roles
from tournament.queries.seating_plan import list_loads
from tournament.services.accounts.organisations import join_organisation
from tournament.services.accounts.staff import copy_staff


def add_member(room: Room, name: str) -> User:
    user = User.objects.create(username=name)
    join_organisation(
        organisation=room.tournament.organisation, user=user, **room.get_author_and_time()
    )
    return user


def add_tournament(room: Room, organisation: Organisation | None = None) -> Tournament:
    home = organisation or room.tournament.organisation
    return Tournament.objects.create(name="Autre", slug=f"autre-{home.pk}", organisation=home)


def test_ticked_roles_are_given_and_held_ones_stay(room: Room, organiser: Client) -> None:
    camille, dominique = add_member(room, "camille"), add_member(room, "dominique")
    ticked = [f"{camille.pk}:judge", f"{camille.pk}:arbiter", f"{dominique.pk}:commission"]
    address = reverse_for(room, "office-staff-give")
    assert "3 rôles donnés." in read_text(organiser.post(address, {"given": ticked}, follow=True))
    assert get_roles(camille, room.tournament) == {Role.JUDGE, Role.ARBITER}
    assert get_roles(dominique, room.tournament) == {Role.COMMISSION}
    again = read_text(organiser.post(address, {"given": ticked[:1]}, follow=True))
    assert "Ces rôles étaient déjà donnés." in again
    stranger = User.objects.create(username="ailleurs")
    organiser.post(address, {"given": [f"{stranger.pk}:judge"]})
    assert not get_roles(stranger, room.tournament)


def test_the_team_of_another_tournament_is_taken_over(room: Room, organiser: Client) -> None:
    other = add_tournament(room)
    user = User.objects.get(username="organiser")
    StaffMember.objects.create(tournament=other, user=user, role=Role.ORGANISER)
    camille, closed = add_member(room, "camille"), add_member(room, "fermé")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    for account in (camille, closed):
        StaffMember.objects.create(tournament=other, user=account, role=Role.JUDGE)
    organiser.post(reverse_for(room, "office-staff-copy"), {"original": other.pk})
    assert get_roles(camille, room.tournament) == {Role.JUDGE}
    assert not get_roles(closed, room.tournament)


def test_a_team_is_taken_only_from_tournaments_one_organises(room: Room, organiser: Client) -> None:
    user = User.objects.get(username="organiser")
    hidden, foreign = add_tournament(room), add_tournament(room, Organisation.objects.create())
    StaffMember.objects.create(tournament=foreign, user=user, role=Role.ORGANISER)
    before = room.tournament.staff.count()
    for original in (hidden, foreign):
        organiser.post(reverse_for(room, "office-staff-copy"), {"original": original.pk})
        with pytest.raises(NotAllowed):
            copy_staff(
                original=original,
                tournament=room.tournament,
                **room.get_author_and_time() | {"by": user},
            )
    assert room.tournament.staff.count() == before


def test_sharing_leaves_double_arbiters_out_and_says_so(room: Room, organiser: Client) -> None:
    double_arbiter = add_member(room, "double")
    StaffMember.objects.create(
        tournament=room.tournament, user=double_arbiter, role=Role.DOUBLE_ARBITER
    )
    shared = {load.arbiter: load.shared_table_count for load in list_loads(room.tournament)}
    both = {
        load.arbiter: load.shared_table_count_with_double for load in list_loads(room.tournament)
    }
    assert (shared["double"], shared["bureau"], both["double"], both["bureau"]) == (0, 6, 3, 3)
    assert "Après, doubles compris" in read_text(organiser.get(reverse_for(room, "office-tables")))
    address = reverse_for(room, "office-share")
    organiser.post(address, headers=HTMX)
    assert not double_arbiter.tables.exists()
    organiser.post(address, {"double": "1"}, headers=HTMX)
    assert double_arbiter.tables.count() == 3


def test_a_manager_prints_cards_of_the_team(room: Room, organiser: Client) -> None:
    camille = add_member(room, "camille")
    StaffMember.objects.create(tournament=room.tournament, user=camille, role=Role.JUDGE)
    address, box = reverse_for(room, "office-staff"), f'form="cards" value="{camille.pk}"'
    page = read_text(organiser.get(address))
    assert box not in page
    assert "c’est cette personne qui tranche" in page
    user, home = User.objects.get(username="organiser"), room.tournament.organisation
    Membership.objects.update_or_create(organisation=home, user=user, defaults={"manages": True})
    assert box in read_text(organiser.get(address))
    cards = reverse("organisation-cards", args=[home.pk])
    assert "camille" in read_text(organiser.post(cards, {"accounts": [camille.pk]}))
