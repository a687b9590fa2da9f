// Which scene the big screen shows, and how a scene is cut into steps that follow one another. Pure.

import { Stage } from "../live/stage.js";

/** As tournament/core/scenes.py names them. */
export const AUTO = "auto";
export const GRID = "grid";
export const WELCOME = "welcome";
export const BETWEEN = "between";

/** How long a page and a step of the podium stay, and the podium once it is full; milliseconds. */
export const PAGE_MS = 12_000;
export const STEP_MS = 6_000;
export const PODIUM_MS = 20_000;

/** The scene for the state of the room; what the judge has chosen comes first. */
export function sceneOf(chosen, state, stage) {
  if (chosen !== AUTO) return chosen;
  // Nobody looks at an empty grid: before its first letters a game is waited for as well.
  if (stage === Stage.NONE || (stage === Stage.WAITING && !state.turn)) return WELCOME;
  return stage === Stage.FINISHED ? BETWEEN : GRID;
}

/**
 * The steps of a scene: which panel, what of it, and for how long.
 *
 * @param {{rows: number, steps: number}[]} panels how many rows each has, and how many steps of a
 *   podium
 * @param {number} onPage rows of each panel that a page holds
 * @returns {{panel: number, page: number, pages: number, ms: number}[]} `page` of a podium is how
 *   many steps of it are climbed
 */
export function stepsOf(panels, onPage) {
  return panels.flatMap(({ rows, steps }, panel) => {
    if (steps) {
      return Array.from({ length: steps }, (_, i) => ({
        panel, page: i + 1, pages: steps, ms: i + 1 < steps ? STEP_MS : PODIUM_MS,
      }));
    }
    const pages = Math.max(1, Math.ceil(rows / onPage[panel]));
    return Array.from({ length: pages }, (_, page) => ({ panel, page, pages, ms: PAGE_MS }));
  });
}

/** The step after `at`, of `count`: a podium, the first `climbed` of them, is climbed once, and what
 * comes after it goes round; null where nothing comes. */
export function nextStep(count, climbed, at) {
  if (at + 1 < count) return at + 1;
  return climbed < count ? climbed : null;
}
