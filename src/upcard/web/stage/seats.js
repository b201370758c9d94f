// The seats: the viewer's own large, the others in a strip; where cards and chips have their home.

import { $, make, named } from "./dom.js";
import { Terminals } from "./terminals.js";

export class Seats {
  constructor(setting, choose) {
    this.setting = setting;
    this.titles = Object.fromEntries(setting.spots.map((spot) => [spot.name, spot.title]));
    this.chosen = 0;
    this.named = "";
    this.guided = ["", ""];
    this.all = new Map();
    $("others").replaceChildren();
    $("mine").replaceChildren();
    $("dealer").replaceChildren();
    this.name = make("h2", "mine-name");
    this.hands = make("div", "hands");
    this.spots = make("div", "spots");
    this.aside = make("div", "aside");
    this.idle = make("p", "idle");
    $("mine").append(this.name, this.hands, this.idle, this.spots, this.aside);
    const others = $("others");
    others.setAttribute("role", "group");
    others.setAttribute("aria-label", "Positions");
    for (let position = setting.positions; position >= 1; position--) {
      const root = make("div", "seat", "", { "data-seat": position });
      const pick = make("button", "seat-name", "", { type: "button", "data-roving": "seat" });
      pick.addEventListener("click", () => choose(position));
      const hands = make("div", "hands");
      const piles = make("div", "piles");
      const terminals = setting.family === "terminals" ? new Terminals() : null;
      root.append(hands, terminals?.root ?? piles, pick);
      others.append(root);
      this.all.set(position, { root, pick, hands, piles, terminals });
    }
  }

  titleOf(spot) {
    return this.titles[spot] ?? named(spot);
  }

  /** The seat that is shown large; 0 for none. */
  choose(position) {
    if (position === this.chosen) return;
    this.chosen = position;
    for (const [number, seat] of this.all) {
      seat.root.classList.toggle("chosen", number === position);
      for (const hand of [...seat.hands.children]) if (number === position && this.setting.family !== "terminals") this.hands.append(hand);
    }
  }

  show(scene) {
    const seats = new Map(scene.seats.map((seat) => [seat.position, seat]));
    for (const [position, { root, pick, terminals }] of this.all) {
      terminals?.show(scene.terminals.filter((one) => one.seat === position));
      const seat = seats.get(position);
      const who = seat ? (seat.own ? "You" : seat.player) : "";
      pick.replaceChildren(make("b", "", String(position)), make("span", "", who || "free"));
      pick.setAttribute("aria-label", `Position ${position}, ${who || "free"}${seat?.turn ? ", on turn" : ""}`);
      pick.setAttribute("aria-pressed", String(position === this.chosen));
      root.classList.toggle("own", Boolean(seat?.own));
      root.classList.toggle("free", !seat);
      root.classList.toggle("turn", Boolean(seat?.turn));
      root.classList.toggle("chosen", position === this.chosen);
    }
    const taken = [...this.all.keys()].filter((position) => seats.has(position)).length;
    $("others").style.setProperty("--units", String(Math.max(3, taken + 0.4 * (this.all.size - taken)))); // seats' widths: a free one is narrow
    const others = scene.seats.some((seat) => seat.position !== this.chosen);
    $("stage").classList.toggle("alone", this.setting.family === "cards" && Boolean(this.chosen) && !others);
    const mine = seats.get(this.chosen);
    const who = mine ? (mine.own ? "You" : mine.player) : "free";
    this.named = this.chosen ? `Position ${this.chosen} · ${who}` : "";
    $("mine").classList.toggle("turn", Boolean(mine?.turn));
    this.guide(...this.guided);
  }

  /** What to do next, where one's own cards will lie: `hint` while wagers are open, `idle` later. */
  guide(hint, idle) {
    this.guided = [hint, idle];
    const words = hint && this.named ? [this.named, make("small", "", hint)] : [this.named];
    if (this.name.textContent !== `${this.named}${hint}`) this.name.replaceChildren(...words);
    const free = this.hands.children.length ? "" : idle;
    if (this.idle.textContent !== free) this.idle.textContent = free;
    this.idle.hidden = !free;
  }

  homeOf(cards) {
    if (cards.seat === 0) return $("dealer");
    if (cards.seat === -1) return this.hands;
    if (cards.seat === this.chosen && this.setting.family !== "terminals") return this.hands;
    return this.all.get(cards.seat).hands;
  }

  pileHome(pile) {
    if (this.setting.family === "wheel") return this.wheelHome(pile);
    if (pile.seat === this.chosen) {
      const spot = this.spots.querySelector(`[data-spot="${CSS.escape(pile.spot)}"] .pile`);
      return spot ?? this.asideOf(pile.spot);
    }
    return this.all.get(pile.seat)?.piles ?? this.aside;
  }

  /** The place of a wager that has no spot, such as Insurance: beside the own hands, with its name. */
  asideOf(name) {
    const known = this.aside.querySelector(`[data-aside="${CSS.escape(name)}"] .pile`);
    if (known) return known;
    const [root, pile] = [make("div", "aside-spot", "", { "data-aside": name }), make("span", "pile")];
    root.append(pile, make("small", "", this.titleOf(name)));
    this.aside.append(root);
    return pile;
  }

  wheelHome(pile) {
    return document.querySelector(`[data-spot="${CSS.escape(pile.spot)}"] .pile`) ?? this.aside;
  }

  purse(seat) {
    return seat === this.chosen ? $("balance").hidden ? $("dock") : $("balance") : this.all.get(seat)?.pick ?? $("dock");
  }
}
