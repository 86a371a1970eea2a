import { isDeepStrictEqual } from 'node:util';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { DiscoveryGroup, DiscoveryVersion, Priorities } from './discovery-group.js';
import { EncodedDocument } from './encoded-document.js';
import { GroupEntry, VersionEntry } from './group-entry.js';
import type { RegisteredGroups } from './registered-groups.js';

/** What is known of a group version. */
interface Sources {
  /** What a server of the chain says that it serves. */
  own?: DiscoveryVersion;
  /** What a server elsewhere, to which requests are handed on, says that it serves; it counts before our own. */
  foreign?: DiscoveryVersion;
}

/**
 * What there is, for all servers of the chain. Documents are made when somebody asks for them, out of parts that each
 * group version has made of itself: a change of one of them costs nothing for the others but to be put together again.
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

  /** `/apis` and `/apis/<group>` list these from now on; the aggregated document still tells all that is served. */
  listRegistered(groups: RegisteredGroups): void {
    this.#registered = groups;
  }

  get listsRegistered(): boolean {
    return this.#registered !== undefined;
  }

  /** Where the version stands as long as its server does not say so itself; it need not be there yet. */
  setPriorities(group: string, version: string, priorities: Priorities): void {
    this.#priorities.set(keyOf(group, version), priorities);
    this.#change(group, version, () => {});
  }

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
    this.#change(group, version.version, (sources) => {
      sources.own = version;
    });
  }

  /** A group without versions is gone. */
  removeGroupVersion(group: string, version: string): void {
    this.#change(group, version, (sources) => {
      delete sources.own;
    });
  }

  /** What a server elsewhere serves takes the place of what the chain says of this version. */
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

  /** Whether all that it has is made of CustomResourceDefinitions. */
  isCustom(group: string, version: string): boolean {
    const { resources = [] } = this.#groups.get(group)?.get(version)?.description ?? {};
    return resources.length > 0 && resources.every(({ isCustom }) => isCustom);
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

  /** `/apis` for clients that want everything at once. */
  get aggregated(): EncodedDocument {
    if (!this.#aggregated) {
      this.#aggregations++;
      this.#aggregated = aggregatedDocument(this.#named);
    }
    return this.#aggregated;
  }

  /** How often the document of all groups was made. */
  get aggregations(): number {
    return this.#aggregations;
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
