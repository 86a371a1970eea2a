import { expect, test } from 'vitest';
import { findCondition, isEstablished, removeCondition, setCondition } from './conditions.js';
import type { DefinitionStatus } from './custom-resource-definition.js';

const empty: DefinitionStatus = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] };
const at = (seconds: number) => Date.UTC(2030, 0, 1, 0, 0, seconds);
const established = { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' } as const;

test('a condition is added with its time', () => {
  const status = setCondition(empty, established, at(1));
  expect(status.conditions).toEqual([{ ...established, lastTransitionTime: '2030-01-01T00:00:01Z' }]);
  expect(isEstablished({ status })).toBe(true);
  expect(isEstablished({ status: empty })).toBe(false);
});

test('its time changes with its status only', () => {
  const first = setCondition(empty, established, at(1));
  expect(setCondition(first, established, at(2))).toBe(first);
  const renamed = setCondition(first, { ...established, reason: 'Other' }, at(2));
  expect(findCondition({ status: renamed }, 'Established')).toMatchObject({
    reason: 'Other',
    lastTransitionTime: '2030-01-01T00:00:01Z',
  });
  const lost = setCondition(renamed, { ...established, status: 'False' }, at(3));
  expect(findCondition({ status: lost }, 'Established')?.lastTransitionTime).toBe('2030-01-01T00:00:03Z');
});

test('a condition is removed', () => {
  const status = setCondition(empty, established, at(1));
  expect(removeCondition(status, 'Established').conditions).toEqual([]);
  expect(removeCondition(status, 'Terminating')).toBe(status);
});
