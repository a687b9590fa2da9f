"""A *mort subite* on the pages: created from a tie, prepared, public."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.mort_subite import begin, play, post_points
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.states import GameKind, GameState, Source
from tournament.models import Contender, Game
from tournament.services.play import turns
from tournament.services.play.games import create_game, finish_game


@pytest.fixture
def tied(room: Room) -> Room:
    """Return a room with a finished game in which the first three are tied."""
    game = room.game()
    turn = play_turn(room, game, score=False)
    a, b, c, *_ = room.entries
    post_points(turn, dict.fromkeys(room.entries, 10) | dict.fromkeys((a, b, c), 50))
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    return room


def test_tie_is_played_off_by_one_button(tied: Room, sign_in: SignIn) -> None:
    judge, arbiter = sign_in("judge"), sign_in("arbiter")
    page = read_text(judge.get(reverse_for(tied, "public-ranking")))
    assert "Rang 1 : Algérie, Belgique, Canada" in page.replace("</strong>", "").replace(
        "<strong>", ""
    )
    for other in (arbiter, Client()):
        assert "Départager" not in read_text(other.get(reverse_for(tied, "public-ranking")))
    parameters = {"kind": "", "mode": "points", "full": "0", "rank": "1"}
    answer = judge.post(reverse_for(tied, "office-separate"), parameters)
    assert answer["Location"] == reverse_for(tied, "judge-desk")
    game = Game.objects.latest("pk")
    assert (game.kind, game.state, game.settles) == (
        GameKind.MORT_SUBITE,
        GameState.READY,
        {"games": [1], "only": {}, "kind": "all"},
    )
    assert list(game.contenders.order_by("pk").values_list("entry", flat=True)) == [
        entry.pk for entry in tied.entries[:3]
    ]
    desk = read_text(judge.get(reverse_for(tied, "judge-desk")))
    assert "mort subite" in desk
    assert "3 coups en 1 minute + 20 secondes, 3 coups en 40 secondes + 20 secondes" in desk
    # The page that was pressed is old: nobody shares that rank.
    judge.post(reverse_for(tied, "office-separate"), parameters | {"rank": "2"})
    assert Game.objects.count() == 2
    assert "ne sont plus ex æquo" in read_text(judge.get(reverse_for(tied, "public-ranking")))


def test_the_organiser_chooses_the_players_of_a_draft(room: Room, organiser: Client) -> None:
    fields = {"format": "normal", "time": "180", "warn_s": "30", "source": "software"}
    organiser.post(reverse_for(room, "office-game-create"), fields | {"kind": "mort-subite"})
    game = Game.objects.get()
    assert (game.kind, game.time_s, game.warn_s) == (GameKind.MORT_SUBITE, 80, 20)
    page = read_text(organiser.get(reverse_for(room, "office-game", 1)))
    assert "3 coups de 1 min + 20 s, 3 coups de 40 s + 20 s, les suivants de 20 s + 20 s" in page
    assert "Temps de jeu par coup" not in page
    two = [entry.pk for entry in room.entries[:2]]
    for chosen, stored in ((two[:1], []), (two, two), ([], [])):
        organiser.post(reverse_for(room, "office-game-players", 1), {"entries": chosen})
        assert list(Contender.objects.order_by("pk").values_list("entry", flat=True)) == stored
    organiser.post(reverse_for(room, "office-game-prepare", 1))
    organiser.post(reverse_for(room, "office-game-players", 1), {"entries": two})
    assert not Contender.objects.exists()


def test_prepared_game_and_its_copy_become_a_mort_subite(room: Room, organiser: Client) -> None:
    game = create_game(tournament=room.tournament, source=Source.HAND, **room.get_author_and_time())
    answer = organiser.post(reverse_for(room, "office-game-mort-subite", 1))
    assert answer["Location"] == reverse_for(room, "office-game", 1)
    game.refresh_from_db()
    assert (game.kind, game.source, game.time_s) == (GameKind.MORT_SUBITE, Source.HAND, 80)
    assert "En faire une mort subite" not in read_text(
        organiser.get(reverse_for(room, "office-game", 1))
    )
    two = [entry.pk for entry in room.entries[:2]]
    organiser.post(reverse_for(room, "office-game-players", 1), {"entries": two})
    organiser.post(reverse_for(room, "office-game-copy", 1), {"count": "1"})
    copy = Game.objects.get(number=2)
    assert (copy.kind, copy.settles, copy.contenders.count()) == (GameKind.MORT_SUBITE, None, 2)


def test_players_and_the_settled_ranking_are_public(tied: Room) -> None:
    a, b, c, *_ = tied.entries
    game = begin(tied, [a, b, c], scope=PlayOffScope(frozenset({1})))
    play(tied, game, {a: 20, b: 31, c: 31})
    reader = Client()
    sheet = read_text(reader.get(reverse_for(tied, "public-game", 2)))
    assert "éliminé, coup 1" in sheet
    assert "en jeu" in sheet
    assert "En jeu" in sheet
    slug = tied.tournament.slug
    listed = reader.get(reverse("api-v1:api-games", args=[slug])).json()
    fell = [[(row["table"], row["fell"]) for row in game_row["contenders"]] for game_row in listed]
    assert [game_row["kind"] for game_row in listed] == ["duplicate", "mort-subite"]
    assert fell == [[], [(2, None), (3, None), (1, 1)]]
    assert "Mort subite" not in reader.get(reverse_for(tied, "public-ranking-csv")).content.decode()
    scene = read_text(reader.get(reverse_for(tied, "public-scene") + "?scene=ranking"))
    assert "panel-contest" in scene
    player_page = read_text(reader.get(reverse_for(tied, "public-player", a.pk)))
    assert "éliminé, coup 1" in player_page

    play(tied, game, {b: 20, c: 31})
    assert turns.draw_turn(game=game, **tied.get_author_and_time()) is None
    assert "remporte" not in read_text(reader.get(reverse_for(tied, "public-game", 2)))
    ranking = read_text(reader.get(reverse_for(tied, "public-ranking")))
    assert "Ex æquo départagés par la mort subite de la partie 2" in ranking
    table = reader.get(reverse_for(tied, "public-ranking-csv")).content.decode()
    head, *rows = [line.split(";") for line in table.lstrip("\ufeff").splitlines()]
    place, name = head.index("Mort subite"), head.index("Joueur")
    assert [(row[name], row[place]) for row in rows[:4]] == [
        ("Canada", "1"),
        ("Belgique", "2"),
        ("Algérie", "3"),
        ("Danemark", ""),
    ]
    ranked = reader.get(reverse("api-v1:api-ranking", args=[slug])).json()["entries"]
    assert [(row["name"], row["rank"], row["settled"]) for row in ranked[:3]] == [
        ("Canada", 1, 1),
        ("Belgique", 2, 2),
        ("Algérie", 3, 3),
    ]
    assert ranked[0]["sums"]["total"] == ranked[2]["sums"]["total"]
    assert reader.get(reverse_for(tied, "public-ranking") + "?game=2").status_code == 404
    turn = read_text(reader.get(reverse_for(tied, "public-turn", 2, 2)))
    assert "Participants" in turn
