// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/handler.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go (v1.36)

import { isDeepStrictEqual } from 'node:util';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { DiscoveryGroup, DiscoveryVersion, Priorities } from './discovery-group.js';
import { EncodedDocument } from './encoded-document.js';
import { GroupEntry, VersionEntry } from './group-entry.js';
import type { RegisteredGroups } from './registered-groups.js';

/** The sources of a group version's description. */
interface Sources {
  /** What a server of the chain serves. */
  own?: DiscoveryVersion;
  /** What an aggregated server serves; takes precedence over our own. */
  foreign?: DiscoveryVersion;
}

/**
 * The discovery documents of all servers of the chain. Documents are built on demand from parts that each group version
 * caches: when one changes, the others are only concatenated again.
 */
export class DiscoveryRegistry {
  readonly #groups = new Map<string, GroupEntry>();
  readonly #sources = new Map<string, Sources>();
  readonly #priorities = new Map<string, Priorities>();
  #registered: RegisteredGroups | undefined;
  #sorted: readonly GroupEntry[] | undefined;
  #groupList: EncodedDocument | undefined;
  #aggregated: EncodedDocument | undefined;
  #aggregatedCore: EncodedDocument | undefined;
  #aggregations = 0;

  /**
   * Makes `/apis` and `/apis/<group>` list these groups; the aggregated document still contains everything that is
   * served.
   */
  listRegistered(groups: RegisteredGroups): void {
    this.#registered = groups;
  }

  get listsRegistered(): boolean {
    return this.#registered !== undefined;
  }

  /** Priorities of a version whose server sets none; the version need not exist yet. */
  setPriorities(group: string, version: string, priorities: Priorities): void {
    this.#priorities.set(keyOf(group, version), priorities);
    this.#change(group, version, () => {});
  }

  /** Replaces all versions of the group; without versions, removes it. */
  setGroup({ name, versions }: DiscoveryGroup): void {
    const kept = new Set(versions.map(({ version }) => version));
    for (const { description } of this.#groups.get(name)?.versions ?? []) {
      if (!kept.has(description.version)) this.removeGroupVersion(name, description.version);
    }
    for (const version of versions) this.setGroupVersion(name, version);
  }

  /** Adds or replaces a version of a group. An equal version changes nothing. */
  setGroupVersion(group: string, version: DiscoveryVersion): void {
    this.#change(group, version.version, (sources) => {
      sources.own = version;
    });
  }

  /** Removes a version; the group too, if it was the last one. */
  removeGroupVersion(group: string, version: string): void {
    this.#change(group, version, (sources) => {
      delete sources.own;
    });
  }

  /** Sets what an aggregated server serves; it replaces the chain's description of this version. */
  setForeign(group: string, version: DiscoveryVersion): void {
    this.#change(group, version.version, (sources) => {
      sources.foreign = version;
    });
  }

  removeForeign(group: string, version: string): void {
    this.#change(group, version, (sources) => {
      delete sources.foreign;
    });
  }

  removeGroup(group: string): void {
    this.setGroup({ name: group, versions: [] });
  }

  has(group: string, version?: string): boolean {
    const entry = this.#groups.get(group);
    return entry !== undefined && (version === undefined || entry.get(version) !== undefined);
  }

  /** Which requests get the description of a version; see `DiscoveryVersion`. */
  requestsOf(group: string, version: string): 'any' | 'supported' {
    return this.#groups.get(group)?.get(version)?.description.requests ?? 'supported';
  }

  /** Versions of the core group, the preferred one first. */
  get coreVersions(): readonly string[] {
    return this.#groups.get('')?.versions.map(({ description }) => description.version) ?? [];
  }

  /** `/apis` */
  get groupList(): EncodedDocument {
    if (this.#registered) return this.#registered.list;
    this.#groupList ??= new EncodedDocument(
      `{"kind":"APIGroupList","apiVersion":"v1","groups":[${this.#named.map(({ summary }) => summary).join(',')}]}`,
    );
    return this.#groupList;
  }

  /** `/apis/<group>` */
  group(name: string): EncodedDocument | undefined {
    if (name === '') return undefined;
    return this.#registered?.document(name) ?? this.#groups.get(name)?.document;
  }

  /** `/api/v1` and `/apis/<group>/<version>` */
  groupVersion(group: string, version: string): EncodedDocument | undefined {
    return this.#groups.get(group)?.get(version)?.resourceList;
  }

  /** The aggregated document of `/apis`. */
  get aggregated(): EncodedDocument {
    if (!this.#aggregated) {
      this.#aggregations++;
      this.#aggregated = aggregatedDocument(this.#named);
    }
    return this.#aggregated;
  }

  /** How often the aggregated document was built. */
  get aggregations(): number {
    return this.#aggregations;
  }

  /** The aggregated document of `/api`. */
  get aggregatedCore(): EncodedDocument {
    const core = this.#groups.get('');
    this.#aggregatedCore ??= aggregatedDocument(core ? [core] : []);
    return this.#aggregatedCore;
  }

  /** Paths for the index at `/`. */
  get paths(): readonly string[] {
    const paths = this.coreVersions.map((version) => `/api/${version}`);
    if (paths.length > 0) paths.unshift('/api');
    paths.push('/apis', '/apis/');
    for (const { name, versions } of this.#named) {
      paths.push(`/apis/${name}`, ...versions.map(({ description }) => `/apis/${name}/${description.version}`));
    }
    return paths;
  }

  /** All groups but the core group, by priority and then by name. */
  get #named(): readonly GroupEntry[] {
    this.#sorted ??= [...this.#groups.values()]
      .filter(({ name }) => name !== '')
      .map((entry) => ({ entry, priority: entry.priority }))
      .sort((a, b) => b.priority - a.priority || (a.entry.name < b.entry.name ? -1 : 1))
      .map(({ entry }) => entry);
    return this.#sorted;
  }

  #change(group: string, version: string, change: (sources: Sources) => void): void {
    const key = keyOf(group, version);
    const sources = this.#sources.get(key) ?? {};
    change(sources);
    const { foreign, own } = sources;
    if (foreign || own) this.#sources.set(key, sources);
    else this.#sources.delete(key);
    const described = foreign ?? (own && { ...this.#priorities.get(key), ...own });
    if (described) this.#put(group, described);
    else this.#delete(group, version);
  }

  #put(group: string, version: DiscoveryVersion): void {
    let entry = this.#groups.get(group);
    if (entry === undefined) {
      entry = new GroupEntry(group);
      this.#groups.set(group, entry);
    }
    if (isDeepStrictEqual(entry.get(version.version)?.description, version)) return;
    entry.set(version.version, new VersionEntry(group, version));
    this.#forget(group);
  }

  #delete(group: string, version: string): void {
    const entry = this.#groups.get(group);
    if (!entry?.delete(version)) return;
    if (entry.isEmpty) this.#groups.delete(group);
    this.#forget(group);
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

function keyOf(group: string, version: string): string {
  return compositeKey(group, version);
}

function aggregatedDocument(groups: readonly GroupEntry[]): EncodedDocument {
  const items = groups.map(({ discovery }) => discovery).join(',');
  return new EncodedDocument(
    `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[${items}]}`,
  );
}
