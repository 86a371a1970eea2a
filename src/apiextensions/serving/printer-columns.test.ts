import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { PrinterColumn } from '../definition/index.js';
import { printerColumns, scaleColumns } from './printer-columns.js';

const now = Date.UTC(2026, 0, 2);
const object = (spec: JsonValue): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', creationTimestamp: '2026-01-01T23:58:00Z' },
  spec,
});

function cell(type: string, spec: JsonValue, jsonPath = '.spec'): unknown {
  const column: PrinterColumn = { name: 'X', type, jsonPath };
  return printerColumns([column], () => now)[1]!.valueOf(object(spec));
}

describe('the columns of a custom resource', () => {
  test('are its name and age if nothing is said', () => {
    const columns = printerColumns(undefined, () => now);
    expect(columns.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Age', 'date', undefined],
    ]);
    expect(columns.map((column) => column.valueOf(object(null)))).toEqual(['a', '2m']);
  });

  test('are its name and what the definition wants', () => {
    const column = { name: 'Size', type: 'integer', format: 'int32', priority: 1, jsonPath: '.spec.size' };
    const [, size] = printerColumns([column], () => now);
    expect(size).toMatchObject({
      name: 'Size',
      type: 'integer',
      format: 'int32',
      priority: 1,
      description: 'Custom resource definition column (in JSONPath format): .spec.size',
    });
    expect(size!.valueOf(object({ size: 7 }))).toBe(7);
  });

  test('of a Scale are what is wanted, what there is, and the age', () => {
    const scale = { metadata: { name: 'a', creationTimestamp: null }, spec: { replicas: 3 }, status: { replicas: 1 } };
    expect(scaleColumns(() => now).map((column) => [column.name, column.valueOf(scale)])).toEqual([
      ['Name', 'a'],
      ['Desired', 3],
      ['Available', 1],
      ['Age', null],
    ]);
  });

  test.each<[type: string, value: JsonValue, cell: unknown]>([
    ['string', 'text', 'text'],
    ['string', 3, '3'],
    ['string', 1234567.5, '1.2345675e+06'],
    ['string', true, 'true'],
    ['string', { b: 1, a: ['x'] }, '{"a":["x"],"b":1}'],
    ['string', null, '<no value>'],
    ['integer', 3, 3],
    ['integer', 3.9, 3],
    ['integer', 1e21, -9223372036854775808n],
    ['integer', 9007199254740993n, 9007199254740993n],
    ['integer', '3', null],
    ['integer', null, null],
    ['number', 3.5, 3.5],
    ['number', 3, 3],
    ['number', 'x', null],
    ['boolean', false, false],
    ['boolean', 'false', null],
    ['date', '2026-01-01T00:00:00Z', '24h'],
    ['date', 'yesterday', '<invalid>'],
    ['date', '', '<unknown>'],
    ['date', 7, null],
  ])('of type %s show %s as %s', (type, value, expected) => {
    expect(cell(type, value)).toEqual(expected);
  });

  test('show nothing where their path leads nowhere', () => {
    expect(cell('string', {}, '.spec.a.b')).toBeNull();
  });

  test('end before the first whose path is none', () => {
    const paths = ['.spec.a', '.spec[', '.spec.b'].map((jsonPath) => ({ name: jsonPath, type: 'string', jsonPath }));
    expect(printerColumns(paths, () => 0).map(({ name }) => name)).toEqual(['Name', '.spec.a']);
  });

  test('show the first of several values', () => {
    expect(cell('string', [{ n: 'x' }, { n: 'y' }], '.spec[*].n')).toBe('x');
  });
});
