import type { GroupVersion, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { models } from './model-names.js';
import { type Operation, statusTexts } from './operations.js';
import type { Parameter } from './parameters.js';
import { pathItems } from './path-items.js';
import { reference, referencePrefix } from './schema-shorthand.js';
import { forEachReference } from './schema-walk.js';

/** The content of a document, independent of the OpenAPI version. */
export interface DocumentContent {
  readonly operations: readonly Operation[];
  /** The schemas of its own kinds. */
  readonly models: ReadonlyMap<string, JsonSchema>;
  /** Only custom resources; upstream's title for such a document differs. */
  readonly isCustom?: boolean;
  /** Unset if the document belongs to no group version. */
  readonly groupVersion?: GroupVersion;
}

const customInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };

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

/** Builds an OpenAPI v3 document that contains every schema it references. */
export function v3Document(version: string, parts: DocumentContent, findShared: FindSchema): JsonObject {
  return {
    openapi: '3.0.0',
    info: parts.isCustom ? customInfo : { title: 'Kubernetes', version },
    paths: pathItems(parts.operations, { operation: v3Operation, parameter: v3Parameter }),
    components: {
      ...(hasModels(parts) && { schemas: schemasOf(parts, findShared) as JsonValue }),
      ...(!parts.isCustom && { securitySchemes: bearerToken }),
    },
  };
}

function hasModels(parts: DocumentContent): boolean {
  return modelsOf(parts).length > 0;
}

function schemasOf(parts: DocumentContent, findShared: FindSchema): Record<string, JsonSchema> {
  const { groupVersion, isCustom } = parts;
  const own = groupVersion && !isCustom ? [groupVersion] : [];
  const find: FindSchema = (model) => {
    const schema = parts.models.get(model) ?? findShared(model);
    return schema && ofAllGroups.has(model) ? withKindsOf(schema, own) : schema;
  };
  return Object.fromEntries([...closureOf(modelsOf(parts), find)].sort(([a], [b]) => (a < b ? -1 : 1)));
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

/** The models that a document's operations and kinds name. */
export function modelsOf({ operations, models }: DocumentContent): string[] {
  const named = operations.flatMap(({ body, result }) => [...(result === 'text' ? [] : [result.model]), body?.model]);
  return [...models.keys(), ...named.filter((model) => model !== undefined)];
}

/** The schemas of these models, and of everything they reference. */
export function closureOf(names: readonly string[], find: FindSchema): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const waiting = [...names];
  for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
    const schema = found.has(model) ? undefined : find(model);
    if (schema === undefined) continue;
    found.set(model, schema);
    forEachReference(schema, (name) => waiting.push(name.slice(referencePrefix.length)));
  }
  return found;
}

function v3Operation(operation: Operation): JsonObject {
  const { body, about, produces, result } = operation;
  const responses: JsonObject = {};
  const content = contentOf(produces, result === 'text' ? textSchema : reference(result.model));
  for (const status of operation.statuses) responses[status] = { description: statusTexts[status], content };
  responses['401'] = { description: 'Unauthorized' };
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
    responses,
    ...(about && { 'x-kubernetes-action': about.action, 'x-kubernetes-group-version-kind': { ...about.kind } }),
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
