// A sign: meters that count up smoothly, hits announced. It listens to the meters' feed and never
// asks for more. Which meters: ?meter=NAME, as often as wanted; without it all of them. A device
// shows its token behind the #, where no server logs it: #token=…

const COUNTING = 900; // milliseconds in which a meter reaches what it holds
const ANNOUNCING = 12000; // milliseconds for which a hit is announced
const AGAIN = 2000; // milliseconds until the next attempt to connect

const wanted = new URLSearchParams(location.search).getAll("meter");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
const meters = new Map();
const announcements = [];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const small = new Set(["a", "by", "of", "the"]); // words that are small inside a title
const state = document.getElementById("state");
const hit = document.getElementById("hit");
let seen = null;
let moving = false;

function title(name) {
  return name
    .split("/")
    .map((part) => part.split("-").map((word, index) => (index && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(" "))
    .join(" · ");
}

function cents(amount) {
  return Math.round(Number(amount) * 100);
}

function element(tag, kind, parent) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  parent.append(made);
  return made;
}

function card(meter) {
  const article = element("article", "", document.getElementById("meters"));
  const name = element("h2", "", article);
  const amount = element("p", "amount", article);
  const range = element("p", "range", article);
  return { meter, name, amount, range, from: cents(meter.amount), to: cents(meter.amount), since: 0 };
}

// The name of each meter, with the tables that feed it where two have one name.
function entitle() {
  const names = Array.from(meters.values(), ({ meter }) => meter.name);
  for (const { meter, name } of meters.values()) {
    const alone = names.filter((other) => other === meter.name).length === 1;
    name.textContent = alone ? title(meter.name) : `${title(meter.name)} · ${meter.tables.join(", ")}`;
  }
}

function show(meter) {
  if (wanted.length && !wanted.includes(meter.name) && !wanted.includes(meter.stream)) return;
  const known = meters.get(meter.stream) ?? card(meter);
  if (!meters.has(meter.stream)) {
    meters.set(meter.stream, known);
    entitle();
    arrange();
  }
  known.range.textContent = meter.must_hit_by
    ? `must be hit by ${dollars.format(Number(meter.must_hit_by))}`
    : "";
  const to = cents(meter.amount);
  if (to === known.to && known.since) return;
  known.from = to < known.to ? to : now(known, performance.now());
  known.to = to;
  known.since = performance.now();
  move();
}

// The number of columns with which the meters are largest, at four parts of width to one of height.
function arrange() {
  const main = document.getElementById("meters");
  const { clientWidth: width, clientHeight: height } = main;
  const size = (columns) => Math.min(width / columns / 4, height / Math.ceil(meters.size / columns));
  const ways = Array.from(meters, (_, number) => number + 1);
  const best = ways.reduce((one, other) => (size(other) > size(one) ? other : one), 1);
  main.style.setProperty("--columns", best);
  for (const one of main.children) one.style.gridColumn = "";
  const left = best - 1 - ((meters.size - 1) % best); // free places in the last row: the last fills them
  if (left && main.lastElementChild) main.lastElementChild.style.gridColumn = `span ${left + 1}`;
}

function now(meter, at) {
  if (still.matches || !meter.since) return meter.to;
  const part = Math.min(1, (at - meter.since) / COUNTING);
  return Math.round(meter.from + (meter.to - meter.from) * (1 - (1 - part) ** 3));
}

function move() {
  if (moving) return;
  moving = true;
  requestAnimationFrame(function draw(at) {
    let busy = false;
    let longest = 0; // all amounts are as large as the longest allows
    for (const meter of meters.values()) {
      const shown = now(meter, at);
      const text = dollars.format(shown / 100);
      meter.amount.textContent = text;
      longest = Math.max(longest, text.length);
      busy ||= shown !== meter.to;
    }
    moving = busy;
    document.getElementById("meters").style.setProperty("--letters", longest);
    if (busy) requestAnimationFrame(draw);
  });
}

function announce(one) {
  announcements.push(one);
  if (announcements.length === 1) next();
}

function next() {
  const [one] = announcements;
  hit.hidden = one === undefined;
  if (one === undefined) return;
  document.getElementById("hit-name").textContent = title(one.stream.split("/").slice(2).join("/"));
  document.getElementById("hit-amount").textContent = dollars.format(Number(one.amount));
  document.getElementById("hit-where").textContent = `${title(one.what)} at table ${one.table}`;
  setTimeout(() => { announcements.shift(); next(); }, ANNOUNCING);
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const after = seen === null ? "" : `?after=${seen}`;
  const address = `${scheme}//${location.host}/api/meters/feed${after}`;
  const socket = token ? new WebSocket(address, ["bearer", token]) : new WebSocket(address);
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    seen = frame.seq;
    if (!meters.size) frame.meters.sort((one, other) => Number(other.amount) - Number(one.amount)); // the largest first
    frame.meters.forEach(show);
    frame.hits.filter((one) => !wanted.length || meters.has(one.stream)).forEach(announce);
    document.getElementById("enter").hidden = true;
    state.textContent = meters.size ? "" : "No progressive meter is fed at this floor.";
  };
  socket.onclose = async (closed) => {
    const why = await refused();
    state.textContent = closed.reason || why || "The floor cannot be reached: trying again …";
    document.getElementById("enter").hidden = !why || Boolean(token);
    setTimeout(listen, AGAIN);
  };
}

// Why the floor does not let this screen in; empty if it does, or cannot be asked.
async function refused() {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch("/api/meters", { headers }).catch(() => null);
  if (answer?.status !== 401) return "";
  return token ? "This screen's token is not valid. An administrator adds a device under Accounts." : "Nobody is signed in on this screen.";
}

addEventListener("resize", arrange);
listen();
