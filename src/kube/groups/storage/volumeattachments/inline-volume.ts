import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, type FieldPath, forbidden, required } from '../../../../apimachinery/validation/index.js';
import { validateAccessModes } from '../../../pod-spec/index.js';
import { validateSources } from '../../core/persistentvolumes/source-validation.js';
import type { VolumeSpec } from '../../core/persistentvolumes/volume.js';

const elsewhere = 'may not be specified in the context of inline volumes';

/** An inline volume of a pod, as a CSI persistent volume: without claim and storage class. */
export function validateInlineVolume(given: JsonObject, path: FieldPath): FieldError[] {
  const spec = given as unknown as VolumeSpec;
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const [modes, policyPath] = [path.child('accessModes'), path.child('persistentVolumeReclaimPolicy')];
  const kept = 'may only be Retain in the context of inline volumes';
  const otherMode = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
  const notHere = (field: keyof VolumeSpec) => (spec[field] ? [forbidden(path.child(field), elsewhere)] : []);
  const { nodeAffinity: _notHere, ...sources } = given;
  return [
    ...notHere('claimRef'),
    ...notHere('capacity'),
    ...(spec.csi ? [] : [required(path.child('csi'), 'has to be specified in the context of inline volumes')]),
    ...(accessModes.length === 0 ? [required(modes, '')] : []),
    ...validateAccessModes(accessModes, modes),
    ...(policy && policy !== 'Retain' ? [forbidden(policyPath, kept)] : []),
    ...notHere('nodeAffinity'),
    ...validateSources({ spec: sources, path, name: '' }),
    ...notHere('storageClassName'),
    ...(volumeMode !== undefined && volumeMode !== 'Filesystem'
      ? [forbidden(path.child('volumeMode'), otherMode)]
      : []),
  ];
}
