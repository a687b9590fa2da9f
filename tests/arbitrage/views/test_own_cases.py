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
from tests.arbitrage.services.cases import end_game
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.arbitrage.views.appealing import OWN_CASES_URL, REASON, build_appeal_fields, open_tablet
from tests.tournament.views.office import read_text
from tournament.core.states import GameKind, GameState
from tournament.models import Contender, Game
from tournament.queries import clock
from tournament.services.game_list import create_games


class TestTablet:
    def test_a_player_appeals_follows_and_withdraws_a_case(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        mine, other = sanctioned_turns.entries[0], sanctioned_turns.entries[1]
        browser = open_tablet(mine)
        page = read_text(browser.get(OWN_CASES_URL))
        assert "avant que la partie suivante commence ou, après la dernière, dans les 15" in page
        assert "Retirer ce recours" not in page
        page = read_text(browser.post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first)))
        assert "Votre recours est enregistré" in page
        assert f"« {REASON} »" in page
        assert REASON not in read_text(open_tablet(other).get(OWN_CASES_URL))
        foreign = reverse("table-appeal-withdraw", args=[1])
        assert open_tablet(other).post(foreign).status_code == HTTPStatus.NOT_FOUND
        page = read_text(browser.post(foreign))
        assert Appeal.objects.get().state == CaseState.WITHDRAWN
        assert "retiré" in page

    def test_an_unrevealed_turn_is_not_shown(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[0]
        browser = open_tablet(entry)
        about = ContestedDecision(sanctioned_turns.second, entry, CaseSubject.RULING)
        appeals.file_case(
            contested=about, grounds="En cachette.", **sanctioned_turns.room.get_author_and_time()
        )
        page = read_text(browser.get(OWN_CASES_URL))
        assert "coup 1" in page
        assert "coup 2" not in page
        assert "En cachette" not in page
        assert (
            browser.post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.second)).status_code
            == 422
        )
        assert Appeal.objects.count() == 1
        sanctioned_turns.reveal(sanctioned_turns.second)
        page = read_text(browser.get(OWN_CASES_URL))
        assert "cas porté par les arbitres" in page
        assert "En cachette" not in page  # what arbiters say among themselves

    def test_an_act_is_contested_by_whom_it_is_about(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        act = acts.give_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="bavardage",
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert (
            "avertissement disciplinaire"
            in read_text(open_tablet(entry).get(OWN_CASES_URL)).lower()
        )
        other = open_tablet(sanctioned_turns.entries[1])
        refused = other.post(
            OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first, f"act-{act.pk}")
        )
        assert refused.status_code == 422
        open_tablet(entry).post(
            OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first, f"act-{act.pk}")
        )
        assert Appeal.objects.get().act == act

    def test_the_deadline_is_a_clock_then_a_sentence(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        browser = open_tablet(sanctioned_turns.entries[0])
        end_game(sanctioned_turns, ago=timedelta(minutes=5))
        page = read_text(browser.get(OWN_CASES_URL))
        assert 'id="appeal-left" data-until="' in page
        assert 'id="appeal"' in page
        end_game(sanctioned_turns, ago=timedelta(minutes=16))
        page = read_text(browser.get(OWN_CASES_URL))
        assert 'id="appeal"' not in page
        assert "Le délai de recours est passé (art. 6.3)." in page
        late = browser.post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first))
        assert late.status_code == 422
        assert "Trop tard : le délai de recours, 15 minutes après la dernière partie" in read_text(
            late
        )
        assert not Appeal.objects.exists()

    def test_a_mort_subite_closes_the_deadline_of_its_players_only(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        end_game(sanctioned_turns, ago=timedelta(minutes=5))
        [game] = create_games(
            tournament=sanctioned_turns.room.tournament,
            ready=False,
            kind=GameKind.MORT_SUBITE,
            **sanctioned_turns.room.get_author_and_time(),
        )
        for entry in sanctioned_turns.entries[1:3]:
            Contender.objects.create(game=game, entry=entry)
        Game.objects.filter(pk=game.pk).update(state=GameState.RUNNING, started_at=clock.now())
        watching, playing = (open_tablet(sanctioned_turns.entries[index]) for index in (0, 1))
        assert "coup 1" in read_text(watching.get(OWN_CASES_URL))
        assert "Votre recours est enregistré" in read_text(
            watching.post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first))
        )
        assert 'id="appeal"' not in read_text(playing.get(OWN_CASES_URL))
        assert (
            playing.post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first)).status_code
            == 200
        )
        assert Appeal.objects.count() == 1

    def test_a_decision_after_the_deadline_can_be_contested(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        end_game(sanctioned_turns, ago=timedelta(minutes=16))
        annulled = annul_scores(
            entry=entry,
            reason="copié",
            excluded=False,
            **sanctioned_turns.room.get_author_and_time(),
        )
        browser = open_tablet(entry)
        page = read_text(browser.get(OWN_CASES_URL))
        assert 'id="appeal-left" data-until="' in page
        assert page.count("Score annulé pour tricherie (tous les coups joués jusque-là)") == 1
        assert len(annulled) == 2
        browser.post(
            OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first, f"act-{annulled[0].pk}")
        )
        assert Appeal.objects.get().act == annulled[0]
        assert 'id="appeal"' not in read_text(
            open_tablet(sanctioned_turns.entries[1]).get(OWN_CASES_URL)
        )

    def test_a_device_without_table_gets_an_error(self, sanctioned_turns: SanctionedTurns) -> None:
        for response in (
            Client().get(OWN_CASES_URL),
            Client().post(OWN_CASES_URL, build_appeal_fields(sanctioned_turns.first)),
        ):
            assert response.status_code == HTTPStatus.FORBIDDEN
        assert not Appeal.objects.exists()
