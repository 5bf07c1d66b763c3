import test from 'node:test';
import assert from 'node:assert/strict';
import { bounds, hex, share, square } from '../../public/js/geometry.js';
import { neighbours } from '../fake/hex_game.mjs';
import { framesOf, pause } from '../../public/js/recording.js';
import { choicesOf, unwrap } from '../../public/js/forms.js';
import { clockText } from '../../public/js/panels.js';
import { duration, fillIn, t, useTexts } from '../../public/js/i18n.js';

test('neighbours on hexagons are one cell apart', () => {
  for (const cell of ['3,3', '3,4']) {
    const [x, y] = cell.split(',').map(Number);
    const a = hex.centre(x, y);
    for (const other of neighbours(cell)) {
      const b = hex.centre(...other.split(',').map(Number));
      assert.ok(Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 100) < 0.1, `${cell} → ${other}`);
    }
  }
});

test('a board’s bounds are those of the cells that exist', () => {
  assert.deepEqual(bounds({ kind: 'square', width: 5, height: 5, cells: { '1,1': 'a', '3,2': 'a' } }), { x: 100, y: 100, width: 300, height: 200 });
});

test('arrow keys lead to the neighbours', () => {
  assert.deepEqual(square.step(2, 2, 'ArrowUp'), [2, 1]);
  assert.deepEqual(hex.step(2, 2, 'ArrowRight'), [3, 2]);
});

test('many pieces on one cell stay inside it', () => {
  for (const count of [2, 3, 5, 9]) {
    for (let i = 0; i < count; i++) {
      const { dx, dy, scale } = share(i, count);
      assert.ok(Math.abs(dx) + scale * 46 <= 52 && Math.abs(dy) + scale * 46 <= 52, `${i} of ${count}`);
    }
  }
});

test('a recording becomes a row of scenes that share what stays', () => {
  const start = { scene: { banner: 'a', areas: {} }, turn: [0] };
  const frames = framesOf({ start, steps: [{ at: 1000, update: { patch: { banner: 'b' }, turn: [1] } }, { at: 5000, update: { turn: [0], events: [{ text: 'x' }] } }] });
  assert.deepEqual(frames.map((frame) => frame.scene.banner), ['a', 'b', 'b']);
  assert.equal(frames[2].scene, frames[1].scene);
  assert.equal(pause(frames, 1, { fixed: null, speed: 2 }), 2000, 'original timing, twice as fast');
  assert.equal(pause(frames, 1, { fixed: 900, speed: 1 }), 900);
});

test('choices come from enum, const and nullable schemas', () => {
  assert.deepEqual(choicesOf({ enum: ['small_map', 'b'] }), [['small_map', 'Small map'], ['b', 'B']]);
  assert.deepEqual(choicesOf({ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }), [[1, 'One'], [2, '2']]);
  assert.equal(choicesOf({ type: 'integer' }), null);
  assert.equal(unwrap({ type: ['integer', 'null'] }).optional, true);
  assert.equal(unwrap({ anyOf: [{ type: 'boolean' }, { type: 'null' }] }).type, 'boolean');
});

test('clocks show tenths when it gets tight', () => {
  assert.equal(clockText(65_000), '1:05');
  assert.equal(clockText(9_940), '9.9');
  assert.equal(duration(3_723_000), '1:02:03');
});

test('words are filled in, numbers in the reader’s way, plurals by the language', () => {
  assert.equal(fillIn('{ $name } has {$n}', { name: 'Ada', n: 1234 }), 'Ada has 1,234');
  useTexts({ 'page-x-one': '{$count} Zug', 'page-x-other': '{$count} Züge' }, 'de');
  assert.equal(t('x', { count: 1 }), '1 Zug');
  assert.equal(t('x', { count: 1500 }), '1.500 Züge');
  useTexts({}, 'en');
  assert.equal(t('missing'), 'page-missing');
});
