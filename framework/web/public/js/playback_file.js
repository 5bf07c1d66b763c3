// Where a file begins that plays one recording back anywhere: all it shows lies in its document.

import { h } from './dom.js';
import { t, useTexts } from './i18n.js';
import { languageButtons } from './languages.js';
import { mark } from './looks.js';
import { playerView } from './player.js';
import { show } from './settings.js';
import { wake } from './sound.js';

const [head, page, source] = ['head', 'page', 'playback'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const { content, language, languages } = JSON.parse(source.textContent ?? '');
const codes = Object.keys(languages);
/** @type {ReturnType<typeof playerView>|null} */
let view = null;

/** A value in one language: `{ "@": 3 }` stands for the fourth of its words. @param {any} value @param {any[]} words @returns {any} */
function inWords(value, words) {
  if (Array.isArray(value)) return value.map((each) => inWords(each, words));
  if (value === null || typeof value !== 'object') return value;
  if ('@' in value) return words[value['@']];
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inWords(each, words)]));
}

/** @param {string} code */
function open(code) {
  useTexts(languages[code].page, code);
  document.documentElement.lang = code;
  const playback = inWords(content, languages[code].words);
  const { description } = playback.recording;
  view?.dispose();
  view = playerView(playback, playback.game, { at: view?.position(), notes: description ? [h('h2', {}, t('description')), h('p', {}, description)] : [] });
  document.title = t('replay-of', { game: playback.game.name });
  head.replaceChildren(h('span', { class: 'brand' }, mark(), h('span', {}, 'Parlor')), h('span', { class: 'grow' }), h('div', { class: 'head-end' }, h('div', { class: 'languages', role: 'group', 'aria-label': t('language') }, languageButtons(codes, open))));
  page.replaceChildren(view.element);
}

show();
document.body.classList.add('wide');
addEventListener('pointerdown', wake, { once: true });
addEventListener('keydown', wake, { once: true });
open(navigator.languages.map((each) => each.split('-')[0]).find((each) => codes.includes(each)) ?? language);
