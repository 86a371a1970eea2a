import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { expect, it } from 'vitest';
import { toYaml, yamlLines } from './yaml-lines.ts';

it('writes what kubectl writes', () => {
  const object = {
    apiVersion: 'v1',
    metadata: { labels: { 'a/b': 'yes' }, finalizers: ['x', 'y'] },
    spec: {
      list: [{ name: 'a', ports: [{ port: 80 }] }, 1, null],
      empty: {},
      none: [],
      text: 'one\n two\n',
      cron: '0 3 * * *',
    },
  };
  expect(toYaml(object)).toBe(`apiVersion: v1
metadata:
  labels:
    a/b: "yes"
  finalizers:
  - x
  - "y"
spec:
  list:
  - name: a
    ports:
    - port: 80
  - 1
  - null
  empty: {}
  none: []
  text: |
    one
     two
  cron: "0 3 * * *"
`);
});

it('knows the lines that belong to a line', () => {
  const lines = yamlLines({ a: { b: [1, { c: 2, d: 3 }] }, e: 'x\ny' });
  expect(lines.map(({ path, children }) => `${path.join('.')} ${children}`)).toEqual([
    'a 4',
    'a.b 3',
    'a.b.0 0',
    'a.b.1.c 0',
    'a.b.1.d 0',
    'e 2',
    'e. 0',
    'e. 0',
  ]);
});

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':', '-', '#', '"', "'", '1', '0', 'e', '.', '~', '|', '\t') }),
  fc.constantFrom(
    'yes',
    'No',
    'null',
    '~',
    '1e3',
    '0x1f',
    '0o7',
    '1_000',
    '12:30',
    '2026-01-01',
    '.inf',
    '=',
    '<<',
    '- a',
    'a: b',
    'a #b',
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  map: fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
})).any;

it('what is written is read as the same value', () => {
  fc.assert(
    fc.property(value, (written) => {
      const yaml = toYaml({ written });
      expect(load(yaml, { schema: CORE_SCHEMA })).toEqual({ written });
      expect(load(yaml)).toEqual({ written });
    }),
    { numRuns: 500 },
  );
});
