// The scene: cards, chips and seats, changed from one beat to the next; what stays is not redrawn.

import { $, SUITS, cents, chip, chipKind, cardWords, make, money } from "./dom.js";
import { away, from, turn } from "./motion.js";
import { play } from "./sound.js";

const EMPTY = { round: 0, cards: {}, piles: {}, seats: [], lucky: {}, pocket: null };

let fetched = [];

/** Fetches the drawings of all cards, so that none is blank when it is dealt. */
function fetchCards() {
  if (fetched.length) return;
  const names = [...Object.keys(SUITS)].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  fetched = ["back", ...names].map((name) => Object.assign(new Image(), { src: `/cards/${name}.svg` }));
}

export class Scene {
  constructor(setting, seats) {
    this.setting = setting;
    this.seats = seats;
    this.now = EMPTY;
    this.places = new Map();
    this.piles = new Map();
    if (setting.family !== "wheel") (globalThis.requestIdleCallback ?? setTimeout)(fetchCards);
  }

  /** Shows a scene; resolves when everything lies where it belongs. */
  async show(scene) {
    const before = this.now;
    this.now = scene;
    this.seats.show(scene);
    await Promise.all([this.cards(scene, before), this.chips(scene)]);
  }

  /** The element of a place, below its seat. */
  place(key, cards) {
    let place = this.places.get(key);
    if (!place) {
      const root = make("div", "hand", "", { "data-place": key, role: "group" });
      place = { root, name: make("span", "hand-name"), row: make("div", "cards"), total: make("span", "total"), tag: make("span", "tag"), list: [] };
      const tags = make("div", "tags");
      tags.append(place.name, place.total, place.tag);
      root.append(place.row, tags);
      this.places.set(key, place);
    }
    const home = this.seats.homeOf(cards);
    if (place.root.parentElement !== home) home.append(place.root);
    return place;
  }

  async cards(scene, before) {
    const flights = [];
    const orphans = [];
    const wanted = [];
    for (const [key, place] of [...this.places]) {
      const faces = scene.cards[key]?.cards ?? [];
      place.list = place.list.filter((one, index) => {
        const face = faces[index];
        if (face !== undefined && (one.face === face || one.face === "??" || face === "??") && scene.round === before.round) return true;
        if (face !== undefined && one.face === face) return true;
        orphans.push(one);
        return false;
      });
      if (!scene.cards[key]) {
        this.places.delete(key);
        place.gone = true;
      }
    }
    const boxes = new Map(orphans.map((one) => [one, one.element.getBoundingClientRect()]));
    for (const [key, cards] of Object.entries(scene.cards)) {
      const place = this.place(key, cards);
      cards.cards.forEach((face, index) => {
        const one = place.list[index];
        if (!one) wanted.push({ place, face, index });
        else if (one.face !== face) flights.push(this.turned(one, face));
      });
    }
    for (const { place, face, index } of wanted) {
      const moved = orphans.findIndex((one) => one.face === face && scene.round === before.round);
      const one = moved >= 0 ? orphans.splice(moved, 1)[0] : this.card(face);
      const box = boxes.get(one) ?? $("shoe").getBoundingClientRect();
      place.list[index] = one;
      place.row.append(one.element);
      if (moved < 0) play("card");
      flights.push(from(one.element, box, moved >= 0 ? 450 : 280));
    }
    for (const one of orphans) flights.push(away(one.element, $("rack").getBoundingClientRect(), 300));
    for (const place of this.places.values()) this.label(place, scene);
    await Promise.all(flights);
    document.querySelectorAll(".hand").forEach((root) => {
      if (!this.places.has(root.dataset.place) || this.places.get(root.dataset.place).root !== root) root.remove();
    });
  }

  label(place, scene) {
    const cards = scene.cards[place.root.dataset.place];
    if (!cards) return;
    place.name.textContent = cards.name;
    place.total.textContent = cards.total;
    place.total.hidden = !cards.total;
    place.tag.textContent = cards.tag;
    place.tag.hidden = !cards.tag;
    place.root.className = `hand ${cards.mood} ${cards.turn ? "turn" : ""} ${cards.cards.length ? "" : "bare"} n${Math.min(9, cards.cards.length)}`;
    const faces = cards.cards.map(cardWords).join(", ");
    place.root.setAttribute("aria-label", `${cards.name}${faces ? `: ${faces}` : ""}${cards.total ? `, total ${cards.total}` : ""}${cards.tag ? `, ${cards.tag}` : ""}`);
  }

  card(face) {
    const element = make("span", "card");
    const one = { element, face };
    this.face(one, face);
    return one;
  }

  face(one, face) {
    one.face = face;
    const drawn = make("img", "", "", { src: `/cards/${face === "??" ? "back" : face}.svg`, alt: cardWords(face), width: 100, height: 140 });
    one.element.replaceChildren(drawn);
  }

  turned(one, face) {
    one.face = face;
    play("turn");
    return turn(one.element, () => this.face(one, face));
  }

  // Chips

  async chips(scene) {
    const flights = [];
    for (const [key, shown] of [...this.piles]) {
      if (scene.piles[key]) continue;
      this.piles.delete(key);
      const next = scene.piles[`${key}/decided`];
      if (next) continue; // it grows in place
      const home = shown.pile.mood ? this.seats.purse(shown.pile.seat) : $("rack");
      flights.push(away(shown.element, home.getBoundingClientRect(), 320));
      play("chips");
    }
    for (const [key, pile] of Object.entries(scene.piles)) {
      const known = this.piles.get(key);
      if (known && known.pile.amount === pile.amount && known.pile.mood === pile.mood) {
        const home = this.seats.pileHome(pile);
        if (known.element.parentElement !== home) home.append(known.element);
        continue;
      }
      flights.push(this.lay(key, pile, known));
    }
    await Promise.all(flights);
    for (const element of document.querySelectorAll("[data-pile]")) {
      if (this.piles.get(element.dataset.pile)?.element !== element) element.remove();
    }
  }

  lay(key, pile, known) {
    const amount = cents(pile.amount);
    const element = chip(amount);
    const title = this.seats.titleOf(pile.spot);
    element.dataset.pile = key;
    element.classList.add(chipKind(amount));
    if (pile.mood) element.classList.add(`pile-${pile.mood}`);
    if (this.setting.family === "wheel" && pile.seat === this.seats.chosen) element.classList.add("own"); // others' lie there too
    element.title = `${title}: ${money(amount)}`;
    element.append(make("span", "unseen", ` on ${title}${pile.mood ? `, ${pile.mood}` : ""}`));
    known?.element.remove();
    const former = document.querySelector(`[data-pile="${CSS.escape(key.replace(/\/decided$/, ""))}"]`);
    if (key.endsWith("/decided")) former?.remove();
    this.piles.set(key, { element, pile });
    const home = this.seats.pileHome(pile);
    const sent = home.querySelector(".sent"); // the viewer's own, which lie there already
    sent?.remove();
    home.append(element);
    if (sent) return Promise.resolve();
    play(pile.mood === "won" ? "win" : "chips");
    const start = pile.mood ? $("rack") : this.seats.purse(pile.seat);
    return from(element, start.getBoundingClientRect(), 320);
  }
}
