import { protobufCodec, standardCodecs } from '../apimachinery/codec/index.js';
import type { OpenApiOptions } from '../server/openapi/index.js';
import { builtInModelName, findMessage, publishedSchema } from './types/index.js';

/** Media types of built-in kinds. */
export const builtInCodecs = standardCodecs.with(protobufCodec(findMessage));

/** OpenAPI options of built-in kinds. */
export const builtInOpenApi: Omit<OpenApiOptions, 'version'> = {
  models: { nameOf: builtInModelName, find: publishedSchema },
  mediaTypesOf: ({ isCustom }) => (isCustom ? standardCodecs : builtInCodecs).mediaTypes,
};
