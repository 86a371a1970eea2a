import type { Versions } from '../../apimachinery/apply/index.js';
import { type GroupKind, type JsonObject, metadataOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import { coerceObjectMeta, MalformedMetadata } from '../../apimachinery/schema/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { type Resource, ShapeError, type TableColumn, type TypeShapeOptions } from '../registry/index.js';

export interface ShapeOptions extends TypeShapeOptions {
  /** What happens to null where the schema of a custom resource does not allow it; it goes if absent. */
  readonly nulls?: 'drop' | 'keep';
}

const noOptions: ShapeOptions = {};

/** What an endpoint shows of an object: the whole, or a part that clients read and write like an object of its own. */
export interface ObjectView {
  readonly apiVersion: string;
  readonly groupKind: GroupKind;
  /** Versions that clients may still say, of which nothing but the name is different. */
  readonly formerApiVersions?: readonly string[] | undefined;
  /** The stored object is itself what is shown. */
  readonly isWhole: boolean;
  /** The columns of its tables, where it is not the whole. */
  readonly columns?: readonly TableColumn[] | undefined;
  /** An object of which nothing is set yet, where its fields are owned from there on. */
  readonly emptyObject?: JsonObject | undefined;
  /** How what is shown is applied. */
  readonly versions: Versions;
  /**
   * Brings an object that a client sent into shape, in place, with defaults. Gives the paths of fields that the kind does
   * not have. Throws `ShapeError`.
   */
  shape(object: JsonObject, options?: ShapeOptions): readonly string[];
  /** What clients see of the object, which is in the endpoint's version. */
  show(object: JsonObject): JsonObject;
  /** The same with the owners of its fields: what a change begins with. */
  showWithOwners(object: JsonObject): JsonObject;
  /** The object after a change of what is shown; undefined: it is to be created. */
  absorb(object: JsonObject | undefined, shown: JsonObject): JsonObject;
}

/** The object as it is. */
export class WholeView implements ObjectView {
  readonly apiVersion: string;
  readonly isWhole = true;
  readonly #resource: Resource;
  readonly #version: string;

  constructor(resource: Resource, version: string) {
    this.apiVersion = resource.apiVersion(version);
    this.#resource = resource;
    this.#version = version;
  }

  get groupKind(): GroupKind {
    return this.#resource.groupKind;
  }

  get emptyObject(): JsonObject {
    return this.#resource.emptyObject(this.#version);
  }

  get versions(): Versions {
    return this.#resource.applyVersions;
  }

  shape(object: JsonObject, options: ShapeOptions = noOptions): readonly string[] {
    const { shape } = this.#resource.version(this.#version);
    const unknown = [...(shape?.(object, options) ?? []), ...this.#shapeMetadata(object)];
    // What brings objects into the shape of their type leaves the schema nothing to do.
    const schema = shape ? undefined : this.#resource.schema(this.#version);
    this.#resource.kind.applyDefaults(object);
    if (!schema) return unknown;
    schema.applyDefaults(object);
    const pruned = schema.prune(object, options);
    const embedded = schema.coerceMetadata(object, { root: 'value', malformed: 'refuse' });
    if (embedded.error !== undefined) throw new ShapeError(fieldErrorMessage(embedded.error));
    return [...unknown, ...pruned, ...embedded.unknown];
  }

  /** Upstream reads the metadata of custom resources key by key in order, and an empty list of owners as none. */
  #shapeMetadata(object: JsonObject): string[] {
    const unknown = shapeMetadata(object);
    if (!this.#resource.isCustom) return unknown;
    if (metadataOf(object).managedFields?.length === 0) delete mutableMetadataOf(object)['managedFields'];
    return unknown.sort();
  }

  show(object: JsonObject): JsonObject {
    return object;
  }

  showWithOwners(object: JsonObject): JsonObject {
    return object;
  }

  absorb(_object: JsonObject | undefined, shown: JsonObject): JsonObject {
    return shown;
  }
}

/** Metadata as ObjectMeta has it. An empty list of owners stays: it says that they are to be forgotten. */
export function shapeMetadata(object: JsonObject): string[] {
  const { managedFields } = metadataOf(object);
  try {
    const { metadata, unknown } = coerceObjectMeta(object['metadata'] ?? {}, { malformed: 'refuse' });
    if (Array.isArray(managedFields) && managedFields.length === 0) metadata['managedFields'] = [];
    object['metadata'] = metadata;
    return unknown.map((path) => `metadata.${path}`);
  } catch (error) {
    if (!(error instanceof MalformedMetadata)) throw error;
    throw new ShapeError(error.message);
  }
}
