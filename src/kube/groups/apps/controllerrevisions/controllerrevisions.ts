// Follows pkg/apis/apps/validation/validation.go (v1.36)
// Follows pkg/registry/apps/controllerrevision/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ControllerRevision } from '../../../../api/apps/v1.js';
import { controllerOf, isJsonObject, metadataOf, parseGroupVersion } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  validateImmutableField,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';

export const controllerRevisions = builtInResource<ControllerRevision>('apps/v1', 'ControllerRevision', {
  plural: 'controllerrevisions',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Controller', controllerText, 'Controller of the object'),
    textColumn('Revision', 'revision'),
    ageColumn,
  ],
  strategy: {
    validate: validateNew,
    validateUpdate: ({ object, old }, context) => [
      ...validateMetadataUpdate(object, context),
      ...validateRevision(object, context),
      ...validateImmutableField(object.data ?? null, old.data ?? null, dataPath),
    ],
  },
});

const dataPath = FieldPath.of('data');

function validateNew(controllerRevision: ControllerRevision, context: ValidationContext): FieldError[] {
  const { data } = controllerRevision;
  const errors = validateRevision(controllerRevision, context);
  if (isJsonObject(data)) return errors;
  const detail = data === undefined || data === null ? 'data is mandatory' : 'data must be a valid JSON object';
  return [...errors, dataPath.required(detail)];
}

function validateRevision(controllerRevision: ControllerRevision, context: ValidationContext): FieldError[] {
  return [
    ...validateMetadata(controllerRevision, context),
    ...validateNonnegative(controllerRevision.revision, FieldPath.of('revision')),
  ];
}

function controllerText(controllerRevision: ControllerRevision): string {
  const owner = controllerOf(metadataOf(controllerRevision));
  if (!owner) return '<none>';
  const { group } = parseGroupVersion(owner.apiVersion);
  const kind = group === '' ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
