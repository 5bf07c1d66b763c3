// What surrounds every page: the head with its ways, the language switch, and the state of the line.

import { h, put } from './dom.js';
import { t } from './i18n.js';
import { hub } from './hub.js';
import { languageButtons } from './languages.js';
import { icon, mark } from './looks.js';
import { change, settings } from './settings.js';
import { toast } from './dialog.js';

/** A button for each language the server has. */
export function languageSwitch() {
  const buttons = () => languageButtons(hub.languages, (code) => {
    change({ language: code });
    hub.speak(code).catch((error) => toast(error.message, 'error'));
  });
  const box = h('div', { class: 'languages', role: 'group', 'aria-label': t('language') }, buttons());
  // The list arrives with the server's greeting, which may come after the page is drawn.
  if (!hub.languages.length) hub.addEventListener('languages', () => put(box, buttons()), { once: true });
  return box;
}

/** @param {HTMLElement} head */
export function drawHead(head, current = '') {
  const link = (/** @type {string} */ path, /** @type {string} */ label, /** @type {string} */ sign) => h('a', { href: `#/${path}`, 'aria-current': current === path ? 'page' : null }, icon(sign), h('span', {}, label));
  put(head,
    h('a', { class: 'brand', href: '#/', 'aria-label': t('home') }, mark(), h('span', {}, 'Parlor')),
    hub.me ? h('nav', { 'aria-label': t('main-nav') }, link('', t('lobby'), 'person'), link('results', t('results'), 'flag'), link('leaderboard', t('leaderboard'), 'trophy'), link('replay', t('replay'), 'play')) : h('span', { class: 'grow' }),
    h('div', { class: 'head-end' },
      languageSwitch(),
      h('a', { class: 'button quiet me', href: '#/settings', 'aria-label': `${t('settings')}${hub.me ? `: ${hub.me.name}` : ''}`, title: t('settings') }, h('span', {}, hub.me?.name ?? ''), icon('gear'))));
}

/** Shows what is wrong with the line, over everything, without moving anything. @param {HTMLElement} strip */
export function drawLine(strip) {
  const { state } = hub.line;
  const before = strip.dataset.state;
  strip.dataset.state = state;
  strip.hidden = state === 'open' || (state === 'connecting' && !before);
  if (state === 'superseded') {
    put(strip, h('span', {}, hub.parting || t('superseded')), h('button', { onclick: () => hub.start() }, t('play-here')));
  } else if (state === 'goodbye') put(strip, h('span', { class: 'spinner' }), hub.parting || t('goodbye'));
  else if (state !== 'open') put(strip, h('span', { class: 'spinner' }), t(before && before !== 'connecting' ? 'line-lost' : 'line-connecting'));
  if (state === 'open' && (before === 'lost' || before === 'goodbye')) toast(t('line-back'));
}

/** The colours of the browser's own frame. */
export function paintFrame() {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#1b1613' : '#f5eee3');
}
