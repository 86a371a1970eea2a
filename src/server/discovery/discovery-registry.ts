import { isDeepStrictEqual } from 'node:util';
import type { DiscoveryGroup, DiscoveryVersion } from './discovery-group.js';
import { EncodedDocument } from './encoded-document.js';
import { GroupEntry, VersionEntry } from './group-entry.js';

/**
 * What there is, for all servers of the chain. Documents are made when somebody asks for them, out of parts that each
 * group version has made of itself: a change of one of them costs nothing for the others but to be put together again.
 */
export class DiscoveryRegistry {
  readonly #groups = new Map<string, GroupEntry>();
  #sorted: readonly GroupEntry[] | undefined;
  #groupList: EncodedDocument | undefined;
  #aggregated: EncodedDocument | undefined;
  #aggregatedCore: EncodedDocument | undefined;

  /** Replaces all versions of the group; without versions it is gone. */
  setGroup({ name, versions }: DiscoveryGroup): void {
    const kept = new Set(versions.map(({ version }) => version));
    for (const { description } of this.#groups.get(name)?.versions ?? []) {
      if (!kept.has(description.version)) this.removeGroupVersion(name, description.version);
    }
    for (const version of versions) this.setGroupVersion(name, version);
  }

  /** Adds or replaces one version of a group. The same again changes nothing. */
  setGroupVersion(group: string, version: DiscoveryVersion): void {
    let entry = this.#groups.get(group);
    if (entry === undefined) {
      entry = new GroupEntry(group);
      this.#groups.set(group, entry);
    }
    if (isDeepStrictEqual(entry.get(version.version)?.description, version)) return;
    entry.set(version.version, new VersionEntry(group, version));
    this.#forget(group);
  }

  /** A group without versions is gone. */
  removeGroupVersion(group: string, version: string): void {
    const entry = this.#groups.get(group);
    if (!entry?.delete(version)) return;
    if (entry.isEmpty) this.#groups.delete(group);
    this.#forget(group);
  }

  removeGroup(group: string): void {
    if (this.#groups.delete(group)) this.#forget(group);
  }

  has(group: string, version?: string): boolean {
    const entry = this.#groups.get(group);
    return entry !== undefined && (version === undefined || entry.get(version) !== undefined);
  }

  /** Versions of the core group, the preferred one first. */
  get coreVersions(): readonly string[] {
    return this.#groups.get('')?.versions.map(({ description }) => description.version) ?? [];
  }

  /** `/apis` */
  get groupList(): EncodedDocument {
    this.#groupList ??= new EncodedDocument(
      `{"kind":"APIGroupList","apiVersion":"v1","groups":[${this.#named.map(({ summary }) => summary).join(',')}]}`,
    );
    return this.#groupList;
  }

  /** `/apis/<group>` */
  group(name: string): EncodedDocument | undefined {
    return name === '' ? undefined : this.#groups.get(name)?.document;
  }

  /** `/api/v1` and `/apis/<group>/<version>` */
  groupVersion(group: string, version: string): EncodedDocument | undefined {
    return this.#groups.get(group)?.get(version)?.resourceList;
  }

  /** `/apis` for clients that want everything at once. */
  get aggregated(): EncodedDocument {
    this.#aggregated ??= aggregatedDocument(this.#named);
    return this.#aggregated;
  }

  /** `/api` for clients that want everything at once. */
  get aggregatedCore(): EncodedDocument {
    const core = this.#groups.get('');
    this.#aggregatedCore ??= aggregatedDocument(core ? [core] : []);
    return this.#aggregatedCore;
  }

  /** For the list of paths at `/`. */
  get paths(): readonly string[] {
    const paths = this.coreVersions.map((version) => `/api/${version}`);
    if (paths.length > 0) paths.unshift('/api');
    paths.push('/apis', '/apis/');
    for (const { name, versions } of this.#named) {
      paths.push(`/apis/${name}`, ...versions.map(({ description }) => `/apis/${name}/${description.version}`));
    }
    return paths;
  }

  /** All but the core group, by priority and then by name. */
  get #named(): readonly GroupEntry[] {
    this.#sorted ??= [...this.#groups.values()]
      .filter(({ name }) => name !== '')
      .map((entry) => ({ entry, priority: entry.priority }))
      .sort((a, b) => b.priority - a.priority || (a.entry.name < b.entry.name ? -1 : 1))
      .map(({ entry }) => entry);
    return this.#sorted;
  }

  #forget(group: string): void {
    if (group === '') {
      this.#aggregatedCore = undefined;
      return;
    }
    this.#sorted = undefined;
    this.#groupList = undefined;
    this.#aggregated = undefined;
  }
}

function aggregatedDocument(groups: readonly GroupEntry[]): EncodedDocument {
  const items = groups.map(({ discovery }) => discovery).join(',');
  return new EncodedDocument(
    `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[${items}]}`,
  );
}
