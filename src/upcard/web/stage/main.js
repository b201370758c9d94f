// The table page: plays the stage of its table, and sends what its viewer does.

import { $, cents, dollars, make, money as inDollars, say, whole } from "./dom.js";
import { Line } from "./line.js";
import { Seats } from "./seats.js";
import { Scene } from "./scene.js";
import { Slip } from "./slip.js";
import { Board } from "./board.js";
import { Wheel } from "./wheel.js";
import { Roads } from "./roads.js";
import { Dealing } from "./dealing.js";
import { Dock, refuse } from "./dock.js";
import { keys } from "./keys.js";
import { kindOf, openKeys, showHints } from "./hints.js";
import { lengthOf, moves, plan, wait } from "./motion.js";
import { explainWager, openHistory, openRules, openSeat, openTold, openWagers, setUpSheets } from "./sheets.js";
import { openShuffles, shortHash } from "./evidence.js";
import { openMoney, showMoney, toPlayer } from "./money.js";
import { play, setUpSound } from "./sound.js";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const state = { alive: false, lost: "", playing: false, chip: 0, chips: [], picked: 0, last: null, played: 0 };
const frames = [];
let frame = null;
let setting = null;
let seats, scene, slip, board, wheel, roads, dealing;

const act = {
  chip(value) { state.chip = value; refresh(); },
  undo() { slip.undo(); refresh(); },
  clear() { slip.clear(); refresh(); },
  double() { slip.double(); refresh(); },
  repeat() { refuse(slip.repeat(frame, position())); refresh(); },
  ready() { goOn(scene.now.phase); },
  send(command) { return line.send(command).then((answer) => (told(answer), answer)); },
  money() { openMoney(frame, setting, act.send); },
  place,
};
const dock = new Dock(table, act);
const line = new Line(table, (next) => { frames.push(next); run(); }, connected);

/** The line is there, or lost; where the server says that it does not have the table, what is shown may be old. */
function connected(alive, words, elsewhere = false) {
  state.alive = alive;
  state.lost = words;
  document.body.classList.toggle("dead", !alive);
  document.body.classList.toggle("elsewhere", elsewhere);
  say(words);
  if (!alive) refuse(""); // an older refusal would stand over it
  if (frame) refresh();
  else $("status").textContent = words;
}

/** Asks for the deal or for the next round: in the phase that is seen, which the table may be ahead of. */
function goOn(phase) {
  if (["wagering", "settled"].includes(phase)) line.ask({ ready: true, phase }).then(told);
}

function told(answer) {
  if (answer.problem) refuse(toPlayer(sentence(answer.problem), frame?.who ?? ""));
}

const sentence = ({ message, section }) => (section && !section.startsWith("submission") ? `${message.replace(/\.$/, "")} (${section.replace("58 Pa. Code ", "")}).` : message);

/** The position whose spots are shown: the one that is asked, one's own, the one picked, or a free one. */
function position() {
  if (!frame || !frame.legal.plays) return 0;
  const own = frame.scene.seats.filter((seat) => seat.own).map((seat) => seat.position);
  const asked = frame.legal.ask?.position;
  if (asked && own.includes(asked)) return asked;
  if (state.picked && (own.includes(state.picked) || !frame.legal.closed[String(state.picked)])) return state.picked;
  if (own.length) return own[0];
  const open = Array.from({ length: setting.positions }, (_, index) => index + 1).filter((at) => !frame.legal.closed[String(at)] && !frame.scene.seats.some((seat) => seat.position === at));
  return open[Math.floor(open.length / 2)] ?? (state.picked || Math.ceil(setting.positions / 2));
}

function pick(at) {
  if (!frame.legal.plays) return openSeat(scene.now.phase ? scene.now : frame.scene, at, (spot) => seats.titleOf(spot));
  const why = frame.legal.open && frame.legal.closed[String(at)];
  if (why && !frame.scene.seats.some((seat) => seat.own && seat.position === at)) return refuse(why);
  state.picked = at;
  refresh();
}

function lay(name, at = position()) {
  if (!frame.legal.plays) return;
  if (!state.alive) return refuse("There is no connection.");
  if (!frame.legal.open) return refuse("Wagers are closed now.");
  const before = slip.total;
  refuse(slip.lay(at, name, state.chip, frame), slip.total > before);
  play("chips");
  refresh();
}

async function place() {
  const short = slip.short();
  if (short) return refuse(short.words);
  refuse("");
  const wagers = slip.wagers();
  slip.remember(wagers);
  state.last = null;
  const answers = await Promise.all(wagers.map((one) => line.send({ type: "PlaceWager", position: one.position, wager: one.wager, amount: dollars(one.amount) })));
  answers.forEach((answer, index) => {
    if (answer.done) slip.placed(wagers[index].key);
    else told(answer);
  });
  refresh();
  if (answers.every((answer) => answer.done) && frame.ready.waiting <= 1 && !frame.ready.joining) goOn("wagering"); // whoever looks on may want to join
}

function build(next, { who, repeats }) {
  setting = whole(next);
  document.title = `${setting.title} ${setting.table} – upcard`;
  $("title").replaceChildren(make("span", "wide", `${setting.title} · `), setting.table);
  $("stage").dataset.family = setting.family;
  $("stage").dataset.positions = setting.positions;
  state.chips = setting.chips.map(cents);
  state.chip = cents(setting.chip);
  seats = new Seats(setting, pick);
  scene = new Scene(setting, seats);
  slip = new Slip(setting, who);
  slip.recall(repeats);
  board = new Board(setting, seats, lay, (wager) => explainWager(setting, frame.meters, wager));
  wheel = setting.family === "wheel" ? new Wheel(setting, lay) : null;
  roads = new Roads(setting);
  dealing = new Dealing(line, told, () => refresh());
  const lines = make("p", "lines");
  lines.append(...setting.lines.map((words) => make("span", "", words)));
  $("beside").prepend(lines);
}

/** Said while a result is on its way: what it is, is told when it has been seen. */
const UNTIL_SEEN = { LuckyNumbersAnnounced: "Lucky Numbers are selected.", BallRested: "The wheel spins." };

/** Says what happens, to the eye and to a screen reader. */
function tell(words) {
  say(words);
  if (words) frame = { ...frame, status: words };
  refresh();
}

/** Plays the frames that have come, one beat after the other. */
async function run() {
  if (state.playing) return;
  state.playing = true;
  while (frames.length) {
    const next = frames.shift();
    if (next.setting) build(next.setting, next);
    frame = next.beats.length && frame && moves() ? during(next, frame) : next;
    seats.choose(position());
    plan(next.beats.map(lengthOf), Boolean(next.legal.ask) || frames.length > 0);
    if (next.beats.length && moves()) dropClosed(next), refresh();
    for (const beat of moves() ? next.beats : []) {
      tell(UNTIL_SEEN[beat.what] ?? beat.say);
      const shown = scene.show(beat.scene);
      await (beat.what === "WagerPlaced" ? wait(lengthOf(beat)) : Promise.all([shown, wheel?.beat(beat) ?? wait(lengthOf(beat) / 2)]));
      if (UNTIL_SEEN[beat.what]) tell(beat.say), await wait(500); // time to read it before the wagers are settled
      if (next.legal.open && beat.scene.phase === "wagering") frame = { ...frame, legal: { ...next.legal, ask: null }, clock: next.clock };
    }
    if (!moves()) say(next.beats.map((beat) => beat.say).filter(Boolean).join(" "));
    frame = next;
    seats.choose(position());
    await scene.show(next.scene);
    wheel?.show(next.scene);
    if (next.past) roads.show(next.past); // else they are those that it shows
    announce(next);
    dropClosed(next);
    const notice = next.beats.findLast((beat) => beat.notice)?.say;
    if (notice && !next.legal.ask) refuse(notice, true, 4000); // nothing on the felt may show it
    state.playing = frames.length > 0;
    refresh();
  }
  state.playing = false;
  refresh();
}

/** What is shown while beats are played: nothing that would tell their end. */
function during(next, before) {
  const open = next.legal.open && before.legal.open;
  const dealing = next.dealing && before.dealing ? { dealing: before.dealing, seq: before.seq } : {};
  const clock = open ? next.clock : null; // the one that runs may belong to what is still to be played
  return { ...next, ...dealing, clock, legal: { ...next.legal, ask: null, open }, status: before.status, balance: before.balance, told: before.told };
}

function dropClosed(next) {
  if (next.legal.open || !next.legal.plays) return;
  if (slip.drop()) refuse("Wagers are closed: what lay on your slip was not placed.", false, 3500);
}

/** Whether the viewer has a wager on the felt. */
const inRound = (now) => Object.values(now.piles).some((pile) => now.seats.some((seat) => seat.own && seat.position === pile.seat));

/** Whether no position takes a wager now, although wagers are open: a device has failed, or all are taken. */
const isShut = () => frame.legal.open && Array.from({ length: setting.positions }, (_, index) => frame.legal.closed[String(index + 1)]).every(Boolean);

/** What a player does first, said until it is done. */
function hint() {
  const { legal, money, scene } = frame;
  if (!state.alive || !legal.plays || !legal.open) return "";
  if (money && !cents(money.at_table) && !slip.total) return money.advice || "Bring money to this table first.";
  if (slip.sent.size || inRound(scene) || isShut()) return "";
  return slip.total ? `Place ${inDollars(slip.total)} to be in this round.` : "Choose a chip, then touch a wager.";
}

const OUT = "You are not in this round. You can wager when the next one opens.";
const HOW = "Then choose a chip and touch a wager: with it you take a position.";

let announced = "";

function announce(next) {
  const { told: round, legal, scene: now } = next;
  if (state.last && now.phase !== "wagering" && now.round > state.last.round) state.last = null; // a round that others played
  if (round && !round.words) return turnOf(legal, now);
  const key = round ? `${round.round}/${round.words}` : "";
  if (round && key !== announced) {
    say(round.words);
    if (legal.plays) play(round.mood === "won" ? "win" : round.mood === "lost" ? "lose" : "chips");
  }
  if (round) announced = key;
  if (round && legal.plays) state.last = round;
  turnOf(legal, now);
}

function turnOf(legal, now) {
  if (!legal.ask) return;
  const hand = Object.values(now.cards).find((one) => one.turn && one.total);
  say(hand ? `${legal.ask.words} You have ${hand.total}.` : legal.ask.words);
  play("turnYou");
}

function refresh() {
  if (!frame) return;
  slip.seen(scene.now);
  seats.choose(position());
  seats.show(scene.now.phase ? scene.now : frame.scene);
  board.show(frame, slip, position());
  if (slip.sent.size || inRound(frame.scene) || inRound(scene.now) || frame.told?.round === frame.scene.round) state.played = frame.scene.round;
  const out = frame.legal.plays && !frame.legal.open && state.played !== frame.scene.round;
  const guided = [hint(), out ? OUT : ""];
  seats.guide(...guided);
  wheel?.guide(...guided, frame.legal.plays && frame.legal.open);
  wheel?.slip(slip, position(), frame);
  dealing.show(frame, state.playing);
  const sits = frame.scene.seats.some((seat) => seat.own);
  const idle = out && setting.family === "baccarat" ? (sits ? OUT : `${OUT} ${HOW}`) : ""; // elsewhere the felt says it
  dock.show(frame, slip, { ...state, idle, shut: isShut(), scene: scene.now, titleOf: (spot) => seats.titleOf(spot), dealing: frame.dealing ? dealing : null });
  showMoney(frame.money);
  showLeave(frame.legal.leave[0]);
  $("open-shuffle").hidden = !frame.commitment;
  $("open-shuffle").title = frame.commitment && `The shuffle in use: ${shortHash(frame.commitment)}`;
  $("open-history").hidden = !frame.legal.plays;
  $("stage").classList.toggle("open", frame.legal.open);
  $("stage").classList.toggle("watching", !frame.legal.plays);
  keys.rove();
  if (!state.playing) keys.follow(frame.legal.open);
  showHints(kindOf(frame.legal, frame.dealing?.deals));
}

/** Leaving the table, in the bar where the dock has no room for it. */
function showLeave(position) {
  const leave = $("leave");
  leave.hidden = !position || !state.alive;
  leave.setAttribute("aria-label", `Leave position ${position}`);
}

setUpSound();
setUpSheets();
keys.listen();
$("open-wagers").addEventListener("click", () => setting && openWagers(setting, frame.meters));
$("open-rules").addEventListener("click", () => setting && openRules(setting));
$("status").addEventListener("click", () => state.last && $("status").classList.contains("last") && openTold(state.last, table));
$("open-history").addEventListener("click", () => openHistory(table, seats.titles, state.last, frame?.who));
$("open-shuffle").addEventListener("click", () => openShuffles(table, frame.legal.plays ? line : null));
$("open-keys").addEventListener("click", () => frame && openKeys(kindOf(frame.legal, frame.dealing?.deals)));
$("leave").addEventListener("click", () => frame && act.send({ type: "LeaveSeat", position: frame.legal.leave[0] }));
$("money").addEventListener("click", act.money);
document.addEventListener("visibilitychange", () => { if (!document.hidden) run(); });
window.upcardLine = line; // for whoever looks for a fault, and the tests
line.open();
