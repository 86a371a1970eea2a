// Follows vendor/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)

import type { Steps } from '../../apimachinery/event-loop/index.js';
import type { GroupVersion, JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Parameter } from '../dialect/index.js';
import { models } from './model-names.js';
import { kindExtensions, type Operation, responsesOf } from './operations.js';
import { pathItems } from './path-items.js';
import { reference, referencePrefix } from './schema-shorthand.js';
import { forEachReference } from './schema-walk.js';

/** The content of a document, or of a part of it, independent of the OpenAPI version. */
export interface DocumentContent {
  readonly operations: readonly Operation[];
  /** The schemas of its own kinds. */
  readonly models: ReadonlyMap<string, JsonSchema>;
}

export const bearerToken = {
  BearerToken: {
    description: 'Bearer Token authentication',
    in: 'header',
    name: 'authorization',
    type: 'apiKey',
  },
} as const;

/** Finds schemas that documents may reference in addition to those of their own kinds. */
export type FindSchema = (model: string) => JsonSchema | undefined;

/** The paths of operations in the notation of OpenAPI v3. */
export function v3Paths(operations: readonly Operation[]): JsonObject {
  return pathItems(operations, { operation: v3Operation, parameter: v3Parameter });
}

/** Kinds that exist in every group version. */
export const ofAllGroups: ReadonlySet<string> = new Set([models.deleteOptions, models.watchEvent]);

/** Adds these group versions to the kinds of a core schema. */
export function withKindsOf(schema: JsonSchema, groupVersions: readonly GroupVersion[]): JsonSchema {
  const [core] = schema['x-kubernetes-group-version-kind'] ?? [];
  if (!core) return schema;
  const others = groupVersions.filter(({ group }) => group !== core.group).map((place) => ({ ...core, ...place }));
  return { ...schema, 'x-kubernetes-group-version-kind': [core, ...others] };
}

/** The models that operations and schemas name or reference. */
export function referencesOf({ operations, models }: DocumentContent): string[] {
  const named = operations.flatMap(({ body, result }) => [...(result === 'text' ? [] : [result.model]), body?.model]);
  const all = new Set([...models.keys(), ...named.filter((model) => model !== undefined)]);
  for (const schema of models.values()) {
    forEachReference(schema, (name) => all.add(name.slice(referencePrefix.length)));
  }
  return [...all];
}

/** Finds the schemas of these models, and of everything that they reference. */
export function* closing(names: Iterable<string>, find: FindSchema): Steps<Map<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>();
  const waiting = [...names];
  for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
    const schema = found.has(model) ? undefined : find(model);
    if (schema === undefined) continue;
    found.set(model, schema);
    forEachReference(schema, (name) => waiting.push(name.slice(referencePrefix.length)));
    yield;
  }
  return found;
}

function v3Operation(operation: Operation): JsonObject {
  const { body, produces, result } = operation;
  const content = contentOf(produces, result === 'text' ? textSchema : reference(result.model));
  return {
    description: operation.description,
    operationId: operation.id,
    tags: [operation.tag],
    ...(body && {
      requestBody: {
        content: contentOf(body.contentTypes, reference(body.model)),
        ...(body.isRequired && { required: true }),
      },
    }),
    responses: responsesOf(operation, { content }),
    ...kindExtensions(operation),
  };
}

const textSchema: JsonSchema = { type: 'string' };

function contentOf(types: readonly string[], schema: JsonSchema): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema: schema as JsonObject }]));
}

function v3Parameter({ name, in: place, type, description }: Parameter): JsonObject {
  return {
    name,
    in: place,
    description,
    ...(place === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  };
}
