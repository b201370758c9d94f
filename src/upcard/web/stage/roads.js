// The latest results: at baccarat a bead road and a big road, at the wheel the last numbers.

import { $, make } from "./dom.js";

const ROWS = 6;
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
    for (const { number, colour } of past.slice(-14).reverse()) list.append(make("li", colour, String(number)));
    this.root.replaceChildren(list);
  }

  road(title, columns) {
    const words = columns.flat().map((one) => one.winner).join(", ");
    const root = make("div", "road", "", { role: "img", "aria-label": `${title}: ${words || "no round yet"}` });
    root.append(make("span", "road-name", title));
    const grid = make("div", "grid", "", { "aria-hidden": "true" });
    for (const column of columns.slice(-11)) {
      const stack = make("div", "column");
      for (const one of column) stack.append(make("i", one.winner + (one.ties ? " tied" : ""), title === "Bead road" ? LETTERS[one.winner] : one.ties ? String(one.ties) : ""));
      grid.append(stack);
    }
    root.append(grid);
    return root;
  }
}

/** Every round, six to a column. */
function bead(past) {
  const columns = [];
  past.forEach((one, index) => {
    if (index % ROWS === 0) columns.push([]);
    columns.at(-1).push(one);
  });
  return columns;
}

/** A column for each run of one winner; ties are counted on the round before. */
function big(past) {
  const columns = [];
  for (const one of past) {
    const column = columns.at(-1);
    const last = column?.at(-1);
    if (one.winner === "tie") {
      if (last) last.ties = (last.ties ?? 0) + 1;
      continue;
    }
    if (last?.winner === one.winner && column.length < ROWS) column.push({ winner: one.winner });
    else columns.push([{ winner: one.winner }]);
  }
  return columns;
}
