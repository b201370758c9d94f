// Evidence: the records of a round, and the check that its cards were those that were committed.

import { button, cardWords, cents, make, money, write } from "./dom.js";
import { fillSheet, openSheet } from "./sheets.js";

/** The name of a shuffle: "Shoe 2" of `table/BJ-07/shoe/2`. */
const shuffleName = (item) => {
  const [what, number] = item.split("/").slice(2);
  return number ? `${what[0].toUpperCase()}${what.slice(1)} ${number}` : item;
};

/** A hash as it is shown: its first and last digits. */
export const shortHash = (hash) => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

const spaced = (name) => name.replace(/(?!^)([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`);

/** Flags whose two values both have words; of any other flag only what is true is said. */
const FLAGS = { face_up: { true: "", false: "face down" }, collected: { true: "already collected" }, pending: { true: "still to be paid" } };

/** Fields that a line says without their names, as they say what they are. */
const NAMELESS = ["player", "to", "card", "wager", "outcome", "decision"];

const SECONDS = 1e9; // a larger number under "at" is a time

/** A row of a list: what begins with a number begins with a position. */
const rowWords = (row, titles) => `${Number.isInteger(row[0]) ? "position " : ""}${row.map((part) => words(part, titles)).join(" ")}`;

/** A value in words: cards and wagers by their names, amounts as money. */
function words(value, titles) {
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? rowWords(one, titles) : words(one, titles))).join("; ");
  if (value && typeof value === "object") return Object.entries(value).map(([name, part]) => field(name, part, titles)).filter(Boolean).join(" ");
  if (typeof value !== "string") return String(value);
  if (titles[value]) return titles[value];
  if (value === "??") return "not shown";
  if (/^[A2-9TJQK][shdc]$/.test(value)) return cardWords(value);
  if (/^-?[\d,]+\.\d\d$/.test(value)) return money(cents(value));
  return value.includes(" ") || /^\d{4}-\d\d-\d\d$/.test(value) ? value : value.replaceAll("-", " ");
}

/** A field in words; "" where it says nothing. */
function field(name, value, titles) {
  if (name in FLAGS) return FLAGS[name][value] ?? "";
  if (value === true) return name.replaceAll("_", " ");
  if (!value || value === "0.00" || (Array.isArray(value) && !value.length)) return "";
  if (name === "at" && value > SECONDS) return ""; // a record says when
  if (name === "player") return String(value);
  const said = words(value, titles);
  return NAMELESS.includes(name) || (Array.isArray(value) && typeof value[0] === "object") ? said : `${name.replaceAll("_", " ")} ${said}`;
}

/** An event in a line: its name in words, its fields, and the section that it follows. */
export function sentence({ event, section, ...fields }, titles) {
  const parts = Object.entries(fields).map(([name, value]) => field(name, value, titles)).filter(Boolean);
  return [spaced(event), parts.join(", ")].filter(Boolean).join(": ") + (section ? ` (${section})` : "");
}

/** The records of a round: when, by whom, which commands and events. */
export function openRecord(round, moment) {
  const now = Number(moment.split(".")[0]);
  const titles = Object.fromEntries(round.setting.spots.flatMap(({ name, wager, title }) => [...(round.setting.family === "wheel" ? [] : [[wager, title]]), [name, title]]));
  let current = null;
  const body = round.records.map((record) => {
    const root = make("section", record.seq === now ? "record now" : "record");
    if (record.seq === now) current = root;
    const at = new Date(record.at / 1000).toISOString().replace("T", " ").replace("Z", " UTC");
    const asked = [...new Set(record.commands)].map(spaced).join(", ") || "what the meters answered";
    const list = make("ul");
    for (const event of record.events) list.append(make("li", "", sentence(event, titles)));
    root.append(make("h3", "", `Record ${record.seq}: ${asked}, by ${record.by || "the house"}`), make("p", "section", at), list);
    return root;
  });
  openSheet(`Round ${round.round}, ${round.records.length} records`, body);
  current?.scrollIntoView();
}

const link = () => {
  const root = make("p");
  root.append(make("a", "", "How to check a shuffle yourself", { href: "/stage/shuffles.html", target: "_blank", rel: "noopener" }));
  return root;
};

function hashed(title, hash) {
  const root = make("p", "hash", `${title}: `);
  root.append(make("code", "", hash));
  return root;
}

/** SHA-256 over the salt and the order, a byte for each card, computed in this browser. */
async function recomputed({ salt, order }) {
  const byte = (card) => "A23456789TJQK".indexOf(card[0]) * 4 + "shdc".indexOf(card[1]);
  const bytes = Uint8Array.from([...salt.match(/../g).map((two) => parseInt(two, 16)), ...order.map(byte)]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** Computes the hash again; where the browser may not, the server's check stands alone. */
async function verdict(one) {
  if (!one.checked) return make("p", "verdict", "The shoe is still in use: its order is revealed when it is used up. Look again then.");
  const places = `The ${one.cards.length} cards of this round lay in these places of the order that was committed`;
  if (!globalThis.crypto?.subtle) return make("p", "verdict won", `${places}, says the server.`);
  const same = (await recomputed(one)) === one.commitment && one.cards.every((card, index) => one.order[one.places[index]] === card);
  return same ? make("p", "verdict won", `${places}; your browser has computed its hash again, and it is the one committed.`) : make("p", "verdict lost", "Your browser computes another hash, or finds other cards: tell the regulator.");
}

const added = (one) => (one.added.length ? `Added to the cut by ${one.added.map((text) => text.player).join(", ")}.` : "Nobody added to the cut.");

async function read(path) {
  const answer = await fetch(path);
  const body = await answer.json();
  return answer.ok ? { body } : { refused: body.message ?? "That cannot be shown." };
}

/** A player with a seat adds a text of their own to the cut that is due. */
function adding(table, line) {
  const form = make("form", "bring");
  const text = make("input", "part", "", { type: "text", maxlength: "64", "aria-label": "Your text for the cut", placeholder: "your text" });
  const said = make("p", "note", "", { role: "status" });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await line.post("entropy", { text: text.value });
    said.textContent = answer.ok ? "Your text is in the cut." : (await answer.json()).message;
  });
  form.append(text, make("button", "action strong", "Add to the cut", { type: "submit" }), said);
  return form;
}

/** The shuffles in use at a table: what was committed before the cut; a player's `line` adds. */
export async function openShuffles(table, line) {
  openSheet("The shuffle in use", [make("p", "", "Looking …")]);
  const { body, refused } = await read(`/api/tables/${encodeURIComponent(table)}/shuffles`);
  if (refused) return fillSheet("The shuffle in use", [make("p", "", refused)]);
  const shown = body.flatMap((one) => [make("h3", "", `${shuffleName(one.item)}: ${shortHash(one.commitment)}`), hashed("Commitment", one.commitment), make("p", "", added(one)), ...(one.open && line ? [adding(table, line)] : [])]);
  const intro = make("p", "", shown.length ? "The order of the cards was fixed before the cut. This hash of it cannot be changed: when the shoe is used up, its order is revealed, and the replay of each of your rounds compares your cards with it." : "No shuffle of the house is in use at this table now.");
  fillSheet("The shuffle in use", [intro, ...shown, link()]);
}

/** Whether the cards of a round were those of the order that was committed before. */
export async function openRoundShuffles(table, number) {
  const title = `Round ${number}: its cards and the shuffle`;
  openSheet(title, [make("p", "", "Checking …")]);
  const { body, refused } = await read(`/api/tables/${encodeURIComponent(table)}/rounds/${number}/shuffles`);
  if (refused) return fillSheet(title, [make("p", "", refused), link()]);
  const shown = [];
  for (const one of body) {
    const revealed = one.checked ? `, revealed in record ${one.revealed}` : "";
    shown.push(make("h3", "", shuffleName(one.item)), await verdict(one), hashed("Commitment", one.commitment), make("p", "", `${added(one)} Cut at ${one.cut}. Committed in record ${one.committed}${revealed}.`));
    if (!one.checked) continue;
    const order = make("details");
    order.append(make("summary", "", `The whole order, ${one.order.length} cards`), make("p", "hash", one.order.join(" ")));
    shown.push(make("p", "", one.cards.map((card, index) => `${card} at ${one.places[index] + 1}`).join(", ")), hashed("Salt", one.salt), order);
  }
  fillSheet(title, [...shown, link()]);
}

/** The evidence of a round: what it is, how it is checked, and the page to file. */
export function openEvidence(table, number) {
  const said = make("p", "note", "", { role: "status" });
  const take = button("Download the page", "", async () => {
    take.disabled = true;
    write(said, "The page is made\u00a0…");
    const refused = await download(table, number).catch(() => "The connection is lost.");
    write(said, refused || "The page is downloaded.");
    take.disabled = false;
  }, "strong");
  const check = make("ol");
  check.append(
    make("li", "", "Ask the operator's filing, not the page, for the public key of the installation."),
    make("li", "", "Run upcard prove --check FILE --signed-by KEY with the page as FILE. It needs no journal."),
    make("li", "", "Compare what it prints with the page, whose own words nobody has signed."),
  );
  openSheet(`Evidence of round ${number}`, [
    make("p", "", "One page to file of a disputed round, to be read offline: the cards, every settlement and command with its section, the Rules Submission in force, and the proof that nothing was changed."),
    take, said, make("h3", "", "How to check it"), check,
  ]);
}

/** Saves the page; returns why there is none. */
async function download(table, number) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/rounds/${number}/evidence`);
  if (!answer.ok) return (await answer.json()).message ?? "There is no such page.";
  const address = URL.createObjectURL(await answer.blob());
  make("a", "", "", { href: address, download: `${table} round ${number}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  return "";
}
