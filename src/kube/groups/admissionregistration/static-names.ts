// Follows pkg/registry/admissionregistration/validatingwebhookconfiguration/strategy.go (v1.36)
// Follows pkg/apis/admissionregistration/validation/static_suffix.go (v1.36)

import type { ObjectMeta } from '../../../api/meta/v1.js';
import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { Strategy, ValidationContext } from '../../../server/registry/index.js';

/** Names of objects that come from manifest files. */
export const staticSuffix = '.static.k8s.io';

const reserved = `names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;

type Named = { metadata: ObjectMeta };

function hasStaticName({ metadata }: Named): boolean {
  return metadata.name?.endsWith(staticSuffix) === true;
}

function warningsFor(object: Named): readonly string[] {
  return hasStaticName(object) ? [`metadata.name: ${reserved}`] : [];
}

/** Warns of names that are reserved for manifest-based configuration. */
export const warnsOfStaticNames = {
  warningsOnCreate: (object, { features }) =>
    features.isEnabled('ManifestBasedAdmissionControlConfig') ? [] : warningsFor(object),
  warningsOnUpdate: ({ object }) => warningsFor(object),
} satisfies Strategy<Named>;

/** Refuses new objects with such names if there can be manifests. */
export function refusesStaticNames<Type extends Named>(
  validate: (object: Type, context: ValidationContext) => readonly FieldError[],
): (object: Type, context: ValidationContext) => readonly FieldError[] {
  return (object, context) => {
    const errors = validate(object, context);
    const mayBeStatic = context.features.isEnabled('ManifestBasedAdmissionControlConfig');
    if (!mayBeStatic || !hasStaticName(object)) return errors;
    return [...errors, FieldPath.of('metadata', 'name').invalid(object.metadata.name ?? '', reserved)];
  };
}

export function isStaticNameError({ detail }: FieldError): boolean {
  return detail === reserved;
}
