// The lobby: games on the shelf, tables that wait, run or are over, and the general chat.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { game as gameInfo, games } from '../api.js';
import { Looks, emblem, icon, seatColour } from '../looks.js';
import { ChatBox } from '../chat.js';
import { keep, recall } from '../settings.js';

/** @import { GameCard, Summary } from '../types.js' */

/** @type {import('../router.js').Open} */
export async function lobbyPage() {
  const shelf = await games().catch(() => /** @type {GameCard[]} */ ([]));
  const names = new Map(shelf.map((each) => [each.id, each.name]));
  let filter = recall('filter') ?? '';
  if (!names.has(filter)) filter = '';
  const chat = new ChatBox();
  const lists = h('div', { class: 'lists' });
  const select = h('select', { 'aria-label': t('filter') }, h('option', { value: '' }, t('all-games')), shelf.map((each) => h('option', { value: each.id, selected: each.id === filter }, each.name)));
  select.addEventListener('change', () => {
    filter = select.value;
    keep('filter', filter);
    draw();
  });

  const draw = () => {
    const all = [...hub.lobby.values()].filter((table) => !filter || table.game === filter);
    all.sort((a, b) => b.openedAt - a.openedAt);
    const group = (/** @type {string} */ key, /** @type {string[]} */ phases) => {
      const here = all.filter((table) => phases.includes(table.phase)).slice(0, 60);
      return h('section', { class: `list list-${key}` }, h('h3', {}, t(`list-${key}`), h('span', { class: 'count' }, here.length)),
        here.length ? h('ul', { class: 'tables' }, here.map((table) => tableRow(table, names))) : h('p', { class: 'empty' }, t(`list-${key}-empty`)));
    };
    put(lists, group('waiting', ['waiting', 'countdown']), group('running', ['running', 'paused']), group('over', ['over', 'aborted']));
  };
  const onChat = (/** @type {Event} */ event) => (/** @type {CustomEvent} */ (event).detail ? chat.add(/** @type {CustomEvent} */ (event).detail) : chat.fill(hub.chat));
  hub.addEventListener('lobby', draw);
  hub.addEventListener('chat', onChat);
  draw();
  chat.fill(hub.chat);

  const element = h('div', { class: 'lobby' },
    h('section', { class: 'shelf-part' }, h('h1', {}, t('hello', { name: hub.me?.name ?? '' })),
      shelf.length ? h('ul', { class: 'shelf' }, shelf.map(boxOf)) : h('p', { class: 'empty' }, t('shelf-empty'))),
    h('section', { class: 'tables-part' }, h('div', { class: 'row spread' }, h('h2', {}, t('tables')), select), lists),
    h('aside', { class: 'chat-part' }, chat.element));
  return {
    element, title: t('lobby'),
    dispose: () => {
      hub.removeEventListener('lobby', draw);
      hub.removeEventListener('chat', onChat);
    },
  };
}

/** A game's box on the shelf; its cover is made of its own pieces. @param {GameCard} game */
function boxOf(game) {
  const cover = h('div', { class: 'cover', 'aria-hidden': 'true' }, [0, 1, 2].map((seat) => emblem(seat, seatColour(seat))));
  void gameInfo(game.id).then((info) => coverOf(cover, info)).catch(() => {});
  const { min, max } = game.seats;
  return h('li', { class: 'box' }, cover,
    h('div', { class: 'box-text' },
      h('h2', {}, game.name), h('p', {}, game.tagline ?? ''),
      h('p', { class: 'facts' }, icon('person'), min === max ? t('players', { count: max }) : t('players-range', { min, max }))),
    h('div', { class: 'row' },
      h('a', { class: 'button primary', href: `#/new/${game.id}` }, t('new-table')),
      h('a', { class: 'button quiet', href: `#/rules/${game.id}`, 'aria-label': t('rules-of', { game: game.name }) }, icon('book'), h('span', {}, t('rules')))));
}

/** @param {HTMLElement} cover @param {import('../types.js').GameInfo} info */
function coverOf(cover, info) {
  const looks = new Looks(info.looks);
  const entries = Object.entries(info.looks);
  const grounds = entries.filter(([, look]) => look.layer === 'ground').map(([id]) => id);
  const pieces = entries.filter(([id, look]) => (look.layer ?? 'piece') === 'piece' && !id.includes('back')).map(([id]) => id);
  if (!entries.length) return;
  const three = pieces.length > 3 ? [0, pieces.length >> 1, pieces.length - 1].map((i) => pieces[i]) : pieces;
  const tiles = Array.from({ length: 18 }, (_, i) => (grounds.length ? looks.portrait({ look: grounds[(i * 7 + (i >> 2)) % grounds.length] }, 'tile') : null));
  if (pieces.every((id) => ['card', 'shield'].includes(looks.get(id).shape)) || (!grounds.length && entries.some(([, look]) => look.shape === 'card'))) {
    return put(cover, h('div', { class: 'cover-pieces' }, [pieces[0], ...three].map((look, i) => h('div', { class: 'mini', style: `--i:${i}` }, looks.portrait({ look })))));
  }
  const two = three.map((id, i) => looks.portrait({ look: id, owner: i, colour: looks.get(id).colour === 'seat' ? seatColour(i) : undefined }, 'cover-piece'));
  put(cover, h('div', { class: 'cover-tiles' }, tiles), h('div', { class: 'cover-pieces' }, two));
}

/** @param {Summary} table @param {Map<string, string>} names */
function tableRow(table, names) {
  const mine = table.seats.some((seat) => seat.person && seat.person === hub.me?.person);
  const free = table.seats.filter((seat) => !seat.person && !seat.bot).length;
  const action = mine ? 'return' : ['waiting', 'countdown'].includes(table.phase) ? (free ? 'join' : 'look') : ['over', 'aborted'].includes(table.phase) ? 'result' : 'watch';
  const winners = (table.outcome?.places ?? []).flatMap((place, i) => (place === 1 ? [table.seats[i]?.name] : []));
  const state = table.outcome ? (winners.length === table.seats.length && winners.length > 1 ? t('draw') : t('won-by', { names: winners.join(', ') })) : t(`phase-${table.phase}`);
  const closed = action === 'watch' && !table.spectators;
  return h('li', { class: `table-row${mine ? ' mine' : ''}` },
    h('div', { class: 'table-what' }, h('strong', {}, table.name || names.get(table.game) || table.game), h('span', { class: 'muted' }, names.get(table.game) ?? table.game, table.private ? ` · ${t('private')}` : '')),
    h('div', { class: 'table-seats' }, table.seats.map((seat, i) => h('span', { class: `who${seat.name ? '' : ' open'}` }, emblem(i, seatColour(i)), seat.name || t('free')))),
    h('div', { class: 'table-state' }, h('span', {}, state), table.watchers ? h('span', { class: 'muted' }, icon('eye'), t('watchers', { count: table.watchers })) : null),
    closed ? h('span', { class: 'muted closed' }, icon('lock'), t('no-spectators'))
      : h('a', { class: `button ${action === 'join' || action === 'return' ? 'primary' : 'quiet'}`, href: `#/table/${table.table}${action === 'join' ? '?join=1' : ''}`, 'aria-label': `${t(`do-${action}`)}: ${table.name || names.get(table.game) || ''}` }, t(`do-${action}`)));
}
