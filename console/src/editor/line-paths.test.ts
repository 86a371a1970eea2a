import { expect, it } from 'vitest';
import { toYaml, yamlLines } from '../yaml/yaml-lines.ts';
import { linePaths } from './line-paths.ts';

it('agrees with the lines that are written', () => {
  const object = {
    metadata: { name: 'x', labels: { 'a/b': 'c' } },
    spec: {
      list: [{ name: 'a', ports: [{ port: 80 }, { port: 81 }] }, { name: 'b' }],
      scalars: [1, 2],
      text: 'one\ntwo\n',
    },
    status: {},
  };
  const written = yamlLines(object).map(({ path }) => path.filter((step) => step !== '').join('.'));
  const found = linePaths(toYaml(object).trimEnd()).map((path) => path?.join('.'));
  expect(found).toEqual(written);
});

it.each([
  ['a key that is being typed', 'spec:\n  containers:\n  - name: a\n    x:', ['spec', 'containers', 0, 'x']],
  ['an indented list', 'spec:\n  list:\n    - a: 1\n      b:', ['spec', 'list', 0, 'b']],
  ['comments and blank lines', 'a:\n  # note\n\n  b:', ['a', 'b']],
  ['a quoted key', '"a b":\n  \'c\':', ['a b', 'c']],
  ['a list in a list', 'a:\n- - b: 1\n    c:', ['a', 0, 0, 'c']],
  ['after a block', 'a:\n  b: |\n    x: y\n  c:', ['a', 'c']],
])('%s', (_name, text, path) => {
  expect(linePaths(text).at(-1)).toEqual(path);
});
