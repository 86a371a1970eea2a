import { protobufCodec, standardCodecs } from '../apimachinery/codec/index.js';
import type { JsonSchema } from '../apimachinery/schema/index.js';
import { type FeatureGates, servedCodecs } from '../server/feature-gates/index.js';
import type { OpenApiOptions } from '../server/openapi/index.js';
import { builtInModelName, findMessage, publishedSchema, registeredVersions, withoutEnums } from './types/index.js';

/** Media types of built-in kinds. */
export const builtInCodecs = standardCodecs.with(protobufCodec(findMessage));

/** OpenAPI options of built-in kinds. */
export function builtInOpenApi(features: FeatureGates): Omit<OpenApiOptions, 'version'> {
  const hasEnums = features.isEnabled('OpenAPIEnums');
  const find = (name: string): JsonSchema | undefined => {
    const schema = publishedSchema(name);
    return hasEnums || !schema ? schema : withoutEnums(schema);
  };
  return {
    models: { nameOf: builtInModelName, find },
    mediaTypes: servedCodecs(builtInCodecs, features).mediaTypes,
    registeredVersions: registeredVersions(),
  };
}
