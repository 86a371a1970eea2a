import { type ApplyType, compileObjectType } from '../../apimachinery/apply/index.js';
import { openApiPatchSchema, type PatchSchema } from '../../apimachinery/patch/index.js';
import { compileRules } from '../../apimachinery/rules/index.js';
import { type CompiledSchema, compileSchema, type JsonSchema } from '../../apimachinery/schema/index.js';
import { ConvertedBytes } from './converted-bytes.js';
import type { Resource } from './resource.js';
import type { ResourceVersion } from './resource-definition.js';

/** What is compiled from a version and its schema, on first use. */
export class CompiledVersion {
  readonly #definition: ResourceVersion;
  #schema: CompiledSchema | undefined;
  #applyType: ApplyType | undefined;
  #patchSchema: PatchSchema | undefined;
  #convertedBytes: ConvertedBytes | undefined;

  constructor(definition: ResourceVersion) {
    this.#definition = definition;
  }

  /** The schema for validation; none for a version with its own `shape`. */
  schema(): CompiledSchema | undefined {
    const { schema, shape } = this.#definition;
    if (!schema || shape) return undefined;
    this.#schema ??= compileSchema(schema, { ...this.#resolving(), rules: compileRules });
    return this.#schema;
  }

  applyType(): ApplyType {
    this.#applyType ??= compileObjectType(this.#definition.schema, this.#resolving());
    return this.#applyType;
  }

  patchSchema(): PatchSchema {
    const { schema = {}, resolveReference = () => undefined } = this.#definition;
    this.#patchSchema ??= openApiPatchSchema(withMetadataPatches(schema), resolveReference);
    return this.#patchSchema;
  }

  convertedBytes(resource: Resource, version: string): ConvertedBytes {
    this.#convertedBytes ??= new ConvertedBytes(resource, version);
    return this.#convertedBytes;
  }

  #resolving(): { resolve?: NonNullable<ResourceVersion['resolveReference']> } {
    const { resolveReference } = this.#definition;
    return resolveReference ? { resolve: resolveReference } : {};
  }
}

/** Merge strategy of metadata lists, for schemas that do not describe metadata. */
const metadataPatches: JsonSchema = {
  properties: {
    finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    ownerReferences: {
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'uid',
    },
  },
};

function withMetadataPatches(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined || schema.properties?.['metadata']?.$ref !== undefined) return schema;
  return { ...schema, properties: { ...schema.properties, metadata: metadataPatches } };
}
