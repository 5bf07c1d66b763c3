// The door: a name is enough; a password makes it an account.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { mark } from '../looks.js';
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
  const element = h('div', { class: 'enter' },
    h('section', { class: 'hero' }, mark('mark hero-mark'), h('h1', {}, t('welcome')), h('p', { class: 'lead' }, t('welcome-lead')),
      h('ul', { class: 'points' }, [1, 2, 3].map((n) => h('li', {}, t(`point-${n}`))))),
    form);
  return { element, title: t('enter') };
}
