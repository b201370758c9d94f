// The dealer's side: the step that is due with its section, answers to enter, payouts, irregularities.

import { $, button, make, write } from "./dom.js";
import { openSheet } from "./sheets.js";
import { refuse } from "./dock.js";

/** How many wagers were accepted, in words. */
const accepted = (wagers) => (wagers === 1 ? "1 accepted wager" : `${wagers} accepted wagers`);

export class Dealing {
  constructor(line, told, changed) {
    this.changed = changed;
    this.line = line;
    this.told = told;
    this.shown = "";
    this.training = false;
    this.learned = null;
    this.automated = Promise.resolve();
  }

  /** The panel; while beats are played it has the step before them, which is not taken again. */
  show(frame, playing = false) {
    this.playing = playing;
    const dealing = frame.dealing;
    $("stage").classList.toggle("dealing", Boolean(dealing));
    if (!dealing) return;
    this.seq = frame.seq;
    this.dealing = dealing;
    this.status = frame.status;
    const form = JSON.stringify([dealing, this.training, this.knows(), dealing.due ? "" : frame.status]);
    if (form === this.shown) return;
    this.shown = form;
    const typed = $("count")?.value;
    let panel = $("procedure");
    if (!panel) $("felt").append((panel = make("section", "procedure", "", { id: "procedure", "aria-label": "The dealer's next step" })));
    const focused = document.activeElement?.dataset?.name;
    panel.classList.toggle("training", this.training);
    const floor = make("p", "floor-lines", dealing.floor.join(" · "));
    panel.replaceChildren(this.due(dealing), this.payouts(dealing), ...(dealing.floor.length ? [floor] : []));
    if (typed && $("count")) $("count").value = typed;
    if (focused) panel.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  due(dealing) {
    const root = make("div", "due");
    const due = dealing.due;
    if (!dealing.deals) {
      root.append(make("h2", "", "What the floor validates"));
      if (!dealing.payouts.length) root.append(make("p", "", "No payout waits at this table."));
      return root;
    }
    if (!due) {
      root.append(make("h2", "", dealing.payouts.length ? "A payout waits" : "Nothing is due"), make("p", "", this.status));
      if (this.training && !dealing.attended) root.append(make("p", "", 'To be asked for steps, open "The table does by itself": let a person deal, and switch groups of steps off.'));
      return root;
    }
    if (this.training && dealing.training.length && !this.knows()) return this.lesson(dealing);
    const right = this.training && this.knows() ? "Right. " : "";
    root.append(make("p", "section", `${right}Required by ${due.section}.`, right ? { role: "status" } : {}), make("h2", "", due.name), make("p", "", due.words));
    const actions = make("div", "steps");
    for (const one of due.answers) actions.append(this.named(button(one.words, one.key, this.once(() => this.send(one.command)), "strong"), one.name));
    if (due.count) {
      root.append(make("p", "accepted", `The progressive table shows ${accepted(due.accepted)}.`));
      actions.append(make("input", "part", "", { id: "count", type: "number", min: "0", "aria-label": "Value chips counted", placeholder: "chips" }));
    }
    if (due.step) actions.append(this.named(button(`Take the step: ${due.name.toLowerCase()}`, "Enter", this.once(() => this.take(due)), "strong"), "due"));
    if (due.command) actions.append(this.named(button(due.name, "Enter", this.once(() => this.send(due.command)), "strong"), "due"));
    root.append(actions);
    if (due.count && this.training) root.append(make("p", "why", "", { role: "alert" }));
    return root;
  }

  once(act) {
    return () => { if (!this.playing) act(); };
  }

  named(made, name) {
    made.dataset.name = name;
    return made;
  }

  take(due) {
    if (!due.count) return this.line.step(due.step, this.seq).then(this.told);
    const counted = $("count").value;
    if (counted === "") return refuse("Count the value chips on the layout first.");
    if (this.training && Number(counted) !== due.accepted) return this.miscounted(due); // a learner's slip is not sent
    return this.send({ type: due.step, chips: Number(counted) });
  }

  miscounted(due) {
    write($("procedure").querySelector(".due .why"), `Count again: the chips have to be as many as the progressive table shows, ${accepted(due.accepted)} (${due.section}).`);
    $("count").select();
  }

  send(command) {
    return this.line.send(command).then(this.told);
  }

  /** Whether the learner has named the step that is due now. */
  knows() {
    return this.learned === this.seq;
  }

  /** A learner chooses the next step and is told why a choice is wrong; the right one is then taken. */
  lesson(dealing) {
    const root = make("div", "due lesson");
    root.append(make("h2", "", "Which step comes next?"));
    const why = make("p", "why", "", { role: "alert" });
    const steps = make("div", "steps");
    for (const one of dealing.training) {
      const choice = button(one.name, "", this.once(() => {
        if (!one.refused) return this.learn();
        write(why, `${one.name} is not the next step. ${one.refused}`);
        choice.classList.add("wrong");
        return choice.setAttribute("aria-label", `${one.name}: not the next step`);
      }), "quiet");
      steps.append(this.named(choice, one.step));
    }
    root.append(steps, why);
    return root;
  }

  learn() {
    this.learned = this.seq;
    this.again();
    ($("count") ?? $("procedure").querySelector('[data-name="due"]')).focus();
  }

  /** Switches training; the next step has the focus then, so that Enter takes it and not the switch. */
  train() {
    this.training = !this.training;
    this.again();
    this.changed();
    const next = $("procedure").querySelector('[data-name="due"], .lesson button');
    if (next) next.focus();
    else document.activeElement.blur();
  }

  /** Shows the same moment again, after a change of what is asked for. */
  again() {
    this.show({ dealing: this.dealing, seq: this.seq, status: this.status });
  }

  payouts(dealing) {
    const root = make("div", "payouts");
    for (const one of dealing.payouts) {
      const card = make("div", "payout", "", { role: "group", "aria-label": "Jackpot" });
      card.append(make("h3", "", one.title), make("p", "", one.where), make("p", "", one.words), make("p", "section", `Required by ${one.section}.`));
      if (one.note) card.append(make("p", "note", one.note));
      if (one.command) card.append(this.named(button(one.name, "j", () => this.send(one.command), "strong"), "payout"));
      root.append(card);
    }
    return root;
  }

  /** What the dock offers a dealer besides; it is built before steps that the lists of a later moment offer. */
  tools() {
    const dealing = this.dealing;
    const root = make("div", "tools");
    root.addEventListener("click", (event) => event.detail && document.activeElement.blur(), true); // of a mouse: Enter takes the next step, and does not open the list again
    if (dealing.deals && dealing.irregular.length) root.append(this.named(button("Something went wrong\u00a0…", "o", () => this.list("When something goes wrong, § 633a.14", this.dealing.irregular), "quiet"), "irregular"));
    if (dealing.upkeep.length) root.append(this.named(button("Keep the table\u00a0…", "u", () => this.list("Keeping the table fit for play", this.dealing.upkeep), "quiet"), "upkeep"));
    if (dealing.deals) {
      root.append(this.named(button(this.training ? "Training is on" : "Training is off", "", () => this.train(), "quiet"), "training"));
      root.append(this.named(button("The table does by itself\u00a0…", "", () => this.automations(), "quiet"), "automations"));
    }
    return root;
  }

  list(title, steps) {
    const body = steps.map((one) => {
      const row = make("div", "offered");
      const words = make("div");
      words.append(make("p", "", one.words), make("p", "section", one.section));
      if (one.refused) words.append(make("p", "note", `Not now: ${one.refused}`));
      const send = button(one.name, "", () => { $("sheet").close(); this.send(one.command); }, "quiet");
      send.disabled = Boolean(one.refused);
      row.append(words, send);
      return row;
    });
    openSheet(title, body);
  }

  automations() {
    const { groups, attended } = this.dealing;
    const body = [this.box("A person deals: closes wagers, clears cards", attended, (on) => ({ attended: on })), make("h3", "", "The table does by itself")];
    const chosen = new Set(Object.keys(groups).filter((name) => groups[name][1])); // two quick changes are both sent
    for (const [name, [words, on]] of Object.entries(groups)) {
      if (!words) continue; // the game has no such steps; how they are set stays
      body.push(this.box(words, on, (wanted) => {
        if (wanted) chosen.add(name);
        else chosen.delete(name);
        return { steps: [...chosen] };
      }));
    }
    openSheet("Who deals", body);
  }

  box(words, on, change) {
    const label = make("label", "box");
    const input = make("input", "", "", { type: "checkbox" });
    input.checked = on;
    input.addEventListener("change", () => {
      const wanted = change(input.checked);
      this.automated = this.automated.then(() => this.automate(wanted)); // in the order of the clicks
    });
    label.append(input, make("span", "", words));
    return label;
  }

  async automate(wanted) {
    const answer = await this.line.automate(wanted).catch(() => null);
    if (!answer) refuse("The change was not sent: the connection is lost.");
    else if (!answer.ok) refuse((await answer.json()).message);
  }
}
