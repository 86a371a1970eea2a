import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { ResourceVersion, TypeShapeOptions } from '../../server/registry/index.js';
import { forgetEmptyLists } from './empty-lists.js';
import { storedTypeOfKind, typeOfKind } from './kinds.js';
import { resolveReference, schemaOf } from './schemas.js';
import { ShapeRun } from './shape-run.js';
import { shaperOf } from './shapers.js';
import { StructShaper } from './struct-shaper.js';

/** A resource version whose properties are derived from the Go type of the kind. */
export interface BuiltInVersion extends ResourceVersion {
  readonly schema: JsonSchema;
  readonly resolveReference: (reference: string) => JsonSchema | undefined;
  readonly emptyFields: JsonObject;
  readonly shape: (object: JsonObject, options?: TypeShapeOptions) => readonly string[];
}

/**
 * The 1.x minor versions in which an API version is deprecated and removed, and its replacement, if upstream names
 * them.
 */
interface Deprecation {
  readonly since: number;
  readonly until?: number;
  readonly replacement?: string;
}

export interface VersionOptions<Type = JsonObject> extends Partial<ResourceVersion<Type>> {
  /** Unset: no warning. */
  readonly deprecation?: Deprecation;
}

/**
 * A version of a built-in kind, such as `builtInVersion('apps/v1', 'Deployment', { columns })`. Beta and alpha versions
 * are served only if --runtime-config enables them. Type information is
 * resolved lazily, so other properties must be passed in `more`: copying the result would resolve all of it.
 *
 * `shape` alone determines the content of an object, and applies the defaults that its type declares; computed defaults
 * belong in `applyDefaults`. The schema is used for publishing, server-side apply and patches, but not for validation:
 * strategies reject invalid values, with upstream's messages.
 */
export function builtInVersion<Type extends JsonObject = JsonObject>(
  apiVersion: string,
  kind: string,
  { deprecation, ...more }: VersionOptions<Type> = {},
): BuiltInVersion {
  const name = (): string => knownType(apiVersion, kind);
  const version: BuiltInVersion = {
    get schema() {
      return schemaOf(name());
    },
    get emptyFields() {
      return emptyFieldsOf(name());
    },
    resolveReference,
    shape: (object, options) => shapeKind(name(), object, options),
    settle: (object) => forgetEmptyLists(name(), object),
    ...(isStable(apiVersion) ? {} : { served: false }),
    ...(deprecation && { deprecationWarning: warningOf(`${apiVersion} ${kind}`, deprecation) }),
  };
  return Object.defineProperties(version, Object.getOwnPropertyDescriptors(more));
}

function isStable(apiVersion: string): boolean {
  return /(^|\/)v\d+$/.test(apiVersion);
}

function warningOf(what: string, { since, until, replacement }: Deprecation): string {
  const removal = until === undefined ? '' : `, unavailable in v1.${until}+`;
  const instead = replacement === undefined ? '' : `; use ${replacement}`;
  return `${what} is deprecated in v1.${since}+${removal}${instead}`;
}

function knownType(apiVersion: string, kind: string): string {
  const name = typeOfKind(apiVersion, kind);
  if (name === undefined) throw new Error(`there is no built-in ${kind} of ${apiVersion}`);
  return name;
}

function emptyFieldsOf(name: string): JsonObject {
  const { metadata: _metadata, ...fields } = structShaper(name).zero();
  return fields;
}

/**
 * Gives an object the shape of its type, in place, as decoding does; the type may be of a version that is only read
 * from storage. Returns whether there is such a type.
 */
export function shapeFormer(object: JsonObject, apiVersion: string, kind: string): boolean {
  const name = storedTypeOfKind(apiVersion, kind);
  if (name !== undefined) shapeKind(name, object);
  return name !== undefined;
}

/** In place. An empty `managedFields` list is kept, because it requests a reset. */
function shapeKind(name: string, object: JsonObject, options: TypeShapeOptions = {}): readonly string[] {
  const forgetsOwners = hasNoOwners(object);
  const shaper = structShaper(name);
  const run = new ShapeRun(options.integers === 'convert');
  for (const dropped of shaper.shapeFields(object, run) ?? []) delete object[dropped];
  shaper.addMissing(object);
  if (forgetsOwners) (object['metadata'] as JsonObject)['managedFields'] = [];
  return run.unknown;
}

function hasNoOwners({ metadata }: JsonObject): boolean {
  const owners = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  return Array.isArray(owners) && owners.length === 0;
}

function structShaper(name: string): StructShaper {
  const shaper = shaperOf(name);
  if (!(shaper instanceof StructShaper)) throw new Error(`${name} is not a struct`);
  return shaper;
}
