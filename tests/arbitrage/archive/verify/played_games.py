"""Archives of other games than duplicate, played for the forgeries of ``game_forgeries``."""

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import TableCall
from arbitrage.classic.services.calls import take_call
from arbitrage.classic.services.decisions import DecisionReasons, decide_match_game
from arbitrage.classic.services.player_requests import call_arbiter, file_match_appeal
from arbitrage.services.correction import correct_turn
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.services.sanctioned_turns import hand_in
from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.room import Room, ring
from tests.tournament.classic.services.tables import MatchTable
from tests.tournament.mort_subite import begin, open_next, reveal
from tests.tournament.topping.services.toppings import Player, create_topping_for
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.rounds.states import ResultKind, RoundCommand
from tournament.classic.core.sides import Actor, Side
from tournament.classic.models import Match
from tournament.classic.services.countdowns import change_countdown
from tournament.classic.services.play import SenderFields
from tournament.classic.services.rounds import swap_places
from tournament.classic.services.table_clocks import ClockRequest, run_clock_commands
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.models import Entry, Game, Solutions, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves
from tournament.services.play.games import finish_game
from tournament.topping.core.topping_run import ToppingMode, ToppingRunCommand
from tournament.topping.services import aloud, runs

SANCTION_REASON, OTHER_REASON = "Il parle à la salle", "Le joueur s’est trompé de mot"


class RoundTable(MatchTable):
    """A match of a round that was started on tablets."""

    def __init__(self, room: ClassicRoom, match: Match) -> None:
        self.now = clock.now().replace(microsecond=0)
        self.match, self.game = match, match.games.get()
        self._user = room.user

    def get_author_and_time(self) -> dict[str, object]:
        return {"by": self._user, "now": self.now}


def play_rounds() -> bytes:
    """A finished round of five: a match on tablets with a call, a sanction and an appeal, a typed
    one corrected, a bye; then a published round, changed by hand."""
    room = make_classic_room(NAMES[:5])
    room.terms(on_paper=False)
    match_round = room.begin()
    on_tablets, typed, _bye = room.matches(match_round)
    table = RoundTable(room, on_tablets)
    table.start()
    table.play_two_letters(table.first)
    table.run(Command.PRESS, table.first)
    table.run(Command.DRAW, table.first, n=2)
    table.run(Command.EXCHANGE, table.second, n=2, letters=table.rack(table.second)[:2])
    _decide_about(room, table)
    for _ in range(3):
        table.run(Command.PASS, table.first)
        table.run(Command.PASS, table.second)
    room.sheet(typed, (400, 300))
    room.sheet(typed, (300, 400), reason=OTHER_REASON)
    room.finish(match_round)
    second = room.move(room.prepare(), RoundCommand.PUBLISH, RoundCommand.TAKE_BACK)
    first = room.matches(second)[0]
    swap_places(match_round=second, first=first.x, second=first.y, **room.get_author_and_time())
    room.move(second, RoundCommand.PUBLISH)
    return archive_now(room.tournament)


def _decide_about(room: ClassicRoom, table: MatchTable) -> None:
    game = table.game
    call_arbiter(
        game=game, side=Side.Y, about=CallKind.OTHER, text="Une question.", now=clock.now()
    )
    call = TableCall.objects.get(game=game)
    take_call(call=call, by=room.user, now=clock.now())
    sanction = (Command.SANCTION, {"side": "X", "sanction": "points"})
    reasons = DecisionReasons(SANCTION_REASON)
    decide_match_game(
        game=game, steps=[sanction], call=call, reasons=reasons, **room.get_author_and_time()
    )
    file_match_appeal(game=game, side=Side.X, ruling=0, grounds="Pas vrai.", now=clock.now())
    decision = (Command.DECIDE, {"decision": "confirm", "ruling": 0})
    appealed = TableCall.objects.get(game=game, kind=CallKind.APPEAL)
    decide_match_game(
        game=game, steps=[decision], call=appealed, reasons=reasons, **room.get_author_and_time()
    )
    table.now = clock.now()


def play_on_paper() -> bytes:
    """A round on paper: a clock with a decision of time, a forfeit; then the common time of the
    room."""
    room = make_classic_room(NAMES[:4], time_s=600)
    match_round = room.begin()
    timed, absent = room.matches(match_round)
    requests = [
        ClockRequest(Command.PRESS, Actor.Y),
        ClockRequest(Command.PRESS, Actor.X, delay_ms=3000),
        ClockRequest(
            Command.SANCTION,
            Actor.ARBITER,
            {"side": "X", "sanction": "warning", "article": "6.4.2"},
            SenderFields(reason=SANCTION_REASON),
        ),
    ]
    assert not run_clock_commands(
        match=timed, number=1, requests=requests, **room.get_author_and_time()
    )
    room.sheet(absent, kind=ResultKind.FORFEIT, winner=Winner.X)
    room.sheet(timed, (380, 350))
    room.finish(match_round)
    room.terms(clock="global")
    start = CountdownCommand.START
    change_countdown(
        match_round=room.begin(), command=start, seconds=1500, **room.get_author_and_time()
    )
    return archive_now(room.tournament)


def play_toppings(room: Room) -> bytes:
    """A topping alone, with an interruption and refused words; one of several before a judge."""
    topping = create_topping_for(room, room.entries[:3])
    finished, half, stopped = (Player(topping, entry) for entry in room.entries[:3])
    finished.begin()
    for number in range(1, topping.terms.turns + 1):
        finished.find_top(number, 5 * number)
    half.begin()
    half.find_top(1, 20)
    half.propose(2, "ZZZZ", "H8", 30)
    for command, seconds in ((ToppingRunCommand.INTERRUPT, 40), (ToppingRunCommand.RESUME, 90)):
        runs.command_run(run=half.run, command=command, by=room.user, now=half.get_moment(seconds))
    half.find_top(2, 100)
    half.propose(3, "YYYY", "H8", 110)
    runs.command_run(
        run=half.run, command=ToppingRunCommand.STOP, by=room.user, now=half.get_moment(120)
    )
    runs.command_run(
        run=stopped.run, command=ToppingRunCommand.STOP, by=room.user, now=stopped.get_moment(3)
    )
    together = create_topping_for(room, room.entries[:2], mode=ToppingMode.TOGETHER)
    players = [Player(together, entry) for entry in room.entries[:2]]
    moment = players[0].get_moment(0)
    runs.start_runs(
        topping=together, runs=[player.run for player in players], by=room.user, now=moment
    )
    for player in players:
        aloud.accept_heard_top(
            run=player.run, turn=1, top=0, by=room.user, now=players[0].get_moment(4)
        )
    aloud.take_back_heard_top(
        run=players[1].run, turn=1, by=room.user, now=players[0].get_moment(6)
    )
    return archive_now(room.tournament)


def play_turn(room: Room, game: Game, ranks: dict[Entry, int]) -> Turn:
    """Play a turn in which each entry hands in the move of its rank; correct and reveal it."""
    return finish_turn(room, open_next(room, game), ranks)


def finish_turn(room: Room, turn: Turn, ranks: dict[Entry, int]) -> Turn:
    solutions = list_moves(Solutions.objects.get(turn=turn))
    # Only moves that need no decision: no joker, and no first word downwards.
    moves = [move for move in solutions if move.word.isupper() and move.ref[0].isalpha()]
    for entry, rank in ranks.items():
        hand_in(turn, entry, moves[rank], moves[rank].score)
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    return reveal(room, turn)


def play_mort_subite(room: Room) -> bytes:
    """Two equals of a game, settled by a *mort subite* that one of them loses."""
    a, b, c, *_ = room.entries
    first = room.game()
    play_turn(room, first, dict.fromkeys((a, b, c), 0))
    finish_game(
        game=first, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    game = begin(room, [a, b, c], scope=PlayOffScope(frozenset({1})))
    play_turn(room, game, {a: 0, b: 0, c: -1})
    return archive_now(room.tournament)


def is_consistent(content: bytes, lexica: Lexica) -> bool:
    return verify(content, lexica).discrepancies == []
