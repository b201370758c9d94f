// The line to the server: requests with their answers, and the frames of the table.

const AGAIN = 700; // milliseconds until the next attempt to connect
const ELSEWHERE = 1013; // the server does not have the table now

export class Line {
  constructor(table, onFrame, onState) {
    this.table = table;
    this.onFrame = onFrame;
    this.onState = onState;
    this.waiting = new Map();
    this.next = 1;
    this.alive = false;
    addEventListener("offline", () => this.cut());
  }

  /** The network is gone: a socket that does not know it yet is not waited for. */
  cut() {
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.opened = false;
    this.lost("The connection is lost: trying again …");
  }

  async open() {
    try {
      if (!this.session) {
        const answer = await fetch(`/api/session?table=${encodeURIComponent(this.table)}`);
        if (answer.status === 401) return this.signIn();
        this.session = await answer.json();
      }
    } catch {
      return this.lost("The floor cannot be reached: trying again …");
    }
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/channel?table=${encodeURIComponent(this.table)}`;
    const socket = new WebSocket(address, ["csrf", this.session.csrf]);
    this.socket = socket;
    socket.onopen = () => this.ask({ follow: true, stage: true }).then((answer) => this.answered(answer));
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = (closed) => {
      if (closed.code === 1008) return this.signIn();
      if (!this.opened) this.session = null; // the session may have ended
      this.opened = false;
      const refused = this.refused;
      this.refused = "";
      this.lost(refused || closed.reason || "The connection is lost: trying again …", Boolean(refused) || closed.code === ELSEWHERE);
    };
  }

  answered(answer) {
    if (!answer.problem) return;
    this.refused = answer.problem.message; // another server may have the table: it is tried again
    this.socket.close();
  }

  signIn() {
    location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}`);
  }

  lost(words, elsewhere = false) {
    this.alive = false;
    this.onState(false, words, elsewhere);
    for (const { resolve } of this.waiting.values()) resolve({ problem: { message: "It may not have arrived: look at the table.", section: null } });
    this.waiting.clear();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), AGAIN);
  }

  heard(message) {
    if (message.stage) {
      this.opened = true;
      if (!this.alive) this.onState((this.alive = true), "");
      this.onFrame(message.stage);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    waiting?.resolve(message);
  }

  ask(request) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ problem: { message: "There is no connection.", section: null } });
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, table: this.table, ...request }));
    return new Promise((resolve) => this.waiting.set(id, { resolve }));
  }

  send(command) {
    return this.ask({ command, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` });
  }

  step(step, after) {
    return this.ask({ step, after });
  }

  automate(change) {
    return this.post("automation", change, "PUT");
  }

  post(what, change, method = "POST") {
    return fetch(`/api/tables/${encodeURIComponent(this.table)}/${what}`, {
      method,
      headers: { "Content-Type": "application/json", "X-CSRF-Token": this.session.csrf },
      body: JSON.stringify(change),
    });
  }
}
