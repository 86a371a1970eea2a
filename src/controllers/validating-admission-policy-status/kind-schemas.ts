// Follows staging/src/k8s.io/apiserver/pkg/cel/openapi/resolver/discovery.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/openapi/resolver/refs.go (v1.36)
import { compositeKey, type GroupVersionKind } from '../../apimachinery/meta/index.js';
import { type JsonSchema, resolveIn } from '../../apimachinery/schema/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';

type Component = JsonSchema & { readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[] };

interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, Component>> };
}

/** Reads schemas of kinds from the server's OpenAPI documents, each document once. */
export class KindSchemas {
  readonly #client: RestClient;
  readonly #signal: AbortSignal;
  readonly #documents = new Map<string, Promise<OpenApiDocument>>();

  constructor(client: RestClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Undefined: the server does not publish one. */
  async of(kind: GroupVersionKind): Promise<JsonSchema | undefined> {
    const { components } = await this.#documentOf(kind);
    return components?.schemas && schemaIn(components.schemas, kind);
  }

  #documentOf({ group, version }: GroupVersionKind): Promise<OpenApiDocument> {
    const key = compositeKey(group, version);
    let document = this.#documents.get(key);
    if (!document) {
      document = this.#read(`/openapi/v3/${group === '' ? 'api' : `apis/${group}`}/${version}`);
      this.#documents.set(key, document);
    }
    return document;
  }

  async #read(target: string): Promise<OpenApiDocument> {
    const request = { method: 'GET', target, signal: this.#signal } as const;
    return (await this.#client.object<OpenApiDocument>(request).catch(ignoreNotFound)) ?? {};
  }
}

/** The schema of a kind, without references. */
export function schemaIn(
  components: Readonly<Record<string, Component>>,
  { group, version, kind }: GroupVersionKind,
): JsonSchema | undefined {
  const found = Object.entries(components).find(([, { 'x-kubernetes-group-version-kind': kinds = [] }]) =>
    kinds.some((each) => each.group === group && each.version === version && each.kind === kind),
  );
  const resolve = resolveIn(components);
  return found && inlined(found[1], new Set([found[0]]), (reference) => resolve(reference));
}

/** `within`: the references that lead to the schema. One that leads back to itself is any object. */
function inlined(
  schema: JsonSchema,
  within: ReadonlySet<string>,
  resolve: (reference: string) => JsonSchema | undefined,
): JsonSchema {
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    if (within.has(name)) return { type: 'object' };
    return inlined(resolve(reference) ?? {}, new Set([...within, name]), resolve);
  }
  const { properties, additionalProperties, items, format } = schema;
  const inline = (child: JsonSchema): JsonSchema => inlined(child, within, resolve);
  return {
    ...schema,
    ...(format === 'int-or-string' && { 'x-kubernetes-int-or-string': true }),
    ...(properties && { properties: mapped(properties, inline) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inline(additionalProperties) }),
    ...(items && { items: inline(items) }),
  };
}

function mapped(
  schemas: Readonly<Record<string, JsonSchema>>,
  map: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]));
}

/** A reference with a description is wrapped in allOf. */
function referenceOf({ $ref, allOf = [] }: JsonSchema): string | undefined {
  return $ref ?? allOf.map(referenceOf).find((reference) => reference !== undefined);
}
