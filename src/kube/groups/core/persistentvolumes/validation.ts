// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PersistentVolume, PersistentVolumeSource, PersistentVolumeSpec } from '../../../../api/core/v1.js';
import { isJsonObject, type JsonValue, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  Quantity,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { oneOf, validateRequired } from '../../../field-checks.js';
import { validateAccessModes, validateNodeSelector, volumeModes } from '../../../pod-spec/index.js';
import { validatePositiveQuantity } from '../../../quantity-rules.js';
import { asGiven, goDifference, goValue } from '../../../types/index.js';
import { validation } from '../../../validation.js';
import { disabledClassErrors } from '../attributes-classes.js';
import { sourceFields, validateSources } from './source-validation.js';

const path = FieldPath.of('spec');
const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];

export function validateVolume(volume: PersistentVolume, context: ValidationContext): FieldError[] {
  return [...validateWithoutMountOptions(volume, context), ...validateMountOptions(volume)];
}

const validateWithoutMountOptions = validation<PersistentVolume>((volume) => {
  const { metadata, spec } = volume;
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, storageClassName, volumeMode } = spec;
  const modes = path.child('accessModes');
  return [
    ...validateRequired(accessModes, modes),
    ...validateAccessModes(accessModes, modes),
    ...validateCapacity(spec),
    ...(policy ? oneOf(policy, reclaimPolicies, path.child('persistentVolumeReclaimPolicy')) : []),
    ...validateNodeAffinity(spec),
    ...validateSources({ spec, path, name: metadata.name ?? '' }),
    ...validateRecycling(spec),
    ...(storageClassName ? path.child('storageClassName').check(storageClassName, checkDns1123Subdomain) : []),
    ...oneOf(volumeMode, volumeModes, path.child('volumeMode')),
    ...validateAttributesClass(spec),
  ];
});

/** As upstream, an update reports all errors of the volume twice, except those of mount options. */
export function validateVolumeUpdate(
  { object, old }: Replacement<PersistentVolume>,
  context: UpdateValidationContext,
): FieldError[] {
  const [after, before] = [object.spec, old.spec];
  const errors = [...validateVolume(object, context), ...validateWithoutMountOptions(object, context)];
  const [sources, oldSources] = [sourcesOf(after, before), sourcesOf(before, before)];
  if (!jsonEqual(sources, oldSources)) {
    const changes = goDifference('core/v1.PersistentVolumeSource', oldSources, sources);
    const detail = `spec.persistentvolumesource is immutable after creation\n${changes}`;
    errors.push(path.child('persistentvolumesource').forbidden(detail));
  }
  errors.push(...validateImmutableField(after.volumeMode, before.volumeMode, FieldPath.of('volumeMode')));
  if (!context.features.isEnabled('MutablePVNodeAffinity')) errors.push(...validateSameAffinity(after, before));
  errors.push(...disabledClassErrors(after, before, context.features));
  if (before.volumeAttributesClassName !== undefined && after.volumeAttributesClassName === undefined) {
    const place = path.child('volumeAttributesClassName');
    errors.push(place.forbidden('update from non-nil value to nil is forbidden'));
  }
  return errors;
}

function validateCapacity(spec: PersistentVolumeSpec): FieldError[] {
  const { capacity = {} } = spec;
  const place = path.child('capacity');
  const names = Object.keys(capacity);
  return [
    ...validateRequired(names, place),
    ...(names.length === 1 && 'storage' in capacity
      ? []
      : [place.notSupported(asGiven(spec, 'capacity', {}), ['storage'])]),
    ...Object.entries(capacity).flatMap(([name, amount]) => [
      ...validateWholeQuantity(amount, place.key(name)),
      ...validatePositiveQuantity(amount, place.key(name)),
    ]),
  ];
}

function validateWholeQuantity(amount: string, place: FieldPath): FieldError[] {
  const value = Quantity.parse(amount).value();
  return value < 0n ? [place.invalid(value, 'must be a valid resource quantity')] : [];
}

function validateNodeAffinity({ nodeAffinity }: PersistentVolumeSpec): FieldError[] {
  if (!nodeAffinity) return [];
  const place = path.child('nodeAffinity', 'required');
  if (!nodeAffinity.required) return [place.required('must specify required node constraints')];
  return validateNodeSelector(nodeAffinity.required, place);
}

/** Stable names of former beta node labels. */
const laterLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

function validateSameAffinity(
  { nodeAffinity: after }: PersistentVolumeSpec,
  { nodeAffinity: before }: PersistentVolumeSpec,
): FieldError[] {
  if (!before || isSameAffinity(after, before)) return [];
  const detail = 'field is immutable, except for updating from beta label to GA';
  const shown = after ? goValue('core/v1.VolumeNodeAffinity', after) : null;
  return [FieldPath.of('nodeAffinity').invalid(shown, detail)];
}

/** Whether two affinities are equal, apart from renaming beta labels. */
function isSameAffinity(after: JsonValue | undefined, before: JsonValue | undefined): boolean {
  if (Array.isArray(after) && Array.isArray(before)) {
    return after.length === before.length && after.every((item, index) => isSameAffinity(item, before[index]));
  }
  if (!isJsonObject(after) || !isJsonObject(before)) return jsonEqual(after, before);
  // A label without a stable name may become empty here; that is rejected elsewhere.
  const isSameField = (field: string): boolean =>
    isSameAffinity(after[field], before[field]) ||
    (field === 'key' && after[field] === (laterLabels[String(before[field])] ?? ''));
  return Object.keys({ ...after, ...before }).every(isSameField);
}

function validateRecycling({ hostPath, persistentVolumeReclaimPolicy: policy }: PersistentVolumeSpec): FieldError[] {
  const isRoot = hostPath !== undefined && /^\/(?:\.?\/)*\.?$/.test(hostPath.path);
  if (!isRoot || policy !== 'Recycle') return [];
  const detail = "may not be 'recycle' for a hostPath mount of '/'";
  return [path.child('persistentVolumeReclaimPolicy').forbidden(detail)];
}

function validateAttributesClass({ volumeAttributesClassName: name, csi }: PersistentVolumeSpec): FieldError[] {
  if (name === undefined) return [];
  const place = path.child('volumeAttributesClassName');
  return [
    ...(name === '' ? [place.required('an empty string is disallowed')] : place.check(name, checkDns1123Subdomain)),
    ...(csi ? [] : [path.child('csi').required('has to be specified when using volumeAttributesClassName')]),
  ];
}

const mountOptions = 'volume.beta.kubernetes.io/mount-options';
const mountable: readonly (keyof PersistentVolumeSource)[] = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
];

/** The mount options annotation is supported by some volume types only. */
function validateMountOptions({ metadata, spec }: PersistentVolume): FieldError[] {
  if (metadata.annotations?.[mountOptions] === undefined) return [];
  if (mountable.some((field) => spec[field] !== undefined)) return [];
  const place = FieldPath.of('metadata', 'annotations', mountOptions);
  return [place.forbidden('may not specify mount options for this volume type')];
}

/** Returns the sources of a volume; a secret for expansion may be added later. */
function sourcesOf(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): PersistentVolumeSource {
  const sources: PersistentVolumeSource = Object.fromEntries(
    sourceFields.flatMap((field) => (spec[field] ? [[field, spec[field]]] : [])),
  );
  if (!old.csi || old.csi.controllerExpandSecretRef || !sources.csi) return sources;
  const { controllerExpandSecretRef: _secret, ...csi } = sources.csi;
  return { ...sources, csi };
}
