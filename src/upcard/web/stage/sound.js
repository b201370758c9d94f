// Sound: short noises and tones, made in the browser; off until somebody turns it on.

import { $, make, store } from "./dom.js";

let context = null;
let on = store("upcard/sound") === true;

const TONES = { card: [0.05, 1400], turn: [0.07, 900], chips: [0.04, 3200] };
const MELODIES = { win: [660, 880], lose: [330, 262], turnYou: [520], spin: [180, 190, 200] };

export function setUpSound() {
  const switchIt = $("sound");
  const show = () => {
    switchIt.setAttribute("aria-pressed", String(on));
    switchIt.replaceChildren(make("span", "wide", on ? "Sound on" : "Sound off"), make("span", "narrow", "♪", { "aria-hidden": "true" }));
    switchIt.setAttribute("aria-label", "Sound");
  };
  switchIt.addEventListener("click", () => {
    on = !on;
    store("upcard/sound", on);
    show();
    play("chips");
  });
  show();
}

export function play(what) {
  if (!on || navigator.userActivation?.hasBeenActive === false) return; // a browser lets no page sound before it is touched
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  if (TONES[what]) noise(...TONES[what]);
  else MELODIES[what]?.forEach((pitch, place) => tone(pitch, place * 0.11));
}

function noise(seconds, pitch) {
  const rate = context.sampleRate;
  const buffer = context.createBuffer(1, Math.ceil(rate * seconds), rate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / data.length);
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(volume(0.25, seconds)).connect(context.destination);
  source.start();
}

function tone(pitch, after) {
  const source = context.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(volume(0.12, 0.22, after)).connect(context.destination);
  source.start(context.currentTime + after);
  source.stop(context.currentTime + after + 0.22);
}

/** A volume that fades within `seconds`, `after` seconds from now: each tone of a melody begins at its own. */
function volume(level, seconds, after = 0) {
  const gain = context.createGain();
  const begins = context.currentTime + after;
  gain.gain.setValueAtTime(level, begins);
  gain.gain.exponentialRampToValueAtTime(0.001, begins + seconds);
  return gain;
}
