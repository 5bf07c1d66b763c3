import test from 'node:test';
import assert from 'node:assert/strict';
import { Walk, apart, parsePick, piecesOn } from '../../public/js/offers.js';

const tree = () => [
  { pick: 'piece:worm', next: [{ pick: 'cell:board:1,0', action: 1 }, { pick: 'cell:board:2,0', action: 2 }] },
  { pick: 'piece:ant', next: [{ pick: 'cell:board:1,0', action: 3 }] },
  { pick: 'button:pass', label: 'Pass', action: 4, shortcut: 'secondary' },
  { pick: 'piece:queen', action: 5, next: [{ pick: 'cell:board:0,0', action: 6, shortcut: 'space' }] },
];

test('a complete walk is an action', () => {
  const walk = new Walk(tree());
  assert.deepEqual(walk.pick('piece:worm'), { kind: 'further' });
  assert.deepEqual(walk.options().map((node) => node.pick), ['cell:board:1,0', 'cell:board:2,0']);
  const done = walk.pick('cell:board:2,0');
  assert.equal(done.kind, 'action');
  assert.equal(done.node.action, 2);
});

test('what is not offered cannot be picked', () => {
  const walk = new Walk(tree());
  assert.deepEqual(walk.pick('cell:board:1,0'), { kind: 'none' });
  assert.deepEqual(walk.pick('piece:stone'), { kind: 'none' });
});

test('picking the last thing again takes it back, picking another beginning starts anew', () => {
  const walk = new Walk(tree());
  walk.pick('piece:worm');
  assert.deepEqual(walk.pick('piece:worm'), { kind: 'back' });
  walk.pick('piece:worm');
  assert.deepEqual(walk.pick('piece:ant'), { kind: 'further' });
  assert.equal(walk.path.length, 1);
  assert.equal(walk.path[0].pick, 'piece:ant');
});

test('a pick may be complete and still go on', () => {
  const walk = new Walk(tree());
  assert.equal(walk.pick('piece:queen').kind, 'further');
  assert.equal(walk.complete().action, 5);
  assert.equal(walk.pick('cell:board:0,0').node.action, 6);
});

test('quick ways are found anywhere in the tree', () => {
  const walk = new Walk(tree());
  assert.equal(walk.shortcut('secondary').action, 4);
  assert.equal(walk.shortcut('space').action, 6);
  assert.equal(walk.shortcut('escape'), null);
});

test('a dragged piece can be dropped where its walk leads', () => {
  const walk = new Walk(tree());
  const drag = walk.drag('piece:worm', true);
  assert.equal(drag.begin.pick, 'piece:worm');
  assert.deepEqual(drag.targets.map((node) => node.action), [1, 2]);
  assert.equal(walk.drag('piece:stone', false), null);
});

test('a piece of one’s own that leads nowhere stands for its player', () => {
  // SN-15: the cells are offered, the piece itself is the pass.
  const walk = new Walk([{ pick: 'cell:board:1,1', action: 'go' }, { pick: 'piece:me', action: 'stay', shortcut: 'secondary' }]);
  assert.deepEqual(walk.drag('piece:me', true).targets.map((node) => node.action), ['go']);
  assert.equal(walk.drag('piece:me', false), null);
  assert.equal(walk.drag('piece:other', false), null);
});

test('of several things at one spot the first that is offered is picked', () => {
  const walk = new Walk(tree());
  assert.equal(walk.first(['cell:board:9,9', 'piece:ant', 'area:board']), 'piece:ant');
  assert.equal(walk.first(['cell:board:9,9']), null);
  walk.pick('piece:worm');
  assert.equal(walk.first(['piece:ant', 'cell:board:1,0']), 'cell:board:1,0', 'a next step comes before another beginning');
});

test('picks are taken apart, whatever their ids contain', () => {
  assert.deepEqual(parsePick('cell:my:board:3,4'), { kind: 'cell', id: 'my:board', at: '3,4' });
  assert.deepEqual(parsePick('place:row-1:2'), { kind: 'place', id: 'row-1', at: '2' });
  assert.deepEqual(parsePick('piece:a:b'), { kind: 'piece', id: 'a:b', at: '' });
  assert.deepEqual(parsePick('amount:-3'), { kind: 'amount', id: '-3', at: '' });
});

test('pieces lie on every cell of their body', () => {
  const scene = { pieces: { a: { area: 'b', at: ['0,0', '0,1'] }, c: { area: 'b', at: '0,1' }, d: { area: 'x', at: '0,1' } } };
  assert.deepEqual(piecesOn(scene, 'b', '0,1'), ['c', 'a']);
});

test('choices with the same words are told apart by place, and else by number', () => {
  assert.deepEqual(apart(['Put', 'Put', 'Pass'], ['left', 'right', 'Pass']), ['Put: left', 'Put: right', 'Pass']);
  assert.deepEqual(apart(['Put', 'Put'], ['run', 'run']), ['Put: run (1)', 'Put: run (2)']);
  assert.deepEqual(apart(['five', 'five'], ['five', 'five']), ['five (1)', 'five (2)']);
});
