// The keys in words: a line on the stage, and the list that "?" opens.

import { $, make } from "./dom.js";
import { openSheet } from "./sheets.js";

const EVERYBODY = [["Tab", "to the next group: menu, positions, wagers, chips, buttons"], ["Arrow keys", "walk within a group"], ["Enter or Space", "press what has the focus"]];

const KEYS = {
  wagers: [
    ["1 … 7", "choose a chip"], ["Enter or Space", "on a wager: lay the chosen chip there"], ["P", "place what lies on your slip"],
    ["U C D B", "undo, clear, double, rebet"], ["G", "go on: deal now, next round"], ["M", "bring money"], ["V", "each wager of the round that ended"],
  ],
  answers: [
    ["H S D P R", "hit, stand, double down, split, surrender"], ["I N E", "Insurance, no Insurance, even money"], ["W K", "switch, keep"],
    ["P T", "press, take winnings"], ["F T Z", "refuse a card; take a missed card, call the hand dead"], ["X N", "cut the cards, decline"],
  ],
  dealer: [["Enter", "take the step that is due"], ["J", "the next step of a jackpot"], ["O U", "Something went wrong, Keep the table"], ["V", "what each wager won"]],
  replay: [["Space", "play, pause"], ["← →", "a moment back, a moment on"], ["Home End", "before the first wager, the end of the round"]],
};

const LINES = {
  wagers: [["↵", "on a wager lays the chip"], ["P", "places"], ["?", "all keys"]],
  answers: [["the letter", "on a button presses it"], ["?", "all keys"]],
  dealer: [["↵", "takes the step that is due"], ["?", "all keys"]],
  replay: [["space", "plays"], ["← →", "step"], ["?", "all keys"]],
  others: [["?", "all keys"]],
};

/** Which keys do something now. */
export function kindOf(legal, deals) {
  if (deals) return "dealer";
  if (legal.ask || legal.cut) return "answers";
  return legal.plays && legal.open ? "wagers" : "others";
}

/** The line on the stage; shown where there is a keyboard. */
export function showHints(kind) {
  const line = $("hints");
  if (line.dataset.kind === kind) return;
  line.dataset.kind = kind;
  line.replaceChildren(...LINES[kind].flatMap(([key, words]) => [make("kbd", "", key), make("span", "", words)]));
}

function rows(keys) {
  const table = make("table", "keys");
  const body = make("tbody");
  for (const [key, words] of keys) {
    const row = make("tr");
    row.append(make("th", "", key, { scope: "row" }), make("td", "", words));
    body.append(row);
  }
  table.append(body);
  return table;
}

/** All keys, for a player or for somebody else. */
export function openKeys(kind) {
  const parts = { dealer: [["For the dealer", KEYS.dealer]], replay: [["The replay", KEYS.replay]] }[kind] ?? [["While wagers are open", KEYS.wagers], ["When you are asked", KEYS.answers]];
  openSheet("Keys", [...parts, ["Everywhere", [...EVERYBODY, ["?", "this list; Escape closes it"]]]].flatMap(([title, keys]) => [make("h3", "", title), rows(keys)]));
}
