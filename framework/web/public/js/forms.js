// Forms made from a JSON Schema: what can be chosen for a table, without knowing the game.

import { h, put } from './dom.js';
import { t } from './i18n.js';

/**
 * What a form needs to know: content by kind, and whom to tell about changes.
 * @typedef {{contents?: Record<string, any[]>, changed?: () => void, names?: Record<string, any>}} FormContext
 * @typedef {{element: HTMLElement, read: () => any}} Field
 */

let counter = 0;

/**
 * A form for the properties of an object schema. Fields of the host are left out; what was not chosen stays absent.
 * @param {any} schema
 * @param {any} value
 * @param {FormContext} context
 * @returns {Field}
 */
export function objectForm(schema, value, context) {
  const names = Object.keys(schema?.properties ?? {}).filter((name) => !schema.properties[name]['x-host']);
  /** @type {[string, Field][]} */
  const fields = names.map((name) => [name, field(name, schema.properties[name], value?.[name], context)]);
  return {
    element: h('div', { class: 'fields' }, fields.map(([, { element }]) => element)),
    read: () => {
      /** @type {Record<string, any>} */
      const result = {};
      for (const [name, { read }] of fields) {
        const chosen = read();
        if (chosen !== undefined) result[name] = chosen;
      }
      return result;
    },
  };
}

/**
 * The schema behind references to nothing: `anyOf` with null means that it may be left out.
 * @param {any} schema
 */
export function unwrap(schema) {
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const real = choices.filter((choice) => choice.type !== 'null');
    if (real.length === 1 && real.length < choices.length) return { ...schema, anyOf: undefined, oneOf: undefined, ...real[0], optional: true };
  }
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((/** @type {string} */ type) => type !== 'null');
    return { ...schema, type: types[0], optional: types.length < schema.type.length };
  }
  return schema;
}

/**
 * The values of a choice with their names.
 * @param {any} schema
 * @returns {[any, string][]|null}
 */
export function choicesOf(schema) {
  if (Array.isArray(schema.enum)) {
    const names = schema['x-names'] ?? schema.enumNames ?? [];
    return schema.enum.map((/** @type {any} */ value, /** @type {number} */ i) => [value, names[i] ?? title(String(value))]);
  }
  const parts = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(parts) && parts.length && parts.every((part) => 'const' in part || (Array.isArray(part.enum) && part.enum.length))) {
    return parts.flatMap((part) => ('const' in part ? [[part.const, part.title ?? part.description ?? title(String(part.const))]] : choicesOf(part) ?? []));
  }
  return null;
}

/** @param {string} name */
const title = (name) => name.replace(/[_-]/g, ' ').replace(/^./, (c) => c.toUpperCase());

/** @param {string} name @param {any} raw @param {any} value @param {FormContext} context @returns {Field} */
function field(name, raw, value, context) {
  const schema = unwrap(raw);
  const id = `f${++counter}`;
  const label = schema.title ?? title(name);
  // The default of content is its value; what is chosen is its name.
  const made = control(id, label, schema, schema['x-content'] ? value : (value ?? schema.default), context);
  const hint = schema.description ? h('small', { class: 'hint', id: `${id}-hint` }, schema.description) : null;
  if (hint) made.element.querySelector(`#${id}`)?.setAttribute('aria-describedby', `${id}-hint`);
  if (made.whole) return { element: h('div', { class: 'field' }, made.element, hint), read: made.read };
  return { element: h('div', { class: 'field' }, h('label', { for: id }, label), made.element, hint), read: made.read };
}

/**
 * @param {string} id @param {string} label @param {any} schema @param {any} value @param {FormContext} context
 * @returns {Field & {whole?: boolean}}
 */
function control(id, label, schema, value, context) {
  const changed = () => context.changed?.();
  const kind = schema['x-content'];
  if (kind) return contentField(id, label, kind, value, context);
  const choices = choicesOf(schema);
  if (choices) {
    const select = h('select', { id, onchange: changed }, schema.optional && h('option', { value: '' }, t('standard')),
      choices.map(([each, name], i) => h('option', { value: String(i), selected: same(each, value) }, name)));
    return { element: h('div', {}, select), read: () => (select.value === '' ? undefined : choices[Number(select.value)][0]) };
  }
  if (schema.type === 'boolean') {
    const box = h('input', { type: 'checkbox', id, checked: value === true, onchange: changed, role: 'switch' });
    return { element: h('label', { class: 'switch' }, box, h('span', {}, label)), read: () => box.checked, whole: true };
  }
  if (schema.type === 'integer' || schema.type === 'number') return numberField(id, schema, value, changed);
  if (schema.type === 'string') {
    const input = h('input', { id, type: 'text', value: value ?? '', maxlength: schema.maxLength, onchange: changed });
    return { element: h('div', {}, input), read: () => (input.value === '' && schema.optional ? undefined : input.value) };
  }
  if (schema.type === 'array' && schema.items) return listField(id, label, schema, value, context);
  if (schema.type === 'object' && schema.properties) {
    const inner = objectForm(schema, value, context);
    return { element: h('fieldset', {}, h('legend', {}, label), inner.element), read: inner.read, whole: true };
  }
  return jsonField(id, value, changed);
}

/** @param {any} a @param {any} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {string} id @param {any} schema @param {any} value @param {() => void} changed @returns {Field} */
function numberField(id, schema, value, changed) {
  const optional = schema.optional || schema['x-seed'];
  const input = h('input', {
    id, type: 'number', min: schema.minimum, max: schema.maximum, step: schema.type === 'integer' ? 1 : 'any',
    value: value ?? '', placeholder: schema['x-seed'] ? t('random') : optional ? t('standard') : '', onchange: changed, required: !optional,
  });
  const range = schema.minimum !== undefined && schema.maximum !== undefined && !schema['x-seed'] ? h('span', { class: 'range' }, `${schema.minimum}–${schema.maximum}`) : null;
  return { element: h('div', { class: 'number' }, input, range), read: () => (input.value === '' ? undefined : Number(input.value)) };
}

/** @param {string} id @param {string} label @param {any} schema @param {any} value @param {FormContext} context @returns {Field & {whole?: boolean}} */
function listField(id, label, schema, value, context) {
  const items = unwrap(schema.items);
  const choices = choicesOf(items);
  if (choices && schema.uniqueItems) {
    const boxes = choices.map(([each, name]) => ({ each, box: h('input', { type: 'checkbox', checked: (value ?? []).some((/** @type {any} */ v) => same(v, each)), onchange: () => context.changed?.() }), name }));
    return { element: h('fieldset', {}, h('legend', {}, label), boxes.map(({ box, name }) => h('label', { class: 'check' }, box, name))), read: () => boxes.filter(({ box }) => box.checked).map(({ each }) => each), whole: true };
  }
  /** @type {Field[]} */
  const entries = [];
  const shelf = h('div', { class: 'list' });
  const least = schema.minItems ?? 0;
  const add = (/** @type {any} */ each) => {
    const made = control(`${id}-${++counter}`, label, items, each, context);
    const row = h('div', { class: 'list-row' }, made.element, entries.length >= least && h('button', { type: 'button', class: 'quiet', onclick: () => {
      entries.splice(entries.indexOf(made), 1);
      row.remove();
      context.changed?.();
    } }, t('remove')));
    entries.push(made);
    shelf.append(row);
  };
  const start = Array.isArray(value) ? value : Array.from({ length: least }, () => undefined);
  start.forEach(add);
  const more = h('button', { type: 'button', class: 'quiet', onclick: () => {
    if (schema.maxItems === undefined || entries.length < schema.maxItems) add(undefined);
    context.changed?.();
  } }, t('add'));
  return { element: h('fieldset', {}, h('legend', {}, label), shelf, schema.maxItems !== undefined && schema.maxItems === least ? null : more), read: () => entries.map(({ read }) => read()), whole: true };
}

/**
 * Content of a kind: chosen from what the server has, or from a file of one's own.
 * @param {string} id @param {string} label @param {string} kind @param {any} value @param {FormContext} context
 * @returns {Field}
 */
function contentField(id, label, kind, value, context) {
  const known = (context.contents?.[kind] ?? []).map((each) => (typeof each === 'string' ? { name: each } : each));
  /** @type {any} */
  let own = value !== null && typeof value === 'object' ? value : undefined;
  const named = (/** @type {any} */ name) => known.some((each) => each.name === name);
  const chosen = typeof value === 'string' && named(value) ? value : (context.names?.[kind] ?? known[0]?.name);
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const select = h('select', { id }, known.map((each) => h('option', { value: `n:${each.name}`, selected: own === undefined && each.name === chosen }, each.title ?? each.label ?? each.name)));
  const ownOption = h('option', { value: 'own', hidden: own === undefined, selected: own !== undefined }, t('own-file'));
  select.append(ownOption);
  select.addEventListener('change', () => context.changed?.());
  const file = h('input', { type: 'file', accept: '.json,.toml,.txt,application/json', class: 'visually-hidden', id: `${id}-file`, 'aria-label': `${label}: ${t('upload')}` });
  file.addEventListener('change', async () => {
    const picked = file.files?.[0];
    if (!picked) return;
    file.value = '';
    try {
      own = JSON.parse(await picked.text());
      fault.hidden = true;
      ownOption.hidden = false;
      put(ownOption, picked.name);
      select.value = 'own';
      context.changed?.();
    } catch (error) {
      put(fault, t('not-json', { file: picked.name, reason: error instanceof Error ? error.message : '' }));
      fault.hidden = false;
    }
  });
  return {
    element: h('div', { class: 'content-field' }, h('div', { class: 'row' }, select, file, h('label', { for: `${id}-file`, class: 'button quiet' }, t('upload'))), fault),
    read: () => (select.value === 'own' ? own : select.value.startsWith('n:') ? select.value.slice(2) : undefined),
  };
}

/** What no other field can show is written as JSON. @param {string} id @param {any} value @param {() => void} changed @returns {Field} */
function jsonField(id, value, changed) {
  const area = h('textarea', { id, rows: 3, spellcheck: 'false', onchange: changed });
  area.value = value === undefined ? '' : JSON.stringify(value);
  return {
    element: h('div', {}, area),
    read: () => {
      if (!area.value.trim()) return undefined;
      try {
        const parsed = JSON.parse(area.value);
        area.setCustomValidity('');
        return parsed;
      } catch (error) {
        area.setCustomValidity(error instanceof Error ? error.message : 'JSON');
        return undefined;
      }
    },
  };
}
