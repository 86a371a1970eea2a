import { describe, expect, test } from 'vitest';
import { runAtOnce } from '../event-loop/index.js';
import type { JsonObject } from '../meta/index.js';
import { droppingNewTimes } from './unchanged.js';
import { frozen, workload } from './workload.test.support.js';

const object = (
  time: string,
  { fields = {}, data = {} }: { fields?: JsonObject; data?: JsonObject } = {},
): JsonObject =>
  frozen(
    workload(
      { data },
      {
        managedFields: [
          { manager: 'm', operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1', fieldsV1: fields },
        ],
      },
    ),
  );

const withoutNewTimes = (before: JsonObject, after: JsonObject) => runAtOnce(droppingNewTimes(before, after));

describe('droppingNewTimes', () => {
  const before = object('2020-01-01T00:00:00Z');
  const cases: [name: string, after: JsonObject, kept: 'before' | 'after'][] = [
    ['only times differ', object('2021-01-01T00:00:00Z'), 'before'],
    ['nothing differs', object('2020-01-01T00:00:00Z'), 'after'],
    ['fields differ', object('2021-01-01T00:00:00Z', { fields: { 'f:a': {} } }), 'after'],
    ['something else differs', object('2021-01-01T00:00:00Z', { data: { a: '1' } }), 'after'],
    ['there are no managed fields', workload({ data: {} }), 'after'],
  ];
  test.each(cases)('%s', (_name, after, kept) => {
    expect(withoutNewTimes(before, after)).toEqual(kept === 'before' ? before : after);
    if (kept === 'after') expect(withoutNewTimes(before, after)).toBe(after);
  });
});
