import { expect, it } from 'vitest';
import { toYaml } from '../yaml/yaml-lines.ts';
import { parseYaml } from './parse-yaml.ts';

it('integers of 64 bits stay what they are', () => {
  const object = { small: 1, least: -9223372036854775808n, largest: 9223372036854775807n, text: '9007199254740993' };
  expect(parseYaml(toYaml(object))).toEqual(object);
});

it.each([
  ['a: [', 0],
  ['a: b\n  c: d', 1],
  ['- a', 0],
])('a problem with %j has its line', (text, line) => {
  expect(() => parseYaml(text)).toThrow(expect.objectContaining({ line }));
});
