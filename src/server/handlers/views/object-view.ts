import type { Versions } from '../../../apimachinery/apply/index.js';
import { type GroupKind, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { type CompiledSchema, coerceObjectMeta, MalformedMetadata } from '../../../apimachinery/schema/index.js';
import { fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import { type ObjectDecoding, ShapeError, type ShapeOptions } from '../../dialect/index.js';
import type { ApplyChecks, Resource, TableColumn } from '../../registry/index.js';

const noOptions: ShapeOptions = {};

/** How an endpoint presents an object: as a whole, or a part that clients read and write as an object. */
export interface ObjectView {
  readonly apiVersion: string;
  readonly groupKind: GroupKind;
  /** Older API versions that clients may still send; they differ in name only. */
  readonly formerApiVersions?: readonly string[] | undefined;
  /** The view is the stored object itself. */
  readonly isWhole: boolean;
  /** Table columns of a partial view. */
  readonly columns?: readonly TableColumn[] | undefined;
  /** An object with no fields set, where field ownership starts from one. */
  readonly emptyObject?: JsonObject | undefined;
  /** How the view is decoded, if not like the objects of the resource. */
  readonly decoding?: ObjectDecoding | undefined;
  /** Checks of server-side apply. */
  readonly applyChecks?: ApplyChecks | undefined;
  /** Merge types and conversions for server-side apply. */
  readonly versions: Versions;
  /**
   * Decodes an object that a client sent, in place, and applies defaults. Returns the paths of unknown fields. Throws
   * `ShapeError`.
   */
  shape(object: JsonObject, options?: ShapeOptions): readonly string[];
  /** Returns what clients see of an object, which is in the endpoint's version. */
  show(object: JsonObject): JsonObject;
  /** Like `show`, with managed fields: the starting point of a change. */
  showWithOwners(object: JsonObject): JsonObject;
  /** Returns the object after a change to its view; `object` is undefined on creation. */
  absorb(object: JsonObject | undefined, shown: JsonObject): JsonObject;
}

/** The whole object. */
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
    return this.#resource.storedForm.applyVersions;
  }

  shape(object: JsonObject, options: ShapeOptions = noOptions): readonly string[] {
    const { shape } = this.#resource.version(this.#version);
    const unknown = [...(shape?.(object, options) ?? []), ...this.#shapeMetadata(object)];
    // Kinds with their own decoding function need no schema.
    const schema = shape ? undefined : this.#resource.schema(this.#version);
    this.#resource.kind.applyDefaults(object);
    if (!schema) return unknown;
    const embedded = coerceEmbedded(schema, object);
    schema.applyDefaults(object);
    const pruned = schema.prune(object, options);
    // Defaults may have unknown metadata as well, which is no error of the client.
    coerceEmbedded(schema, object);
    return [...unknown, ...pruned, ...embedded];
  }

  #shapeMetadata(object: JsonObject): readonly string[] {
    const unknown = shapeMetadata(object);
    return this.#resource.dialect.decoding?.finishMetadata?.(object, unknown) ?? unknown;
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

/** Coerces the metadata of embedded resources, in place; returns the paths of unknown fields. */
function coerceEmbedded(schema: CompiledSchema, object: JsonObject): readonly string[] {
  const { error, unknown } = schema.coerceMetadata(object, { root: 'value', malformed: 'refuse' });
  if (error !== undefined) throw new ShapeError(fieldErrorMessage(error));
  return unknown;
}

/** Decodes ObjectMeta. An empty managedFields list is kept: it requests that all managed fields be reset. */
export function shapeMetadata(object: JsonObject): string[] {
  const { managedFields } = metadataOf(object);
  try {
    const { metadata, unknown } = coerceObjectMeta(object['metadata'] ?? {}, { malformed: 'refuse' });
    if (Array.isArray(managedFields) && managedFields.length === 0) metadata['managedFields'] = [];
    object['metadata'] = metadata;
    return unknown.map((path) => `metadata.${path}`);
  } catch (error) {
    if (!(error instanceof MalformedMetadata)) throw error;
    throw new ShapeError(error.message, error.mismatch);
  }
}
