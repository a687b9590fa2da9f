"""A table of gestures of people in a tournament; each reads its rows anew and may be repeated."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet

from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.core.appeals import CaseSubject
from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Act, Appeal, Slip
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.slips_on_paper import find_last_slip_action
from arbitrage.services import acts, appeals, federation
from arbitrage.services.cheating import annul_scores, give_back_scores
from arbitrage.services.commission import CommissionDecision
from arbitrage.services.correction import correct_turn, reopen_correction
from arbitrage.services.receipts import store_receipts
from arbitrage.services.recounting import recount_game
from arbitrage.services.slip_delivery import SlipAction, handle_slips, undo_slip_action
from tests.arbitrage.services.cases import DISMISSED, WHY, build_contested, decide_case
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tests.arbitrage.services.slips import decide
from tests.bulletins import enter_paper
from tests.room import solve_now
from tournament.core.errors import WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.people.seating import SeatingKind
from tournament.core.states import (
    LIVE_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    PlayMedium,
    Role,
    TurnState,
)
from tournament.models import Entry, Game, Journal, Tournament, Turn
from tournament.ports import SlipReceipt
from tournament.queries import clock
from tournament.queries.position import load_position
from tournament.queries.results.tops import load_choice
from tournament.services.people.check_in import check_in_entry, mark_others_absent
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import (
    register_entry,
    restore_entry,
    update_entry,
    withdraw_entry,
)
from tournament.services.people.seating import apply_plan
from tournament.services.people.teams import put_in_team
from tournament.services.play import games, interruption_end, interruptions, turns
from tournament.services.play.closing import close_turn
from tournament.services.play.participation import change_plays_on
from tournament.services.play.playing_judge import set_table_of_judge
from tournament.services.play.playing_time import set_playing_time
from tournament.services.play.rack_changes import retype_turn
from tournament.services.play.top_withdrawal import take_back_word
from tournament.services.tournaments import renew_links, update_tournament

type Gesture = Callable[["GestureTable"], object]

REASON = "essai"
ALLOWED = CommissionDecision(allowed=True, reason="Le doute profite au joueur.")


class GestureTable:
    """The people around the sanctioned turns; every gesture of theirs reads its rows anew."""

    def __init__(self, sanctioned_turns: SanctionedTurns) -> None:
        self.sanctioned_turns, self.room = sanctioned_turns, sanctioned_turns.room
        self.member = get_account(
            sanctioned_turns.room, Role.COMMISSION, Role.ORGANISER, name="membre"
        )

    @property
    def author_and_time(self) -> dict[str, Any]:
        """The arguments of a command: its author, and the time now."""
        return self.room.get_author_and_time()

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.select_related("organisation").get()

    @property
    def game(self) -> Game:
        return Game.objects.select_related("tournament").get(pk=self.sanctioned_turns.game.pk)

    def get_turn(self, ordinal: int) -> Turn:
        rows = Turn.objects.select_related("game__tournament")
        return rows.get(game=self.sanctioned_turns.game.pk, ordinal=ordinal)

    def get_last_turn(self) -> Turn:
        return self.get_turn(Turn.objects.filter(game=self.sanctioned_turns.game.pk).count())

    def get_entry(self, index: int) -> Entry:
        return self.list_entries().get(pk=self.sanctioned_turns.entries[index].pk)

    def get_newcomer(self) -> Entry:
        return self.list_entries().exclude(pk__in=self.room.entry_ids).latest("pk")

    def list_entries(self) -> QuerySet[Entry]:
        return Entry.objects.select_related("tournament__organisation", "table")

    def get_case(self) -> Appeal:
        rows = Appeal.objects.select_related("turn__game__tournament", "entry", "tournament", "act")
        return rows.latest("pk")

    def act(self) -> Act:
        rows = Act.objects.filter(automatic=False, takes_back=None, taken_back_by=None)
        return rows.select_related("turn__game__tournament", "entry").latest("pk")

    def choose_letters(self) -> str:
        """Return other letters than those of the turn before, which may be cancelled (3.6)."""
        letters = "AEILMDS" if self.game.turns.count() % 2 else "AEINRTU"
        return letters[: 7 - len(load_position(self.game).remainder.kept)]

    def rule(self, ordinal: int, index: int) -> None:
        """Decide on a bulletin: a warning where there was none, none where there was one."""

        turn, entry = self.get_turn(ordinal), self.get_entry(index)
        ruling = get_current_rulings(turn)[entry.pk]
        sanction = "none" if ruling.sanction == "warning" else "warning"
        decide(self.sanctioned_turns, turn, entry, points=12, sanction=sanction)

    def handle(self, done: SlipAction) -> None:
        slips = list(Slip.objects.filter(turn__game=self.game).values_list("pk", flat=True))
        handle_slips(game=self.game, slips=slips, action=done, **self.author_and_time)

    def undo(self) -> None:
        gesture = find_last_slip_action(self.game, self.room.user)
        undo_slip_action(
            game=self.game, journal_row=gesture.pk if gesture else 0, **self.author_and_time
        )

    def show_slips(self) -> None:
        """Receipts of all slips come, the newest first."""
        slips = Slip.objects.filter(turn__game=self.game).order_by("-pk")
        store_receipts([SlipReceipt(slip.uid, slip.entry_id, clock.now()) for slip in slips])

    def annul(self, *, excluded: bool) -> None:
        annul_scores(
            entry=self.get_entry(3), reason=REASON, excluded=excluded, **self.author_and_time
        )

    def contest_annulment(self) -> None:
        act = self.act()
        contested = build_contested(
            self.sanctioned_turns, 3, CaseSubject.ACT, act, self.get_turn(act.turn.ordinal)
        )
        appeals.file_case(contested=contested, grounds=WHY, **self.author_and_time)

    def contest(self) -> None:
        contested = build_contested(self.sanctioned_turns, 0, turn=self.get_turn(1))
        appeals.file_case(contested=contested, grounds=WHY, **self.author_and_time)

    def answer(self) -> None:
        case = self.get_case()
        version = get_current_rulings(case.turn)[case.entry_id].version
        federation.record_answer(
            case=case, decision=DISMISSED, version=version, by=self.member, now=clock.now()
        )

    def set_medium(self, medium: PlayMedium) -> None:
        entries = sorted(self.room.entry_ids, reverse=True)
        change_plays_on(
            tournament=self.tournament, entries=entries, plays_on=medium, **self.author_and_time
        )

    def type_paper(self) -> None:
        turn, entry = self.get_turn(2), self.get_entry(4)
        bulletin = Bulletin(Sheet.from_text("ZZZ"), "H7", str(Journal.objects.count()))
        papers = turn.papers.filter(entry=entry).count()
        where: dict[str, Any] = {"turn": turn, "number": entry.table.number, "over_tablet": True}
        enter_paper(bulletin=bulletin, seen_version=papers, **where, **self.author_and_time)

    def reveal(self) -> None:
        turn = self.get_last_turn()
        move = load_choice(turn).proposed_top
        assert move is not None
        turns.reveal_turn(turn=turn, word=move.word, ref=move.ref, **self.author_and_time)

    def draw(self) -> None:
        if self.get_last_turn().state in LIVE_TURN_STATES - PLACED_TURN_STATES:
            raise WrongState("turn")
        turn = turns.draw_turn(
            game=self.game, letters=self.choose_letters(), **self.author_and_time
        )
        assert turn is not None
        solve_now(turn)

    def retype(self) -> None:
        turn = self.get_last_turn()
        retype_turn(turn=turn, letters=turn.drawn[::-1], **self.author_and_time)
        solve_now(turn)

    def interrupt(self) -> None:
        """Interrupt the game if it is running, once its open turn is closed."""
        if self.game.state == GameState.RUNNING:
            if self.get_last_turn().state == TurnState.OPEN:
                self.close()
            interruptions.interrupt_game(game=self.game, **self.author_and_time)

    def close(self) -> None:
        turns.stop_clock(turn=self.get_last_turn(), **self.author_and_time)
        Turn.objects.filter(pk=self.get_last_turn().pk).update(collects_at=clock.now())
        close_turn(turn_id=self.get_last_turn().pk, now=clock.now())

    def exchange_tables(self) -> None:
        numbers = dict(self.tournament.entries.values_list("pk", "table__number"))
        seats = dict(zip(numbers, reversed(numbers.values()), strict=True))
        apply_plan(
            tournament=self.tournament, seats=seats, kind=SeatingKind.HAND, **self.author_and_time
        )


#: While the game is played; each may be repeated. In this order all succeed.
IN_PLAY: Mapping[str, Gesture] = {
    "decide": lambda office: office.rule(1, 0),
    "print": lambda office: office.handle(SlipAction.PRINTED),
    "undo printing": lambda office: office.undo(),
    "hand over": lambda office: office.handle(SlipAction.HANDED),
    "undo handing over": lambda office: office.undo(),
    "show slips": lambda office: office.show_slips(),
    "decide later": lambda office: office.rule(2, 3),
    "warn": lambda office: acts.give_warning(  # the slip will name a player who is made unknown
        turn=office.get_turn(1),
        entry=office.get_entry(1),
        reason=office.get_entry(1).name,
        **office.author_and_time,
    ),
    "take back": lambda office: acts.withdraw_act(
        act=office.act(), reason=REASON, **office.author_and_time
    ),
    "contest": lambda office: office.contest(),
    "dismiss": lambda office: decide_case(office.get_case(), office.member, DISMISSED),
    "inform": lambda office: federation.record_information(
        case=office.get_case(), by=office.member, now=clock.now()
    ),
    "answer": lambda office: office.answer(),
    "annul": lambda office: office.annul(excluded=False),
    "contest annulment": lambda office: office.contest_annulment(),
    "give back by the commission": lambda office: decide_case(
        office.get_case(), office.member, ALLOWED
    ),
    "annul and exclude": lambda office: office.annul(excluded=True),
    "give back": lambda office: give_back_scores(
        entry=office.get_entry(3), reason=REASON, **office.author_and_time
    ),
    "return": lambda office: restore_entry(entry=office.get_entry(3), **office.author_and_time),
    "withdraw": lambda office: withdraw_entry(entry=office.get_entry(3), **office.author_and_time),
    "return again": lambda office: restore_entry(
        entry=office.get_entry(3), **office.author_and_time
    ),
    "register": lambda office: register_entry(
        tournament=office.tournament,
        players=[PlayerData("Oman")],
        decision="new",
        **office.author_and_time,
    ),
    "rename": lambda office: update_entry(
        entry=office.get_newcomer(),
        players=[PlayerData("Qatar")],
        decision="new",
        **office.author_and_time,
    ),
    "play on paper": lambda office: office.set_medium(PlayMedium.PAPER),
    "play on tablets": lambda office: office.set_medium(PlayMedium.TABLET),
    "check in": lambda office: check_in_entry(
        entry=office.get_entry(5), present=True, **office.author_and_time
    ),
    "mark absent": lambda office: mark_others_absent(
        tournament=office.tournament, **office.author_and_time
    ),
    "come late": lambda office: check_in_entry(
        entry=office.get_entry(2), present=True, **office.author_and_time
    ),
    "delete": lambda office: delete_entry(entry=office.get_newcomer(), **office.author_and_time),
    "form a team": lambda office: put_in_team(
        tournament=office.tournament,
        entries=office.room.entry_ids,
        name="Nord",
        **office.author_and_time,
    ),
    "type": lambda office: office.type_paper(),
    "correct": lambda office: correct_turn(turn_id=office.get_turn(2).pk, now=clock.now()),
    "reopen": lambda office: reopen_correction(
        turn_id=office.get_turn(2).pk, entries=office.room.entry_ids
    ),
    "recount": lambda office: recount_game(game=office.game, **office.author_and_time),
    "change the venue": lambda office: update_tournament(
        tournament=office.tournament, changes={"venue": "Salle"}, **office.author_and_time
    ),
    "reveal": lambda office: office.reveal(),
    "take back the word": lambda office: take_back_word(
        turn=office.get_last_turn(), reason=REASON, **office.author_and_time
    ),
    "reveal again": lambda office: office.reveal(),
    "let the judge play": lambda office: set_table_of_judge(
        game=office.game, table=6, **office.author_and_time
    ),
    "let the judge stop": lambda office: set_table_of_judge(
        game=office.game, table=None, **office.author_and_time
    ),
    "draw": lambda office: office.draw(),
    "cancel": lambda office: turns.cancel_turn(
        turn=office.get_last_turn(), reason=REASON, **office.author_and_time
    ),
    "draw again": lambda office: office.draw(),
    "retype": lambda office: office.retype(),
    "shorten": lambda office: set_playing_time(
        turn=office.get_last_turn(), seconds=60, for_later_turns=True, **office.author_and_time
    ),
    "announce": lambda office: turns.announce_turn(
        turn=office.get_last_turn(), **office.author_and_time
    ),
    "open": lambda office: turns.open_turn(turn=office.get_last_turn(), **office.author_and_time),
    "close": lambda office: office.close(),
    "interrupt": lambda office: office.interrupt(),
    "resume": lambda office: interruptions.resume_game(game=office.game, **office.author_and_time),
}

#: End the game, whatever state it is in.
ENDING: Mapping[str, Gesture] = {
    "interrupt at the end": lambda office: office.interrupt(),
    "break off": lambda office: interruption_end.end_interrupted_game(
        game=office.game, open_bulletins_stay=True, **office.author_and_time
    ),
}
#: After the end of the game.
AT_THE_END: Mapping[str, Gesture] = {
    "decide at the end": lambda office: office.rule(1, 4),
    "hand over at the end": IN_PLAY["hand over"],
    "undo handing over at the end": IN_PLAY["undo handing over"],
    "exchange tables": lambda office: office.exchange_tables(),
    "renew links": lambda office: renew_links(
        tournament=office.tournament, **office.author_and_time
    ),
    "prepare a game": lambda office: games.prepare_game(
        game=games.create_game(tournament=office.tournament, **office.author_and_time),
        **office.author_and_time,
    ),
    "withdraw at the end": IN_PLAY["withdraw"],
    "anonymise": lambda office: anonymise_player(
        player=office.get_entry(1).players.select_related("tournament").get(),
        typed_name=office.get_entry(1).name,
        **office.author_and_time,
    ),
}
