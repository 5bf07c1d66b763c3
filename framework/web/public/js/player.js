// Plays a recorded game: start, stop, step both ways, in its own or in steady time.

import { h, put, say } from './dom.js';
import { dayTime, duration, t } from './i18n.js';
import { icon } from './looks.js';
import { framesOf, pause } from './recording.js';
import { play } from './sound.js';
import { Stage } from './stage.js';
import { LogBox } from './log.js';
import { speakAloud } from './dialog.js';

/** @import { Look } from './types.js' */

/**
 * The view of a recording, as the server plays it back.
 * @param {any} playback
 * @param {{name: string, looks: Record<string, Look>}} game
 * @param {{tools?: HTMLElement[], notes?: HTMLElement[], at?: number}} [extras]
 */
export function playerView(playback, game, { tools = [], notes = [], at = 0 } = {}) {
  const { recording } = playback;
  const frames = framesOf(playback);
  const stage = new Stage();
  stage.useLooks(game.looks);
  const log = new LogBox();
  /** @type {any} */
  let timer = 0;
  let running = false;
  const people = playback.start.table.seats;
  const slider = h('input', { type: 'range', min: 0, max: frames.length - 1, value: at, 'aria-label': t('position'), class: 'grow' });
  const counter = h('output', { class: 'counter' });
  const timing = h('select', { 'aria-label': t('timing') }, h('option', { value: 'fixed' }, t('timing-fixed')), h('option', { value: 'original' }, t('timing-original')));
  const speed = h('select', { 'aria-label': t('speed') }, [0.25, 0.5, 1, 2, 4, 8].map((each) => h('option', { value: each, selected: each === 1 }, `${each}×`)));
  const playing = h('button', { class: 'primary', onclick: () => set(!running) });

  const show = (/** @type {number} */ to, /** @type {boolean} */ loud) => {
    const step = to === at + 1 && loud;
    at = Math.max(0, Math.min(frames.length - 1, to));
    const { scene, turn, events } = frames[at];
    stage.show(scene, { turn, people, moving: step || Math.abs(Number(slider.value) - at) === 1 });
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', t('step-of', { n: at, total: frames.length - 1 }));
    say(counter, `${at} / ${frames.length - 1} · ${duration(frames[at].at - frames[0].at)}`);
    log.fill(frames.slice(0, at + 1).flatMap((frame) => frame.events));
    if (!step) return;
    for (const event of events) {
      play(event.sound);
      speakAloud(event.text);
      if (event.announce) stage.announce(event.text);
    }
  };
  const set = (/** @type {boolean} */ on) => {
    clearTimeout(timer);
    running = on && at < frames.length - 1;
    if (on && at === frames.length - 1) {
      show(0, false);
      running = true;
    }
    put(playing, icon(running ? 'pause' : 'play'), t(running ? 'stop' : 'play'));
    if (running) tick();
  };
  const tick = () => {
    timer = setTimeout(() => {
      show(at + 1, true);
      if (at < frames.length - 1) tick();
      else set(false);
    }, pause(frames, at, { fixed: timing.value === 'fixed' ? 900 : null, speed: Number(speed.value) }));
  };
  const step = (/** @type {number} */ by) => {
    set(false);
    show(at + by, by > 0);
  };
  slider.addEventListener('input', () => {
    set(false);
    show(Number(slider.value), false);
  });
  for (const control of [timing, speed]) control.addEventListener('change', () => set(running));

  const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ onclick) => h('button', { class: 'quiet', 'aria-label': label, title: label, onclick }, icon(sign));
  const [by, date] = [recording.verifiedBy ?? location.host, dayTime(recording.verifiedAt)];
  const about = [people.map((/** @type {any} */ seat) => seat.name).join(' – '), t(`verified-${recording.verified}`), recording.verifiedBy && `${by}, ${date}`];
  const element = h('div', { class: 'table-page replay-page' },
    h('div', { class: 'table-main' },
      h('header', { class: 'table-head' }, h('div', { class: 'table-title' }, h('h1', {}, t('replay-of', { game: game.name })), h('span', { class: 'muted' }, about.filter(Boolean).join(' · '))),
        h('div', { class: 'tools' }, tools)),
      h('div', { class: 'table-place' }, stage),
      h('div', { class: 'player', role: 'group', 'aria-label': t('player-controls') },
        tool('back', t('to-start'), () => step(-frames.length)), tool('step', t('step-back'), () => step(-1)), playing, tool('chevron', t('step-forward'), () => step(1)), tool('next', t('to-end'), () => step(frames.length)),
        slider, counter, timing, speed)),
    h('aside', { class: 'table-side' }, log.element,
      h('section', { class: 'talk describe' }, notes, h('small', {}, t(`verified-${recording.verified}-hint`, { by, date })))));
  show(at, false);
  set(false);
  return { element, dispose: () => clearTimeout(timer), position: () => at };
}
