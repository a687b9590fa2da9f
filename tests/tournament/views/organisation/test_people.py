"""The roster and the lists of an organisation, for its managers only."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn, read_text
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind, Role, TournamentChangeKind
from tournament.models import Group, RosterPlayer
from tournament.presentation.tournaments import describe_tournament_change
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation
from tournament.services.people.roster import save_roster_player
from tournament.services.tournaments import update_tournament


@pytest.fixture
def manager(room: Room) -> Client:
    client = Browser()
    client.force_login(room.user)
    return client


def reverse_for(room: Room, name: str, *args: int) -> str:
    return reverse(name, args=[room.tournament.organisation.pk, *args])


def test_the_roster_is_searched_sorted_and_paged(room: Room, manager: Client) -> None:
    for number in range(60):
        data = PlayerData(f"Joueur{number:02}", "Zoé", f"L{number:02}", series="1A")
        save_roster_player(
            organisation=room.tournament.organisation, data=data, **room.get_author_and_time()
        )
    path = reverse_for(room, "organisation-players")
    page = read_text(manager.get(path, {"q": "joueur", "sort": "-licence"}))
    assert "60 joueurs" in page
    assert page.index("Joueur59") < page.index("Joueur11")
    assert "Joueur09" not in page
    second = read_text(manager.get(path, {"q": "joueur", "sort": "-licence", "page": "2"}))
    assert "Joueur09" in second
    assert "Joueur59" not in second
    assert "Personne ne répond à « zzz »." in read_text(manager.get(path, {"q": "zzz"}))
    strange = {"sort": "password", "page": "x"}
    assert manager.get(path, strange).status_code == 200


def test_a_roster_player_is_added_corrected_and_deleted(room: Room, manager: Client) -> None:
    fields = {"last_name": "Grèce", "licence": "L1", "birth_year": "1980"}
    response = manager.post(reverse_for(room, "organisation-player-add"), fields, follow=True)
    assert "Grèce est au fichier." in read_text(response)
    row = RosterPlayer.objects.get(licence="L1")
    duplicate = manager.post(
        reverse_for(room, "organisation-player-add"), {**fields, "last_name": "Oman"}
    )
    assert duplicate.status_code == 422
    assert "Quelqu’un d’autre a déjà la licence « L1 »" in read_text(duplicate)
    assert 'value="Oman"' in read_text(duplicate)
    manager.post(reverse_for(room, "organisation-player", row.pk), {**fields, "club": "Patras"})
    row.refresh_from_db()
    assert row.club == "Patras"
    manager.post(reverse_for(room, "organisation-player-delete", row.pk))
    assert not RosterPlayer.objects.filter(pk=row.pk).exists()


def test_a_similar_player_is_completed_or_added_as_decided(room: Room, manager: Client) -> None:
    path = reverse_for(room, "organisation-player-add")
    manager.post(path, {"last_name": "Le Goff", "first_name": "Yann", "licence": "012"})
    row = RosterPlayer.objects.get(licence="012")
    again = manager.post(path, {"last_name": "LEGOFF", "first_name": "Yann", "licence": "12"})
    assert "joueurs : Le Goff Yann (« 012 »)." in read_text(again)
    fields = {"last_name": "LE GOFF", "first_name": "Yann", "club": "Brest"}
    refused = manager.post(path, fields)
    assert refused.status_code == 422
    page = read_text(refused)
    assert "connaît Le Goff Yann (licence 012). Ici : sans licence, Brest." in page
    assert f'<option value="{row.pk}">c’est Le Goff Yann (licence 012)</option>' in page
    manager.post(path, {**fields, "decision": str(row.pk)})
    row.refresh_from_db()
    assert (str(row), row.licence, row.club) == ("LE GOFF Yann", "012", "Brest")
    manager.post(path, {**fields, "club": "Nantes", "decision": "in"})
    assert RosterPlayer.objects.filter(plain_name="le goff yann").count() == 2


def test_lists_are_changed(room: Room, manager: Client) -> None:
    path = reverse_for(room, "organisation-lists")
    fields = {"kind": "category", "code": "Z", "name": "Zélés", "age_from": "5", "age_to": "6"}
    assert "« Z » est dans la liste." in read_text(manager.post(path, fields, follow=True))
    assert "5 à 6 ans" in read_text(manager.get(path))
    again = manager.post(path, fields)
    assert again.status_code == 422
    assert "« Z » est déjà dans la liste." in read_text(again)
    group = Group.objects.get(kind=GroupKind.CATEGORY, code="Z")
    manager.post(reverse_for(room, "organisation-group", group.pk), {"code": "Y", "age_from": "7"})
    manager.post(reverse_for(room, "organisation-group-move", group.pk), {"way": "up"})
    group.refresh_from_db()
    assert (group.code, group.age_from, group.position) == ("Y", 7, 7)
    manager.post(reverse_for(room, "organisation-group-delete", group.pk))
    assert not Group.objects.filter(pk=group.pk).exists()
    Group.objects.all().delete()
    assert "Mettre les listes d’usage" in read_text(manager.get(path))
    manager.post(reverse_for(room, "organisation-lists-usual"))
    assert Group.objects.filter(kind=GroupKind.CATEGORY, code="V").exists()


def test_data_of_another_organisation_is_not_found(
    room: Room, manager: Client, sign_in: SignIn
) -> None:
    other = create_organisation(name="Ailleurs", by=None, now=clock.now())
    row = save_roster_player(organisation=other, data=PlayerData("Oman"), by=None, now=clock.now())
    group = other.groups.earliest("pk")
    foreign = [
        ("organisation-player", row.pk),
        ("organisation-player-delete", row.pk),
        ("organisation-group", group.pk),
        ("organisation-group-move", group.pk),
        ("organisation-group-delete", group.pk),
    ]
    pages = [
        *("organisation-players", "organisation-player-add", "organisation-import-send"),
        "organisation-lists",
    ]
    organiser = sign_in(Role.ORGANISER)
    with every_row() as each:
        for name, pk in foreign:
            with each(name):
                assert manager.post(reverse_for(room, name, pk), {"code": "X"}).status_code == 404
        for name in pages:
            with each(name):
                assert manager.get(reverse(name, args=[other.pk])).status_code == 404
                assert organiser.get(reverse_for(room, name)).status_code == 404
    assert RosterPlayer.objects.filter(pk=row.pk).exists()


def test_two_players_are_merged_renamed_and_it_is_undone(room: Room, manager: Client) -> None:
    rows = [
        save_roster_player(
            organisation=room.tournament.organisation,
            data=PlayerData("Kenya", "Anne", licence),
            decision="in",
            **room.get_author_and_time(),
        )
        for licence in ("L1", "L2")
    ]
    merge = reverse_for(room, "organisation-player-merge", rows[0].pk)
    assert f"?with={rows[1].pk}" in read_text(manager.get(merge))
    assert "En gras : ce qui reste." in read_text(manager.get(merge, {"with": rows[1].pk}))
    manager.post(merge, {"other": rows[1].pk})
    name = reverse_for(room, "organisation-player-name", rows[0].pk)
    manager.post(name, {"last_name": "Kenia", "first_name": "Anne"})
    page = read_text(manager.get(reverse_for(room, "organisation-roster-changes")))
    assert "Nom corrigé : « Kenya Anne » → « Kenia Anne »" in page
    assert "« Kenya Anne » fusionné avec « Kenya Anne »" in page
    for change in room.tournament.organisation.roster_changes.all():
        manager.post(reverse_for(room, "organisation-roster-undo", change.pk))
    names = room.tournament.organisation.roster.filter(licence__in=["L1", "L2"])
    assert [str(row) for row in names] == ["Kenya Anne", "Kenya Anne"]


def test_the_journal_says_old_and_new_settings(room: Room) -> None:
    update_tournament(
        tournament=room.tournament,
        changes={"venue": "Lamu", "short_minors": True},
        **room.get_author_and_time(),
    )
    line = room.tournament.changes.get(kind=TournamentChangeKind.SETTINGS)
    sentence = " ".join(describe_tournament_change(line.kind, line.data).split())
    assert sentence == "Lieu : rien → « Lamu » ; abréger les noms des mineurs : non → oui."
