"""French words for a tournament: its state, its commands, its history of changes."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _, ngettext

from tournament import classic_ports
from tournament.core.canonical import from_utc_text
from tournament.core.solo import SoloTerms
from tournament.core.states import (
    Discipline,
    PaperSize,
    ResultVisibility,
    TournamentChangeKind,
    TournamentCommand,
    TournamentState,
)
from tournament.models import Tournament
from tournament.presentation.setting_changes import (
    describe_centre,
    describe_entries,
    describe_name,
    describe_settings,
)

STATE_NAMES: Mapping[TournamentState, Promise] = {
    TournamentState.DRAFT: _("brouillon"),
    TournamentState.PUBLISHED: _("publié"),
    TournamentState.ARCHIVED: _("archivé"),
}
#: Colour of the badge of a state; the badge has the word too.
STATE_BADGES: Mapping[TournamentState, str] = {
    TournamentState.DRAFT: "warn",
    TournamentState.PUBLISHED: "good",
    TournamentState.ARCHIVED: "note",
}
#: What a state means for visitors and staff.
STATE_MEANINGS: Mapping[TournamentState, Promise] = {
    TournamentState.DRAFT: _(
        "L’équipe seule le voit, ses pages publiques comprises. Pour tout le monde il n’existe "
        "pas ; seul le lien d’une table y entre, pour une répétition."
    ),
    TournamentState.PUBLISHED: _(
        "Tout le monde voit sa page, son écran et ses classements ; les joueurs entrent à leurs "
        "tables."
    ),
    TournamentState.ARCHIVED: _(
        "Tout le monde le lit, sous « Archives ». Rien n’y change plus et on n’entre plus à ses "
        "tables."
    ),
}
#: When results are public, as the organiser chooses it.
PUBLICITY_NAMES: Mapping[ResultVisibility, Promise] = {
    ResultVisibility.LIVE: _("en direct, coup par coup"),
    ResultVisibility.GAME: _("à la fin de chaque partie"),
    ResultVisibility.END: _(
        "à la fin du tournoi, quand toutes ses parties, même en brouillon, sont terminées"
    ),
}
#: Sentences shown instead of results that are not public yet.
WITHHELD_SENTENCES: Mapping[ResultVisibility, Promise] = {
    ResultVisibility.GAME: _("Les résultats seront publiés à la fin de la partie."),
    ResultVisibility.END: _("Les résultats seront publiés à la fin du tournoi."),
}
#: Of each command: its button, and the message after it.
COMMAND_LABELS: Mapping[TournamentCommand, tuple[Promise, Promise]] = {
    TournamentCommand.PUBLISH: (_("Publier"), _("Le tournoi est publié : tout le monde le voit.")),
    TournamentCommand.HIDE: (
        _("Masquer"),
        _("Le tournoi est un brouillon : l’équipe seule le voit."),
    ),
    TournamentCommand.ARCHIVE: (
        _("Archiver"),
        _("Le tournoi est archivé : tout s’y lit, rien n’y change."),
    ),
    TournamentCommand.BRING_BACK: (
        _("Faire revenir des archives"),
        _("Le tournoi est revenu des archives : il peut de nouveau changer."),
    ),
}
#: What each command will change, said beside its button.
COMMAND_EFFECTS: Mapping[TournamentCommand, Promise] = {
    TournamentCommand.PUBLISH: _(
        "Tout le monde verra sa page, son écran et ses classements ; il paraîtra sur l’accueil."
    ),
    TournamentCommand.HIDE: _(
        "Ses pages et son écran se ferment pour le public, et ses adresses ne répondent plus ; "
        "l’équipe garde tout."
    ),
    TournamentCommand.ARCHIVE: _(
        "Tous ses résultats deviennent publics, rien n’y change plus, et les liens et les codes "
        "des tables n’ouvrent plus rien. On peut l’en faire revenir."
    ),
    TournamentCommand.BRING_BACK: _(
        "Il peut de nouveau changer, et ses résultats redeviennent publics selon ses réglages ; "
        "les tables rouvrent jusqu’à la date de leurs liens."
    ),
}
#: Lines of the history.
CHANGE_SENTENCES: Mapping[TournamentChangeKind, Promise] = {
    TournamentChangeKind.PUBLISH: _("Tournoi publié."),
    TournamentChangeKind.HIDE: _("Tournoi masqué : brouillon."),
    TournamentChangeKind.ARCHIVE: _("Tournoi archivé."),
    TournamentChangeKind.BRING_BACK: _("Tournoi revenu des archives."),
    TournamentChangeKind.DELETE: _("Tournoi supprimé."),
    TournamentChangeKind.ORDER: _("Ordre des parties : %(one)d et %(other)d échangées."),
    TournamentChangeKind.COPIED: _("Fichier d’archive pris%(games)s."),
    TournamentChangeKind.RESTORED: _("Tournoi remis d’après un fichier d’archive du %(made_at)s."),
    TournamentChangeKind.ANONYMISED: _("Joueur anonymisé : « %(pseudonym)s »."),
    TournamentChangeKind.ROUND: _("Ronde %(round)d."),
}
PAPER_NAMES: Mapping[PaperSize, Promise] = {
    PaperSize.A4: _("A4"),
    PaperSize.LETTER: _("lettre (Amérique du Nord)"),
}
DISCIPLINE_NAMES: Mapping[Discipline, Promise] = {
    Discipline.DUPLICATE: _("Scrabble duplicate : toute la salle joue le même tirage"),
    Discipline.CLASSIC: _("Scrabble classique : des matchs à deux, par rondes"),
}
#: The same for a classic tournament.
CLASSIC_PUBLICITY_NAMES: Mapping[ResultVisibility, Promise] = {
    ResultVisibility.LIVE: _("en direct, match par match"),
    ResultVisibility.GAME: _("à la fin de chaque ronde"),
    ResultVisibility.END: _("à la fin du tournoi, quand toutes les rondes prévues sont terminées"),
}


def get_state_name(state: str) -> Promise:
    return STATE_NAMES[TournamentState(state)]


def get_state_badge(state: str) -> str:
    return STATE_BADGES[TournamentState(state)]


def get_state_meaning(state: str) -> Promise:
    return STATE_MEANINGS[TournamentState(state)]


def format_days(tournament: Tournament) -> str:
    """Return the days of a tournament: « 2 mai 2026 », « 2 – 4 mai 2026 »."""
    first, last = tournament.starts_on, tournament.ends_on
    if last is None:
        return date_format(first, "j F Y")
    form = "j" if (first.year, first.month) == (last.year, last.month) else "j F"
    if first.year != last.year:
        form = "j F Y"
    return f"{date_format(first, form)} – {date_format(last, 'j F Y')}"


def get_withheld_sentence(publicity: str) -> Promise:
    return WITHHELD_SENTENCES[ResultVisibility(publicity)]


def describe_solo_terms(terms: SoloTerms) -> str:
    """Return the bonus for a solo: « 15 points à partir de 10 joueurs »."""
    if not terms.points:
        return str(_("aucune"))
    points = ngettext("%(n)d point", "%(n)d points", terms.points) % {"n": terms.points}
    sentence = ngettext(
        "%(points)s à partir de %(n)d joueur", "%(points)s à partir de %(n)d joueurs", terms.players
    )
    return sentence % {"points": points, "n": terms.players}


COPY_SENTENCE = _("Copie de « %(name)s » d’après sa sauvegarde du %(made_at)s.")
#: Lines with old and new values.
DESCRIBERS: Mapping[TournamentChangeKind, Callable[[Mapping[str, Any]], str]] = {
    TournamentChangeKind.SETTINGS: describe_settings,
    TournamentChangeKind.NAME: describe_name,
    TournamentChangeKind.ENTRIES: describe_entries,
    TournamentChangeKind.CENTRE: describe_centre,
}


def describe_tournament_change(kind: str, data: Mapping[str, Any]) -> str:
    """Return the French line about a ``TournamentChange``."""
    if kind == TournamentChangeKind.ROUND:
        return classic_ports.describe_round_change.function(data)
    if kind in DESCRIBERS:
        return DESCRIBERS[TournamentChangeKind(kind)](data)
    first, second = data.get("numbers", (0, 0))
    values = {
        "one": first,
        "other": second,
        "games": _describe_unfinished_games(data),
        "made_at": "",
    }
    values["pseudonym"] = data.get("pseudonym", "")
    if "made_at" in data:
        values["made_at"] = date_format(localtime(from_utc_text(data["made_at"])), "j F Y H:i")
    if "copy_of" in data:
        return str(COPY_SENTENCE) % (values | {"name": data["copy_of"]})
    return str(CHANGE_SENTENCES[TournamentChangeKind(kind)]) % values


def _describe_unfinished_games(data: Mapping[str, Any]) -> str:
    """Name the games that were unfinished when the archive was made, which has their secrets."""
    games, toppings = data.get("games", ()), data.get("toppings", ())
    matches = data.get("match_games", 0)
    sentences = [
        ngettext("partie %(left)s non finie", "parties %(left)s non finies", len(games))
        % {"left": ", ".join(map(str, games))},
        ngettext("topping %(left)s non fini", "toppings %(left)s non finis", len(toppings))
        % {"left": ", ".join(map(str, toppings))},
        ngettext(
            "%(left)s partie de match non finie", "%(left)s parties de match non finies", matches
        )
        % {"left": matches},
    ]
    counted_sentences = zip(sentences, (games, toppings, matches), strict=True)
    return "".join(f", {sentence}" for sentence, count in counted_sentences if count)
