// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)
// Follows pkg/api/persistentvolume/util.go (v1.36)

import type { PersistentVolumeClaimStatus } from '../../../api/core/v1.js';
import { type FieldError, FieldPath, forbidden } from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';

interface WithClass {
  volumeAttributesClassName?: string;
}

/** Drops the class if the gate is off, unless the old spec has one. */
export function dropAttributesClass(spec: WithClass, features: FeatureGates, old?: WithClass): void {
  if (features.isEnabled('VolumeAttributesClass') || old?.volumeAttributesClassName !== undefined) return;
  delete spec.volumeAttributesClassName;
}

/** The same for the status of a claim. */
export function dropAttributesStatus(
  status: PersistentVolumeClaimStatus,
  features: FeatureGates,
  old: PersistentVolumeClaimStatus,
): void {
  if (features.isEnabled('VolumeAttributesClass')) return;
  if (old.currentVolumeAttributesClassName === undefined) delete status.currentVolumeAttributesClassName;
  if (old.modifyVolumeStatus === undefined) delete status.modifyVolumeStatus;
}

/** Errors of changing the class while the gate is off. */
export function disabledClassErrors(after: WithClass, before: WithClass, features: FeatureGates): FieldError[] {
  if (features.isEnabled('VolumeAttributesClass')) return [];
  if (after.volumeAttributesClassName === before.volumeAttributesClassName) return [];
  const detail = 'update is forbidden when the VolumeAttributesClass feature gate is disabled';
  return [forbidden(FieldPath.of('spec', 'volumeAttributesClassName'), detail)];
}
