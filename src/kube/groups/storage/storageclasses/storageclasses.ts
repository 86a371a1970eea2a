// Follows pkg/registry/storage/storageclass/strategy.go (v1.36)
// Follows pkg/apis/storage/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { StorageClass } from '../../../../api/storage/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateStorageClass, validateStorageClassUpdate } from './validation.js';

export const storageClasses = defineResource<StorageClass>({
  kind: 'StorageClass',
  plural: 'storageclasses',
  shortNames: ['sc'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion<StorageClass>('storage.k8s.io/v1', 'StorageClass', {
      columns: [
        { ...nameColumn, valueOf: shownName },
        textColumn('Provisioner', ({ provisioner }) => provisioner, {
          description: ['storage/v1.StorageClass', 'provisioner'],
        }),
        textColumn('ReclaimPolicy', ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete', {
          description: ['storage/v1.StorageClass', 'reclaimPolicy'],
        }),
        textColumn('VolumeBindingMode', ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate', {
          description: ['storage/v1.StorageClass', 'volumeBindingMode'],
        }),
        // A boolean in a column of strings, as in upstream.
        {
          ...booleanColumn<StorageClass>('AllowVolumeExpansion', (object) => object.allowVolumeExpansion === true, {
            description: ['storage/v1.StorageClass', 'allowVolumeExpansion'],
          }),
          type: 'string',
        },
        ageColumn,
      ],
      applyDefaults: (object) => {
        object.reclaimPolicy ??= 'Delete';
        object.volumeBindingMode ??= 'Immediate';
      },
    }),
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
