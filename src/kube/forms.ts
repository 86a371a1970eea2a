import { protobufCodec, standardCodecs } from '../apimachinery/codec/index.js';
import type { OpenApiOptions } from '../server/openapi/index.js';
import { builtInModelName, findMessage, publishedSchema } from './types/index.js';

/** The forms in which built-in kinds are read and written. */
export const builtInCodecs = standardCodecs.with(protobufCodec(findMessage));

/** What OpenAPI documents say of built-in kinds. */
export const builtInOpenApi: Omit<OpenApiOptions, 'version'> = {
  models: { nameOf: builtInModelName, find: publishedSchema },
  mediaTypesOf: ({ isCustom }) => (isCustom ? standardCodecs : builtInCodecs).mediaTypes,
};
