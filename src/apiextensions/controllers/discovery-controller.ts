import { isDeepStrictEqual } from 'node:util';
import type { Informer } from '../../client/informer/index.js';
import type { DiscoveryRegistry, DiscoveryResource } from '../../server/discovery/index.js';
import { type CustomResourceDefinition, isEstablished, servedVersionsOf } from '../definition/index.js';
import { describeDefinition } from './describe-definition.js';

/** As upstream's: after what is built in, and among each other by name. */
const priorities = { groupPriority: 1000, versionPriority: 100 };

/** The resources of a group version, by the plural that their definitions want: what they were given may change. */
type Resources = Map<string, DiscoveryResource>;

/**
 * Tells clients of the resources of established definitions, in the versions that are served. A change touches the group
 * versions of its definition only.
 */
export class DiscoveryController {
  readonly #informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>;
  readonly #discovery: DiscoveryRegistry;
  /** By group and version: those that are told of here, and not by what is built in. */
  readonly #groups = new Map<string, Map<string, Resources>>();

  constructor(informer: Pick<Informer<CustomResourceDefinition>, 'addHandler'>, discovery: DiscoveryRegistry) {
    this.#informer = informer;
    this.#discovery = discovery;
  }

  /** Tells of what is known, and from now on of every change. */
  start(): void {
    this.#informer.addHandler({
      added: (definition) => this.#tell(definition),
      updated: (old, definition) => this.#tell(definition, old),
      deleted: (definition) => this.#withdraw(definition, new Set()),
    });
  }

  #tell(definition: CustomResourceDefinition, old?: CustomResourceDefinition): void {
    const served = isEstablished(definition) ? servedVersionsOf(definition) : [];
    if (old) this.#withdraw(old, new Set(served.map(({ name }) => name)));
    const { group, names } = definition.spec;
    for (const version of served) {
      const resources = this.#resourcesOf(group, version.name);
      const resource = describeDefinition(definition, version);
      if (!resources || isDeepStrictEqual(resources.get(names.plural), resource)) continue;
      resources.set(names.plural, resource);
      this.#refresh(group, version.name, resources);
    }
  }

  #withdraw({ spec }: CustomResourceDefinition, kept: ReadonlySet<string>): void {
    for (const { name } of spec.versions) {
      const resources = this.#groups.get(spec.group)?.get(name);
      if (resources && !kept.has(name) && resources.delete(spec.names.plural))
        this.#refresh(spec.group, name, resources);
    }
  }

  /** Undefined for a group version that another server of the chain has. */
  #resourcesOf(group: string, version: string): Resources | undefined {
    const versions = this.#groups.get(group) ?? new Map<string, Resources>();
    const known = versions.get(version);
    if (known) return known;
    if (this.#discovery.has(group, version)) return undefined;
    const resources: Resources = new Map();
    versions.set(version, resources);
    this.#groups.set(group, versions);
    return resources;
  }

  #refresh(group: string, version: string, resources: Resources): void {
    if (resources.size > 0) {
      this.#discovery.setGroupVersion(group, { version, resources: sortedByName(resources), ...priorities });
      return;
    }
    this.#discovery.removeGroupVersion(group, version);
    const versions = this.#groups.get(group);
    versions?.delete(version);
    if (versions?.size === 0) this.#groups.delete(group);
  }
}

function sortedByName(resources: Resources): DiscoveryResource[] {
  return [...resources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
