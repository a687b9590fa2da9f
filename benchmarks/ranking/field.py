"""A field as a big event has it: series, clubs, some who did not play all games."""

from random import Random

from tournament.core.ranking.field import ABSENT, Entrant, Field, GameResult, Trait

CLUBS, SERIES, COUNTRIES = 300, 7, 12
TOP = 1000


def field_of(entries: int, games: int, *, seed: int = 2023) -> Field[int]:
    chance = Random(seed)  # noqa: S311 - a field to measure with

    def result() -> GameResult:
        if chance.random() < 0.03:
            return ABSENT
        points, solos = chance.randint(300, TOP), int(chance.random() < 0.01)
        bonus = 10 * solos
        return GameResult(points + bonus, points, solos, bonus, warnings=chance.randint(0, 3))

    entrants = [
        Entrant(
            key=number,
            results=[result() for _ in range(games)],
            table=number,
            name=f"Joueur {number}",
            traits={
                Trait.CLUB: f"Club {number % CLUBS}",
                Trait.SERIES: str(1 + number % SERIES),
                Trait.COUNTRY: f"Pays {number % COUNTRIES}",
            },
            pair=number % 50 == 0,
        )
        for number in range(1, entries + 1)
    ]
    return Field([TOP + game for game in range(games)], entrants)
