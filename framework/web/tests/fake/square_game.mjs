// A fake game on squares: two walkers cover a lawn. Its picks are cells, its pass is a piece with the secondary button.

import { pictures } from './assets.mjs';

const found = pictures();
const GROUND = ['lawn', 'rock', 'mine-1', 'mine-2'];
const NAMES = { lawn: ['lawn', 'Wiese'], rock: ['rock', 'Fels'], 'mine-1': ['blue ground', 'blauer Boden'], 'mine-2': ['orange ground', 'oranger Boden'], 'walker-1': ['round walker', 'runder Läufer'], 'walker-2': ['pointed walker', 'spitzer Läufer'] };
const say = (lang, en, de) => (lang === 'de' ? de : en);
const LIMIT = 5;

export const tiles = {
  id: 'tiles',
  spriteFolder: found.folder,
  info: (lang) => ({
    name: say(lang, 'Tiles', 'Felder'), tagline: say(lang, 'Cover the lawn before your rival does.', 'Bedecke die Wiese, bevor es die andere tut.'), version: '1.0.0', seats: { min: 2, max: 2 }, hidden: false,
    bots: [{ kind: 'random', name: say(lang, 'Random', 'Zufall') }, { kind: 'keen', name: say(lang, 'Keen', 'Eifrig') }],
    content: { map: 'small' }, contents: { map: [{ name: 'wide', title: say(lang, 'Wide lawn (10×10)', 'Weite Wiese (10×10)') }, { name: 'small', title: say(lang, 'Small lawn (5×5)', 'Kleine Wiese (5×5)') }, { name: 'huge', title: say(lang, 'Huge lawn (20×20)', 'Riesige Wiese (20×20)') }] },
    table: { pause: true, resign: true }, clock: { moveMs: 30_000 },
    optionsSchema: { type: 'object', properties: {
      map: { title: say(lang, 'Lawn', 'Wiese'), description: say(lang, 'The map to play on.', 'Die Karte, auf der gespielt wird.'), 'x-content': 'map' },
      patience: { type: 'integer', minimum: 1, maximum: 100, default: LIMIT, title: say(lang, 'Turns without a capture', 'Züge ohne Eroberung'), description: say(lang, 'After this many turns in a row a walker is exhausted.', 'Nach so vielen Zügen in Folge ist ein Läufer erschöpft.') },
      secret: { type: 'integer', 'x-host': true } } },
    rules: say(lang, 'Two walkers share a lawn.\n\nMove to a neighbouring tile or stay where you are.\n\nWhoever holds more tiles in the end wins.', 'Zwei Läufer teilen sich eine Wiese.\n\nZiehe auf ein Nachbarfeld oder bleib, wo du bist.\n\nWer am Ende mehr Felder hat, gewinnt.'),
    looks: Object.fromEntries([...GROUND.map((id, i) => [id, { ...found.grounds[i], layer: 'ground' }]), ...['walker-1', 'walker-2'].map((id, i) => [id, found.pieces[i] ?? {}])]
      .map(([id, look]) => [id, { shape: 'circle', colour: 'grey', ...look, name: say(lang, ...NAMES[id]), sprite: look.sprite && `/api/games/tiles/sprites/${look.sprite}` }])),
  }),

  /** Refuses faulty maps as a real game does. */
  start({ options = {}, lang = 'en' }) {
    if (options.map && typeof options.map === 'object') {
      const { size, contents } = options.map;
      if (!size || contents?.length !== size.x * size.y) throw new Error(say(lang, `A map of ${size?.x}×${size?.y} tiles needs ${size?.x * size?.y} contents, but there are ${contents?.length ?? 0}.`, `Eine Karte mit ${size?.x}×${size?.y} Feldern braucht ${size?.x * size?.y} Einträge, es sind aber ${contents?.length ?? 0}.`));
    }
    const edge = options.map?.size?.x ?? { small: 5, wide: 10, huge: 20 }[options.map ?? 'small'] ?? 5;
    const cells = {};
    for (let y = 0; y < edge; y++) for (let x = 0; x < edge; x++) cells[`${x},${y}`] = (x * 7 + y * 5) % 11 === 8 ? 'rock' : 'lawn';
    const walkers = ['0,0', `${edge - 1},${edge - 1}`];
    cells[walkers[0]] = 'mine-1';
    cells[walkers[1]] = 'mine-2';
    return { edge, cells, walkers, next: 0, round: 1, idle: [0, 0], patience: options.patience ?? LIMIT, over: null };
  },

  targets(state, seat) {
    const [x, y] = state.walkers[seat].split(',').map(Number);
    const free = (cell) => state.cells[cell] === 'lawn' || (state.cells[cell] === `mine-${seat + 1}` && state.walkers[1 - seat] !== cell);
    return [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([dx, dy]) => `${x + dx},${y + dy}`).filter(free);
  },

  turn: (state) => (state.over ? [] : [state.next]),

  offers(state, seat, lang) {
    if (state.over || state.next !== seat) return [];
    const words = (cell) => (state.cells[cell] === 'lawn' ? say(lang, 'Capture', 'Erobere') : say(lang, 'Walk to', 'Gehe nach'));
    const go = state.idle[seat] >= state.patience ? [] : this.targets(state, seat);
    return [...go.map((cell) => ({ pick: `cell:board:${cell}`, label: `${words(cell)} (${cell.replace(',', ', ')})`, action: { go: cell } })),
      { pick: `piece:walker-${seat + 1}`, label: say(lang, 'Stay', 'Bleiben'), action: 'stay', shortcut: 'secondary' }];
  },

  act(state, seat, action, names) {
    const events = [];
    const who = names[seat];
    if (action === 'stay') {
      state.idle[seat]++;
      events.push((lang) => ({ text: `${who}: ${say(lang, 'Stay', 'Bleiben')}`, sound: 'miss', announce: true }));
    } else {
      const fresh = state.cells[action.go] === 'lawn';
      state.walkers[seat] = action.go;
      state.cells[action.go] = `mine-${seat + 1}`;
      state.idle[seat] = fresh ? 0 : state.idle[seat] + 1;
      events.push((lang) => ({ text: `${who}: ${fresh ? say(lang, 'Capture', 'Eroberung') : say(lang, 'Walk', 'Gang')} (${action.go.replace(',', ', ')})`, sound: fresh ? 'capture' : 'slide', about: [`piece:walker-${seat + 1}`], announce: true }));
    }
    const full = !Object.values(state.cells).includes('lawn');
    const tired = state.idle.every((n) => n >= state.patience);
    if (full || tired) {
      const scores = [1, 2].map((n) => Object.values(state.cells).filter((look) => look === `mine-${n}`).length);
      state.over = { places: scores.map((score) => (score === Math.max(...scores) ? 1 : 2)), scores, reason: full ? 'full' : 'tired' };
    } else {
      state.next = 1 - seat;
      if (state.next === 0) state.round++;
      const [round, next] = [state.round, names[state.next]];
      events.push((lang) => ({ text: `${say(lang, 'Round', 'Runde')} ${round} - ${next}`, sound: 'turn' }));
    }
    return events;
  },

  reason: (reason, lang) => (reason === 'full' ? say(lang, 'Every tile is taken.', 'Alle Felder sind vergeben.') : reason === 'resigned' ? say(lang, 'One player has resigned.', 'Eine Seite hat aufgegeben.') : say(lang, 'Both walkers are exhausted.', 'Beide Läufer sind erschöpft.')),

  scene(state, _seat, lang, names) {
    const scores = [1, 2].map((n) => Object.values(state.cells).filter((look) => look === `mine-${n}`).length);
    return {
      banner: state.over ? say(lang, `Finished after ${state.round} rounds`, `Nach ${state.round} Runden beendet`) : `${say(lang, 'Round', 'Runde')} ${state.round} - ${names[state.next]}`,
      areas: { board: { kind: 'square', title: say(lang, 'Lawn', 'Wiese'), width: state.edge, height: state.edge, cells: { ...state.cells } } },
      pieces: Object.fromEntries([0, 1].map((seat) => [`walker-${seat + 1}`, { area: 'board', at: state.walkers[seat], look: `walker-${seat + 1}`, owner: seat, name: say(lang, `${names[seat]}’s walker`, `Läufer von ${names[seat]}`), ...(state.next === seat && !state.over ? { tags: ['active'] } : {}) }])),
      seats: Object.fromEntries([0, 1].map((seat) => [seat, { score: scores[seat], colour: ['blue', 'orange'][seat], look: `walker-${seat + 1}`, badges: { idle: { value: state.idle[seat], max: state.patience, icon: 'hourglass', name: say(lang, 'Turns without a capture', 'Züge ohne Eroberung') } } }])),
    };
  },
};
