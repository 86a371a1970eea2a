// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_apis.go (v1.36)

import { jsonText } from '../../apimachinery/codec/index.js';
import { compareVersions } from '../../apimachinery/meta/index.js';
import type { Priorities } from './discovery-group.js';
import { apiGroup } from './documents.js';
import { EncodedDocument } from './encoded-document.js';

/** A group with registered versions. What derives from them is rebuilt after one has changed. */
class RegisteredGroup {
  readonly name: string;
  readonly versions = new Map<string, Priorities>();
  #sorted: readonly string[] | undefined;
  #summary: string | undefined;
  #document: EncodedDocument | undefined;

  constructor(name: string) {
    this.name = name;
  }

  changed(): void {
    this.#sorted = undefined;
    this.#summary = undefined;
    this.#document = undefined;
  }

  /** Its JSON in the list of groups. */
  get summary(): string {
    this.#summary ??= jsonText(apiGroup(this.name, this.#versionNames));
    return this.#summary;
  }

  get document(): EncodedDocument {
    this.#document ??= new EncodedDocument(
      jsonText({ kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(this.name, this.#versionNames) }),
    );
    return this.#document;
  }

  /** Sort key among groups: the highest priority, and the first name of the versions that have it. */
  get rank(): { readonly priority: number; readonly name: string } {
    const priority = Math.max(...[...this.versions.values()].map(({ groupPriority }) => groupPriority));
    const names = [...this.versions]
      .filter(([, { groupPriority }]) => groupPriority === priority)
      .map(([version]) => `${version}.${this.name}`);
    return { priority, name: names.sort()[0]! };
  }

  /** The preferred version first. */
  get #versionNames(): readonly string[] {
    this.#sorted ??= [...this.versions]
      .sort(([a, first], [b, second]) => second.versionPriority - first.versionPriority || compareVersions(a, b))
      .map(([version]) => version);
    return this.#sorted;
  }
}

/** What `/apis` and `/apis/<group>` list in a chain of servers: the group versions that have an APIService. */
export class RegisteredGroups {
  /** The group that is listed before all others. */
  readonly #first: string;
  readonly #groups = new Map<string, RegisteredGroup>();
  #list: EncodedDocument | undefined;

  constructor({ first }: { readonly first: string }) {
    this.#first = first;
  }

  set(name: string, version: string, priorities: Priorities): void {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = new RegisteredGroup(name);
      this.#groups.set(name, group);
    }
    const known = group.versions.get(version);
    const { groupPriority, versionPriority } = priorities;
    if (known?.groupPriority === groupPriority && known.versionPriority === versionPriority) return;
    group.versions.set(version, { groupPriority, versionPriority });
    this.#changed(group);
  }

  delete(name: string, version: string): void {
    const group = this.#groups.get(name);
    if (!group?.versions.delete(version)) return;
    if (group.versions.size === 0) this.#groups.delete(name);
    this.#changed(group);
  }

  /** `/apis` */
  get list(): EncodedDocument {
    this.#list ??= new EncodedDocument(
      `{"kind":"APIGroupList","apiVersion":"v1","groups":[${this.#sorted()
        .map(({ summary }) => summary)
        .join(',')}]}`,
    );
    return this.#list;
  }

  /** `/apis/<group>` */
  document(name: string): EncodedDocument | undefined {
    return this.#groups.get(name)?.document;
  }

  #sorted(): RegisteredGroup[] {
    return [...this.#groups.values()]
      .filter(({ name }) => name !== '')
      .map((group) => ({ group, isFirst: group.name === this.#first, ...group.rank }))
      .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.priority - a.priority || (a.name < b.name ? -1 : 1))
      .map(({ group }) => group);
  }

  #changed(group: RegisteredGroup): void {
    group.changed();
    this.#list = undefined;
  }
}
