// The spots of the viewer's seat: each wager by name, with its limits, top prize and meter.

import { $, cents, make, metered, metersOf, money } from "./dom.js";
import { addWhereItFits } from "./fitting.js";

/** How the decided wagers of a spot came out, why, and their mood; the game's own wager once the round is over by its totals. */
function resultOf(wagers, main) {
  if (!wagers.length) return { words: "", why: "", mood: "" };
  if (wagers.some((one) => one.waits)) return { words: "won: waits", why: " for the floor", mood: "won" };
  const net = wagers.reduce((sum, one) => sum + cents(one.net), 0);
  const mood = net > 0 ? "won" : net < 0 ? "lost" : "level";
  const [one, more] = wagers;
  const why = more ? "" : one.why !== mood ? one.why : main ? one.reason : "";
  if (!net) return { words: why || "even", why: "", mood };
  return { words: `${mood} ${money(Math.abs(net))}`, why: why && `: ${why}`, mood };
}

export class Board {
  constructor(setting, seats, lay, explain) {
    this.setting = setting;
    this.seats = seats;
    this.lay = lay;
    this.spots = new Map();
    if (setting.family === "wheel") return;
    for (const spot of setting.spots) seats.spots.append(spot.wager ? this.spot(spot, explain) : this.rest(spot));
  }

  /** An area for winnings or cards. */
  rest(spot) {
    const root = make("div", "spot rest", "", { "data-spot": spot.name, "data-title": spot.title, role: "img", "aria-label": spot.title });
    root.append(make("span", "pile"), make("b", "", spot.title));
    return root;
  }

  spot(spot, explain) {
    const root = make("div", spot.main ? "spot main-spot" : "spot", "", { "data-spot": spot.name, "data-title": spot.title });
    const lay = make("button", "lay", "", { type: "button", "data-roving": "spot" });
    const words = make("span", "spot-words");
    const meter = make("span", "meter");
    const result = make("small", "result");
    words.append(make("b", "", spot.title.replace(/^Baccarat: /, "")), meter, result, make("small", "", spot.main || !spot.prize ? spot.limits : `${spot.prize.startsWith("100%") ? "the whole meter" : `up to ${spot.prize}`} · ${spot.limits.replaceAll(" ", "\u00a0")}`));
    const pile = make("span", "pile");
    lay.append(pile, words);
    lay.addEventListener("click", () => this.lay(spot.name));
    const more = make("button", "more", "?", { type: "button", "aria-label": `What ${spot.title} pays`, title: `What ${spot.title} pays`, tabindex: "-1" });
    more.addEventListener("click", () => explain(spot.wager));
    root.append(lay, more);
    this.spots.set(spot.name, { root, lay, pile, meter, result, spot });
    return root;
  }

  /** Shows the slip, and which places are closed and why. */
  show(frame, slip, position) {
    const { legal, meters } = frame;
    const told = frame.told?.round === frame.scene.round ? frame.told.wagers : [];
    for (const [name, { root, lay, pile, meter, result, spot }] of this.spots) {
      const why = position ? legal.closed[String(position)] ?? legal.closed[`${position}/${name}`] : "";
      const shut = !legal.plays || !legal.open || Boolean(why);
      root.classList.toggle("shut", shut);
      lay.setAttribute("aria-disabled", String(shut));
      lay.title = why ?? "";
      const laid = slip.laid.get(`${position}/${name}`) ?? 0;
      const placed = Object.values(frame.scene.piles).filter((one) => one.seat === position && one.spot === name && !one.mood);
      const sum = placed.reduce((total, one) => total + cents(one.amount), 0);
      const came = resultOf(told.filter((one) => one.seat === position && one.spot === name), spot.main);
      const decidedBy = make("span", "decided-by", came.why);
      result.replaceChildren(came.words, decidedBy);
      result.className = `result ${came.mood}`;
      result.hidden = !came.words;
      lay.setAttribute("aria-label", [`${spot.title}, position ${position}`, sum ? `${money(sum)} placed` : "", `${came.words}${came.why}`, laid ? `${money(laid)} on your slip` : "", why ?? ""].filter(Boolean).join(", "));
      slip.draw(pile, `${position}/${name}`);
      const [shown] = metersOf(meters, spot.wager);
      meter.textContent = shown ? metered(shown.amount) : "";
      meter.hidden = !shown;
      if (came.why) addWhereItFits(decidedBy, result.parentElement, lay);
    }
  }

  /** The element of a spot, for a sentence beside it. */
  at(name) {
    return this.spots.get(name)?.root ?? $("mine");
  }
}
