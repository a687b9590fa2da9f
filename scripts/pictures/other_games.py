"""Pictures of a topping and of a classic tournament. Needs Django set up."""

from hashlib import sha256
from unittest.mock import patch
from uuid import UUID

from playwright.sync_api import expect

from engine.regulation.editions import CURRENT
from scripts.pictures.camera import LAPTOP, TABLET, Camera
from scripts.pictures.people import PLAYERS
from scripts.pictures.shown_tournament import CLUB, SHOWN_TABLE, VENUE, ShownTournament
from tournament.classic.core.rounds.states import ResultKind, RoundCommand
from tournament.classic.services.rounds import move_round, prepare_round
from tournament.classic.services.sheets import record_result
from tournament.classic.services.terms import change_terms
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Discipline
from tournament.models import Tournament
from tournament.queries import clock
from tournament.services.people.registration import register_entries
from tournament.services.tournaments import create_tournament
from tournament.topping.core.topping_run import ToppingCommand
from tournament.topping.services.creation import ToppingRules, create_topping
from tournament.topping.services.lifecycle import move_topping

#: The pairing of the first round depends on it.
TOURNAMENT_UID = UUID("c1a551c0-0000-4000-8000-000000000000")
#: Totals of the recorded games, in the order of the tables.
TOTALS = ((412, 365), (338, 391), (456, 402))


def show_topping(camera: Camera, hall: ShownTournament) -> None:
    """Take the picture of a tablet after the first top."""
    entries = hall.list_entries(range(1, 13))
    letters = sha256(f"topping {hall.seed}".encode()).hexdigest()
    with patch("tournament.topping.services.creation.new_seed", return_value=letters):
        topping = create_topping(
            tournament=hall.tournament,
            rules=ToppingRules(limit_s=120, penalty_s=20, title="Topping du soir"),
            entries=entries,
            **hall.author_and_time(),
        )
    move_topping(topping=topping, command=ToppingCommand.OPEN, **hall.author_and_time())
    (entry,) = hall.list_entries([SHOWN_TABLE])
    page = camera.open_page(TABLET, f"/t/{entry.table.key}/")
    page.locator("#toppings a").first.click()
    page.get_by_role("button", name="Commencer").click()
    word, ref, _ = topping.tops[0][0]
    page.get_by_label("Mot", exact=True).fill(word)
    page.get_by_label("Référence", exact=True).fill(ref)
    page.get_by_role("button", name="Proposer").click()
    expect(page.locator("#turn-name")).to_have_text("Coup 2")
    camera.take(page, "topping")


def show_classic(camera: Camera, hall: ShownTournament) -> None:
    """Take the picture of a round of six tables with half of its results."""
    now = clock.now()
    tournament = create_tournament(
        name="Coupe classique de Beauval",
        venue=VENUE,
        starts_on=hall.tournament.starts_on,
        edition=CURRENT,
        to_run_alone=True,
        discipline=Discipline.CLASSIC,
        organisation=hall.tournament.organisation,
        club=CLUB,
        by=hall.judge,
        now=now,
    )
    Tournament.objects.filter(pk=tournament.pk).update(
        uid=TOURNAMENT_UID
    )  # the random pairing depends on it
    tournament.refresh_from_db()
    people = [[PlayerData(p.last_name, p.first_name, club=p.club)] for p in PLAYERS[:12]]
    register_entries(tournament=tournament, entries=people, **hall.author_and_time())
    change_terms(tournament=tournament, changes={"on_paper": True}, **hall.author_and_time())
    match_round = prepare_round(tournament=tournament, **hall.author_and_time())
    for command in (RoundCommand.PUBLISH, RoundCommand.START):
        match_round = move_round(match_round=match_round, command=command, **hall.author_and_time())
    for match, totals in zip(match_round.matches.order_by("board_number"), TOTALS, strict=False):
        record_result(match=match, kind=ResultKind.SHEET, games=[totals], **hall.author_and_time())
    link = hall.build_sign_in_path_for(
        hall.judge, "office-round", tournament.slug, match_round.number
    )
    page = camera.sign_in(LAPTOP, link)
    camera.take(page, "classique")
