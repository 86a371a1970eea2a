import { describe, expect, test } from 'vitest';
import type { DefinitionVersion } from '../definition/index.js';
import { definitionOf } from '../definitions.test.support.js';
import { unstructuredDialect } from '../dialect/index.js';
import { resourceDefinitionOf } from './resource-definition-of.js';

const version = (name: string, more: Partial<DefinitionVersion> = {}): DefinitionVersion => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object' } },
  ...more,
});

describe('the resource of a definition', () => {
  test('has the names that were accepted', () => {
    const acceptedNames = {
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'Widgets',
      shortNames: ['w'],
      categories: ['all'],
    };
    const names = { ...acceptedNames, kind: 'Other', shortNames: ['x'] };
    const resource = resourceDefinitionOf(definitionOf({ spec: { names }, status: { acceptedNames } }));
    expect(resource).toMatchObject({
      ...acceptedNames,
      scope: 'Namespaced',
      dialect: unstructuredDialect,
      workingVersion: 'request',
    });
  });

  test('has the names that are wanted before any are accepted', () => {
    const acceptedNames = { plural: '', kind: '' };
    expect(resourceDefinitionOf(definitionOf({ status: { acceptedNames } })).kind).toBe('Widget');
  });

  test('has all versions, the most preferred first, and the storage version', () => {
    const versions = [version('v1beta1'), version('v2', { served: false }), version('v1', { storage: true })];
    const resource = resourceDefinitionOf(definitionOf({ spec: { versions } }));
    expect(Object.keys(resource.versions)).toEqual(['v2', 'v1', 'v1beta1']);
    expect(Object.values(resource.versions).map(({ served }) => served)).toEqual([false, true, true]);
    expect(resource.storageVersion).toBe('v1');
  });

  test('has in each version what that version says', () => {
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
    const versions = [
      version('v2', {
        storage: true,
        subresources: { status: {}, scale },
        selectableFields: [{ jsonPath: '.spec.a' }],
      }),
      version('v1'),
    ];
    const { v2, v1 } = resourceDefinitionOf(definitionOf({ spec: { versions } })).versions;
    expect(v2!.subresources!.status!.verbs).toEqual(['get', 'patch', 'update']);
    expect(v2!.subresources!.scale!.paths).toEqual({ specReplicas: 'spec.n', statusReplicas: 'status.n' });
    expect(v2!.selectableFields).toEqual(['spec.a']);
    expect([v1!.subresources, v1!.selectableFields]).toEqual([{}, []]);
  });

  test.each<[versions: DefinitionVersion[], warning: string | undefined]>([
    [[version('v1')], undefined],
    [[version('v1', { deprecated: true })], 'example.com/v1 Widget is deprecated'],
    [[version('v1', { deprecated: true, deprecationWarning: 'no more' })], 'no more'],
    [
      [
        version('v1', { deprecated: true }),
        version('v1beta1'),
        version('v2'),
        version('v3'),
        version('v4', { deprecated: true }),
      ],
      'example.com/v1 Widget is deprecated; use example.com/v3 Widget',
    ],
    [[version('v1', { deprecated: true }), version('v2', { served: false })], 'example.com/v1 Widget is deprecated'],
  ])('tells users of old versions of better ones', (versions, warning) => {
    const resource = resourceDefinitionOf(definitionOf({ spec: { versions } }));
    expect(resource.versions['v1']!.deprecationWarning).toBe(warning);
  });
});
