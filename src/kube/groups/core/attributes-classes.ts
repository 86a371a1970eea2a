// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)
// Follows pkg/api/persistentvolume/util.go (v1.36)

import type { PersistentVolumeClaimStatus } from '../../../api/core/v1.js';
import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { dropDisabled } from '../../feature-gates/index.js';

type WithClass = { volumeAttributesClassName?: string };

const gates = ['VolumeAttributesClass'];

export const dropAttributesClass = dropDisabled<WithClass>([{ gates, fields: ['volumeAttributesClassName'] }]);

/** The same for the status of a claim. */
export const dropAttributesStatus = dropDisabled<PersistentVolumeClaimStatus>([
  { gates, fields: ['currentVolumeAttributesClassName'] },
  { gates, fields: ['modifyVolumeStatus'] },
]);

/** Errors of changing the class while the gate is off. */
export function disabledClassErrors(after: WithClass, before: WithClass, features: FeatureGates): FieldError[] {
  if (features.isEnabled('VolumeAttributesClass')) return [];
  if (after.volumeAttributesClassName === before.volumeAttributesClassName) return [];
  const detail = 'update is forbidden when the VolumeAttributesClass feature gate is disabled';
  return [FieldPath.of('spec', 'volumeAttributesClassName').forbidden(detail)];
}
