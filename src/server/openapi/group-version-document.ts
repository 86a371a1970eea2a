// Follows vendor/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)

import { compositeKey, type GroupVersion, type GroupVersionKind } from '../../apimachinery/meta/index.js';
import type { DocumentStyle } from '../dialect/index.js';
import type { Resource } from '../registry/index.js';
import { DocumentPiece } from './document-piece.js';
import { kindSchema, listSchema, type StandardFields, standardFields } from './kind-schemas.js';
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
  /** The style of its documents. */
  readonly style: DocumentStyle;
  /** Changes whenever the description does. Unset: documents are hashed by content. */
  readonly identity?: string;
  describe(version: string): Resource;
}

interface GroupVersionOptions {
  readonly group: string;
  readonly version: string;
  readonly models: KnownModels;
  /** Media types of the server. */
  readonly mediaTypes: readonly string[];
}

/** The resources of a group version, and their contribution to a document. */
export class GroupVersionDocument {
  readonly #options: GroupVersionOptions;
  readonly #resources = new Map<string, PublishedResource>();
  readonly #pieces = new WeakMap<PublishedResource, DocumentPiece>();
  #fields: StandardFields | undefined;

  constructor(options: GroupVersionOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0;
  }

  /** The style of the highest precedence; undefined if there are no resources. */
  get style(): DocumentStyle | undefined {
    const [first, ...others] = [...this.#resources.values()].map(({ style }) => style);
    return first && others.reduce(preferred, first);
  }

  /** Does not replace a resource of a higher precedence. */
  set(resource: PublishedResource): void {
    const current = this.#resources.get(resource.plural);
    if (!current || preferred(current.style, resource.style) === resource.style) {
      this.#resources.set(resource.plural, resource);
    }
  }

  /** Removes the resource, unless it was published in another style. Returns whether it existed. */
  delete({ plural, style }: Pick<PublishedResource, 'plural' | 'style'>): boolean {
    return this.#resources.get(plural)?.style === style && this.#resources.delete(plural);
  }

  /** Identity of all resources together; undefined if one of them has none. */
  get identity(): string | undefined {
    // Unambiguous: joined are composite keys.
    const identities = this.#sorted().map(({ plural, identity }) => identity && compositeKey(plural, identity));
    return identities.includes(undefined) ? undefined : identities.join('');
  }

  /** What the resources contribute; does not depend on the order in which they were added. */
  get pieces(): DocumentPiece[] {
    const pieces = this.#sorted().map((resource) => this.#pieceOf(resource));
    return this.style?.discoveryPaths === 'published'
      ? [new DocumentPiece(() => this.#discovery()), ...pieces]
      : pieces;
  }

  get groupVersion(): GroupVersion {
    const { group, version } = this.#options;
    return { group, version };
  }

  #pieceOf(resource: PublishedResource): DocumentPiece {
    let piece = this.#pieces.get(resource);
    if (!piece) {
      piece = new DocumentPiece(() => this.#contentOf(resource));
      this.#pieces.set(resource, piece);
    }
    return piece;
  }

  #discovery(): DocumentContent {
    const { group, version, mediaTypes } = this.#options;
    const operation = resourcesOperation(rootOf(group, version), operationScope(group, version), mediaTypes);
    return { operations: [operation], models: new Map() };
  }

  #contentOf(resource: PublishedResource): DocumentContent {
    const { group, version, models: known } = this.#options;
    const target = this.#target(resource.describe(version));
    const { objectModel, listModel } = target;
    this.#fields ??= standardFields(known);
    const fields = this.#fields;
    const models = new Map([[objectModel, known.find(objectModel) ?? kindSchema(target.resource, version, fields)]]);
    if (target.resource.verbs.includes('list')) {
      models.set(
        listModel,
        known.find(listModel) ?? listSchema(target.resource, version, { itemModel: objectModel, fields }),
      );
    }
    return { operations: resourceOperations({ ...target, scope: operationScope(group, version) }), models };
  }

  #sorted(): PublishedResource[] {
    return [...this.#resources.values()].sort((a, b) => (a.plural < b.plural ? -1 : 1));
  }

  #target(resource: Resource): Omit<Target, 'scope'> {
    const { group, version, mediaTypes, models } = this.#options;
    const modelOf = (kind: GroupVersionKind): string => models.nameOf(kind) ?? reversedGroupName(kind);
    return {
      resource,
      version,
      root: rootOf(group, version),
      mediaTypes,
      objectModel: modelOf({ group, version, kind: resource.definition.kind }),
      listModel: modelOf({ group, version, kind: resource.listKind }),
      modelOf,
    };
  }
}

/** The later one of equal precedence. */
function preferred(one: DocumentStyle, other: DocumentStyle): DocumentStyle {
  return other.precedence >= one.precedence ? other : one;
}
