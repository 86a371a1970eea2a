import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { Strategy } from '../../../server/registry/index.js';

const suffix = '.static.k8s.io';

function warningsFor(object: JsonObject): readonly string[] {
  if (!metadataOf(object).name?.endsWith(suffix)) return [];
  const reserved = 'are reserved for static manifest-based configurations and cannot be managed via the API';
  return [`metadata.name: names ending with "${suffix}" ${reserved}`];
}

/** Warns of names that are reserved for manifest-based configuration. */
export const warnsOfStaticNames: Strategy = {
  warningsOnCreate: warningsFor,
  warningsOnUpdate: ({ object }) => warningsFor(object),
};
