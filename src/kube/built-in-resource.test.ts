import { expect, test } from 'vitest';
import type { PriorityClass } from '../api/scheduling/v1.js';
import { builtInResource } from './built-in-resource.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from './printing/index.js';

const definition = builtInResource<PriorityClass>('scheduling.k8s.io/v1', 'PriorityClass', {
  plural: 'priorityclasses',
  scope: 'Cluster',
  columns: [
    nameColumn,
    integerColumn('Value', 'value'),
    textColumn('Policy', 'preemptionPolicy', { unset: '<none>', wide: true }),
    textColumn('Long', ({ description = '' }) => description.slice(0, 3), 'A text'),
    ageColumn,
  ],
  introduced: '1.14',
  otherVersions: { v1beta1: { deprecation: { since: 14, until: 22, replacement: 'scheduling.k8s.io/v1' } } },
  strategies: { main: { allowCreateOnUpdate: true }, status: {} },
});

test('a definition has a version for each name, and the status subresource', () => {
  const { v1, v1beta1 } = definition.versions;
  expect(Object.keys(definition.versions)).toEqual(['v1', 'v1beta1']);
  expect([v1?.served, v1?.introduced, v1?.deprecationWarning]).toEqual([undefined, '1.14', undefined]);
  expect([v1beta1?.served, v1beta1?.introduced]).toEqual([false, undefined]);
  expect(v1beta1?.deprecationWarning).toContain('v1beta1 PriorityClass is deprecated in v1.14+, unavailable in v1.22+');
  expect(definition).toMatchObject({
    kind: 'PriorityClass',
    strategy: { allowCreateOnUpdate: true },
    subresources: { status: { verbs: ['get', 'patch', 'update'] } },
  });
});

test('columns show fields, the zero value or a text where there is none, and what functions return', () => {
  const cells = (object: object) =>
    (definition.versions['v1']?.columns ?? []).slice(1, 4).map((column) => column.valueOf({ ...object }));
  expect(cells({})).toEqual([0, '<none>', '']);
  expect(cells({ value: 7, preemptionPolicy: 'Never', description: 'abcdef' })).toEqual([7, 'Never', 'abc']);
});

test('columns are described by the fields of the first version', () => {
  const described = Object.values(definition.versions).map(({ columns = [] }) =>
    columns.map(({ description }) => (typeof description === 'function' ? description() : description)),
  );
  expect(described[1]).toEqual(described[0]);
  expect(described[0]?.[3]).toBe('A text');
  expect(described[0]?.[2]).toContain('preempting');
});
