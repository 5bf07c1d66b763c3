import test from 'node:test';
import assert from 'node:assert/strict';
import { PlaybackQueue } from '../../public/js/playback_queue.js';

const STEP = 1300;
const MOVE = 380;

/** A queue under a clock of its own, and what it shows with the time at which it does. */
function queue(t, { watched = true } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const shown = [];
  let now = 0;
  let settled = 0;
  const it = new PlaybackQueue(
    { step: () => STEP, move: () => MOVE, watched: () => watched },
    (moment, last, moving) => shown.push({ at: now, what: moment.what, last, moving, holding: it.holding }),
    () => { settled += 1; },
  );
  const wait = (ms) => {
    for (let i = 0; i < ms; i++) {
      now += 1;
      t.mock.timers.tick(1);
    }
  };
  const add = (what, turn, over = false) => it.add({ what, turn, moves: true, over });
  return { it, shown, wait, add, settled: () => settled, seen: () => shown.map(({ at, what }) => `${what}@${at}`) };
}

const PHASES = ['round', 'blow', 'dunes', 'storm', 'worm', 'clones'];

test('steps without a choice stay for their time, however many updates wait', (t) => {
  const { add, wait, seen, settled } = queue(t);
  for (const phase of PHASES) add(phase, []);
  add('turn', [0]);
  add('move', [0]);
  for (let i = 0; i < 20; i++) add(`later-${i}`, [1]);
  assert.deepEqual(seen(), ['round@0'], 'all came at once, one is seen');
  wait(PHASES.length * STEP);
  assert.deepEqual(seen().slice(0, 7), [...PHASES.map((phase, i) => `${phase}@${i * STEP}`), `turn@${PHASES.length * STEP}`]);
  wait(10 * MOVE);
  assert.equal(seen().length, 28, 'moves that wait behind them are caught up with, none is left out');
  assert.equal(settled(), 1);
});

test('a person hurries one step after the other', (t) => {
  const { it, add, wait, seen } = queue(t);
  for (const phase of PHASES) add(phase, []);
  add('turn', [0]);
  wait(100);
  assert.equal(it.hurry(), true);
  assert.equal(it.hurry(), true);
  assert.deepEqual(seen(), ['round@0', 'blow@100', 'dunes@100']);
  wait(STEP - 1);
  assert.equal(seen().length, 3, 'what was hurried to stays for its whole time');
  wait(1);
  assert.equal(seen().at(-1), `storm@${STEP + 100}`);
  for (let i = 0; i < 3; i++) it.hurry();
  assert.equal(seen().at(-1), `turn@${STEP + 100}`);
  assert.equal(it.hurry(), false, 'a choice is not hurried');
  wait(20 * STEP);
  assert.equal(seen().length, 7, 'nothing is shown twice');
});

test('the end of a game is shown after what led to it', (t) => {
  const { add, wait, shown, settled } = queue(t);
  add('worm', []);
  add('end', [], true);
  assert.equal(settled(), 0);
  wait(STEP);
  assert.deepEqual(shown.map(({ what, last }) => [what, last]), [['worm', true], ['end', true]]);
  assert.equal(settled(), 0, 'the last move moves');
  wait(MOVE);
  assert.equal(settled(), 1);
});

test('what nobody watches is not waited for', (t) => {
  const { add, seen } = queue(t, { watched: false });
  for (const phase of PHASES) add(phase, []);
  assert.equal(seen().length, PHASES.length);
});

test('a page that has fallen far behind catches up', (t) => {
  const { add, wait, shown } = queue(t);
  for (let i = 0; i < 1000; i++) add(`step-${i}`, []);
  wait(1);
  assert.equal(shown.length, 1);
  wait(STEP);
  assert.ok(shown.length > 700, `${shown.length}`);
  assert.deepEqual(shown.map(({ what }) => what), Array.from({ length: shown.length }, (_, i) => `step-${i}`), 'in order, none left out');
});

test('what was forgotten is not shown any more', (t) => {
  const { it, add, wait, seen } = queue(t);
  for (const phase of PHASES) add(phase, []);
  it.clear();
  wait(10 * STEP);
  assert.deepEqual(seen(), ['round@0']);
  add('again', [0]);
  assert.equal(seen().length, 2);
});
