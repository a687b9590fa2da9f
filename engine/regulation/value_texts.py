"""The values of an edition in French: the meaning of each, and the value as text."""

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
    """A value of an edition: its ``name`` in the code, its meaning, the value as text, its
    articles."""

    name: str
    meaning: str
    text: str
    articles: tuple[str, ...]


def _build_number_formatter(
    singular: str, plural: str = "", *, nothing: str = ""
) -> Callable[[Any], str]:
    def format_number(value: int | None) -> str:
        if not value:
            return nothing or f"0 {singular}"
        return f"{value} {singular if value == 1 else plural or singular + 's'}"

    return format_number


def _format_yes_no(value: bool) -> str:  # noqa: FBT001 - a value to format, not a switch
    return "oui" if value else "non"


def _format_time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def _format_times(values: tuple[int, ...]) -> str:
    return ", ".join(map(_format_time, values))


def _format_stages(stages: tuple[Stage, ...]) -> str:
    return ", puis ".join(
        f"{stage.rounds or 'tous les autres'} coups"
        f" en {' + '.join(map(_format_time, stage.times_s))}"
        for stage in stages
    ).replace("autres coups", "autres")


def _format_rule(rule: ProlongationRule) -> str:
    if rule.unsanctioned_from is None:
        letters = "le mot en entier"
    else:
        at_each_end = rule.unsanctioned_from_at_each_end
        letters = f"{rule.unsanctioned_from} lettres, {at_each_end} au moins à chaque bout"
    shortest, warned = rule.min_word_length, rule.warned_from
    return f"à partir de {shortest} lettres : {letters} ; avertissement dès {warned}"


def _format_rules(rules: tuple[ProlongationRule, ...]) -> str:
    return " ; ".join(map(_format_rule, rules)) or "jamais : le mot s’écrit en entier"


def _format_letters(letters: frozenset[str]) -> str:
    return ", ".join(sorted(letters)) or "aucune"


def _format_modes(modes: frozenset[TotalMode]) -> str:
    return " ou ".join(_MODES[mode] for mode in TotalMode if mode in modes)


_format_points, _format_letter_count = (
    _build_number_formatter("point"),
    _build_number_formatter("lettre"),
)
_format_turn_count = _build_number_formatter("coup", nothing="sans minimum")
_format_warning_count = _build_number_formatter("avertissement")

#: By the name of the value: its meaning, and the function that formats it.
MEANINGS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "playing_times_s": ("Temps de jeu d’un coup, l’usuel d’abord", _format_times),
    "signals_s": ("Signal avant la fin d’un coup", _format_times),
    "announcement_gap_s": (
        "Attente entre deux annonces de tirage",
        _build_number_formatter("seconde", nothing="aucune"),
    ),
    "joker_announcement": ("Annonce d’un joker tiré", "« {} »".format),
    "strict_turns": (
        "Coups où le tirage doit être le plus équilibré",
        _build_number_formatter("coup"),
    ),
    "strict_minimum": ("Voyelles, et consonnes, exigées pendant ces coups", str),
    "minimum": ("Voyelles, et consonnes, exigées ensuite", str),
    "interruption_limit_min": (
        "Interruption au-delà de laquelle la partie s’arrête",
        _build_number_formatter("minute"),
    ),
    "min_turns": ("Coups ramassés pour qu’une partie interrompue compte", _format_turn_count),
    "min_turns_original": (
        "Coups ramassés pour qu’une partie originale interrompue compte",
        _format_turn_count,
    ),
    "irregular_turn_counts": (
        "Le dernier coup ramassé compte même joué dans de mauvaises conditions",
        _format_yes_no,
    ),
    "solo_bonus": ("Prime de solo", _format_points),
    "players_for_bonus": (
        "Joueurs à partir desquels la prime est due",
        _build_number_formatter("joueur"),
    ),
    "may_have_own_solo_bonus": (
        "Une épreuve peut avoir d’autres règles pour les solos",
        _format_yes_no,
    ),
    "rounding": ("Arrondi d’une moyenne", _ROUNDINGS.__getitem__),
    "modes": ("Classement de plusieurs parties", _format_modes),
    "penalty": ("Pénalité, et coût de chaque avertissement de trop", _format_points),
    "least_penalised_score": (
        "Score en dessous duquel une pénalité devient un zéro",
        _format_points,
    ),
    "free_warnings": ("Avertissements sans frais dans une partie", _format_warning_count),
    "free_warnings_short": (
        "Avertissements sans frais, en blitz et en partie originale",
        _format_warning_count,
    ),
    "stages": ("Mort subite : durée des coups", _format_stages),
    "topping_limit_s": ("Topping : temps pour un coup", _format_time),
    "topping_penalty_s": ("Topping : temps ajouté pour un top non trouvé", _format_time),
    "raccord_letters": ("Lettres de raccord qui localisent un mot", _format_letter_count),
    "tolerated_raccord_letters": (
        "Lettres qui suffisent encore, avec un avertissement",
        _format_letter_count,
    ),
    "prolonged_word_length": (
        "Mot prolongé à partir duquel la référence est ignorée",
        _format_letter_count,
    ),
    "fallacious_endings": ("Terminaisons d’un faux mot tenues pour plausibles", _format_letters),
    "second_word_tiles": (
        "Lettres posées par un second mot pour qu’il compte",
        _format_letter_count,
    ),
    "prolongations": ("Mot prolongé qui n’est pas écrit en entier", _format_rules),
    "omitted_last_letter_is_penalty": (
        "Dernière lettre déjà posée omise : pénalité et non zéro",
        _format_yes_no,
    ),
    "changed_last_letter_is_penalty": (
        "Dernière lettre déjà posée changée : pénalité et non zéro",
        _format_yes_no,
    ),
    "faulty_raccord_is_warning": (
        "Raccord à une faute près admis avec un avertissement",
        _format_yes_no,
    ),
    "parasites_are_ignored": ("Lettres parasites négligées", _format_yes_no),
    "illegible_reference_is_zero": ("Référence illisible : zéro", _format_yes_no),
    "turned_raccord_is_warning": (
        "Raccord écrit dans l’autre sens admis avec un avertissement",
        _format_yes_no,
    ),
    "score_designates_next_cell_only": (
        "Le score ne corrige qu’un décalage d’une case",
        _format_yes_no,
    ),
    "after_last_game_min": (
        "Délai de recours après la dernière partie ; après une autre, jusqu’à la suivante",
        _build_number_formatter("minute"),
    ),
    "completion_days": (
        "Délai pour compléter le dossier d’un recours à la fédération",
        _build_number_formatter("jour", nothing="pas d’autre recours"),
    ),
}


def list_value_texts(edition: Edition) -> Iterator[ValueText]:
    """Yield every value of the edition, in the order of its groups."""
    groups = (
        edition.play, edition.scores, edition.sanctions, edition.originals, edition.correction,
        edition.appeals,
    )  # fmt: skip
    for group in groups:
        for name, cited in list_values(group):
            yield _build_value_text(name, cited)


def _build_value_text(name: str, cited: CitedValue[object]) -> ValueText:
    meaning, format_value = MEANINGS[name]
    return ValueText(name, meaning, format_value(cited.value), cited.articles)
