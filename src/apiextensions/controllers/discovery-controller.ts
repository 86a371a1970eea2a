// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go (v1.36)

import { isDeepStrictEqual } from 'node:util';
import type { Informer } from '../../client/informer/index.js';
import type { DiscoveryRegistry, DiscoveryResource } from '../../server/discovery/index.js';
import { type CustomResourceDefinition, isEstablished, servedVersionsOf } from '../definition/index.js';
import { describeDefinition } from './describe-definition.js';

/** Upstream's priorities: after built-in groups, and sorted by name among each other. No route checks requests. */
const settings = { groupPriority: 1000, versionPriority: 100, requests: 'any' } as const;

/** The resources of a group version. */
interface Resources {
  /** By the plural in their definition's spec: accepted names may change. */
  readonly byPlural: Map<string, DiscoveryResource>;
  /** By name. Replaced when one changes, not sorted again: a group may have thousands. */
  sorted: readonly DiscoveryResource[];
}

/**
 * Publishes the resources of established definitions in discovery, in their served versions. A change affects only the
 * group versions of its definition.
 */
export class DiscoveryController {
  readonly #informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>;
  readonly #discovery: DiscoveryRegistry;
  /** By group and version: only those that are not built in. */
  readonly #groups = new Map<string, Map<string, Resources>>();

  constructor(informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>, discovery: DiscoveryRegistry) {
    this.#informer = informer;
    this.#discovery = discovery;
  }

  /** Publishes all known definitions, and from now on every change. */
  start(): void {
    this.#informer.addHandler({
      added: (definition) => this.#publish(definition),
      updated: (old, definition) => this.#publish(definition, old),
      deleted: (definition) => this.#withdraw(definition, new Set()),
    });
  }

  #publish(definition: CustomResourceDefinition, old?: CustomResourceDefinition): void {
    const served = isEstablished(definition) ? servedVersionsOf(definition) : [];
    if (old) this.#withdraw(old, new Set(served.map(({ name }) => name)));
    const { group, names } = definition.spec;
    for (const version of served) {
      const resources = this.#resourcesOf(group, version.name);
      const resource = describeDefinition(definition, version);
      const published = resources?.byPlural.get(names.plural);
      if (!resources || isDeepStrictEqual(published, resource)) continue;
      resources.byPlural.set(names.plural, resource);
      resources.sorted = withResource(withoutResource(resources.sorted, published), resource);
      this.#refresh(group, version.name, resources);
    }
  }

  #withdraw({ spec }: CustomResourceDefinition, kept: ReadonlySet<string>): void {
    for (const { name } of spec.versions) {
      const resources = this.#groups.get(spec.group)?.get(name);
      const published = resources?.byPlural.get(spec.names.plural);
      if (!resources || !published || kept.has(name)) continue;
      resources.byPlural.delete(spec.names.plural);
      resources.sorted = withoutResource(resources.sorted, published);
      this.#refresh(spec.group, name, resources);
    }
  }

  /** Undefined for a group version of another server of the chain. */
  #resourcesOf(group: string, version: string): Resources | undefined {
    const versions = this.#groups.get(group) ?? new Map<string, Resources>();
    const known = versions.get(version);
    if (known) return known;
    if (this.#discovery.has(group, version)) return undefined;
    const resources: Resources = { byPlural: new Map(), sorted: [] };
    versions.set(version, resources);
    this.#groups.set(group, versions);
    return resources;
  }

  #refresh(group: string, version: string, { sorted }: Resources): void {
    if (sorted.length > 0) {
      this.#discovery.setGroupVersion(group, { version, resources: sorted, ...settings });
      return;
    }
    this.#discovery.removeGroupVersion(group, version);
    const versions = this.#groups.get(group);
    versions?.delete(version);
    if (versions?.size === 0) this.#groups.delete(group);
  }
}

function withResource(sorted: readonly DiscoveryResource[], resource: DiscoveryResource): DiscoveryResource[] {
  const at = positionOf(sorted, resource.name);
  return [...sorted.slice(0, at), resource, ...sorted.slice(at)];
}

function withoutResource(
  sorted: readonly DiscoveryResource[],
  resource: DiscoveryResource | undefined,
): readonly DiscoveryResource[] {
  const at = resource ? sorted.indexOf(resource) : -1;
  return at < 0 ? sorted : [...sorted.slice(0, at), ...sorted.slice(at + 1)];
}

/** Of the first resource that has this name or a later one. */
function positionOf(sorted: readonly DiscoveryResource[], name: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
