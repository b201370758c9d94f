// Money: what a player has at a table to which money is brought, and bringing more.

import { $, button, cents, dollars, make, money } from "./dom.js";
import { refuse } from "./dock.js";
import { openSheet } from "./sheets.js";

/** What lies at the table, in the dock; nothing at a table that takes chips. */
export function showMoney(own) {
  const shown = $("money");
  shown.hidden = !own;
  if (own) shown.textContent = `${money(cents(own.at_table))} at this table`;
}

function row(title, amount) {
  const line = make("tr");
  line.append(make("th", "", title, { scope: "row" }), make("td", "", money(cents(amount))));
  return line;
}

const ROUNDS = [10, 20, 40]; // of the table's smallest wager, for which money is offered

/** Up to three amounts in cents that may be brought: what an account has is enough for them. */
function amountsOf(setting, account) {
  const least = cents((setting.spots.find((one) => one.main) ?? setting.spots[0]).minimum);
  const covered = ROUNDS.map((rounds) => rounds * least).filter((amount) => amount <= account);
  return covered.length || !account ? covered : [account];
}

/** A refusal as its reader is told it: their own name is "you". */
export function toPlayer(words, who) {
  return words.replace(`${who}'s account`, "Your account").replace(new RegExp(`^${RegExp.escape?.(who) ?? who.replace(/\W/g, "\\$&")} has `), "You have ");
}

/** What a player does whose game account is empty; in a demonstration the desk is one touch away. */
function adviceOf(own) {
  const words = make("p", "advice", own.advice);
  if (!own.desk) return [words];
  const way = make("p");
  way.append(make("a", "action strong", "Open the cashier's desk", { href: own.desk }));
  return [words, way];
}

/** What was brought and what is left; a form that brings more, and cashing out. */
export function openMoney(frame, setting, send) {
  const own = frame.money;
  const table = make("table");
  table.append(row("At this table", own.at_table), row("In your game account", own.in_account), row("Brought to tables since you began, less what you cashed out", own.brought));
  const said = make("p", "note", "", { role: "status" });
  const amount = make("input", "part", "", { type: "text", inputmode: "decimal", "aria-label": "Dollars to bring", placeholder: "another amount: $" });
  const done = async (command) => {
    const answer = await send(command);
    if (answer.problem) return (said.textContent = toPlayer(answer.problem.message, frame.who));
    refuse("");
    $("sheet").close();
    return document.querySelector('[data-roving="spot"][tabindex="0"]')?.focus({ preventScroll: true }); // the control that opened this may be gone
  };
  const bring = () => {
    const units = cents(amount.value.trim().replace("$", ""));
    if (!(units > 0)) return (said.textContent = "Say how many dollars.");
    return done({ type: "BringMoney", amount: dollars(units) });
  };
  const offers = make("div", "bring", "", { role: "group", "aria-label": "Amounts to bring" });
  for (const units of amountsOf(setting, cents(own.in_account))) offers.append(button(`Bring ${money(units)}`, "", () => done({ type: "BringMoney", amount: dollars(units) }), "strong"));
  const form = make("form", "bring");
  form.addEventListener("submit", (event) => { event.preventDefault(); bring(); });
  const out = button("Cash out", "", () => done({ type: "CashOut" }), "quiet");
  out.disabled = cents(own.at_table) === 0;
  if (!own.advice) form.append(amount, button("Bring to this table", "", bring, "quiet"));
  if (!own.advice || !out.disabled) form.append(out);
  const more = make("p");
  more.append(make("a", "", "Statement and limits of your account", { href: "/money" }));
  openSheet("Your money", [table, ...(own.advice ? adviceOf(own) : [offers]), form, said, more]);
  (offers.querySelector("button") ?? (own.advice ? $("sheet-close") : amount)).focus();
}
