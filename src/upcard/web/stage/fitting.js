// Sentences that fit their place: in smaller type where they are long, else in fewer words.

import { unbroken, write } from "./dom.js";

const SIZES = ["small", "smaller"];
const fitted = new Map(); // what each element was given, for the room that it had
const added = new Map(); // the addition in each room, and the words that it belongs to

/** Shows the first of several wordings that an element has room for, in the largest type that fits. */
export function fit(element, wordings) {
  const form = JSON.stringify([wordings, element.parentElement.clientWidth, innerHeight]);
  const known = fitted.get(element);
  const [words, size] = known?.form === form ? known.chosen : choose(element, wordings);
  set(element, words, size);
  fitted.set(element, { form, wordings, chosen: [words, size] });
}

/** Leaves an addition out where the words with it are cut by the room around them. */
export function addWhereItFits(addition, words, room) {
  added.set(room, [addition, words]);
  addition.hidden = false;
  const [at, around] = [words, room].map((one) => one.getBoundingClientRect());
  addition.hidden = at.bottom > around.bottom || at.top < around.top;
}

function choose(element, wordings) {
  const ways = wordings.flatMap((words) => [[words, ""], [words, "small"]]);
  const last = [wordings.at(-1), "smaller"];
  return ways.find(([words, size]) => (set(element, words, size), element.scrollHeight <= element.clientHeight + 1)) ?? last;
}

function set(element, words, size) {
  if (element.textContent !== unbroken(words)) write(element, words);
  for (const one of SIZES) element.classList.toggle(one, one === size);
}

addEventListener("resize", () => {
  for (const [element, { wordings }] of fitted) {
    if (element.isConnected) fit(element, wordings);
    else fitted.delete(element);
  }
  for (const [room, [addition, words]] of added) {
    if (addition.isConnected) addWhereItFits(addition, words, room);
    else added.delete(room);
  }
});
