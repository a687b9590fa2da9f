"""Commands of an office and its arbiters during a tournament, in any order."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import Model, QuerySet
from msgspec import structs

from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.core.appeals import CaseSubject
from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.second_looks import LookCriteria
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Act, Appeal, BulletinOrigin, Ruling
from arbitrage.queries.rulings import get_current_papers, get_current_rulings
from arbitrage.queries.slips import list_open_slips
from arbitrage.queries.undoable_decisions import find_undoable_decision
from arbitrage.services import acts, appeals, cheating, late_bulletins, rulings
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.correction import correct_turn, reopen_correction
from arbitrage.services.second_looks import choose_plan, give_second_look
from arbitrage.services.slip_delivery import handle_slips, undo_slip_action
from tests.arbitrage.services.cases import ALLOWED, DISMISSED, decide_case
from tests.arbitrage.services.rulings.test_resends import Process, build_bulletin
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.bulletins import enter_paper, hand_in
from tests.room import Room, solve_now
from tournament.core.errors import RoomError
from tournament.core.events import EventKind
from tournament.core.people.player_data import PlayerData
from tournament.core.states import LIVE_TURN_STATES, PlayMedium, Role, TurnState
from tournament.models import Entry, Game, Journal, Player, Solutions, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves, load_choice
from tournament.services.people.check_in import check_in_entry, mark_others_absent
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import (
    register_entry,
    restore_entry,
    update_entry,
    withdraw_entry,
)
from tournament.services.people.seating import swap_entries
from tournament.services.play.closing import close_turn
from tournament.services.play.games import annul_game, finish_game
from tournament.services.play.interruptions import interrupt_game, resume_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.playing_judge import set_table_of_judge
from tournament.services.play.top_withdrawal import take_back_word
from tournament.services.play.turns import (
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)

_MEDIA = (PlayMedium.TABLET, PlayMedium.PAPER, PlayMedium.ABSENT)
#: Ranks of the solutions that the tables hand in.
_RANKS = (0, 3, 40, 40, 7, 0)


class Gesture(NamedTuple):
    """A gesture by its name; ``table`` and ``choice`` say about whom and what."""

    name: str
    table: int = 0
    choice: int = 0


class RandomOffice:
    """Does gestures in a room; what the services refuse changes nothing."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._rev = 1

    def do(self, gesture: Gesture) -> bool:
        """Return False if the gesture was refused, or had nothing to be done about."""
        entries = list(self.room.tournament.entries.select_related("table").order_by("pk"))
        entry = entries[gesture.table % len(entries)]
        try:
            with transaction.atomic():
                GESTURES[gesture.name](self, entry, gesture.choice)
        except (RoomError, _NoRowError):
            return False
        return True

    # The game.

    def find_game(self) -> Game:
        return self.room.tournament.games.select_related("tournament").latest("number")

    def find_turn(self, choice: int) -> Turn:
        """Return one of the turns; ``choice`` counts from the last one."""
        turns = Turn.objects.filter(game__tournament=self.room.tournament)
        rows = turns.select_related("game__tournament").order_by("-game", "-ordinal")
        return choose(rows, choice)

    def advance(self, _entry: Entry, choice: int) -> None:
        """Do the next thing that the game needs."""
        game = self.find_game()
        if game.state in {"finished", "void"}:
            self.room.game(seed=7 + choice)
            return
        turn = game.turns.select_related("game__tournament").order_by("ordinal").last()
        if turn is None or turn.state not in {*LIVE_TURN_STATES} - {TurnState.REVEALED}:
            draw_turn(game=game, open_bulletins_stay=True, **self.room.get_author_and_time())
        else:
            self._advance_turn(turn)

    def _advance_turn(self, turn: Turn) -> None:
        by = self.room.get_author_and_time()
        match turn.state:
            case TurnState.DRAWN:
                solve_now(turn)
                announce_turn(turn=turn, **by)
            case TurnState.ANNOUNCED:
                open_turn(turn=turn, **by)
                self._hand_in_all(turn)
            case TurnState.OPEN:
                Turn.objects.filter(pk=turn.pk).update(
                    closes_at=turn.opened_at, collects_at=turn.opened_at
                )
                close_turn(turn_id=turn.pk, now=clock.now())
            case TurnState.CLOSED if turn.corrected_at is None:
                correct_turn(turn_id=turn.pk, now=clock.now())
            case TurnState.CLOSED:
                move = load_choice(turn).proposed_top
                assert move is not None
                reveal_turn(turn=turn, word=move.word, ref=move.ref, **by)

    def _hand_in_all(self, turn: Turn) -> None:
        """Hand in as the tables play: whoever is withdrawn, on paper or absent sends nothing."""
        moves = list_moves(Solutions.objects.get(turn=turn))
        present = Entry.objects.filter(
            tournament=self.room.tournament, withdrawn=False, plays_on=PlayMedium.TABLET
        )
        for number, entry in enumerate(present.order_by("pk")):
            move = moves[min(_RANKS[number % len(_RANKS)], len(moves) - 1)]
            if number != 5:
                rows = list(move.word) if move.ref[0].isdigit() else [move.word]
                hand_in(turn, entry, (rows, move.ref, str(move.score + number % 2)))

    def cancel(self, _entry: Entry, _choice: int) -> None:
        cancel_turn(turn=self.find_turn(0), reason="spelling", **self.room.get_author_and_time())

    def take_back_top(self, _entry: Entry, choice: int) -> None:
        take_back_word(
            turn=self.find_turn(choice), reason="placement", **self.room.get_author_and_time()
        )

    def interrupt(self, _entry: Entry, choice: int) -> None:
        service = interrupt_game if choice % 2 else resume_game
        service(game=self.find_game(), **self.room.get_author_and_time())

    def finish(self, _entry: Entry, _choice: int) -> None:
        finish_game(
            game=self.find_game(),
            reason="interrupted",
            article="3.7",
            open_bulletins_stay=True,
            **self.room.get_author_and_time(),
        )

    def annul(self, _entry: Entry, _choice: int) -> None:
        annul_game(game=self.find_game(), reason="Incendie", **self.room.get_author_and_time())

    def judge_plays(self, entry: Entry, choice: int) -> None:
        table = entry.table.number if choice % 2 else None
        set_table_of_judge(game=self.find_game(), table=table, **self.room.get_author_and_time())

    # People.

    def withdraw(self, entry: Entry, _choice: int) -> None:
        withdraw_entry(entry=entry, **self.room.get_author_and_time())

    def restore(self, entry: Entry, _choice: int) -> None:
        restore_entry(entry=entry, **self.room.get_author_and_time())

    def change_medium(self, entry: Entry, choice: int) -> None:
        change_plays_on(
            tournament=self.room.tournament,
            entries=[entry.pk],
            plays_on=_MEDIA[choice % len(_MEDIA)],
            **self.room.get_author_and_time(),
        )

    def check_in(self, entry: Entry, choice: int) -> None:
        check_in_entry(entry=entry, present=bool(choice % 2), **self.room.get_author_and_time())

    def mark_absents(self, _entry: Entry, _choice: int) -> None:
        mark_others_absent(tournament=self.room.tournament, **self.room.get_author_and_time())

    def register(self, _entry: Entry, choice: int) -> None:
        player = PlayerData(last_name=f"Nouveau {choice}")
        register_entry(
            tournament=self.room.tournament, players=[player], **self.room.get_author_and_time()
        )

    def rename(self, entry: Entry, choice: int) -> None:
        player = PlayerData(last_name=f"Autre {choice}")
        update_entry(entry=entry, players=[player], **self.room.get_author_and_time())

    def delete(self, entry: Entry, _choice: int) -> None:
        delete_entry(entry=entry, **self.room.get_author_and_time())

    def swap(self, entry: Entry, choice: int) -> None:
        others = self.room.tournament.entries.select_related("table").order_by("pk")
        other = others[choice % len(others)]
        swap_entries(first=entry, second=other, **self.room.get_author_and_time())

    def anonymise(self, entry: Entry, _choice: int) -> None:
        player = Player.objects.filter(entries=entry).first()
        if player is None:
            raise _NoRowError
        anonymise_player(
            player=player, typed_name=player.last_name, **self.room.get_author_and_time()
        )

    # Bulletins.

    def send(self, entry: Entry, choice: int) -> None:
        """Send again from a tablet, before the end of the turn or after it."""
        turn = self.find_turn(choice // 2)
        is_late = choice % 2 == 0
        if turn.collects_at is None or (turn.state != TurnState.CLOSED and not is_late):
            raise _NoRowError
        self._rev += 1
        numbers = {row.pk: number for number, row in enumerate(self.room.entries, start=1)}
        if entry.pk not in numbers:
            raise _NoRowError
        table = numbers[entry.pk]
        received = build_bulletin(self.room, turn, table, late=is_late, rev=self._rev)
        save = structs.replace(received.save, rows=["ZZZ"], reference="H7", score="50")
        Process().store(replace(received, save=save))
        reopen_correction(turn_id=turn.pk, entries=[entry.pk])

    def type_paper(self, entry: Entry, choice: int) -> None:
        turn = self.find_turn(choice // 2)
        paper = get_current_papers(turn).get(entry.pk)
        written = Bulletin(Sheet(("ZZZ",)), "H7", "50")
        missing = Bulletin(Sheet(), "", "", SheetState.MISSING)
        enter_paper(
            turn=turn,
            number=entry.table.number,
            bulletin=written if choice % 2 else missing,
            seen_version=paper.version if paper else 0,
            over_tablet=True,
            **self.room.get_author_and_time(),
        )

    def correct(self, _entry: Entry, choice: int) -> None:
        correct_turn(turn_id=self.find_turn(choice).pk, now=clock.now())

    # Decisions.

    def _find_version(self, turn: Turn, entry: Entry) -> int:
        ruling = get_current_rulings(turn).get(entry.pk)
        if ruling is None:
            raise _NoRowError
        return ruling.version

    def change(self, entry: Entry, choice: int) -> None:
        turn = self.find_turn(choice)
        rulings.change_ruling(
            turn=turn,
            entry=entry,
            version=self._find_version(turn, entry),
            points=3,
            sanction="none",
            motives=[],
            reason=f"Relu avec {entry.name}",
            is_free_ruling=True,
            **self.room.get_author_and_time(),
        )

    def confirm(self, entry: Entry, choice: int) -> None:
        turn = self.find_turn(choice)
        version = self._find_version(turn, entry)
        rulings.confirm_ruling(
            turn=turn, entry=entry, version=version, **self.room.get_author_and_time()
        )

    def undo(self, _entry: Entry, choice: int) -> None:
        turn = self.find_turn(choice)
        gesture = find_undoable_decision(turn, self.room.user)
        if gesture is None:
            raise _NoRowError
        rulings.undo_rulings(turn=turn, journal_row=gesture.pk, **self.room.get_author_and_time())

    def count_in_time(self, _entry: Entry, choice: int) -> None:
        rows = Ruling.objects.filter(
            turn__game__tournament=self.room.tournament, origin=BulletinOrigin.LATE, in_time=""
        )
        ruling = choose(rows.select_related("turn__game__tournament", "entry"), choice)
        late_bulletins.accept_as_in_time(
            turn=ruling.turn,
            entry=ruling.entry,
            version=self._find_version(ruling.turn, ruling.entry),
            reason="Réseau coupé",
            **self.room.get_author_and_time(),
        )

    def act(self, entry: Entry, choice: int) -> None:
        services = (acts.give_warning, acts.give_zero, acts.remove_warning, acts.award_average)
        service = services[choice % len(services)]
        turn = self.find_turn(choice // len(services))
        service(turn=turn, entry=entry, reason="Bavardage", **self.room.get_author_and_time())

    def take_back_act(self, _entry: Entry, choice: int) -> None:
        rows = Act.objects.filter(turn__game__tournament=self.room.tournament, takes_back=None)
        act = choose(rows.select_related("turn__game__tournament", "entry"), choice)
        acts.withdraw_act(act=act, reason="À tort", **self.room.get_author_and_time())

    def exclude(self, entry: Entry, choice: int) -> None:
        if choice % 3 == 2:
            cheating.give_back_scores(
                entry=entry, reason="À tort", **self.room.get_author_and_time()
            )
            return
        cheating.annul_scores(
            entry=entry,
            reason="Copie",
            excluded=bool(choice % 3),
            **self.room.get_author_and_time(),
        )

    def appeal(self, entry: Entry, choice: int) -> None:
        contested = ContestedDecision(self.find_turn(choice), entry, CaseSubject.RULING)
        appeals.file_appeal(contested=contested, grounds="Bien écrit", by=None, now=clock.now())

    def decide_case(self, _entry: Entry, choice: int) -> None:
        member = get_account(self.room, Role.COMMISSION, name="membre")
        case = Appeal.objects.filter(tournament=self.room.tournament, state="open").first()
        if case is None:
            raise _NoRowError
        decide_case(case, member, ALLOWED if choice % 2 else DISMISSED)

    def handle_slips(self, _entry: Entry, choice: int) -> None:
        game = self.find_game()
        slips = list(list_open_slips(game).values_list("pk", flat=True))
        done = ("printed", "handed")[choice % 2]
        handle_slips(game=game, slips=slips, action=done, **self.room.get_author_and_time())

    def undo_slips(self, _entry: Entry, choice: int) -> None:
        rows = Journal.objects.filter(game=self.find_game(), kind=EventKind.SLIPS_HANDLED)
        row = choose(rows.order_by("-seq"), choice % 2)
        undo_slip_action(game=row.game, journal_row=row.pk, **self.room.get_author_and_time())

    def look_again(self, entry: Entry, choice: int) -> None:
        """Plan second looks, or give one that differs or agrees."""
        if choice == 0:
            plan = LookCriteria(everything=True)
            choose_plan(
                tournament=self.room.tournament, plan=plan, **self.room.get_author_and_time()
            )
            return
        turn = self.find_turn(choice // 2)
        give_second_look(
            turn=turn,
            entry=entry,
            version=self._find_version(turn, entry),
            points=3,
            sanction="none",
            by=get_account(self.room, Role.DOUBLE_ARBITER, name="second"),
            now=clock.now(),
        )


class _NoRowError(Exception):
    """There is nothing that the gesture could be about."""


def choose[M: Model](rows: QuerySet[M], choice: int) -> M:
    """Return one of ``rows``. Raises _NoRowError if there is none."""
    all_rows = list(rows)
    if not all_rows:
        raise _NoRowError
    return all_rows[choice % len(all_rows)]


GESTURES: dict[str, Callable[[RandomOffice, Entry, int], None]] = {
    name: getattr(RandomOffice, name)
    for name in (
        *("advance", "cancel", "take_back_top", "interrupt", "finish", "annul", "judge_plays"),
        *("withdraw", "restore", "change_medium", "check_in", "mark_absents", "register"),
        *("rename", "delete", "swap", "anonymise", "send", "type_paper", "correct", "change"),
        *("confirm", "undo", "count_in_time", "act", "take_back_act", "exclude", "appeal"),
        *("decide_case", "handle_slips", "undo_slips", "look_again"),
    )
}
