"""A classic tournament in a browser: five in a round robin, with standings counted by hand."""

from playwright.sync_api import Page, expect

from tests.browser.office.desks import OfficePage
from tests.classic_room import ClassicRoom
from tournament.core.people.player_data import PlayerData
from tournament.models import Entry, Tournament
from tournament.services.people.registration import register_entries

NAMES = ("Alba", "Bona", "Cava", "Dora", "Elba")


def create(office: OfficePage, name: str) -> Tournament:
    """By the pages, as an organiser does; players are a list that was brought."""
    page = office.page
    page.goto(f"{office.stack.url}/office/new/")
    page.locator("#id_name").fill(name)
    page.locator("#id_discipline").select_option("classic")
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Formule du tournoi")
    page.locator("#id_play").select_option("paper")
    page.locator("#id_system").select_option("round-robin")
    page.locator("#id_rounds").fill("")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rondes")
    tournament = Tournament.objects.get(name=name)
    register_entries(
        tournament=tournament,
        entries=[[PlayerData(last_name=name)] for name in NAMES],
        **office.room.get_author_and_time(),
    )
    page.reload()
    return tournament


def play_round(page: Page, number: int) -> set[frozenset[str]]:
    """Pair, publish, begin, type every sheet, end: the earlier in the alphabet wins by 100 for
    each letter that is between. Who met whom."""
    page.get_by_role("button", name="Apparier la ronde suivante").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Ronde {number}")
    page.get_by_role("button", name="Publier les appariements").click()
    page.get_by_role("button", name="Commencer la ronde").click()
    rows = page.locator("#tables tbody tr")
    met = set()
    for row in rows.all():
        x, y = row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text()
        met.add(frozenset({x, y}))
    while page.locator("#tables").get_by_role("link", name="Saisir").count():
        page.locator("#tables").get_by_role("link", name="Saisir").first.click()
        first, second = page.locator("main p strong").all_inner_texts()
        lead = 100 * (NAMES.index(second) - NAMES.index(first))
        page.locator("#id_x1").fill(str(400 + max(lead, 0)))
        page.locator("#id_y1").fill(str(400 + max(-lead, 0)))
        page.get_by_role("button", name="Enregistrer le résultat").click()
        expect(page.locator("#alerts")).to_contain_text("Le résultat est enregistré")
    expect(page.locator("#tables")).to_contain_text("Tous les résultats sont là")
    page.get_by_role("button", name="Terminer la ronde").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("terminée")
    page.locator("main").get_by_role("link", name="Rondes", exact=True).last.click()
    return met


def play_on(office: OfficePage, tournament: Tournament) -> set[frozenset[str]]:
    """The next round with the same scores, by the services; who met whom."""
    entries = {entry.name: entry for entry in Entry.objects.filter(tournament=tournament)}
    room = ClassicRoom(tournament, office.room.user, entries)
    begun = room.begin()
    for match in room.matches(begun):
        if match.y is not None:
            lead = 100 * (NAMES.index(match.y.name) - NAMES.index(match.x.name))
            room.sheet(match, (400 + max(lead, 0), 400 + max(-lead, 0)))
    room.finish(begun)
    return {frozenset({x, y or "exempt"}) for x, y in room.pairs(begun)}


def compute_standings(met: list[set[frozenset[str]]]) -> list[list[str]]:
    """Rank, name, match points and spread, by hand from who met whom; equal ones by name."""
    points, spread = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    for pairs in met:
        for pair in pairs:
            if "exempt" in pair:
                (alone,) = pair - {"exempt"}
                points[alone] += 2
                continue
            first, second = sorted(pair)
            lead = 100 * (NAMES.index(second) - NAMES.index(first))
            points[first] += 2
            spread[first] += lead
            spread[second] -= lead
    played = {name for pairs in met for pair in pairs for name in pair} - {"exempt"}
    order = sorted(played, key=lambda name: (-points[name], -spread[name]))
    return [[name, str(points[name]), str(spread[name]).replace("-", "−")] for name in order]


def read_published_standings(office: OfficePage, tournament: Tournament) -> list[list[str]]:
    office.page.goto(f"{office.stack.url}/{tournament.slug}/ranking/")
    heads = office.page.locator("thead button").all_text_contents()
    at = [heads.index(name) for name in ("Joueur", "PM", "Écart")]
    rows = office.page.locator("tbody tr").all()
    cells = [row.locator("th, td").all_text_contents() for row in rows]
    return [[row[place] for place in at] for row in cells]


def test_five_play_a_round_robin_and_each_has_one_bye(office: OfficePage) -> None:
    """The first round by the pages, which say who has the bye."""
    tournament = create(office, "Cinq toutes rondes")
    met = [play_round(office.page, 1), *(play_on(office, tournament) for _ in range(4))]
    pairs = [pair for round_pairs in met for pair in round_pairs]
    assert len(set(pairs)) == len(pairs) == 15
    assert sum("exempt" in pair for pair in pairs) == 5
    assert read_published_standings(office, tournament) == compute_standings(met)
    expect(office.page.get_by_text("provisoire")).to_have_count(0)
