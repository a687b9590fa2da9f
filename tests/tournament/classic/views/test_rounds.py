"""The pages of a classic tournament: office, public pages, files and papers."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.documents.pdfs import Printed
from tests.french import plain
from tests.roles import give_role
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tournament.classic.core.rounds.states import RoundCommand
from tournament.core.states import ResultVisibility, Role
from tournament.models import Entry, Tournament
from tournament.services.people.registration import withdraw_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def classic() -> ClassicRoom:
    return make_classic_room(rounds=3)


@pytest.fixture
def office(classic: ClassicRoom) -> Client:
    client = Browser()
    client.force_login(classic.user)
    return client


def build_address(room: ClassicRoom, name: str, *args: object) -> str:
    return reverse(name, args=[room.tournament.slug, *args])


def read_text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


def test_a_round_goes_from_pairing_to_results_by_the_pages(
    classic: ClassicRoom, office: Client
) -> None:
    assert "Aucune ronde" in read_text(office, build_address(classic, "office-rounds"))
    office.post(build_address(classic, "office-pair"))
    page = read_text(office, build_address(classic, "office-round", 1))
    assert "préparée" in page
    assert all(name in page for name in NAMES)
    assert Client().get(build_address(classic, "public-round", 1)).status_code == 404
    for command in ("publish", "start"):
        office.post(build_address(classic, f"office-round-{command}", 1))
    match_round = classic.tournament.rounds.get()
    assert match_round.state == "running"
    match = classic.matches(match_round)[0]
    address = build_address(classic, "office-result", 1, match.pk)
    refused = office.post(address, {"kind": "sheet", "x1": "412"})
    assert refused.status_code == 422
    assert "scores des deux joueurs" in plain(refused.content.decode())
    office.post(address, {"kind": "sheet", "x1": "412", "y1": "388"})
    assert "412-388" in read_text(Client(), build_address(classic, "public-round", 1))
    assert "2 matchs sans résultat" in read_text(office, build_address(classic, "office-round", 1))
    finished = office.post(build_address(classic, "office-round-finish", 1), follow=True)
    assert finished.redirect_chain == [(build_address(classic, "office-round", 1), 302)]
    assert "Matchs encore sans résultat : 2" in plain(finished.content.decode())


def test_pages_files_and_papers_say_what_the_standings_say(classic: ClassicRoom) -> None:
    match_round = classic.begin()
    classic.play(match_round)
    classic.finish(match_round)
    visitor = Client()
    ranking = read_text(visitor, build_address(classic, "public-ranking"))
    assert "provisoire" not in ranking
    wall = read_text(visitor, build_address(classic, "public-wall"))
    assert "G 400-300 c." in wall
    assert "2 / +100" in wall
    first = classic.load_rounds().standings[0]
    entry = classic.load_rounds().entries[first.key]
    assert "400-300" in read_text(visitor, build_address(classic, "public-player", entry.pk))
    with every_row() as row:
        for kind in ("csv", "xlsx", "ods"):
            for name in ("ranking", "wall", "grid") if kind == "csv" else ("wall",):
                with row(f"{name}.{kind}"):
                    answer = visitor.get(build_address(classic, "public-classic-file", name, kind))
                    assert answer.status_code == 200
                    assert kind != "csv" or "Alba" in answer.content.decode()
    answer = visitor.get(build_address(classic, "public-wall"), headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="listing"')


def test_officers_read_what_a_later_change_means(classic: ClassicRoom, office: Client) -> None:
    first = classic.begin()
    classic.play(first)
    classic.finish(first)
    second = classic.prepare()
    match = classic.matches(first)[0]
    address = build_address(classic, "office-result", 1, match.pk)
    assert "La ronde 2 est déjà appariée" in read_text(office, address)
    classic.move(second, RoundCommand.PUBLISH)
    sheet = {"kind": "sheet", "winner": "", "reason": "inversé", "x1": "300", "y1": "400"}
    page = plain(office.post(address, sheet, follow=True).content.decode())
    assert "La ronde 2 est déjà publiée" in page
    of_second = build_address(classic, "office-round", 2)
    assert "À regarder" not in read_text(office, of_second)
    withdraw_entry(entry=classic.entries["Fara"], **classic.get_author_and_time())
    page = read_text(office, of_second)
    assert "À regarder avant de commencer" in page
    assert "Fara est apparié, mais absent ou retiré." in page
    classic.terms(games_to_win=2)
    assert {match.parsed_terms.games_to_win for match in classic.matches(second)} == {2}
    assert {match.parsed_terms.games_to_win for match in classic.matches(first)} == {1}


def test_papers_are_made_of_each_thing_to_hang_up(classic: ClassicRoom, office: Client) -> None:
    match_round = classic.begin()
    classic.play(match_round)
    names = ["tables", "names", "results"]
    addresses = [build_address(classic, f"office-round-print-{name}", 1) for name in names]
    addresses += [
        build_address(classic, "public-ranking-pdf"),
        build_address(classic, "public-classic-pdf", "wall"),
    ]
    with every_row() as row:
        for address in addresses:
            with row(address):
                answer = office.get(address)
                assert answer.content.startswith(b"%PDF")


def has_scores(page: str) -> bool:
    """Return True if the page shows a result."""
    return "400-300" in page or "300-400" in page


def test_results_wait_where_the_tournament_says_so(classic: ClassicRoom, office: Client) -> None:
    Tournament.objects.update(publicity=ResultVisibility.GAME)
    match_round = classic.begin()
    classic.play(match_round)
    page = read_text(Client(), build_address(classic, "public-round", 1))
    assert not has_scores(page)
    assert "Les résultats seront publiés" in page
    assert not has_scores(read_text(Client(), build_address(classic, "public-wall")))
    assert has_scores(read_text(office, build_address(classic, "public-wall")))
    classic.finish(match_round)
    assert has_scores(read_text(Client(), build_address(classic, "public-round", 1)))


def test_api_gives_rounds_and_standings_as_far_as_public(
    classic: ClassicRoom,
) -> None:
    match_round = classic.begin()
    classic.play(match_round)
    names = {
        name: reverse(f"api-v1:api-{name}", args=[classic.tournament.slug])
        for name in ("rounds", "standings")
    }
    (round_data,) = Client().get(names["rounds"]).json()
    assert [match["games"] for match in round_data["matches"]] == [
        [[400, 300]] if match["winner"] == "X" else [[300, 400]] for match in round_data["matches"]
    ]
    ranked = Client().get(names["standings"]).json()
    assert ranked["provisional"] is True
    assert ranked["order"][0] == "points"
    assert [row["rank"] for row in ranked["entries"]] == [1, 1, 1, 4, 4, 4]
    (away,) = Entry.objects.filter(name="Fara")
    withdraw_entry(entry=away, **classic.get_author_and_time())
    (round_data,) = Client().get(names["rounds"]).json()
    named = {
        (match[side], match[f"{side}_name"]) for match in round_data["matches"] for side in "xy"
    }
    assert (away.pk, "Fara") in named
    ranking = Client().get(reverse("api-v1:api-ranking", args=[classic.tournament.slug]))
    assert ranking.status_code == 404
    assert "standings/" in ranking.json()["detail"]
    Tournament.objects.update(publicity=ResultVisibility.GAME)
    (round_data,) = Client().get(names["rounds"]).json()
    assert {match["games"] for match in round_data["matches"]} == {None}
    assert Client().get(names["standings"]).json()["withheld"] is True
    Tournament.objects.update(discipline="duplicate")
    assert Client().get(names["rounds"]).status_code == 404


def test_result_writers_read_rounds_and_only_the_organiser_commands(
    classic: ClassicRoom,
) -> None:
    match_round = classic.begin()
    match = classic.matches(match_round)[0]
    reads: list[tuple[Any, ...]] = [("office-rounds",), ("office-round", 1)]
    reads += [("office-result", 1, match.pk), ("office-round-print-tables", 1)]
    commands: list[tuple[Any, ...]] = [("office-pair",), ("office-round-finish", 1)]
    commands += [("office-round-swap", 1)]
    writers = {Role.ORGANISER, Role.ARBITER}
    with every_row() as row:
        for role in (*writers, Role.COMMISSION):  # which others: ``test_permissions``
            user = User.objects.create_user(f"seul-{role}")
            give_role(classic.tournament, user, role)
            browser = Client()
            browser.force_login(user)
            for name, *args in reads:
                with row(f"{role} {name}"):
                    status = browser.get(build_address(classic, name, *args)).status_code
                    assert status == (200 if role in writers else 403)
            for name, *args in commands:
                with row(f"{role} {name}"):
                    status = browser.post(build_address(classic, name, *args)).status_code
                    assert (status == 403) == (role is not Role.ORGANISER)


def test_the_big_screen_says_where_to_sit_then_who_leads(classic: ClassicRoom) -> None:
    address = build_address(classic, "public-scene") + "?scene=welcome"
    assert 'data-panel="welcome"' in read_text(Client(), address)
    match_round = classic.begin()
    x, y = classic.pairs(match_round)[0]
    page = read_text(Client(), address)
    assert "Ronde 1 : où s’asseoir" in page
    assert f"{x} – {y}" in page
    classic.play(match_round)
    classic.finish(match_round)
    page = read_text(Client(), address)
    assert 'data-panel="tables"' not in page
    assert "2 PM" in page
    assert "provisoire" not in page


def test_of_a_draft_the_public_reads_neither_rounds_nor_matches(classic: ClassicRoom) -> None:
    match = classic.matches(classic.begin())[0]
    arguments = {
        "public-round": (1,),
        "public-match": (match.pk,),
        "public-match-sheet": (match.pk,),
    }
    names = ("public-home", "public-wall", "public-grid", "public-ranking", *arguments)
    with every_row() as row:
        for state, status in (("published", 200), ("draft", 404)):
            Tournament.objects.filter(pk=classic.tournament.pk).update(state=state)
            for name in names:
                with row(f"{name} {state}"):
                    assert (
                        Client()
                        .get(build_address(classic, name, *arguments.get(name, ())))
                        .status_code
                        == status
                    )


def test_a_duplicate_tournament_has_none_of_these_pages(
    classic: ClassicRoom, office: Client
) -> None:
    Tournament.objects.update(discipline="duplicate")
    with every_row() as row:
        for name in ("office-rounds", "office-terms", "public-rounds", "public-wall"):
            with row(name):
                assert office.get(build_address(classic, name)).status_code == 404


def test_a_classic_tournament_is_created_and_its_terms_are_chosen(
    classic: ClassicRoom, office: Client
) -> None:
    created = office.post(
        reverse("office-create"),
        {
            "name": "Deux à deux",
            "starts_on": "2026-05-01",
            "lexicon": "fr-libre",
            "edition": "2023",
            "discipline": "classic",
            "published": "on",
        },
    )
    tournament = Tournament.objects.get(name="Deux à deux")
    assert created.headers["Location"] == reverse("office-terms", args=[tournament.slug])
    form = office.get(created.headers["Location"]).context["form"]
    data = {name: "" if value is None else value for name, value in form.initial.items()}
    data |= {"system": "round-robin", "rounds": "", "minutes": "20", "games_to_win": "2"}
    data |= {"points_won": 3, "wrong_challenge": 3, "too_many_letters": 6, "lost_points": 10}
    refused = office.post(created.headers["Location"], data | {"minutes": "0"})
    assert refused.status_code == 422
    assert "de 0,1 à 240 minutes" in plain(refused.content.decode())
    office.post(created.headers["Location"], data)
    tournament.refresh_from_db()
    assert tournament.classic["time_s"] == 1200
    assert tournament.classic["system"] == "round-robin"
    assert (tournament.classic["points_won"], tournament.classic["games_to_win"]) == (3, 2)
    penalties = [tournament.classic[term] for term in ("wrong_challenge", "too_many_letters")]
    assert (penalties, tournament.classic["lost_points"]) == ([3, 6], 10)
    address = reverse("office-match-papers", args=[tournament.slug])
    slips = office.get(f"{address}?what=challenge-slips")
    assert "coûte 3 points (5.3)" in Printed(slips.content).text()
    settings = read_text(office, reverse("office-settings", args=[tournament.slug]))
    assert "Édition du règlement" not in settings
    assert "match par match" in settings


def test_match_is_private_until_its_round_and_results_are_public(
    classic: ClassicRoom, office: Client
) -> None:
    office.post(build_address(classic, "office-pair"))
    match = classic.matches(classic.tournament.rounds.get())[0]
    addresses = [
        build_address(classic, name, match.pk) for name in ("public-match", "public-match-sheet")
    ]
    assert {Client().get(address).status_code for address in addresses} == {404}
    for command in ("publish", "start"):
        office.post(build_address(classic, f"office-round-{command}", 1))
    assert {Client().get(address).status_code for address in addresses} == {200}
    Tournament.objects.update(publicity=ResultVisibility.GAME)
    answers = [Client().get(address) for address in addresses]
    assert {address.status_code for address in answers} == {403}
    assert not any(NAMES[0] in address.content.decode() for address in answers)
    assert {office.get(address).status_code for address in addresses} == {200}
