// Settings of this browser: language, sound, motion, colours.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { change, settings } from '../settings.js';
import { play, wake } from '../sound.js';
import { ask } from '../dialog.js';
import { languageSwitch } from '../chrome.js';

/** @type {import('../router.js').Open} */
export function settingsPage() {
  const pick = (/** @type {string} */ label, /** @type {'theme'|'motion'} */ key, /** @type {string[]} */ values) => h('fieldset', { class: 'segments field' }, h('legend', {}, label),
    values.map((value) => h('label', {}, h('input', { type: 'radio', name: key, value, checked: settings[key] === value, onchange: () => change({ [key]: value }) }), h('span', {}, t(`${key}-${value}`)))));
  const volume = h('input', { id: 'volume', type: 'range', min: 0, max: 1, step: 0.05, value: settings.volume });
  volume.addEventListener('change', () => {
    change({ volume: Number(volume.value) });
    wake();
    setTimeout(() => play('turn'), 60);
  });
  const labels = h('input', { type: 'checkbox', role: 'switch', checked: settings.labels, onchange: () => change({ labels: labels.checked }) });
  const element = h('div', { class: 'narrow' }, h('h1', {}, t('settings')),
    h('div', { class: 'card-box' },
      h('div', { class: 'field' }, h('span', { class: 'label' }, t('language')), languageSwitch()),
      h('div', { class: 'field' }, h('label', { for: 'volume' }, t('volume')), volume),
      pick(t('theme'), 'theme', ['auto', 'light', 'dark']),
      pick(t('motion'), 'motion', ['auto', 'on', 'off']),
      h('div', { class: 'field' }, h('label', { class: 'switch' }, labels, h('span', {}, t('labels'))), h('small', { class: 'hint' }, t('labels-hint')))),
    hub.me ? h('div', { class: 'card-box' }, h('h2', {}, hub.me.name), h('p', { class: 'muted' }, t(hub.me.account ? 'account-note' : 'guest-note')),
      h('button', { class: 'quiet', onclick: async () => {
        if (await ask(t('logout-sure'), { yes: t('logout'), no: t('cancel') })) hub.logout();
      } }, t('logout'))) : null);
  return { element, title: t('settings') };
}
