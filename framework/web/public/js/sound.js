// Sounds, made on the spot. Games name them; unknown names get a soft tick.

import { settings } from './settings.js';

/** @type {AudioContext|null} */
let audio = null;
/** @type {GainNode|null} */
let out = null;

/**
 * One voice: notes in Hz, each so many seconds after the last.
 * @typedef {{wave?: OscillatorType, notes: number[], gap?: number, length?: number, level?: number, bend?: number, noise?: boolean}} Voice
 */

/** @type {Record<string, Voice>} */
const PALETTE = {
  turn: { wave: 'triangle', notes: [523, 784], gap: 0.09, length: 0.22, level: 0.5 },
  move: { wave: 'sine', notes: [330], length: 0.12, level: 0.5, bend: 1.25 },
  capture: { wave: 'triangle', notes: [392, 587], gap: 0.06, length: 0.16, level: 0.6 },
  slide: { wave: 'sine', notes: [620], length: 0.35, level: 0.4, bend: 0.45 },
  miss: { wave: 'sine', notes: [247, 196], gap: 0.12, length: 0.2, level: 0.4 },
  deal: { noise: true, notes: [1800], length: 0.07, level: 0.35 },
  shuffle: { noise: true, notes: [1500, 1900, 1400, 2100], gap: 0.06, length: 0.06, level: 0.3 },
  play: { noise: true, notes: [900], length: 0.09, level: 0.5 },
  hit: { wave: 'square', notes: [160], length: 0.14, level: 0.3, bend: 0.5 },
  heal: { wave: 'sine', notes: [523, 659, 784], gap: 0.07, length: 0.2, level: 0.35 },
  boom: { noise: true, notes: [140], length: 0.6, level: 0.9 },
  storm: { noise: true, notes: [420], length: 0.7, level: 0.35 },
  win: { wave: 'triangle', notes: [523, 659, 784, 1047], gap: 0.13, length: 0.4, level: 0.6 },
  lose: { wave: 'triangle', notes: [392, 349, 294], gap: 0.18, length: 0.4, level: 0.5 },
  draw: { wave: 'triangle', notes: [440, 440], gap: 0.18, length: 0.3, level: 0.5 },
  alarm: { wave: 'square', notes: [880, 880], gap: 0.16, length: 0.09, level: 0.22 },
  click: { wave: 'sine', notes: [1250], length: 0.03, level: 0.25 },
  pick: { wave: 'sine', notes: [740], length: 0.06, level: 0.35 },
  refuse: { wave: 'square', notes: [140], length: 0.12, level: 0.2 },
  chat: { wave: 'sine', notes: [988], length: 0.1, level: 0.3 },
  join: { wave: 'triangle', notes: [440, 660], gap: 0.08, length: 0.18, level: 0.4 },
  pass: { wave: 'sine', notes: [294], length: 0.16, level: 0.35 },
};

const TICK = PALETTE.pick;

/** The names that games may use; the kit's palette lists the same. */
export const sounds = Object.keys(PALETTE);

/** Browsers let a page sound only after the person did something. */
export function wake() {
  if (!audio && 'AudioContext' in globalThis) {
    audio = new AudioContext();
    out = audio.createGain();
    out.connect(audio.destination);
  }
  void audio?.resume();
}

/** @param {string|undefined} name */
export function play(name) {
  if (!name || !audio || !out || audio.state !== 'running' || settings.volume <= 0) return;
  out.gain.value = settings.volume * 0.5;
  const voice = PALETTE[name] ?? TICK;
  voice.notes.forEach((note, i) => sing(voice, note, audio?.currentTime ?? 0, i * (voice.gap ?? 0)));
}

/** @param {Voice} voice @param {number} note @param {number} now @param {number} after */
function sing(voice, note, now, after) {
  if (!audio || !out) return;
  const length = voice.length ?? 0.2;
  const start = now + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(voice.level ?? 0.5, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + length);
  gain.connect(out);
  const source = voice.noise ? noise(note, length, gain) : tone(voice, note, start, length, gain);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** @param {Voice} voice @param {number} note @param {number} start @param {number} length @param {AudioNode} to */
function tone(voice, note, start, length, to) {
  const source = /** @type {AudioContext} */ (audio).createOscillator();
  source.type = voice.wave ?? 'sine';
  source.frequency.setValueAtTime(note, start);
  if (voice.bend) source.frequency.exponentialRampToValueAtTime(note * voice.bend, start + length);
  source.connect(to);
  return source;
}

/** @param {number} pitch @param {number} length @param {AudioNode} to */
function noise(pitch, length, to) {
  const context = /** @type {AudioContext} */ (audio);
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * (length + 0.02)), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  filter.connect(to);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(filter);
  return source;
}
