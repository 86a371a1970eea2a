import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../apimachinery/meta/index.js';
import { JsonPathError, parseJsonPath } from './index.js';

const object: JsonValue = {
  kind: 'Widget',
  metadata: { name: 'web', labels: { app: 'shop', 'example.com/tier': 'front' } },
  spec: {
    replicas: 3,
    ratio: 0.5,
    paused: false,
    nothing: null,
    ports: [
      { name: 'http', port: 80, open: true },
      { name: 'https', port: 443 },
      { name: 'admin', port: 8443, open: false },
    ],
    matrix: [
      [1, 2],
      [3, 4],
    ],
    owner: 'https',
  },
};

const found: [path: string, values: JsonValue[]][] = [
  ['.spec.replicas', [3]],
  ['.metadata.name', ['web']],
  ['$.kind', ['Widget']],
  ['@.kind', ['Widget']],
  ['.spec.paused', [false]],
  ['.spec.nothing', [null]],
  ['.spec.nothing.more', []],
  ['.spec.missing', []],
  ['.spec.missing.more', []],
  ['.spec.replicas.more', []],
  ['.', []],
  ['.metadata.labels.example\\.com/tier', ['front']],
  ["['metadata']['name']", ['web']],
  [".metadata.labels['app']", ['shop']],
  [".metadata.labels['example\\.com/tier']", ['front']],
  ['.spec.ports[0].name', ['http']],
  ['.spec.ports[-1].name', ['admin']],
  ['.spec.ports[-2].name', ['https']],
  ['.spec.ports[3].name', []],
  ['.spec.ports[-4].name', []],
  ['.spec.ports[*].port', [80, 443, 8443]],
  ['.spec.ports.*.port', [80, 443, 8443]],
  ['.spec.ports[:].port', [80, 443, 8443]],
  ['.spec.ports[1:].port', [443, 8443]],
  ['.spec.ports[:2].port', [80, 443]],
  ['.spec.ports[0:3:2].port', [80, 8443]],
  ['.spec.ports[0:-1].port', [80, 443]],
  ['.spec.ports[1:1].port', []],
  ['.spec.ports[2:1].port', []],
  ['.spec.ports[0:3:0].port', []],
  ['.spec.ports[0:9].port', []],
  ['.spec.ports[0,2].port', [80, 8443]],
  ["['kind', 'missing']", ['Widget']],
  ['.spec.replicas[0]', []],
  ['.spec.matrix[*][0]', [1, 3]],
  ['.spec.matrix[1][1]', [4]],
  ['.metadata.labels.*', ['shop', 'front']],
  ['..port', [80, 443, 8443]],
  ['.spec..name', ['http', 'https', 'admin']],
  ['.spec.ports[?(@.name=="https")].port', [443]],
  [".spec.ports[?(@.name=='https')].port", [443]],
  ['.spec.ports[?(@.name!="https")].port', [80, 8443]],
  ['.spec.ports[?(@.port>80)].name', ['https', 'admin']],
  ['.spec.ports[?(@.port>=443)].name', ['https', 'admin']],
  ['.spec.ports[?(@.port<100)].name', ['http']],
  ['.spec.ports[?(@.port<=80)].name', ['http']],
  ['.spec.ports[?(@.open)].name', ['http', 'admin']],
  ['.spec.ports[?(@.open==true)].name', ['http']],
  ['.spec.ports[?(@.name==")")].port', []],
  ['.spec.ports[?(@.port==80.5)].name', []],
  ['.spec.ports[?(@.port=="80")].name', []],
  ['.spec.ports[?(@.open>true)].name', []],
  ['.spec.ports[?(@.port=!80)].name', []],
  ['.spec[?(@.port==80)].name', []],
  ['range .spec.ports[*]', []],
  ['end', []],
  ['"text"', ['text']],
  ['.kind}{.spec.replicas', ['Widget']],
  ['.kind}{nonsense', []],
];

test.each(found)('%s finds its values', (path, values) => {
  expect(parseJsonPath(path).find(object)).toEqual(values);
});

const unsound = [
  '.spec.ports[',
  '.spec.ports[a]',
  '.spec.ports[0',
  '.spec.ports[?(@.name',
  '.spec.ports[?(@.name=="a]',
  '.spec.ports[?(@.name=="a")',
  '.spec.ports[?(@.port=~80)]',
  '.spec{',
  '.spec\n',
  '....',
  '"open',
  '"bad \\q escape"',
  '1.2.3',
  '-',
  '#',
];

test.each(unsound)('%s is no path', (path) => {
  expect(() => parseJsonPath(path)).toThrow(JsonPathError);
});

test('escapes in quoted texts are those of Go', () => {
  expect(parseJsonPath('"\\u00e9\\x41\\101\\t\\"\\\\."').find({})).toEqual(['éAA\t"\\.']);
});

describe('hostile input', () => {
  test('a path through the prototype leads nowhere', () => {
    expect(parseJsonPath('.constructor.name').find({})).toEqual([]);
    expect(parseJsonPath('.__proto__').find({})).toEqual([]);
  });

  test('repeated descents in a deep object end', () => {
    let deep: JsonValue = {};
    for (let depth = 0; depth < 5000; depth++) deep = { a: deep };
    expect(parseJsonPath('..a..a..a..a..a').find(deep)).toEqual([]);
  });

  test('any text is read or refused, and finds without a crash', () => {
    const paths = fc.string({ unit: fc.constantFrom(...'.[]*?()@$\'"ab01:,-<=!{} \\'), maxLength: 20 });
    fc.assert(
      fc.property(paths, fc.jsonValue(), (path, value) => {
        try {
          expect(Array.isArray(parseJsonPath(path).find(value as JsonValue))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonPathError);
        }
      }),
    );
  });
});
