// Follows pkg/apis/storage/validation/validation.go (v1.36)
// Follows pkg/registry/storage/volumeattributesclass/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { VolumeAttributesClass } from '../../../../api/storage/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateRequired } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateParameters, validateProvisioner } from '../parameters.js';

export const volumeAttributesClasses = builtInResource<VolumeAttributesClass>(
  'storage.k8s.io/v1',
  'VolumeAttributesClass',
  {
    plural: 'volumeattributesclasses',
    shortNames: ['vac'],
    scope: 'Cluster',
    columns: [nameColumn, textColumn('DriverName', 'driverName'), ageColumn],
    introduced: '1.34',
    otherVersions: {
      v1beta1: { deprecation: { since: 34, until: 37, replacement: 'storage.k8s.io/v1 VolumeAttributesClass' } },
    },
    strategy: {
      returnsDeletedObject: true,
      validate: validateClass,
      validateUpdate: ({ object, old }, context) => {
        const changed = immutableFields.filter((field) => !jsonEqual(object[field], old[field]));
        return [
          ...validateMetadataUpdate(object, context),
          ...changed.map((field) => FieldPath.of(field).forbidden(`updates to ${field} are forbidden.`)),
          ...validateClass(object, context),
        ];
      },
    },
  },
);

function validateClass(object: VolumeAttributesClass, context: ValidationContext): FieldError[] {
  const { driverName, parameters = {} } = object;
  const path = FieldPath.of('parameters');
  return [
    ...validateMetadata(object, context),
    ...validateProvisioner(driverName, FieldPath.of('driverName')),
    ...validateParameters(parameters, path),
    ...validateRequired(parameters, path, 'must contain at least one key/value pair'),
  ];
}

const immutableFields = ['driverName', 'parameters'] as const;
