import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { FeatureGates } from '../../server/feature-gates/index.js';
import { apiExtensionsFeatureGates } from '../feature-gates.js';
import { cleanupFinalizer } from './custom-resource-definition.js';
import { definitionStatusStrategy, definitionStrategy } from './strategy.js';
import { received, type WidgetsOptions, widgets } from './widgets.test.support.js';

const main = definitionStrategy();
const status = definitionStatusStrategy();
const context = {
  namespace: '',
  user: 'me',
  dryRun: false,
  features: new FeatureGates({ gates: apiExtensionsFeatureGates }),
  warn: () => undefined,
  validateMetadata: () => [],
  validateMetadataUpdate: () => [],
};

function stored(options: WidgetsOptions = {}, more: JsonObject = {}): JsonObject {
  const object = received({ ...widgets(options), ...more });
  (object['metadata'] as JsonObject)['generation'] = 3;
  return object;
}

const schema = { openAPIV3Schema: { type: 'object' } };
const moved = {
  versions: [
    { name: 'v1', served: true, storage: false, schema },
    { name: 'v2', served: true, storage: true, schema },
  ],
};

describe('a new definition', () => {
  test('begins with the version it stores, whatever its status says', () => {
    const object = received({ ...widgets(), status: { storedVersions: ['v9'], observedGeneration: 7 } });
    main.prepareForCreate?.(object, context);
    expect(object).toMatchObject({ metadata: { generation: 1 } });
    expect(object['status']).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
  });

  test('warns of formats that are not checked', () => {
    const object = received(
      widgets({ schema: { type: 'object', properties: { a: { type: 'string', format: 'colour' } } } }),
    );
    expect(main.warningsOnCreate?.(object, context)).toEqual(['unrecognized format "colour"']);
    expect(main.warningsOnUpdate?.({ object, old: object }, context)).toEqual([]);
    expect(main.warningsOnUpdate?.({ object, old: stored() }, context)).toEqual(['unrecognized format "colour"']);
  });
});

describe('a changed definition', () => {
  test('keeps its status, and counts changes of its spec only', () => {
    const old = stored();
    const relabelled = stored({ metadata: { labels: { a: 'b' } } }, { status: { storedVersions: ['v9'] } });
    main.prepareForUpdate?.({ object: relabelled, old }, context);
    expect(relabelled).toMatchObject({ metadata: { generation: 3 }, status: old['status'] as JsonObject });
    const respecified = stored({ names: { shortNames: ['wd'] } });
    main.prepareForUpdate?.({ object: respecified, old }, context);
    expect(respecified).toMatchObject({ metadata: { generation: 4 } });
  });

  test('remembers another version to store, and does not touch the old one', () => {
    const old = stored();
    const object = stored(moved);
    main.prepareForUpdate?.({ object, old }, context);
    expect(object).toMatchObject({ status: { storedVersions: ['v1', 'v2'] } });
    expect(old).toMatchObject({ status: { storedVersions: ['v1'] } });
  });
});

describe('a changed status', () => {
  test('changes nothing of the spec, and may change metadata', () => {
    const old = stored();
    const object = stored(
      { names: { shortNames: ['forged'] }, metadata: { labels: { a: 'b' } } },
      { status: { storedVersions: ['v2'] } },
    );
    status.prepareForUpdate?.({ object, old }, context);
    expect(object).toMatchObject({
      spec: old['spec'] as JsonObject,
      status: { storedVersions: ['v2'] },
      metadata: { labels: { a: 'b' } },
    });
  });

  test('has names that are names', () => {
    const object = stored({}, { status: { acceptedNames: { plural: 'No', kind: 'Widget' } } });
    expect(status.validateUpdate?.({ object, old: stored() }, context)).toMatchObject([
      { field: 'status.acceptedNames.plural', type: 'FieldValueInvalid' },
    ]);
  });
});

describe('a deletion', () => {
  const now = Date.UTC(2030, 0, 1);

  test('that is meant for another definition is refused in its own words', () => {
    const live = stored({ metadata: { uid: 'u1', resourceVersion: '5' } });
    expect(() => main.checkPreconditions?.(live, { uid: 'u1', resourceVersion: '5' })).not.toThrow();
    expect(() => main.checkPreconditions?.(live, { uid: 'u2' })).toThrow(
      /^Operation cannot be fulfilled on customresourcedefinitions\.apiextensions\.k8s\.io "\S+": Precondition failed: UID in precondition: u2, UID in object meta: u1$/,
    );
  });

  test('is first only marked', () => {
    const live = stored({ metadata: { finalizers: ['example.com/mine'] } });
    const held = main.deferDeletion?.(live, { options: {}, now });
    expect(held).toMatchObject({
      metadata: {
        deletionTimestamp: '2030-01-01T00:00:00Z',
        finalizers: ['example.com/mine', cleanupFinalizer],
        generation: 3,
      },
      status: { conditions: [{ type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending' }] },
    });
    expect(live).toMatchObject({ metadata: { finalizers: ['example.com/mine'] }, status: { conditions: null } });
  });

  test('of what is marked goes its usual way', () => {
    const live = stored({ metadata: { deletionTimestamp: '2030-01-01T00:00:00Z' } });
    expect(main.deferDeletion?.(live, { options: {}, now })).toBeUndefined();
  });
});
