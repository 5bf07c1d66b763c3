// A fake game on hexagons: bodies along several cells, picked first, then their way; buttons, a confirmation, numbers on pieces.

const say = (lang, en, de) => (lang === 'de' ? de : en);
const [W, H] = [11, 9];

function cells() {
  const out = {};
  for (let y = 0; y < H; y++) for (let x = 0; x < W; x++) {
    const edge = Math.abs(y - 4) > 3 && (x < 2 || x > 8);
    if (!edge && !(x === 10 && y % 2)) out[`${x},${y}`] = x === 5 && y === 4 ? 'pit' : (x * 3 + y * 7) % 13 === 5 ? 'wall' : 'soil';
  }
  return out;
}

export const neighbours = (cell) => {
  const [x, y] = cell.split(',').map(Number);
  const shift = y % 2 ? [0, 1] : [-1, 0];
  return [[x - 1, y], [x + 1, y], ...shift.flatMap((dx) => [[x + dx, y - 1], [x + dx, y + 1]])].map(([a, b]) => `${a},${b}`);
};

export const hexes = {
  id: 'hexes',
  info: (lang) => ({
    name: say(lang, 'Hexes', 'Waben'), tagline: say(lang, 'Crawl into the pit, all of you.', 'Kriecht in die Grube, alle miteinander.'), version: '0.3.0', seats: { min: 2, max: 5 }, bots: [{ kind: 'random', name: say(lang, 'Random', 'Zufall') }],
    table: { pause: false, resign: true }, clock: {},
    optionsSchema: { type: 'object', properties: {
      size: { type: 'string', enum: ['small', 'large'], default: 'small', title: say(lang, 'Size', 'Größe') },
      holes: { type: 'boolean', default: false, title: say(lang, 'More pits', 'Mehr Gruben') },
      seed: { type: ['integer', 'null'], 'x-seed': true, title: say(lang, 'Seed', 'Startwert') } } },
    rules: say(lang, 'Pick a crawler, then a free neighbour of its head.', 'Wähle einen Kriecher, dann ein freies Nachbarfeld seines Kopfes.'),
    looks: { soil: { name: say(lang, 'soil', 'Erde'), shape: 'hexagon', colour: 'sand', layer: 'ground' }, wall: { name: say(lang, 'wall', 'Mauer'), shape: 'hexagon', colour: 'brown', letter: '▲', layer: 'ground' }, pit: { name: say(lang, 'pit', 'Grube'), shape: 'hexagon', colour: 'black', letter: '◎', layer: 'ground' }, crawler: { name: say(lang, 'crawler', 'Kriecher'), shape: 'circle', colour: 'seat', letter: '•' }, stone: { name: say(lang, 'stone', 'Stein'), shape: 'star', colour: 'gold', letter: '' }, storm: { name: say(lang, 'storm', 'Sturm'), shape: 'hexagon', colour: 'cyan', layer: 'overlay' } },
  }),
  start: ({ seats = 2 }) => ({
    cells: cells(), next: 0, round: 1, seats,
    bodies: Object.fromEntries(Array.from({ length: seats }, (_, s) => [[`c${s}a`, [`${2 + s * 3},2`, `${1 + s * 3},1`, `${2 + s * 3},1`]], [`c${s}b`, [`${3 + s * 4},7`, `${2 + s * 4},7`]]]).flat().filter(([id]) => Number(id[1]) < 3)),
    over: null,
  }),
  turn: (state) => (state.over ? [] : [state.next]),
  offers(state, seat, lang) {
    if (state.over || state.next !== seat) return [];
    const taken = new Set(Object.values(state.bodies).flat());
    const mine = Object.entries(state.bodies).filter(([id]) => id[1] === String(seat));
    const walks = mine.map(([id, body]) => ({ pick: `piece:${id}`, next: neighbours(body[0]).filter((cell) => ['soil', 'pit'].includes(state.cells[cell]) && !taken.has(cell)).map((cell) => ({ pick: `cell:board:${cell}`, action: { id, cell } })) })).filter((node) => node.next.length);
    return [...walks,
      { pick: 'button:pass', label: say(lang, 'Pass', 'Passen'), action: 'pass', shortcut: 'space' },
      { pick: 'button:dig', label: say(lang, 'Dig', 'Graben'), next: Array.from({ length: 12 }, (_, n) => ({ pick: `amount:${n + 1}`, action: { dig: n + 1 } })) },
      { pick: 'button:drop', label: say(lang, 'Give up a crawler', 'Kriecher aufgeben'), action: 'drop', confirm: true, shortcut: 'escape' },
      { pick: 'button:curse', label: say(lang, 'Curse', 'Verfluchen'), next: Array.from({ length: state.seats }, (_, s) => s).filter((s) => s !== seat).map((s) => ({ pick: `seat:${s}`, action: { curse: s } })) }];
  },
  act(state, seat, action, names) {
    const tell = (en, de) => [(lang) => ({ text: `${names[seat]}: ${say(lang, en, de)}`, sound: 'move' })];
    let events = tell('passes', 'passt');
    if (action.id) {
      const body = state.bodies[action.id];
      state.bodies[action.id] = [action.cell, ...body.slice(0, -1)];
      events = tell(`crawls to (${action.cell.replace(',', ', ')})`, `kriecht nach (${action.cell.replace(',', ', ')})`);
      if (state.cells[action.cell] === 'pit') delete state.bodies[action.id];
    } else if (action.dig) events = tell(`digs ${action.dig} deep`, `gräbt ${action.dig} tief`);
    else if (action === 'drop') {
      const id = Object.keys(state.bodies).find((each) => each[1] === String(seat));
      delete state.bodies[id];
      events = tell('gives up a crawler', 'gibt einen Kriecher auf');
    } else if (action.curse !== undefined) events = tell(`curses ${names[action.curse]}`, `verflucht ${names[action.curse]}`);
    if (!Object.keys(state.bodies).some((id) => id[1] === String(seat))) state.over = { places: names.map((_, i) => (i === seat ? 1 : 2)), reason: 'home' };
    state.next = (state.next + 1) % state.seats;
    if (state.next === 0) state.round++;
    return events;
  },
  reason: (_reason, lang) => say(lang, 'All crawlers are home.', 'Alle Kriecher sind daheim.'),
  scene(state, _seat, lang, names) {
    const pieces = Object.fromEntries(Object.entries(state.bodies).map(([id, body]) => [id, { area: 'board', at: body, look: 'crawler', owner: Number(id[1]), label: id[2].toUpperCase(), name: `${names[Number(id[1])]} ${id[2].toUpperCase()}`, badges: { hp: { value: 3 + body.length, max: 8, name: say(lang, 'Strength', 'Kraft'), icon: 'heart' } }, ...(Number(id[1]) === state.next ? { tags: ['active'] } : {}) }]));
    for (const [i, cell] of ['7,3', '7,3', '7,3', '3,4'].entries()) pieces[`s${i}`] = { area: 'board', at: cell, look: 'stone', badges: i === 3 ? { n: { value: 4, icon: 'coin', name: say(lang, 'Worth', 'Wert') } } : {} };
    pieces.storm = { area: 'board', at: '8,6', look: 'storm' };
    return { banner: `${say(lang, 'Round', 'Runde')} ${state.round}`, areas: { board: { kind: 'hex', title: say(lang, 'Burrow', 'Bau'), width: W, height: H, cells: state.cells }, info: { kind: 'panel', order: 2, title: say(lang, 'Limits', 'Grenzen'), lines: { rounds: { label: say(lang, 'Rounds left', 'Runden übrig'), value: 40 - state.round } } } }, pieces,
      seats: Object.fromEntries(names.map((_, s) => [s, { lines: { left: { label: say(lang, 'Crawlers', 'Kriecher'), value: Object.keys(state.bodies).filter((id) => id[1] === String(s)).length } } }])) };
  },
};
