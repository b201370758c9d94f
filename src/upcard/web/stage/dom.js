// Small helpers: elements, money, words.

export const $ = (id) => document.getElementById(id);

/** Words in which no line breaks between a section mark and its number. */
export const unbroken = (words) => String(words).replaceAll("§ ", "§\u00a0");

const CITED = /(\(?§\u00a0[\w.]+(?:\(\w+\)){2,}[),.;:]*)/; // lines break between ")" and "("

/** Gives an element words in which no line breaks within a citation. */
export function write(element, words) {
  const parts = unbroken(words).split(CITED);
  const cited = (words) => Object.assign(document.createElement("span"), { className: "cited", textContent: words });
  element.replaceChildren(...parts.filter(Boolean).map((part) => (part.match(CITED) ? cited(part) : part)));
}

/** A setting with all its spots: what is told of one spot of a wager of the wheel holds for those like it. */
export function whole(setting) {
  const named = (spot, one) => Object.fromEntries(["least_words", "most_words"].map((words) => [words, spot[words].replace(spot.title, one.title)]));
  const like = (spot) => setting.alike.filter((one) => one.like === spot.name).map((one) => ({ ...spot, ...one, ...named(spot, one) }));
  return { ...setting, spots: setting.spots.flatMap((spot) => [spot, ...like(spot)]) };
}

/** What has no title of its own, by its name: "Insurance". */
export const named = (name) => `${name[0].toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;

export function make(tag, kind = "", words = "", attributes = {}) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (words !== "") write(made, words);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const SHOWN = { Enter: "↵", ArrowLeft: "←", ArrowRight: "→", " ": "space" };

export function button(words, key, click, kind = "") {
  const made = make("button", `action ${kind}`, "", { type: "button" });
  made.append(make("span", "", words));
  if (key) {
    made.dataset.key = key;
    made.append(make("kbd", "", SHOWN[key] ?? key.toUpperCase(), { "aria-hidden": "true" }));
    made.setAttribute("aria-keyshortcuts", key === " " ? "Space" : key);
  }
  made.addEventListener("click", click);
  return made;
}

export const cents = (dollars) => Math.round(Number(String(dollars).replaceAll(",", "")) * 100);
export const dollars = (amount) => (amount / 100).toFixed(2);

export function money(amount) {
  const whole = Math.abs(amount) % 100 === 0;
  const shown = (Math.abs(amount) / 100).toLocaleString("en-US", { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 });
  return `${amount < 0 ? "−" : ""}$${shown}`;
}

/** What a meter shows: cents always, because it counts them. */
export const metered = (dollars) => `$${(cents(dollars) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

/** The meters of a wager, the largest first. */
export const metersOf = (meters, wager) => meters.filter((one) => one.wager === wager).sort((one, other) => cents(other.amount) - cents(one.amount));

export const change = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));

const CHIPS = [100000, 50000, 10000, 2500, 500, 100, 50];

export function chipKind(amount) {
  return `c${CHIPS.find((chip) => chip <= amount) ?? 50}`;
}

export function chip(amount, words = "") {
  const short = amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
  const shown = words || short;
  return make("span", `chip ${chipKind(amount)}${shown.length > 3 ? ` long${Math.min(6, shown.length)}` : ""}`, shown);
}

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
export const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const cardShort = (face) => (face === "??" ? "face down" : `${face[0] === "T" ? "10" : face[0]}${SYMBOLS[face[1]]}`);
export const cardWords = (face) => (face === "??" ? "a card face down" : `${RANKS[face[0]] ?? face[0]} of ${SUITS[face[1]]}`);

export function store(key, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem(key) ?? "null");
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a private window keeps nothing */ }
  return null;
}

/** Tells what happens as text, for those who hear the page; the latest lines stay. */
export function say(words) {
  if (!words || words === $("said").lastChild?.textContent) return;
  $("said").append(make("p", "", words));
  while ($("said").children.length > 24) $("said").firstChild.remove();
}
