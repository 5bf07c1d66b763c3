// Buttons for languages.

import { h } from './dom.js';
import { lang } from './i18n.js';

/** Languages by their own names. @param {string} code */
function nameOf(code) {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}

/** A button for each language. @param {string[]} codes @param {(code: string) => void} choose */
export const languageButtons = (codes, choose) => codes.map((code) => h('button', {
  class: 'quiet', lang: code, title: nameOf(code), 'aria-label': `${code.toUpperCase()} – ${nameOf(code)}`, 'aria-pressed': code === lang() ? 'true' : 'false', onclick: () => choose(code),
}, code.toUpperCase()));
