"""Games prepared in advance: the search, the seal, the live game that replays them, its proof."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from engine.formats import FORMATS
from engine.gamesheet import print_sheet, read_sheet
from engine.prepare import Range, Wish
from engine.sheet_record import assemble, lines_of
from tests.room import Listener, Room, ring, script_of, solve_now
from tournament import clock
from tournament.core.errors import BadSetting, WrongState
from tournament.core.jobs import JobState
from tournament.core.states import GameState, Source
from tournament.live import parts
from tournament.live.protocol import Audience, encode
from tournament.models import Game, GamePreparation, Journal, Turn
from tournament.queries.proof import prove
from tournament.queries.seal import is_sealed, seal_of, sheet_of_game
from tournament.queries.tops import choice_of
from tournament.services import jobs, preparation, turns
from tournament.services.games import finish_game, prepare_game, start_game

SETTINGS = {"fmt": "normal", "time_s": 180, "warn_s": 30}


def search(room: Room, *wishes: Range, fmt: str = "normal", **options: Any) -> GamePreparation:
    job = preparation.new_preparation(
        tournament=room.tournament,
        settings=SETTINGS | {"fmt": fmt},
        wishes=wishes,
        seed=options.pop("seed", "essai"),
        **options,
        **room.by(),
    )
    preparation.search(job=job, clock=clock.now)
    job.refresh_from_db()
    return job


def prepared(room: Room, fmt: str = "normal") -> Game:
    game = search(room, fmt=fmt).game
    assert game is not None
    return game


def start(room: Room, game: Game) -> Game:
    prepare_game(game=game, **room.by())
    return start_game(game=game, **room.by())


def play_turn(room: Room, game: Game) -> Turn | None:
    turn = turns.draw_turn(game=game, **room.by())
    if turn is None:
        return None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    ring(turn)
    move = choice_of(turn).proposed
    assert move is not None
    turns.reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.by())
    return turn


# --- the search ------------------------------------------------------------------------


def test_a_game_that_meets_the_wishes_is_stored_in_draft(room: Room) -> None:
    job = search(room, Range(Wish.TURNS, 20, 21), Range(Wish.SCRABBLES, 3), most_tries=100)
    assert (job.state, job.failure) == (JobState.DONE, None)
    game = job.game
    assert game is not None
    assert (game.state, game.source, game.number) == (GameState.DRAFT, Source.PREPARED, 1)
    assert 20 <= len(script_of(game)["turns"]) <= 21
    assert game.word_list == job.word_list


def test_the_same_seed_and_wishes_give_the_same_game(room: Room) -> None:
    wish = Range(Wish.TOTAL, 850)
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


def test_without_a_fitting_game_the_wish_that_was_not_met_is_told(room: Room) -> None:
    job = search(room, Range(Wish.TURNS, 10), Range(Wish.TOTAL, 4000), most_tries=3)
    assert job.state == JobState.FAILED
    assert job.failure == {"reason": "no-game-fits", "data": {"tries": 3}}
    tally = preparation.tally_of(job)
    assert (tally.games, tally.wishes[Wish.TURNS].met, tally.wishes[Wish.TOTAL].met) == (3, 3, 0)
    highest = tally.wishes[Wish.TOTAL].highest
    assert highest is not None
    assert highest < 4000
    assert not Game.objects.exists()


def test_a_long_search_goes_on_in_slices_and_finds_the_same(room: Room) -> None:
    wish = Range(Wish.TOTAL, script_of(prepared(room))["total"] + 1)
    whole = search(room, wish).game
    assert whole is not None
    job = preparation.new_preparation(
        tournament=room.tournament, settings=SETTINGS, wishes=[wish], seed="essai", **room.by()
    )
    slices = 1
    while preparation.search(job=job, clock=clock.now, slice_s=timedelta()):
        job = GamePreparation.objects.get(pk=job.pk)
        assert (job.state, job.tries) == (JobState.WAITING, slices)
        slices += 1
    job.refresh_from_db()
    assert slices > 1
    assert job.game is not None
    assert (job.tries, script_of(job.game)) == (slices, script_of(whole))


def test_a_search_taken_over_by_another_worker_stores_nothing(room: Room) -> None:
    job = preparation.new_preparation(
        tournament=room.tournament, settings=SETTINGS, wishes=[], **room.by()
    )
    moments = iter([clock.now(), clock.now()])

    def overtaken() -> Any:
        """The worker fell silent: another one has begun before it comes to its end."""
        moment = next(moments)
        GamePreparation.objects.filter(state=JobState.RUNNING).update(
            beat_at=moment + timedelta(hours=1)
        )
        return moment

    assert not preparation.search(job=job, clock=overtaken)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"settings": SETTINGS | {"fmt": "9sur8"}}, "unknown-format"),
        ({"settings": SETTINGS | {"time_s": 1}}, "bad-time"),
        ({"wishes": [Range(Wish.TURNS, 20, 10)]}, "wish-turns"),
        ({"wishes": [Range(Wish.TOTAL, 900, 100)]}, "wish-total"),
        ({"most_tries": 0}, "bad-tries"),
        ({"most_tries": preparation.MOST_TRIES + 1}, "bad-tries"),
    ],
)
def test_wishes_that_cannot_be_are_refused(
    room: Room, changes: dict[str, Any], reason: str
) -> None:
    arguments: dict[str, Any] = {"settings": SETTINGS, "wishes": []} | changes
    with pytest.raises(BadSetting) as caught:
        preparation.ask_preparation(tournament=room.tournament, **arguments, **room.by())
    assert caught.value.reason == reason


def test_a_search_that_nobody_works_on_can_be_asked_for_again(room: Room) -> None:
    job = preparation.ask_preparation(
        tournament=room.tournament, settings=SETTINGS, wishes=[], **room.by()
    )
    with pytest.raises(WrongState):
        preparation.retry_preparation(job=job, **room.by())
    later = clock.now() + jobs.SILENCE + timedelta(seconds=1)
    preparation.retry_preparation(job=job, by=None, now=later)


# --- the live game ---------------------------------------------------------------------


def test_the_live_game_is_the_prepared_one_to_its_end(room: Room) -> None:
    game = start(room, prepared(room))
    while play_turn(room, game):
        pass
    game.refresh_from_db()
    script = script_of(game)
    assert game.state == GameState.FINISHED
    assert (game.end_reason, game.end_article) == (
        script["end"]["reason"],
        script["end"]["article"],
    )
    played = [(turn.kept, turn.drawn, turn.word, turn.ref, turn.score) for turn in game.turns.all()]
    assert played == [
        (turn["kept"], turn["drawn"], turn["word"], turn["ref"], turn["score"])
        for turn in script["turns"]
    ]
    proof = prove(game)
    assert proof.holds
    assert proof.sealed
    assert proof.derived == sum(len(turn["attempts"]) for turn in script["turns"])


def test_the_judge_may_only_retain_the_word_of_the_sheet(room: Room) -> None:
    game = start(room, prepared(room))
    turn = turns.draw_turn(game=game, **room.by())
    assert turn is not None
    solve_now(turn)
    choice = choice_of(turn)
    assert [(move.word, str(move.place)) for move in choice.allowed] == [
        (script_of(game)["turns"][0]["word"], script_of(game)["turns"][0]["ref"])
    ]


def test_after_a_cancelled_turn_the_letters_come_from_the_same_seed(room: Room) -> None:
    game = start(room, prepared(room))
    first = play_turn(room, game)
    assert first is not None
    second = turns.draw_turn(game=game, **room.by())
    assert second is not None
    turns.cancel_turn(turn=second, reason="essai", **room.by())
    third = turns.draw_turn(game=game, **room.by())
    assert third is not None
    assert sorted(third.rack) != sorted(second.rack)
    assert (third.number, third.ordinal) == (2, 3)
    proof = prove(game)
    assert proof.holds
    assert proof.derived >= 3


def test_a_joker_game_drawn_live_follows_the_prepared_one(room: Room) -> None:
    """The software's draw of a live game and the preparation are the same rules."""
    script = script_of(prepared(room, "joker"))
    game = room.game(fmt="joker")
    Game.objects.filter(pk=game.pk).update(seed=Game.objects.get(number=1).seed)
    game.refresh_from_db()
    for expected in script["turns"][:6]:
        turn = turns.draw_turn(game=game, **room.by())
        assert turn is not None
        assert (turn.kept, turn.drawn) == (expected["kept"], expected["drawn"])
        solve_now(turn)
        turns.announce_turn(turn=turn, **room.by())
        turns.open_turn(turn=turn, **room.by())
        ring(turn)
        turns.reveal_turn(turn=turn, word=expected["word"], ref=expected["ref"], **room.by())


def test_hand_drawn_letters_of_a_joker_game_come_without_their_joker(room: Room) -> None:
    game = room.game(fmt="joker", source=Source.HAND)
    turn = turns.draw_turn(game=game, letters="AEINRT", **room.by())
    assert turn is not None
    assert turn.drawn == "?AEINRT"


# --- the seal --------------------------------------------------------------------------


def secrets(game: Game) -> list[str]:
    """What nobody may know before it is drawn: the letters and the words of every turn."""
    found = []
    for turn in script_of(game)["turns"]:
        found += [f'"{turn["drawn"]}"', f'"{turn["word"]}"']
    return [secret for secret in found if len(secret) > 4]


def test_nothing_of_a_sealed_game_is_sent_to_anybody(room: Room, listener: Listener) -> None:
    game = start(room, prepared(room))
    seen = [
        encode(parts.snapshot(room.tournament.pk, audience, entry)).decode()
        for audience, entry in (
            (Audience.PUBLIC, None),
            (Audience.ENTRY, room.entries[0].pk),
            (Audience.ARBITERS, None),
            (Audience.JUDGE, None),
        )
    ]
    seen.append(msgspec.json.encode([client.held for client in listener.clients]).decode())
    for text in seen:
        assert game.seed not in text
        assert not [secret for secret in secrets(game) if secret in text]
    turn = turns.draw_turn(game=game, **room.by())
    assert turn is not None
    later = [secret for secret in secrets(game) if turn.drawn not in secret]
    for client in listener.clients:
        text = msgspec.json.encode(client.held).decode()
        assert not [secret for secret in later if secret in text]


def test_the_journal_holds_commitments_only_until_letters_are_drawn(room: Room) -> None:
    game = start(room, prepared(room))
    rows = msgspec.json.encode([row.data for row in game.journal.all()]).decode()
    assert game.seed not in rows
    assert not [secret for secret in secrets(game) if secret in rows]
    assert str(seal_of(game)) in rows


def test_opening_the_seal_is_journaled_and_nobody_hears_of_it(
    room: Room, listener: Listener
) -> None:
    game = start(room, prepared(room))
    before = len(listener.kinds)
    preparation.open_seal(game=game, **room.by())
    row = Journal.objects.get(game=game, kind="unsealed")
    assert (row.by, row.data) == (room.user, {"state": "running"})
    assert len(listener.kinds) == before


def test_a_script_changed_after_the_seal_is_found_out(room: Room) -> None:
    game = start(room, prepared(room))
    assert prove(game).sealed
    script_of(game)["turns"][4]["word"] = "TRICHE"
    game.save(update_fields=["script"])
    proof = prove(game)
    assert not proof.sealed
    assert not proof.holds


def test_a_game_is_sealed_until_it_is_over(room: Room) -> None:
    game = start(room, prepared(room))
    assert is_sealed(game)
    finish_game(game=game, reason="judge_decision", **room.by())
    assert not is_sealed(game)
    live = room.game()
    assert not is_sealed(live)
    assert seal_of(live) is None


def test_the_sheet_reads_back_to_the_game(room: Room) -> None:
    game = prepared(room)
    made = assemble(read_sheet(sheet_of_game(game)), FORMATS[game.format])
    assert made.script is not None
    assert print_sheet(lines_of(made.script)) == sheet_of_game(game)


# --- the commands ----------------------------------------------------------------------


def test_the_command_prepares_a_game_and_keeps_it_sealed(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("prepare_game", "essai", "--turns", "19-23", "--scrabbles", "1", "--seed", "x")
    game = Game.objects.get()
    said = capsys.readouterr().out
    assert "Partie 1 préparée et scellée" in said
    assert str(seal_of(game)) in said
    assert script_of(game)["turns"][0]["word"] not in said
    assert not game.journal.exists()
    call_command("prepare_game", "essai", "--seed", "x", "--show")
    assert sheet_of_game(Game.objects.get(number=2)) in capsys.readouterr().out
    assert Journal.objects.get(kind="unsealed").by is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ailleurs"], "Aucun tournoi « ailleurs »"),
        (["essai", "--turns", "50", "--tries", "2"], "Nombre de coups : demandé 50, obtenu de"),
        (["essai", "--top", "-100", "--tries", "1"], "Top de la partie : demandé 100 au plus"),
        (["essai", "--turns", "beaucoup"], "n'est ni un nombre ni un intervalle"),
        (["essai", "--top", "900-800"], "le maximum (800) est plus petit que le minimum (900)"),
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
    game = start(room, prepared(room))
    play_turn(room, game)
    turns.draw_turn(game=game, **room.by())
    finish_game(game=game, reason="judge_decision", **room.by())
    call_command("verify_draw", "essai", 1)
    said = capsys.readouterr().out
    assert "tous découlent de la graine" in said
    assert "Le sceau est intact" in said
    assert "pas que ces lettres sont venues au hasard" in said
    script_of(game)["turns"][10]["score"] += 1
    game.save(update_fields=["script"])
    with pytest.raises(CommandError, match="scellée"):
        call_command("verify_draw", "essai", 1)


def test_verify_draw_says_what_it_proves_of_the_other_games(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(prepared(room))
    for number, (source, sentence) in enumerate(
        [
            (Source.SOFTWARE, "tous découlent de la graine"),
            (Source.REPLAY, "Partie enregistrée"),
            (Source.HAND, "Tirage à la main"),
        ],
        2,
    ):
        game = room.game(source=source, script=script if source == Source.REPLAY else None)
        turns.draw_turn(game=game, letters="AEINRST", **room.by())
        finish_game(game=game, reason="judge_decision", **room.by())
        call_command("verify_draw", "essai", number)
        assert sentence in capsys.readouterr().out


def test_another_account_is_noted_with_its_name(room: Room) -> None:
    game = prepared(room)
    curious = User.objects.create_user("curieux")
    preparation.open_seal(game=game, by=curious, now=clock.now())
    assert Journal.objects.get(kind="unsealed").by == curious
