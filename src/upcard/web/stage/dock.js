// The dock: what is asked, what may be done, the clock, the balance. Its height never changes.

import { $, button, cents, chipKind, make, money } from "./dom.js";
import { fit } from "./fitting.js";
import { openTold, replayLink } from "./sheets.js";

const CLOCKS = { betting: "wagers close in", answer: "answer within", countdown: "decide within", "next round": "next round in", jackpot: "the payout's next step in", cut: "cut within" };

const NARROW = matchMedia("(max-width: 760px)");

/** How a round ended, in ever fewer words: whole, without the sections, and its sum alone; "Each wager" has the rest. */
export function wordings({ words, wagers }) {
  const brief = wagers.reduce((rest, { section }) => rest.replaceAll(` (${section.replace("58 Pa. Code ", "")})`, ""), words);
  const [sum, reasons] = brief.split(":");
  return [words, brief, ...(reasons ? [`${sum}: see “Each wager”.`] : [])];
}

const MAX_NAMED = 4; // wagers of a player

/** What a player who is ready waits for. */
const goesOn = (players) => (players ? `Waiting for ${players} ${players === 1 ? "player" : "players"}` : "The dealer goes on");

export class Dock {
  constructor(table, act) {
    this.table = table;
    this.act = act;
    this.shown = "";
    this.clock = null;
    setInterval(() => this.tick(), 200);
    this.hold($("actions"));
  }

  /** A control that is pressed stays until it is released: a press is not lost on a new one. */
  hold(root) {
    root.addEventListener("pointerdown", () => { this.held = true; });
    const release = () => setTimeout(() => {
      this.held = false;
      if (this.late) this.show(...this.late);
    });
    for (const ends of ["pointerup", "pointercancel"]) addEventListener(ends, release);
  }

  /** Shows what may be done; the controls are only built anew when they differ. */
  show(frame, slip, state) {
    this.say(frame, slip, state);
    this.setClock(state.alive ? frame.clock : null); // what a lost table's clock shows is not known
    const balance = $("balance");
    balance.hidden = frame.balance === null;
    if (frame.balance !== null) balance.textContent = here(cents(frame.balance));
    const controls = this.controls(frame, slip, state);
    const form = JSON.stringify(controls.form);
    this.late = this.held ? [frame, slip, state] : null;
    if (form === this.shown || this.held) return;
    this.shown = form;
    const focused = document.activeElement?.dataset?.name;
    $("actions").replaceChildren(...controls.build());
    const outcome = $("actions").querySelector(".outcome");
    if (outcome) fit(outcome, wordings(frame.told));
    if (focused) $("actions").querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  /** What happens now; while wagers are placed and the slip is empty, how the last round ended. */
  say(frame, slip, state) {
    const status = $("status");
    const round = state.last;
    const ended = this.ended(frame, slip, state);
    status.className = !state.alive ? "lost" : ended ? `last ${round.mood}` : "";
    const all = !state.alive ? [state.lost] : ended ? wordings(round) : [frame.status];
    fit(status, ended && NARROW.matches ? all.slice(1) : all);
  }

  /** Whether the last round may still be looked at: no chip lies on the slip or the felt since, and one may. */
  ended(frame, slip, state) {
    return state.last && !state.shut && state.scene.phase === "wagering" && !slip.total && !slip.sent.size && !ownPiles(frame.scene).length;
  }

  controls(frame, slip, state) {
    const { legal, told } = frame;
    if (!state.alive) return { form: "dead", build: () => [make("p", "dead", "The controls wait for the connection.")] };
    if (legal.ask && !state.playing) return { form: ["ask", legal.ask], build: () => this.answers(legal.ask) };
    if (legal.cut) return { form: "cut", build: () => [legal.cut, legal.decline].map((one) => this.answer(one)) };
    if (legal.plays && legal.open) {
      const form = ["bet", slip.total, slip.before.length > 0, slip.canRepeat, state.chip, frame.ready, frame.money?.at_table, frame.money?.advice, legal.leave, this.ended(frame, slip, state) && state.last.round, slip.sent.size > 0, ownPiles(frame.scene).length > 0];
      return { form, build: () => this.tray(frame, slip, state) };
    }
    if (legal.plays && told?.words && !state.playing) return { form: ["told", told, frame.ready], build: () => this.told(told, frame.ready) };
    if (!legal.plays) return { form: ["watch", told, frame.dealing?.floor, state.dealing?.training], build: () => this.watching(told, state.dealing) };
    const words = inPlay(state) || state.idle;
    return { form: ["in play", words], build: () => (words ? [make("p", "in-play", words)] : []) };
  }

  answers(ask) {
    const parts = ask.answers.map((one) => this.answer(one));
    const less = ask.answers.find((one) => one.in_part);
    if (less) {
      const part = make("input", "part", "", { type: "text", inputmode: "decimal", id: "part", "aria-label": "Another amount in dollars, for less", placeholder: `${less.words.replace(/ for \$.*/, "")} for less` });
      parts.push(part);
    }
    return parts;
  }

  answer(one) {
    const made = button(one.words, one.key, () => {
      const part = one.in_part ? $("part")?.value.trim().replace("$", "") : "";
      this.act.send(part ? { ...one.command, amount: part } : one.command);
    }, "strong");
    made.dataset.name = `answer-${one.name}`;
    return made;
  }

  tray(frame, slip, state) {
    const chips = make("div", "tray", "", { role: "group", "aria-label": "Chips" });
    state.chips.forEach((value, index) => {
      const shown = value % 100 ? (value / 100).toFixed(2) : String(value / 100);
      const made = make("button", `chip choice ${chipKind(value)}${shown.length > 3 ? " long4" : ""}`, shown, { type: "button", "aria-label": `chip of ${money(value)}`, "aria-pressed": String(value === state.chip), "data-key": String(index + 1), "data-roving": "chip", "data-name": `chip-${value}`, "aria-keyshortcuts": String(index + 1) });
      made.addEventListener("click", () => this.act.chip(value));
      chips.append(made);
    });
    const offered = (words, key, click, may) => {
      const made = button(words, key, click, "quiet");
      made.disabled = !may;
      made.dataset.name = words;
      return made;
    };
    const placed = slip.sent.size > 0 || ownPiles(frame.scene).length > 0;
    const changes = this.ended(frame, slip, state) && !slip.before.length
      ? this.looks(state.last) // nothing can be taken back: the round that ended has the place
      : [offered("Undo", "u", this.act.undo, slip.before.length > 0), offered("Clear", "c", this.act.clear, slip.total > 0), offered("Double", "d", this.act.double, slip.total > 0)];
    const group = make("div", "few", "", { role: "group", "aria-label": "Your slip" });
    group.append(...changes, offered("Rebet", "b", this.act.repeat, slip.canRepeat && !slip.total && !placed));
    return [chips, group, this.main(frame, slip), ...frame.legal.leave.slice(0, 1).map((position) => this.leave(position))];
  }

  main(frame, slip) {
    const ready = frame.ready;
    let made;
    if (!slip.total && ready.may) {
      const words = ready.waiting > 1 ? `Deal now (waits for ${ready.waiting})` : "Deal now";
      made = button(words, "g", this.act.ready, "main strong");
    } else if (!slip.total && ready.asked) {
      made = button(goesOn(ready.waiting), "", () => {}, "main");
      made.disabled = true;
    } else if (frame.money && !slip.total && cents(frame.money.at_table) === 0) {
      made = button(frame.money.advice ? "Get money" : "Bring money", "m", this.act.money, "main strong");
    } else {
      const empty = slip.sent.size ? "Placed" : "Place wagers";
      made = button(slip.total ? `Place ${money(slip.total)}` : empty, "p", this.act.place, "main strong");
      made.disabled = !slip.total;
    }
    made.dataset.name = "main";
    return made;
  }

  leave(position) {
    const made = button(`Leave position ${position}`, "", () => this.act.send({ type: "LeaveSeat", position }), "quiet leave");
    made.dataset.name = "leave";
    return made;
  }

  /** For those who do not play: what was decided, and a dealer's lists. */
  watching(told, dealing) {
    const root = dealing ? dealing.tools() : make("div", "tools");
    if (told) {
      const more = button("What each wager won", "v", () => openTold(told, this.table), "quiet");
      more.dataset.name = "told";
      root.append(more);
    }
    if (!root.children.length) root.append(make("p", "in-play", "You watch this table. Touch a position to see who plays there, and for what."));
    return [root];
  }

  told(told, ready) {
    const parts = [make("p", `outcome ${told.mood}`), ...this.looks(told)];
    if (ready.may || ready.asked) {
      const words = ready.may ? "Next round" : goesOn(ready.waiting);
      const on = button(words, ready.may ? "g" : "", this.act.ready, ready.may ? "strong" : "");
      on.disabled = !ready.may;
      on.dataset.name = "next";
      parts.push(on);
    }
    return parts;
  }

  /** What looks closer at a round: each wager, and its replay. */
  looks(told) {
    const again = replayLink(this.table, told.round);
    again.className = "action quiet";
    const more = button("Each wager", "v", () => openTold(told, this.table), "quiet");
    more.dataset.name = "told";
    return [more, again];
  }

  // The clock

  setClock(clock) {
    if (clock?.until !== this.clock?.until) this.whole = clock ? Math.max(1000, clock.until - Date.now()) : 0;
    this.clock = clock;
    this.tick();
  }

  tick() {
    const shown = $("clock");
    const left = this.clock ? this.clock.until - Date.now() : 0;
    shown.hidden = left <= 0;
    if (left <= 0) return;
    $("clock-words").textContent = CLOCKS[this.clock.what] ?? this.clock.what;
    $("clock-left").textContent = `${Math.ceil(left / 1000)} s`;
    const part = Math.min(1, left / this.whole);
    shown.className = part > 0.5 ? "green" : part > 0.22 ? "amber" : "red";
    $("clock-bar").style.transform = `scaleX(${part})`;
  }
}

const ownPiles = (scene) => Object.values(scene.piles).filter((pile) => scene.seats.some((seat) => seat.own && seat.position === pile.seat));

/** What of the viewer's is on the felt and not decided, in words. */
function inPlay({ scene, titleOf }) {
  const sums = new Map();
  for (const pile of ownPiles(scene).filter((one) => !one.mood)) sums.set(pile.spot, (sums.get(pile.spot) ?? 0) + cents(pile.amount));
  const all = [...sums].map(([spot, amount]) => `${titleOf(spot)} ${money(amount)}`);
  if (all.length > MAX_NAMED) return `In play: ${money([...sums.values()].reduce((sum, one) => sum + one, 0))} on ${all.length} wagers.`;
  return all.length ? `In play: ${all.join(", ")}.` : "";
}

const here = (amount) => (amount > 0 ? `Won here ${money(amount)}` : amount < 0 ? `Lost here ${money(-amount)}` : "Even so far");

/** Says why something was refused, or with `notice` what was changed; while a round is played, not for long. */
export function refuse(words, notice = false, stays = 7000) {
  const shown = $("refused");
  shown.classList.toggle("notice", notice);
  fit(shown, [""]);
  if (words) requestAnimationFrame(() => fit(shown, [words]));
  clearTimeout(refuse.timer);
  if (words) refuse.timer = setTimeout(() => fit(shown, [""]), stays);
}
