"""French words for the codes of games and turns."""

from django.utils.functional import Promise
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from engine.board.formats import FORMATS
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from tournament import ports
from tournament.core.states import GameKind, GameState, Source, TurnState
from tournament.models import Game
from tournament.presentation import game_announcements

FORMAT_NAMES = {
    "normal": gettext_lazy("normale"),
    "joker": gettext_lazy("joker"),
    "7sur8": gettext_lazy("7 sur 8"),
    "7sur8-joker": gettext_lazy("7 sur 8, joker"),
    "7et8": gettext_lazy("7 et 8"),
    "7et8-joker": gettext_lazy("7 et 8, joker"),
    "789": gettext_lazy("7, 8 et 9"),
    "789-joker": gettext_lazy("7, 8 et 9, joker"),
}
GAME_KIND_NAMES = {
    GameKind.DUPLICATE: gettext_lazy("aux points"),
    GameKind.MORT_SUBITE: gettext_lazy("mort subite : le dernier en jeu (3.8.3)"),
}
SOURCE_NAMES = {
    Source.SOFTWARE: gettext_lazy("par le logiciel"),
    Source.HAND: gettext_lazy("à la main, d’un vrai sac"),
    Source.REPLAY: gettext_lazy("partie enregistrée"),
    Source.PREPARED: gettext_lazy("partie préparée"),
}
GAME_STATE_NAMES = {
    GameState.DRAFT: gettext_lazy("en préparation"),
    GameState.READY: gettext_lazy("prête"),
    GameState.RUNNING: gettext_lazy("en cours"),
    GameState.INTERRUPTED: gettext_lazy("interrompue"),
    GameState.FINISHED: gettext_lazy("terminée"),
    GameState.VOID: gettext_lazy("annulée"),
}
#: By code of the reason: those of ``engine.rules.ending``, then those of services and of the judge.
END_REASON_SENTENCES = {
    "all_placed": gettext_lazy("Toutes les lettres ont été tirées et placées."),
    "single_letter": gettext_lazy("Il ne reste qu’une seule lettre à jouer."),
    "only_vowels": gettext_lazy("Il ne reste que des voyelles."),
    "only_consonants": gettext_lazy("Il ne reste que des consonnes."),
    "same_draw": gettext_lazy("Après l’annulation, aucun tirage différent n’est possible."),
    "nothing_playable": gettext_lazy("Il n’est plus possible de placer de lettres."),
    "interrupted": gettext_lazy("La partie a été interrompue trop longtemps d’affilée."),
    "no_valid_draw": gettext_lazy("Le reliquat ne permet plus d’obtenir un tirage valable."),
    "no_other_draw": gettext_lazy("Après l’annulation, aucun tirage différent n’est possible."),
    "recording_over": gettext_lazy("La partie enregistrée n’a pas d’autre coup."),
    "last_one_in": gettext_lazy("Il n’en reste qu’un : les autres sont éliminés."),
    "judge_decision": gettext_lazy("Décision du juge-arbitre."),
}
#: Colour of the badge of a state; the badge has the word too.
GAME_BADGES = {
    GameState.READY: "note",
    GameState.RUNNING: "good",
    GameState.INTERRUPTED: "warn",
    GameState.VOID: "bad",
}
SHORT_SOURCE_NAMES = {
    Source.SOFTWARE: gettext_lazy("logiciel"),
    Source.HAND: gettext_lazy("à la main"),
    Source.REPLAY: gettext_lazy("enregistré"),
    Source.PREPARED: gettext_lazy("préparé"),
}
TURN_STATE_NAMES = {
    TurnState.DRAWN: gettext_lazy("tiré"),
    TurnState.ANNOUNCED: gettext_lazy("annoncé"),
    TurnState.OPEN: gettext_lazy("en jeu"),
    TurnState.CLOSED: gettext_lazy("ramassé"),
    TurnState.REVEALED: gettext_lazy("solution"),
    TurnState.DONE: gettext_lazy("terminé"),
    TurnState.CANCELLED: gettext_lazy("annulé"),
}


def render_format_data() -> SafeString:
    """Return the JSON that ``js/live/game_texts.js`` reads: name, rack size and particulars of each
    format (3.8)."""
    data = {
        key: {
            "name": game_announcements.get_format_title(key),
            "letters": fmt.rack_size,
            "particulars": game_announcements.list_particulars(fmt),
        }
        for key, fmt in FORMATS.items()
    }
    return json_script(data, "format-data")


def get_game_state_name(state: str) -> Promise:
    return GAME_STATE_NAMES[GameState(state)]


def get_game_badge(state: str) -> str:
    return GAME_BADGES.get(GameState(state), "")


def get_turn_state_name(state: str) -> Promise:
    return TURN_STATE_NAMES[TurnState(state)]


def render_kind_badge(kind: str) -> SafeString:
    """Return the badge of a *mort subite*, empty for a game won by points."""
    if kind != GameKind.MORT_SUBITE:
        return SafeString("")
    return format_html('<span class="badge note">{}</span>', _("mort subite"))


def format_stages(edition: Edition) -> str:
    """Format the stages of a *mort subite*: « 3 coups de 1 min + 20 s, 3 coups de 40 s + 20 s, les
    suivants de 20 s + 20 s »."""
    parts = []
    for stage in edition.originals.stages.value:
        times = " + ".join(format_duration(seconds) for seconds in stage.times_s)
        if stage.rounds is None:
            parts.append(_("les suivants de %(times)s") % {"times": times})
        else:
            sentence = ngettext("%(n)d coup de %(times)s", "%(n)d coups de %(times)s", stage.rounds)
            parts.append(sentence % {"n": stage.rounds, "times": times})
    return ", ".join(parts)


def format_game_times(game: Game) -> str:
    """Return the playing time of a turn, or the stages of a *mort subite*."""
    if game.kind == GameKind.MORT_SUBITE:
        return format_stages(game.tournament.regulation)
    return format_duration(game.time_s)


def get_short_source_name(source: str) -> Promise:
    """Return the source in one word, for tables."""
    return SHORT_SOURCE_NAMES[Source(source)]


def find_replay_address(game: Game) -> str:
    """Return where everybody may replay the game alone, empty if nobody may."""
    return ports.find_replay_address.function(game)


def get_format_name(key: str) -> Promise | str:
    return FORMAT_NAMES.get(key, key)


def get_source_name(source: str) -> Promise:
    return SOURCE_NAMES[Source(source)]


def format_duration(seconds: int) -> str:
    """Return a duration in words: « 3 min », « 2 min 30 », « 45 s »."""
    minutes, rest = divmod(int(seconds), 60)
    if not minutes:
        return _("%(s)d s") % {"s": rest}
    if not rest:
        return _("%(min)d min") % {"min": minutes}
    return _("%(min)d min %(s)02d") % {"min": minutes, "s": rest}


def format_player_count(count: int) -> str:
    return ngettext("%(n)d joueur", "%(n)d joueurs", count) % {"n": count}


DIALOG_TITLES = {
    "stop": gettext_lazy("Finir le coup : ramasser"),
    "time": gettext_lazy("Changer le temps de jeu"),
    "retype-refused": gettext_lazy("Retaper les lettres"),
    "retype": gettext_lazy("Retaper les lettres"),
    "rectify": gettext_lazy("Rectifier les lettres"),
    "redraw": gettext_lazy("Rejeter ce tirage"),
    "take-back": gettext_lazy("Revenir au choix du mot"),
    "cancel": gettext_lazy("Annuler le coup"),
    "interrupt": gettext_lazy("Interrompre la partie"),
    "resume-late": gettext_lazy("Reprendre malgré la limite"),
    "finish": gettext_lazy("Terminer la partie"),
}
DIALOG_TEXTS = {
    "stop": gettext_lazy(
        "Le temps de jeu finit maintenant pour tous et les bulletins sont ramassés. Ce n’est pas "
        "une pause : le chrono de ce coup ne repartira pas."
    ),
    "time": gettext_lazy(
        "Avant l’ouverture du coup, un autre temps de jeu (%(times)s). Dites-le aux joueurs ; "
        "leurs chronos le montrent. La partie reste celle qui a été annoncée : le nombre "
        "d’avertissements sans pénalité ne change pas (%(warnings)s)."
    ),
    "retype-refused": gettext_lazy(
        "Ces lettres ont été rejetées parce qu’elles étaient mal tapées ? Tapez-les comme elles "
        "sont sorties du sac, dans l’ordre. Si elles y sont déjà retournées, tirez plutôt de "
        "nouveau. Le journal garde les deux."
    ),
    "retype": gettext_lazy(
        "Ces lettres, ou leur ordre, ne sont pas ce qui a été tiré ? Tapez-les comme elles sont "
        "sorties du sac. La salle n’a encore rien vu ; le journal garde les deux."
    ),
    "rectify": gettext_lazy(
        "La salle a vu des lettres fausses, ou dans un autre ordre ? Tapez-les comme elles sont "
        "sorties du sac, puis annoncez-les de nouveau (%(announcement)s). Tous les écrans disent "
        "la rectification ; le journal garde les deux."
    ),
    "redraw": gettext_lazy(
        "Ce tirage n’est valable qu’en comptant un joker ou un Y : vous pouvez le rejeter à "
        "votre gré (%(draw)s). Toutes les lettres retournent dans le sac."
    ),
    "take-back": gettext_lazy(
        "Le mot est retiré de la grille et les résultats de son coup ne se montrent plus, jusqu’à "
        "ce que vous donniez de nouveau une solution (%(choice)s). Les bulletins restent."
    ),
    "cancel": gettext_lazy(
        "Les points de ce coup sont annulés, toutes ses lettres retournent dans le sac et de "
        "nouvelles lettres sont tirées (%(cancellation)s)."
    ),
    "interrupt": gettext_lazy(
        "Rien ne se joue jusqu’à la reprise. Une interruption de plus de %(minutes)d minutes "
        "d’affilée finit la partie (%(interruption)s). Pour une pause, dites sa durée : les écrans "
        "montrent l’heure de la reprise, et vous pouvez reprendre plus tôt."
    ),
    "resume-late": gettext_lazy(
        "L’interruption a duré plus de %(minutes)d minutes d’affilée : le règlement finit la "
        "partie (%(interruption)s). Un club peut continuer ; le journal note que la limite est "
        "passée."
    ),
    "finish": gettext_lazy(
        "Aucun autre coup ne sera joué. On ne peut pas revenir en arrière. Quand plus aucune "
        "lettre ne peut être placée, le logiciel le dit et le grand bouton finit la partie."
    ),
}


def get_dialog_title(name: str) -> Promise:
    return DIALOG_TITLES[name]


def get_dialog_text(name: str, regulation: Edition) -> str:
    """Explain what a command of the judge will do, by the articles of ``regulation``."""
    return str(DIALOG_TEXTS[name]) % {
        "draw": regulation.format_articles(Topic.DRAW),
        "announcement": regulation.format_articles(Topic.ANNOUNCEMENT),
        "times": regulation.play.playing_times_s.short_article,
        "warnings": regulation.format_articles(Topic.WARNINGS),
        "choice": regulation.format_articles(Topic.TOP_CHOICE),
        "cancellation": regulation.format_articles(Topic.CANCELLATION),
        "minutes": regulation.play.interruption_limit_min.value,
        "interruption": regulation.format_articles(Topic.END),
    }


def get_end_reason(code: str) -> Promise | str:
    return END_REASON_SENTENCES.get(code, code)


def get_end_reasons() -> dict[str, str]:
    """Return the sentences in the language of the request, for the scripts of a page."""
    return {code: str(text) for code, text in END_REASON_SENTENCES.items()}
