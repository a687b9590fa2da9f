"""A tournament played completely: two games, with everything that the verification covers."""

from django.contrib.auth.models import User

from arbitrage.archive.queries.archive import build_turn_archive
from arbitrage.core.appeals import CaseSubject
from arbitrage.models import Ruling, Slip
from arbitrage.services import acts, appeals, federation, late_bulletins, rulings
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.correction import correct_turn
from arbitrage.services.slip_delivery import handle_slips, undo_slip_action
from tests.arbitrage.services.cases import ALLOWED, DISMISSED, decide_case
from tests.arbitrage.services.looks import create_difference
from tests.arbitrage.services.rulings.test_two_keyers import RATINES
from tests.arbitrage.services.sanctioned_turns import (
    SanctionedTurns,
    get_account,
    hand_in,
    play_sanctioned_turns,
)
from tests.bulletins import DOUBTFUL, enter_paper, hand_in as hand_in_slip
from tests.room import Room, make_room, ring, solve_now
from tournament.core.states import Role
from tournament.models import Game, Journal, LateBulletin, Solutions, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves, load_choice
from tournament.services.play.games import finish_game
from tournament.services.play.top_withdrawal import take_back_word
from tournament.services.play.turns import (
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)

#: Reason that names another table.
REASON = "Feuille recopiée sur Belgique"


def play() -> tuple[Room, bytes]:
    """Return the room, and the archive of a turn whose game was still running.

    The first game is drawn by hand, with decisions and an average given by the rule; the second is
    drawn by the software, with a word taken back and a turn cancelled, and is finished.
    """
    room = make_room()
    sanctioned_turns = play_sanctioned_turns(room, notified=False)
    by = room.get_author_and_time()
    judge = User.objects.create_user("juge")
    room.tournament.staff.create(user=judge, role=Role.ARBITER)
    sanctioned_turns.reveal(sanctioned_turns.second)
    acts.give_warning(
        turn=sanctioned_turns.first, entry=sanctioned_turns.entries[1], reason="Bavardage", **by
    )
    act = acts.give_zero(
        turn=sanctioned_turns.first, entry=sanctioned_turns.entries[2], reason="Copie", **by
    )
    acts.withdraw_act(act=act, reason="À tort", by=judge, now=clock.now())
    _print_and_hand_over(sanctioned_turns, judge)
    rulings.change_ruling(
        turn=sanctioned_turns.second,
        entry=sanctioned_turns.entries[3],
        version=1,
        points=3,
        sanction="none",
        motives=[],
        reason=REASON,
        is_free_ruling=True,
        **by,
    )
    member = get_account(room, Role.COMMISSION, name="membre")
    subject = ContestedDecision(
        sanctioned_turns.second, sanctioned_turns.entries[4], CaseSubject.RULING
    )
    case = appeals.file_appeal(contested=subject, grounds="Bien écrit", by=None, now=clock.now())
    appeals.record_statement(
        case=case, speaker="Un témoin", text="C'est un E.", by=member, now=clock.now()
    )
    decide_case(case, member, DISMISSED)
    federation.record_information(case=case, by=member, now=clock.now())
    version = Ruling.objects.filter(turn=case.turn, entry=case.entry).latest("version").version
    federation.record_answer(
        case=case, decision=ALLOWED, version=version, by=member, now=clock.now()
    )
    create_difference(sanctioned_turns, "Le score est 3")
    enter_paper(turn=sanctioned_turns.second, number=6, bulletin=RATINES, **by)
    correct_turn(turn_id=sanctioned_turns.second.pk, now=clock.now())
    finish_game(
        game=sanctioned_turns.game,
        reason="interrupted",
        article="3.7",
        open_bulletins_stay=True,
        **by,
    )
    return room, _play_second_game(room)


def _print_and_hand_over(sanctioned_turns: SanctionedTurns, judge: User) -> None:
    """Print all slips; hand all over and undo that; then hand over the first two."""
    slips = list(Slip.objects.filter(turn__game=sanctioned_turns.game).values_list("pk", flat=True))
    for done, chosen in (("printed", slips), ("handed", slips), ("handed", slips[:2])):
        handle_slips(
            game=sanctioned_turns.game, slips=chosen, action=done, by=judge, now=clock.now()
        )
        row = Journal.objects.filter(game=sanctioned_turns.game).latest("seq")
        if done == "handed" and chosen is slips:
            undo_slip_action(
                game=sanctioned_turns.game, journal_row=row.pk, by=judge, now=clock.now()
            )


def _play_second_game(room: Room) -> bytes:
    game = room.game(seed=7)
    first = _play_turn(room, game)
    _reveal(room, first)
    following = draw_turn(game=game, **room.get_author_and_time())
    assert following is not None
    solve_now(following)
    take_back_word(
        turn=_reload(first),
        reason="placement",
        detail="Mauvaise case",
        **room.get_author_and_time(),
    )
    _reveal(room, _reload(first))
    second = _play_turn(room, game)
    cancel_turn(turn=_reload(second), reason="spelling", **room.get_author_and_time())
    _reveal(room, _play_turn(room, game))
    last = _play_turn(room, game)
    _decide_late_bulletin(room, last)
    running = build_turn_archive(_reload(last), now=clock.now())
    finish_game(
        game=game,
        reason="interrupted",
        article="3.7",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    return running


def _play_turn(room: Room, game: Game) -> Turn:
    """Play and correct a turn: the top, lesser words, one of them twice, a doubtful one, nothing;
    table 6 hands in late."""
    turn = draw_turn(game=game, open_bulletins_stay=True, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    moves = list_moves(Solutions.objects.get(turn=turn))
    for entry, rank, claim in zip(room.entries[:3], (0, 40, 40), (0, 1, 1), strict=True):
        hand_in(turn, entry, moves[rank], moves[rank].score + claim)
    hand_in_slip(turn, room.entries[3], DOUBTFUL)
    LateBulletin.objects.create(
        turn=turn,
        entry=room.entries[5],
        rev=1,
        device="essai",
        rows=[moves[0].word],
        reference=moves[0].ref,
        score=str(moves[0].score),
        arrived_at=clock.now(),
    )
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    return _reload(turn)


def _reload(turn: Turn) -> Turn:
    return Turn.objects.select_related("game__tournament").get(pk=turn.pk)


def _reveal(room: Room, turn: Turn) -> None:
    move = load_choice(turn).proposed_top
    assert move is not None
    reveal_turn(turn=turn, word=move.word, ref=move.ref, **room.get_author_and_time())


def _decide_late_bulletin(room: Room, turn: Turn) -> None:
    """Count the late bulletin in time; change equal ones alike and confirm one."""
    late_bulletins.accept_as_in_time(
        turn=turn,
        entry=room.entries[5],
        version=1,
        reason="Réseau coupé",
        **room.get_author_and_time(),
    )
    rulings.change_ruling(
        turn=turn,
        entry=room.entries[1],
        version=1,
        points=0,
        sanction="zero",
        motives=[],
        reason="Illisible",
        entries=room.entry_ids,
        **room.get_author_and_time(),
    )
    ruling = Ruling.objects.filter(turn=turn, entry=room.entries[3]).latest("version")
    rulings.confirm_ruling(
        turn=turn, entry=room.entries[3], version=ruling.version, **room.get_author_and_time()
    )
    _reveal(room, turn)
