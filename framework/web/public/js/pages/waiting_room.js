// A table before the start: who sits where, who is still missing, and the invitation.

import { h, put } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { emblem, icon, seatColour } from '../looks.js';
import { recall } from '../settings.js';
import { ask, toast } from '../dialog.js';
import { go } from '../router.js';
import { Stage } from '../stage.js';

/** @import { Summary, GameInfo } from '../types.js' */

export class WaitingRoom {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.element = h('div', { class: 'waiting' });
    /** @type {any} */
    this.timer = 0;
    /** @type {GameInfo|null} */
    this.info = null;
    this.invite = '';
    /** @type {HTMLElement|null} */
    this.preview = null;
  }

  /** @param {Summary} summary */
  update(summary) {
    clearInterval(this.timer);
    const me = hub.me?.person;
    const opener = summary.opener === me;
    const seated = summary.seats.some((seat) => seat.person === me);
    const free = summary.seats.filter((seat) => !seat.person && !seat.bot).length;
    put(this.element,
      h('h2', {}, free ? t('waiting-for', { count: free }) : summary.phase === 'countdown' ? t('starts-soon') : t('all-here')),
      this.#countdown(summary),
      h('ol', { class: 'seat-list' }, summary.seats.map((seat, i) => this.#seat(seat, i, { opener, seated, me }))),
      h('div', { class: 'row' },
        opener && h('button', { class: 'primary big', disabled: free > 0, onclick: () => this.#do('gameStart') }, t('start')),
        !opener && seated && h('p', { class: 'muted' }, t('opener-starts')),
        seated && h('button', { class: 'quiet', onclick: () => this.#leave() }, t('leave')),
        opener && h('button', { class: 'quiet', onclick: () => this.#cancel() }, t('cancel-table'))),
      this.#invitation(),
      this.#preview());
  }

  /** What will be played on, asked for once: whoever thinks about joining wants to see it. */
  #preview() {
    if (this.preview || !this.info) return this.preview;
    const stage = new Stage();
    stage.classList.add('small');
    stage.useLooks(this.info.looks);
    const place = this.preview = h('div', { class: 'preview', hidden: true }, h('h3', {}, t('preview')), stage);
    hub.request('preview', { table: this.id }).then(({ scene }) => {
      place.hidden = false;
      stage.show(scene ?? {});
    }, () => {});
    return place;
  }

  dispose() {
    clearInterval(this.timer);
  }

  /** @param {Summary} summary */
  #countdown(summary) {
    const { beginsBy } = summary;
    if (summary.phase !== 'countdown' || beginsBy === undefined) return null;
    const number = h('p', { class: 'countdown', role: 'timer' });
    const draw = () => put(number, String(Math.max(0, Math.ceil((beginsBy - performance.now()) / 1000))));
    draw();
    this.timer = setInterval(draw, 250);
    return number;
  }

  /** @param {import('../types.js').SeatSummary} seat @param {number} i @param {{opener: boolean, seated: boolean, me: string|undefined}} who */
  #seat(seat, i, { opener, seated, me }) {
    const free = !seat.person && !seat.bot;
    const controls = [];
    if (free && !seated) controls.push(h('button', { class: 'primary', onclick: () => this.#do('joinGame', { seat: i, ...(this.invite ? { invite: this.invite } : {}) }) }, t('sit-here')));
    if (opener && free && this.info?.bots?.length) {
      controls.push(...this.info.bots.map((bot) => h('button', { class: 'quiet', onclick: () => this.#do('arrangeSeat', { seat: i, plan: { bot: { kind: bot.kind, name: t('seat-free', { n: i + 1 }) } } }) }, icon('bot'), bot.name)));
    }
    if (opener && seat.bot) controls.push(h('button', { class: 'quiet', onclick: () => this.#do('arrangeSeat', { seat: i, plan: 'person' }) }, t('free-seat')));
    if (opener && seat.person && seat.person !== me) controls.push(h('button', { class: 'quiet', onclick: () => this.#do('kick', { seat: i }) }, t('kick')));
    return h('li', { class: free ? 'open' : '' }, emblem(i, seatColour(i)),
      h('span', { class: 'seat-name' }, seat.name || t('free')),
      seat.person === me && me ? h('span', { class: 'tagchip you' }, t('you')) : seat.bot ? h('span', { class: 'tagchip' }, t('computer')) : null,
      h('span', { class: 'grow' }), controls);
  }

  #invitation() {
    const invite = this.invite || recall(`invite.${this.id}`);
    const link = `${location.origin}/t/${this.id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`;
    const field = h('input', { readonly: true, value: link, id: 'invite', onfocus: () => field.select() });
    const copy = h('button', { class: 'quiet', onclick: async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(link);
      } catch {
        document.execCommand('copy');
      }
      toast(t('copied'));
    } }, icon('copy'), t('copy'));
    return h('div', { class: 'field invite' }, h('label', { for: 'invite' }, t('invite')), h('div', { class: 'row' }, field, copy));
  }

  async #leave() {
    if (await this.#do('leaveGame')) go('');
  }

  async #cancel() {
    if (!(await ask(t('cancel-table-sure'), { yes: t('cancel-table'), no: t('no'), danger: true }))) return;
    if (await this.#do('deleteGame')) go('');
  }

  /** @param {string} event @param {any} [data] */
  async #do(event, data = {}) {
    try {
      await hub.request(event, { table: this.id, ...data });
      if (event === 'joinGame') await hub.look(this.id);
      return true;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'error');
      return false;
    }
  }
}
