import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { applyJsonPatch, type JsonPatchOperation, parseJsonPatch } from './json-patch.js';

const document: JsonObject = { a: { b: [1, 2, 3], '': 0, 'x/y': 1, 'm~n': 2 }, n: null, l: [{ k: 'v' }, []] };

describe('applyJsonPatch', () => {
  const cases: [what: string, operations: JsonPatchOperation[], changed: JsonObject][] = [
    ['adds a member', [{ op: 'add', path: '/new', value: { z: 1 } }], { new: { z: 1 } }],
    ['adds over a member', [{ op: 'add', path: '/a', value: 1 }], { a: 1 }],
    ['adds null without a value', [{ op: 'add', path: '/new' }], { new: null }],
    ['inserts into a list', [{ op: 'add', path: '/l/1', value: 'x' }], { l: [{ k: 'v' }, 'x', []] }],
    ['appends to a list', [{ op: 'add', path: '/l/2', value: 'x' }], { l: [{ k: 'v' }, [], 'x'] }],
    ['appends to a list by -', [{ op: 'add', path: '/l/-', value: 'x' }], { l: [{ k: 'v' }, [], 'x'] }],
    [
      'finds escaped and empty keys',
      [
        { op: 'test', path: '/a/x~1y', value: 1 },
        { op: 'test', path: '/a/m~0n', value: 2 },
        { op: 'test', path: '/a/', value: 0 },
      ],
      {},
    ],
    ['replaces an item', [{ op: 'replace', path: '/l/0/k', value: 'w' }], { l: [{ k: 'w' }, []] }],
    ['replaces a member that is not there, as upstream', [{ op: 'replace', path: '/new', value: 1 }], { new: 1 }],
    ['copies', [{ op: 'copy', from: '/l/0', path: '/new' }], { new: { k: 'v' } }],
    [
      'copies so that both can be changed apart',
      [
        { op: 'copy', from: '/l', path: '/new' },
        { op: 'add', path: '/l/0/k', value: 1 },
        { op: 'add', path: '/new/0/k', value: 2 },
      ],
      { l: [{ k: 1 }, []], new: [{ k: 2 }, []] },
    ],
    [
      'copies what it changed before so that both can be changed apart',
      [
        { op: 'add', path: '/l/0/j', value: 0 },
        { op: 'copy', from: '/l', path: '/new' },
        { op: 'add', path: '/l/0/k', value: 1 },
      ],
      { l: [{ k: 1, j: 0 }, []], new: [{ k: 'v', j: 0 }, []] },
    ],
    [
      'copies a value into itself',
      [{ op: 'copy', from: '/l', path: '/l/0/me' }],
      { l: [{ k: 'v', me: [{ k: 'v' }, []] }, []] },
    ],
    [
      'tests objects whatever the order of their keys',
      [
        {
          op: 'test',
          path: '',
          value: { l: [{ k: 'v' }, []], n: null, a: { '': 0, b: [1, 2, 3], 'm~n': 2, 'x/y': 1 } },
        },
      ],
      {},
    ],
    [
      'tests a member that is not there as null, as upstream',
      [
        { op: 'test', path: '/nope' },
        { op: 'test', path: '/n', value: null },
      ],
      {},
    ],
    [
      'adds a __proto__ member',
      [
        { op: 'add', path: '/a', value: {} },
        { op: 'add', path: '/a/__proto__', value: { polluted: 1 } },
      ],
      { a: JSON.parse('{"__proto__":{"polluted":1}}') },
    ],
  ];
  test.each(cases)('%s', (_what, operations, changed) => {
    const result = applyJsonPatch(document, operations) as JsonObject;
    expect(result).toStrictEqual({ ...document, ...changed });
  });

  test('removes members and items', () => {
    const operations = [
      { op: 'remove', path: '/a/b/1' },
      { op: 'remove', path: '/n' },
    ];
    const { n: _n, ...rest } = document;
    expect(applyJsonPatch(document, operations)).toStrictEqual({
      ...rest,
      a: { ...(document['a'] as JsonObject), b: [1, 3] },
    });
  });

  test('moves, also within one list', () => {
    const { n: _n, ...rest } = document;
    expect(applyJsonPatch(document, [{ op: 'move', from: '/n', path: '/m' }])).toStrictEqual({ ...rest, m: null });
    expect(applyJsonPatch([1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }])).toEqual([2, 3, 1]);
  });

  test('replaces the whole document', () => {
    expect(
      applyJsonPatch(document, [
        { op: 'replace', path: '', value: [1] },
        { op: 'add', path: '/-', value: 2 },
      ]),
    ).toEqual([1, 2]);
  });

  test('shares what it does not touch and gives the same document if nothing changes', () => {
    const result = applyJsonPatch(document, [{ op: 'add', path: '/a/c', value: 1 }]) as JsonObject;
    expect(result['l']).toBe(document['l']);
    expect(applyJsonPatch(document, [{ op: 'test', path: '/n', value: null }])).toBe(document);
  });

  test('copies a large object once, also among copy operations', () => {
    const large = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1]));
    const operations = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 === 0
        ? { op: 'copy', from: '/small', path: '/large/copy' }
        : { op: 'add', path: '/large/copy/x', value: index },
    );
    const result = applyJsonPatch({ large, small: {} }, operations) as { large: JsonObject; small: JsonObject };
    expect([result.large['copy'], result.small]).toEqual([{ x: 9999 }, {}]);
  });

  test('distinguishes 64-bit integers', () => {
    const big = { n: 9007199254740993n };
    expect(applyJsonPatch(big, [{ op: 'test', path: '/n', value: 9007199254740993n }])).toBe(big);
    expect(() => applyJsonPatch(big, [{ op: 'test', path: '/n', value: 9007199254740992n }])).toThrow(StatusError);
  });
});

describe('applyJsonPatch refuses with 422, the reason as cause', () => {
  const cases: [what: string, operation: JsonPatchOperation, reason: string][] = [
    [
      'to add where no object is',
      { op: 'add', path: '/nope/x', value: 1 },
      'add operation does not apply: doc is missing path: "/nope/x": missing value',
    ],
    [
      'to add below a scalar',
      { op: 'add', path: '/a/b/0/x', value: 1 },
      'add operation does not apply: doc is missing path: "/a/b/0/x": missing value',
    ],
    [
      'to add below null',
      { op: 'add', path: '/n/x', value: 1 },
      'add operation does not apply: doc is missing path: "/n/x": missing value',
    ],
    [
      'to add beyond the end',
      { op: 'add', path: '/a/b/4', value: 1 },
      "error in add for path: '/a/b/4': Unable to access invalid index: 4: invalid index referenced",
    ],
    [
      'a path without a slash',
      { op: 'add', path: 'a', value: 1 },
      'add operation does not apply: doc is missing path: "a": missing value',
    ],
    [
      'to add the whole document',
      { op: 'add', path: '', value: {} },
      'add operation does not apply: doc is missing path: "": missing value',
    ],
    [
      'a scalar for the whole document',
      { op: 'replace', path: '', value: 1 },
      'replace operation value must be object or array',
    ],
    [
      'an index before the first one',
      { op: 'remove', path: '/a/b/-9' },
      "error in remove for path: '/a/b/-9': Unable to access invalid index: -9: invalid index referenced",
    ],
    [
      'an index that is no number',
      { op: 'replace', path: '/a/b/1e0', value: 1 },
      'replace operation does not apply: doc is missing key: /a/b/1e0: missing value',
    ],
    [
      '- for what is there',
      { op: 'remove', path: '/a/b/-' },
      "error in remove for path: '/a/b/-': value was not a proper array index: '-'",
    ],
    [
      'to remove what is not there',
      { op: 'remove', path: '/nope' },
      "error in remove for path: '/nope': Unable to remove nonexistent key: nope: missing value",
    ],
    [
      'to remove what is only inherited',
      { op: 'remove', path: '/toString' },
      "error in remove for path: '/toString': Unable to remove nonexistent key: toString: missing value",
    ],
    [
      'to remove an item that is not there',
      { op: 'remove', path: '/l/2' },
      "error in remove for path: '/l/2': Unable to access invalid index: 2: invalid index referenced",
    ],
    [
      'to remove the whole document',
      { op: 'remove', path: '' },
      'remove operation does not apply: doc is missing path: "": missing value',
    ],
    [
      'to replace an item that is not there',
      { op: 'replace', path: '/l/2', value: 1 },
      'replace operation does not apply: doc is missing key: /l/2: missing value',
    ],
    [
      'to move what is not there',
      { op: 'move', from: '/nope', path: '/x' },
      "error in move for path: 'nope': Unable to remove nonexistent key: nope: missing value",
    ],
    [
      'to move into itself',
      { op: 'move', from: '/a', path: '/a/b/0' },
      'move operation does not apply: doc is missing destination path: /a/b/0: missing value',
    ],
    [
      'to copy from nowhere',
      { op: 'copy', from: '/nope/x', path: '/y' },
      'copy operation does not apply: doc is missing from path: /nope/x: missing value',
    ],
    ['a test that fails', { op: 'test', path: '/a/b', value: [1, 2] }, 'testing value /a/b failed: test failed'],
    [
      'a test of nowhere',
      { op: 'test', path: '/nope/x', value: 1 },
      'test operation does not apply: is missing path: /nope/x: missing value',
    ],
    ['an unknown operation', { op: 'spam', path: '/a' }, 'Unexpected kind: spam'],
    ['no operation', { path: '/a' }, 'Unexpected kind: unknown'],
    ['no path', { op: 'add', value: 1 }, 'add operation failed to decode path: missing value'],
    ['no from', { op: 'move', path: '/a' }, 'move operation failed to decode from: missing value'],
  ];
  test.each(cases)('%s', (_what, operation, reason) => {
    const error = refusal(() => applyJsonPatch(document, [operation]));
    expect([error.code, error.reason, error.message]).toEqual([
      422,
      'Invalid',
      'the server rejected our request due to an error in our request',
    ]);
    expect((error.cause as Error).message).toBe(reason);
  });

  test('copies that blow the document up', () => {
    const doubling = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }));
    const error = refusal(() => applyJsonPatch({ a: ['0123456789'] }, doubling));
    expect((error.cause as Error).message).toMatch(
      /accumulated size increase of copy is \d+, exceeding the limit 3145728$/,
    );
  });

  test('documents nested deeper than the stack', () => {
    const deep = nested(200_000);
    expect(refusal(() => applyJsonPatch(deep, [{ op: 'test', path: '', value: nested(200_000) }])).code).toBe(400);
  });
});

describe('parseJsonPatch', () => {
  test('takes a list of objects', () => {
    expect(parseJsonPatch([{ op: 'add' }])).toEqual([{ op: 'add' }]);
    expect(parseJsonPatch(null)).toEqual([]);
  });

  const cases: [what: string, patch: JsonValue, code: number, message: string][] = [
    ['an object', {}, 400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['a list of others', [1], 400, 'json: cannot unmarshal number into Go value of type jsonpatch.Operation'],
    [
      'more than 10,000 operations',
      Array.from({ length: 10_001 }, () => ({})),
      413,
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ],
  ];
  test.each(cases)('refuses %s', (_what, patch, code, message) => {
    const error = refusal(() => parseJsonPatch(patch));
    expect([error.code, error.message]).toEqual([code, message]);
  });
});

test('a patch never changes the document nor itself', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), operationLists, (value, operations) => {
      const before = structuredClone({ value, operations });
      try {
        applyJsonPatch(value as JsonValue, operations);
      } catch (error) {
        expect(error).toBeInstanceOf(StatusError);
      }
      expect({ value, operations }).toStrictEqual(before);
    }),
    { numRuns: 1000 },
  );
});

const pointers = fc
  .array(fc.constantFrom('a', 'b', '0', '1', '-', '__proto__'), { maxLength: 4 })
  .map((tokens) => tokens.map((token) => `/${token}`).join(''));
const operationLists = fc.array(
  fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: pointers,
      from: pointers,
      value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
    },
    { noNullPrototype: true },
  ),
  { maxLength: 6 },
);

function refusal(action: () => unknown): StatusError {
  try {
    action();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
