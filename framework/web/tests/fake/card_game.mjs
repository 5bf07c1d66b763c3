// A fake card game: hands, piles and rows; faces with label, colour, shape, badges and notes; backs; hidden things stay hidden.

const say = (lang, en, de) => (lang === 'de' ? de : en);
const COLOURS = [['red', 'heart'], ['blue', 'drop'], ['green', 'clover'], ['yellow', 'star'], ['purple', 'moon'], ['orange', 'diamond']];

const card = (n) => ({ id: `k${n}`, value: (n * 7) % 15 + 1, suit: COLOURS[n % 6] });
const unit = (n, lang) => ({ look: 'unit', name: [say(lang, 'Bridge Keeper', 'Brückenwächterin'), say(lang, 'Old Fox', 'Alter Fuchs'), say(lang, 'Night Watch', 'Nachtwache')][n % 3], label: String(2 + n), colour: ['bronze', 'silver', 'gold'][n % 3], shape: ['shield', 'triangle', 'moon'][n % 3], badges: { ap: { value: 1 + n % 2, icon: 'bolt', name: say(lang, 'Action points', 'Aktionspunkte') } }, notes: { a: { text: say(lang, 'Tough: stays after the round.', 'Zäh: bleibt nach der Runde.'), hint: say(lang, 'It is not discarded when the round ends.', 'Sie wird am Rundenende nicht abgelegt.') } } });

export const decks = {
  id: 'decks',
  info: (lang) => ({
    name: say(lang, 'Decks', 'Decks'), tagline: say(lang, 'Collect, lay out, get rid of the rest.', 'Sammeln, auslegen, den Rest loswerden.'), version: '0.1.0', seats: { min: 2, max: 6 }, hidden: true, bots: [{ kind: 'random', name: say(lang, 'Random', 'Zufall') }],
    table: { pause: true, resign: true }, clock: { totalMs: 600_000 },
    optionsSchema: { type: 'object', properties: { levels: { type: 'integer', minimum: 2, maximum: 8, default: 8, title: 'Level' }, order: { oneOf: [{ const: 'standard', title: 'Standard' }, { const: 'shuffled', title: say(lang, 'Shuffled', 'Gemischt') }], default: 'standard', title: say(lang, 'Order', 'Reihenfolge') } } },
    rules: say(lang, 'Draw, lay out, discard.', 'Ziehen, auslegen, abwerfen.'),
    looks: { card: { name: say(lang, 'card', 'Karte'), shape: 'card', colour: 'grey' }, 'card-back': { name: say(lang, 'face-down card', 'verdeckte Karte'), shape: 'card', colour: 'red' }, unit: { name: say(lang, 'unit', 'Einheit'), shape: 'shield', colour: 'bronze' } },
  }),
  start: ({ seats = 3 }) => ({ seats, hands: Array.from({ length: seats }, (_, s) => Array.from({ length: 10 }, (_, i) => card(s * 10 + i))), discards: Array.from({ length: seats }, (_, s) => [card(70 + s)]), rows: [[card(80), card(81), card(82)], []], draw: 40, drawn: false, next: 0, round: 1, fresh: 90, over: null, units: [0, 1, 2] }),
  turn: (state) => (state.over ? [] : [state.next]),
  offers(state, seat, lang) {
    if (state.over || state.next !== seat) return [];
    if (!state.drawn) return [{ pick: 'area:draw', label: say(lang, 'Draw a card', 'Karte ziehen'), action: 'draw' }, ...state.discards.map((_, s) => ({ pick: `area:discard-${s}`, label: say(lang, 'Take the top card', 'Oberste Karte nehmen'), action: { take: s } }))];
    return state.hands[seat].map((each) => ({ pick: `piece:${each.id}`, next: [
      { pick: `area:discard-${seat}`, label: say(lang, 'Discard', 'Abwerfen'), action: { discard: each.id } },
      ...state.rows[0].map((_, i) => ({ pick: `place:row-0:${i}`, action: { lay: each.id, at: i } })), { pick: `place:row-0:${state.rows[0].length}`, action: { lay: each.id, at: state.rows[0].length } }] }));
  },
  act(state, seat, action, names) {
    const tell = (en, de, sound) => [(lang) => ({ text: `${names[seat]} ${say(lang, en, de)}`, sound })];
    const hand = state.hands[seat];
    const pull = (id) => hand.splice(hand.findIndex((each) => each.id === id), 1)[0];
    if (action === 'draw') {
      hand.push(card(state.fresh++));
      state.draw--;
      state.drawn = true;
      return tell('draws a card', 'zieht eine Karte', 'deal');
    }
    if (action.take !== undefined) {
      const top = state.discards[action.take].pop();
      if (top) hand.push(top);
      state.drawn = true;
      return tell('takes a card', 'nimmt eine Karte', 'deal');
    }
    if (action.lay) {
      state.rows[0].splice(action.at, 0, pull(action.lay));
      return tell('lays a card', 'legt eine Karte', 'play');
    }
    state.discards[seat].push(pull(action.discard));
    state.drawn = false;
    state.next = (seat + 1) % state.seats;
    if (!hand.length) state.over = { places: names.map((_, i) => (i === seat ? 1 : 2)), reason: 'empty' };
    return tell('discards', 'wirft ab', 'play');
  },
  reason: (_reason, lang) => say(lang, 'The hand is empty.', 'Die Hand ist leer.'),
  scene(state, seat, lang, names) {
    const areas = { draw: { kind: 'pile', title: say(lang, 'Draw pile', 'Nachziehstapel') }, 'row-0': { kind: 'row', title: say(lang, 'Run', 'Folge'), order: 1 }, units: { kind: 'row', title: say(lang, 'Units', 'Einheiten'), order: 2 } };
    const pieces = { 'draw.0': { area: 'draw', at: 0, look: 'card-back', badges: { cards: { value: state.draw, name: say(lang, 'Cards', 'Karten') } } } };
    const face = (each, area, at) => ({ area, at, look: 'card', label: String(each.value), colour: each.suit[0], shape: each.suit[1] });
    state.hands.forEach((hand, s) => {
      areas[`hand-${s}`] = { kind: 'fan', owner: s, title: s === seat ? say(lang, 'Your hand', 'Deine Hand') : say(lang, 'Hand', 'Hand') };
      areas[`discard-${s}`] = { kind: 'pile', owner: s, title: say(lang, 'Discards', 'Ablage') };
      hand.forEach((each, i) => { pieces[s === seat ? each.id : `hand-${s}.${i}`] = s === seat ? face(each, `hand-${s}`, i) : { area: `hand-${s}`, at: i, look: 'card-back' }; });
      state.discards[s].forEach((each, i) => { pieces[each.id] = face(each, `discard-${s}`, i); });
    });
    state.rows[0].forEach((each, i) => { pieces[each.id] = face(each, 'row-0', i); });
    state.units.forEach((n) => { pieces[`u${n}`] = { area: 'units', at: n, ...unit(n, lang) }; });
    return { banner: state.drawn ? say(lang, 'Lay out or discard', 'Auslegen oder abwerfen') : `${names[state.next]}: ${say(lang, 'take a card', 'Karte nehmen')}`, areas, pieces, seats: Object.fromEntries(names.map((_, s) => [s, { lines: { level: { label: 'Level', value: s + 1 } }, badges: { cards: { value: state.hands[s].length, icon: 'cards', name: say(lang, 'Cards', 'Karten') } }, ...(s === 1 ? { tags: ['dealer'] } : {}) }])) };
  },
};
