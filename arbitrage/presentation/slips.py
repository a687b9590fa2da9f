"""French texts of slips: the boxes of the official form, and the text beside them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.core.slip import BOXES, Box, Notice
from arbitrage.models import Slip
from arbitrage.presentation.citations import cite_in_parentheses, format_citation
from arbitrage.presentation.sentences import get_motive_label, get_sanction_label
from arbitrage.queries.slips import get_slips_in_force
from tournament.models import Turn
from tournament.protocol import SlipRow

LABELS: Mapping[Box, str] = {
    Box.DOUBLE: _("Double arbitrage"),
    Box.SCORE: _("Score erroné, manquant, illisible ou rétabli"),
    Box.SHORT_RACCORD: _("Nombre de lettres de raccord insuffisant"),
    Box.INVERSION: _("Référence ou sens du mot inversé"),
    Box.BOTH_MODES: _("Deux modes de localisation dont un correct"),
    Box.JOKER: _("Joker non encerclé ou encerclement erroné"),
    Box.OTHER_WARNING: _("Autre motif d’avertissement"),
    Box.REMOVED: _("Avertissement enlevé"),
    Box.LOCATION: _("Localisation absente ou erronée (score et sens exacts)"),
    Box.OTHER_PENALTY: _("Autre motif de pénalité"),
    Box.CHECK_GRID: _("Vérifiez votre grille !"),
    Box.COMMISSION: _("Bulletin en commission"),
    Box.NOT_ADMITTED: _("Mot(s) non admis"),
    Box.INCOMPLETE: _("Mot non écrit en entier"),
    Box.NO_PLACE: _("Localisation absente ou erronée"),
    Box.NO_PLACE_SCORE: _("Score inexact ou absent"),
    Box.FALLACIOUS: _("Prolongement fallacieux"),
    Box.ILLEGIBLE: _("Mot illisible"),
    Box.BLANK_OR_MISSING: _("Bulletin vierge ou manquant"),
    Box.EXCHANGED: _("Bulletin échangé"),
    Box.LATE: _("Temps dépassé"),
    Box.IMPOSSIBLE_PLACE: _("Placement impossible"),
    Box.WRONG_LETTER: _("Erreur de lettre"),
    Box.DOUBLE_INVERSION: _("Référence et sens du mot inversés"),
    Box.OTHER_ZERO: _("Autre motif de zéro"),
    Box.AVERAGE: _("Moyenne à la place d’un nouveau zéro"),
}
#: The text beside a box; empty if a value is missing.
_DETAILS: Mapping[Box, str] = {
    Box.DOUBLE: _("score attribué : %(points)s"),
    Box.JOKER: _("lettre encerclée : %(circled)s"),
    Box.NOT_ADMITTED: "%(words)s",
    Box.WRONG_LETTER: _("pas de %(letters)s"),
    Box.DOUBLE_INVERSION: _("votre référence : %(reference)s"),
    Box.LOCATION: _("score attribué : %(points)s"),
    Box.OTHER_PENALTY: _("score attribué : %(points)s"),
    Box.AVERAGE: _("score attribué : %(points)s"),
}
_FREE_TEXT_BOXES = frozenset({Box.OTHER_WARNING, Box.OTHER_PENALTY, Box.OTHER_ZERO})


def get_box_label(box: Box) -> str:
    return gettext(LABELS[box])


def describe_box(box: Box, notice: Notice) -> str:
    """Return the text beside a ticked box."""
    if box in _FREE_TEXT_BOXES:
        return " ; ".join(_list_boxless(box, notice))
    details = notice.details
    data = {
        "circled": ", ".join(details.circled),
        "words": ", ".join(details.words),
        "letters": ", ".join(details.letters),
        "reference": details.reference,
        "points": notice.points,
    }
    pattern = _DETAILS.get(box, "")
    values = [value for name, value in data.items() if f"%({name})s" in pattern]
    return gettext(pattern) % data if pattern and all(map(str, values)) else ""


def _list_boxless(box: Box, notice: Notice) -> Iterator[str]:
    """Yield motives without a box, and the text an arbiter wrote."""
    _, other_box = BOXES[notice.sanction]
    if box is other_box:
        yield from map(get_motive_label, notice.boxless_motives)
        if notice.reason:
            yield notice.reason
    if box is Box.OTHER_WARNING:
        yield from notice.conduct


def format_warning_number(notice: Notice) -> str:
    """Return *Avertissement n°* with its number; empty for a turn without one."""
    return gettext("Avertissement n° %(n)d") % {"n": notice.number} if notice.number else ""


def list_lines(notice: Notice) -> list[str]:
    """Return the ticked boxes, each with the text beside it."""
    if notice.is_empty:
        return [gettext("Rectification : ce bulletin n’a finalement pas de sanction.")]
    ticked = notice.list_boxes()
    lines = [_build_line(box, notice) for box in Box if box in ticked]
    number = format_warning_number(notice)
    return [number, *lines] if number else lines


def _build_line(box: Box, notice: Notice) -> str:
    label, detail = get_box_label(box), describe_box(box, notice)
    return gettext("%(label)s : %(more)s") % {"label": label, "more": detail} if detail else label


def format_heading(notice: Notice) -> str:
    """Return the sanction, or else the average, warning or correction that the slip notifies."""
    if notice.sanction is not Sanction.NONE:
        return get_sanction_label(notice.sanction)
    if notice.average:
        return gettext("moyenne")
    if notice.removed:
        return gettext("avertissement enlevé")
    if notice.conduct:
        return get_sanction_label(Sanction.WARNING)
    return gettext("en commission") if notice.commission else gettext("rectification")


def summarise_notice(notice: Notice) -> str:
    """Return the notice in one line: sanction, ticked boxes, article."""
    text = " ; ".join(list_lines(notice))
    return f"{text}{cite_in_parentheses(notice.article)}"


#: Sentences after an action with slips (``services.slip_delivery.SlipAction``).
_HANDLED_SENTENCES: Mapping[str, tuple[str, str]] = {
    "handed": (_("%(n)d billet noté remis."), _("%(n)d billets notés remis.")),
    "wanted": (_("%(n)d billet à imprimer."), _("%(n)d billets à imprimer.")),
}
FILTER_LABELS: Mapping[str, str] = {
    "print": _("à imprimer"),
    "hand": _("imprimés, à remettre"),
    "unshown": _("pas encore affichés sur tablette"),
    "handed": _("remis"),
    "shown": _("affichés sur tablette"),
    "all": _("tous"),
}


def get_filter_label(name: str) -> str:
    return gettext(FILTER_LABELS[name])


#: Labels of the last action with slips, which can be undone.
_HANDLING_LABELS: Mapping[str, tuple[str, str]] = {
    "printed": (_("%(n)d billet imprimé"), _("%(n)d billets imprimés")),
    "handed": (_("%(n)d billet noté remis"), _("%(n)d billets notés remis")),
    "wanted": (_("%(n)d billet demandé en papier"), _("%(n)d billets demandés en papier")),
}


def format_handling(data: Mapping[str, Any]) -> str:
    """Return the label of an action; ``data`` of its row of the journal."""
    count = len(data["slips"])
    return ngettext(*_HANDLING_LABELS[data["done"]], count) % {"n": count}


def format_slip_state(slip: Slip) -> str:
    """Return how a slip was delivered, and when."""
    stamps = {
        gettext("affiché à %(time)s"): slip.shown_at,
        gettext("imprimé à %(time)s"): slip.printed_at,
        gettext("remis à %(time)s"): slip.handed_at,
    }
    texts = [
        text % {"time": time_format(localtime(at), "H:i")} for text, at in stamps.items() if at
    ]
    return ", ".join(texts) or gettext("pas encore")


def format_slip_action(action: str, changed_count: int, unchanged_count: int) -> str:
    """Return the sentence with the counts of slips changed now and ``unchanged_count`` before."""
    sentence = ngettext(*_HANDLED_SENTENCES[action], changed_count) % {"n": changed_count}
    if not unchanged_count:
        return sentence
    unchanged_sentence = ngettext(
        "%(n)d l’était déjà.", "%(n)d l’étaient déjà.", unchanged_count
    ) % {"n": unchanged_count}
    return f"{sentence} {unchanged_sentence}"


def format_undone(count: int) -> str:
    sentence = ngettext("Geste repris sur %(n)d billet.", "Geste repris sur %(n)d billets.", count)
    return sentence % {"n": count}


def list_slips_for_tablets(
    turns: Sequence[Turn], entries: Collection[int] | None
) -> dict[int, dict[str, SlipRow]]:
    """Return the slips of ``turns``, all revealed, by entry and number of turn.

    Answers ``ports.list_slips``.
    """
    numbers = {turn.pk: str(turn.number) for turn in turns}
    rows = get_slips_in_force(Slip.objects.filter(turn__in=numbers))
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    # A turn has thousands of slips with few different contents: each content is formatted once.
    rows_with_text = rows.annotate(text=Cast("content", TextField()))
    describe = cache(_describe_content)
    by_entry: defaultdict[int, dict[str, SlipRow]] = defaultdict(dict)
    for entry, turn, uid, rectifies, shown_at, text in rows_with_text.values_list(
        "entry", "turn", "uid", "rectifies", "shown_at", "text"
    ):
        is_empty, words = describe(text)
        if rectifies or not is_empty:
            is_shown = shown_at is not None
            by_entry[entry][numbers[turn]] = SlipRow(uid=str(uid), shown=is_shown, **words)
    return dict(by_entry)


def _describe_content(content: str) -> tuple[bool, dict[str, Any]]:
    """Return True for a slip with nothing to notify, and its texts."""
    notice = Notice.from_dict(json.loads(content))
    return notice.is_empty, {
        "sanction": notice.sanction,
        "heading": format_heading(notice),
        "lines": list_lines(notice),
        "article": format_citation(notice.article),
    }
