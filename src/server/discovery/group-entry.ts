import { jsonText } from '../../apimachinery/codec/index.js';
import { compareVersions } from '../../apimachinery/meta/index.js';
import type { DiscoveryVersion } from './discovery-group.js';
import { apiGroup, apiResourceList, versionDiscovery } from './documents.js';
import { EncodedDocument } from './encoded-document.js';

const defaultGroupPriority = 1000;
const defaultVersionPriority = 15;

/** A group version and its parts of the documents, built on first use. Immutable: it is replaced as a whole. */
export class VersionEntry {
  readonly description: DiscoveryVersion;
  readonly #group: string;
  #resourceList: EncodedDocument | undefined;
  #discovery: string | undefined;

  constructor(group: string, description: DiscoveryVersion) {
    this.#group = group;
    this.description = description;
  }

  get resourceList(): EncodedDocument {
    this.#resourceList ??= new EncodedDocument(jsonText(apiResourceList(this.#group, this.description)));
    return this.#resourceList;
  }

  /** Its JSON in the aggregated document. */
  get discovery(): string {
    this.#discovery ??= jsonText(versionDiscovery(this.#group, this.description));
    return this.#discovery;
  }
}

/** A group. What derives from its versions is rebuilt after one of them has changed. */
export class GroupEntry {
  readonly name: string;
  readonly #versions = new Map<string, VersionEntry>();
  #sorted: readonly VersionEntry[] | undefined;
  #summary: string | undefined;
  #document: EncodedDocument | undefined;
  #discovery: string | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get isEmpty(): boolean {
    return this.#versions.size === 0;
  }

  get(version: string): VersionEntry | undefined {
    return this.#versions.get(version);
  }

  set(version: string, entry: VersionEntry): void {
    this.#versions.set(version, entry);
    this.#forget();
  }

  delete(version: string): boolean {
    const deleted = this.#versions.delete(version);
    if (deleted) this.#forget();
    return deleted;
  }

  /** The preferred version first. */
  get versions(): readonly VersionEntry[] {
    this.#sorted ??= [...this.#versions.values()].sort(
      ({ description: a }, { description: b }) =>
        (b.versionPriority ?? defaultVersionPriority) - (a.versionPriority ?? defaultVersionPriority) ||
        compareVersions(a.version, b.version),
    );
    return this.#sorted;
  }

  get priority(): number {
    return Math.max(...this.versions.map(({ description }) => description.groupPriority ?? defaultGroupPriority));
  }

  /** Its JSON in the list of groups. */
  get summary(): string {
    this.#summary ??= jsonText(apiGroup(this.name, this.#versionNames()));
    return this.#summary;
  }

  get document(): EncodedDocument {
    this.#document ??= new EncodedDocument(
      jsonText({ kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(this.name, this.#versionNames()) }),
    );
    return this.#document;
  }

  /** Its JSON in the aggregated document. */
  get discovery(): string {
    this.#discovery ??= `{"metadata":${jsonText(this.name === '' ? {} : { name: this.name })},"versions":[${this.versions
      .map(({ discovery }) => discovery)
      .join(',')}]}`;
    return this.#discovery;
  }

  #versionNames(): readonly string[] {
    return this.versions.map(({ description }) => description.version);
  }

  #forget(): void {
    this.#sorted = undefined;
    this.#summary = undefined;
    this.#document = undefined;
    this.#discovery = undefined;
  }
}
