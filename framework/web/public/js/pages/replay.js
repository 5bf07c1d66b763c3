// Playing a recorded game back: start, stop, step both ways, in its own or in steady time.

import { h, put, say } from '../dom.js';
import { duration, t } from '../i18n.js';
import { hub } from '../hub.js';
import { game as gameInfo, get, uploadRecording } from '../api.js';
import { icon } from '../looks.js';
import { framesOf, pause } from '../recording.js';
import { play } from '../sound.js';
import { Stage } from '../stage.js';
import { LogBox } from '../chat_and_log.js';
import { speakAloud, toast } from '../dialog.js';
import { go } from '../router.js';

/** @type {import('../router.js').Open} */
export async function replayPage([id]) {
  if (!id) return { element: uploadPart(), title: t('replay') };
  const recording = await hub.request('replay', { recording: id });
  const info = await gameInfo(recording.start.table.game);
  const frames = framesOf(recording);
  const stage = new Stage();
  stage.useLooks(info.looks);
  const log = new LogBox();
  let at = 0;
  /** @type {any} */
  let timer = 0;
  let running = false;
  const people = recording.start.table.seats;
  const slider = h('input', { type: 'range', min: 0, max: frames.length - 1, value: 0, 'aria-label': t('position'), class: 'grow' });
  const counter = h('output', { class: 'counter' });
  const timing = h('select', { 'aria-label': t('timing') }, h('option', { value: 'fixed' }, t('timing-fixed')), h('option', { value: 'original' }, t('timing-original')));
  const speed = h('select', { 'aria-label': t('speed') }, [0.25, 0.5, 1, 2, 4, 8].map((each) => h('option', { value: each, selected: each === 1 }, `${each}×`)));
  const description = h('textarea', { id: 'description', rows: 4, maxlength: 2000 });
  description.value = recording.recording.description ?? '';
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
  const element = h('div', { class: 'table-page replay-page' },
    h('div', { class: 'table-main' },
      h('header', { class: 'table-head' }, h('div', { class: 'table-title' }, h('h1', {}, t('replay-of', { game: info.name })), h('span', { class: 'muted' }, people.map((/** @type {any} */ seat) => seat.name).join(' – '), recording.recording.verified ? ` · ${t('verified')}` : '')),
        h('div', { class: 'tools' }, h('button', { class: 'quiet', onclick: () => void save(id, description.value) }, icon('download'), t('download')))),
      h('div', { class: 'table-place' }, stage),
      h('div', { class: 'player', role: 'group', 'aria-label': t('player-controls') },
        tool('back', t('to-start'), () => step(-frames.length)), tool('step', t('step-back'), () => step(-1)), playing, tool('chevron', t('step-forward'), () => step(1)), tool('next', t('to-end'), () => step(frames.length)),
        slider, counter, timing, speed)),
    h('aside', { class: 'table-side' }, log.element,
      h('section', { class: 'talk describe' }, h('h2', {}, h('label', { for: 'description' }, t('description'))), description, h('small', { class: 'hint' }, t('description-hint')))));
  show(0, false);
  set(false);
  return { element, title: t('replay'), wide: true, dispose: () => clearTimeout(timer) };
}

/** Saves a recording as a file, together with what one has to say about it. @param {string} id @param {string} description */
async function save(id, description) {
  try {
    const recording = await get(`recordings/${id}`);
    const file = new Blob([JSON.stringify({ ...recording, description })], { type: 'application/json' });
    const link = h('a', { href: URL.createObjectURL(file), download: `${id}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'error');
  }
}

/** A recording from a file of one's own. */
function uploadPart() {
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const file = h('input', { type: 'file', id: 'recording', accept: '.json,.jsonl,.parlor,application/json' });
  file.addEventListener('change', async () => {
    const picked = file.files?.[0];
    if (!picked) return;
    try {
      const answer = await uploadRecording(await picked.text());
      toast(t('uploaded'));
      go(`replay/${answer.recording}`);
    } catch (error) {
      put(fault, error instanceof Error ? error.message : String(error));
      fault.hidden = false;
    }
  });
  return h('div', { class: 'narrow' }, h('h1', {}, t('replay')), h('div', { class: 'card-box' }, h('p', {}, t('replay-lead')), h('div', { class: 'field' }, h('label', { for: 'recording' }, t('recording-file')), file), fault, h('a', { class: 'button quiet', href: '#/results' }, t('results'))));
}
