import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import { compileObjectType } from './compile-type.js';
import { FieldManager } from './field-manager.js';
import type { Versions } from './versions.js';
import { frozen, ownersOf, stored } from './workload.test.support.js';

/** v1 has `spec.size`, v2 has `spec.replicas`; both have `spec.labels`. */
const specOf = (number: string): JsonSchema => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        [number]: { type: 'integer' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
});
const types = { v1: compileObjectType(specOf('size')), v2: compileObjectType(specOf('replicas')) };

function convert({ spec, ...object }: JsonObject, apiVersion: string): JsonObject {
  const { size, replicas, ...rest } = (spec ?? {}) as JsonObject;
  const number = size ?? replicas;
  const name = apiVersion === 'v1' ? 'size' : 'replicas';
  return {
    ...object,
    apiVersion,
    ...(spec !== undefined && { spec: { ...rest, ...(number !== undefined && { [name]: number }) } }),
  };
}

const versions: Versions = {
  typeOf: (apiVersion) => (types as Record<string, (typeof types)['v1']>)[apiVersion],
  convert: async (object, apiVersion) => convert(object, apiVersion),
};

const managerOf = (apiVersion: string, given: Versions = versions): FieldManager =>
  new FieldManager({ apiVersion, kind: 'Thing', versions: given, now: () => new Date(0) });
const [first, second] = [managerOf('v1'), managerOf('v2')];

const thing = (apiVersion: string, spec: JsonObject): JsonObject => ({
  apiVersion,
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
});
const versionsOf = (object: JsonObject): JsonValue[] =>
  (((object.metadata as JsonObject).managedFields ?? []) as JsonObject[]).map(
    ({ manager, apiVersion }) => `${manager}@${apiVersion}`,
  );

describe('managers that write in different versions', () => {
  test('lose a field that is changed in another version', async () => {
    const live = stored(await first.apply(undefined, thing('v1', { size: 1, labels: { a: '1' } }), { manager: 'one' }));
    const inSecond = convert(live, 'v2');
    const updated = await second.recordUpdate(
      frozen(inSecond),
      frozen({ ...inSecond, spec: { replicas: 2, labels: { a: '1' } } }),
      { manager: 'two' },
    );
    expect(ownersOf(updated)).toEqual({
      'one/Apply': { 'f:spec': { 'f:labels': { 'f:a': {} } } },
      'two/Update': { 'f:spec': { 'f:replicas': {} } },
    });
    expect(versionsOf(updated)).toEqual(['one@v1', 'two@v2']);
  });

  test('conflict over a field that has another name in each', async () => {
    const live = convert(stored(await first.apply(undefined, thing('v1', { size: 1 }), { manager: 'one' })), 'v2');
    await expect(second.apply(live, thing('v2', { replicas: 2 }), { manager: 'two' })).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "one": .spec.size',
    );
  });

  test('an applier that comes back in another version has one entry, and what it dropped is gone', async () => {
    const live = stored(
      await first.apply(undefined, thing('v1', { size: 1, labels: { a: '1', b: '1' } }), { manager: 'one' }),
    );
    const next = await second.apply(convert(live, 'v2'), thing('v2', { replicas: 1, labels: { b: '1' } }), {
      manager: 'one',
    });
    expect(next.spec).toEqual({ labels: { b: '1' }, replicas: 1 });
    expect(next.apiVersion).toBe('v2');
    expect(ownersOf(next)).toEqual({ 'one/Apply': { 'f:spec': { 'f:labels': { 'f:b': {} }, 'f:replicas': {} } } });
    expect(versionsOf(next)).toEqual(['one@v2']);
  });

  test('what another manager owns in its version stays', async () => {
    const live = stored(await first.apply(undefined, thing('v1', { size: 1, labels: { a: '1' } }), { manager: 'one' }));
    const shared = stored(await second.apply(convert(live, 'v2'), thing('v2', { replicas: 1 }), { manager: 'two' }));
    const next = await first.apply(convert(shared, 'v1'), thing('v1', { labels: { a: '1' } }), { manager: 'one' });
    expect(next.spec).toEqual({ size: 1, labels: { a: '1' } });
    expect(versionsOf(next)).toEqual(['one@v1', 'two@v2']);
  });
});

describe('versions that are gone', () => {
  const onlySecond = managerOf('v2', {
    ...versions,
    typeOf: (apiVersion) => (apiVersion === 'v2' ? types.v2 : undefined),
  });

  test('their entries are dropped by an update', async () => {
    const live = convert(stored(await first.apply(undefined, thing('v1', { size: 1 }), { manager: 'one' })), 'v2');
    expect(await onlySecond.recordUpdate(live, live, { manager: 'two' })).not.toHaveProperty('metadata.managedFields');
  });

  test('their entries are dropped by an apply, and nothing is pruned', async () => {
    const live = convert(
      stored(await first.apply(undefined, thing('v1', { size: 1, labels: { a: '1' } }), { manager: 'one' })),
      'v2',
    );
    const next = await onlySecond.apply(live, thing('v2', { replicas: 3 }), { manager: 'one' });
    expect(next.spec).toEqual({ replicas: 3, labels: { a: '1' } });
    expect(versionsOf(next)).toEqual(['one@v2']);
  });

  test('a converter may say that a version is gone', async () => {
    const gone = managerOf('v2', { ...versions, convert: () => undefined });
    const live = convert(stored(await first.apply(undefined, thing('v1', { size: 1 }), { manager: 'one' })), 'v2');
    const next = await gone.recordUpdate(live, { ...live, spec: { replicas: 2 } }, { manager: 'two' });
    expect(versionsOf(next)).toEqual(['two@v2']);
  });
});

describe('a conversion that fails', () => {
  const failing = managerOf('v2', { ...versions, convert: () => Promise.reject(new Error('webhook is down')) });
  const live = async (): Promise<JsonObject> =>
    convert(stored(await first.apply(undefined, thing('v1', { size: 1 }), { manager: 'one' })), 'v2');

  test('leaves no owners where something is updated', async () => {
    const before = await live();
    const next = await failing.recordUpdate(before, { ...before, spec: { replicas: 2 } }, { manager: 'two' });
    expect(ownersOf(next)).toEqual({});
  });

  test('fails an apply', async () => {
    await expect(failing.apply(await live(), thing('v2', { replicas: 2 }), { manager: 'two' })).rejects.toThrow(
      'webhook is down',
    );
  });
});

describe('versions whose objects may not fit each other', () => {
  const renamed: Versions = {
    ...versions,
    mayMisfit: true,
    convert: (object, apiVersion) => ({ ...object, apiVersion }),
  };
  const [one, two] = [managerOf('v1', renamed), managerOf('v2', renamed)];
  const live = async (): Promise<JsonObject> => ({
    ...stored(await one.apply(undefined, thing('v1', { size: 1 }), { manager: 'one' })),
    apiVersion: 'v2',
    spec: {},
  });

  test('lose their owners with an update that the other version has no place for', async () => {
    const before = await live();
    const labelled = await two.recordUpdate(before, { ...before, spec: { labels: {} } }, { manager: 'two' });
    expect(versionsOf(labelled)).toEqual(['one@v1', 'two@v2']);
    const next = await two.recordUpdate(before, { ...before, spec: { replicas: 2 } }, { manager: 'two' });
    expect(ownersOf(next)).toEqual({});
  });

  test('fail an apply that the other version has no place for', async () => {
    const before = stored(await two.apply(await live(), thing('v2', { labels: {} }), { manager: 'two' }));
    await expect(two.apply(before, thing('v2', { replicas: 2 }), { manager: 'two' })).rejects.toThrow(
      /^failed to .*: \.spec\.replicas: field not declared in schema$/,
    );
  });

  test('of a live object nothing is recorded, and nothing applied, while it does not fit its own version', async () => {
    const before = { ...(await live()), spec: { replicas: 'many', size: 1 } };
    const next = await two.recordUpdate(before, { ...before, spec: { replicas: 3 } }, { manager: 'two' });
    expect(ownersOf(next)).toEqual({});
    await expect(two.apply(before, thing('v2', { replicas: 2 }), { manager: 'two' })).rejects.toThrow(
      'failed to create typed live object (/a; /v2, Kind=Thing): errors:\n' +
        '  .spec.replicas: expected numeric (int or float), got string\n' +
        '  .spec.size: field not declared in schema',
    );
  });
});
