"""Accessibility of the organiser's pages: axe in both themes, phone, zoom, nothing too wide,
nothing out of the keyboard's reach, nothing cut off on paper."""

from pathlib import Path
from urllib.parse import urlsplit

from django.urls import reverse

from tests.browser.office.desks import OfficePage
from tests.browser.office.fitting import fits
from tests.rows import every_row
from tournament.core.people.player_data import PlayerData
from tournament.models import Organisation, Tournament
from tournament.services.accounts.accounts import create_member_with_card
from tournament.services.accounts.invitations import create_invitation
from tournament.services.people.entry_imports import store_file
from tournament.services.people.roster import save_roster_player
from tournament.services.people.seating import swap_entries
from tournament.services.people.teams import put_in_team
from tournament.services.tournaments import create_tournament

SAMPLE = Path(__file__).parents[2] / "samples/rosters/twice.csv"
#: Of a tournament, by their names; an empty one has them too, and says what to do next.
OF_A_TOURNAMENT = [
    "office-entries",
    "office-check-in",
    "office-absent",
    "office-teams",
    "office-names",
    "office-tables",
    "office-seating",
    "office-ranking",
    "office-publication",
]
OF_AN_ORGANISATION = [
    "organisation",
    "organisation-players",
    "organisation-import-send",
    "organisation-lists",
    "organisation-accounts",
    "organisation-changes",
    "organisation-tournaments",
]


def list_people_pages(office: OfficePage) -> list[str]:
    """One player, one entry, one list, one file that is about to be imported."""
    tournament, by = office.room.tournament, office.room.get_author_and_time()
    organisation = tournament.organisation
    player = PlayerData("Grèce-et-Macédoine", "Ana", "L1", "Club des bords de mer", "FG", "Grèce")
    row = save_roster_player(organisation=organisation, data=player, **by)
    put_in_team(tournament=tournament, entries=office.room.entry_ids[:2], name="Les As", **by)
    pending = store_file(
        organisation=organisation,
        tournament=tournament,
        file_name=SAMPLE.name,
        data=SAMPLE.read_bytes(),
        **by,
    )
    slug, organisation_id = tournament.slug, organisation.pk
    return [
        reverse("office-import", args=[slug, pending.pk]),
        reverse("office-entry", args=[slug, office.room.entries[0].pk]),
        reverse("anonymise", args=[slug, office.room.entries[0].players.get().pk]),
        reverse("anonymise-known", args=[organisation_id, row.pk]),
        reverse("organisation-player", args=[organisation_id, row.pk]),
        reverse(
            "organisation-group", args=[organisation_id, organisation.groups.earliest("pk").pk]
        ),
    ]


def list_account_pages(organisation: Organisation, office: OfficePage) -> list[str]:
    """An account, its card before it is used, an invitation, one's own account."""
    by = office.room.get_author_and_time()
    user, card = create_member_with_card(
        organisation=organisation, username="camille", name="Camille Rive", **by
    )
    link = create_invitation(organisation=organisation, **by)
    return [
        reverse("organisation-account", args=[organisation.pk, user.pk]),
        urlsplit(card).path,
        urlsplit(link).path,
        reverse("account"),
    ]


def list_place_pages(tournament: Tournament, office: OfficePage) -> list[str]:
    """A plan before it is applied, a tablet whose player moved."""
    office.page.goto(f"{office.stack.url}/t/{office.room.entries[0].table.key}/")
    swap_entries(
        first=office.room.entries[0],
        second=office.room.entries[3],
        **office.room.get_author_and_time(),
    )
    seating = reverse("office-seating", args=[tournament.slug])
    return [
        reverse("table"),
        f"{seating}?kind=random&apart=club&first=1&step=2&seed=3",
    ]


def test_the_organiser_s_pages_are_for_everybody_on_every_screen(office: OfficePage) -> None:
    tournament = office.room.tournament
    organisation = tournament.organisation
    empty = create_tournament(
        name="Vide",
        starts_on=tournament.starts_on,
        edition=tournament.edition,
        **office.room.get_author_and_time(),
    )
    paths = [
        *list_people_pages(office),
        *list_account_pages(organisation, office),
        *list_place_pages(tournament, office),
        *(reverse(name, args=[tournament.slug]) for name in OF_A_TOURNAMENT),
        reverse("office-tables", args=[empty.slug]),
        *(reverse(name, args=[organisation.pk]) for name in OF_AN_ORGANISATION),
    ]
    with every_row() as each:
        for path in paths:
            with each(path):
                office.page.goto(office.stack.url + path)
                fits(office.page)
