/**
 * Reversi as a plugin: the rules in plain JavaScript.
 *
 * The state is 65 bytes: a letter for each cell from the top left ("." free, "b" black, "w" white), and the seat that
 * is to move. Seat 0 has black and begins. Every function answers from what it is given and from nothing else.
 */

const EDGE = 8;
const DISCS = ['b', 'w'];
const AROUND = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/** A text: a key of locales/*.ftl and its arguments. */
const text = (key, args) => (args ? [`@reversi-${key}`, args] : [`@reversi-${key}`]);
const place = (at) => `${at % EDGE},${Math.floor(at / EDGE)}`;
/** A cell as players call it. */
const name = (at) => `${'abcdefgh'[at % EDGE]}${EDGE - Math.floor(at / EDGE)}`;
const refused = (reason) => ({ tag: 'refused', val: JSON.stringify(reason) });

/** A game in progress. */
class Board {
  constructor(cells, next) {
    this.cells = cells;
    this.next = next;
  }

  static begin() {
    const cells = Array(EDGE * EDGE).fill('.');
    cells[27] = cells[36] = 'w';
    cells[28] = cells[35] = 'b';
    return new Board(cells, 0);
  }

  static read(state) {
    const letters = Array.from(state, (byte) => String.fromCharCode(byte));
    const next = letters.pop();
    const sound = letters.length === EDGE * EDGE && letters.every((letter) => '.bw'.includes(letter)) && '01'.includes(next);
    if (!sound) throw JSON.stringify(['@state-invalid', { reason: 'it is no board' }]);
    return new Board(letters, Number(next));
  }

  write() {
    return Uint8Array.from([...this.cells, String(this.next)], (letter) => letter.charCodeAt(0));
  }

  /** The discs that turn when this seat puts one here; none if it may not. */
  turned(at, seat) {
    if (this.cells[at] !== '.') return [];
    const [own, other] = [DISCS[seat], DISCS[1 - seat]];
    const all = [];
    for (const [right, down] of AROUND) {
      const line = [];
      let [x, y] = [(at % EDGE) + right, Math.floor(at / EDGE) + down];
      while (x >= 0 && x < EDGE && y >= 0 && y < EDGE && this.cells[y * EDGE + x] === other) {
        line.push(y * EDGE + x);
        [x, y] = [x + right, y + down];
      }
      const closed = x >= 0 && x < EDGE && y >= 0 && y < EDGE && this.cells[y * EDGE + x] === own;
      if (closed) all.push(...line);
    }
    return all;
  }

  moves(seat) {
    return this.cells.map((_, at) => at).filter((at) => this.turned(at, seat).length > 0);
  }

  isOver() {
    // The turn stays with a seat that can move; if it cannot, nobody can.
    return this.moves(this.next).length === 0;
  }

  count(seat) {
    return this.cells.filter((disc) => disc === DISCS[seat]).length;
  }

  standing() {
    if (!this.isOver()) return { turn: { tag: 'act', val: Uint8Array.of(this.next) }, number: undefined };
    const scores = [this.count(0), this.count(1)];
    const places = scores.map((score, seat) => (score < scores[1 - seat] ? 2 : 1));
    const outcome = { places, scores, reason: 'reversi-outcome-nobody-moves' };
    return { turn: { tag: 'over', val: JSON.stringify(outcome) }, number: undefined };
  }

  step(events) {
    return { state: this.write(), standing: this.standing(), events: JSON.stringify(events), luckUsed: 0 };
  }
}

/** The cell that an action names; throws the reason where it has another form. */
function readCell(json) {
  const wrong = (reason) => JSON.stringify(['@action-invalid', { place: 'cell', reason }]);
  let action;
  try {
    action = JSON.parse(json);
  } catch (error) {
    throw wrong(String(error));
  }
  const fields = action && typeof action === 'object' && !Array.isArray(action) ? Object.keys(action) : [];
  const cell = fields.length === 1 ? action.cell : undefined;
  if (!Number.isInteger(cell) || cell < 0 || cell >= EDGE * EDGE) throw wrong('a number from 0 to 63 is expected');
  return cell;
}

export const rules = {
  describe() {
    return JSON.stringify({ options: { type: 'object', properties: {}, additionalProperties: false }, defaults: {} });
  },

  setup(_options, seats) {
    if (seats !== 2) throw refused(text('two-players'));
    return Board.begin().step([]);
  },

  stand(state) {
    return Board.read(state).standing();
  },

  actions(state, seat) {
    const board = Board.read(state);
    return seat === board.next ? board.moves(seat).map((cell) => JSON.stringify({ cell })) : [];
  },

  offers(state, seat) {
    const board = Board.read(state);
    const moves = seat === board.next ? board.moves(seat) : [];
    const offer = (cell) => [
      { cell },
      { picks: [[`cell:board:${place(cell)}`, text('offer-put', { cell: name(cell), turned: board.turned(cell, seat).length })]] },
    ];
    return JSON.stringify(moves.map(offer));
  },

  readAction(action) {
    return JSON.stringify({ cell: readCell(action) });
  },

  act(state, seat, action) {
    const board = Board.read(state);
    let cell;
    try {
      cell = readCell(action);
    } catch (reason) {
      throw { tag: 'refused', val: reason };
    }
    if (board.isOver()) throw refused(text('over'));
    if (seat !== board.next) throw refused(['@not-your-turn']);
    const turned = board.turned(cell, seat);
    if (turned.length === 0) throw refused(text('turns-nothing', { cell: name(cell) }));
    for (const at of [cell, ...turned]) board.cells[at] = DISCS[seat];
    board.next = 1 - seat;
    const put = text('event-put', { player: { seat }, cell: name(cell), turned: turned.length });
    const events = [{ text: put, sound: 'play', about: [`piece:d${cell}`] }];
    if (board.isOver() && board.moves(seat).length > 0) {
      board.next = seat;
      events.push({ text: text('event-pass', { player: { seat: 1 - seat } }), sound: 'pass', announce: true });
    }
    return board.step(events);
  },

  proceed() {
    throw refused(text('over'));
  },

  scene(state) {
    const board = Board.read(state);
    const pieces = {};
    board.cells.forEach((disc, at) => {
      if (disc !== '.') pieces[`d${at}`] = { area: 'board', at: place(at), look: `disc-${disc}`, owner: DISCS.indexOf(disc) };
    });
    const cells = Object.fromEntries(board.cells.map((_, at) => [place(at), 'field']));
    const area = { kind: 'square', title: text('board'), width: EDGE, height: EDGE, cells };
    const panel = (seat) => ({ score: board.count(seat), look: `disc-${DISCS[seat]}` });
    const banner = board.isOver() ? text('over') : text('banner-turn', { player: { seat: board.next } });
    return JSON.stringify({ banner, areas: { board: area }, pieces, seats: { 0: panel(0), 1: panel(1) } });
  },
};
