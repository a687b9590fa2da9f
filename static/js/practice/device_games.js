// The games that this device has played without an account: a list in localStorage, newest first.

import { load, remove, save } from "../storage.js";

const KEY = "practice-games";
const MAX_GAMES = 50;

export const listGames = () => load(KEY, []);

/** Store a game, or how far it is. */
export function storeGame({ key, label, path, view }) {
  const games = listGames();
  const earlierGame = games.find((game) => game.key === key);
  const game = {
    key,
    label,
    path,
    at: earlierGame?.at ?? view.now,
    total: view.total,
    top: view.top_total,
    percent: view.percent,
    isDone: view.phase === "done",
  };
  const otherGames = games.filter((other) => other.key !== key);
  for (const oldGame of otherGames.slice(MAX_GAMES - 1)) removeRecords(oldGame.key);
  save(KEY, [game, ...otherGames].slice(0, MAX_GAMES));
}

export function deleteGame(key) {
  removeRecords(key);
  save(KEY, listGames().filter((game) => game.key !== key));
}

function removeRecords(key) {
  const names = [`practice:${key}`, `practice-sheet:${key}`, `rack:practice:${key}`, `laid:practice:${key}`];
  for (const name of names) remove(name);
}
