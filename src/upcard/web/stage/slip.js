// The slip: chips that were laid out and not yet placed. Amounts are cents; limits come with the spots.

import { cents, chip, money, store } from "./dom.js";

const MAIN = "blackjack"; // the spot of the Blackjack wager

/** The amount in cents of a wager that is a part, such as 1/5, of a Blackjack wager. */
function partOf(main, spot) {
  const [top, bottom] = spot.part_of_main.split("/").map(Number);
  return Math.floor((main * top) / bottom);
}

export class Slip {
  constructor(setting, who) {
    this.spots = new Map(setting.spots.map((spot) => [spot.name, spot]));
    this.order = new Map(setting.spots.map((spot, index) => [spot.name, (spot.main ? 0 : 1000) + index]));
    this.kept = `upcard/rebet/${who}/${setting.table}`;
    this.laid = new Map();
    this.sent = new Map(); // what the floor has taken, until it is seen on the felt
    this.before = [];
  }

  get total() {
    return [...this.laid].reduce((sum, [key, amount]) => sum + this.wagered(key, amount), 0);
  }

  /** What an amount on a spot comes to: a spot with several areas has it on each. */
  wagered(key, amount) {
    return amount * this.spots.get(key.slice(key.indexOf("/") + 1)).areas;
  }

  keyOf(position, spot) {
    return `${position}/${spot}`;
  }

  /** Lays a chip; returns the sentence that says why not, or what was changed, or "". */
  lay(position, name, chip, frame) {
    const spot = this.spots.get(name);
    const closed = frame.legal.closed;
    const key = this.keyOf(position, name);
    const why = closed[String(position)] ?? closed[key];
    if (why) return why;
    if (`${key}` in frame.scene.piles) return `${spot.title} is placed already.`;
    const missing = spot.needs.find((need) => !this.lies(position, need, frame));
    if (missing) return spot.needs_words;
    const now = this.laid.get(key) ?? 0;
    const { amount, words } = this.covered(key, this.fitted(spot, now, chip, this.beside(position, frame)), frame.money);
    if (amount !== now) {
      this.keep();
      this.laid.set(key, amount);
      this.level();
    }
    return words;
  }

  /** The Blackjack wager of a position, on the slip or on the felt, in cents. */
  beside(position, frame) {
    const placed = Object.values(frame.scene.piles).find((pile) => pile.seat === position && pile.spot === MAIN);
    return this.laid.get(this.keyOf(position, MAIN)) ?? (placed ? cents(placed.amount) : 0);
  }

  /** What is a part of the Blackjack wager on the slip follows it. */
  level() {
    for (const [key] of this.laid) {
      const [position, spot] = [key.split("/")[0], this.spots.get(key.slice(key.indexOf("/") + 1))];
      const main = this.laid.get(this.keyOf(position, MAIN));
      if (spot.part_of_main && main) this.laid.set(key, partOf(main, spot));
    }
  }

  /** No more than the player has at a table to which money is brought. */
  covered(key, wanted, own) {
    if (!own) return wanted;
    const has = cents(own.at_table);
    const now = this.laid.get(key) ?? 0;
    if (this.total + this.wagered(key, wanted.amount - now) <= has) return wanted;
    return { amount: now, words: `You have ${money(has)} at this table: bring more money first.` };
  }

  lies(position, name, frame) {
    const key = this.keyOf(position, name);
    return this.laid.has(key) || Object.values(frame.scene.piles).some((pile) => pile.seat === position && pile.spot === name);
  }

  /** The amount with one chip more: snapped to the amounts permitted, not above the maximum. */
  fitted(spot, now, chip, main = 0) {
    if (spot.part_of_main) {
      const amount = partOf(main, spot) || now;
      return { amount, words: amount === chip ? "" : spot.most_words };
    }
    if (spot.amounts.length) {
      const next = spot.amounts.map(cents).find((amount) => amount > now);
      return { amount: next ?? now, words: next === undefined || next !== now + chip ? spot.most_words : "" };
    }
    const most = cents(spot.maximum);
    if (now + chip > most) return { amount: most, words: spot.most_words };
    return { amount: now + chip, words: "" };
  }

  /** The first spot whose amount is below its minimum, with the sentence; else null. */
  short() {
    for (const [key, amount] of this.laid) {
      const spot = this.spots.get(key.slice(key.indexOf("/") + 1));
      if (amount < cents(spot.minimum)) return { key, words: spot.least_words };
    }
    return null;
  }

  keep() {
    this.before.push(new Map(this.laid));
  }

  undo() {
    if (this.before.length) this.laid = this.before.pop();
  }

  clear() {
    this.keep();
    this.laid = new Map();
  }

  drop() {
    const lay = this.laid.size > 0;
    this.laid = new Map();
    this.before = [];
    return lay;
  }

  double() {
    this.keep();
    for (const [key, amount] of this.laid) {
      const spot = this.spots.get(key.slice(key.indexOf("/") + 1));
      this.laid.set(key, this.fitted(spot, amount, amount).amount);
    }
    this.level();
  }

  /** What was placed last, in another browser too: positions, spots and dollars as the table has them. */
  recall(placed) {
    if (placed.length) store(this.kept, placed.map(([position, spot, amount]) => [this.keyOf(position, spot), cents(amount)]));
  }

  get canRepeat() {
    return Boolean(store(this.kept)?.length);
  }

  /** Lays what was placed last; returns the first sentence that says why a part was left out. */
  repeat(frame, position) {
    this.keep();
    const last = store(this.kept) ?? [];
    const moved = new Set(last.map(([key]) => key.split("/")[0]));
    let words = "";
    for (const [key, amount] of last.sort((one, other) => this.rank(one[0]) - this.rank(other[0]))) {
      const cut = key.indexOf("/");
      const at = moved.size === 1 && position ? position : Number(key.slice(0, cut));
      const name = key.slice(cut + 1);
      if (this.spots.has(name)) words ||= this.lay(at, name, amount, frame);
      this.before.pop();
    }
    this.before.push(new Map());
    return words;
  }

  rank(key) {
    return this.order.get(key.slice(key.indexOf("/") + 1)) ?? 0;
  }

  /** The wagers in the order in which they are placed: the game's own first. */
  wagers() {
    return [...this.laid]
      .sort((one, other) => this.rank(one[0]) - this.rank(other[0]))
      .map(([key, amount]) => {
        const cut = key.indexOf("/");
        return { key, position: Number(key.slice(0, cut)), wager: key.slice(cut + 1), amount };
      });
  }

  remember(wagers) {
    if (wagers.length) store(this.kept, wagers.map(({ key, amount }) => [key, amount]));
  }

  placed(key) {
    this.sent.set(key, this.laid.get(key));
    this.laid.delete(key);
    this.before = [];
  }

  /** Forgets what lies on the felt by now, and at the end of a round all that was sent. */
  seen(scene) {
    const keys = Object.values(scene.piles).map((pile) => this.keyOf(pile.seat, pile.spot));
    if (scene.phase === "wagering") for (const key of keys) this.sent.delete(key);
    else this.sent.clear();
  }

  /** Draws on a spot what lies on the slip, with a dashed edge, or is on its way to the felt. */
  draw(pile, key) {
    const kind = this.laid.has(key) ? "pending" : "sent";
    const amount = this.laid.get(key) ?? this.sent.get(key) ?? 0;
    const before = pile.querySelector(".pending, .sent");
    if (before?.classList.contains(kind) && Number(before.dataset.amount) === amount) return;
    before?.remove();
    if (!amount) return;
    const drawn = chip(amount);
    drawn.classList.add(kind);
    drawn.dataset.amount = String(amount);
    pile.append(drawn);
  }
}
