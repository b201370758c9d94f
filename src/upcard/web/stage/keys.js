// Keys: each button that is shown has at most one; arrow keys walk within a group.

import { $ } from "./dom.js";

const GROUPS = ["menu", "seat", "spot", "chip"];
const SETTLES = 450; // milliseconds in which a control that took the focus by itself takes no key

export const keys = {
  at: -Infinity,
  inStage: false,

  listen() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $("sheet").open) return;
      if (event.target.matches("input, select, textarea")) return;
      if (event.target.dataset?.roving && event.key.startsWith("Arrow")) return walk(event);
      if (event.key === "Enter" || event.key === " ") {
        const fresh = event.repeat || performance.now() - this.at < SETTLES;
        if (fresh && event.target.closest("#dock")) return event.preventDefault(); // it was meant for what was there before
        if (event.target.closest("button, a, summary")) return; // it presses what has the focus
      }
      const pressed = [...document.querySelectorAll("#dock [data-key], #felt [data-key], #bar [data-key]")].find((one) => one.dataset.key.toLowerCase() === event.key.toLowerCase() && !one.disabled && one.offsetParent);
      if (!pressed) return;
      event.preventDefault();
      pressed.click();
    });
    document.addEventListener("pointerdown", () => { this.inStage = false; }, true);
    document.addEventListener("focusin", ({ target }) => { this.inStage = Boolean(target.closest("#mine, #dock")); });
  },

  /** The focus does not stay on what is gone or closed: the first control that is legal has it next. */
  follow(open) {
    const here = document.activeElement;
    const closed = here === document.body || (here.dataset.roving === "spot" && here.getAttribute("aria-disabled") === "true");
    if (!this.inStage || !closed) return;
    const spots = [...document.querySelectorAll('[data-roving="spot"]')].filter((one) => one.getAttribute("aria-disabled") !== "true");
    const dock = [...$("actions").querySelectorAll("button:enabled, a")];
    const next = open ? spots.find((one) => one.tabIndex === 0) ?? spots[0] : dock.find((one) => one.classList.contains("strong")) ?? dock[0];
    if (!next || next === here) return;
    this.at = performance.now();
    next.focus({ preventScroll: true });
  },

  /** One member of each group takes the focus by Tab: the one in use, or the first. */
  rove() {
    for (const group of GROUPS) {
      const members = [...document.querySelectorAll(`[data-roving="${group}"]`)].filter((one) => !one.hidden);
      const current = members.find((one) => one === document.activeElement) ?? members.find((one) => group !== "menu" && one.getAttribute("aria-pressed") === "true") ?? members.find((one) => one.tabIndex === 0) ?? members[0];
      for (const one of members) one.tabIndex = one === current ? 0 : -1;
    }
  },
};

/** Moves the focus to the nearest member of the group in the arrow's direction. */
function walk(event) {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const here = middle(event.target);
  let best = null;
  let least = Infinity;
  for (const one of document.querySelectorAll(`[data-roving="${event.target.dataset.roving}"]`)) {
    if (one === event.target || !one.offsetParent) continue;
    const at = middle(one);
    const along = (at.x - here.x) * x + (at.y - here.y) * y;
    const across = Math.abs((at.x - here.x) * y) + Math.abs((at.y - here.y) * x);
    if (along <= 1) continue;
    const far = along + across * 2.5;
    if (far < least) [best, least] = [one, far];
  }
  event.preventDefault();
  if (!best) return;
  event.target.tabIndex = -1;
  best.tabIndex = 0;
  best.focus();
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
