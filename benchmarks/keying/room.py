"""The turn whose slips are keyed, and what is written on them. Imported once Django is set up."""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from benchmarks.keying.slip import Slip
from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium, Role, TurnState
from tournament.models import Game, StaffMember, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import register_entry
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn
from tournament.services.tournaments import create_tournament

#: Seconds of a turn: the shortest that there is.
TIME_S = 5
PATIENCE_S = 60.0
POLL_S = 0.1
#: Of the slips; the rest are errors.
TOPS, LESSER = 0.60, 0.25
#: As the keying page takes them.
TOP_KEY, DOWN, ENTER = "*", "ArrowDown", "Enter"


@dataclass(frozen=True)
class Stack:
    """``link`` signs the arbiter in where the slips of ``turn`` are keyed."""

    link: str
    turn: int
    slips: list[Slip]


def set_up(*, tables: int, seed: int) -> Stack:
    """The second turn of a game, collected and revealed, of which nothing is typed."""
    now = clock.now()
    user = User.objects.create_user("arbitre")
    tournament = create_tournament(
        name="Saisie", starts_on=now.date(), by=user, now=now, edition=CURRENT
    )
    for role in (Role.JUDGE, Role.ARBITER):
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    entries = [
        register_entry(tournament=tournament, players=[PlayerData(f"J{i}")], by=user, now=now).pk
        for i in range(1, tables + 1)
    ]
    game = create_game(tournament=tournament, time_s=TIME_S, warn_s=0, by=user, now=now)
    Game.objects.filter(pk=game.pk).update(seed=f"{seed:064x}")
    game.refresh_from_db()
    prepare_game(game=game, by=user, now=clock.now())
    start_game(game=game, by=user, now=clock.now())
    for plays_on in (PlayMedium.NOTHING, PlayMedium.PAPER):
        put = {"tournament": tournament, "entries": entries, "plays_on": plays_on}
        turn = _play(game, user, put)
    slips = _slips(turn, tables, Random(seed))  # noqa: S311 - no secret
    path = reverse("arbiter-paper", args=[tournament.slug, game.number, turn.ordinal])
    link = make_link(user=user, target=path, now=clock.now())
    connection.close()
    return Stack(link, turn.pk, slips)


def _play(game: Game, user: User, put: dict[str, Any]) -> Turn:
    def by() -> dict[str, Any]:
        return {"by": user, "now": clock.now()}

    change_plays_on(**put, **by())
    game.refresh_from_db()
    turn = draw_turn(game=game, **by())
    assert turn is not None
    _until(turn, lambda: turn.solved_at is not None)
    announce_turn(turn=turn, **by())
    open_turn(turn=turn, **by())
    _until(turn, lambda: turn.state == TurnState.CLOSED)
    top = load_choice(turn).proposed
    assert top is not None
    return reveal_turn(turn=turn, word=top.word, ref=top.ref, **by())


def _until(turn: Turn, is_so: Any) -> None:
    """The club's own processes do it."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{turn} : {turn.state}")
        time.sleep(POLL_S)
        turn.refresh_from_db()


def _slips(turn: Turn, tables: int, chance: Random) -> list[Slip]:
    moves = turn.solutions.moves
    kinds = ["top"] * round(tables * TOPS) + ["lesser"] * round(tables * LESSER)
    kinds += ["error"] * (tables - len(kinds))
    chance.shuffle(kinds)
    lesser = [move for move in moves[:200] if move[2] < turn.score]
    top = Slip([TOP_KEY], turn.word, str(turn.score))
    made = []
    for kind in kinds:
        word, ref, score = chance.choice(lesser)
        if kind == "top":
            made.append(top)
        elif kind == "lesser":
            made.append(Slip([*_shortest(word, ref, score, moves), ENTER], word, str(score)))
        else:
            wrong = _misspelt(word, chance)
            made.append(Slip([*f"{wrong} {ref} {score}", ENTER], wrong, str(score)))
    return made


def _misspelt(word: str, chance: Random) -> str:
    """Another letter in the middle of it."""
    at = chance.randrange(1, len(word))
    return word[:at].upper() + chance.choice("KWXYZ") + word[at + 1 :].upper()


def _shortest(word: str, ref: str, score: int, moves: list[list[Any]]) -> list[str]:
    """The fewest keys after which this solution is the one marked: its score, or that and the
    beginning of its word, or the beginning alone; then down the list."""
    found = []
    for letters in range(len(word) + 1):
        start = word[:letters].upper()
        among = [m for m in moves if m[2] == score and m[0].upper().startswith(start)]
        typed = f"{score} {start}" if start else str(score)
        found.append((typed, among.index([word, ref, score])))
        if start:
            among = [m for m in moves if m[0].upper().startswith(start)]
            found.append((start, among.index([word, ref, score])))
    offered = [(typed, down) for typed, down in found if down < 9]
    typed, down = min(offered, key=lambda one: len(one[0]) + one[1])
    return [*typed, *[DOWN] * down]
