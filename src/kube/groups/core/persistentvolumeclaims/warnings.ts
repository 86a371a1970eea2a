// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)

import type { PersistentVolumeClaim } from '../../../../api/core/v1.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { claimSpecWarnings } from '../../../pod-spec/index.js';
import { classAnnotation } from '../volumes.js';

export function claimWarnings({ metadata, spec }: PersistentVolumeClaim): string[] {
  const place = FieldPath.of('metadata', 'annotations').key(classAnnotation);
  const isOld = metadata.annotations?.[classAnnotation] !== undefined;
  return [
    ...(isOld ? [`${place}: deprecated since v1.8; use "storageClassName" attribute instead`] : []),
    ...claimSpecWarnings(spec, FieldPath.of('spec')),
  ];
}
