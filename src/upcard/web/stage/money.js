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

/** What was brought and what is left; a form that brings more, and cashing out. */
export function openMoney(frame, send) {
  const own = frame.money;
  const table = make("table");
  table.append(row("At this table", own.at_table), row("In your game account", own.in_account), row("Brought to tables since you began, less what you cashed out", own.brought));
  const said = make("p", "note", "", { role: "status" });
  const amount = make("input", "part", "", { type: "text", inputmode: "decimal", "aria-label": "Dollars to bring", placeholder: "$ to bring" });
  const done = async (command) => {
    const answer = await send(command);
    if (answer.problem) said.textContent = answer.problem.message;
    else {
      refuse("");
      $("sheet").close();
    }
  };
  const bring = () => {
    const units = cents(amount.value.trim().replace("$", ""));
    if (!(units > 0)) return (said.textContent = "Say how many dollars.");
    return done({ type: "BringMoney", amount: dollars(units) });
  };
  const form = make("form", "bring");
  form.addEventListener("submit", (event) => { event.preventDefault(); bring(); });
  const out = button("Cash out", "", () => done({ type: "CashOut" }), "quiet");
  out.disabled = cents(own.at_table) === 0;
  form.append(amount, button("Bring to this table", "", bring, "strong"), out);
  const more = make("p");
  more.append(make("a", "", "Statement and limits of your account", { href: "/money" }));
  openSheet("Your money", [table, form, said, more]);
  amount.focus();
}
