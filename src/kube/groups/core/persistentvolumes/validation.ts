import { type JsonObject, type JsonValue, jsonEqual, metadataOf } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  Quantity,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked, oneOf } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { validateAccessModes, validateNodeSelector } from '../../../pod-spec/index.js';
import { validatePositiveQuantity } from '../../../quantity-rules.js';
import { asGiven, goDifference, goValue } from '../../../types/index.js';
import { validateSources } from './source-validation.js';
import { sourceFields, specOf, type VolumeSpec } from './volume.js';

const path = FieldPath.of('spec');
const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];
const volumeModes = ['Block', 'Filesystem'];

export function validateVolume(volume: JsonObject): FieldError[] {
  const spec = specOf(volume);
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, storageClassName, volumeMode } = spec;
  const modes = path.child('accessModes');
  return [
    ...(accessModes.length === 0 ? [required(modes, '')] : []),
    ...validateAccessModes(accessModes, modes),
    ...validateCapacity(spec),
    ...(policy ? oneOf(policy, reclaimPolicies, path.child('persistentVolumeReclaimPolicy')) : []),
    ...validateNodeAffinity(spec),
    ...validateSources({ spec: objectIn(volume['spec']), path, name: metadataOf(volume).name ?? '' }),
    ...validateRecycling(spec),
    ...(storageClassName ? checked(storageClassName, checkDns1123Subdomain, path.child('storageClassName')) : []),
    ...(volumeMode === undefined ? [] : oneOf(volumeMode, volumeModes, path.child('volumeMode'))),
    ...validateAttributesClass(spec),
    ...validateMountOptions(volume),
  ];
}

/** As upstream, an update reports all errors of the volume twice, except those of mount options. */
export function validateVolumeUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const options = validateMountOptions(object).length;
  const whole = validateVolume(object);
  const errors = [...whole, ...whole.slice(0, whole.length - options)];
  if (!jsonEqual(sourcesOf(object, old), sourcesOf(old, old))) {
    const changes = goDifference('core/v1.PersistentVolumeSource', sourcesOf(old, old), sourcesOf(object, old));
    const detail = `spec.persistentvolumesource is immutable after creation\n${changes}`;
    errors.push(forbidden(path.child('persistentvolumesource'), detail));
  }
  errors.push(...validateImmutableField(after.volumeMode, before.volumeMode, FieldPath.of('volumeMode')));
  errors.push(...validateSameAffinity(after, before));
  if (before.volumeAttributesClassName !== undefined && after.volumeAttributesClassName === undefined) {
    const place = path.child('volumeAttributesClassName');
    errors.push(forbidden(place, 'update from non-nil value to nil is forbidden'));
  }
  return errors;
}

function validateCapacity(spec: VolumeSpec): FieldError[] {
  const { capacity = {} } = spec;
  const place = path.child('capacity');
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [required(place, '')] : []),
    ...(names.length === 1 && 'storage' in capacity
      ? []
      : [notSupported(place, asGiven(spec, 'capacity', {}), ['storage'])]),
    ...Object.entries(capacity).flatMap(([name, amount]) => [
      ...validateWholeQuantity(amount, place.key(name)),
      ...validatePositiveQuantity(amount, place.key(name)),
    ]),
  ];
}

function validateWholeQuantity(amount: string, place: FieldPath): FieldError[] {
  const value = Quantity.parse(amount).value();
  return value < 0n ? [invalidValue(place, value, 'must be a valid resource quantity')] : [];
}

function validateNodeAffinity({ nodeAffinity }: VolumeSpec): FieldError[] {
  if (!nodeAffinity) return [];
  const place = path.child('nodeAffinity', 'required');
  if (!nodeAffinity.required) return [required(place, 'must specify required node constraints')];
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

function validateSameAffinity({ nodeAffinity: after }: VolumeSpec, { nodeAffinity: before }: VolumeSpec): FieldError[] {
  if (!before || isSameAffinity(after as JsonObject | undefined, before as JsonObject)) return [];
  const detail = 'field is immutable, except for updating from beta label to GA';
  const shown = after ? goValue('core/v1.VolumeNodeAffinity', after) : null;
  return [invalidValue(FieldPath.of('nodeAffinity'), shown, detail)];
}

/** Whether two affinities are equal, apart from renaming beta labels. */
function isSameAffinity(after: JsonValue | undefined, before: JsonValue | undefined): boolean {
  if (Array.isArray(after) && Array.isArray(before)) {
    return after.length === before.length && after.every((item, index) => isSameAffinity(item, before[index]));
  }
  if (typeof after !== 'object' || typeof before !== 'object' || Array.isArray(after) || Array.isArray(before)) {
    return jsonEqual(after, before);
  }
  const [mine, its] = [objectIn(after), objectIn(before)];
  // A label without a stable name may become empty here; that is rejected elsewhere.
  const isSameField = (field: string): boolean =>
    isSameAffinity(mine[field], its[field]) ||
    (field === 'key' && mine[field] === (laterLabels[String(its[field])] ?? ''));
  return Object.keys({ ...mine, ...its }).every(isSameField);
}

function validateRecycling({ hostPath, persistentVolumeReclaimPolicy: policy }: VolumeSpec): FieldError[] {
  const isRoot = hostPath !== undefined && /^\/(?:\.?\/)*\.?$/.test(hostPath.path);
  if (!isRoot || policy !== 'Recycle') return [];
  const detail = "may not be 'recycle' for a hostPath mount of '/'";
  return [forbidden(path.child('persistentVolumeReclaimPolicy'), detail)];
}

function validateAttributesClass({ volumeAttributesClassName: name, csi }: VolumeSpec): FieldError[] {
  if (name === undefined) return [];
  const place = path.child('volumeAttributesClassName');
  return [
    ...(name === '' ? [required(place, 'an empty string is disallowed')] : checked(name, checkDns1123Subdomain, place)),
    ...(csi ? [] : [required(path.child('csi'), 'has to be specified when using volumeAttributesClassName')]),
  ];
}

const mountOptions = 'volume.beta.kubernetes.io/mount-options';
const mountable = [
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
function validateMountOptions(volume: JsonObject): FieldError[] {
  if (metadataOf(volume).annotations?.[mountOptions] === undefined) return [];
  const spec = objectIn(volume['spec']);
  if (mountable.some((field) => spec[field] !== undefined)) return [];
  const place = FieldPath.of('metadata', 'annotations', mountOptions);
  return [forbidden(place, 'may not specify mount options for this volume type')];
}

/** Returns the sources of a volume; a secret for expansion may be added later. */
function sourcesOf(volume: JsonObject, old: JsonObject): JsonObject {
  const spec = objectIn(volume['spec']);
  const sources = Object.fromEntries(sourceFields.flatMap((field) => (spec[field] ? [[field, spec[field]]] : [])));
  const { csi: before } = specOf(old);
  if (!before || before.controllerExpandSecretRef || sources['csi'] === undefined) return sources;
  const { controllerExpandSecretRef: _secret, ...csi } = objectIn(sources['csi']);
  return { ...sources, csi };
}
