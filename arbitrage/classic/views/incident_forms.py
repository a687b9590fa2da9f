"""Forms to decide incidents (6.4, 10)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.views.office_form import (
    NONE,
    OfficeForm,
    Steps,
    build_radio_field,
    build_reason_field,
    build_score_field,
)
from engine.board.letters import fold
from tournament.classic.core.commands import Command
from tournament.classic.core.incidents import choose_return_command
from tournament.classic.core.sides import Side


class ExcessForm(OfficeForm):
    """Letters drawn in excess: three cases (10.1)."""

    case = build_radio_field(gettext_lazy("Ce qui s’est passé"))
    side = build_radio_field(gettext_lazy("Qui a trop de lettres"))
    reason = build_reason_field(required=False)

    def prepare(self) -> None:
        points = self.officer_game.state.terms.too_many_letters
        seen_label = _(
            "vues, et il le dit : l’adversaire en retire de tout son jeu, score − %(n)s (10.1.2)"
        )
        cases = [
            ("unseen", _("encore faces cachées : l’adversaire en retire, rien à payer (10.1.1)")),
            ("seen", seen_label % {"n": points}),
            ("found", _("découvertes par l’arbitre : la partie est perdue (10.1.3)")),
        ]
        self.set_choices("case", cases)
        self.set_side_choices(initial=self.officer_game.side_with_excess)

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        side = Side(data["side"])
        if data["case"] == "found":
            return [(Command.FIND_EXCESS, {"side": side.value})]
        n = self.officer_game.state.get_player(side).excess_count
        removed_letters = "drawn" if data["case"] == "unseen" else "all"
        removal = (
            Command.REMOVE_EXCESS,
            {"n": n, "among": removed_letters, "as": side.other.value},
        )
        if data["case"] == "unseen" or self.officer_game.state.get_player(side).has_reported_excess:
            return [removal]
        return [(Command.REPORT_EXCESS, {"as": side.value}), removal]


class BoardForm(OfficeForm):
    """The board was upset (10.2)."""

    side = build_radio_field(gettext_lazy("Qui a renversé la grille"))
    restorable = build_radio_field(gettext_lazy("La grille"))
    sanction = build_radio_field(gettext_lazy("Sanction"))
    reason = build_reason_field()

    def prepare(self) -> None:
        self.set_side_choices()
        restored, lost = _("est remise en place"), _("ne peut pas l’être : la partie est perdue")
        self.set_choices("restorable", [("yes", restored), ("no", lost)], "yes")
        self.set_sanction_choices(none=_("aucune"))

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        values: dict[str, Any] = {"side": data["side"], "restorable": data["restorable"] == "yes"}
        if data["sanction"] != NONE and values["restorable"]:
            values["sanction"] = data["sanction"]
        return [(Command.UPSET, values)]


class IncompleteSetForm(OfficeForm):
    """The set of letters is incomplete: the scores stay, unless a player took letters out
    (10.3)."""

    side = build_radio_field(gettext_lazy("Lettres ôtées sciemment par"), required=False)
    reason = build_reason_field()

    def prepare(self) -> None:
        self.set_side_choices(nobody=_("personne : les scores restent"))

    @property
    def steps(self) -> Steps:
        side = self.cleaned_data["side"]
        return [(Command.INCOMPLETE, {"side": side} if side else {})]


class TotalsForm(OfficeForm):
    """The players disagree on the totals (10.4)."""

    outcome = build_radio_field(gettext_lazy("Totaux"))
    x = build_score_field("")
    y = build_score_field("")
    reason = build_reason_field()

    def prepare(self) -> None:
        officer_game = self.officer_game
        counted = "{} – {}".format(*officer_game.scores)
        choices = [("counted", _("ceux du logiciel : %(totals)s") % {"totals": counted})]
        for side in Side:
            declared = officer_game.state.get_player(side.other).declared_totals
            if declared is not None:
                values = {"name": officer_game.names[side], "totals": "{} – {}".format(*declared)}
                pattern = _("%(name)s n’a pas tenu sa feuille : ceux de l’adversaire, %(totals)s")
                choices.append((side.value, pattern % values))
        self.set_choices("outcome", [*choices, ("other", _("d’après les feuilles de marque :"))])
        for name, side in (("x", Side.X), ("y", Side.Y)):
            self.fields[name].label = _("Total de %(name)s") % {"name": officer_game.names[side]}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("outcome") == "other":
            for name in ("x", "y"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Donnez ce total."))
        return data

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        if data["outcome"] == "counted":
            return [(Command.SETTLE_TOTALS, {})]
        if data["outcome"] == "other":
            return [(Command.SETTLE_TOTALS, {"X": data["x"], "Y": data["y"]})]
        return [(Command.SETTLE_TOTALS, {"sheet_missing": data["outcome"]})]


class LateForm(OfficeForm):
    """A player is late (10.5): the director decides."""

    side = build_radio_field(gettext_lazy("Qui est en retard"))
    outcome = build_radio_field(gettext_lazy("Décision"))
    reason = build_reason_field(required=False)

    def prepare(self) -> None:
        self.set_side_choices(initial=self.officer_game.suspected_side)
        opens_label = _("l’autre tire, joue, et la pendule du retardataire tourne")
        self.set_choices("outcome", [("opens", opens_label), ("lost", _("il a perdu la partie"))])

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        return [(Command.LATE, {"side": data["side"], "lost": data["outcome"] == "lost"})]


class ReturnForm(OfficeForm):
    """A player who was late has arrived (10.5), or one who left is back (10.7); a sanction is a
    separate decision."""

    @property
    def steps(self) -> Steps:
        return [
            (choose_return_command(self.officer_game.state, side), {"side": side.value})
            for side in self.officer_game.absent_sides
        ]


class ResignForm(OfficeForm):
    """A player told an arbiter clearly that they give up (10.7)."""

    side = build_radio_field(gettext_lazy("Qui a dit « J’abandonne » à l’arbitre"))

    def prepare(self) -> None:
        call = self.officer_game.call
        is_resignation = call is not None and call.kind == CallKind.RESIGN and call.side
        self.set_side_choices(initial=Side(call.side) if call and is_resignation else None)

    @property
    def steps(self) -> Steps:
        return [(Command.ABANDON, {"side": self.cleaned_data["side"], "told": "arbiter"})]


class TimingForm(OfficeForm):
    """A slow player is timed (6.4.2), or both players are (6.4.3)."""

    side = build_radio_field(gettext_lazy("Qui est chronométré"), required=False)
    clock = build_radio_field(gettext_lazy("Comment"))
    seconds = forms.IntegerField(label=gettext_lazy("Secondes"), min_value=5, max_value=4 * 3600)
    reason = build_reason_field()

    def prepare(self) -> None:
        self.set_side_choices(initial=self.officer_game.suspected_side, nobody=_("les deux"))
        kinds = [("move", _("tant de secondes par coup")), ("chess", _("un crédit pour la partie"))]
        self.set_choices("clock", kinds, "move")

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        values = {"clock": data["clock"], "seconds": data["seconds"]}
        return [(Command.TIME_PLAYER, values | ({"side": data["side"]} if data["side"] else {}))]


class StopForm(OfficeForm):
    """The director ends the game as it stands (6.4, 9.3)."""

    reason = build_reason_field()

    @property
    def steps(self) -> Steps:
        return [(Command.STOP, {})]


class NoDecisionForm(OfficeForm):
    """A call without decision: advice was enough, or the players agreed."""

    reason = build_reason_field(required=False)

    @property
    def steps(self) -> Steps:
        return []


class RemainingLettersForm(OfficeForm):
    """With real tiles: the remaining letters of each player (7)."""

    x = forms.CharField(max_length=7, required=False)
    y = forms.CharField(max_length=7, required=False)

    def prepare(self) -> None:
        for name, side in (("x", Side.X), ("y", Side.Y)):
            values = {
                "name": self.officer_game.names[side],
                "n": self.officer_game.state.get_player(side).letter_count,
            }
            self.fields[name].label = _("Lettres de %(name)s (%(n)s, joker : ?)") % values

    @property
    def steps(self) -> Steps:
        data = {name.upper(): fold(self.cleaned_data[name]) for name in ("x", "y")}
        return [(Command.TYPE_LETTERS, data)]
