import { protobufCodec, standardCodecs } from '../apimachinery/codec/index.js';
import type { OpenApiOptions } from '../server/openapi/index.js';
import { builtInModelName, findMessage, resolveReference } from './types/index.js';

/** The forms in which built-in kinds are read and written. */
export const builtInCodecs = standardCodecs.with(protobufCodec(findMessage));

/** What OpenAPI documents say of built-in kinds. */
export const builtInOpenApi: Omit<OpenApiOptions, 'version'> = {
  models: { nameOf: builtInModelName, find: resolveReference },
  mediaTypesOf: ({ isCustom }) => (isCustom ? standardCodecs : builtInCodecs).mediaTypes,
};
