import test from 'node:test';
import assert from 'node:assert/strict';
import { Connection, Refused } from '../../public/js/connection.js';

/** Sockets that a test opens, answers and breaks by hand. */
function bench() {
  const sockets = [];
  const socket = () => {
    const made = { readyState: 0, sent: [], send: (text) => made.sent.push(JSON.parse(text)), close: () => { made.readyState = 3; } };
    sockets.push(made);
    return made;
  };
  const welcome = (made) => {
    made.readyState = 1;
    made.onopen();
    made.onmessage({ data: JSON.stringify({ event: 'welcome', data: {} }) });
  };
  const hear = (made, message) => made.onmessage({ data: JSON.stringify(message) });
  return { sockets, socket, welcome, hear };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

test('requests are answered by id, refusals become errors with code and text', async () => {
  const { sockets, socket, welcome, hear } = bench();
  const line = new Connection('ws://x', { socket });
  line.open();
  welcome(sockets[0]);
  await soon();
  const first = line.request('a');
  const second = line.request('b');
  const [a, b] = sockets[0].sent;
  assert.ok(b.id > a.id, 'ids grow');
  hear(sockets[0], { event: 'error', id: b.id, data: { code: 'stale', text: 'too late' } });
  hear(sockets[0], { event: 'ok', id: a.id, data: { x: 1 } });
  assert.deepEqual(await first, { x: 1 });
  await assert.rejects(second, (error) => error instanceof Refused && error.code === 'stale' && error.message === 'too late');
  line.yield();
});

test('nothing is sent before the greeting is over', async () => {
  const { sockets, socket, welcome, hear } = bench();
  const line = new Connection('ws://x', { socket, greet: () => line.request('login', {}, { now: true }) });
  line.open();
  void line.request('gameMove');
  welcome(sockets[0]);
  await soon();
  assert.deepEqual(sockets[0].sent.map((message) => message.event), ['login']);
  assert.equal(line.state, 'connecting');
  hear(sockets[0], { event: 'ok', id: sockets[0].sent[0].id });
  await soon();
  assert.deepEqual(sockets[0].sent.map((message) => message.event), ['login', 'gameMove']);
  assert.equal(line.state, 'open');
  line.yield();
});

test('after a loss the same request goes out again with the same id', async (context) => {
  // LO-2, LO-19
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { sockets, socket, welcome, hear } = bench();
  const line = new Connection('ws://x', { socket });
  const states = [];
  line.addEventListener('state', (event) => states.push(event.detail));
  line.open();
  welcome(sockets[0]);
  await Promise.resolve().then(() => {}).then(() => {});
  const move = line.request('gameMove', { action: 1 });
  const { id } = sockets[0].sent[0];
  sockets[0].onclose();
  context.mock.timers.tick(2000);
  assert.equal(sockets.length, 2);
  welcome(sockets[1]);
  await Promise.resolve().then(() => {}).then(() => {});
  assert.equal(sockets[1].sent[0].id, id);
  hear(sockets[1], { event: 'ok', id, data: { version: 5 } });
  assert.deepEqual(await move, { version: 5 });
  assert.deepEqual(states, ['open', 'lost', 'open']);
  line.yield();
});

test('a line that was taken over is not opened again', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { sockets, socket, welcome } = bench();
  const line = new Connection('ws://x', { socket });
  line.open();
  welcome(sockets[0]);
  line.yield();
  context.mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.equal(line.state, 'superseded');
});

test('broken frames are ignored', async () => {
  const { sockets, socket, welcome } = bench();
  const line = new Connection('ws://x', { socket });
  line.open();
  welcome(sockets[0]);
  sockets[0].onmessage({ data: '{' });
  await soon();
  assert.equal(line.state, 'open');
  line.yield();
});
