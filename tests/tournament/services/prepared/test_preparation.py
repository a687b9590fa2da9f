"""Games prepared in advance: the search, the seal, the live game that replays them, its proof."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from engine.board.formats import get_format
from engine.record.prepare import SeededGames
from engine.record.recorded_game import parse_recorded_game
from engine.record.replay import iterate_positions
from engine.record.wishes import Wish, WishRange
from engine.rules.remainder import list_board_tiles
from tests.room import Room, script_of
from tests.rows import every_row
from tests.tournament.services.lists import bring
from tests.tournament.services.prepared.prepared_game import (
    SETTINGS,
    create_prepared,
    play_turn,
    search,
    start,
)
from tournament.core.errors import BadSetting, WrongState
from tournament.core.jobs import JobState
from tournament.core.states import GameState, Source
from tournament.models import Game, GamePreparation, Journal, WordList
from tournament.queries import clock, lexica
from tournament.queries.seal import compute_seal, format_game_sheet
from tournament.services import preparation
from tournament.services.play import turns
from tournament.services.play.games import finish_game
from tournament.services.prepared import jobs, word_lists

# --- the search ------------------------------------------------------------------------


def test_a_game_that_meets_the_wishes_is_stored_in_draft(room: Room) -> None:
    job = search(room, WishRange(Wish.TURNS, 20, 21), WishRange(Wish.SCRABBLES, 3), most_tries=100)
    assert (job.state, job.failure) == (JobState.DONE, None)
    game = job.game
    assert game is not None
    assert (game.state, game.source, game.number) == (GameState.DRAFT, Source.PREPARED, 1)
    assert 20 <= len(script_of(game)["turns"]) <= 21
    assert game.word_list == job.word_list


def list_scrabbles(game: Game) -> list[bool]:
    """Return for each turn whether its word takes seven letters of the rack."""
    return [
        len(list_board_tiles(board.lay(turn.word, turn.place))) - len(list_board_tiles(board)) == 7
        for turn, board in iterate_positions(parse_recorded_game(script_of(game)))
    ]


def test_every_wish_is_one_of_the_game_found(room: Room) -> None:
    bounds = {
        Wish.TURNS: WishRange(Wish.TURNS, 20, 20),
        Wish.TOTAL: WishRange(Wish.TOTAL, 700, 800),
        Wish.SCRABBLES: WishRange(Wish.SCRABBLES, 2, 3),
        Wish.JOKERS: WishRange(Wish.JOKERS, 1, 3),
        Wish.LONGEST: WishRange(Wish.LONGEST, None, 8),
    }
    with every_row() as row:
        for wish, bound in bounds.items():
            with row(wish):
                job = search(room, bound)
                assert job.game is not None
                turns = script_of(job.game)["turns"]
                value = {
                    Wish.TURNS: len(turns),
                    Wish.TOTAL: sum(turn["score"] for turn in turns),
                    Wish.SCRABBLES: sum(list_scrabbles(job.game)),
                    Wish.JOKERS: sum("?" in turn["tirage"] for turn in turns),
                    Wish.LONGEST: max(len(turn["word"]) for turn in turns),
                }[wish]
                assert bound.is_met_by(value)


def test_every_top_is_in_the_list_of_a_school(room: Room) -> None:
    later = SeededGames(
        get_format("normal"),
        bytes.fromhex(hashlib.sha256(b"essai").hexdigest()),
        lexica.load_base_lexicon(),
        room.tournament.regulation,
    ).play(2)
    words = {turn.move.word.upper() for turn in later.turns}
    bring(room, "École", "\n".join(sorted(words)))
    none_outside = WishRange(Wish.OUTSIDE, None, 0)
    job = search(room, none_outside, vocabulary="École", most_tries=5)
    assert job.game is not None
    turns = script_of(job.game)["turns"]
    assert {turn["word"].upper() for turn in turns} <= words
    assert (job.tries, job.game.word_list) == (3, job.word_list)
    assert preparation.load_tally(job).wishes[Wish.OUTSIDE].lowest == 0
    again = search(room, WishRange(Wish.OUTSIDE, None, 60), vocabulary="École", most_tries=1)
    assert again.state == JobState.DONE
    assert preparation.load_tally(again).wishes[Wish.OUTSIDE].highest


def test_a_vocabulary_stays_while_a_search_uses_it(room: Room) -> None:
    bring(room, "École", "AS\nCAS")
    job = search(room, WishRange(Wish.OUTSIDE, None, 60), vocabulary="École", most_tries=1)
    bring(room, "École", "AS\nTAS")
    assert job.vocabulary is not None
    assert list(lexica.load(job.vocabulary.checksum)) == ["AS", "CAS"]
    job.delete()
    word_lists.delete_unused_without_waiting(now=clock.now())
    assert not WordList.objects.filter(pk=job.vocabulary.pk).exists()


def test_the_same_seed_and_wishes_give_the_same_game(room: Room) -> None:
    wish = WishRange(Wish.TOTAL, 850)
    first, second = search(room, wish), search(room, wish)
    assert first.game is not None
    assert second.game is not None
    assert script_of(first.game) == script_of(second.game)
    other = search(room, wish, seed="autre").game
    assert other is not None
    assert script_of(other) != script_of(first.game)
    unknown = search(room, seed="").game
    assert unknown is not None
    assert unknown.seed not in {first.game.seed, other.seed}


def test_without_a_fitting_game_the_unmet_wish_is_named(room: Room) -> None:
    job = search(room, WishRange(Wish.TURNS, 10), WishRange(Wish.TOTAL, 4000), most_tries=3)
    assert job.state == JobState.FAILED
    assert job.failure == {"reason": "no-game-fits", "data": {"tries": 3}}
    tally = preparation.load_tally(job)
    assert (tally.games, tally.wishes[Wish.TURNS].met, tally.wishes[Wish.TOTAL].met) == (3, 3, 0)
    highest = tally.wishes[Wish.TOTAL].highest
    assert highest is not None
    assert highest < 4000
    assert not Game.objects.exists()


def test_a_search_in_slices_finds_the_same_game(room: Room) -> None:
    wish = WishRange(Wish.TOTAL, script_of(create_prepared(room))["total"] + 1)
    whole = search(room, wish).game
    assert whole is not None
    job = preparation.create_preparation(
        tournament=room.tournament,
        settings=SETTINGS,
        wishes=[wish],
        seed="essai",
        **room.get_author_and_time(),
    )
    slices = 1
    while preparation.run_search(job=job, clock=clock.now, slice_s=timedelta()):
        job = GamePreparation.objects.get(pk=job.pk)
        assert (job.state, job.tries) == (JobState.WAITING, slices)
        slices += 1
    job.refresh_from_db()
    assert slices > 1
    assert job.game is not None
    assert (job.tries, script_of(job.game)) == (slices, script_of(whole))


def test_a_search_taken_over_by_another_worker_stores_nothing(room: Room) -> None:
    job = preparation.create_preparation(
        tournament=room.tournament, settings=SETTINGS, wishes=[], **room.get_author_and_time()
    )
    moments = iter([clock.now(), clock.now()])

    def overtake() -> Any:
        """Let another worker start the job, as if the first one had stopped reporting."""
        moment = next(moments)
        GamePreparation.objects.filter(state=JobState.RUNNING).update(
            beat_at=moment + timedelta(hours=1)
        )
        return moment

    assert not preparation.run_search(job=job, clock=overtake)
    assert not Game.objects.exists()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"settings": SETTINGS | {"fmt": "9sur8"}}, "unknown-format"),
    ({"settings": SETTINGS | {"time_s": 1}}, "bad-time"),
    ({"wishes": [WishRange(Wish.TURNS, 20, 10)]}, "wish-turns"),
    ({"wishes": [WishRange(Wish.TOTAL, 900, 100)]}, "wish-total"),
    ({"wishes": [WishRange(Wish.TURNS, 61)]}, "limit-turns"),
    ({"wishes": [WishRange(Wish.TOTAL, None, 0)]}, "limit-total"),
    ({"wishes": [WishRange(Wish.SCRABBLES, -1)]}, "limit-scrabbles"),
    (
        {"wishes": [WishRange(Wish.TURNS, None, 10), WishRange(Wish.SCRABBLES, 11)]},
        "more-scrabbles-than-turns",
    ),
    (
        {"wishes": [WishRange(Wish.TURNS, None, 10), WishRange(Wish.JOKERS, 11)]},
        "more-jokers-than-turns",
    ),
    ({"wishes": [WishRange(Wish.JOKERS, -1)]}, "limit-jokers"),
    ({"wishes": [WishRange(Wish.LONGEST, 16)]}, "limit-longest"),
    ({"wishes": [WishRange(Wish.LONGEST, 9, 8)]}, "wish-longest"),
    (
        {"wishes": [WishRange(Wish.SCRABBLES, 1), WishRange(Wish.LONGEST, None, 6)]},
        "scrabbles-in-short-words",
    ),
    (
        {"settings": SETTINGS | {"fmt": "joker"}, "wishes": [WishRange(Wish.JOKERS, None, 5)]},
        "jokers-on-every-rack",
    ),
    ({"wishes": [WishRange(Wish.OUTSIDE, None, 0)]}, "vocabulary-and-wish"),
    ({"vocabulary": lexica.BUILT_IN}, "vocabulary-and-wish"),
    (
        {"vocabulary": "Inconnue", "wishes": [WishRange(Wish.OUTSIDE, None, 0)]},
        "unknown-lexicon",
    ),
    ({"most_tries": 0}, "bad-tries"),
    ({"most_tries": preparation.MAX_TRIES + 1}, "bad-tries"),
]


def test_wishes_that_cannot_be_are_refused(room: Room) -> None:
    with every_row() as row:
        for changes, reason in REFUSED:
            with row(f"{reason} {changes}"):
                arguments: dict[str, Any] = {"settings": SETTINGS, "wishes": []} | changes
                with pytest.raises(BadSetting) as caught:
                    preparation.request_preparation(
                        tournament=room.tournament, **arguments, **room.get_author_and_time()
                    )
                assert caught.value.reason == reason


def test_an_abandoned_search_can_be_sent_again(room: Room) -> None:
    job = preparation.request_preparation(
        tournament=room.tournament, settings=SETTINGS, wishes=[], **room.get_author_and_time()
    )
    with pytest.raises(WrongState):
        preparation.retry_preparation(job=job, **room.get_author_and_time())
    later = clock.now() + jobs.HEARTBEAT_TIMEOUT + timedelta(seconds=1)
    preparation.retry_preparation(job=job, by=None, now=later)


# --- the commands ----------------------------------------------------------------------


def test_the_command_prepares_a_game_and_keeps_it_sealed(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("prepare_game", "essai", "--turns", "19-23", "--scrabbles", "1-", "--seed", "x")
    game = Game.objects.get()
    output = capsys.readouterr().out
    assert "Partie 1 préparée et scellée" in output
    assert str(compute_seal(game)) in output
    assert script_of(game)["turns"][0]["word"] not in output
    assert not game.journal.exists()
    call_command("prepare_game", "essai", "--seed", "x", "--show")
    assert format_game_sheet(Game.objects.get(number=2)) in capsys.readouterr().out
    assert Journal.objects.get(kind="unsealed").by is None


def test_ctrl_c_stops_the_search_of_the_command(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(**_: Any) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("tournament.management.commands.prepare_game.run_search", interrupt)
    with pytest.raises(CommandError, match="Recherche arrêtée après 0 essai :"):
        call_command("prepare_game", "essai")
    assert GamePreparation.objects.get().state == JobState.STOPPED


def test_ctrl_c_as_the_game_is_found_keeps_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt_after_search(**arguments: Any) -> bool:
        preparation.run_search(**arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(
        "tournament.management.commands.prepare_game.run_search", interrupt_after_search
    )
    call_command("prepare_game", "essai")
    assert "Partie 1 préparée et scellée" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ailleurs"], "Aucun tournoi « ailleurs »"),
        (["essai", "--turns", "50", "--tries", "2"], "Nombre de coups : demandé 50, obtenu de"),
        (["essai", "--top", "-100", "--tries", "1"], "Top de la partie : demandé 100 au plus"),
        (["essai", "--top", "-100", "--tries", "1"], "aucune n’est descendue sous"),
        (["essai", "--turns", "100"], "entre 1 et 60"),
        (["essai", "--top", "900-800"], "le maximum (800) est plus petit que le minimum (900)"),
        (["essai", "--vocabulary", "École"], "n’existe pas. Importez-le"),
        (["essai", "--tries", "0"], "Le nombre d’essais doit être entre 1 et"),
    ],
)
def test_the_command_says_what_is_not_possible(
    room: Room, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("prepare_game", *arguments)
    assert sentence in str(caught.value)
    assert not Game.objects.exists()


def test_verify_draw_says_what_it_proves_of_a_prepared_game(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    game = start(room, create_prepared(room))
    play_turn(room, game)
    turns.draw_turn(game=game, **room.get_author_and_time())
    finish_game(
        game=game, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    call_command("verify_draw", "essai", 1)
    output = capsys.readouterr().out
    assert "tous découlent de la graine" in output
    assert "Le sceau est intact" in output
    assert "pas que ces lettres sont venues au hasard" in output
    script_of(game)["turns"][10]["score"] += 1
    game.save(update_fields=["script"])
    with pytest.raises(CommandError, match="scellée"):
        call_command("verify_draw", "essai", 1)


def test_verify_draw_says_what_it_proves_of_the_other_games(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(create_prepared(room))
    for number, (source, sentence) in enumerate(
        [
            (Source.SOFTWARE, "tous découlent de la graine"),
            (Source.REPLAY, "Partie enregistrée"),
            (Source.HAND, "Tirage à la main"),
        ],
        2,
    ):
        game = room.game(source=source, script=script if source == Source.REPLAY else None)
        turns.draw_turn(game=game, letters="AEINRST", **room.get_author_and_time())
        finish_game(
            game=game,
            reason="judge_decision",
            open_bulletins_stay=True,
            **room.get_author_and_time(),
        )
        call_command("verify_draw", "essai", number)
        assert sentence in capsys.readouterr().out


def test_another_account_is_noted_with_its_name(room: Room) -> None:
    game = create_prepared(room)
    curious = User.objects.create_user("curieux")
    preparation.open_seal(game=game, by=curious, now=clock.now())
    assert Journal.objects.get(kind="unsealed").by == curious
