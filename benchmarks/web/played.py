"""Plays a game of the festival: every turn drawn, handed in, corrected, decided and revealed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.bulletin import Bulletin as Written, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.queries.rulings import find_waiting_entries, get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.acts import warn
from arbitrage.services.appeals import ContestedDecision, bring
from arbitrage.services.correction import correct_turn
from arbitrage.services.paper import TypedBulletin, enter_papers
from config.demo.writing import find, spoil, write
from tournament.models import Bulletin, Entry, Game, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.closing import close_turn
from tournament.services.play.games import finish_game, prepare_game, start_game
from tournament.services.play.turns import (
    NO_SOLUTION,
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)
from tournament.tasks import solve_turn

DEVICE = "festival"
#: One bulletin in so many may hold a mistake (``config.demo.writing``).
CARELESS = 20
#: One in so many does not come.
MISSING = 60
#: Solutions that a room thinks of, the best first.
THOUGHT_OF = 40


@dataclass(frozen=True)
class Player:
    """``strength``: how often the top is found."""

    entry: Entry
    strength: float
    on_paper: bool


def play_game(
    game: Game, players: Sequence[Player], *, most: int, goes_on: bool, by: User, chance: Random
) -> None:
    """As far as the rules end it or ``most`` turns; where it ``goes_on``, one more is open then."""
    prepare_game(game=game, by=by, now=clock.now())
    start_game(game=game, by=by, now=clock.now())
    played = 0
    while (turn := draw_turn(game=game, by=by, now=clock.now())) is not None:
        solve_turn(turn.pk)
        turn.refresh_from_db()
        if not turn.solutions.moves:
            cancel_turn(turn=turn, reason=NO_SOLUTION, by=by, now=clock.now())
            continue
        announce_turn(turn=turn, by=by, now=clock.now())
        open_turn(turn=turn, by=by, now=clock.now())
        slips = _slips(turn, players, chance)
        _hand_in(turn, slips)
        if played == most:
            return
        _collect(turn, slips, by)
        move = load_choice(turn).proposed
        assert move is not None
        reveal_turn(turn=turn, word=move.word, ref=move.ref, by=by, now=clock.now())
        if not played:
            entry = players[-1].entry
            warn(turn=turn, entry=entry, reason="Bavardage.", by=by, now=clock.now())
            about = ContestedDecision(turn, entry, CaseSubject.RULING)
            bring(contested=about, grounds="Le score se lit 66.", by=by, now=clock.now())
        played += 1
        if played == most and not goes_on:
            finish_game(game=game, reason="judge_decision", by=by, now=clock.now())
            return


type _Slips = list[tuple[Player, Written]]


def _slips(turn: Turn, players: Sequence[Player], chance: Random) -> _Slips:
    """What each of those who hand in writes; nobody writes the first word downwards."""
    moves = [(word, ref, score) for word, ref, score in turn.solutions.moves]
    if turn.number == 1:
        moves = [move for move in moves if move[1][0].isalpha()]
    moves = moves[:THOUGHT_OF]
    found = []
    for player in players:
        if not chance.randrange(MISSING):
            if player.on_paper:
                found.append((player, Written(Sheet(), state=SheetState.MISSING)))
            continue
        one = write(find(moves, player.strength, chance))
        if not chance.randrange(CARELESS):
            one = spoil(one, chance)
        rows = tuple(one.rows) if one.word else ()
        found.append((player, Written(Sheet(rows), one.reference, one.score)))
    return found


def _hand_in(turn: Turn, slips: _Slips) -> None:
    """Those of the tablets, as ``services.hand_in.intake`` keeps them."""
    now = clock.now()
    Bulletin.objects.bulk_create(
        Bulletin(
            turn=turn,
            entry=player.entry,
            rev=1,
            device=DEVICE,
            rows=list(slip.sheet.rows),
            reference=slip.reference,
            score=slip.score,
            arrived_at=now,
        )
        for player, slip in slips
        if not player.on_paper
    )


def _collect(turn: Turn, slips: _Slips, by: User) -> None:
    """The bell, what is typed in from paper, the software's proposals, and the arbiter's word."""
    Turn.objects.filter(pk=turn.pk).update(closes_at=turn.opened_at, collects_at=turn.opened_at)
    close_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    typed = [
        TypedBulletin(player.entry.table.number, slip) for player, slip in slips if player.on_paper
    ]
    enter_papers(turn=turn, typed=typed, by=by, now=clock.now())
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    entries = {player.entry.pk: player.entry for player, _ in slips}
    waiting = get_current_rulings(turn, find_waiting_entries(turn))
    for entry, ruling in waiting.items():
        its = entries.get(entry) or Entry.objects.get(pk=entry)
        rulings.confirm(turn=turn, entry=its, version=ruling.version, by=by, now=clock.now())
    turn.refresh_from_db()
