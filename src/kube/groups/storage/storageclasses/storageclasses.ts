// Follows pkg/registry/storage/storageclass/strategy.go (v1.36)
// Follows pkg/apis/storage/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { StorageClass } from '../../../../api/storage/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateStorageClass, validateStorageClassUpdate } from './validation.js';

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
    validateUpdate: validateStorageClassUpdate,
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
