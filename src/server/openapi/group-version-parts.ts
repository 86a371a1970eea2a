import { compositeKey, type GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Resource } from '../registry/index.js';
import { kindSchema, listSchema } from './kind-schemas.js';
import { type KnownModels, reversedGroupName } from './model-names.js';
import { operationScope } from './operation-ids.js';
import type { Target } from './operation-target.js';
import { resourcesOperation } from './operations.js';
import { resourceOperations } from './resource-operations.js';
import type { DocumentParts } from './v3-document.js';

/** `api/v1`, `apis/wardle.example.com/v1`. Unambiguous: neither groups nor versions have a slash. */
export function rootOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** A resource that is described when its documents are asked for: there may be hundreds, and few are ever read. */
export interface PublishedResource {
  readonly group: string;
  readonly plural: string;
  /** Those that are served. */
  readonly versions: readonly string[];
  /** Custom resources have fewer operations, and nothing is said of their groups. */
  readonly isCustom: boolean;
  /** Changes whenever the description does; documents are hashed by their content where it is absent. */
  readonly identity?: string;
  describe(version: string): Resource;
}

interface GroupVersionOptions {
  readonly group: string;
  readonly version: string;
  readonly models: KnownModels;
  readonly mediaTypesOf: (resource: Resource) => readonly string[];
}

/** As many are described within a few milliseconds. */
const resourcesPerPiece = 20;

/** The resources of a group version, and what a document says of them. */
export class GroupVersionParts {
  readonly #options: GroupVersionOptions;
  readonly #resources = new Map<string, PublishedResource>();

  constructor(options: GroupVersionOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  /** Nothing but custom resources. */
  get isCustom(): boolean {
    return [...this.#resources.values()].every((resource) => resource.isCustom);
  }

  /** A custom resource does not take the place of one that is built in. */
  set(resource: PublishedResource): void {
    const current = this.#resources.get(resource.plural);
    if (!current || current.isCustom || !resource.isCustom) this.#resources.set(resource.plural, resource);
  }

  /** Whether there was one. */
  delete({ plural, isCustom }: Pick<PublishedResource, 'plural' | 'isCustom'>): boolean {
    return this.#resources.get(plural)?.isCustom === isCustom && this.#resources.delete(plural);
  }

  /** Of all resources together; undefined where one of them has none. */
  get identity(): string | undefined {
    // Unambiguous: joined are composite keys.
    const identities = this.#sorted().map(({ plural, identity }) => identity && compositeKey(plural, identity));
    return identities.includes(undefined) ? undefined : identities.join('');
  }

  /** The same whatever the order in which resources came. */
  build(): DocumentParts {
    return this.#buildOf(this.#sorted());
  }

  /** The same in pieces, where there is much of it: for those who let others have their turn in between. */
  get pieces(): (() => DocumentParts)[] {
    const sorted = this.#sorted();
    if (!this.isCustom || sorted.length <= resourcesPerPiece) return [() => this.build()];
    const count = Math.ceil(sorted.length / resourcesPerPiece);
    return Array.from({ length: count }, (_, index) => {
      const piece = sorted.slice(index * resourcesPerPiece, (index + 1) * resourcesPerPiece);
      return () => this.#buildOf(piece);
    });
  }

  #buildOf(resources: readonly PublishedResource[]): DocumentParts {
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
