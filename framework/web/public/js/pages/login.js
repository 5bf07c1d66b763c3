// The door: a name is enough; a password makes it an account.

import { h, put, svg } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { shapePath } from '../looks.js';
import { recordingPicker } from '../recording_file.js';
import { go } from '../router.js';
import { wake } from '../sound.js';
import { keep, recall } from '../settings.js';

/** @type {import('../router.js').Open} */
export function enterPage(_params, query) {
  const next = query.get('next') ?? '';
  const name = h('input', { id: 'name', name: 'username', required: true, maxlength: 32, autocomplete: 'nickname', value: recall('name') ?? '', autofocus: true });
  const password = h('input', { id: 'password', name: 'password', type: 'password', autocomplete: 'current-password', maxlength: 200 });
  const passwordField = h('div', { class: 'field', hidden: true }, h('label', { for: 'password' }, t('password')), password);
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const submit = h('button', { class: 'primary big' }, t('enter-guest'));
  const modes = [['guest', t('as-guest')], ['login', t('as-account')], ['register', t('new-account')]];
  let mode = 'guest';
  const choice = h('fieldset', { class: 'segments' }, h('legend', { class: 'visually-hidden' }, t('enter-how')),
    modes.map(([value, label]) => h('label', {}, h('input', { type: 'radio', name: 'mode', value, checked: value === 'guest', onchange: () => choose(value) }), h('span', {}, label))));
  const choose = (/** @type {string} */ value) => {
    mode = value;
    passwordField.hidden = mode === 'guest';
    password.required = mode !== 'guest';
    password.autocomplete = mode === 'register' ? 'new-password' : 'current-password';
    put(submit, t(`enter-${mode}`));
    fault.hidden = true;
  };
  const form = h('form', { class: 'card-box enter-form' },
    next.startsWith('table/') && h('p', { class: 'invited' }, t('invited')),
    h('div', { class: 'field' }, h('label', { for: 'name' }, t('name')), name),
    choice, passwordField, fault, submit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    wake();
    submit.disabled = true;
    fault.hidden = true;
    keep('name', name.value.trim());
    try {
      if (mode === 'login') await hub.login(name.value.trim(), password.value);
      else await hub.register(name.value.trim(), mode === 'register' ? password.value : undefined);
      go(next);
    } catch (error) {
      put(fault, error instanceof Error ? error.message : String(error));
      fault.hidden = false;
      name.focus();
    } finally {
      submit.disabled = false;
    }
  });
  const door = h('div', { class: 'door' }, form);
  const element = h('div', { class: 'enter' },
    h('section', { class: 'hero' }, heroTable(), h('h1', {}, t('welcome')), h('p', { class: 'lead' }, t('welcome-lead')),
      h('ul', { class: 'points' }, [1, 2, 3].map((n) => h('li', {}, t(`point-${n}`))))),
    door);
  door.append(h('section', { class: 'card-box enter-form' }, h('h2', {}, t('open-recording')), recordingPicker(element)));
  return { element, title: t('enter') };
}

/** A table set for an evening: what the mark shows, in large. */
function heroTable() {
  const piece = (/** @type {string} */ shape, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ colour) =>
    svg('g', { transform: `translate(${x} ${y}) scale(${size})` }, svg('ellipse', { cx: 4, cy: 50, rx: 44, ry: 12, fill: '#0004' }), svg('path', { d: shapePath(shape), fill: colour, stroke: '#0004', 'stroke-width': 3 }), svg('path', { d: shapePath(shape), fill: '#fff3', transform: 'translate(-6 -8) scale(.7)' }));
  const card = (/** @type {number} */ turn, /** @type {number} */ x, /** @type {string} */ shape, /** @type {string} */ colour) =>
    svg('g', { transform: `translate(${x} 168) rotate(${turn})` }, svg('rect', { x: -34, y: -50, width: 68, height: 96, rx: 8, fill: '#fffdf6', stroke: '#cdbfa9' }), svg('path', { d: shapePath(shape), fill: colour, transform: 'scale(.36)' }), svg('path', { d: shapePath(shape), fill: colour, transform: 'translate(-22 -37) scale(.1)' }));
  const tiles = Array.from({ length: 24 }, (_, i) => svg('rect', { x: 26 + (i % 6) * 38, y: 28 + Math.floor(i / 6) * 38, width: 38, height: 38, fill: (i + Math.floor(i / 6)) % 2 ? '#f0dfbf' : '#d9bd8c' }));
  return svg('svg', { viewBox: '0 0 480 220', class: 'hero-table', 'aria-hidden': 'true' },
    svg('defs', {}, svg('radialGradient', { id: 'arena', cx: '50%', cy: '20%', r: '85%' }, svg('stop', { offset: 0, 'stop-color': '#4a957b' }), svg('stop', { offset: 1, 'stop-color': '#1f4e40' })), svg('linearGradient', { id: 'wood', x2: 1, y2: 1 }, svg('stop', { offset: 0, 'stop-color': '#94643f' }), svg('stop', { offset: 1, 'stop-color': '#5f3b22' }))),
    svg('rect', { width: 480, height: 220, rx: 22, fill: 'url(#wood)' }), svg('rect', { x: 10, y: 10, width: 460, height: 200, rx: 14, fill: 'url(#arena)' }),
    svg('g', { transform: 'rotate(-4 140 110)' }, svg('rect', { x: 20, y: 22, width: 240, height: 164, rx: 8, fill: '#5f3b22' }), tiles, piece('circle', 83, 80, 0.34, '#1d6fb8'), piece('diamond', 159, 118, 0.34, '#ef8354'), piece('circle', 197, 42, 0.34, '#1d6fb8'), piece('diamond', 45, 156, 0.34, '#ef8354')),
    card(-16, 318, 'heart', '#c8372d'), card(-3, 356, 'star', '#d6a92f'), card(10, 396, 'drop', '#1d6fb8'),
    piece('square', 330, 62, 0.5, '#8fd3ba'), piece('triangle', 402, 60, 0.5, '#f6d9a0'));
}
