import { describe, expect, test } from 'vitest';
import { type Condition, findCondition, isConditionTrue, withCondition } from './condition.js';
import type { JsonObject } from './json-value.js';
import * as meta from './object-meta.js';
import { formatMicroTime, formatTime, isSameTime, normalTime, parseMicroTime, parseTime, timeProblem } from './time.js';

describe('metadata', () => {
  test('is the object’s own, not a copy', () => {
    const object: JsonObject = { metadata: { name: 'a', labels: { x: 'y' } } };
    expect(meta.metadataOf(object)).toBe(object['metadata']);
    expect(meta.labelsOf(object)).toEqual({ x: 'y' });
    expect(meta.annotationsOf(object)).toEqual({});
  });

  test('may be absent', () => {
    expect([{}, { metadata: null }, { metadata: 5 }].map(meta.metadataOf)).toEqual([{}, {}, {}]);
    const object: JsonObject = {};
    meta.mutableMetadataOf(object)['name'] = 'a';
    meta.mutableMetadataOf(object)['uid'] = 'u';
    expect(object).toEqual({ metadata: { name: 'a', uid: 'u' } });
  });

  test('reports names, controllers and deletion', () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const controller = { ...owner, controller: true };
    expect(meta.namespacedName({ namespace: 'n', name: 'a' })).toBe('n/a');
    expect(meta.namespacedName({ name: 'a' })).toBe('a');
    expect(meta.controllerOf({ ownerReferences: [owner, controller] })).toBe(controller);
    expect(meta.controllerOf({})).toBeUndefined();
    expect(meta.isBeingDeleted({ deletionTimestamp: '2026-01-02T03:04:05Z' })).toBe(true);
    expect(meta.isBeingDeleted({ deletionTimestamp: null })).toBe(false);
  });
});

describe('times', () => {
  const instant = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

  test('are written in seconds or microseconds', () => {
    expect(formatTime(instant)).toBe('2026-01-02T03:04:05Z');
    expect(formatMicroTime(instant)).toBe('2026-01-02T03:04:05.678000Z');
    expect(formatMicroTime(instant, 9)).toBe('2026-01-02T03:04:05.678009Z');
  });

  test.each([
    ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-02T03:04:05.678901Z', instant],
    ['2026-01-02T03:04:05+01:30', Date.UTC(2026, 0, 2, 1, 34, 5)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-02-29T00:00:00Z', undefined],
    ['2026-01-02T24:00:00Z', undefined],
    ['2026-01-02 03:04:05Z', undefined],
    ['2026-01-02T03:04:05', undefined],
    ['', undefined],
  ])('%j is read', (text, milliseconds) => expect(parseTime(text)).toBe(milliseconds));

  const layout = '"2006-01-02T15:04:05Z07:00"';
  test.each([
    ['', `parsing time "" as ${layout}: cannot parse "" as "2006"`],
    ['tomorrow', `parsing time "tomorrow" as ${layout}: cannot parse "tomorrow" as "2006"`],
    ['2026-01-02 03:04:05Z', `parsing time "2026-01-02 03:04:05Z" as ${layout}: cannot parse " 03:04:05Z" as "T"`],
    ['2026-01-02T03:04:05', `parsing time "2026-01-02T03:04:05" as ${layout}: cannot parse "" as "Z07:00"`],
    ['2026-01-02T03:04:05Zx', 'parsing time "2026-01-02T03:04:05Zx": extra text: "x"'],
    ['2026-13-02T03:04:05Z', 'parsing time "2026-13-02T03:04:05Z": month out of range'],
    ['2026-02-30T03:04:05Z', 'parsing time "2026-02-30T03:04:05Z": day out of range'],
    ['2026-01-02T24:04:05Z', 'parsing time "2026-01-02T24:04:05Z": hour out of range'],
  ])('%j cannot be read', (text, problem) => {
    expect(parseTime(text)).toBeUndefined();
    expect(timeProblem(text)).toBe(problem);
  });

  test.each([
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['2023-02-29T23:59:59Z', undefined],
    ['1900-02-29T00:00:00Z', undefined],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['2026-01-02T03:60:05Z', undefined],
    ['2026-01-02T03:04:60Z', undefined],
    ['2026-01-0xT03:04:05Z', undefined],
    ['2026-01-02T03:04:05.9Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T3:04:05Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T04:04:05+01:00', '2026-01-02T03:04:05Z'],
  ])('%j is written as %j', (text, normal) => expect(normalTime(text)).toBe(normal));

  test('with microseconds need all six digits', () => {
    expect(parseMicroTime('2026-01-02T03:04:05.678000Z')).toBe(instant);
    expect(parseMicroTime('2026-01-02T03:04:05.678Z')).toBeUndefined();
  });

  test('are the same if they name one instant', () => {
    expect(isSameTime('2026-01-02T03:04:05Z', '2026-01-02T04:04:05+01:00')).toBe(true);
    expect(isSameTime(null, undefined)).toBe(true);
    expect(isSameTime('2026-01-02T03:04:05Z', null)).toBe(false);
    expect(isSameTime('x', 'y')).toBe(false);
  });
});

describe('conditions', () => {
  const ready: Condition = { type: 'Ready', status: 'True', lastTransitionTime: '1', reason: 'A', message: '' };

  test('are found by type', () => {
    expect(findCondition([ready], 'Ready')).toBe(ready);
    expect(isConditionTrue([ready], 'Ready')).toBe(true);
    expect(isConditionTrue([ready], 'Other')).toBe(false);
  });

  test('keep their time while the status stays', () => {
    const conditions = [ready];
    expect(withCondition([], ready)).toEqual([ready]);
    expect(withCondition(conditions, { ...ready, lastTransitionTime: '2' })).toBe(conditions);
    expect(withCondition(conditions, { ...ready, lastTransitionTime: '2', reason: 'B' })).toEqual([
      { ...ready, reason: 'B' },
    ]);
    const changed: Condition = { ...ready, status: 'False', lastTransitionTime: '2' };
    expect(withCondition(conditions, changed)).toEqual([changed]);
  });
});
