// The scene of the public screen, and the steps in which it is shown. Pure.

import { Stage } from "../live/stage.js";

/** Names of tournament/core/scenes.py. */
export const AUTO = "auto";
export const GRID = "grid";
export const WELCOME = "welcome";
export const BETWEEN = "between";

/** Durations of a page, a step of the podium and the complete podium, in milliseconds. */
export const PAGE_MS = 12_000;
export const STEP_MS = 6_000;
export const PODIUM_MS = 20_000;

/** Return the scene that the judge has chosen, or that of the room's state if it is AUTO. */
export function chooseScene(chosenScene, state, stage) {
  if (chosenScene !== AUTO) return chosenScene;
  // A game before its first letters has an empty grid: the welcome stays.
  if (stage === Stage.NONE || (stage === Stage.WAITING && !state.turn)) return WELCOME;
  return stage === Stage.FINISHED ? BETWEEN : GRID;
}

/**
 * List the steps of a scene: panel, page and duration.
 *
 * @param {{rowCount: number, stepCount: number}[]} panels with their rows and podium steps
 * @param {number[]} rowsPerPage of each panel
 * @returns {{panel: number, page: number, pageCount: number, visibleStepCount: number, ms: number}[]}
 *   `visibleStepCount`: steps of the podium that are shown; a podium has one page
 */
export function listSteps(panels, rowsPerPage) {
  return panels.flatMap(({ rowCount, stepCount }, panel) => {
    if (stepCount) {
      return Array.from({ length: stepCount }, (_, i) => ({
        panel, page: 0, pageCount: 1, visibleStepCount: i + 1,
        ms: i + 1 < stepCount ? STEP_MS : PODIUM_MS,
      }));
    }
    const pageCount = Math.max(1, Math.ceil(rowCount / rowsPerPage[panel]));
    return Array.from({ length: pageCount }, (_, page) => ({
      panel, page, pageCount, visibleStepCount: 0, ms: PAGE_MS,
    }));
  });
}

/** Return the step after `index`, of `count`: the steps of the podium, which come first, are shown once,
 * the others again and again; null if none follows. */
export function getNextStep(count, podiumSteps, index) {
  if (index + 1 < count) return index + 1;
  return podiumSteps < count ? podiumSteps : null;
}
