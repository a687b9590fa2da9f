"""The public pages."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from engine.rules.draw import compute_commitment
from tests.room import GAMES, Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.errors import WrongState
from tournament.models import Entry, Game, Tournament
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, read_token
from tournament.services import tasks
from tournament.services.play.games import create_game, finish_game, plan_start, prepare_game
from tournament.services.play.turns import draw_turn


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def read_page(address: str) -> str:
    response = Client().get(address)
    assert response.status_code == 200
    return read_text(response)


def finish(room: Room, game: Game) -> Game:
    return finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def test_home_page_shows_running_tournaments_first_and_the_forms(room: Room) -> None:
    assert reverse_for(room, "public-screen") not in read_page("/")
    room.game()

    home = read_page("/")

    assert reverse_for(room, "public-screen") in home
    assert reverse_for(room, "public-ranking") in home
    assert 'action="/table/enter/"' in home
    assert "/accounts/login/" in home


def test_current_board_is_on_both_home_pages_after_a_word(
    room: Room,
) -> None:
    game = room.game()
    addresses = ("/", reverse_for(room, "public-home"))
    assert [address for address in addresses if "grid-host" in read_page(address)] == []
    turn = play_turn(room, game)

    for address in addresses:
        shown = read_page(address)
        assert f'data-word="{turn.word}" data-ref="{turn.ref}"' in shown
        assert "Partie 1, coup 1" in shown

    following = draw_turn(game=game, **room.get_author_and_time())
    assert following is not None
    assert f'data-ref="{turn.ref}"' in read_page("/")  # drawn letters are not shown

    finish(room, game)
    assert "grid-host" not in read_page("/")  # nothing is live
    assert f'data-ref="{turn.ref}"' in read_page(reverse_for(room, "public-home"))


def test_without_any_tournament_the_home_page_says_how_to_begin(transactional_db: None) -> None:
    home = read_page("/")

    assert "Aucun tournoi pour l’instant." in home
    assert reverse("first-account") in home


def test_home_page_shows_leaders_once_results_are_public(room: Room) -> None:
    game = room.game()
    assert "En tête" not in read_page("/")
    play_turn(room, game)

    shown = read_page("/")

    assert "En tête" in shown
    leaders = re.findall(r'leader-name" translate="no"><a [^>]*>([^<]+)<', shown)
    assert leaders == [entry.name for entry in room.entries[:5]]
    room.tournament.publicity = "end"
    room.tournament.save(update_fields=["publicity"])
    assert "leader-name" not in read_page("/")


def test_about_page_names_operator_licence_source_and_trade_mark(settings: Any, room: Room) -> None:
    assert "ne l’a pas encore écrit ici" in read_page("/a-propos/")
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Club de Vichy", "club@vichy.example"
    settings.SOURCE_URL = "https://code.example/duplicata"

    shown = read_page("/a-propos/")

    assert "Club de Vichy" in shown
    assert 'href="mailto:club@vichy.example"' in shown
    assert 'href="https://code.example/duplicata"' in shown
    assert "AGPL-3.0-or-later" in shown
    assert "Scrabble® est une marque déposée" in shown


def test_the_token_is_that_of_the_public(room: Room) -> None:
    ticket = read_token(Client().get(reverse_for(room, "public-token")).json()["token"])

    assert ticket == Ticket(room.tournament.pk, Audience.PUBLIC)


@pytest.mark.parametrize("name", ["public-home", "public-screen", "public-token", "public-ranking"])
def test_an_unknown_tournament_is_not_found(room: Room, name: str) -> None:
    room.tournament.slug = "inconnu"

    assert Client().get(reverse_for(room, name)).status_code == 404


def test_a_draft_is_not_found(room: Room) -> None:
    create_game(tournament=room.tournament, **room.get_author_and_time())

    assert "Partie 1" not in read_page(reverse_for(room, "public-home"))


def test_fingerprint_is_published_before_and_seed_after_the_game(room: Room) -> None:
    game = room.game()
    before = read_page(reverse_for(room, "public-draws"))
    assert hashlib.sha256(bytes.fromhex(game.seed)).hexdigest() in before
    assert game.seed not in before

    assert "La graine sera publiée ici à la fin de la partie." in before
    assert "Comment les tirages se prouvent" in before
    assert "verify_draw" not in before

    finish(room, game)

    after = read_page(reverse_for(room, "public-draws"))
    assert game.seed in after
    assert "sera publiée" not in after


def command_shown(room: Room, check: str) -> list[str]:
    match = re.search(
        rf'data-checks="{check}">(.+?)</pre>', read_page(reverse_for(room, "public-draws"))
    )
    assert match
    return shlex.split(match[1])


def test_anybody_can_copy_the_commands_that_check_a_finished_game(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    game = room.game()
    play_turn(room, game)
    finish(room, game)

    python, *arguments = command_shown(room, "commitment")
    assert python == "python3"
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == compute_commitment(bytes.fromhex(game.seed))

    make, manage, checked = command_shown(room, "draws")
    assert (make, manage) == ("make", "manage")
    name, *arguments = checked.removeprefix("ARGS=").split()
    call_command(name, *arguments)
    assert "tous découlent de la graine" in capsys.readouterr().out


def test_letters_drawn_by_hand_have_nothing_to_compute_again(room: Room) -> None:
    finish(room, room.game(source="hand"))

    shown = read_page(reverse_for(room, "public-draws"))

    assert "il n’y a rien à recalculer" in shown
    assert "Comment les tirages se prouvent" not in shown
    assert "verify_draw" not in shown


def test_letters_of_a_recorded_game_come_from_its_sheet(room: Room) -> None:
    record = json.loads((GAMES / "hiersac-2022-01-21-joker.json").read_text())
    record["turns"] = record["turns"][:1]
    finish(room, room.game(source="replay", script=record))

    shown = read_page(reverse_for(room, "public-draws"))

    assert "ses lettres viennent de sa feuille" in shown
    assert "il n’y a pas de tirage à recalculer" in shown
    assert "Comment les tirages se prouvent" not in shown
    assert "graine des tirages" not in shown
    assert "trois règles" not in shown

    assert command_shown(room, "commitment")[0] == "python3"
    assert command_shown(room, "draws") == ["make", "manage", "ARGS=verify_draw essai 1"]


@pytest.mark.parametrize("prepared", [False, True])
def test_game_drawn_from_its_seed_explains_its_letters(room: Room, prepared: bool) -> None:
    game = room.game()
    if prepared:
        Game.objects.filter(pk=game.pk).update(source="prepared")
        game.refresh_from_db()
    finish(room, game)

    shown = read_page(reverse_for(room, "public-draws"))

    assert "Comment les tirages se prouvent" in shown
    assert "le calcul tient en trois règles" in shown


def test_tournament_page_begins_with_leaders_then_next_game(room: Room) -> None:
    tournaments = Tournament.objects.filter(pk=room.tournament.pk)
    tournaments.update(venue_address="5 rue du Casino, Vichy", contact="club@vichy.example")
    play_turn(room, room.game())
    waiting = prepare_game(
        game=create_game(tournament=room.tournament, **room.get_author_and_time()),
        **room.get_author_and_time(),
    )
    before = read_page(reverse_for(room, "public-home"))
    assert "Prochaine partie : 2" in before
    hour = datetime(2026, 11, 28, 14, 30, tzinfo=ZoneInfo("Europe/Paris"))
    plan_start(game=waiting, starts_at=hour, **room.get_author_and_time())

    shown = read_page(reverse_for(room, "public-home"))

    assert "samedi 28 novembre, 14:30" in shown
    assert "5 rue du Casino, Vichy" in shown
    assert 'href="mailto:club@vichy.example"' in shown
    order = [shown.index(text) for text in ("leader-name", "grid-now", "next-game", "Programme")]
    assert order == sorted(order)
    assert reverse_for(room, "public-draws") in shown
    games = Client().get(f"/api/v1/tournaments/{room.tournament.slug}/games/").json()
    assert datetime.fromisoformat(games[1]["starts_at"]) == hour


def test_hour_of_a_game_that_has_started_is_not_changed(room: Room) -> None:
    with pytest.raises(WrongState):
        plan_start(game=room.game(), starts_at=None, **room.get_author_and_time())


def test_names_are_escaped(room: Room) -> None:
    Entry.objects.filter(pk=room.entries[0].pk).update(name="<b>Rose</b>")

    assert b"<b>Rose</b>" not in Client().get(reverse_for(room, "public-ranking")).content


def test_pages_carry_the_strict_policy_and_no_inline_code(room: Room) -> None:
    play_turn(room, room.game())
    for name in ("public-home", "public-screen", "public-ranking"):
        response = Client().get(reverse_for(room, name))
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        text = read_text(response)
        assert " style=" not in text
        assert " onclick=" not in text
        assert "<style" not in text
