import test from 'node:test';
import assert from 'node:assert/strict';
import { mergePatch, TableStore } from '../../public/js/store.js';
import { diff } from '../fake/world.mjs';
import { tiles } from '../fake/square_game.mjs';
import { decks } from '../fake/card_game.mjs';

const table = { table: 't1', game: 'x', name: '', opener: 'p1', phase: 'running', seats: [], watchers: 0, spectators: true, private: false, openedAt: 0 };

test('a merge patch changes, adds and removes, as RFC 7396 says', () => {
  const cases = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, result] of cases) assert.deepEqual(mergePatch(target, patch), result);
});

test('what a patch does not touch keeps its identity', () => {
  const scene = { areas: { board: { cells: { '0,0': 'a' } } }, pieces: { p: { at: '0,0' } } };
  const next = mergePatch(scene, { pieces: { p: { at: '1,0' } } });
  assert.equal(next.areas, scene.areas);
  assert.notEqual(next.pieces, scene.pieces);
  assert.equal(scene.pieces.p.at, '0,0', 'the old scene is unharmed');
});

test('patches of whole games lead to the very scene that was meant', () => {
  for (const [game, seats] of [[tiles, 2], [decks, 3]]) {
    const state = game.start({ seats });
    const names = ['A', 'B', 'C'].slice(0, seats);
    let seen = structuredClone(game.scene(state, 0, 'en', names));
    for (let i = 0; i < 60 && !state.over; i++) {
      const [seat] = game.turn(state);
      const leaf = (nodes) => {
        const node = nodes[(i * 7) % nodes.length];
        return node.next?.length ? leaf(node.next) : node.action;
      };
      game.act(state, seat, leaf(game.offers(state, seat, 'en')), names);
      const next = structuredClone(game.scene(state, 0, 'en', names));
      const patch = diff(seen, next);
      assert.deepEqual(patch === undefined ? seen : mergePatch(seen, patch), next);
      seen = next;
    }
  }
});

test('updates are taken in order; gaps and repetitions are noticed', () => {
  const store = new TableStore('t1');
  store.replace({ table, viewer: { seat: 1 }, version: 4, scene: { banner: 'a' }, offers: [{ pick: 'button:x', action: 1 }], turn: [1] });
  assert.equal(store.seat, 1);
  assert.equal(store.apply({ table: 't1', version: 4, turn: [] }), 'old');
  assert.equal(store.apply({ table: 't1', version: 6, turn: [] }), 'gap');
  assert.equal(store.scene.banner, 'a');
  assert.equal(store.apply({ table: 't1', version: 5, patch: { banner: 'b' }, turn: [0], events: [{ text: 'hop' }] }), 'done');
  assert.equal(store.scene.banner, 'b');
  assert.deepEqual(store.offers, [], 'no offers in an update mean none');
  assert.equal(store.log.length, 1);
});

test('a spectator has no seat', () => {
  const store = new TableStore('t1');
  store.replace({ table, viewer: 'public', version: 0, scene: {}, turn: [] });
  assert.equal(store.seat, -1);
});
