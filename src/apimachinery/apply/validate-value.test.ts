import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { validateApplied } from './validate-value.js';
import { workloadType } from './workload.test.support.js';

describe('a configuration that does not fit its type is refused', () => {
  const cases: [name: string, spec: JsonObject, message: string][] = [
    ['unknown fields', { foo: 1 }, '.spec.foo: field not declared in schema'],
    [
      'repeated keys',
      { containers: [{ name: 'a' }, { name: 'a' }] },
      '.spec.containers: duplicate entries for key [name="a"]',
    ],
    ['repeated values', { tags: ['a', 'a'] }, '.spec.tags: duplicate entries for key [="a"]'],
    [
      'repeated keys by default',
      { containers: [{ name: 'a', ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'TCP' }] }] },
      '.spec.containers[name="a"].ports: duplicate entries for key [containerPort=1,protocol="TCP"]',
    ],
    [
      'no keys',
      { containers: [{ image: 'x' }] },
      '.spec.containers: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ],
    [
      'a null item',
      { containers: [null] },
      '.spec.containers: element 0: associative list with keys may not have a null element',
    ],
    [
      'an item that is no map',
      { containers: ['a'] },
      '.spec.containers: element 0: associative list with keys may not have non-map elements',
    ],
    [
      'a null in a set',
      { tags: [null] },
      ".spec.tags: element 0: associative list without keys has an element that's an explicit null",
    ],
    ['text for a number', { replicas: 'x' }, '.spec.replicas: expected numeric (int or float), got string'],
    ['a number for text', { image: 1 }, '.spec.image: expected string, got &value.valueUnstructured{Value:1}'],
    ['a scalar for a map', { selector: 'x' }, '.spec.selector: expected map, got &{x}'],
    ['a map for a list', { args: {} }, '.spec.args: expected list, got &{map[]}'],
    [
      'inside of an atomic list',
      { args: ['a', 1] },
      '.spec.args[1]: expected string, got &value.valueUnstructured{Value:1}',
    ],
    [
      'in several places: all are reported except those after an unknown field',
      { args: [1], containers: [{ name: 'a', foo: 1, image: 1 }], replicas: 'x' },
      'errors:\n' +
        '  .spec.args[0]: expected string, got &value.valueUnstructured{Value:1}\n' +
        '  .spec.containers[name="a"].foo: field not declared in schema\n' +
        '  .spec.replicas: expected numeric (int or float), got string',
    ],
  ];
  test.each(cases)('%s', (_name, spec, message) => {
    expect(() => validateApplied(workloadType, { spec })).toThrow(expect.objectContaining({ message }));
  });

  test('very many errors, of which not all are reported', () => {
    const spec = { args: Array(100_000).fill(1), containers: Array(100_000).fill({ name: 'a' }) };
    expect(() => validateApplied(workloadType, { spec })).toThrow(/^errors:\n(.*\n){999,3000}/);
  });

  test('repeated keys of what is stored already are no fault', () => {
    const spec = { containers: [{ name: 'a' }, { name: 'a' }] };
    expect(() => validateApplied(workloadType, { spec }, { allowDuplicates: true })).not.toThrow();
  });
});
