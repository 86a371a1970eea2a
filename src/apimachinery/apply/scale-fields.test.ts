import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { parentManagedFields, type ReplicasPaths, scaleManagedFields } from './scale-fields.js';

const paths: ReplicasPaths = new Map([
  ['apps/v1', ['f:spec', 'f:replicas']],
  ['apps/v2', undefined],
]);

interface Given {
  apiVersion?: string;
  subresource?: string;
  time?: string;
}

const entry = (
  who: string,
  fieldsV1: JsonObject,
  { apiVersion = 'apps/v1', subresource, time }: Given = {},
): JsonObject => {
  const [manager, operation] = who.split('/') as [string, string];
  return {
    manager,
    operation,
    apiVersion,
    ...(time && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(subresource && { subresource }),
  };
};
const replicas = { 'f:spec': { 'f:replicas': {} } };
const selector = { 'f:spec': { 'f:selector': {} } };
const both = { 'f:spec': { 'f:replicas': {}, 'f:selector': {} } };
const scale = (who: string): JsonObject => entry(who, replicas, { apiVersion: 'autoscaling/v1', subresource: 'scale' });
const scaled = (who: string): JsonObject => entry(who, replicas, { subresource: 'scale' });

describe('scaleManagedFields', () => {
  const cases: [name: string, parent: JsonObject[], expected: JsonObject[]][] = [
    [
      'has those who own the replicas',
      [entry('one/Apply', both, { time: '2020-01-01T00:00:00Z' }), entry('two/Update', selector)],
      [entry('one/Apply', replicas, { apiVersion: 'autoscaling/v1', time: '2020-01-01T00:00:00Z' })],
    ],
    ['keeps who wrote through the scale', [scaled('hpa/Update')], [scale('hpa/Update')]],
    ['drops unknown versions', [entry('one/Apply', replicas, { apiVersion: 'apps/v10' })], []],
    ['drops versions without a scale', [entry('one/Apply', replicas, { apiVersion: 'apps/v2' })], []],
  ];
  test.each(cases)('%s', (_name, parent, expected) => expect(scaleManagedFields(parent, paths)).toEqual(expected));
});

describe('parentManagedFields', () => {
  const cases: [name: string, parent: JsonObject[], scaleEntries: JsonObject[], expected: JsonObject[]][] = [
    [
      'gives the replicas to who took them',
      [entry('one/Apply', both)],
      [scale('hpa/Update')],
      [entry('one/Apply', selector), scaled('hpa/Update')],
    ],
    [
      'leaves the replicas to a manager that is still in the scale',
      [scaled('hpa/Apply')],
      [{ ...scale('hpa/Apply'), fieldsV1: { 'f:spec': {} } }],
      [scaled('hpa/Apply')],
    ],
    [
      'tells a manager of the scale from one of the parent',
      [entry('one/Update', both)],
      [scale('one/Update')],
      [entry('one/Update', selector), scaled('one/Update')],
    ],
    [
      'does not tell when they were taken',
      [entry('one/Apply', both, { time: '2020-01-01T00:00:00Z' })],
      [
        entry('hpa/Update', replicas, {
          apiVersion: 'autoscaling/v1',
          subresource: 'scale',
          time: '2021-01-01T00:00:00Z',
        }),
      ],
      [entry('one/Apply', selector, { time: '2020-01-01T00:00:00Z' }), scaled('hpa/Update')],
    ],
    [
      'drops an entry that has nothing else',
      [entry('one/Update', replicas)],
      [scale('hpa/Apply')],
      [scaled('hpa/Apply')],
    ],
    [
      'changes nothing where the owner stays',
      [entry('one/Apply', both)],
      [entry('one/Apply', replicas, { apiVersion: 'autoscaling/v1' })],
      [entry('one/Apply', both)],
    ],
    [
      'makes two of an updater that stays',
      [entry('one/Update', both, { time: '2020-01-01T00:00:00Z' })],
      [entry('one/Update', replicas, { apiVersion: 'autoscaling/v1', time: '2020-01-01T00:00:00Z' })],
      [entry('one/Update', replicas), entry('one/Update', selector, { time: '2020-01-01T00:00:00Z' })],
    ],
    [
      'gives no time to who is new',
      [],
      [
        entry('hpa/Apply', replicas, {
          apiVersion: 'autoscaling/v1',
          subresource: 'scale',
          time: '2020-01-01T00:00:00Z',
        }),
      ],
      [scaled('hpa/Apply')],
    ],
    [
      'keeps the time of who applies again',
      [entry('hpa/Apply', replicas, { subresource: 'scale', time: '2020-01-01T00:00:00Z' })],
      [entry('hpa/Apply', replicas, { apiVersion: 'autoscaling/v1', subresource: 'scale' })],
      [entry('hpa/Apply', replicas, { subresource: 'scale', time: '2020-01-01T00:00:00Z' })],
    ],
    [
      'keeps the others',
      [entry('one/Apply', both), entry('two/Update', selector)],
      [scale('hpa/Update')],
      [entry('one/Apply', selector), scaled('hpa/Update'), entry('two/Update', selector)],
    ],
    [
      'keeps versions without a scale and drops unknown ones',
      [entry('one/Apply', both, { apiVersion: 'apps/v2' }), entry('two/Apply', both, { apiVersion: 'apps/v10' })],
      [scale('hpa/Update')],
      [entry('one/Apply', both, { apiVersion: 'apps/v2' }), scaled('hpa/Update')],
    ],
    [
      'takes nothing else from the scale',
      [],
      [entry('hpa/Update', { 'f:status': {} }, { apiVersion: 'autoscaling/v1', subresource: 'scale' })],
      [],
    ],
  ];
  test.each(cases)('%s', (_name, parent, scaleEntries, expected) =>
    expect(parentManagedFields(parent, scaleEntries, { apiVersion: 'apps/v1', paths })).toEqual(expected),
  );
});
