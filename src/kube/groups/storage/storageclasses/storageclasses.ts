import { annotationsOf, type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { deprecatedNodeLabelMessage } from '../../../deprecated-node-labels.js';
import { textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { classOf, validateStorageClass, validateStorageClassUpdate } from './validation.js';

export const storageClasses = defineResource({
  kind: 'StorageClass',
  plural: 'storageclasses',
  shortNames: ['sc'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'StorageClass', {
      columns: [
        { ...nameColumn, valueOf: shownName },
        textColumn('Provisioner', ({ provisioner }) => textIn(provisioner)),
        textColumn('ReclaimPolicy', ({ reclaimPolicy }) => textIn(reclaimPolicy ?? 'Delete')),
        textColumn('VolumeBindingMode', ({ volumeBindingMode }) => textIn(volumeBindingMode ?? 'Immediate')),
        {
          name: 'AllowVolumeExpansion',
          type: 'string',
          description: '',
          valueOf: ({ allowVolumeExpansion }) => allowVolumeExpansion === true,
        },
        ageColumn,
      ],
      applyDefaults: (object) => {
        object['reclaimPolicy'] ??= 'Delete';
        object['volumeBindingMode'] ??= 'Immediate';
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

function shownName(object: JsonObject): string {
  const { name = '' } = metadataOf(object);
  const isDefault = defaultAnnotations.some((annotation) => annotationsOf(object)[annotation] === 'true');
  return isDefault ? `${name} (default)` : name;
}

function topologyWarnings(object: JsonObject): string[] {
  const path = FieldPath.of('allowedTopologies');
  return (classOf(object).allowedTopologies ?? []).flatMap(({ matchLabelExpressions = [] }, term) =>
    matchLabelExpressions.flatMap(({ key }, index) => {
      const message = deprecatedNodeLabelMessage(key);
      const place = path.index(term).child('matchLabelExpressions').index(index).child('key');
      return message === undefined ? [] : [`${place}: ${message}`];
    }),
  );
}
