// The replay of a round: the beats that its table page played, one moment after the other.

import { $, button, make, say, whole } from "./dom.js";
import { refuse, wordings } from "./dock.js";
import { fit } from "./fitting.js";
import { Board } from "./board.js";
import { lengthOf, moves, pace, wait } from "./motion.js";
import { Scene } from "./scene.js";
import { Seats } from "./seats.js";
import { explainWager, openTold, setUpSheets } from "./sheets.js";
import { openEvidence, openRecord, openRoundShuffles } from "./evidence.js";
import { Slip } from "./slip.js";
import { setUpSound } from "./sound.js";
import { Wheel } from "./wheel.js";
import { keys } from "./keys.js";
import { openKeys, showHints } from "./hints.js";

const [, , tableName, number] = location.pathname.split("/");
const table = decodeURIComponent(tableName ?? "");
const SPEEDS = [0.5, 1, 2, 4];
const CLOSED = { legal: { plays: false, open: false, closed: {}, ask: null }, meters: [] };
const PAUSE = 420; // milliseconds between two moments that are played

const state = { at: -1, playing: false, speed: 1, busy: Promise.resolve(), picked: 0 };
let round, seats, scene, board, wheel, slip;

async function open() {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/rounds/${number}/replay`);
  if (answer.status === 401) return location.assign(`/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`);
  const read = await answer.json();
  if (!answer.ok) return missing(read.message ?? "This round cannot be shown.");
  build(read);
}

/** Says why there is nothing to show, and leads on. */
function missing(words) {
  $("status").textContent = words;
  $("felt").replaceChildren();
  $("actions").replaceChildren(
    make("a", "action strong", "To the table", { href: `/tables/${encodeURIComponent(table)}` }),
    make("a", "action quiet", "All tables", { href: "/" }),
  );
}

function build(read) {
  round = read;
  const setting = whole(round.setting);
  document.title = `Round ${round.round}, ${setting.title} ${setting.table} – upcard`;
  $("title").replaceChildren(`Round ${round.round}`, make("span", "wide", ` · ${setting.title} ${setting.table}`));
  $("stage").dataset.family = setting.family;
  $("stage").dataset.positions = setting.positions;
  seats = new Seats(setting, pick);
  scene = new Scene(setting, seats);
  slip = new Slip(setting);
  board = new Board(setting, seats, () => {}, (wager) => explainWager(setting, [], wager));
  wheel = setting.family === "wheel" ? new Wheel(setting, () => {}) : null;
  const lines = make("p", "lines");
  lines.append(...setting.lines.map((words) => make("span", "", words)));
  $("beside").replaceChildren(lines);
  const all = [round.scene, ...round.moments.map((one) => one.beat.scene)];
  show(all.flatMap((one) => one.seats).find((seat) => seat.own)?.position ?? 0);
  controls();
  menu();
  const wanted = new URLSearchParams(location.search).get("moment");
  go(wanted ? find(wanted) : round.opens);
}

/** The last moment that is not after the one of an address: others may see fewer. */
function find(wanted) {
  const rank = (moment) => {
    const [record, event = Infinity, part = 0] = moment.split(".").map(Number);
    return [record, event, part];
  };
  const [record, event, part] = rank(wanted);
  const reached = round.moments.filter(({ moment }) => {
    const [at, place, after] = rank(moment);
    return at < record || (at === record && (place < event || (place === event && after <= part)));
  });
  return Math.max(0, reached.length - 1);
}

/** Shows a position large; 0 shows all alike. */
function show(position) {
  state.picked = position;
  $("stage").classList.toggle("watching", !position);
  seats.choose(position);
}

function pick(position) {
  if (round.setting.family === "terminals" || round.setting.family === "wheel") return;
  show(position === state.picked && round.role !== "player" ? 0 : position);
  $("mine").querySelectorAll("[data-pile]").forEach((pile) => pile.remove());
  draw(state.at);
}

const sceneAt = (at) => round.moments[at]?.beat.scene ?? round.scene;

/** Shows the table after a moment at once; a step further is played. */
async function draw(at, played = false) {
  const one = round.moments[at];
  const beat = one?.beat;
  const words = beat?.say || (at < 0 ? "Before the first wager." : "");
  const last = at === round.moments.length - 1 && round.told?.words;
  $("status").className = last ? `last ${round.told.mood}` : "";
  if (last || words) fit($("status"), last ? wordings(round.told) : [words]);
  say(last ? `${beat.say} ${last}` : beat?.say);
  const next = sceneAt(at);
  board.show({ ...CLOSED, scene: next, told: last ? round.told : null }, slip, state.picked);
  wheel?.slip(slip, state.picked, CLOSED);
  await Promise.all([scene.show(next), played && beat ? wheel?.beat(beat) : wheel?.show(next)]);
  seats.show(next);
  keys.rove();
}

function go(to, played = false) {
  const at = Math.max(-1, Math.min(round.moments.length - 1, to));
  state.at = at;
  mark();
  pace.speed = played ? state.speed : 8;
  state.busy = state.busy.then(() => (state.at === at ? draw(at, played) : null)).catch(() => {});
  return state.busy;
}

/** The place on the bar, the address, and what can be pressed. */
function mark() {
  const { at } = state;
  const last = round.moments.length - 1;
  const bar = $("moment");
  bar.value = String(at + 1);
  const words = `Moment ${at + 1} of ${last + 1}`;
  bar.setAttribute("aria-valuetext", words);
  $("balance").textContent = words;
  const moment = round.moments[at]?.moment;
  history.replaceState(null, "", moment ? `?moment=${moment}` : location.pathname);
  $("back").disabled = $("start").disabled = at < 0;
  $("on").disabled = $("end").disabled = at >= last;
}

async function play() {
  if (state.playing) return stop();
  if (state.at >= round.moments.length - 1) await go(-1);
  state.playing = true;
  pressed();
  while (state.playing && state.at < round.moments.length - 1) {
    const to = state.at + 1;
    const length = lengthOf(round.moments[to].beat);
    await Promise.all([go(to, true), moves() ? wait(length) : null]);
    await new Promise((done) => setTimeout(done, PAUSE / state.speed));
    if (state.at !== to) break;
  }
  stop();
}

function stop() {
  state.playing = false;
  pressed();
}

function pressed() {
  $("play").firstChild.textContent = state.playing ? "Pause" : "Play";
}

function step(by) {
  stop();
  go(state.at + by, by === 1);
}

function controls() {
  const named = (name, made) => Object.assign(made, { id: name });
  const bar = make("input", "", "", { type: "range", id: "moment", min: "0", max: String(round.moments.length), value: "0", "aria-label": "Moment of the round" });
  bar.addEventListener("input", () => { stop(); go(Number(bar.value) - 1); });
  const speed = make("select", "action quiet", "", { id: "speed", "aria-label": "Speed" });
  for (const one of SPEEDS) speed.append(make("option", "", `${one}×`, { value: String(one), ...(one === 1 ? { selected: "" } : {}) }));
  speed.addEventListener("change", () => { state.speed = Number(speed.value); pace.speed = state.speed; });
  const presses = make("div", "few presses");
  presses.append(
    named("start", button("Start", "Home", () => { stop(); go(-1); }, "quiet")),
    named("back", button("Back", "ArrowLeft", () => step(-1), "quiet")),
    named("play", button("Play", " ", play, "strong")),
    named("on", button("Step", "ArrowRight", () => step(1), "quiet")),
    named("end", button("End", "End", () => { stop(); go(round.moments.length - 1); }, "quiet")),
    speed,
  );
  $("actions").replaceChildren(bar, presses);
}

/** What the bar above offers: each wager, the records, the shuffle, the evidence, the address of this moment. */
function menu() {
  const offer = (name, click) => { $(name).hidden = false; $(name).addEventListener("click", click); };
  if (round.told) offer("open-told", () => openTold(round.told));
  offer("open-record", () => openRecord(round, round.moments[state.at]?.moment ?? ""));
  if (round.setting.family !== "wheel") offer("open-shuffle", () => openRoundShuffles(table, number));
  if (round.evidence) offer("open-evidence", () => openEvidence(table, number));
  offer("link", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      refuse("The address of this moment is copied.", true);
    } catch {
      refuse(`This moment: ${location.href}`, true);
    }
  });
}

setUpSound();
setUpSheets();
showHints("replay");
$("open-keys").addEventListener("click", () => openKeys("replay"));
keys.listen();
open();
