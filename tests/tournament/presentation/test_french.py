"""French texts on pages: no line begins with a punctuation mark."""

import re
from pathlib import Path

from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils.translation import gettext, ngettext, override

from tests.french import NARROW, NO_BREAK, plain
from tests.rows import every_row
from tournament.classic.presentation.rounds import format_game_scores
from tournament.presentation.games import format_duration

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
#: Texts of templates without a context, which Django's own catalogue could translate.
_WORDS = re.compile(r'{% translate "([^"]*)" %}')
#: A source text as typed, and as shown: « ~ » for a no-break space, « ^ » for a narrow one.
SAMPLES = [
    ("Vous jouez ?", "Vous jouez^?"),
    ("Terminé : attendez ; puis rejouez !", "Terminé~: attendez^; puis rejouez^!"),
    ("« ? » pour un joker", "«~?~» pour un joker"),
    ("Un mot « court ».", "Un mot «~court~»."),
    ("Refusé (art. 5.4).", "Refusé (art.~5.4)."),
    ("Zéro : %(why)s (art. %(article)s).", "Zéro~: %(why)s (art.~%(article)s)."),
    ("%(min)d min %(s)02d", "%(min)d~min~%(s)02d"),
    ("reçu : %(warn_s)s s.", "reçu~: %(warn_s)s~s."),
    ("%(n)s selon le règlement, min et max", "%(n)s selon le règlement, min et max"),
    ("adresse : http://127.0.0.1:8000/?a=b", "adresse~: http://127.0.0.1:8000/?a=b"),
]


def to_shown(expected: str) -> str:
    return expected.replace("~", NO_BREAK).replace("^", NARROW)


def test_a_source_text_gets_its_no_break_spaces() -> None:
    with every_row() as row:
        for source, expected in SAMPLES:
            with row(source):
                assert gettext(source) == to_shown(expected)


def test_both_numbers_get_them_and_zero_is_singular() -> None:
    assert [ngettext("%(n)s coup ?", "%(n)s coups ?", n) for n in (0, 2)] == [
        to_shown("%(n)s coup^?"),
        to_shown("%(n)s coups^?"),
    ]


def test_a_duration_stays_on_one_line() -> None:
    assert [format_duration(seconds) for seconds in (180, 150, 45)] == [
        to_shown("3~min"),
        to_shown("2~min~30"),
        to_shown("45~s"),
    ]


def test_another_language_is_left_alone() -> None:
    with override("en"):
        assert gettext("Vous jouez ?") == "Vous jouez ?"


def _read_untranslated(template: Path) -> str:
    """Return the text of a template that does not pass through gettext; values are ``{}``."""
    tokens = Lexer(template.read_text()).tokenize()
    source, translated = "", False
    for token in tokens:
        if token.token_type is TokenType.BLOCK:
            translated = token.contents.startswith(("blocktranslate", "comment", "plural")) or (
                translated and not token.contents.startswith("end")
            )
        elif not translated:
            source += "{}" if token.token_type is TokenType.VAR else token.contents
    visible = re.sub(r'<(kbd|span class="visually-hidden").*?</', "", source)
    return re.sub(r"<[^>]*>", "", visible)


def test_a_template_writes_its_own_punctuation_with_no_break_spaces() -> None:
    with every_row() as row:
        for template in sorted(TEMPLATES.rglob("*.html")):
            with row(template.relative_to(TEMPLATES)):
                breaks = re.findall(r".{0,20}(?: [:;!?»]|« ).{0,20}", _read_untranslated(template))
                assert not breaks


def test_the_templates_checked_are_those_of_the_site() -> None:
    assert settings.TEMPLATES[0]["DIRS"] == [TEMPLATES]


def test_django_translates_no_word_of_a_page() -> None:
    """Check that Django's own French catalogue translates no word: to it, « PM » is afternoon."""
    with every_row() as row:
        for path in sorted(TEMPLATES.rglob("*.html")):
            for text in set(_WORDS.findall(path.read_text(encoding="utf-8"))):
                with row(f"{path.name}: {text}"):
                    assert plain(gettext(text)) == plain(text)


def test_a_negative_score_has_spaces_around_the_dash() -> None:
    assert format_game_scores([(412, 388), (50, -5)]) == "412-388, 50 – −5"
