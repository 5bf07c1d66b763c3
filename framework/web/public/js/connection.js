// The one connection to the server: requests with answers, pushes, and coming back after a loss.

/**
 * @typedef {'connecting'|'open'|'lost'|'superseded'|'goodbye'} LineState
 * @typedef {{event: string, id?: number, data?: any}} Message
 */

/** A request the server refused; the text is already in the reader's language. */
export class Refused extends Error {
  /** @param {{code?: string, text?: string}} data */
  constructor(data) {
    super(data.text ?? data.code ?? 'refused');
    this.code = data.code ?? '';
    this.data = data;
  }
}

const PING_MS = 20_000;
const SILENCE_MS = 30_000;
const LONGEST_WAIT_MS = 8_000;

/**
 * Emits `state`. Calls two methods of `hub.js`: `receive` for each message that is no reply, and `greet` after each
 * connect, before requests without a reply are sent again: the server answers a repeated id once.
 */
export class Connection extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {Map<number, {message: Message, sent: boolean, resolve: (data: any) => void, reject: (error: any) => void}>} */
  #waiting = new Map();
  #lastId = 0;
  #tries = 0;
  #heard = 0;
  #ready = false;
  /** @type {any} */
  #timer = 0;

  /**
   * @param {string} url
   * @param {{greet?: () => Promise<void>, receive?: (message: Message) => void, socket?: (url: string) => WebSocket}} [options]
   */
  constructor(url, { greet = async () => {}, receive = () => {}, socket = (u) => new WebSocket(u) } = {}) {
    super();
    this.url = url;
    this.greet = greet;
    this.receive = receive;
    this.makeSocket = socket;
    /** @type {LineState} */
    this.state = 'connecting';
  }

  open() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#set(this.#tries ? 'lost' : 'connecting');
    const socket = this.makeSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#beat();
    };
    socket.onmessage = (frame) => this.#read(String(frame.data), socket);
    socket.onclose = () => socket === this.#socket && this.#lose();
    socket.onerror = () => {};
  }

  /** Ends the connection for good: another tab has taken over. */
  yield() {
    clearTimeout(this.#timer);
    this.#drop();
    this.#set('superseded');
  }

  /**
   * Asks the server. The promise is kept over a lost connection: the request goes out again with the same id.
   * @param {string} event
   * @param {any} [data]
   * @param {{now?: boolean}} [options] `now` sends even before the greeting is over.
   * @returns {Promise<any>}
   */
  request(event, data = {}, { now = false } = {}) {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    const message = { event, id: this.#lastId, data };
    return new Promise((resolve, reject) => {
      const entry = { message, sent: false, resolve, reject };
      this.#waiting.set(message.id, entry);
      if (now || this.#ready) this.#send(entry);
    });
  }

  /** @param {{message: Message, sent: boolean}} entry */
  #send(entry) {
    if (this.#socket?.readyState !== 1) return;
    this.#socket.send(JSON.stringify(entry.message));
    entry.sent = true;
  }

  /**
   * @param {string} text
   * @param {WebSocket} from
   */
  #read(text, from) {
    if (from !== this.#socket) return;
    this.#heard = Date.now();
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.event === 'welcome') {
      void this.#begin(message);
    } else if (message.id !== undefined && (message.event === 'ok' || message.event === 'error')) {
      const entry = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.event === 'ok') entry?.resolve(message.data ?? {});
      else entry?.reject(new Refused(message.data ?? {}));
    } else {
      this.receive(message);
    }
  }

  /** @param {Message} welcome */
  async #begin(welcome) {
    this.receive(welcome);
    const socket = this.#socket;
    try {
      await this.greet();
    } catch {
      // Who is not known here any more enters again; the page decides in `greet`.
    }
    if (socket !== this.#socket) return;
    this.#ready = true;
    this.#tries = 0;
    this.#set('open');
    for (const entry of this.#waiting.values()) if (!entry.sent) this.#send(entry);
  }

  #lose() {
    this.#drop();
    for (const entry of this.#waiting.values()) entry.sent = false;
    if (this.state === 'superseded') return;
    this.#set(this.state === 'goodbye' ? 'goodbye' : 'lost');
    const wait = Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = false;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  /** Notices a line that died without a word. */
  #beat() {
    const socket = this.#socket;
    setTimeout(() => {
      if (!socket || socket !== this.#socket) return;
      if (Date.now() - this.#heard > SILENCE_MS) return this.#lose();
      if (this.#ready) this.request('ping', {}).catch(() => {});
      this.#beat();
    }, PING_MS);
  }

  /** @param {LineState} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: state }));
  }

  /** The server said goodbye: it will be back. */
  farewell() {
    this.#set('goodbye');
  }
}
