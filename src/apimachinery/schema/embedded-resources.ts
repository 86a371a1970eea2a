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
  invalidValue,
  nameIsPathSegment,
  required,
  validateObjectMeta,
} from '../validation/index.js';
import { coerceObjectMeta, MalformedMetadata } from './object-meta.js';
import type { SchemaNode } from './schema-node.js';
import { maxNesting } from './value-nesting.js';

/** A value during the walk, and its context. */
interface Stop {
  readonly path: FieldPath;
  readonly depth: number;
  readonly isResource: boolean;
}

type Visit = (resource: JsonObject, path: FieldPath) => void;

/** Calls `visit` for each resource in a value, outermost first: embedded ones, and the value itself if it is one. */
function forEachResource(node: SchemaNode, value: JsonValue, { stop, visit }: { stop: Stop; visit: Visit }): void {
  if (typeof value !== 'object' || value === null || stop.depth > maxNesting) return;
  const { path, isResource } = stop;
  if (isJsonObject(value) && (isResource || isEmbedded(node))) visit(value, path);
  if (!node.traits.hasEmbeddedResources) return;
  const next = { depth: stop.depth + 1, isResource: false };
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return;
    for (const [index, item] of value.entries()) {
      forEachResource(items, item, { stop: { ...next, path: path.index(index) }, visit });
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const property = node.properties.get(key);
    const child = property ?? node.additional;
    if (child === undefined) continue;
    const childPath = property === undefined ? path.key(key) : path.child(key);
    forEachResource(child, value[key]!, { stop: { ...next, path: childPath }, visit });
  }
}

function isEmbedded({ schema }: SchemaNode): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

export interface CoerceOptions {
  readonly path: FieldPath;
  /** Whether the value itself is a resource, or only values embedded in it. */
  readonly root: 'resource' | 'value';
  /** How to handle a field of the wrong type. */
  readonly malformed: 'drop' | 'refuse';
}

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
    stop: { path: options.path, depth: 0, isResource: options.root === 'resource' },
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
    if (malformed === 'refuse') return invalidValue(path.child(key), resource[key], 'must be a string');
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
    return malformed === 'drop' ? undefined : invalidValue(metadataPath, resource['metadata'], error.message);
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
    stop: { path, depth: 0, isResource: root === 'resource' },
    visit: (resource, at) => {
      for (const error of checkType(resource, at)) found.add(() => error);
      for (const error of checkMetadata(resource, at)) found.add(() => error);
    },
  });
  return found.errors;
}

function checkType(resource: JsonObject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of ['apiVersion', 'kind'] as const) {
    const value = Object.hasOwn(resource, key) ? resource[key]! : undefined;
    if (value === undefined) errors.push(required(path.child(key), ''));
    else if (typeof value !== 'string') errors.push(invalidValue(path.child(key), value, 'must be a string'));
    else if (value === '') errors.push(invalidValue(path.child(key), value, 'must not be empty'));
    else {
      const problem = key === 'kind' ? kindProblem(value) : apiVersionProblem(value);
      if (problem !== undefined) errors.push(invalidValue(path.child(key), value, problem));
    }
  }
  return errors;
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
    return [invalidValue(metadataPath, resource['metadata'], error.message)];
  }
}
