// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { PersistentVolumeSpec } from '../../../../api/core/v1.js';
import type { FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { validateRequired } from '../../../field-checks.js';
import { validateAccessModes } from '../../../pod-spec/index.js';
import { validateSources } from '../../core/persistentvolumes/source-validation.js';

const elsewhere = 'may not be specified in the context of inline volumes';

/** An inline volume of a pod, as a CSI persistent volume: without claim and storage class. */
export function validateInlineVolume(spec: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const [modes, policyPath] = [path.child('accessModes'), path.child('persistentVolumeReclaimPolicy')];
  const kept = 'may only be Retain in the context of inline volumes';
  const otherMode = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
  const notHere = (field: keyof PersistentVolumeSpec) => (spec[field] ? [path.child(field).forbidden(elsewhere)] : []);
  const { nodeAffinity: _notHere, ...sources } = spec;
  return [
    ...notHere('claimRef'),
    ...notHere('capacity'),
    ...validateRequired(spec.csi, path.child('csi'), 'has to be specified in the context of inline volumes'),
    ...validateRequired(accessModes, modes),
    ...validateAccessModes(accessModes, modes),
    ...(policy && policy !== 'Retain' ? [policyPath.forbidden(kept)] : []),
    ...notHere('nodeAffinity'),
    ...validateSources({ spec: sources, path, name: '' }),
    ...notHere('storageClassName'),
    ...(volumeMode !== undefined && volumeMode !== 'Filesystem' ? [path.child('volumeMode').forbidden(otherMode)] : []),
  ];
}
