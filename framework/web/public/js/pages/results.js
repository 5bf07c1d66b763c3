// What remains: results of all games, and the best of each.

import { h, put } from '../dom.js';
import { dayTime, duration, number, t } from '../i18n.js';
import { game as gameInfo, games, get } from '../api.js';
import { highscoreTable } from './game_result.js';
import { icon } from '../looks.js';

/** @import { GameCard } from '../types.js' */

/** @type {import('../router.js').Open} */
export async function resultsPage([chosen = '']) {
  const shelf = await games().catch(() => /** @type {GameCard[]} */ ([]));
  const names = new Map(shelf.map((each) => [each.id, each.name]));
  const results = await get(`results?limit=50${chosen ? `&game=${encodeURIComponent(chosen)}` : ''}`).catch(() => []);
  const row = (/** @type {any} */ each) => {
    const people = each.participants ?? [];
    const places = each.outcome?.places ?? [];
    return h('li', { class: 'result-row' },
      h('div', {}, h('strong', {}, names.get(each.game) ?? each.game), h('span', { class: 'muted' }, dayTime(each.endedAt))),
      h('div', { class: 'result-people' }, people.map((/** @type {any} */ person, /** @type {number} */ i) => h('span', { class: places[i] === 1 ? 'who first' : 'who' }, places[i] === 1 && !each.aborted ? icon('crown') : null, person.name, each.outcome?.scores?.[i] !== undefined ? ` ${number(each.outcome.scores[i])}` : ''))),
      h('div', { class: 'muted' }, each.aborted ? t('aborted') : (each.outcome?.reason ?? ''), each.durationMs >= 1000 ? ` · ${duration(each.durationMs)}` : ''),
      each.recording ? h('a', { class: 'button quiet', href: `#/replay/${each.recording}` }, icon('play'), t('replay')) : null);
  };
  const element = h('div', { class: 'hall' },
    h('header', { class: 'page-head' }, h('h1', {}, t('results')), tabs('results', chosen, shelf)),
    results.length ? h('ul', { class: 'result-list' }, results.map(row)) : h('p', { class: 'empty card-box' }, t('results-empty')));
  return { element, title: t('results') };
}

/** @type {import('../router.js').Open} */
export async function leaderboardPage([chosen]) {
  const shelf = await games().catch(() => /** @type {GameCard[]} */ ([]));
  const game = chosen ?? shelf[0]?.id ?? '';
  const [info, board, scores] = await Promise.all([
    gameInfo(game).catch(() => null),
    get(`leaderboard/${encodeURIComponent(game)}`).catch(() => []),
    get(`highscores/${encodeURIComponent(game)}`).catch(() => []),
  ]);
  const table = h('table', { class: 'scores' },
    h('thead', {}, h('tr', {}, h('th', { class: 'num' }, '#'), h('th', {}, t('player')), h('th', { class: 'num' }, t('games-played')), h('th', { class: 'num' }, t('games-won')), h('th', { class: 'num' }, t('games-drawn')))),
    h('tbody', {}, board.map((/** @type {any} */ each, /** @type {number} */ i) => h('tr', {}, h('td', { class: 'num' }, i + 1), h('td', {}, each.name), h('td', { class: 'num' }, number(each.games)), h('td', { class: 'num' }, number(each.wins)), h('td', { class: 'num' }, number(each.draws))))));
  const part = h('div', { class: 'card-box' });
  put(part, h('h2', {}, t('most-wins')), board.length ? table : h('p', { class: 'empty' }, t('leaderboard-empty')),
    scores.length ? [h('h2', {}, t('highscores')), highscoreTable(scores, info)] : null);
  const element = h('div', { class: 'hall' }, h('header', { class: 'page-head' }, h('h1', {}, t('leaderboard')), tabs('leaderboard', game, shelf)), part);
  return { element, title: t('leaderboard') };
}

/** @param {string} page @param {string} chosen @param {GameCard[]} shelf */
function tabs(page, chosen, shelf) {
  const all = page === 'results' ? [{ id: '', name: t('all-games') }, ...shelf] : shelf;
  return h('nav', { class: 'tabs', 'aria-label': t('games') }, all.map((each) => h('a', { href: `#/${page}${each.id ? `/${each.id}` : ''}`, 'aria-current': each.id === chosen ? 'page' : null }, each.name)));
}
