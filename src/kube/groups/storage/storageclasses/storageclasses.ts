// Follows pkg/registry/storage/storageclass/strategy.go (v1.36)
// Follows pkg/apis/storage/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { TopologySelectorTerm } from '../../../../api/core/v1.js';
import type { StorageClass } from '../../../../api/storage/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  validateImmutableField,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { duplicates, eachItem, oneOf, validateRequired } from '../../../field-checks.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateParameters, validateProvisioner } from '../parameters.js';

export const storageClasses = builtInResource<StorageClass>('storage.k8s.io/v1', 'StorageClass', {
  plural: 'storageclasses',
  shortNames: ['sc'],
  scope: 'Cluster',
  columns: [
    { ...nameColumn, valueOf: shownName },
    textColumn('Provisioner', 'provisioner'),
    textColumn('ReclaimPolicy', ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete', { field: 'reclaimPolicy' }),
    textColumn('VolumeBindingMode', ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate', {
      field: 'volumeBindingMode',
    }),
    // A boolean in a column of strings, as in upstream.
    {
      ...booleanColumn<StorageClass>('AllowVolumeExpansion', (object) => object.allowVolumeExpansion === true, {
        field: 'allowVolumeExpansion',
      }),
      type: 'string',
    },
    ageColumn,
  ],
  applyDefaults: (object) => {
    object.reclaimPolicy ??= 'Delete';
    object.volumeBindingMode ??= 'Immediate';
  },
  strategy: {
    returnsDeletedObject: true,
    validate: validateStorageClass,
    validateUpdate: ({ object, old }, context) => [
      ...validateStorageClass(object, context),
      ...validateMetadataUpdate(object, context),
      ...immutableFields.flatMap((field) =>
        validateImmutableField(
          wasGivenEmpty(object, field) && old[field] ? {} : object[field],
          old[field],
          FieldPath.of(field),
        ),
      ),
    ],
    warningsOnCreate: topologyWarnings,
    warningsOnUpdate: ({ object }) => topologyWarnings(object),
  },
});

const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

function shownName(object: StorageClass): string {
  const { name = '' } = object.metadata;
  const isDefault = defaultAnnotations.some((annotation) => annotationsOf(object)[annotation] === 'true');
  return isDefault ? `${name} (default)` : name;
}

function topologyWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  const path = FieldPath.of('allowedTopologies');
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, term) =>
    matchLabelExpressions.flatMap(({ key }, index) => {
      const message = deprecatedNodeLabelMessage(key);
      const place = path.index(term).child('matchLabelExpressions').index(index).child('key');
      return message === undefined ? [] : [`${place}: ${message}`];
    }),
  );
}

const bindingModes = ['Immediate', 'WaitForFirstConsumer'];
const reclaimPolicies = ['Delete', 'Retain'];

function validateStorageClass(object: StorageClass, context: ValidationContext): FieldError[] {
  const { provisioner, parameters = {}, reclaimPolicy, volumeBindingMode, allowedTopologies = [] } = object;
  const bindingMode = FieldPath.of('volumeBindingMode');
  return [
    ...validateMetadata(object, context),
    ...validateProvisioner(provisioner, FieldPath.of('provisioner')),
    ...validateParameters(parameters, FieldPath.of('parameters')),
    ...(reclaimPolicy ? oneOf(reclaimPolicy, reclaimPolicies, FieldPath.of('reclaimPolicy')) : []),
    ...(volumeBindingMode === undefined
      ? validateRequired(volumeBindingMode, bindingMode)
      : oneOf(volumeBindingMode, bindingModes, bindingMode)),
    ...validateTopologies(allowedTopologies, FieldPath.of('allowedTopologies')),
  ];
}

const immutableFields = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

/** Limits the errors for one duplicate term, so that the cost stays linear. */
const maxNamed = 100;

/** Terms must be unique; an empty term counts as a duplicate. */
function validateTopologies(terms: readonly TopologySelectorTerm[], path: FieldPath): FieldError[] {
  // Upstream compares each term with the preceding ones and with as many empty ones as there are terms.
  const times = new Map([[meaningOf({}), Math.min(terms.length, maxNamed)]]);
  return eachItem(terms, path, (term, place) => {
    const expressions = place.child('matchLabelExpressions');
    const meaning = meaningOf(term);
    const known = times.get(meaning) ?? 0;
    times.set(meaning, Math.min(known + 1, maxNamed));
    return [...termErrors(term, expressions), ...Array.from({ length: known }, () => expressions.duplicate(''))];
  });
}

/** Returns a canonical text, independent of order; of duplicate keys, the last one counts. */
function meaningOf({ matchLabelExpressions = [] }: TopologySelectorTerm): string {
  const valuesOf = new Map(matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].sort()]));
  return JSON.stringify([...valuesOf].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function termErrors({ matchLabelExpressions = [] }: TopologySelectorTerm, path: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return eachItem(matchLabelExpressions, path, ({ key, values }, place) => {
    const errors = [...valueErrors(values ?? [], place.child('values')), ...validateLabelName(key, place.child('key'))];
    errors.push(...duplicated(key, place.child('key')));
    return errors;
  });
}

function valueErrors(values: readonly string[], path: FieldPath): FieldError[] {
  if (values.length === 0) return [path.required()];
  const duplicated = duplicates();
  return eachItem(values, path, (value, place) => duplicated(value, place));
}
