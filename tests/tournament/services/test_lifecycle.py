"""A tournament is published, hidden, archived, restored and deleted, and the refusals."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Sanction
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Act, PaperBulletin, Ruling
from arbitrage.services import acts, rulings
from tests.bulletins import enter_paper
from tests.classic_room import make_classic_room
from tests.own_models import list_own_models
from tests.room import Room
from tests.rows import every_row
from tests.tournament.classic.services.tables import MatchTable
from tests.tournament.topping.services.toppings import Player, create_topping_for
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.states import RoundCommand
from tournament.classic.core.sides import Actor
from tournament.core.errors import BadSetting, LostRace, RoomError, WrongState
from tournament.core.jobs import JobState
from tournament.core.states import GameState, TournamentCommand, TournamentState
from tournament.models import (
    Explanation,
    Game,
    GamePreparation,
    Membership,
    Score,
    Tournament,
    TournamentChange,
    Turn,
)
from tournament.protocol import Audience, bus
from tournament.queries import clock
from tournament.services.lifecycle import delete_tournament, move_tournament
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.preparation import create_preparation
from tournament.services.tournaments import create_tournament
from tournament.topping.core.topping_run import ToppingCommand, ToppingRunCommand
from tournament.topping.services.aloud import accept_heard_top
from tournament.topping.services.lifecycle import add_players, delete_topping, move_topping
from tournament.topping.services.runs import command_run, restart_run

HIDE, ARCHIVE = TournamentCommand.HIDE, TournamentCommand.ARCHIVE


def move(room: Room, command: TournamentCommand) -> Tournament:
    return move_tournament(
        tournament=room.tournament, command=command, **room.get_author_and_time()
    )


def finish(room: Room) -> None:
    room.tournament.games.update(state=GameState.FINISHED, finished_at=clock.now())


def get_reason(error: type[RoomError], act: Any) -> str:
    with pytest.raises(error) as caught:
        act()
    return caught.value.reason


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[bus.Envelope]:
    sent: list[bus.Envelope] = []
    monkeypatch.setattr(bus, "publish", sent.append)
    return sent


@pytest.fixture
def full(room: Room, first_results: Turn) -> Room:
    """Return a tournament with a row of every kind."""
    entries, by = room.entries, room.get_author_and_time()
    rulings.change_ruling(
        turn=first_results,
        entry=entries[1],
        version=1,
        points=12,
        sanction=Sanction.NONE,
        motives=[],
        article="",
        reason="pour l’essai",
        is_free_ruling=True,
        entries=[entries[2].pk],
        **by,
    )
    warned = acts.give_warning(
        turn=first_results, entry=entries[0], reason="bavarde", **room.get_author_and_time()
    )
    acts.withdraw_act(act=warned, reason="ce n’était pas elle", **room.get_author_and_time())
    for version, word in enumerate(("RATINES", "TRAINES")):
        enter_paper(
            turn=first_results,
            number=6,
            bulletin=Bulletin(Sheet.from_text(word), "H4", "70", SheetState.OK),
            seen_version=version,
            over_tablet=True,
            **room.get_author_and_time(),
        )
    finish(room)
    return room


def list_keys() -> dict[type[Model], set[Any]]:
    return {m: set(m._default_manager.values_list("pk", flat=True)) for m in list_own_models()}


def test_each_command_is_recorded_and_closes_its_audiences(
    room: Room, published: list[bus.Envelope]
) -> None:
    room.tournament.games.all().delete()
    for command in (HIDE, TournamentCommand.PUBLISH, ARCHIVE, TournamentCommand.BRING_BACK):
        move(room, command)
    room.tournament.refresh_from_db()
    assert room.tournament.state == TournamentState.PUBLISHED
    changes = TournamentChange.objects.filter(tournament=room.tournament, by=room.user)
    assert list(changes.values_list("kind", "name")) == [
        ("hide", "Essai"),
        ("publish", "Essai"),
        ("archive", "Essai"),
        ("bring_back", "Essai"),
    ]
    closed = [sent.audiences for sent in published if isinstance(sent, bus.RoomClosed)]
    assert closed == [["public"], ["entry"]]


def test_the_second_of_two_simultaneous_commands_is_refused(room: Room) -> None:
    seen_before = Tournament.objects.get(pk=room.tournament.pk)
    move(room, HIDE)
    late = {"tournament": seen_before, "command": ARCHIVE, **room.get_author_and_time()}
    assert get_reason(LostRace, lambda: move_tournament(**late)) == "tournament"
    assert get_reason(WrongState, lambda: move(room, HIDE)) == "tournament"
    assert TournamentChange.objects.count() == 1


def test_a_tournament_is_not_archived_during_a_game_or_search(room: Room) -> None:
    game = room.game()
    for state in (GameState.RUNNING, GameState.INTERRUPTED):
        Game.objects.filter(pk=game.pk).update(state=state)
        assert get_reason(WrongState, lambda: move(room, ARCHIVE)) == "game-under-way"
    finish(room)
    settings = {"fmt": "normal", "time_s": 180, "warn_s": 30}
    create_preparation(
        tournament=room.tournament, settings=settings, wishes=[], **room.get_author_and_time()
    )
    assert get_reason(WrongState, lambda: move(room, ARCHIVE)) == "search-under-way"
    GamePreparation.objects.update(state=JobState.STOPPED)
    assert move(room, ARCHIVE).state == TournamentState.ARCHIVED


def test_no_game_of_an_archived_tournament_starts(room: Room) -> None:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=game, **room.get_author_and_time())
    move(room, ARCHIVE)
    assert (
        get_reason(WrongState, lambda: start_game(game=game, **room.get_author_and_time()))
        == "archived"
    )


def test_an_archived_tournament_accepts_no_command(
    room: Room,
) -> None:
    by = room.get_author_and_time()
    table, topping = MatchTable(room), create_topping_for(room)
    before, later = Player(topping, room.entries[0]), create_topping_for(room, opened=False)
    run = before.begin()
    classic = make_classic_room()
    prepared = classic.prepare()
    begun = classic.move(prepared, RoundCommand.PUBLISH, RoundCommand.START)
    for archived in (room.tournament, classic.tournament):
        Tournament.objects.filter(pk=archived.pk).update(state=TournamentState.ARCHIVED)
    two_entries = room.entries[2:4]
    refused: dict[str, Callable[[], object]] = {
        "a move of a match": lambda: table.run(Command.TOSS, Actor.X),
        "its next game": table.open,
        "terms": lambda: classic.terms(time_s=900),
        "a round": classic.prepare,
        "its end": lambda: classic.finish(begun),
        "a sheet": lambda: classic.sheet(classic.matches(begun)[0], (400, 300)),
        "a topping": lambda: create_topping_for(room),
        "its opening": lambda: move_topping(topping=later, command=ToppingCommand.OPEN, **by),
        "its players": lambda: add_players(topping=topping, entries=two_entries, **by),
        "its end for good": lambda: delete_topping(topping=later, **by),
        "a start": lambda: Player(topping, room.entries[1]).begin(),
        "a word": lambda: before.propose(1, "ZZZZ", "H8", 3),
        "a word that is heard": lambda: accept_heard_top(run=run, turn=1, top=0, **by),
        "a stop": lambda: command_run(run=run, command=ToppingRunCommand.STOP, **by),
        "a new beginning": lambda: restart_run(run=run, **by),
    }
    with every_row() as row:
        for name, act in refused.items():
            with row(name):
                assert get_reason(WrongState, act) == "archived"


def test_an_archived_tournament_is_deleted_with_everything_played(
    full: Room, published: list[bus.Envelope]
) -> None:
    arguments = {"tournament": full.tournament, **full.get_author_and_time()}
    assert [Act, PaperBulletin, Ruling, Score, Explanation] == [
        model
        for model in (Act, PaperBulletin, Ruling, Score, Explanation)
        if model._default_manager.exists()
    ]
    assert (
        get_reason(BadSetting, lambda: delete_tournament(typed_name="essai", **arguments))
        == "other-name"
    )
    assert (
        get_reason(WrongState, lambda: delete_tournament(typed_name="Essai", **arguments))
        == "archive-first"
    )
    pk, organisation = full.tournament.pk, full.tournament.organisation_id
    move(full, ARCHIVE)
    delete_tournament(typed_name="  Essai ", **arguments)
    remaining = {model.__name__ for model, keys in list_keys().items() if keys}
    of_organisation = {"Organisation", "Membership", "AccountChange", "RosterPlayer", "Group"}
    assert remaining <= of_organisation | {"TournamentChange", "WordList"}
    last = TournamentChange.objects.latest("pk")
    assert (last.kind, last.name, last.tournament) == ("delete", "Essai", None)
    assert (last.organisation_id, last.by) == (organisation, full.user)
    assert published[-1] == bus.RoomClosed(pk, [str(audience) for audience in Audience])


def test_deleting_one_tournament_leaves_every_row_of_another(full: Room) -> None:
    other_user = User.objects.create_user("voisine")
    home = full.tournament.organisation
    Membership.objects.create(organisation=home, user=other_user, manages=True)
    before = list_keys()
    now = clock.now()
    draft = create_tournament(
        name="À jeter",
        starts_on=now.date(),
        edition="2023",
        published=False,
        games=2,
        organisation=home,
        by=full.user,
        now=now,
    )
    delete_tournament(tournament=draft, typed_name="À jeter", by=full.user, now=now)
    after = list_keys()
    extra = after.pop(TournamentChange)
    assert len(extra) == 1
    assert after == {m: keys for m, keys in before.items() if m is not TournamentChange}
