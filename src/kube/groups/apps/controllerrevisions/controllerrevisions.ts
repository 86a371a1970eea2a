// Follows pkg/apis/apps/validation/validation.go (v1.36)
// Follows pkg/registry/apps/controllerrevision/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ControllerRevision } from '../../../../api/apps/v1.js';
import { controllerOf, isJsonObject, metadataOf, parseGroupVersion } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  required,
  validateImmutableField,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import {
  defineResource,
  type Replacement,
  type UpdateValidationContext,
  type ValidationContext,
} from '../../../../server/registry/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../metadata-validation.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';

export const controllerRevisions = defineResource<ControllerRevision>({
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion<ControllerRevision>('apps/v1', 'ControllerRevision', {
      columns: [
        nameColumn,
        textColumn('Controller', controllerText, { description: 'Controller of the object' }),
        textColumn('Revision', ({ revision }) => revision, { description: ['apps/v1.ControllerRevision', 'revision'] }),
        ageColumn,
      ],
    }),
  },
  strategy: { validate: validateNew, validateUpdate },
});

const dataPath = FieldPath.of('data');

function validateNew(controllerRevision: ControllerRevision, context: ValidationContext): FieldError[] {
  const { data } = controllerRevision;
  const errors = validateRevision(controllerRevision, context);
  if (isJsonObject(data)) return errors;
  const detail = data === undefined || data === null ? 'data is mandatory' : 'data must be a valid JSON object';
  return [...errors, required(dataPath, detail)];
}

function validateRevision(controllerRevision: ControllerRevision, context: ValidationContext): FieldError[] {
  return [
    ...validateMetadata(controllerRevision, context),
    ...validateNonnegative(controllerRevision.revision, FieldPath.of('revision')),
  ];
}

/** The data of a revision is immutable. */
function validateUpdate(
  { object, old }: Replacement<ControllerRevision>,
  context: UpdateValidationContext,
): FieldError[] {
  return [
    ...validateMetadataUpdate(object, context),
    ...validateRevision(object, context),
    ...validateImmutableField(object.data ?? null, old.data ?? null, dataPath),
  ];
}

function controllerText(controllerRevision: ControllerRevision): string {
  const owner = controllerOf(metadataOf(controllerRevision));
  if (!owner) return '<none>';
  const { group } = parseGroupVersion(owner.apiVersion);
  const kind = group === '' ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
