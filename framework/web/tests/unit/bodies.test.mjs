import test from 'node:test';
import assert from 'node:assert/strict';
import { headings, hex } from '../../public/js/geometry.js';

// Just as much of a document as drawing a body needs.
class Node {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [] });
  }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  append(...nodes) { this.children.push(...nodes); }
  replaceChildren(...nodes) { this.children = nodes; }
  querySelector(tag) {
    for (const child of this.children) {
      const found = child.tag === tag ? child : child.querySelector(tag);
      if (found) return found;
    }
    return null;
  }
}
globalThis.Node = Node;
globalThis.document = { createElementNS: (_, tag) => new Node(tag), createTextNode: (text) => new Node(text) };
const { Body } = await import('../../public/js/pieces.js');

const at = (...cells) => cells.map(([x, y]) => hex.centre(x, y));
const ALONG = { body: '/body.svg', tail: '/tail.svg' };
const LOOK = { name: 'x', shape: 'circle', colour: 'seat', sprite: '/head.svg', along: ALONG };

function body(look, points) {
  const made = new Body(new Node('g'));
  made.head.append(new Node('image'));
  made.paint('blue', look);
  made.place(points);
  return made;
}

test('every part of a body goes towards the part before it, on hexagons in six directions', () => {
  // WO-2
  assert.deepEqual(headings(at([2, 2], [1, 2], [0, 2])), [0, 0, 0]);
  assert.deepEqual(headings(at([0, 2], [1, 2])), [180, 180]);
  const centre = [2, 2];
  const around = [[2, 1], [3, 2], [2, 3], [1, 3], [1, 2], [1, 1]];
  assert.deepEqual(around.map((next) => headings(at(next, centre))[0]), [-60, 0, 60, 120, 180, -120]);
  assert.deepEqual(headings(at([2, 1], [2, 2], [1, 2])), [-60, -60, 0], 'a bend');
  assert.deepEqual(headings(at([2, 2])), [0], 'a head alone looks to the right');
});

test('a body with pictures shows head, body and tail along its cells', () => {
  const made = body(LOOK, at([3, 0], [2, 0], [1, 0], [0, 0]));
  const pictures = made.parts.children.map((picture) => picture.attributes.href);
  assert.deepEqual(pictures, ['/tail.svg', '/body.svg', '/body.svg'], 'drawn from the tail on, so that the front covers it');
  const tail = hex.centre(0, 0);
  assert.ok(made.line.attributes.points.endsWith(`${tail.x + 50}.0,${tail.y.toFixed(1)}`), 'the line ends before the tail');
  assert.equal(made.parts.children[0].attributes.transform, `translate(${tail.x.toFixed(1)} ${tail.y.toFixed(1)}) rotate(0)`);
  assert.equal(made.head.querySelector('image').attributes.transform, 'rotate(0)');
});

test('a body turns as it crawls, keeps its pictures, and gets new ones when it is painted anew', () => {
  const made = body(LOOK, at([2, 2], [1, 2]));
  const [picture] = made.parts.children;
  assert.equal(picture.attributes.href, '/tail.svg', 'of two parts the second is the tail');
  made.place(at([2, 1], [2, 2]));
  assert.equal(made.parts.children[0], picture);
  assert.equal(made.head.querySelector('image').attributes.transform, 'rotate(-60)');
  assert.match(picture.attributes.transform, /rotate\(-60\)$/);
  made.paint('blue', LOOK);
  assert.notEqual(made.parts.children[0], picture);
  assert.equal(made.parts.children.length, 1);
});

test('a look without pictures for its parts stays a line with an upright head', () => {
  const made = body({ ...LOOK, along: undefined }, at([2, 1], [2, 2]));
  assert.deepEqual(made.parts.children, []);
  assert.equal(made.head.querySelector('image').attributes.transform, undefined);
  assert.ok(made.line.attributes.points.includes(' '));
});
