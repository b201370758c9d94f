// What a visitor does on a page reaches the server once and in order, however slow or broken the
// connection is: each event is numbered, kept, and sent until the server has acknowledged it.
"use strict";

(() => {
  const PRESSES = ["click", "keydown"];
  const LASTS = 1000;  // milliseconds after which the page says that something is on its way
  const AGAIN = 250;  // milliseconds until what came too early is sent again
  const UNSENT = "uc-unsent";
  const waiting = [];  // events that are not acknowledged, in order: {message, since}
  const said = document.createElement("div");
  let socket, emit, timer, number = 0;

  function post(event) {
    emit("event", event.message, (taken) => {
      if (taken) waiting.splice(0, 1 + waiting.indexOf(event));
      else timer ??= setTimeout(postAll, AGAIN);
    });
  }

  function postAll() {
    timer = undefined;
    if (socket.connected) waiting.forEach(post);
  }

  function send(name, ...args) {
    if (name !== "event") return emit(name, ...args);
    const pressed = PRESSES.includes(window.event?.type);
    const message = { ...args[0], document: window.documentId, number: ++number, pressed };
    const event = { message, since: performance.now() };
    waiting.push(event);
    if (socket.connected) post(event);
    return socket;
  }

  function tell() {
    const late = waiting.length && performance.now() - waiting[0].since > LASTS;
    if (!late) said.remove();
    else if (!said.isConnected) document.body.append(said);
  }

  function left(event) {
    if (event.persisted) return;  // the browser keeps the page and may come back to it
    if (waiting.some((one) => one.message.pressed)) sessionStorage.setItem(UNSENT, "yes");
    if (socket?.connected) emit("leave", window.clientId);
  }

  function tellUnsent() {
    const unsent = sessionStorage.getItem(UNSENT);
    sessionStorage.removeItem(UNSENT);
    if (!unsent || performance.getEntriesByType("navigation")[0]?.type !== "reload") return;
    const message = "The page was loaded again: what you did last may not have arrived.";
    Quasar.Notify.create({ message, type: "warning", timeout: 10_000 });
  }

  // The framework emits events on `window.socket`, and holds them back until `did_handshake`, each
  // by a timer of its own, which would change their order: here they wait in `waiting`.
  Object.defineProperty(window, "did_handshake", { get: () => true, set: () => {} });
  Object.defineProperty(window, "socket", {
    get: () => socket,
    set: (made) => {
      socket = made;
      emit = made.emit.bind(made);
      made.emit = send;
      made.on("connect", postAll);
      tellUnsent();
    },
  });
  said.className = "uc-sending";
  said.setAttribute("aria-live", "polite");
  said.textContent = "Sending what you did …";
  setInterval(tell, 250);
  window.addEventListener("pagehide", left);
})();
