// Follows pkg/registry/admissionregistration/validatingwebhookconfiguration/strategy.go (v1.36)

import type { ObjectMeta } from '../../../api/meta/v1.js';
import type { Strategy } from '../../../server/registry/index.js';

const suffix = '.static.k8s.io';

type Named = { metadata: ObjectMeta };

function warningsFor({ metadata }: Named): readonly string[] {
  if (!metadata.name?.endsWith(suffix)) return [];
  const reserved = 'are reserved for static manifest-based configurations and cannot be managed via the API';
  return [`metadata.name: names ending with "${suffix}" ${reserved}`];
}

/** Warns of names that are reserved for manifest-based configuration. */
export const warnsOfStaticNames = {
  warningsOnCreate: warningsFor,
  warningsOnUpdate: ({ object }) => warningsFor(object),
} satisfies Strategy<Named>;
