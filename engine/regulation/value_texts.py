"""The values of an edition in French: what each of them means, and how it is said."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.regulation.edition import Edition
from engine.regulation.values import (
    CitedValue,
    ProlongationRule,
    Rounding,
    Stage,
    TotalMode,
    list_values,
)

_ROUNDINGS = {Rounding.DOWN: "à l’entier inférieur", Rounding.HALF_UP: "à l’entier le plus proche"}
_MODES = {TotalMode.POINTS: "addition des points", TotalMode.PLACES: "addition des places"}


class ValueText(NamedTuple):
    """A value of an edition: ``name`` in the code, what it means, how it is said, its articles."""

    name: str
    meaning: str
    text: str
    articles: tuple[str, ...]


def _number(singular: str, plural: str = "", *, nothing: str = "") -> Callable[[Any], str]:
    def said(value: int | None) -> str:
        if not value:
            return nothing or f"0 {singular}"
        return f"{value} {singular if value == 1 else plural or singular + 's'}"

    return said


def _yes(value: bool) -> str:  # noqa: FBT001 - a value to say, not a switch
    return "oui" if value else "non"


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def _times(values: tuple[int, ...]) -> str:
    return ", ".join(map(_time, values))


def _stages(stages: tuple[Stage, ...]) -> str:
    return ", puis ".join(
        f"{stage.rounds or 'tous les autres'} coups en {' + '.join(map(_time, stage.times_s))}"
        for stage in stages
    ).replace("autres coups", "autres")


def _scale(scale: ProlongationRule) -> str:
    if scale.free is None:
        kept = "le mot en entier"
    else:
        kept = f"{scale.free} lettres, {scale.free_at_each_end} au moins à chaque bout"
    return f"à partir de {scale.shortest} lettres : {kept} ; avertissement dès {scale.least}"


def _scales(scales: tuple[ProlongationRule, ...]) -> str:
    return " ; ".join(map(_scale, scales)) or "jamais : le mot s’écrit en entier"


def _letters(letters: frozenset[str]) -> str:
    return ", ".join(sorted(letters)) or "aucune"


def _modes(modes: frozenset[TotalMode]) -> str:
    return " ou ".join(_MODES[mode] for mode in TotalMode if mode in modes)


_points, _letter = _number("point"), _number("lettre")
_turns = _number("coup", nothing="sans minimum")
_warnings = _number("avertissement")

#: By the name of the value: what it means, and the function that says it.
MEANINGS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "playing_times_s": ("Temps de jeu d’un coup, l’usuel d’abord", _times),
    "signals_s": ("Signal avant la fin d’un coup", _times),
    "announcement_gap_s": (
        "Attente entre deux annonces de tirage",
        _number("seconde", nothing="aucune"),
    ),
    "joker_called": ("Annonce d’un joker tiré", "« {} »".format),
    "strict_turns": ("Coups où le tirage doit être le plus équilibré", _number("coup")),
    "strict_minimum": ("Voyelles, et consonnes, exigées pendant ces coups", str),
    "minimum": ("Voyelles, et consonnes, exigées ensuite", str),
    "interruption_limit_min": (
        "Interruption au-delà de laquelle la partie s’arrête",
        _number("minute"),
    ),
    "min_turns": ("Coups ramassés pour qu’une partie interrompue compte", _turns),
    "min_turns_original": (
        "Coups ramassés pour qu’une partie originale interrompue compte",
        _turns,
    ),
    "irregular_turn_stands": (
        "Le dernier coup ramassé compte même joué dans de mauvaises conditions",
        _yes,
    ),
    "solo_bonus": ("Prime de solo", _points),
    "players_for_bonus": ("Joueurs à partir desquels la prime est due", _number("joueur")),
    "rounding": ("Arrondi d’une moyenne", _ROUNDINGS.__getitem__),
    "modes": ("Classement de plusieurs parties", _modes),
    "penalty": ("Pénalité, et coût de chaque avertissement de trop", _points),
    "least_penalised": ("Score en dessous duquel une pénalité devient un zéro", _points),
    "free_warnings": ("Avertissements sans frais dans une partie", _warnings),
    "free_warnings_short": (
        "Avertissements sans frais, en blitz et en partie originale",
        _warnings,
    ),
    "stages": ("Mort subite : durée des coups", _stages),
    "topping_limit_s": ("Topping : temps pour un coup", _time),
    "topping_penalty_s": ("Topping : temps ajouté pour un top non trouvé", _time),
    "raccord_letters": ("Lettres de raccord qui localisent un mot", _letter),
    "raccord_tolerated": ("Lettres qui suffisent encore, avec un avertissement", _letter),
    "prolonged_word": ("Mot prolongé à partir duquel la référence est ignorée", _letter),
    "fallacious_endings": ("Terminaisons d’un faux mot tenues pour plausibles", _letters),
    "second_word_tiles": ("Lettres posées par un second mot pour qu’il compte", _letter),
    "prolongations": ("Mot prolongé qui n’est pas écrit en entier", _scales),
    "last_letter_omitted": ("Dernière lettre déjà posée omise : pénalité et non zéro", _yes),
    "last_letter_changed": ("Dernière lettre déjà posée changée : pénalité et non zéro", _yes),
    "raccord_fault": ("Raccord à une faute près admis avec un avertissement", _yes),
    "parasites_neglected": ("Lettres parasites négligées", _yes),
    "illegible_reference_is_zero": ("Référence illisible : zéro", _yes),
    "raccord_may_be_turned": ("Raccord écrit dans l’autre sens admis avec un avertissement", _yes),
    "next_cell_only": ("Le score ne corrige qu’un décalage d’une case", _yes),
    "after_last_game_min": (
        "Délai de recours après la dernière partie ; après une autre, jusqu’à la suivante",
        _number("minute"),
    ),
    "completion_days": (
        "Délai pour compléter le dossier d’un recours à la fédération",
        _number("jour", nothing="pas d’autre recours"),
    ),
}


def list_value_texts(edition: Edition) -> Iterator[ValueText]:
    """Every value of the edition, in the order of its groups."""
    groups = (
        edition.play, edition.scores, edition.sanctions, edition.originals, edition.correction,
        edition.appeals,
    )  # fmt: skip
    for group in groups:
        for name, cited in list_values(group):
            yield _told(name, cited)


def _told(name: str, cited: CitedValue[object]) -> ValueText:
    meaning, say = MEANINGS[name]
    return ValueText(name, meaning, say(cited.value), cited.articles)
