// The latest results: at baccarat a bead road and a big road, at the wheel the last numbers.

import { $, make } from "./dom.js";

const ROWS = 6;
const WIDE = 11; // columns that are shown
const LETTERS = { player: "P", banker: "B", tie: "T" };

export class Roads {
  constructor(setting) {
    this.setting = setting;
    this.shown = "";
    const root = $("beside");
    root.replaceChildren();
    this.root = make("div", "roads");
    if (setting.family === "baccarat" || setting.family === "wheel") root.append(this.root);
  }

  show(past) {
    const form = JSON.stringify(past);
    if (form === this.shown) return;
    this.shown = form;
    if (this.setting.family === "baccarat") this.root.replaceChildren(this.road("Bead road", bead(past)), this.road("Big road", big(past)));
    if (this.setting.family === "wheel") this.numbers(past);
  }

  numbers(past) {
    const list = make("ol", "numbers", "", { "aria-label": "Last numbers, the newest first" });
    for (const { number, color } of past.slice(-12).reverse()) list.append(make("li", color, String(number)));
    this.root.replaceChildren(list);
  }

  road(title, cells) {
    const words = cells.map((one) => one.winner).join(", ");
    const root = make("div", "road", "", { role: "img", "aria-label": `${title}: ${words || "no round yet"}` });
    root.append(make("span", "road-name", title));
    const grid = make("div", "grid", "", { "aria-hidden": "true" });
    const left = Math.max(0, ...cells.map((one) => one.column + 1 - WIDE));
    for (const one of cells) {
      if (one.column < left) continue;
      const mark = make("i", one.winner + (one.ties ? " tied" : ""), title === "Bead road" ? LETTERS[one.winner] : one.ties ? String(one.ties) : "");
      mark.style.gridArea = `${one.row + 1} / ${one.column - left + 1}`;
      grid.append(mark);
    }
    root.append(grid);
    return root;
  }
}

/** Every round, six to a column. */
export const bead = (past) => past.map(({ winner }, index) => ({ winner, row: index % ROWS, column: Math.floor(index / ROWS) }));

/**
 * A column for each run of one winner; ties are counted on the round before. A run that finds no
 * room below, at the sixth row or above an older run, goes on to the right: the dragon's tail.
 */
export function big(past) {
  const cells = [];
  const taken = new Set();
  let start = -1;
  let last = null;
  for (const { winner } of past) {
    if (winner === "tie") {
      if (last) last.ties = (last.ties ?? 0) + 1;
      continue;
    }
    if (last?.winner === winner) {
      const below = { row: last.row + 1, column: last.column };
      const falls = !last.tail && below.row < ROWS && !taken.has(`${below.row}/${below.column}`);
      last = { winner, tail: !falls, ...(falls ? below : { row: last.row, column: last.column + 1 }) };
    } else {
      start += 1;
      while (taken.has(`0/${start}`)) start += 1;
      last = { winner, row: 0, column: start };
    }
    taken.add(`${last.row}/${last.column}`);
    cells.push(last);
  }
  return cells;
}
