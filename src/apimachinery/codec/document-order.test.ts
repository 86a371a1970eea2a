import { expect, test } from 'vitest';
import { inDocumentOrder } from './document-order.js';

const order = (document: string, problems: string[]): string[] => inDocumentOrder(Buffer.from(document), problems);
const repeated = 'duplicate field "spec.replicas"';
const unknown = 'unknown field "spec.x"';

test.each([
  ['{"spec":{"x":1,"replicas":2,"replicas":3}}', [unknown, repeated]],
  ['{"spec":{"replicas":2,"x":1,"replicas":3}}', [unknown, repeated]],
  ['{"spec":{"replicas":2,"replicas":3,"x":1}}', [repeated, unknown]],
  ['{"a":{"replicas":1,"x":2},"spec":{"replicas":2,"replicas":3,"x":1}}', [repeated, unknown]],
])('problems in %s are reported in the order of the document', (document, expected) => {
  expect(order(document, [repeated, unknown])).toEqual(expected);
  expect(order(document, [unknown, repeated])).toEqual(expected);
});

test('what cannot be found comes last', () => {
  const strange = ['unknown field "gone"', 'something else'];
  expect(order('{"a":1}', [...strange, 'unknown field "a"'])).toEqual(['unknown field "a"', ...strange]);
});

test('items of lists have their places, and hostile depth costs little', () => {
  const document = '{"list":[{"b":1},{"a":1,"a":2}],"a":0}';
  const problems = ['unknown field "a"', 'duplicate field "list[1].a"', 'unknown field "list[0].b"'];
  expect(order(document, problems)).toEqual(problems.toReversed());
  const deep = `${'{"x":'.repeat(5_000)}{${'"x":1,'.repeat(20_000)}"y":1}${'}'.repeat(5_000)}`;
  expect(order(deep, ['duplicate field "x"', 'unknown field "x"'])).toEqual([
    'unknown field "x"',
    'duplicate field "x"',
  ]);
}, 5_000);
