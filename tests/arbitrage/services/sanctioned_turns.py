"""Two turns of a game in which every entry has a sanction or a warning."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.models import Slip
from arbitrage.services.correction import correct_turn
from engine.board.place import Place
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import Move, solve
from tests.roles import give_role
from tests.room import Room, ring, solve_now
from tournament.core.states import Role
from tournament.models import Bulletin, Entry, Game, Score, Solutions, Turn
from tournament.queries import clock
from tournament.queries.position import load_position_before
from tournament.queries.results.tops import load_choice
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn

#: No word of the list; both racks can write it.
REFUSED = "NUPTE"
RACKS = ("NUPTESA", "NUPTEOR")


@dataclass
class SanctionedTurns:
    """``first`` is revealed, ``second`` only corrected. On both, entry 0 plays a word that is not
    admitted and would be dearer than what 1 and 2 play; 3 and 4 play the same for little, with
    a wrong score; 5 plays nothing."""

    room: Room
    game: Game
    first: Turn
    second: Turn

    @property
    def entries(self) -> list[Entry]:
        return self.room.entries

    def reveal(self, turn: Turn) -> None:
        move = load_choice(turn).proposed_top
        assert move is not None
        turn.refresh_from_db()
        reveal_turn(turn=turn, word=move.word, ref=move.ref, **self.room.get_author_and_time())


def play_sanctioned_turns(room: Room, *, notified: bool = True) -> SanctionedTurns:
    """``notified``: all have the slips of the first turn before the second one opens, so that no
    average follows from the rule alone."""
    game = room.game(source="hand")
    first = _play(room, game, RACKS[0])
    sanctioned_turns = SanctionedTurns(room, game, first, first)
    sanctioned_turns.reveal(first)
    if notified:
        Slip.objects.filter(turn=first).update(handed_at=clock.now(), handed_by=room.user)
    sanctioned_turns.second = _play(room, game, RACKS[1])
    return sanctioned_turns


def _play(room: Room, game: Game, rack: str) -> Turn:
    turn = draw_turn(game=game, letters=rack, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    refused = find_refused_move(turn)
    fair, little = find_admitted_move(turn, refused.score), find_admitted_move(turn, 8)
    played = [
        (refused, refused.score),
        (fair, fair.score),
        (fair, fair.score),
        (little, little.score + 1),
        (little, little.score + 1),
    ]
    for entry, (move, claim) in zip(room.entries[:5], played, strict=True):
        hand_in(turn, entry, move, claim)
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    return turn


def find_refused_move(turn: Turn) -> Move:
    """Return the dearest place for the word that is not admitted."""
    return solve(load_position_before(turn).board, turn.rack, Lexicon.from_words([REFUSED]))[0]


def find_admitted_move(turn: Turn, max_score: int) -> Move:
    """Return the dearest horizontal solution up to ``max_score``, at the best place of its word."""
    best: dict[str, Move] = {}
    for word, ref, score in Solutions.objects.get(turn=turn).moves:
        if ref[0].isalpha():
            best.setdefault(word, Move(word, Place.parse(ref), score))
    return next(move for move in best.values() if move.score <= max_score)


def hand_in(turn: Turn, entry: Entry, move: Move, claim: int) -> None:
    vertical = move.ref[0].isdigit()
    Bulletin.objects.create(
        turn=turn,
        entry=entry,
        rev=1,
        device="essai",
        rows=list(move.word) if vertical else [move.word],
        reference=move.ref,
        score=str(claim),
        arrived_at=clock.now(),
    )


def get_score(turn: Turn, entry: Entry) -> Score:
    """Return a line of the scoreboard."""
    return Score.objects.get(turn=turn, entry=entry)


def get_account(room: Room, *roles: Role, name: str) -> User:
    user, _ = User.objects.get_or_create(username=name)
    for role in roles:
        give_role(room.tournament, user, role)
    return user
