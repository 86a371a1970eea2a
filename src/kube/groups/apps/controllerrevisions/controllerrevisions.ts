import {
  controllerOf,
  isJsonObject,
  type JsonObject,
  metadataOf,
  parseGroupVersion,
} from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  required,
  validateImmutableField,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';

export const controllerRevisions = defineResource({
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('apps/v1', 'ControllerRevision', {
      columns: [
        nameColumn,
        textColumn('Controller', controllerText),
        textColumn('Revision', ({ revision }) => Number(revision ?? 0)),
        ageColumn,
      ],
    }),
  },
  strategy: { validate: validateNew, validateUpdate },
});

const dataPath = FieldPath.of('data');

function validateNew(controllerRevision: JsonObject): FieldError[] {
  const { data } = controllerRevision;
  const errors = validateRevision(controllerRevision);
  if (isJsonObject(data)) return errors;
  const detail = data === undefined || data === null ? 'data is mandatory' : 'data must be a valid JSON object';
  return [...errors, required(dataPath, detail)];
}

function validateRevision({ revision }: JsonObject): FieldError[] {
  return [...validateNonnegative(Number(revision ?? 0), FieldPath.of('revision'))];
}

/** The data of a revision is immutable. */
function validateUpdate({ object, old }: Replacement): FieldError[] {
  return [
    ...validateRevision(object),
    ...validateImmutableField(object['data'] ?? null, old['data'] ?? null, dataPath),
  ];
}

function controllerText(controllerRevision: JsonObject): string {
  const owner = controllerOf(metadataOf(controllerRevision));
  if (!owner) return '<none>';
  const { group } = parseGroupVersion(owner.apiVersion);
  const kind = group === '' ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
