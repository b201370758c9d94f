// Keys: each button that is shown has at most one; arrow keys walk within a group.

import { $ } from "./dom.js";

const BETTING = ["seat", "spot", "chip"];

export const keys = {
  listen() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || $("sheet").open) return;
      if (event.target.matches("input, select, textarea")) return;
      if (event.target.dataset?.roving && event.key.startsWith("Arrow")) return walk(event);
      const inside = event.target.closest("button, a, summary") && !BETTING.includes(event.target.dataset.roving);
      if ((event.key === "Enter" || event.key === " ") && inside) return; // it presses what has the focus
      const pressed = [...document.querySelectorAll("#dock [data-key], #felt [data-key]")].find((one) => one.dataset.key.toLowerCase() === event.key.toLowerCase() && !one.disabled && one.offsetParent);
      if (!pressed) return;
      event.preventDefault();
      pressed.click();
    });
  },

  /** One member of each group takes the focus by Tab: the one in use, or the first. */
  rove() {
    for (const group of ["menu", ...BETTING]) {
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
