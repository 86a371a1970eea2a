import { describe, expect, it } from 'vitest';
import { jsonCodec } from '../../apimachinery/codec/index.js';
import { DiscoveryRegistry } from '../../server/discovery/index.js';
import type { CustomResourceDefinition, DefinitionVersion } from '../definition/index.js';
import { acceptedNames, Changes, definitionOf, established, terminating } from '../definitions.test.support.js';
import { DiscoveryController } from './discovery-controller.js';

const conditions = [acceptedNames, established];
const version = (name: string, more: Partial<DefinitionVersion> = {}): DefinitionVersion => ({
  name,
  served: true,
  storage: name === 'v1',
  ...more,
});

function follow(...definitions: CustomResourceDefinition[]) {
  const changes = new Changes();
  const registry = new DiscoveryRegistry();
  registry.setGroupVersion('builtin.example.com', { version: 'v1', resources: [] });
  new DiscoveryController(changes, registry).start();
  for (const definition of definitions) changes.put(definition);
  return { changes, registry };
}

const read = (document: { in(choice: { codec: typeof jsonCodec; pretty: boolean }): Buffer } | undefined) =>
  document && JSON.parse(document.in({ codec: jsonCodec, pretty: false }).toString());

/** Returns `group: versions` of `/apis`, and the resources of each. */
function listed(registry: DiscoveryRegistry): string[] {
  const { groups } = read(registry.groupList) as { groups: { name: string; versions: { version: string }[] }[] };
  return groups
    .filter(({ name }) => name !== 'builtin.example.com')
    .flatMap(({ name, versions }) =>
      versions.map((each) => {
        const { resources } = read(registry.groupVersion(name, each.version));
        return `${name}/${each.version}: ${resources.map((resource: { name: string }) => resource.name)}`;
      }),
    );
}

describe('discovery', () => {
  it('describes a whole resource', () => {
    const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] };
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    const versions = [version('v1', { subresources: { status: {}, scale } })];
    const { registry } = follow(definitionOf({ spec: { names, versions }, conditions }));
    const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
    const common = { singularName: '', namespaced: true, verbs: ['get', 'patch', 'update'] };
    expect(read(registry.groupVersion('example.com', 'v1')).resources).toEqual([
      {
        name: 'widgets',
        singularName: 'widget',
        namespaced: true,
        kind: 'Widget',
        verbs,
        shortNames: ['wd'],
        categories: ['all'],
        storageVersionHash: expect.stringMatching(/^.{12}$/),
      },
      { ...common, name: 'widgets/status', kind: 'Widget' },
      { ...common, name: 'widgets/scale', kind: 'Scale', group: 'autoscaling', version: 'v1' },
    ]);
  });

  it('sorts versions, and leaves out what is not served or not established', () => {
    const versions = ['v1alpha1', 'v2', 'v1', 'v10'].map((name) => version(name, { served: name !== 'v2' }));
    const gadgets = { names: { plural: 'gadgets', kind: 'Gadget' } };
    const { registry } = follow(
      definitionOf({ spec: { versions }, conditions }),
      definitionOf({ spec: gadgets, conditions: [acceptedNames] }),
    );
    expect(listed(registry)).toEqual([
      'example.com/v10: widgets',
      'example.com/v1: widgets',
      'example.com/v1alpha1: widgets',
    ]);
  });

  it('follows definitions as they come, change and go', () => {
    const gadgets = definitionOf({ spec: { names: { plural: 'gadgets', kind: 'Gadget' } }, conditions });
    const widgets = definitionOf({ spec: { versions: [version('v1'), version('v2')] }, conditions });
    const { registry, changes } = follow(widgets, gadgets);
    expect(listed(registry)).toEqual(['example.com/v2: widgets', 'example.com/v1: gadgets,widgets']);
    changes.put(definitionOf({ spec: { versions: [version('v1'), version('v3')] }, conditions }));
    expect(listed(registry)).toEqual(['example.com/v3: widgets', 'example.com/v1: gadgets,widgets']);
    changes.put(definitionOf({ spec: { versions: [version('v1'), version('v3', { served: false })] }, conditions }));
    expect(listed(registry)).toEqual(['example.com/v1: gadgets,widgets']);
    changes.delete(widgets);
    expect(listed(registry)).toEqual(['example.com/v1: gadgets']);
    changes.delete(gadgets);
    expect(listed(registry)).toEqual([]);
  });

  it('takes away the verbs that make objects while a definition is deleted', () => {
    const { registry } = follow(definitionOf({ conditions: [...conditions, terminating] }));
    expect(read(registry.groupVersion('example.com', 'v1')).resources[0].verbs).toEqual([
      'delete',
      'deletecollection',
      'get',
      'list',
      'watch',
    ]);
  });

  it('ignores names that others wrote into the status', () => {
    const forged = { acceptedNames: { plural: 'forged', kind: 'Forged' } };
    const { registry, changes } = follow(definitionOf({ conditions, status: forged }));
    expect(listed(registry)).toEqual(['example.com/v1: forged']);
    changes.put(definitionOf({ conditions }));
    expect(listed(registry)).toEqual(['example.com/v1: widgets']);
  });

  it('does not touch group versions that are built in', () => {
    const definition = definitionOf({ spec: { group: 'builtin.example.com' }, conditions });
    const { registry, changes } = follow(definition);
    changes.delete(definition);
    expect(read(registry.groupVersion('builtin.example.com', 'v1')).resources).toEqual([]);
  });
});
