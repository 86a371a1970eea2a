// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/algorithm.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/validation.go (v1.36)

import {
  GroupVersionParseError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ObjectMeta,
  parseGroupVersion,
  UnknownFields,
} from '../meta/index.js';
import {
  BoundedErrors,
  checkDns1035Label,
  type FieldError,
  type FieldPath,
  nameIsPathSegment,
  validateObjectMeta,
} from '../validation/index.js';
import { coerceObjectMeta, MalformedMetadata } from './object-meta.js';
import type { SchemaNode } from './schema-node.js';
import { maxNesting } from './value-nesting.js';

type Visit = (resource: JsonObject, path: FieldPath) => void;

/** Calls `visit` for each resource in a value, outermost first: embedded ones, and the value itself if it is one. */
function forEachResource(
  node: SchemaNode,
  value: JsonValue,
  { path, root, visit }: { path: FieldPath; root: 'resource' | 'value'; visit: Visit },
): void {
  const isResource = isJsonObject(value) && (root === 'resource' || isEmbeddedResource(node));
  if (isResource) visit(value, path);
  new ResourceWalk(visit).enter(node, value, path);
}

class ResourceWalk {
  readonly #visit: Visit;
  #depth = 0;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** Visits the resources within a value. */
  enter(node: SchemaNode, value: JsonValue, path: FieldPath): void {
    if (typeof value !== 'object' || value === null || !node.traits.hasEmbeddedResources) return;
    this.#depth++;
    if (Array.isArray(value)) this.#enterItems(node, value, path);
    else this.#enterMembers(node, value, path);
    this.#depth--;
  }

  #enterItems({ items }: SchemaNode, value: readonly JsonValue[], path: FieldPath): void {
    if (items === undefined) return;
    for (let index = 0; index < value.length; index++) this.#reach(items, value[index]!, path.index(index));
  }

  #enterMembers(node: SchemaNode, value: JsonObject, path: FieldPath): void {
    for (const key of Object.keys(value)) {
      const property = node.properties.get(key);
      const child = property ?? node.additional;
      if (child === undefined) continue;
      this.#reach(child, value[key]!, property === undefined ? path.key(key) : path.child(key));
    }
  }

  #reach(node: SchemaNode, value: JsonValue, path: FieldPath): void {
    if (this.#depth > maxNesting) return;
    if (isJsonObject(value) && isEmbeddedResource(node)) this.#visit(value, path);
    this.enter(node, value, path);
  }
}

export function isEmbeddedResource({ schema }: SchemaNode): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

export interface CoerceOptions {
  readonly path: FieldPath;
  /** Whether the value itself is a resource, or only values embedded in it. */
  readonly root: 'resource' | 'value';
  /** How to handle a field of the wrong type. */
  readonly malformed: 'drop' | 'refuse';
}

/** The result of coercing the metadata of embedded resources. */
export interface CoercedResources {
  /** The paths of unknown metadata fields, such as `spec.template.metadata.x`. */
  readonly unknown: string[];
  /** The first field of the wrong type, if these are rejected. */
  readonly error: FieldError | undefined;
}

/** Coerces the type and metadata of resources, in place: see `coerceObjectMeta`. */
export function coerceResources(node: SchemaNode, value: JsonValue, options: CoerceOptions): CoercedResources {
  const unknown = new UnknownFields();
  let error: FieldError | undefined;
  forEachResource(node, value, {
    path: options.path,
    root: options.root,
    visit: (resource, path) => {
      error ??=
        coerceType(resource, path, options.malformed) ?? coerceMetadata(resource, path, { ...options, unknown });
    },
  });
  return { unknown: unknown.paths.sort(), error };
}

function coerceType(resource: JsonObject, path: FieldPath, malformed: 'drop' | 'refuse'): FieldError | undefined {
  for (const key of ['apiVersion', 'kind']) {
    if (!Object.hasOwn(resource, key) || typeof resource[key] === 'string') continue;
    if (malformed === 'refuse') return path.child(key).invalid(resource[key], 'must be a string');
    delete resource[key];
  }
  return undefined;
}

function coerceMetadata(
  resource: JsonObject,
  path: FieldPath,
  { malformed, unknown }: { malformed: 'drop' | 'refuse'; unknown: UnknownFields },
): FieldError | undefined {
  if (!Object.hasOwn(resource, 'metadata')) return undefined;
  const metadataPath = path.child('metadata');
  try {
    const coerced = coerceObjectMeta(resource['metadata']!, { malformed });
    // Unambiguous: a path that is shown, no key.
    for (const name of coerced.unknown) unknown.add(() => `${metadataPath}.${name}`);
    resource['metadata'] = coerced.metadata;
    return undefined;
  } catch (error) {
    if (!(error instanceof MalformedMetadata)) throw error;
    return malformed === 'drop' ? undefined : metadataPath.invalid(resource['metadata'], error.message);
  }
}

/** Validates the types and metadata of resources. */
export function checkResources(
  node: SchemaNode,
  value: JsonValue,
  { path, root }: Pick<CoerceOptions, 'path' | 'root'>,
): FieldError[] {
  const found = new BoundedErrors();
  forEachResource(node, value, {
    path,
    root,
    visit: (resource, at) => {
      checkType(resource, at, found);
      for (const error of checkMetadata(resource, at)) found.add(() => error);
    },
  });
  return found.errors;
}

function checkType(resource: JsonObject, path: FieldPath, found: BoundedErrors): void {
  for (const key of ['apiVersion', 'kind'] as const) {
    const value = Object.hasOwn(resource, key) ? resource[key]! : undefined;
    if (value === undefined) found.add(() => path.child(key).required());
    else if (typeof value !== 'string') found.add(() => path.child(key).invalid(value, 'must be a string'));
    else if (value === '') found.add(() => path.child(key).invalid(value, 'must not be empty'));
    else {
      const problem = key === 'kind' ? kindProblem(value) : apiVersionProblem(value);
      if (problem !== undefined) found.add(() => path.child(key).invalid(value, problem));
    }
  }
}

function kindProblem(kind: string): string | undefined {
  const problems = checkDns1035Label(kind.toLowerCase());
  return problems.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${problems.join(',')}`;
}

function apiVersionProblem(apiVersion: string): string | undefined {
  try {
    parseGroupVersion(apiVersion);
    return undefined;
  } catch (error) {
    if (!(error instanceof GroupVersionParseError)) throw error;
    return error.message;
  }
}

function checkMetadata(resource: JsonObject, path: FieldPath): FieldError[] {
  if (!Object.hasOwn(resource, 'metadata')) return [];
  const metadataPath = path.child('metadata');
  try {
    const { metadata } = coerceObjectMeta(resource['metadata']!, { malformed: 'refuse' });
    // An embedded resource needs no name, but the validation of metadata requires one.
    const named: ObjectMeta = { name: 'fakename', ...metadata };
    const scope = named.namespace === undefined ? 'Cluster' : 'Namespaced';
    return validateObjectMeta(named, { scope, nameRule: nameIsPathSegment, path: metadataPath });
  } catch (error) {
    if (!(error instanceof MalformedMetadata)) throw error;
    return [metadataPath.invalid(resource['metadata'], error.message)];
  }
}
