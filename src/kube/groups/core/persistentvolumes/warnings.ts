// Follows pkg/api/persistentvolume/util.go (v1.36)

import type { PersistentVolume, PersistentVolumeSource } from '../../../../api/core/v1.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { nodeSelectorTermWarnings } from '../../../pod-spec/index.js';
import { classAnnotation } from '../volumes.js';

const deprecatedAnnotations: Readonly<Record<string, string>> = {
  [classAnnotation]: 'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** By source field; with the name in upstream's message where it differs. */
const deprecatedSources: readonly (readonly [field: keyof PersistentVolumeSource, message: string, shown?: string])[] =
  [
    ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
    ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
    ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
    ['storageos', 'deprecated in v1.22, non-functional in v1.25+', 'storageOS'],
    ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
    ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
  ];

const recycled =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

/** Warns of deprecated fields of a volume. */
export function volumeWarnings({ metadata: { annotations = {} }, spec }: PersistentVolume): string[] {
  const { persistentVolumeReclaimPolicy: policy, nodeAffinity } = spec;
  const path = FieldPath.of('spec');
  const terms = path.child('nodeAffinity', 'required', 'nodeSelectorTerms');
  return [
    ...Object.entries(deprecatedAnnotations)
      .filter(([key]) => annotations[key] !== undefined)
      .map(([key, message]) => `${FieldPath.of('metadata', 'annotations').key(key)}: ${message}`),
    ...(policy === 'Recycle' ? [`${path.child('persistentVolumeReclaimPolicy')}: ${recycled}`] : []),
    ...(nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeSelectorTermWarnings(term, terms.index(index), { checksValues: false }),
    ),
    ...deprecatedSources
      .filter(([field]) => spec[field] !== undefined)
      .map(([field, message, shown = field]) => `${path.child(shown)}: ${message}`),
  ];
}
