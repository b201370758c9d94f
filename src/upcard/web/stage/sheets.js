// Sheets over the table, opened on purpose: paytables, rules, history, the dealer's lists.

import { $, cardShort, cardWords, cents, change, make, metered, metersOf, money, named } from "./dom.js";
import { handsOf, moneyOf } from "./terminals.js";

export function openSheet(title, body) {
  const sheet = $("sheet");
  $("sheet-title").textContent = title;
  $("sheet-body").replaceChildren(...body);
  if (!sheet.open) sheet.showModal();
  $("sheet-body").scrollTop = 0;
}

/** What a sheet had to wait for; nothing if it was closed meanwhile, or another opened. */
export function fillSheet(title, body) {
  if ($("sheet").open && $("sheet-title").textContent === title) openSheet(title, body);
}

export function setUpSheets() {
  $("sheet-close").addEventListener("click", () => $("sheet").close());
  $("sheet").addEventListener("click", (event) => { if (event.target === $("sheet")) $("sheet").close(); });
}

function paytable(offer) {
  const table = make("table", "pays");
  const body = make("tbody");
  for (const [outcome, odds] of offer.pays) {
    const row = make("tr");
    row.append(make("th", "", outcome, { scope: "row" }), make("td", "", odds));
    body.append(row);
  }
  table.append(body);
  return table;
}

const MAX_ROUNDS = 20; // in the history

const OUTCOMES = { win: "won", lose: "lost", void: "called off" };

/** Each wager once: at the wheel many spots are one wager. */
function offers(setting) {
  const seen = new Map();
  for (const spot of setting.spots) if (spot.wager && !seen.has(spot.wager)) seen.set(spot.wager, spot);
  return [...seen.values()];
}

const titleOf = (offer) => (offer.numbers.length ? `${offer.wager[0].toUpperCase()}${offer.wager.slice(1).replaceAll("-", " ")} wager` : offer.title);

function described(offer, meters) {
  const parts = [make("h3", "", titleOf(offer)), make("p", "", offer.limits)];
  const shown = metersOf(meters, offer.wager);
  for (const { name, amount, must_hit_by: most } of shown) {
    const which = shown.length > 1 ? `The ${name.split("/").pop().replaceAll("-", " ")} meter` : "The meter";
    parts.push(make("p", "", `${which} shows ${metered(amount)}${most ? ` and must be hit by ${money(cents(most))}` : ""}.`));
  }
  if (offer.needs_words) parts.push(make("p", "", offer.needs_words));
  parts.push(paytable(offer), make("p", "section", offer.section));
  return parts;
}

export function explainWager(setting, meters, wager) {
  const offer = offers(setting).find((one) => one.wager === wager);
  const [title, ...body] = described(offer, meters);
  openSheet(title.textContent, body);
}

export function openWagers(setting, meters) {
  openSheet("Wagers and what they pay", offers(setting).flatMap((offer) => described(offer, meters)));
}

export function openRules(setting) {
  const list = make("ul");
  for (const line of setting.rules) list.append(make("li", "", line));
  const lines = make("ul");
  for (const line of setting.lines) lines.append(make("li", "", line));
  const layout = setting.lines.length ? [make("h3", "", "On the layout"), lines] : [];
  openSheet(`How ${setting.title} is played here`, [list, ...layout, make("p", "section", setting.section)]);
}

/** Who sits at a position, what they wagered by name, and their hands: for those who watch. */
export function openSeat(scene, position, titleOf) {
  const seat = scene.seats.find((one) => one.position === position);
  const hands = Object.values(scene.cards).filter((one) => one.seat === position && one.cards.length);
  const piles = Object.values(scene.piles).filter((one) => one.seat === position);
  const body = [make("p", "", seat ? `${seat.own ? "You" : seat.player}${seat.turn ? ", on turn" : ""}` : "Nobody plays here.")];
  for (const one of hands) body.push(make("p", "", `${one.name}: ${one.cards.map(cardWords).join(", ")}${one.total ? `, total ${one.total}` : ""}${one.tag ? `, ${one.tag}` : ""}`));
  for (const one of scene.terminals.filter((at) => at.seat === position)) {
    const line = make("p", "", `${one.player}: `);
    line.append(...handsOf(one), ` ${moneyOf(one)}`);
    body.push(line);
  }
  const table = make("table");
  const rows = make("tbody");
  table.append(rows);
  for (const one of piles) {
    const row = make("tr");
    row.append(make("th", "", `${titleOf(one.spot)}${one.mood ? `, ${one.mood}` : ""}`, { scope: "row" }), make("td", "", money(cents(one.amount))));
    rows.append(row);
  }
  if (piles.length) body.push(table);
  else if (seat && body.length < 2) body.push(make("p", "", "No wager lies here now."));
  openSheet(`Position ${position}`, body);
}

/** The rows of decided wagers; with `own` they are all the viewer's, who then is not named. */
export function wagerRows(wagers, own = false) {
  const divided = new Set(wagers.filter((one) => one.hand > 1).map(sameWager)); // among several hands each has its number
  const table = make("table", "told");
  const head = make("tr");
  for (const title of ["Wager", "Outcome", "Wagered", "Paid", "Net"]) head.append(make("th", "", title, { scope: "col" }));
  const top = make("thead");
  top.append(head);
  const body = make("tbody");
  for (const one of wagers) {
    const row = make("tr", one.mood ?? "");
    const why = make("td", "why-won", one.reason && one.reason !== one.why ? `${one.why}: ${one.reason}` : one.why);
    why.append(make("small", "section", one.section));
    const wagered = make("td", "", money(cents(one.wagered)), { "data-name": "Wagered" });
    const paid = make("td", "", one.waits ? "waits" : money(cents(one.paid)), { "data-name": "Paid" });
    const net = make("td", "net", one.waits ? "waits" : change(cents(one.net)));
    row.append(whose(one, own, divided.has(sameWager(one))), why, wagered, paid, net);
    body.append(row);
  }
  table.append(top, body);
  return table;
}

const sameWager = (one) => `${one.seat ?? one.position}/${one.title}`;

function whose(one, own, numbered) {
  const root = make("th", "", one.title + (numbered ? `, hand ${one.hand}` : ""), { scope: "row" });
  const seat = one.seat ?? one.position;
  if (one.player) root.append(make("small", "section", own ? `your position ${seat}` : `${one.player}, position ${seat}`));
  return root;
}

/** A round with what it won or lost; what waits for the floor is not counted yet. */
const titleOfRound = (round, net, wagers) => `Round ${round}: ${wagers.some((one) => one.waits) ? "a payout waits" : change(net)}`;

/** The link to the replay of a round. */
export function replayLink(table, round) {
  return make("a", "again", "Replay", { href: `/rounds/${encodeURIComponent(table)}/${round}`, "aria-label": `Replay round ${round}` });
}

export function openTold(told, table = "") {
  const own = told.net !== ""; // the sum of a player's own wagers
  const title = own ? titleOfRound(told.round, cents(told.net), told.wagers) : `Round ${told.round}`;
  openSheet(title, [make("p", "", told.words || "The wagers that are decided."), wagerRows(told.wagers, own), ...(table ? [replayLink(table, told.round)] : [])]);
}

/** The viewer's latest rounds; `last` is the one just played, which is listed once the table is cleared. */
export async function openHistory(table, titles, last, who) {
  openSheet("Your rounds at this table", [make("p", "", "Looking …")]);
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/rounds?latest=true&limit=${MAX_ROUNDS}`).catch(() => null);
  const rounds = answer?.ok ? await answer.json() : [];
  const body = rounds.map((one) => card(table, one, titles, who));
  if (last && !rounds.some((one) => one.round === last.round)) body.unshift(section(table, last.round, cents(last.net), last.wagers));
  if (!body.length) body.push(make("p", "", "You have played none yet."));
  fillSheet("Your rounds at this table", body);
}

/** Cards as symbols; for those who hear the page, their names. */
function cardsOf(words, cards, after) {
  const line = make("p", "", `${words}: `);
  line.append(make("span", "", cards.map(cardShort).join(" "), { role: "img", "aria-label": cards.map(cardWords).join(", ") }), after);
  return line;
}

function card(table, round, titles, who) {
  const net = round.settlements.reduce((sum, one) => sum + cents(one.net), 0);
  const wagers = round.settlements.map((one) => ({ ...one, title: titles[one.wager] ?? named(one.wager), why: OUTCOMES[one.outcome] ?? one.outcome.replaceAll("-", " "), mood: "" }));
  const hands = [];
  if (round.dealer?.cards) hands.push(cardsOf("Dealer", round.dealer.cards, ` (${round.dealer.total ?? ""})`));
  for (const place of round.positions ?? []) {
    const whose = place.player === who ? `You, position ${place.position}` : `Position ${place.position}`;
    for (const hand of place.hands ?? []) hands.push(cardsOf(whose, hand.cards, ` (${hand.total}) ${hand.decisions.join(", ")}`));
  }
  return section(table, round.round, net, wagers, hands);
}

function section(table, round, net, wagers, hands = []) {
  const root = make("section", "history");
  root.append(make("h3", net > 0 ? "won" : net < 0 ? "lost" : "", titleOfRound(round, net, wagers)), ...hands, wagerRows(wagers, true), replayLink(table, round));
  return root;
}
