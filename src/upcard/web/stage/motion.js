// Motion: how long things take, and cards and chips that fly from place to place.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const WHOLE = 3400; // milliseconds that a frame's beats may take together
const LEAST = 150;

const LENGTHS = { CardDealt: 300, WinnerAnnounced: 600, HoleCardTurned: 420, WagerSettled: 340, CardsSwitched: 500, LuckyNumbersAnnounced: 700, BallRested: 2600, DealerBlackjack: 600, BetsClosed: 350 };

/** How long a beat takes at the usual speed. */
export const lengthOf = (beat) => LENGTHS[beat.what] ?? 150;

export const pace = { speed: 1 };

export const moves = () => !still.matches && !document.hidden;

/** Sets the speed so that beats of these lengths end in time; faster while somebody waits. */
export function plan(lengths, waited) {
  const total = lengths.reduce((sum, one) => sum + one, 0);
  const limit = waited ? WHOLE * 0.7 : WHOLE;
  pace.speed = total > limit ? total / limit : 1;
}

export const length = (wanted) => Math.max(LEAST, wanted / pace.speed);

export function wait(wanted) {
  return moves() ? new Promise((done) => setTimeout(done, length(wanted))) : Promise.resolve();
}

/** Flies an element from a box to where it lies now. */
export function from(element, box, wanted, easing = "cubic-bezier(.2,.7,.3,1)") {
  if (!moves() || !box) return Promise.resolve();
  const to = element.getBoundingClientRect();
  if (!to.width) return Promise.resolve();
  const x = box.left + box.width / 2 - to.left - to.width / 2;
  const y = box.top + box.height / 2 - to.top - to.height / 2;
  const scale = Math.max(0.4, Math.min(1.6, box.width / to.width || 1));
  const copy = lifted(element, to);
  element.style.visibility = "hidden";
  const flight = copy.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration: length(wanted), easing },
  );
  return flight.finished.catch(() => {}).finally(() => {
    element.style.visibility = "";
    copy.remove();
  });
}

/** A copy of an element that lies over the whole page, where the element is: no box cuts it off. */
function lifted(element, at) {
  const copy = element.cloneNode(true);
  copy.classList.add("flying");
  copy.removeAttribute("data-pile");
  copy.setAttribute("aria-hidden", "true");
  copy.style.left = `${at.left}px`;
  copy.style.top = `${at.top}px`;
  copy.style.width = `${at.width}px`;
  copy.style.height = `${at.height}px`;
  copy.style.setProperty("--w", `${at.height / 1.4}px`); // a card's width, which it had from its hand
  document.body.append(copy);
  return copy;
}

/** Flies a copy of an element away to a box; the element itself is gone at once. */
export function away(element, box, wanted) {
  const at = element.getBoundingClientRect();
  if (!moves() || !box || !at.width) {
    element.remove();
    return Promise.resolve();
  }
  const copy = lifted(element, at);
  element.remove();
  const x = box.left + box.width / 2 - at.left - at.width / 2;
  const y = box.top + box.height / 2 - at.top - at.height / 2;
  const flight = copy.animate(
    [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.5)`, opacity: 0.2 }],
    { duration: length(wanted), easing: "cubic-bezier(.5,0,.8,.4)" },
  );
  return flight.finished.catch(() => {}).finally(() => copy.remove());
}

export async function turn(element, change, wanted = 300) {
  if (!moves()) return change();
  const half = length(wanted) / 2;
  await element.animate([{ transform: "none" }, { transform: "rotateY(90deg)" }], { duration: half }).finished.catch(() => {});
  change();
  await element.animate([{ transform: "rotateY(-90deg)" }, { transform: "none" }], { duration: half }).finished.catch(() => {});
}
