"""Migrations that carry data over."""

from collections.abc import Callable, Generator
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheet import Sheet
from arbitrage.models import Act, Origin, Ruling, Status
from arbitrage.queries.rulings import current_rulings
from arbitrage.services import acts, rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.posting import recount
from arbitrage.words.sentences import CAME_SINCE
from tests.arbitrage.services.books import Books, keep_books
from tests.bulletins import collect, enter_paper, play_first_turn
from tests.room import Room, make_room, ring
from tests.rows import every_row
from tests.told import told
from tests.tournament.first_organisation import nothing_is_lost_and_all_is_one_organisation_s
from tournament.core import chain
from tournament.core.canonical import as_text
from tournament.models import Entry, Game, Journal, Score, Tournament, Turn
from tournament.queries import clock
from tournament.services import turns

PROPOSED = {"points": 19, "gross": 24, "sanction": "penalty", "motives": [], "article": "5.6"}
UNDECIDED = {"points": None, "gross": None, "sanction": "none"}


#: Builds its rows as things are now and says where it goes; is given the models as they were there,
#: and may go on from there; then None, and a last time once everything has been carried over again.
type Steps = Generator[tuple[str, str] | None, Any]
type Walker = Callable[[Room], Steps]


def walk(*walkers: Walker) -> None:
    """One way back and forth for all of them, each in a room of its own: every migration is dear,
    and there are ever more. Who goes less far comes first; after the farthest, on the way back, who
    writes what one would lose further down."""
    begun = [one(make_room()) for one in walkers]
    targets: list[Any] = [next(walker) for walker in begun]
    try:
        for walker, first in zip(begun, targets, strict=True):
            target = first
            while target is not None:
                target = walker.send(MigrationExecutor(connection).migrate([target]).apps)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    with every_row() as row:
        for one, walker in zip(walkers, begun, strict=True):
            with row(one.__name__):
                assert next(walker, None) is None


def test_what_was_decided_and_what_is_known_of_a_slip_are_carried_over(
    transactional_db: None,
) -> None:
    walk(
        a_journal_says_uids_and_is_a_chain,
        nothing_is_lost_and_all_is_one_organisation_s,
        why_a_turn_was_cancelled_becomes_a_code_beside_what_the_judge_wrote,
        a_sentence_on_the_scoreboard_becomes_what_it_is_made_of,
        a_ruling_learns_from_its_key_which_way_the_slip_came_that_it_judged,
        a_ruling_without_points_gets_those_of_its_verdict,
        what_the_software_wrote_becomes_a_fact_and_an_arbiter_keeps_his_words,
    )


def a_journal_says_uids_and_is_a_chain(room: Room) -> Steps:
    turn = collect(play_first_turn(room))
    first, second = room.entries[:2]
    rulings.confirm(turn=turn, entry=first, version=1, **room.by())
    act = acts.warn(turn=turn, entry=second, reason="Bavardage", **room.by())
    then = yield "tournament", "0032_big_screen"
    journal = then.get_model("tournament", "Journal").objects.filter(turn=turn.pk)
    assert journal.get(data__has_key="versions").data["entries"] == [first.pk]
    assert journal.get(data__has_key="act").data["act"] == act.pk
    yield None
    # It has another one than before: a uid is made when its column is.
    tournament, game = (
        Tournament.objects.get(pk=room.tournament.pk),
        Game.objects.get(pk=turn.game_id),
    )
    rows = Journal.objects.filter(game=game).order_by("seq")
    (decided,) = rows.filter(data__has_key="versions")
    assert decided.data["entries"] == [str(Entry.objects.get(pk=first.pk).uid)]
    assert rows.get(data__has_key="act").data["act"] == str(Act.objects.get(pk=act.pk).uid)
    assert decided.signed == room.user.username
    lines = [
        {
            **{name: getattr(row, name) for name in ("seq", "kind", "signed", "data", "chain")},
            "turn": row.turn.ordinal if row.turn else None,
            "at": as_text(row.at),
            "salts": row.salts,
            "erased": row.erased,
        }
        for row in rows
    ]
    assert chain.first_break(chain.start(str(tournament.uid), str(game.uid)), lines) is None
    assert game.head == lines[-1]["chain"]
    assert Act.objects.get(pk=act.pk).salts.keys() == {"reason"}


def collected(room: Room) -> Turn:
    turn = turns.draw_turn(game=room.game(), **room.by())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    ring(turn)
    return turn


def a_ruling_without_points_gets_those_of_its_verdict(room: Room) -> Steps:
    turn, now = collected(room), clock.now()
    then = yield "arbitrage", "0003_paperbulletin"
    before = then.get_model("arbitrage", "Ruling")
    verdicts = [UNDECIDED | {"motives": [], "proposed": PROPOSED}, UNDECIDED]
    for entry, verdict in zip(room.entries, verdicts, strict=False):
        before.objects.create(
            turn_id=turn.pk,
            entry_id=entry.pk,
            version=1,
            status=Status.UNDECIDED,
            rev=1,
            key="k",
            verdict=verdict,
            at=now,
        )
    yield None
    proposed, silent = turn.rulings.order_by("entry__table__number")
    assert (proposed.points, proposed.gross, proposed.sanction) == (19, 24, "penalty")
    assert (silent.points, silent.gross, silent.sanction) == (0, 0, "none")
    assert {proposed.status, silent.status} == {Status.UNDECIDED}


def a_ruling_learns_from_its_key_which_way_the_slip_came_that_it_judged(room: Room) -> Steps:
    """Tables 2, 3: the tablet's. 4: judged on paper. 5: typed in, and never judged. 6: nothing."""
    turn = collect(play_first_turn(room))
    for table, over in ((4, True), (5, True)):
        enter_paper(
            turn=turn,
            number=table,
            bulletin=Bulletin(Sheet(("RATINES",)), "H2", "66"),
            seen=0,
            over_tablet=over,
            **room.by(),
        )
    seen = [entry.pk for entry in room.entries]
    fifth = Ruling.objects.get(turn=turn, entry=seen[4])
    correct_turn(turn_id=turn.pk, now=clock.now())
    Ruling.objects.filter(turn=turn, entry=seen[4], version=2).delete()
    Ruling.objects.filter(pk=fifth.pk).update(status=Status.CONFIRMED)
    late = Ruling.objects.filter(turn=turn, entry=seen[2])
    late.update(verdict=late.get().verdict | {"motives": ["temps-depasse"]})
    yield "arbitrage", "0004_ruling_points"
    yield None
    held = current_rulings(turn)
    origins = [held[entry].origin for entry in seen]
    assert origins == ["tablet", "tablet", "late", "paper", "tablet", "nothing"]
    assert correct_turn(turn_id=turn.pk, now=clock.now()) >= 1
    assert current_rulings(turn)[seen[4]].origin == "paper"


SINCE = [
    ("paper", "Saisi après la décision."),
    ("tablet", "Enregistré après la décision, mais remis à temps."),
    ("late", "Remis hors temps, enregistré après la décision."),
]


def what_the_software_wrote_becomes_a_fact_and_an_arbiter_keeps_his_words(
    room: Room,
) -> Steps:
    turn, now = collected(room), clock.now()
    then = yield "arbitrage", "0005_ruling_origin"
    before = then.get_model("arbitrage", "Ruling")
    by_software = [(Status.UNDECIDED, *said) for said in SINCE]
    by_arbiter = [(Status.CHANGED, *SINCE[0]), (Status.CHANGED, "tablet", "Mot illisible.")]
    for entry, written in zip(room.entries, [*by_software, *by_arbiter], strict=False):
        status, origin, reason = written
        before.objects.create(
            turn_id=turn.pk,
            entry_id=entry.pk,
            version=2,
            status=status,
            origin=origin,
            rev=1,
            key="k",
            verdict={},
            points=0,
            gross=0,
            sanction="none",
            reason=reason,
            at=now,
        )
    yield None
    held = turn.rulings.order_by("entry__table__number")
    assert [(ruling.came_since, ruling.reason) for ruling in held] == [
        *[(True, "")] * 3,
        (False, "Saisi après la décision."),
        (False, "Mot illisible."),
    ]
    assert [CAME_SINCE[Origin(one.origin)] for one in held[:3]] == [said for _, said in SINCE]


def decided_in_every_way(room: Room) -> Books:
    """Lines of the second turn: an average, a zero and a warning for conduct, a change, a warning
    removed, a proposal confirmed; and one of nothing handed in."""
    books = keep_books(room)
    turn, entries = books.second, room.entries
    why: dict[str, Any] = {"turn": turn, "reason": "essai", **room.by()}
    acts.award_average(entry=entries[0], **why)
    acts.nullify(entry=entries[1], **why)
    acts.warn(entry=entries[1], **why)
    acts.remove_warning(entry=entries[3], **why)
    change: dict[str, Any] = {"points": 9, "sanction": "warning", "motives": ["score"]}
    rulings.change(entry=entries[2], version=1, article="5.4", **change, **why)
    rulings.confirm(turn=turn, entry=entries[4], version=1, **room.by())
    return books


def a_sentence_on_the_scoreboard_becomes_what_it_is_made_of(room: Room) -> Steps:
    books = decided_in_every_way(room)
    lines = Score.objects.filter(turn__game=books.game).order_by("turn", "entry")
    made = {line.pk: (line.explanation_id, told(line)) for line in lines}
    assert len({said for _, said in made.values()}) > 6
    stray = lines.get(turn=books.first, entry=room.entries[5])

    then = yield "arbitrage", "0006_ruling_came_since"
    before = then.get_model("arbitrage", "Ruling")
    before.objects.filter(turn=stray.turn_id, entry=stray.entry_id).delete()
    old = then.get_model("tournament", "Score").objects.filter(turn__game=books.game.pk)
    old.update(explanation=None, text="Phrase d’avant.")
    told_of = then.get_model("tournament", "Explanation").objects
    told_of.filter(turn__game=books.game.pk).delete()
    yield None

    found = {line.pk: (line.explanation_id, told(line)) for line in lines.all()}
    assert found.pop(stray.pk)[1] == "Phrase d’avant."
    made.pop(stray.pk)
    assert found == made
    assert recount(game=books.game, **room.by()) == 1, "the line of which nothing tells"


def why_a_turn_was_cancelled_becomes_a_code_beside_what_the_judge_wrote(room: Room) -> Steps:
    game, sentences = (
        room.game(),
        [
            ("erreur d’épellation : N pour M", {"reason": "spelling", "detail": "N pour M"}),
            ("erreur de chronométrage", {"reason": "timing", "detail": ""}),
            ("aucune solution n’est réalisable", {"reason": "no_solution", "detail": ""}),
            ("salle évacuée : fumée", {"reason": "other", "detail": "salle évacuée : fumée"}),
        ],
    )
    for _ in sentences:
        turn = turns.draw_turn(game=game, **room.by())
        assert turn is not None
        turns.cancel_turn(turn=turn, reason="spelling", detail="N pour M", **room.by())
    rows = list(game.journal.filter(kind="cancelled").order_by("seq"))
    assert rows[0].data.items() >= sentences[0][1].items()
    for row, (sentence, _said) in zip(rows, sentences, strict=True):
        old = {key: value for key, value in row.data.items() if key != "detail"}
        Journal.objects.filter(pk=row.pk).update(data=old | {"reason": sentence})

    yield "tournament", "0015_score_without_text"
    yield None

    for row, (_sentence, said) in zip(rows, sentences, strict=True):
        before = row.data
        row.refresh_from_db()
        assert row.data == before | said
