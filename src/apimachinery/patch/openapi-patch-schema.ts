// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/meta.go (v1.36)

import type { JsonSchema } from '../schema/index.js';
import type { PatchField, PatchSchema } from './patch-schema.js';

/** Resolves a `$ref`; undefined if there is no such schema. */
export type ResolveReference = (reference: string) => JsonSchema | undefined;

/**
 * Returns the patch schema of an OpenAPI schema, from `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`.
 * References are resolved lazily, so types may be recursive.
 */
export function openApiPatchSchema(schema: JsonSchema, resolve: ResolveReference): PatchSchema {
  return new OpenApiPatchSchema(schema, resolve);
}

class OpenApiPatchSchema implements PatchSchema {
  readonly structName: string | undefined;
  readonly #schema: JsonSchema;
  readonly #resolve: ResolveReference;
  readonly #fields = new Map<string, PatchField | undefined>();

  constructor(schema: JsonSchema, resolve: ResolveReference) {
    this.structName = referenceOf(schema)?.replace(/^.*[./]/, '');
    this.#schema = schema;
    this.#resolve = resolve;
  }

  field(name: string): PatchField | undefined {
    const { properties, additionalProperties } = dereference(this.#schema, this.#resolve);
    if (properties === undefined || !Object.hasOwn(properties, name)) {
      // A map: all keys have the same schema, which is not cached per key.
      return typeof additionalProperties === 'object' ? this.#read(additionalProperties) : undefined;
    }
    if (!this.#fields.has(name)) this.#fields.set(name, this.#read(properties[name] as JsonSchema));
    return this.#fields.get(name);
  }

  /** The extensions are next to the reference, not in the referenced schema. */
  #read(property: JsonSchema): PatchField {
    const strategies = property['x-kubernetes-patch-strategy']?.split(',') ?? [];
    const strategy = strategies.find((name) => name === 'merge' || name === 'replace');
    const mergeKey = property['x-kubernetes-patch-merge-key'];
    const target = dereference(property, this.#resolve);
    return {
      ...(strategy && { strategy }),
      ...(mergeKey && { mergeKey }),
      schema: new OpenApiPatchSchema(target.items ?? property, this.#resolve),
    };
  }
}

/** OpenAPI v2 has a plain `$ref`; v3 wraps it in `allOf` if it has siblings. Bounds the length of reference chains. */
function dereference(schema: JsonSchema, resolve: ResolveReference): JsonSchema {
  let current = schema;
  for (let step = 0; step < 10; step++) {
    const reference = referenceOf(current);
    const target = reference === undefined ? undefined : resolve(reference);
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

function referenceOf(schema: JsonSchema): string | undefined {
  return schema.$ref ?? schema.allOf?.[0]?.$ref;
}
