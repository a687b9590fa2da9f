"""The pages to download and restore an archive, and the printed heads."""

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from arbitrage.archive.core.manifest import UnfinishedGames
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import (
    read_members,
    remove_tournament,
)
from tests.arbitrage.archive.verify.forgeries import verify
from tests.documents.pdfs import Printed
from tests.room import Room
from tests.tournament.topping.services.toppings import create_topping_for as make_topping
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Discipline, Role
from tournament.models import Game, Tournament, Turn
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation


def test_the_file_is_downloaded_and_restored_elsewhere(
    lasting_results: Turn, room: Room, sign_in: SignIn
) -> None:
    room.tournament.tables.update(arbiter=room.user)
    browser, take = sign_in(Role.ORGANISER), reverse_for(room, "tournament-file-take")
    page = read_text(browser.get(reverse_for(room, "tournament-file")))
    head = Game.objects.get().head
    assert f'title="{head}"' in page
    assert head[:16] in page

    refused = browser.post(take)
    assert refused.status_code == 422
    assert "Cochez que vous le gardez secret" in read_text(refused)
    answer = browser.post(take, {"accepts_secrets": "on"})
    assert answer["Content-Type"] == "application/zip"
    assert ".duplicata.zip" in answer["Content-Disposition"]
    content = answer.content
    assert read_archive(content).manifest.unfinished_games.games == [1]
    publication = read_text(browser.get(reverse_for(room, "office-publication")))
    assert "Fichier d’archive pris, partie 1 non finie." in publication
    Game.objects.update(judge_plays=room.entries[0])
    assert browser.post(take, {"accepts_secrets": "on"}).status_code == 422

    user = User.objects.create_user("claire")
    elsewhere = Browser()
    elsewhere.force_login(user)
    restore = reverse("restore-file")
    assert elsewhere.get(restore).status_code == 403
    home = create_organisation(name="Club d’ailleurs", by=user, now=clock.now())
    assert "leurs tables restent sans arbitre" in read_text(elsewhere.get(restore)), "said before"
    file = {"file": SimpleUploadedFile("essai.duplicata.zip", content)}
    refusal = elsewhere.post(restore, file)
    assert refusal.status_code == 422
    assert "Ce tournoi est déjà ici" in read_text(refusal)
    remove_tournament(room.tournament)
    broken = {"file": SimpleUploadedFile("essai.zip", content[:-9])}
    assert "n’est pas une archive" in read_text(elsewhere.post(restore, broken))
    file = {"file": SimpleUploadedFile("essai.duplicata.zip", content)}
    answered = elsewhere.post(restore, file, follow=True)
    assert answered.status_code == 200
    assert "Ce tournoi vient d’un fichier" in read_text(answered)
    restored = Tournament.objects.get()
    assert (restored.organisation, restored.staff.get(user=user).role) == (home, Role.ORGANISER)

    assert "Les tables n’ont plus d’arbitre" in read_text(answered)
    assert not restored.tables.exclude(arbiter=None).exists()
    overview = read_text(elsewhere.get(reverse_for(room, "office-tournament")))
    assert "6 tables sans arbitre" in overview
    assert "Personne ne peut encore corriger." in overview, "closed accounts do not count"
    shared = read_text(elsewhere.post(reverse_for(room, "office-share"), follow=True))
    assert "Ce tournoi n’a pas encore d’arbitre" in shared


def test_the_shared_file_has_no_key_and_no_private_field(room: Room, sign_in: SignIn) -> None:
    """A classic tournament between two rounds, whose players are minors."""
    tournament = room.tournament
    Tournament.objects.update(discipline=Discipline.CLASSIC, short_minors=True)
    year = tournament.starts_on.year - 12
    tournament.players.update(birth_year=year, first_name="Zoé")
    tournament.players.filter(last_name="Danemark").update(licence="1234567")
    browser, take = sign_in(Role.ORGANISER), reverse_for(room, "tournament-file-take")
    answer = browser.post(take, {"shared": "on"})
    assert "Essai (partage).duplicata.zip" in answer["Content-Disposition"]
    content, archive = answer.content, read_archive(answer.content)
    assert archive.rows["ways_in"] == []
    assert verify(content, Lexica()).discrepancies == []
    text = b"".join(read_members(content).values()).decode()
    hidden = (
        "1234567",
        f'"birth_year":{year}',
        "Danemark",
        *tournament.tables.values_list("key", flat=True),
    )
    assert [secret for secret in hidden if secret in text] == []
    assert "Zoé D." in text
    make_topping(room)
    refused = browser.post(take, {"shared": "on"})
    assert refused.status_code == 422
    assert "se prend quand tout est fini" in read_text(refused)
    remove_tournament(tournament)
    restored = restore_tournament(content=content, by=None, now=clock.now())
    assert restored.tables.exclude(key__in=hidden).count() == len(room.entries), "new keys"


def test_an_open_topping_makes_the_file_secret(room: Room, sign_in: SignIn) -> None:
    browser, take = sign_in(Role.ORGANISER), reverse_for(room, "tournament-file-take")
    assert "accepts_secrets" not in read_text(browser.get(reverse_for(room, "tournament-file")))
    topping = make_topping(room)
    assert "accepts_secrets" in read_text(browser.get(reverse_for(room, "tournament-file")))
    assert browser.post(take).status_code == 422
    archive = read_archive(browser.post(take, {"accepts_secrets": "on"}).content)
    assert archive.manifest.unfinished_games == UnfinishedGames(toppings=[topping.number])
    assert archive.rows["ways_in"], "its players come in again by their cards"
    publication = read_text(browser.get(reverse_for(room, "office-publication")))
    assert "Fichier d’archive pris, topping 1 non fini." in publication


def test_a_printed_ranking_shows_the_heads_of_the_journals(
    first_results: Turn, room: Room, client: Client
) -> None:
    head = Game.objects.get().head
    for name in ("public-ranking", "public-game"):
        page = read_text(
            client.get(reverse_for(room, name, *([1] if name == "public-game" else [])))
        )
        assert f'<code title="{head}"><span>{head[:16]}</span>' in page
    paper = Printed(client.get(reverse_for(room, "public-ranking-pdf")).content).text()
    assert head in "".join(paper.split())
