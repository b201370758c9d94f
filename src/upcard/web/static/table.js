// The table page in the browser: keys press the buttons that show them, clocks run down, and a
// button that was drawn again keeps the focus. Everything else happens on the server.
"use strict";

const WRITING = "input, textarea, select, [contenteditable]";
const PRESSING = "button, a, [role=button], [role=checkbox], [role=tab]";

let focused = null;
const ends = new Map();

function pressed(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target.matches(WRITING) || document.querySelector(".q-dialog .q-card")) return;
  const betting = target.matches(".tf-area");
  const native = event.key === " " || (event.key === "Enter" && !betting);
  if (native && target.matches(PRESSING)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shown = document.querySelectorAll(`[data-key="${CSS.escape(key)}"]:not([disabled])`);
  const button = [...shown].find((one) => one.getClientRects().length);
  if (!button) return;
  event.preventDefault();
  button.click();
}

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const until = clock.dataset.until;
    if (!ends.has(until)) {
      ends.clear();
      ends.set(until, performance.now() + 1000 * Number(clock.dataset.left));
    }
    const left = Math.max(0, Math.ceil((ends.get(until) - performance.now()) / 1000));
    if (clock.textContent !== `${left} s`) clock.textContent = `${left} s`;
  }
  if (focused && document.activeElement === document.body) {
    const again = document.querySelector(`[data-focus="${CSS.escape(focused)}"]:not([disabled])`);
    if (again) again.focus({ preventScroll: true });
  }
}

document.addEventListener("keydown", pressed);
document.addEventListener("pointerdown", () => { focused = null; });
// A switch that was clicked gives the focus up: the next Enter takes the step that is due. Quasar keeps
// clicks and keys on a switch to itself, so this listens before it.
document.addEventListener("click", (event) => {
  if (event.detail && event.target.closest(".tf-automations")) {
    setTimeout(() => document.activeElement.blur());
  }
}, true);
document.addEventListener("focusin", (event) => {
  focused = event.target.closest("[data-focus]")?.dataset.focus ?? null;
});
setInterval(tick, 250);
