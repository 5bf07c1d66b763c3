// Who plays: name, picture, score, clock and states of each seat.

import { h, put, say, stillness } from './dom.js';
import { number, t } from './i18n.js';
import { emblem, fill, hasIcon, icon } from './looks.js';
import { badgeName } from './pieces.js';

/** @import { Looks } from './looks.js' */
/** @import { Clocks, Scene, SeatSummary } from './types.js' */

export class SeatView {
  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    this.picture = h('div', { class: 'seat-picture' });
    this.name = h('span', { class: 'seat-name' });
    this.notes = h('span', { class: 'seat-notes' });
    this.score = h('span', { class: 'seat-score' });
    this.clock = h('span', { class: 'seat-clock', role: 'timer', 'aria-live': 'off' });
    this.more = h('div', { class: 'seat-more' });
    this.element = h('div', { class: 'seat', 'data-seat': seat },
      this.picture,
      h('div', { class: 'seat-who' }, this.name, this.notes),
      this.score, this.clock, this.more);
  }

  /**
   * @param {Scene} scene
   * @param {SeatSummary|undefined} who
   * @param {Looks} looks
   * @param {{active: boolean, own: boolean}} state
   */
  update(scene, who, looks, { active, own }) {
    const panel = scene.seats?.[String(this.seat)] ?? {};
    const colour = looks.ofSeat(this.seat);
    const name = who?.name || t('seat-free', { n: this.seat + 1 });
    this.element.style.setProperty('--hue', fill(colour));
    this.element.className = `seat${active ? ' active' : ''}${own ? ' own' : ''} ${(panel.tags ?? []).map((tag) => `tag-${tag}`).join(' ')}`;
    this.element.setAttribute('aria-current', active ? 'true' : 'false');
    const face = `${panel.look ?? ''} ${colour}`;
    if (this.picture.dataset.face !== face) {
      this.picture.dataset.face = face;
      put(this.picture, panel.look ? looks.portrait({ look: panel.look, owner: this.seat }) : emblem(this.seat, colour));
    }
    say(this.name, name);
    this.name.title = name;
    put(this.notes, this.#chips(who, panel.tags ?? [], own, looks));
    const score = panel.score === undefined ? '' : number(panel.score);
    if (this.score.textContent !== score) {
      const known = this.score.textContent !== '';
      say(this.score, score);
      if (known && !stillness()) this.score.animate?.([{ scale: 1.35 }, { scale: 1 }], { duration: 260 });
    }
    this.score.setAttribute('aria-label', score && t('score-is', { score }));
    this.score.setAttribute('role', 'img');
    this.score.hidden = !score;
    put(this.more,
      Object.values(panel.badges ?? {}).map((badge) => h('span', { class: 'badge', title: badgeName(badge), role: 'img', 'aria-label': badgeName(badge) },
        hasIcon(badge.icon) ? icon(badge.icon ?? '') : h('i', {}, (badge.name ?? '').slice(0, 1)),
        badge.max === undefined ? number(badge.value) : `${number(badge.value)}/${number(badge.max)}`)),
      Object.values(panel.lines ?? {}).map((line) => h('span', { class: 'line' }, h('small', {}, line.label), ' ', typeof line.value === 'number' ? number(line.value) : line.value)));
  }

  /** @param {SeatSummary|undefined} who @param {string[]} tags @param {boolean} own @param {Looks} looks */
  #chips(who, tags, own, looks) {
    const chips = [];
    if (own) chips.push(h('span', { class: 'tagchip you' }, t('you')));
    if (who?.bot) chips.push(h('span', { class: 'tagchip' }, icon('bot'), h('span', {}, t('computer'))));
    else if (who?.standIn) chips.push(h('span', { class: 'tagchip warn' }, icon('bot'), h('span', {}, t('stand-in'))));
    else if (who?.person && !who.present) chips.push(h('span', { class: 'tagchip warn' }, t('away')));
    if (who?.retired) chips.push(h('span', { class: 'tagchip' }, t('retired')));
    for (const tag of tags) {
      const words = looks.tagName(tag);
      if (words) chips.push(h('span', { class: 'tagchip' }, looks.looks[tag] ? looks.portrait({ look: tag, owner: this.seat }, 'icon') : null, h('span', {}, words)));
    }
    return chips;
  }
}

/** Counts the clocks of all seats down between two messages. */
export class ClockWork {
  /** @param {(seat: number, left: number|undefined, total: number|undefined, running: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Clocks|undefined} */
    this.clocks = undefined;
    this.heard = 0;
    this.frame = 0;
  }

  /** @param {Clocks|undefined} clocks @param {number} heard */
  set(clocks, heard) {
    this.clocks = clocks;
    this.heard = heard;
    cancelAnimationFrame(this.frame);
    this.#tick();
  }

  stop() {
    cancelAnimationFrame(this.frame);
  }

  #tick() {
    if (!this.clocks) return;
    const past = performance.now() - this.heard;
    let running = false;
    this.clocks.seats.forEach((clock, seat) => {
      // What was shown before a turn does not count to its time.
      const gone = clock.running ? Math.max(0, past - (clock.startsIn ?? 0)) : 0;
      running ||= clock.running;
      const left = (/** @type {number|undefined} */ ms) => (ms === undefined ? undefined : Math.max(0, ms - gone));
      this.show(seat, left(clock.moveLeft), left(clock.totalLeft), clock.running);
    });
    if (running) this.frame = requestAnimationFrame(() => this.#tick());
  }
}

/**
 * Seconds, with tenths when it gets tight.
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
