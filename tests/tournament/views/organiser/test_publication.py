"""Draft, published, archived, deleted: the visibility of a tournament."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.french import plain
from tests.pictures import PICTURES
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.addresses import PUBLIC_ADDRESSES
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import (
    GameState,
    PaperSize,
    Role,
    TournamentChangeKind,
    TournamentCommand,
    TournamentState,
)
from tournament.models import Entry, Game, Organisation, Table, Tournament, TournamentChange
from tournament.presentation import tournaments as words
from tournament.protocol.tokens import read_token
from tournament.queries import clock
from tournament.queries.access import find_only_correcting_tournament
from tournament.queries.readiness import Readiness
from tournament.services import tasks
from tournament.services.lifecycle import delete_tournament
from tournament.services.screen import set_logo

BANNER = "Brouillon : cette page n’est visible que de l’équipe."
RULES = {"lexicon": "fr-libre", "edition": "2023", "starts_on": "2026-05-02"}


def put(room: Room, state: TournamentState) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(state=state)


def enter(room: Room, client: Client, *, by_link: bool) -> int:
    table = Table.objects.get(tournament=room.tournament, number=1)
    if by_link:
        client.get(reverse("enter-by-key", args=[table.key]))
    else:
        fields = {"tournament": room.tournament.slug, "number": 1, "code": table.code}
        client.post(reverse("table-enter"), fields)
    return client.get(reverse("table"), follow=True).status_code


#: Addresses of matches, rounds (see ``classic/views/test_rounds.py``) and toppings: none here.
OF_OTHER_GAMES = {
    *(
        "public-match",
        "public-match-picture",
        "public-match-sheet",
        "public-rounds",
        "public-round",
        "public-wall",
    ),
    *("public-grid", "public-classic-pdf", "public-classic-file"),
    *("public-topping", "public-topping-screen", "public-topping-csv"),
}


def test_no_public_address_shows_a_draft(
    room: Room, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)
    play_turn(room, room.game())
    first_entry, second_entry = room.entry_ids[:2]
    arguments = {
        **dict.fromkeys(("public-game", "public-game-text", "public-game-record"), (1,)),
        "public-game-picture": (1,),
        **dict.fromkeys(("public-turn", "public-turn-picture"), (1, 1)),
        **dict.fromkeys(("public-player", "public-player-picture"), (first_entry,)),
        "public-players-compared": (first_entry, second_entry),
    }
    set_logo(tournament=room.tournament, data=PICTURES["image/png"])
    Tournament.objects.update(is_embeddable=True)
    stranger, home = sign_in(), reverse("home")
    with every_row() as row:
        for state, status in [(TournamentState.PUBLISHED, 200), (TournamentState.DRAFT, 404)]:
            put(room, state)
            for name in (
                name for name in PUBLIC_ADDRESSES - OF_OTHER_GAMES if not name.startswith("api-")
            ):
                path = reverse_for(room, name, *arguments.get(name, ()))
                with row(f"{name} {state}"):
                    assert Client().get(path).status_code == status
                with row(f"{name}?game=1 {state}"):
                    if state == TournamentState.DRAFT and name == "public-ranking":
                        assert stranger.get(f"{path}?game=1").status_code == status
            for path in (home, reverse("table-enter")):
                with row(f"{path} {state}"):
                    assert (room.tournament.slug in read_text(Client().get(path))) == (
                        status == 200
                    )


def test_staff_sees_a_draft_with_a_note(room: Room, sign_in: SignIn) -> None:
    put(room, TournamentState.DRAFT)
    for role in (Role.ARBITER, Role.COMMISSION):
        client = sign_in(role)
        for name in ("public-home", "public-screen", "public-ranking"):
            assert BANNER in read_text(client.get(reverse_for(room, name)))
        token = client.get(reverse_for(room, "public-token")).json()["token"]
        assert read_token(token).user_id == User.objects.get(username=role).pk
        assert client.get(reverse_for(room, "public-ranking-csv")).status_code == 200
    put(room, TournamentState.PUBLISHED)
    assert BANNER not in read_text(client.get(reverse_for(room, "public-home")))
    assert read_token(client.get(reverse_for(room, "public-token")).json()["token"]).user_id is None


def test_draft_table_opens_by_link_only_and_archived_never(
    room: Room,
) -> None:
    for state, by_link, by_code in [
        (TournamentState.PUBLISHED, True, True),
        (TournamentState.DRAFT, True, False),
        (TournamentState.ARCHIVED, False, False),
    ]:
        put(room, state)
        for is_by_link, opens in [(True, by_link), (False, by_code)]:
            client = Client()
            entered = enter(room, client, by_link=is_by_link) == 200 and "table" in client.cookies
            assert entered == opens, (state, is_by_link)


def test_a_tablet_learns_that_its_tournament_is_archived(room: Room) -> None:
    tablet = Client()
    assert enter(room, tablet, by_link=True) == 200
    put(room, TournamentState.ARCHIVED)
    for path in ("table", "table-token"):
        assert tablet.get(reverse(path)).status_code == 403
    assert tablet.post(reverse("table-bulletin"), b"{}", "application/json").status_code == 403
    table = Table.objects.get(tournament=room.tournament, number=1)
    answer = Client().get(reverse("enter-by-key", args=[table.key]))
    assert "Ce tournoi est archivé : on n’entre plus à ses tables." in read_text(answer)


def test_an_archived_tournament_is_listed_apart_and_read(room: Room, organiser: Client) -> None:
    for path in (reverse("home"), reverse("office")):
        assert "Archives" not in read_text(organiser.get(path))
    put(room, TournamentState.ARCHIVED)
    for path in (reverse("home"), reverse("office")):
        before, _, after = read_text(organiser.get(path)).partition("Archives")
        assert "Essai" not in before.partition("<main")[2]
        assert "Essai" in after
    assert "Tournoi archivé : tout s’y lit" in read_text(
        organiser.get(reverse_for(room, "office-entries"))
    )
    assert Client().get(reverse_for(room, "public-ranking")).status_code == 200


def test_an_arbiters_links_do_not_lead_to_archives(room: Room, sign_in: SignIn) -> None:
    sign_in(Role.ARBITER)
    arbiter = User.objects.get(username="arbiter")
    assert find_only_correcting_tournament(arbiter) == room.tournament
    put(room, TournamentState.ARCHIVED)
    assert find_only_correcting_tournament(arbiter) is None


def test_there_are_words_for_every_state_command_and_change() -> None:
    assert (
        set(words.STATE_NAMES)
        == set(words.STATE_BADGES)
        == set(words.STATE_MEANINGS)
        == set(TournamentState)
    )
    assert set(words.COMMAND_LABELS) == set(TournamentCommand)
    assert set(words.CHANGE_SENTENCES) | set(words.DESCRIBERS) == set(TournamentChangeKind)
    assert set(words.PAPER_NAMES) == set(PaperSize)


def test_the_page_publishes_hides_archives_and_brings_back(room: Room, organiser: Client) -> None:
    page = reverse_for(room, "office-publication")
    for name, state in [
        ("hide", TournamentState.DRAFT),
        ("publish", TournamentState.PUBLISHED),
        ("archive", TournamentState.ARCHIVED),
        ("bring-back", TournamentState.PUBLISHED),
    ]:
        command = reverse_for(room, f"office-{name}")
        assert f'action="{command}"' in read_text(organiser.get(page))
        organiser.post(command)
        room.tournament.refresh_from_db()
        assert room.tournament.state == state
        assert f'action="{command}"' not in read_text(organiser.get(page))
    page_text = read_text(organiser.post(reverse_for(room, "office-publish"), follow=True))
    assert "Quelqu’un a déjà publié, masqué ou archivé ce tournoi." in page_text
    assert "Tournoi revenu des archives." in page_text
    assert "Tournoi archivé." in read_text(organiser.get(reverse_for(room, "journal")))


def test_a_draft_is_deleted_once_its_name_is_typed(room: Room, sign_in: SignIn) -> None:
    organiser, delete = sign_in(Role.ORGANISER), reverse_for(room, "office-delete")
    refused = organiser.post(delete, {"name": "Essais"})
    assert refused.status_code == 422
    assert "Ce n’est pas le nom du tournoi." in read_text(refused)
    assert 'value="Essais"' in read_text(refused)
    done = organiser.post(delete, {"name": "Essai"}, follow=True)
    assert "Le tournoi « Essai » est supprimé." in read_text(done)
    assert not Tournament.objects.exists()
    assert organiser.get(reverse_for(room, "office-tournament")).status_code == 404
    manager = Client()
    manager.force_login(room.user)
    [organisation] = Organisation.objects.all()
    record = read_text(manager.get(reverse("organisation-tournaments", args=[organisation.pk])))
    assert "Tournoi supprimé." in record
    assert "organiser" in record


def test_a_played_tournament_is_archived_before_deletion(room: Room, organiser: Client) -> None:
    game = room.game()
    Game.objects.filter(pk=game.pk).update(state=GameState.FINISHED, finished_at=clock.now())
    page, fields = reverse_for(room, "office-publication"), {"name": "Essai"}
    assert reverse_for(room, "office-delete") not in read_text(organiser.get(page))
    refused = organiser.post(reverse_for(room, "office-delete"), fields)
    assert refused.status_code == 422
    assert "Archivez le tournoi, puis supprimez-le." in read_text(refused)
    organiser.post(reverse_for(room, "office-archive"))
    organiser.post(reverse_for(room, "office-delete"), fields)
    assert not Tournament.objects.exists()


def test_another_organisation_does_not_read_the_record(room: Room, sign_in: SignIn) -> None:
    organisation = room.tournament.organisation
    path = reverse("organisation-tournaments", args=[organisation.pk])
    delete_tournament(tournament=room.tournament, typed_name="Essai", **room.get_author_and_time())
    assert sign_in(name="ailleurs").get(path).status_code == 404
    assert TournamentChange.objects.filter(organisation=organisation).count() == 1


def test_a_new_tournament_is_public_by_default(sign_in: SignIn) -> None:
    client = sign_in(name="bureau")
    form = read_text(client.get(reverse("office-create")))
    assert "checked" in form.partition('name="published"')[2].partition(">")[0]
    for name, fields, state in [
        ("Ouvert", {"published": "on"}, TournamentState.PUBLISHED),
        ("Fermé", {}, TournamentState.DRAFT),
    ]:
        client.post(reverse("office-create"), {"name": name, "games": "3"} | fields | RULES)
        created = Tournament.objects.get(name=name)
        assert created.state == state
        assert [game.state for game in created.games.all()] == [GameState.READY] * 3
    refused = client.post(reverse("office-create"), {"name": "Trop", "games": "11"} | RULES)
    assert refused.status_code == 422
    assert not Tournament.objects.filter(name="Trop").exists()


# --- games -----------------------------------------------------------------------------


def test_games_are_created_several_at_once_copied_and_moved(room: Room, organiser: Client) -> None:
    game = {"format": "joker", "time": "120", "warn_s": "20", "source": "hand"}
    organiser.post(reverse_for(room, "office-game-create"), game | {"count": "2", "ready": "on"})
    page_text = read_text(
        organiser.post(reverse_for(room, "office-game-copy", 2), {"count": "1"}, follow=True)
    )
    assert "La partie 3 est créée." in page_text
    games = list(Game.objects.order_by("number"))
    assert {(g.format, g.time_s, g.warn_s, g.source) for g in games} == {("joker", 120, 20, "hand")}
    assert [g.state for g in games] == [GameState.READY, GameState.READY, GameState.DRAFT]
    moved = organiser.post(reverse_for(room, "office-game-up", 3), headers=HTMX)
    assert moved.status_code == 200
    assert read_text(moved).strip().startswith('<div id="games">')
    organiser.post(reverse_for(room, "office-game-down", 1))
    assert list(Game.objects.order_by("number")) == [games[2], games[0], games[1]]
    refused = organiser.post(reverse_for(room, "office-game-up", 1), headers=HTMX)
    assert refused.status_code == 409
    assert "au bout de celles qui n’ont pas commencé" in read_text(refused)
    assert "La partie 3 est créée" not in read_text(
        organiser.post(reverse_for(room, "office-game-copy", 1), {"count": "11"}, follow=True)
    )
    assert Game.objects.count() == 3


def test_the_overview_counts_in_three_queries_whatever_is_there(
    room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second, *_others = room.entries
    Entry.objects.filter(pk=first.pk).update(withdrawn=True)
    Entry.objects.filter(pk=second.pk).update(checked_in_at=clock.now())
    room.game()
    with django_assert_num_queries(3):
        preparation = Readiness.load(room.tournament)
    assert (
        preparation.entry_count,
        preparation.checked_in_count,
        preparation.unassigned_table_count,
    ) == (5, 1, 5)
    assert (
        preparation.judge_count,
        preparation.arbiter_count,
        preparation.game_count,
        preparation.ready_game_count,
    ) == (
        1,
        1,
        1,
        1,
    )
    assert (preparation.is_published, preparation.are_games_ready) == (True, True)


def test_each_command_says_first_what_it_changes(room: Room, organiser: Client) -> None:
    page = read_text(organiser.get(reverse_for(room, "office-publication")))
    for command in (TournamentCommand.HIDE, TournamentCommand.ARCHIVE):
        assert plain(str(words.COMMAND_EFFECTS[command])) in page
    assert plain(str(words.COMMAND_EFFECTS[TournamentCommand.BRING_BACK])) not in page


def test_an_archived_tournament_has_no_live_controls(room: Room, sign_in: SignIn) -> None:
    browser = sign_in(Role.ORGANISER, Role.JUDGE)
    addresses = [reverse("office"), reverse_for(room, "office-tournament")]
    live = [reverse_for(room, name) for name in ("judge-desk", "office-game-create", "players")]
    for state, shown in ((TournamentState.PUBLISHED, True), (TournamentState.ARCHIVED, False)):
        put(room, state)
        pages = "".join(read_text(browser.get(address)) for address in addresses)
        buttons = pages.replace("button primary", "button")
        assert [f'class="button" href="{path}"' in buttons for path in live] == [shown] * 3
