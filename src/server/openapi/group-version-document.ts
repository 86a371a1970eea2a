import { compositeKey, type GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Resource } from '../registry/index.js';
import { kindSchema, listSchema } from './kind-schemas.js';
import { type KnownModels, reversedGroupName } from './model-names.js';
import { operationScope } from './operation-ids.js';
import type { Target } from './operation-target.js';
import { resourcesOperation } from './operations.js';
import { resourceOperations } from './resource-operations.js';
import type { DocumentContent } from './v3-document.js';

/** `api/v1`, `apis/wardle.example.com/v1`. Unambiguous: neither groups nor versions have a slash. */
export function rootOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** A resource that is described only when its documents are requested: there may be hundreds, and few are ever read. */
export interface PublishedResource {
  readonly group: string;
  readonly plural: string;
  /** The served versions. */
  readonly versions: readonly string[];
  /** Custom resources have fewer operations, and no operations for their group. */
  readonly isCustom: boolean;
  /** Changes whenever the description does. Unset: documents are hashed by content. */
  readonly identity?: string;
  describe(version: string): Resource;
}

interface GroupVersionOptions {
  readonly group: string;
  readonly version: string;
  readonly models: KnownModels;
  readonly mediaTypesOf: (resource: Resource) => readonly string[];
}

/** Number of resources that can be described within a few milliseconds. */
const resourcesPerPiece = 20;

/** The resources of a group version, and their contribution to a document. */
export class GroupVersionDocument {
  readonly #options: GroupVersionOptions;
  readonly #resources = new Map<string, PublishedResource>();

  constructor(options: GroupVersionOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  /** Whether all resources are custom. */
  get isCustom(): boolean {
    return [...this.#resources.values()].every((resource) => resource.isCustom);
  }

  /** A custom resource does not replace a built-in one. */
  set(resource: PublishedResource): void {
    const current = this.#resources.get(resource.plural);
    if (!current || current.isCustom || !resource.isCustom) this.#resources.set(resource.plural, resource);
  }

  /** Returns whether the resource existed. */
  delete({ plural, isCustom }: Pick<PublishedResource, 'plural' | 'isCustom'>): boolean {
    return this.#resources.get(plural)?.isCustom === isCustom && this.#resources.delete(plural);
  }

  /** Identity of all resources together; undefined if one of them has none. */
  get identity(): string | undefined {
    // Unambiguous: joined are composite keys.
    const identities = this.#sorted().map(({ plural, identity }) => identity && compositeKey(plural, identity));
    return identities.includes(undefined) ? undefined : identities.join('');
  }

  /** Does not depend on the order in which resources were added. */
  build(): DocumentContent {
    return this.#buildOf(this.#sorted());
  }

  /** The same in pieces if it is large, so that callers can yield to the event loop in between. */
  get pieces(): (() => DocumentContent)[] {
    const sorted = this.#sorted();
    if (!this.isCustom || sorted.length <= resourcesPerPiece) return [() => this.build()];
    const count = Math.ceil(sorted.length / resourcesPerPiece);
    return Array.from({ length: count }, (_, index) => {
      const piece = sorted.slice(index * resourcesPerPiece, (index + 1) * resourcesPerPiece);
      return () => this.#buildOf(piece);
    });
  }

  #buildOf(resources: readonly PublishedResource[]): DocumentContent {
    const { group, version, models: known } = this.#options;
    const scope = operationScope(group, version);
    const { isCustom } = this;
    const operations = isCustom ? [] : [resourcesOperation(rootOf(group, version), scope)];
    const models = new Map<string, JsonSchema>();
    for (const resource of resources) {
      const target = this.#target(resource.describe(version));
      operations.push(...resourceOperations({ ...target, scope }));
      const { objectModel, listModel } = target;
      models.set(objectModel, known.find(objectModel) ?? kindSchema(target.resource, version));
      if (!target.resource.verbs.includes('list')) continue;
      models.set(listModel, known.find(listModel) ?? listSchema(target.resource, version, objectModel));
    }
    return { operations, models, isCustom, groupVersion: { group, version } };
  }

  #sorted(): PublishedResource[] {
    return [...this.#resources.values()].sort((a, b) => (a.plural < b.plural ? -1 : 1));
  }

  #target(resource: Resource): Omit<Target, 'scope'> {
    const { group, version, mediaTypesOf, models } = this.#options;
    const modelOf = (kind: GroupVersionKind): string => models.nameOf(kind) ?? reversedGroupName(kind);
    return {
      resource,
      version,
      root: rootOf(group, version),
      mediaTypes: mediaTypesOf(resource),
      objectModel: modelOf({ group, version, kind: resource.definition.kind }),
      listModel: modelOf({ group, version, kind: resource.listKind }),
      modelOf,
    };
  }
}
