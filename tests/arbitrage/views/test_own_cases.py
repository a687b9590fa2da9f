"""The tablet's page of appeals: content and commands."""

from datetime import timedelta
from http import HTTPStatus

from django.test import Client
from django.urls import reverse

from arbitrage.core.appeals import CaseState, CaseSubject
from arbitrage.models import Appeal
from arbitrage.services import acts, appeals
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.cheating import annul_scores
from tests.arbitrage.services.books import Books
from tests.arbitrage.services.cases import end_game
from tests.arbitrage.views.appealing import OWN, WHY, build_appeal_fields, open_tablet
from tests.tournament.views.office import read_text
from tournament.core.states import GameKind, GameState
from tournament.models import Contender, Game
from tournament.queries import clock
from tournament.services.game_list import create_games


class TestTablet:
    def test_a_player_appeals_follows_and_withdraws_a_case(self, books: Books) -> None:
        mine, other = books.entries[0], books.entries[1]
        browser = open_tablet(mine)
        page = read_text(browser.get(OWN))
        assert "avant que la partie suivante commence ou, après la dernière, dans les 15" in page
        assert "Retirer ce recours" not in page
        page = read_text(browser.post(OWN, build_appeal_fields(books.first)))
        assert "Votre recours est enregistré" in page
        assert f"« {WHY} »" in page
        assert WHY not in read_text(open_tablet(other).get(OWN))
        foreign = reverse("table-appeal-withdraw", args=[1])
        assert open_tablet(other).post(foreign).status_code == HTTPStatus.NOT_FOUND
        page = read_text(browser.post(foreign))
        assert Appeal.objects.get().state == CaseState.WITHDRAWN
        assert "retiré" in page

    def test_an_unrevealed_turn_is_not_shown(self, books: Books) -> None:
        entry = books.entries[0]
        browser = open_tablet(entry)
        about = ContestedDecision(books.second, entry, CaseSubject.RULING)
        appeals.file_case(
            contested=about, grounds="En cachette.", **books.room.get_author_and_time()
        )
        page = read_text(browser.get(OWN))
        assert "coup 1" in page
        assert "coup 2" not in page
        assert "En cachette" not in page
        assert browser.post(OWN, build_appeal_fields(books.second)).status_code == 422
        assert Appeal.objects.count() == 1
        books.reveal(books.second)
        page = read_text(browser.get(OWN))
        assert "cas porté par les arbitres" in page
        assert "En cachette" not in page  # what arbiters say among themselves

    def test_an_act_is_contested_by_whom_it_is_about(self, books: Books) -> None:
        entry = books.entries[0]
        act = acts.give_warning(
            turn=books.first, entry=entry, reason="bavardage", **books.room.get_author_and_time()
        )
        assert "avertissement disciplinaire" in read_text(open_tablet(entry).get(OWN)).lower()
        other = open_tablet(books.entries[1])
        refused = other.post(OWN, build_appeal_fields(books.first, f"act-{act.pk}"))
        assert refused.status_code == 422
        open_tablet(entry).post(OWN, build_appeal_fields(books.first, f"act-{act.pk}"))
        assert Appeal.objects.get().act == act

    def test_the_deadline_is_a_clock_then_a_sentence(self, books: Books) -> None:
        browser = open_tablet(books.entries[0])
        end_game(books, ago=timedelta(minutes=5))
        page = read_text(browser.get(OWN))
        assert 'id="appeal-left" data-until="' in page
        assert 'id="appeal"' in page
        end_game(books, ago=timedelta(minutes=16))
        page = read_text(browser.get(OWN))
        assert 'id="appeal"' not in page
        assert "Le délai de recours est passé (art. 6.3)." in page
        late = browser.post(OWN, build_appeal_fields(books.first))
        assert late.status_code == 422
        assert "Trop tard : le délai de recours, 15 minutes après la dernière partie" in read_text(
            late
        )
        assert not Appeal.objects.exists()

    def test_a_mort_subite_closes_the_deadline_of_its_players_only(self, books: Books) -> None:
        end_game(books, ago=timedelta(minutes=5))
        [game] = create_games(
            tournament=books.room.tournament,
            ready=False,
            kind=GameKind.MORT_SUBITE,
            **books.room.get_author_and_time(),
        )
        for entry in books.entries[1:3]:
            Contender.objects.create(game=game, entry=entry)
        Game.objects.filter(pk=game.pk).update(state=GameState.RUNNING, started_at=clock.now())
        watching, playing = (open_tablet(books.entries[index]) for index in (0, 1))
        assert "coup 1" in read_text(watching.get(OWN))
        assert "Votre recours est enregistré" in read_text(
            watching.post(OWN, build_appeal_fields(books.first))
        )
        assert 'id="appeal"' not in read_text(playing.get(OWN))
        assert playing.post(OWN, build_appeal_fields(books.first)).status_code == 200
        assert Appeal.objects.count() == 1

    def test_a_decision_after_the_deadline_can_be_contested(self, books: Books) -> None:
        entry = books.entries[0]
        end_game(books, ago=timedelta(minutes=16))
        annulled = annul_scores(
            entry=entry, reason="copié", excluded=False, **books.room.get_author_and_time()
        )
        browser = open_tablet(entry)
        page = read_text(browser.get(OWN))
        assert 'id="appeal-left" data-until="' in page
        assert page.count("Score annulé pour tricherie (tous les coups joués jusque-là)") == 1
        assert len(annulled) == 2
        browser.post(OWN, build_appeal_fields(books.first, f"act-{annulled[0].pk}"))
        assert Appeal.objects.get().act == annulled[0]
        assert 'id="appeal"' not in read_text(open_tablet(books.entries[1]).get(OWN))

    def test_a_device_without_table_gets_an_error(self, books: Books) -> None:
        for response in (Client().get(OWN), Client().post(OWN, build_appeal_fields(books.first))):
            assert response.status_code == HTTPStatus.FORBIDDEN
        assert not Appeal.objects.exists()
