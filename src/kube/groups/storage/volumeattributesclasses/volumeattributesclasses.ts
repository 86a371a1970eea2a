import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, forbidden, required } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement, type TableColumn } from '../../../../server/registry/index.js';
import { textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion, earlierVersion } from '../../../types/index.js';
import { type Parameters, validateParameters, validateProvisioner } from '../parameters.js';

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('DriverName', ({ driverName }) => textIn(driverName)),
  ageColumn,
];

export const volumeAttributesClasses = defineResource({
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  shortNames: ['vac'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'VolumeAttributesClass', { columns }),
    v1beta1: earlierVersion('storage.k8s.io/v1beta1', 'VolumeAttributesClass', {
      columns,
      deprecation: { since: 34, until: 37, replacement: 'storage.k8s.io/v1 VolumeAttributesClass' },
    }),
  },
  strategy: { returnsDeletedObject: true, validate: validateClass, validateUpdate: validateClassUpdate },
});

function validateClass(object: JsonObject): FieldError[] {
  const parameters = (object['parameters'] ?? {}) as Parameters;
  const path = FieldPath.of('parameters');
  const isEmpty = Object.keys(parameters).length === 0;
  return [
    ...validateProvisioner(textIn(object['driverName']), FieldPath.of('driverName')),
    ...validateParameters(parameters, path),
    ...(isEmpty ? [required(path, 'must contain at least one key/value pair')] : []),
  ];
}

function validateClassUpdate({ object, old }: Replacement): FieldError[] {
  const changed = ['driverName', 'parameters'].filter((field) => !jsonEqual(object[field], old[field]));
  return [
    ...changed.map((field) => forbidden(FieldPath.of(field), `updates to ${field} are forbidden.`)),
    ...validateClass(object),
  ];
}
