// Elements of the page.

/** Short for `document.getElementById`. */
export const getElement = (id) => document.getElementById(id);

/** First classes of letters, words, places and persons: a browser's translation must leave them. */
const UNTRANSLATED = new Set(["board", "tile", "word", "ref", "drawing", "name", "contest-name", "entry-name"]);

export function createElement(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (UNTRANSLATED.has(className.split(" ")[0])) node.translate = false;
  if (text !== "") node.textContent = text;
  return node;
}

/** Clone a symbol of icons.svg; the page has its address (<template id="icon">). */
export function createIcon(name) {
  const svg = document.getElementById("icon").content.firstElementChild.cloneNode(true);
  const use = svg.querySelector("use");
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${name}`);
  return svg;
}

/** Set the text only if it differs: screen readers read every change. */
export function setText(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}
