// The wheel and its layout: spots as buttons in their places, walked with the arrow keys.

import { $, chip, make, money } from "./dom.js";
import { length, moves, wait } from "./motion.js";
import { play } from "./sound.js";

const OUTSIDE = {
  "dozen-1": [1, 3, 4, 1, "1st 12"], "dozen-2": [5, 3, 4, 1, "2nd 12"], "dozen-3": [9, 3, 4, 1, "3rd 12"],
  "column-1": [13, 0, 1, 1, "2 to 1"], "column-2": [13, 1, 1, 1, "2 to 1"], "column-3": [13, 2, 1, 1, "2 to 1"],
  low: [1, 4, 2, 1, "1–18"], even: [3, 4, 2, 1, "even"], red: [5, 4, 2, 1, "red"], black: [7, 4, 2, 1, "black"], odd: [9, 4, 2, 1, "odd"], high: [11, 4, 2, 1, "19–36"],
};

/** Row, column, and extent in rows and columns; a spot on a line or a crossing has no extent. */
function placeOf({ name, numbers }) {
  if (OUTSIDE[name]) return OUTSIDE[name];
  if (numbers.length === 1) return numbers[0] === 0 ? [0, 0, 1, 3] : [Math.floor((numbers[0] - 1) / 3) + 1, (numbers[0] - 1) % 3, 1, 1];
  const cells = numbers.filter((number) => number).map((number) => [Math.floor((number - 1) / 3), (number - 1) % 3]);
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const across = mean(cells.map(([, column]) => column + 0.5));
  if (numbers.includes(0)) return [1, numbers.length === 4 ? 3 : across, 0, 0];
  const whole = [3, 6].includes(numbers.length) && new Set(cells.map(([, column]) => column)).size === 3;
  return [mean(cells.map(([row]) => row + 1.5)), whole ? 3 : across, 0, 0];
}

/** The limits of all spots, in one sentence: of most together, of others by name. */
function limitsOf(spots) {
  const groups = new Map();
  for (const { limits, title } of spots) groups.set(limits, [...(groups.get(limits) ?? []), title.replace(/ .*/, "")]);
  const [most, ...rest] = [...groups].sort(([, one], [, other]) => other.length - one.length);
  const named = rest.map(([limits, titles]) => `${[...new Set(titles)].join(", ")} ${limits}`);
  return `${[...named, `${rest.length ? "others" : "Each wager"} ${most[0]}`].join(", ")}.`;
}

export class Wheel {
  constructor(setting, lay) {
    this.setting = setting;
    this.order = setting.wheel.map(([number]) => number);
    this.colors = Object.fromEntries(setting.wheel);
    this.spots = new Map();
    this.aimed = "";
    this.guided = ["", "", false];
    const root = $("mine");
    root.replaceChildren();
    const layout = make("div", "layout", "", { role: "group", "aria-label": "Layout: arrow keys walk, Space lays a chip" });
    for (const spot of setting.spots) layout.append(this.spot(spot, lay));
    root.append(layout);
    const side = make("div", "wheel");
    this.disc = make("img", "disc", "", { src: "/wheel.svg", alt: "Single-zero wheel" });
    this.ball = make("i", "ball");
    this.rests = make("p", "rests");
    this.lucky = make("ol", "lucky", "", { "aria-label": "Lucky Numbers" });
    this.aim = make("p", "aim");
    this.limits = limitsOf(setting.spots);
    side.append(this.disc, this.ball, this.rests);
    $("dealer").replaceChildren(side, this.lucky, this.aim);
    for (const starts of ["pointerover", "focusin"]) layout.addEventListener(starts, ({ target }) => this.aimAt(target.dataset.spot));
    for (const ends of ["pointerleave", "focusout"]) layout.addEventListener(ends, () => this.aimAt(""));
  }

  /** Says what a chip on a spot would be on, and marks its numbers. */
  aimAt(name) {
    const spot = this.spots.get(name)?.spot;
    this.aimed = spot ? `${spot.title} ${spot.pays.length > 1 ? "pays up to" : "pays"} ${spot.prize}. ${spot.limits}.` : "";
    for (const { root, spot: { numbers } } of this.spots.values()) {
      root.classList.toggle("aimed", Boolean(spot) && numbers.length === 1 && spot.numbers.includes(numbers[0]));
    }
    this.guide(...this.guided);
  }

  /** What to do next, `hint` while wagers are open and `idle` later; else what is aimed at. */
  guide(hint, idle, open) {
    this.guided = [hint, idle, open];
    const words = !open ? [idle] : this.aimed ? [this.aimed] : [hint, "A chip on a line or a crossing is on every number that it touches.", this.limits];
    const shown = words.filter(Boolean).join(" ");
    if (this.aim.textContent !== shown) this.aim.textContent = shown;
  }

  spot(spot, lay) {
    const [row, column, rows, columns] = placeOf(spot);
    const inside = spot.numbers.length === 1;
    const kind = inside ? `cell ${this.colors[spot.numbers[0]]}` : OUTSIDE[spot.name] ? `cell outside on-${spot.name}` : "line";
    const root = make("button", `place ${kind}`, "", { type: "button", "data-roving": "spot", "data-spot": spot.name });
    for (const [name, value] of Object.entries({ r: row, c: column, h: rows, w: columns })) root.style.setProperty(`--${name}`, value);
    const words = inside ? String(spot.numbers[0]) : OUTSIDE[spot.name]?.[4] ?? "";
    root.append(make("span", "number", words), make("span", "pile"), make("span", "luck"));
    root.addEventListener("click", () => lay(spot.name));
    this.spots.set(spot.name, { root, spot });
    return root;
  }

  slip(slip, position, frame) {
    const shut = !frame.legal.open;
    for (const [name, { root, spot }] of this.spots) {
      const pile = root.querySelector(".pile");
      const laid = slip.laid.get(`${position}/${name}`) ?? 0;
      slip.draw(pile, `${position}/${name}`);
      root.setAttribute("aria-label", `${spot.title}${spot.numbers.length > 1 && spot.numbers.length <= 6 && !/\d/.test(spot.title) ? ` ${spot.numbers.join(" ")}` : ""}${laid ? `, ${money(laid)} on your slip` : ""}`);
      root.setAttribute("aria-disabled", String(shut));
    }
  }

  /** Plays a beat of the wheel: Lucky Numbers one after the other, or the spin. */
  async beat(beat) {
    if (beat.what === "LuckyNumbersAnnounced") {
      for (const number of Object.keys(beat.scene.lucky)) {
        this.strike(beat.scene, [number]);
        play("win");
        await wait(450);
      }
      return;
    }
    if (beat.what === "BallRested") await this.spin(beat.scene.pocket);
    else await wait(160);
    this.show(beat.scene);
  }

  strike(scene, numbers) {
    for (const number of numbers) {
      const cell = this.spots.get(`straight-${number}`)?.root;
      if (!cell || cell.classList.contains("struck")) continue;
      cell.classList.add("struck");
      cell.querySelector(".luck").textContent = `${scene.lucky[number]}×`;
      const words = make("li", this.colors[number], `${number} pays ${scene.lucky[number]} to 1`);
      words.dataset.number = number;
      this.lucky.append(words);
    }
  }

  async spin(pocket) {
    play("spin");
    this.rests.textContent = "The wheel spins …";
    const turn = 360 * 4 + (360 * this.order.indexOf(pocket)) / this.order.length;
    this.ball.classList.add("resting");
    const whole = length(2400);
    if (moves()) {
      const spins = { duration: whole, easing: "cubic-bezier(.15,.6,.25,1)" };
      this.disc.animate([{ transform: "none" }, { transform: "rotate(-720deg)" }], spins);
      await this.ball.animate(
        [{ transform: "rotate(0deg) translateY(-47%)" }, { transform: `rotate(${turn}deg) translateY(-47%)`, offset: 0.7 }, { transform: `rotate(${turn}deg) translateY(-33%)` }],
        spins,
      ).finished.catch(() => {});
    }
    this.rest(pocket);
  }

  rest(pocket) {
    this.ball.classList.add("resting");
    this.ball.style.transform = `rotate(${(360 * this.order.indexOf(pocket)) / this.order.length}deg) translateY(-33%)`;
    this.rests.textContent = `${pocket} ${this.colors[pocket]}`;
    this.rests.className = `rests ${this.colors[pocket]}`;
  }

  show(scene) {
    for (const { root, spot } of this.spots.values()) {
      root.classList.toggle("hit", scene.pocket !== null && spot.numbers.includes(scene.pocket) && spot.numbers.length === 1);
      if (spot.numbers.length === 1 && !(String(spot.numbers[0]) in scene.lucky)) {
        root.classList.remove("struck");
        root.querySelector(".luck").textContent = "";
      }
    }
    for (const words of [...this.lucky.children]) if (!(words.dataset.number in scene.lucky)) words.remove();
    this.strike(scene, Object.keys(scene.lucky));
    if (scene.pocket !== null) this.rest(scene.pocket);
    else {
      this.ball.classList.remove("resting");
      this.rests.textContent = "";
      this.rests.className = "rests";
    }
  }
}
