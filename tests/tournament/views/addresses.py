"""Every address of the site, with the roles that may read it or post to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver

from tournament.classic.views.organiser.round_paper import PAPERS as ROUND_PAPERS
from tournament.classic.views.organiser.rounds import COMMANDS as ROUND_COMMANDS
from tournament.classic.views.public.rounds import LISTINGS
from tournament.core.states import Role
from tournament.presentation.files.exports import PROFILES
from tournament.topping.views.organiser.toppings import FILE_KINDS as TOPPING_FILES, RUN_COMMANDS
from tournament.views.judge.commands import COMMANDS
from tournament.views.organisation.account import COMMANDS as ACCOUNT_COMMANDS
from tournament.views.organiser.games import COMMANDS as GAME_COMMANDS
from tournament.views.organiser.prepared import COMMANDS as SEARCH_COMMANDS

ORGANISER = frozenset({Role.ORGANISER})
JUDGE = frozenset({Role.JUDGE})
ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
COMMISSION = frozenset({Role.COMMISSION})
OFFICERS = ARBITERS | JUDGE
SECOND = frozenset({Role.DOUBLE_ARBITER})
PLANNERS = ORGANISER | JUDGE
#: Who checks players in and prints, everywhere or in a centre.
RUNNERS = ORGANISER | {Role.CENTRE_JUDGE}

EVERYBODY = frozenset(Role)
#: Of cases: not who only leads a centre.
CASE_READERS = EVERYBODY - {Role.CENTRE_JUDGE}
#: An address answers 405 to other methods, whoever asks.
NOT_TAKEN: frozenset[Role] = frozenset()


@dataclass(frozen=True)
class AccessRule:
    """The roles that may read an address of a tournament, and those that may post to it."""

    read: frozenset[Role] = NOT_TAKEN
    post: frozenset[Role] = NOT_TAKEN


def _read_by(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(read=roles))


def _post_by(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(post=roles))


def _read_and_post_by(roles: frozenset[Role], *names: str) -> dict[str, AccessRule]:
    return dict.fromkeys(names, AccessRule(read=roles, post=roles))


#: Roles that may enter results, and read the rounds.
WRITERS = frozenset({Role.ORGANISER, Role.JUDGE, Role.ARBITER})
OF_ROUNDS = {"office-rounds", "office-round"}
OF_ROUNDS |= {f"office-round-print-{name}" for name in ROUND_PAPERS}
#: Every address of a tournament that is not everybody's, by name.
ACCESS_RULES: dict[str, AccessRule] = {
    **_read_by(ORGANISER, "office-tournament", "office-preparation", "office-entries"),
    **_read_and_post_by(ORGANISER, "office-ranking"),
    **_read_by(ORGANISER, "office-tables", "office-seating"),
    **_read_by(RUNNERS, "office-print", "office-plan", "office-bulletins", "office-road-sheets"),
    **_read_by(RUNNERS, "office-check-in", "office-check-in-print"),
    **_post_by(RUNNERS, "office-tick"),
    **_read_and_post_by(RUNNERS, "office-absent"),
    **_post_by(ORGANISER, "office-share", "office-seating-apply", "office-seating-swap"),
    **_post_by(ORGANISER, "office-seating-hand", "office-seating-undo"),
    **_read_by(ORGANISER, "office-centres"),
    **_read_by(EVERYBODY, "centres", "centre-desk"),
    **_post_by(EVERYBODY, "centre-report"),
    **_post_by(JUDGE, "judge-centre-without"),
    **_read_and_post_by(JUDGE, "kept-bulletins"),
    **_post_by(ORGANISER, "office-centre", "office-centre-create", "office-centre-delete"),
    **_post_by(ORGANISER, "office-centre-tables"),
    **_read_and_post_by(ORGANISER, "office-screen"),
    **_post_by(ORGANISER, "office-screen-without-logo"),
    **_read_and_post_by(
        ORGANISER,
        "office-settings",
        "office-game-create",
        "office-game",
        "office-prepare",
    ),
    **_read_and_post_by(
        ORGANISER, "office-game-import", "office-sheet", "office-entry", "office-staff"
    ),
    **_read_and_post_by(ORGANISER, "office-import-send", "office-import", "office-teams"),
    **_read_by(ORGANISER, "office-known", "office-export"),
    **_read_by(ORGANISER, "office-result-files", "office-result-file"),
    **_read_by(ORGANISER, "office-certificates", "office-game-sheet"),
    **_post_by(ORGANISER, "office-import-undo", "office-team"),
    **_post_by(ORGANISER, "office-entry-delete"),
    **_post_by(ORGANISER, "office-game-judge", *(f"office-game-{name}" for name in GAME_COMMANDS)),
    **_post_by(ORGANISER, "office-game-hour", "office-staff-give", "office-staff-copy"),
    **_post_by(ORGANISER, "office-game-copy", "office-game-up", "office-game-down"),
    **_post_by(ORGANISER, "office-game-players"),
    **_post_by(ORGANISER | JUDGE, "office-separate"),
    **_read_by(ORGANISER, "office-publication"),
    **_post_by(ORGANISER, "office-publish", "office-hide", "office-archive"),
    **_post_by(ORGANISER, "office-bring-back", "office-delete"),
    **_read_and_post_by(ORGANISER, "office-names"),
    **_read_by(ORGANISER, "tournament-file"),
    **_post_by(ORGANISER, "tournament-file-take", "tournament-file-forget"),
    **_read_by(ORGANISER, "backup"),
    **_post_by(ORGANISER, "backup-take", "backup-check", "backup-copy", "backup-retry"),
    **_read_and_post_by(ORGANISER, "anonymise"),
    **_read_by(PLANNERS, "centre-event"),
    **_post_by(PLANNERS, "centre-event-open", "centre-event-ask"),
    **_post_by(ORGANISER, "centre-event-take", "centre-event-send"),
    **_post_by(ORGANISER, *(f"office-preparation-{name}" for name in SEARCH_COMMANDS)),
    **_post_by(ORGANISER, "office-register", "office-withdraw", "office-restore"),
    **_post_by(ORGANISER, "office-assign", "office-renew", "office-alone", "office-staff-remove"),
    **_post_by(ORGANISER, "office-staff-invite"),
    **_read_by(PLANNERS, "office-toppings", "office-topping", "office-topping-events"),
    **_read_by(PLANNERS, *(f"office-topping-{kind}" for kind in TOPPING_FILES)),
    **_read_and_post_by(ORGANISER, "office-topping-new"),
    **_post_by(ORGANISER, "office-topping-open", "office-topping-close", "office-topping-delete"),
    **_post_by(ORGANISER, "office-topping-players"),
    **_post_by(PLANNERS, *(f"office-topping-run-{name}" for name in RUN_COMMANDS)),
    **_read_by(JUDGE, "judge-topping"),
    **_post_by(JUDGE, "judge-topping-start", "judge-topping-found", "judge-topping-take-back"),
    **_read_by(JUDGE, "judge-desk", "judge-desk-part", "judge-token", "judge-ask"),
    **_post_by(JUDGE, "judge-take", "judge-command", "judge-scene"),
    **_read_by(ARBITERS, "arbiter-list", "arbiter-rows", "arbiter-print", "arbiter-token"),
    **_read_by(ARBITERS, "arbiter-sheet"),
    **_read_by(
        ARBITERS, "arbiter-keying", "arbiter-turns", "arbiter-solutions", "arbiter-bulletin"
    ),
    **_read_by(ARBITERS, "arbiter-paper-state", "arbiter-paper-history", "arbiter-bench"),
    **_read_and_post_by(
        ARBITERS, "arbiter-paper", "arbiter-change", "arbiter-equal", "arbiter-in-time"
    ),
    **_post_by(ARBITERS, "arbiter-confirm", "arbiter-undo"),
    **_read_by(ARBITERS, "arbiter-slips"),
    **_post_by(ARBITERS, "arbiter-slips-handle", "arbiter-slips-undo"),
    **_read_by(SECOND, "second-looks"),
    **_post_by(SECOND, "second-look"),
    **_read_by(ARBITERS, "second-look-sheet"),
    **_read_by(OFFICERS, "differences"),
    **_post_by(OFFICERS, "difference-settle"),
    **_read_and_post_by(PLANNERS, "second-look-plan"),
    **_read_and_post_by(OFFICERS, "arbiter-account", "arbiter-bulletin-account", "player-cheating"),
    **_read_and_post_by(OFFICERS | ORGANISER, "players"),
    **_post_by(OFFICERS | ORGANISER, "players-undo"),
    **_read_by(
        CASE_READERS, "cases", "cases-part", "cases-record", "case", "case-part", "case-print"
    ),
    **_read_by(ARBITERS, "cases-token"),
    **_read_by(COMMISSION | ORGANISER, "case-dossier"),
    **_post_by(COMMISSION | ORGANISER, "case-further", "case-answer"),
    **_read_and_post_by(OFFICERS, "case-new"),
    **_post_by(OFFICERS | COMMISSION, "case-say"),
    **_post_by(OFFICERS, "case-withdraw", "case-done"),
    **_post_by(COMMISSION, "case-decide"),
    **_read_by(EVERYBODY, "journal", "journal-print", "journal-csv"),
    **_read_and_post_by(ORGANISER, "office-terms"),
    **_post_by(ORGANISER, "office-pair", *(f"office-round-{name}" for name in ROUND_COMMANDS)),
    **_post_by(ORGANISER, "office-round-swap"),
    **_read_by(WRITERS, *OF_ROUNDS),
    **_read_and_post_by(WRITERS, "office-result"),
    **_read_and_post_by(OFFICERS | ORGANISER, "office-clock"),
    **_post_by(PLANNERS, "office-round-countdown"),
    **_read_by(WRITERS, "office-match-papers", "office-match-sheets", "match-records"),
    **_read_and_post_by(WRITERS, "match-record"),
    **_read_by(OFFICERS, "calls", "match-list", "call", "match-office", "match-journal"),
    **_post_by(OFFICERS, "call-take", "call-release", "match-rule"),
}
#: Addresses of forms that change values, with the page of the form if it is another.
EDITS: dict[str, str] = {
    **{name: name for name in ("office-settings", "office-screen", "office-ranking")},
    **{name: name for name in ("office-game", "office-entry", "office-import", "office-teams")},
    **{name: name for name in ("office-terms", "office-result", "second-look-plan", "players")},
    **{name: name for name in ("player-cheating", "organisation", "organisation-account")},
    **{
        name: name
        for name in ("organisation-group", "organisation-player", "organisation-player-name")
    },
    **{name: name for name in ("organisation-import", "organisation-training")},
    "office-game-hour": "office-game",
    "office-game-judge": "office-game",
    "office-game-players": "office-game",
    "office-team": "office-teams",
    "office-centre": "office-centres",
    "office-centre-tables": "office-centres",
    "office-assign": "office-tables",
    "office-seating-swap": "office-seating",
    "office-seating-hand": "office-seating",
    "office-round-swap": "office-round",
    "match-rule": "match-office",
}
#: Addresses of forms that create something, once for each key.
CREATES = {
    *("office-create", "office-copy", "office-game-create", "office-game-copy", "office-prepare"),
    *("office-game-import", "office-separate", "office-register", "office-names"),
    "office-centre-create",
    *(
        "office-import-send",
        "office-staff",
        "office-staff-give",
        "office-staff-copy",
        "office-staff-invite",
        "office-topping-new",
    ),
    *("office-lexica", "organisation-accounts", "organisation-lists", "organisation-player-add"),
    *("organisation-import-send", "case-new", "case-say", "arbiter-account"),
    *("arbiter-bulletin-account", "restore-file", "backup-copy"),
    *("event-create", "event-import", "event-seal", "event-centres"),
}
#: Of a tournament, and everybody's.
PUBLIC_ADDRESSES = {
    *(
        "public-home",
        "public-draws",
        "public-screen",
        "public-token",
        "public-ranking",
        *("public-ranking-csv", "public-ranking-rows"),
        *("public-charts", "public-match-picture"),
        *("public-picture", "public-game-picture", "public-turn-picture", "public-player-picture"),
        *("embed-ranking", "embed-grid"),
    ),
    *("public-ranking-pdf", "public-tables", "public-scene", "public-logo", "public-overlay"),
    *("public-players", "public-player", "public-players-compared"),
    *("public-game", "public-game-text", "public-game-record", "public-turn"),
    *("public-topping", "public-topping-screen", "public-topping-csv"),
    *("api-tournament", "api-entries", "api-games", "api-turns"),
    "api-ranking",
    *("public-rounds", "public-round", "public-wall", "public-grid"),
    *("public-match", "public-match-sheet"),
    *("public-classic-pdf", "public-classic-file", "api-rounds", "api-standings"),
}
#: Of no tournament: tried where they are; each has its own way of asking who is there.
TESTED_ELSEWHERE = {
    *("robots", "favicon", "sitemap"),
    *("home", "home-live", "about", "login", "logout", "sign-in-link", "javascript-catalog"),
    *("manifest", "shell-worker"),
    *("health-alive", "health-ready", "health-live-ready", "installation", "bench", "regulation"),
    "regulation-edition",
    "regulation-classic",
    *("regulation-differences", "enter-by-key", "table", "table-enter", "table-token"),
    "table-take",
    "table-match",
    "table-clock",
    "match-decisions",
    *("table-take", "table-toppings", "table-topping", "table-topping-start", "table-topping-say"),
    *("organisation-training", "organisation-training-close", "organisation-training-delete"),
    *(
        "practice",
        "practice-trial",
        "practice-trial-turn",
        "practice-play",
        "practice-command",
        "practice-replay",
    ),
    "first-account",
    *("practice-search", "practice-search-begin", "practice-search-retry"),
    *("practice-own-games", "practice-delete", "practice-delete-all"),
    *("practice-account-play", "practice-account-command"),
    *("training", "training-new", "training-name", "training-forget", "training-game"),
    *("training-start", "training-say", "training-stop", "training-result"),
    *(
        "table-appeals",
        "table-appeal-withdraw",
        "table-road",
        "table-bulletin",
        "table-slip",
        "office",
        "office-create",
        "office-copy",
        "office-lexica",
    ),
    *("office-lexicon", "office-lexicon-report", "office-lexicon-replace"),
    *("office-lexicon-retry", "office-lexicon-remove", "office-lexicon-delete"),
    *("organisation", "organisation-players", "organisation-player", "organisation-player-add"),
    *(
        "anonymise-known",
        "organisation-player-delete",
        "organisation-player-name",
        "organisation-player-merge",
        "organisation-roster-changes",
        "organisation-roster-undo",
        "organisation-import-send",
        "organisation-import",
    ),
    *("organisation-lists", "organisation-lists-usual", "organisation-group"),
    *("organisation-group-move", "organisation-group-delete"),
    *("organisation-accounts", "organisation-cards", "organisation-invite"),
    *("organisation-changes", "organisation-account", "organisation-account-password"),
    *(f"organisation-account-{name}" for name in ACCOUNT_COMMANDS),
    *("account", "invitation", "password-reset", "new-password", "sign-up", "sign-up-confirm"),
    *("api-root", "openapi-json", "api-tournaments", "api-unknown"),
    *("organisation", "organisation-tournaments", "restore-file"),
    "organisation-backups",
    *("organisation-events", "event-create", "event-host", "event-seal", "event-centres"),
    *(
        "event-centre-remove",
        "event-package",
        "event-packages",
        "event-receive",
        "event-key-give",
        "event-key-show",
    ),
    *("event-archive-retry", "event-decide", "event-ranking", "event-sheet", "event-export"),
    *("event-archive", "centre-upload", "centre-upload-piece", "centre-key", "event-import"),
    *("event-certificates", "event-files", "event-file"),
}
#: Every value that an argument of an address can have, if there is more than one.
MANY = {
    "judge-command": list(COMMANDS),
    "judge-ask": [n for n, c in COMMANDS.items() if c.confirms],
    "office-export": list(PROFILES),
    **{name: list(LISTINGS) for name in ("public-classic-pdf", "public-classic-file")},
}


def list_patterns(within: URLResolver) -> Iterator[URLPattern]:
    """Yield every address of the site."""
    for pattern in within.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from list_patterns(pattern)
        else:
            yield pattern


def list_closures(page: Any) -> Iterator[dict[str, Any]]:
    """Yield the values that each decorator of a page keeps."""
    while page is not None:
        if code := getattr(page, "__code__", None):
            kept = [cell.cell_contents for cell in page.__closure__ or ()]
            yield dict(zip(code.co_freevars, kept, strict=True))
        page = getattr(page, "__wrapped__", None)


def list_methods(page: Any) -> set[str]:
    """Return which of GET and POST the decorators of a page let through."""
    methods = {"GET", "POST"}
    for kept in list_closures(page):
        methods &= {*kept.get("request_method_list", methods)}
    return methods
