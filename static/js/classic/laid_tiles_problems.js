// Texts that explain why laid or typed letters form no move.

import { gettext, interpolate } from "../i18n.js";
import { Problem } from "../components/laid_tiles.js";

const PROBLEM_TEXTS = {
  [Problem.NOTHING]: () => gettext("Posez au moins une lettre sur la grille."),
  [Problem.LINE]: () => gettext("Les lettres posées doivent être sur une même ligne ou colonne."),
  [Problem.GAP]: () => gettext("Il reste une case vide entre les lettres posées."),
  [Problem.SHORT]: () => gettext("Une lettre seule ne fait pas un mot : posez-la contre une autre."),
  [Problem.REFERENCE]: () =>
    gettext("Écrivez la référence de la première lettre : H4 à l’horizontale, 4H à la verticale."),
  [Problem.OFF_BOARD]: () => gettext("Le mot dépasse de la grille à cette référence."),
  [Problem.CONFLICT]: ({ square }) =>
    interpolate(gettext("La case %(square)s porte déjà une autre lettre."), { square }),
  [Problem.LETTER]: ({ letter }) =>
    interpolate(gettext("Vous n’avez pas la lettre %(letter)s."), { letter }),
};

/** @param {{problem?: string}} result of `LaidTiles` @returns {string} "" for a move */
export const formatProblem = (result) =>
  (result.problem ? PROBLEM_TEXTS[result.problem](result) : "");
