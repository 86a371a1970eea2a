// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { type FieldError, FieldPath, validateImmutableField } from '../../apimachinery/validation/index.js';
import { validateApproval } from './api-approval.js';
import { isEstablished } from './conditions.js';
import type { CustomResourceDefinition, DefinitionSpec } from './custom-resource-definition.js';
import { forNewDefinition, forReplacement, forSoundReplacement, type Tolerance } from './tolerance.js';
import { validateNames } from './validate-names.js';
import { validateSpec } from './validate-spec.js';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

/** Validates everything beyond the generic metadata rules. */
export function validateDefinition(definition: CustomResourceDefinition): FieldError[] {
  return [
    ...validateName(definition),
    ...validateSpec(definition.spec, specPath, forNewDefinition),
    ...validateRest(definition, undefined),
  ];
}

export function validateDefinitionUpdate(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition,
): FieldError[] {
  return [
    ...validateSpecUpdate(definition, old),
    ...validateImmutable(definition.spec, old),
    ...validateRest(definition, old),
  ];
}

export function validateDefinitionStatus({ status }: CustomResourceDefinition): FieldError[] {
  return validateNames(status.acceptedNames, statusPath.child('acceptedNames'));
}

/** Existing violations are only determined if there are errors, as that takes time. */
function validateSpecUpdate(definition: CustomResourceDefinition, old: CustomResourceDefinition): FieldError[] {
  const validate = (tolerance: Tolerance) => validateSpec(definition.spec, specPath, tolerance);
  const errors = validate(forSoundReplacement(definition, old));
  return errors.length === 0 ? [] : validate(forReplacement(definition, old));
}

function validateName({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  const wanted = `${spec.names.plural}.${spec.group}`;
  return (['generateName', 'name'] as const).flatMap((field) => {
    const given = metadata[field] ?? '';
    if (given === '' || given === wanted) return [];
    return [FieldPath.of('metadata', field).invalid(given, 'must be spec.names.plural+"."+spec.group')];
  });
}

/**
 * Group and plural, which determine storage keys, are immutable; scope and kind too once the definition is established.
 */
function validateImmutable(spec: DefinitionSpec, old: CustomResourceDefinition): FieldError[] {
  const namesPath = specPath.child('names');
  const whileServed = [
    ...validateImmutableField(spec.scope, old.spec.scope, specPath.child('scope')),
    ...validateImmutableField(spec.names.kind, old.spec.names.kind, namesPath.child('kind')),
  ];
  return [
    ...(isEstablished(old) ? whileServed : []),
    ...validateImmutableField(spec.group, old.spec.group, specPath.child('group')),
    ...validateImmutableField(spec.names.plural, old.spec.names.plural, namesPath.child('plural')),
  ];
}

function validateRest(definition: CustomResourceDefinition, old: CustomResourceDefinition | undefined): FieldError[] {
  return [
    ...validateDefinitionStatus(definition),
    ...validateStoredVersions(definition),
    ...validateApproval(definition, old),
    ...validateUnknownFields(definition, old),
  ];
}

function validateStoredVersions({ spec, status }: CustomResourceDefinition): FieldError[] {
  const path = statusPath.child('storedVersions');
  const stored = [...(status.storedVersions ?? [])];
  if (stored.length === 0) {
    const shown = status.storedVersions && stored;
    return [path.invalid(shown, 'must have at least one stored version')];
  }
  const names = new Set(spec.versions.map(({ name }) => name));
  // For duplicate version names, upstream only considers the first.
  const unfound = new Set(stored);
  const unmarked = spec.versions
    .filter(({ name, storage }) => !unfound.delete(name) && storage)
    .map(({ name }) => path.invalid(stored, `must have the storage version ${name}`));
  const lost = stored.flatMap((name, index) => {
    if (names.has(name)) return [];
    const detail =
      `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until ` +
      `a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    return [path.index(index).invalid(name, detail)];
  });
  return [...unmarked, ...lost];
}

function validateUnknownFields(
  { spec }: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (old?.spec.preserveUnknownFields || !spec.preserveUnknownFields) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [specPath.child('preserveUnknownFields').invalid(true, detail)];
}
