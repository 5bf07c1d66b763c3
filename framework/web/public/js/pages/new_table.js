// A new table: everything a game lets one choose, seats, clocks, and a preview of the start.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { game as gameInfo } from '../api.js';
import { objectForm } from '../forms.js';
import { go } from '../router.js';
import { keep, recall } from '../settings.js';
import { Stage } from '../stage.js';
import { toast } from '../dialog.js';
import { icon } from '../looks.js';

const PREVIEW_MS = 300;

/** @type {import('../router.js').Open} */
export async function newPage([id]) {
  const info = await gameInfo(id, { fresh: true });
  const draft = recall(`draft.${id}`) ?? {};
  // A game's options may say times, too: what a person did not change here is left to them.
  const usual = clockOf(info.clock);
  const clock = draft.clock ?? usual;
  const { min, max } = info.seats;

  const options = objectForm(info.optionsSchema ?? {}, draft.options, { contents: info.contents, names: info.content, changed: () => changed() });
  const name = h('input', { id: 'table-name', maxlength: 60, value: draft.name ?? '', placeholder: t('table-name-hint', { name: hub.me?.name ?? '' }) });
  const count = h('input', { id: 'seat-count', type: 'number', min, max, value: clamp(draft.seats?.length ?? Math.max(min, 2), min, max), disabled: min === max });
  const rows = h('div', { class: 'seat-plans' });
  const plays = toggle(t('opener-plays'), draft.openerPlays ?? true);
  const spectators = toggle(t('allow-spectators'), draft.spectators ?? true);
  const takebacks = toggle(t('allow-takebacks'), draft.allow?.includes('takeback') ?? false);
  const secret = toggle(t('private-table'), draft.private ?? false, t('private-hint'));
  const perMove = timeField('clock-move', t('clock-move'), clock.moveMs, 1000, t('seconds'), usual.moveMs);
  const total = timeField('clock-total', t('clock-total'), clock.totalMs, 60_000, t('minutes'), usual.totalMs);
  // A countdown as long as a move needs no number; whoever wants another one may still name it.
  const asMove = usual.countdownMs === 'move';
  const countdown = timeField('clock-countdown', t('clock-countdown'), asMove ? null : clock.countdownMs, 1000, t('seconds'), asMove ? undefined : usual.countdownMs, asMove ? t('as-a-move') : undefined);

  /** @type {{plan: HTMLSelectElement, name: HTMLInputElement}[]} */
  let plans = [];
  const drawSeats = () => {
    const wanted = clamp(Number(count.value) || min, min, max);
    const before = plans.length ? readSeats() : (draft.seats ?? []);
    plans = Array.from({ length: wanted }, (_, i) => seatPlan(i, before[i] ?? 'person', info.bots ?? [], () => changed()));
    put(rows, plans.map(({ plan, name: botName }, i) => h('div', { class: 'seat-plan' }, h('label', { for: plan.id }, t('seat-n', { n: i + 1 })), plan, botName)));
  };
  const readSeats = () => plans.map(({ plan, name: botName }) => (plan.value === 'person' ? 'person' : { bot: { kind: plan.value.slice(4), name: botName.value.trim() } }));
  count.addEventListener('change', () => {
    drawSeats();
    changed();
  });
  drawSeats();

  const stage = new Stage();
  stage.classList.add('small');
  stage.useLooks(info.looks);
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const open = h('button', { class: 'primary big', form: 'new-form' }, t('open-table'));

  const chosenClock = () => {
    const chosen = { ...(perMove.read() && { moveMs: perMove.read() }), ...(total.read() && { totalMs: total.read() }), ...(countdown.read() && { countdownMs: countdown.read() }) };
    return [perMove, total, countdown].some((field) => field.changed()) ? { clock: chosen } : {};
  };
  const read = () => ({
    name: name.value.trim(),
    options: options.read(),
    seats: readSeats(),
    openerPlays: plays.box.checked,
    spectators: spectators.box.checked,
    ...(takebacks.box.checked ? { allow: ['takeback'] } : {}),
    private: secret.box.checked,
    ...chosenClock(),
  });
  /** @type {any} */
  let timer = 0;
  let asked = 0;
  const changed = () => {
    keep(`draft.${id}`, read());
    clearTimeout(timer);
    timer = setTimeout(preview, PREVIEW_MS);
  };
  const preview = async () => {
    const mine = ++asked;
    try {
      const { scene } = await hub.request('preview', { game: id, options: options.read(), seats: plans.length });
      if (mine !== asked) return;
      fault.hidden = true;
      open.disabled = false;
      stage.show(scene ?? {});
      stage.classList.remove('faulty');
    } catch (error) {
      if (mine !== asked) return;
      put(fault, error instanceof Error ? error.message : String(error));
      fault.hidden = false;
      stage.classList.add('faulty');
    }
  };

  const form = h('form', { class: 'new-form', id: 'new-form' },
    h('div', { class: 'card-box' }, h('h2', {}, t('part-table')), h('div', { class: 'field' }, h('label', { for: 'table-name' }, t('table-name')), name), options.element),
    h('div', { class: 'card-box' }, h('h2', {}, t('part-seats')),
      min === max ? null : h('div', { class: 'field' }, h('label', { for: 'seat-count' }, t('seat-count')), h('div', { class: 'number' }, count, h('span', { class: 'range' }, `${min}–${max}`))),
      rows, plays.element),
    h('details', { class: 'card-box', open: !matchMedia('(max-width: 760px)').matches }, h('summary', {}, h('h2', {}, t('part-rules'))), perMove.element, total.element, countdown.element, spectators.element, takebacks.element, secret.element));
  form.addEventListener('change', changed);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    open.disabled = true;
    try {
      const chosen = read();
      keep(`draft.${id}`, chosen);
      const seats = chosen.seats.map((seat, i) => (typeof seat === 'string' ? seat : { bot: { ...seat.bot, name: seat.bot.name || t('seat-free', { n: i + 1 }) } }));
      const answer = await hub.request('createGame', { game: id, ...chosen, seats });
      if (answer.invite) keep(`invite.${answer.table}`, answer.invite);
      hub.mine.add(answer.table);
      go(`table/${answer.table}`);
    } catch (error) {
      put(fault, error instanceof Error ? error.message : String(error));
      fault.hidden = false;
      toast(fault.textContent ?? '', 'error');
    } finally {
      open.disabled = false;
    }
  });
  /** What the host sets may have changed: its values take the place of those chosen here, content stays chosen. */
  const reload = () => {
    const chosen = read();
    const content = Object.entries(chosen.options).filter(([name]) => info.optionsSchema?.properties?.[name]?.['x-content']);
    keep(`draft.${id}`, { ...chosen, clock: undefined, options: Object.fromEntries(content) });
    go(`new/${id}`);
    toast(t('reloaded'));
  };
  const element = h('div', { class: 'new-page' },
    h('header', { class: 'page-head row spread' },
      h('div', {}, h('h1', {}, t('new-table-of', { game: info.name })), h('p', { class: 'lead' }, info.tagline ?? '')),
      h('button', { class: 'quiet', onclick: reload, title: t('reload-hint') }, icon('reload'), t('reload'))),
    form,
    h('aside', { class: 'new-side' },
      h('div', { class: 'preview' }, h('h2', {}, t('preview')), fault, stage),
      h('div', { class: 'row end new-actions' }, h('a', { class: 'button quiet', href: '#/' }, t('cancel')), open)));
  void preview();
  return { element, title: t('new-table'), dispose: () => clearTimeout(timer) };
}

/** @param {any} clock */
const clockOf = (clock = {}) => ({ moveMs: clock.moveMs ?? clock['move-ms'], totalMs: clock.totalMs ?? clock['total-ms'], countdownMs: clock.countdownMs ?? clock['countdown-ms'] });

/** @param {number} n @param {number} min @param {number} max */
const clamp = (n, min, max) => Math.max(min, Math.min(max, n));

/** @param {string} label @param {boolean} on @param {string} [hint] */
function toggle(label, on, hint) {
  const box = h('input', { type: 'checkbox', role: 'switch', checked: on });
  return { box, element: h('div', { class: 'field' }, h('label', { class: 'switch' }, box, h('span', {}, label)), hint && h('small', { class: 'hint' }, hint)) };
}

/** @param {string} id @param {string} label @param {number|undefined|null} ms @param {number} unit @param {string} unitName @param {number|undefined} usual @param {string} [otherwise] */
function timeField(id, label, ms, unit, unitName, usual, otherwise = t('no-limit')) {
  const input = h('input', { id, type: 'number', min: 0, step: 'any', value: ms ? ms / unit : '', placeholder: otherwise });
  const read = () => (Number(input.value) > 0 ? Math.round(Number(input.value) * unit) : undefined);
  return {
    element: h('div', { class: 'field' }, h('label', { for: id }, label), h('div', { class: 'number' }, input, h('span', { class: 'range' }, unitName))),
    read,
    changed: () => read() !== (usual || undefined),
  };
}

/** @param {number} i @param {any} plan @param {{kind: string, name: string}[]} bots @param {() => void} changed */
function seatPlan(i, plan, bots, changed) {
  const kind = plan?.bot?.kind;
  const select = h('select', { id: `plan-${i}` }, h('option', { value: 'person', selected: !kind }, t('person')),
    bots.map((bot) => h('option', { value: `bot:${bot.kind}`, selected: bot.kind === kind }, t('bot-named', { name: bot.name }))));
  const name = h('input', { class: 'bot-name', maxlength: 32, value: plan?.bot?.name ?? '', placeholder: t('seat-free', { n: i + 1 }), 'aria-label': t('bot-name-of', { n: i + 1 }) });
  const show = () => { name.style.visibility = select.value === 'person' ? 'hidden' : 'visible'; };
  select.addEventListener('change', () => {
    show();
    changed();
  });
  show();
  return { plan: select, name };
}
