// How a game ended: places, scores, highscores, and what to do next.

import { h } from '../dom.js';
import { duration, number, t } from '../i18n.js';
import { emblem, icon, seatColour } from '../looks.js';

/** @import { TableStore } from '../store.js' */
/** @import { GameInfo } from '../types.js' */

/**
 * @param {TableStore} store
 * @param {GameInfo|null} info
 * @param {{close: () => void, rematch: () => void}} actions
 */
export function resultPart(store, info, { close, rematch }) {
  const { outcome, result, summary } = store;
  const seats = summary?.seats ?? [];
  const winners = (outcome?.places ?? []).flatMap((place, i) => (place === 1 ? [i] : []));
  const aborted = summary?.phase === 'aborted' || result?.aborted;
  const title = aborted || !outcome ? t('aborted') : winners.length > 1 ? t('draw') : winners[0] === store.seat ? t('you-won') : t('won-by', { names: seats[winners[0]]?.name ?? '' });
  const order = seats.map((_, i) => i).sort((a, b) => (outcome?.places[a] ?? 9) - (outcome?.places[b] ?? 9));
  const recording = result?.recording ?? summary?.recording;
  return h('section', { class: 'result card-box', 'aria-label': t('result') },
    h('button', { class: 'quiet close', 'aria-label': t('show-board'), title: t('show-board'), onclick: close }, icon('close')),
    h('div', { class: 'cup' }, icon(aborted ? 'flag' : 'trophy')),
    h('h2', {}, title),
    outcome?.reason && h('p', { class: 'lead' }, outcome.reason),
    result?.decidedBy === 'stand-in' && h('p', { class: 'muted' }, t('not-counted')),
    outcome && h('ol', { class: 'places' }, order.map((seat) => h('li', { class: outcome.places[seat] === 1 ? 'first' : '' },
      h('span', { class: 'place-n' }, `${outcome.places[seat]}.`), emblem(seat, seatColour(seat)), h('span', { class: 'grow' }, seats[seat]?.name ?? ''),
      outcome.scores?.[seat] !== undefined && h('span', { class: 'seat-score' }, number(outcome.scores[seat]))))),
    metrics(store.scene, seats),
    h('p', { class: 'muted' }, [store.scene.banner, result?.durationMs >= 1000 ? t('lasted', { time: duration(result.durationMs) }) : ''].filter(Boolean).join(' · ')),
    result?.highscores?.length ? [h('h3', {}, `${t('highscores')}: ${boardName(result.highscores[0].board, info)}`), highscoreTable(result.highscores)] : null,
    h('div', { class: 'row wrap' },
      store.seat >= 0 && h('button', { class: 'primary', onclick: rematch }, t('rematch')),
      recording && h('a', { class: 'button', href: `#/replay/${recording}` }, icon('play'), t('replay')),
      info && h('a', { class: 'button quiet', href: `#/new/${info.id}` }, t('new-table')),
      h('a', { class: 'button quiet', href: '#/' }, t('to-lobby'))));
}

/** What the panels of the seats say at the end, side by side. @param {import('../types.js').Scene} scene @param {{name: string}[]} seats */
function metrics(scene, seats) {
  /** @type {Map<string, {name: string, values: (string|number)[]}>} */
  const rows = new Map();
  const note = (/** @type {number} */ seat, /** @type {string} */ id, /** @type {string} */ name, /** @type {string|number} */ value) => {
    const row = rows.get(id) ?? { name, values: [] };
    row.values[seat] = value;
    rows.set(id, row);
  };
  seats.forEach((_, seat) => {
    const panel = scene.seats?.[String(seat)] ?? {};
    for (const [id, badge] of Object.entries(panel.badges ?? {})) if (badge.name) note(seat, id, badge.name, badge.value);
    for (const [id, line] of Object.entries(panel.lines ?? {})) note(seat, id, line.label, line.value);
  });
  if (!rows.size) return null;
  const told = (/** @type {string|number|undefined} */ value) => (typeof value === 'number' ? number(value) : (value ?? '–'));
  return h('table', { class: 'metrics' },
    h('thead', {}, h('tr', {}, h('th', {}), seats.map((seat) => h('th', { class: 'num', scope: 'col' }, seat.name)))),
    h('tbody', {}, [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { name, values }]) => h('tr', {}, h('th', { scope: 'row' }, name), seats.map((_, seat) => h('td', { class: 'num' }, told(values[seat])))))));
}

/** What the board of a highscore is called. @param {string} board @param {GameInfo|null} info */
function boardName(board, info) {
  return Object.values(info?.contents ?? {}).flat().find((each) => each.name === board)?.title ?? board;
}

/** Highscores of one board, or with `info` of all boards of a game. @param {any[]} scores @param {GameInfo|null} [info] */
export function highscoreTable(scores, info) {
  const kind = (/** @type {string} */ each) => {
    const computer = each === 'CPU';
    return t(computer ? 'computer' : 'human');
  };
  return h('table', { class: 'scores' },
    h('thead', {}, h('tr', {}, info && h('th', {}, t('board-name')), h('th', {}, t('winner')), h('th', { class: 'num' }, t('score')), h('th', {}, t('opponent')))),
    h('tbody', {}, scores.map((score) => h('tr', { class: score.new ? 'new' : '' },
      info && h('td', {}, boardName(score.board, info)), h('td', {}, score.name, ' ', h('small', {}, kind(score.kind)), score.new && h('span', { class: 'tagchip you' }, t('new-score'))),
      h('td', { class: 'num' }, number(score.score)), h('td', {}, score.opponent, ' ', h('small', {}, kind(score.opponentKind)))))));
}
