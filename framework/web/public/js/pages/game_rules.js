// The rules of a game, with its pieces.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { game as gameInfo } from '../api.js';
import { Looks } from '../looks.js';

/** @type {import('../router.js').Open} */
export async function rulesPage([id]) {
  const info = await gameInfo(id);
  const looks = new Looks(info.looks);
  const parts = (info.rules ?? '').split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
  const legend = Object.entries(info.looks).filter(([, look]) => look.name);
  const element = h('article', { class: 'rules narrow' },
    h('header', { class: 'page-head' }, h('h1', {}, info.name), h('p', { class: 'lead' }, info.tagline ?? '')),
    h('div', { class: 'card-box prose' }, parts.length ? parts.map(paragraph) : h('p', { class: 'empty' }, t('rules-empty'))),
    legend.length ? h('div', { class: 'card-box' }, h('h2', {}, t('legend')), h('ul', { class: 'legend' }, legend.map(([look, each]) => h('li', {}, looks.portrait({ look, owner: 0 }), each.name)))) : null,
    h('div', { class: 'row wrap' }, h('a', { class: 'button primary', href: `#/new/${id}` }, t('new-table')), h('a', { class: 'button quiet', href: `#/leaderboard/${id}` }, t('leaderboard')), h('a', { class: 'button quiet', href: '#/' }, t('to-lobby'))));
  return { element, title: t('rules-of', { game: info.name }) };
}

/** Plain text with two kinds of structure: headings after `#` and lists after `-`. @param {string} part */
function paragraph(part) {
  if (/^#+\s/.test(part)) return h('h2', {}, part.replace(/^#+\s*/, ''));
  const lines = part.split('\n');
  if (lines.every((line) => /^\s*[-*•]\s/.test(line))) return h('ul', {}, lines.map((line) => h('li', {}, line.replace(/^\s*[-*•]\s*/, ''))));
  return h('p', {}, part);
}
