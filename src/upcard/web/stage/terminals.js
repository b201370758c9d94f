// The terminals of a position at a hybrid table, for those who may see what every player plays.

import { cardShort, cardWords, cents, make, money } from "./dom.js";

/** A player's hands in words: the cards, the total, and what the hand came to. */
export function handsOf(one) {
  return one.hands.map((hand) => {
    const line = make("span", `at-hand ${hand.mood} ${hand.turn ? "turn" : ""}`);
    const cards = make("span", "", hand.cards.map(cardShort).join(" "), { role: "img", "aria-label": hand.cards.map(cardWords).join(", ") });
    line.append(cards, make("b", "total", hand.total), ...(hand.tag ? [make("span", "tag", hand.tag)] : []));
    return line;
  });
}

/** What lies there and is not decided; then what the player won or lost. */
export function moneyOf({ undecided, net, mood }) {
  const won = cents(net);
  if (mood) return { won: `won ${money(won)}`, lost: `lost ${money(-won)}`, level: "came out even" }[mood];
  const lies = cents(undecided) ? `${money(cents(undecided))} in play` : "";
  return [lies, won ? `${won > 0 ? "won" : "lost"} ${money(Math.abs(won))} so far` : ""].filter(Boolean).join(", ");
}

export class Terminals {
  constructor() {
    this.root = make("ul", "terminals", "", { "aria-label": "Terminals" });
    this.root.hidden = true;
    this.shown = "";
  }

  show(all) {
    const form = JSON.stringify(all);
    if (form === this.shown) return;
    this.shown = form;
    this.root.hidden = !all.length;
    this.root.replaceChildren(...all.map((one) => {
      const row = make("li", one.mood);
      const against = one.dealer ? handsOf({ hands: [one.dealer] }) : []; // without a hole card each player's own
      against[0]?.prepend("dealer ");
      row.append(make("b", "who", one.player), ...handsOf(one), ...against, make("span", "net", moneyOf(one)));
      return row;
    }));
  }
}
