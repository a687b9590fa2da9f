"""The organiser's office: players by hand, tables, printed cards."""

import pytest
from django.test import Client

from tests.french import plain
from tests.room import Room
from tests.tournament.views.office import HTMX, SignIn, read_html, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Entry, StaffMember, Table
from tournament.services.play.turns import announce_turn, draw_turn, open_turn

# --- players ---------------------------------------------------------------------------


def test_a_player_registered_by_hand_gets_the_next_table(room: Room, organiser: Client) -> None:
    fields = {"last_name": "Grèce", "first_name": "G", "club": "Athènes"}
    response = organiser.post(reverse_for(room, "office-register"), fields, headers=HTMX)
    assert response.status_code == 200
    assert "Grèce G : table 7." in read_text(response)
    entry = Entry.objects.get(name="Grèce G")
    assert entry.table.number == 7


def test_a_name_registered_twice_is_pointed_out(room: Room, organiser: Client) -> None:
    name = {"last_name": "Grèce", "first_name": "G"}
    once = organiser.post(reverse_for(room, "office-register"), name, headers=HTMX)
    assert "inscrit deux fois ?" not in read_text(once)
    refused = organiser.post(reverse_for(room, "office-register"), name, headers=HTMX)
    assert refused.status_code == 422
    assert "Grèce G est déjà à la table 7 : sans licence." in plain(refused.json()["sentence"])
    assert refused.json()["choices"] == [["in", "prendre quand même"], ["", "laisser de côté"]]
    page = organiser.post(reverse_for(room, "office-register"), name)
    assert page.status_code == 422
    assert '<option value="in">prendre quand même</option>' in read_text(page)
    decided = {"last_name": "GRECE", "first_name": "g.", "decision": "in"}
    twice = organiser.post(reverse_for(room, "office-register"), decided, headers=HTMX)
    assert read_text(twice).count("inscrit deux fois ?") == 2
    Entry.objects.get(name="GRECE g.").delete()
    assert "inscrit deux fois ?" not in read_text(
        organiser.get(reverse_for(room, "office-entries"))
    )


def test_zero_entries_are_singular(room: Room, organiser: Client) -> None:
    Entry.objects.update(withdrawn=True)
    assert "0 inscription<" in read_html(organiser.get(reverse_for(room, "office-entries")))


def test_a_pair_shares_a_table(room: Room, organiser: Client) -> None:
    fields = {"last_name": "Hongrie", "partner_last_name": "Italie", "table_number": "12"}
    organiser.post(reverse_for(room, "office-register"), fields)
    entry = Entry.objects.get(table__number=12)
    assert entry.name == "Hongrie / Italie"
    assert entry.players.count() == 2


@pytest.mark.parametrize(
    ("fields", "wrong", "sentence"),
    [
        ({"last_name": ""}, "last_name", "Ce champ est obligatoire."),
        ({"last_name": "Grèce", "table_number": "0"}, "table_number", "supérieure ou égale à 1"),
        ({"last_name": "Grèce", "table_number": "un"}, "table_number", "un nombre entier."),
        ({"last_name": "Grèce", "table_number": "1"}, None, "La table 1 est déjà occupée."),
        (
            {"last_name": "Grèce", "partner_club": "Athènes"},
            "partner_last_name",
            "Indiquez le nom du partenaire.",
        ),
    ],
)
def test_a_bad_registration_is_refused_with_its_input_kept(
    room: Room, organiser: Client, fields: dict[str, str], wrong: str | None, sentence: str
) -> None:
    response = organiser.post(reverse_for(room, "office-register"), fields, headers=HTMX)
    assert response.status_code == 422
    assert sentence in plain(response.json()["sentence"])
    assert response.json().get("field") == wrong
    response = organiser.post(reverse_for(room, "office-register"), fields)
    assert response.status_code == 422
    page = read_text(response)
    assert sentence in page
    for value in filter(None, fields.values()):
        assert f'value="{value}"' in page
    assert Entry.objects.count() == len(room.entries)


def test_an_entry_is_corrected_withdrawn_and_brought_back(room: Room, organiser: Client) -> None:
    entry = room.entries[0]
    fields = {"last_name": "Andorre", "club": "Pyrénées"}
    organiser.post(reverse_for(room, "office-entry", entry.pk), fields)
    row = organiser.post(reverse_for(room, "office-withdraw", entry.pk), headers=HTMX)
    entry.refresh_from_db()
    assert (entry.name, entry.withdrawn) == ("Andorre", True)
    assert "retiré" in read_text(row)
    assert "Faire revenir" in read_text(row)
    organiser.post(reverse_for(room, "office-restore", entry.pk))
    entry.refresh_from_db()
    assert not entry.withdrawn


def test_a_correction_that_makes_two_alike_is_decided_about(room: Room, organiser: Client) -> None:
    path = reverse_for(room, "office-entry", room.entries[0].pk)
    refused = organiser.post(path, {"last_name": "belgique"})
    assert refused.status_code == 422
    assert "Belgique est déjà à la table 2" in read_text(refused)
    assert '<option value="in">prendre quand même</option>' in read_text(refused)
    organiser.post(path, {"last_name": "belgique", "decision": "in"})
    room.entries[0].refresh_from_db()
    assert room.entries[0].name == "belgique"


def test_the_list_is_sorted_as_asked(room: Room, organiser: Client) -> None:
    organiser.post(reverse_for(room, "office-register"), {"last_name": "Aaa", "table_number": "99"})
    page = read_html(organiser.get(reverse_for(room, "office-entries") + "?sort=name"))
    assert page.index("Aaa") < page.index("Algérie")
    page = read_html(organiser.get(reverse_for(room, "office-entries") + "?sort=table"))
    assert page.index("Algérie") < page.index("Aaa")


def test_entry_is_deleted_or_the_refusal_gives_the_reason(room: Room, organiser: Client) -> None:
    first, second = room.entries[:2]
    response = organiser.post(reverse_for(room, "office-entry-delete", first.pk), follow=True)
    assert "« Algérie » n’est plus inscrit." in read_text(response)
    assert not Entry.objects.filter(pk=first.pk).exists()
    room.entries[0] = second
    room.entries = room.entries[1:]
    Entry.objects.exclude(pk__in=room.entry_ids).delete()
    drawn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert drawn is not None
    announce_turn(turn=drawn, **room.get_author_and_time())
    open_turn(turn=drawn, **room.get_author_and_time())
    response = organiser.post(reverse_for(room, "office-entry-delete", second.pk))
    assert response.status_code == 409
    assert "a déjà un coup ou une décision dans ce tournoi" in read_text(response)
    assert Entry.objects.filter(pk=second.pk).exists()


def test_names_known_to_the_organisation_are_offered_to_its_organisers(
    room: Room, organiser: Client, judge: Client
) -> None:
    fields = {"last_name": "Grèce", "licence": "L1", "birth_year": "1980", "series": "3A"}
    organiser.post(reverse_for(room, "office-register"), fields)
    (person,) = organiser.get(reverse_for(room, "office-known") + "?q=grec").json()["people"]
    assert (person["last_name"], person["birth_year"], person["series"]) == ("Grèce", 1980, "3A")
    assert organiser.get(reverse_for(room, "office-known")).json() == {"people": []}
    assert judge.get(reverse_for(room, "office-known") + "?q=grec").status_code == 403


# --- tables ----------------------------------------------------------------------------


def test_a_range_of_tables_is_given_to_an_arbiter(
    room: Room, organiser: Client, sign_in: SignIn
) -> None:
    sign_in(Role.ARBITER, name="camille")
    arbiter = StaffMember.objects.get(user__username="camille").user
    fields = {"first": "2", "last": "4", "arbiter": str(arbiter.pk)}
    response = organiser.post(reverse_for(room, "office-assign"), fields, headers=HTMX)
    assert "3 tables confiées à camille." in read_text(response)
    numbers = Table.objects.filter(arbiter=arbiter).values_list("number", flat=True)
    assert list(numbers) == [2, 3, 4]
    sign_in(Role.ARBITER, name="lou")
    fields["arbiter"] = str(StaffMember.objects.get(user__username="lou").user.pk)
    answer = organiser.post(
        reverse_for(room, "office-assign"), {**fields, "last": "6"}, headers=HTMX
    )
    assert "5 tables confiées à lou. Avant : camille 3." in read_text(answer)
    organiser.post(reverse_for(room, "office-assign"), {**fields, "arbiter": str(arbiter.pk)})
    organiser.post(reverse_for(room, "office-assign"), {"first": "3", "last": "3", "arbiter": ""})
    assert Table.objects.filter(arbiter=arbiter).count() == 2


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"first": "4", "last": "2"}, "La dernière table vient avant la première."),
        ({"first": "90", "last": "95"}, "Aucune table ne porte un de ces numéros."),
        ({"first": "", "last": "2"}, "Ce champ est obligatoire."),
        ({"first": "1", "last": "2", "arbiter": "0"}, "Sélectionnez un choix valide."),
    ],
)
def test_a_bad_range_is_refused(
    room: Room, organiser: Client, fields: dict[str, str], sentence: str
) -> None:
    response = organiser.post(reverse_for(room, "office-assign"), fields, headers=HTMX)
    assert response.status_code == 422
    assert sentence in read_text(response)
    assert not Table.objects.exclude(arbiter=None).exists()


def test_renewed_links_replace_every_key_and_code(room: Room, organiser: Client) -> None:
    before = set(Table.objects.values_list("key", "code"))
    response = organiser.post(reverse_for(room, "office-renew"), follow=True)
    assert "Tous les liens et codes sont neufs" in read_text(response)
    assert not before & set(Table.objects.values_list("key", "code"))


def test_links_are_not_renewed_during_a_game(room: Room, organiser: Client) -> None:
    room.game()
    before = set(Table.objects.values_list("key", "code"))
    response = organiser.post(reverse_for(room, "office-renew"))
    assert response.status_code == 409
    assert "les liens des tables ne peuvent pas changer maintenant" in read_text(response)
    assert before == set(Table.objects.values_list("key", "code"))
