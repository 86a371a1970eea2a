import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { objectIn } from '../../../fields.js';
import { validatePositiveQuantity } from '../../../quantity-rules.js';
import { checked, oneOf } from '../../../rules.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { validateAccessModes } from '../access-modes.js';
import { sourceFields, specOf, type VolumeSpec } from './volume.js';

const path = FieldPath.of('spec');
const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];
const volumeModes = ['Block', 'Filesystem'];
const hostPathTypes = [
  '',
  'DirectoryOrCreate',
  'Directory',
  'FileOrCreate',
  'File',
  'Socket',
  'CharDevice',
  'BlockDevice',
];

export function validateVolume(volume: JsonObject): FieldError[] {
  const spec = specOf(volume);
  const { accessModes = [], persistentVolumeReclaimPolicy: policy, storageClassName, volumeMode } = spec;
  const modes = path.child('accessModes');
  return [
    ...(accessModes.length === 0 ? [required(modes, '')] : []),
    ...validateAccessModes(accessModes, modes),
    ...validateCapacity(spec),
    ...(policy ? oneOf(policy, reclaimPolicies, path.child('persistentVolumeReclaimPolicy')) : []),
    ...validateSources(volume),
    ...(storageClassName ? checked(storageClassName, checkDns1123Subdomain, path.child('storageClassName')) : []),
    ...(volumeMode === undefined ? [] : oneOf(volumeMode, volumeModes, path.child('volumeMode'))),
    ...validateAttributesClass(spec),
  ];
}

export function validateVolumeUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const errors = validateVolume(object);
  if (!jsonEqual(sourcesOf(object, old), sourcesOf(old, old))) {
    const detail = 'spec.persistentvolumesource is immutable after creation';
    errors.push(forbidden(path.child('persistentvolumesource'), detail));
  }
  errors.push(...validateImmutableField(after.volumeMode, before.volumeMode, FieldPath.of('volumeMode')));
  if (before.volumeAttributesClassName !== undefined && after.volumeAttributesClassName === undefined) {
    const place = path.child('volumeAttributesClassName');
    errors.push(forbidden(place, 'update from non-nil value to nil is forbidden'));
  }
  if (before.nodeAffinity === undefined) return errors;
  const affinity = (spec: VolumeSpec): JsonObject => objectIn(spec.nodeAffinity as JsonObject | undefined);
  return [...errors, ...validateImmutableField(affinity(after), affinity(before), FieldPath.of('nodeAffinity'))];
}

function validateCapacity({ capacity = {} }: VolumeSpec): FieldError[] {
  const place = path.child('capacity');
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [required(place, '')] : []),
    ...(names.length === 1 && 'storage' in capacity ? [] : [notSupported(place, { ...capacity }, ['storage'])]),
    ...Object.entries(capacity).flatMap(([name, amount]) => validatePositiveQuantity(amount, place.key(name))),
  ];
}

function validateSources(volume: JsonObject): FieldError[] {
  const given = objectIn(volume['spec']);
  const [first, ...others] = sourceFields.filter((field) => given[field] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  return [
    ...validateSource(first, specOf(volume)),
    ...others.map((field) => forbidden(path.child(field), 'may not specify more than 1 volume type')),
  ];
}

function validateSource(field: string, { hostPath, nfs, local, csi, nodeAffinity }: VolumeSpec): FieldError[] {
  const place = path.child(field);
  if (field === 'hostPath' && hostPath) {
    if (hostPath.path === '') return [required(place.child('path'), '')];
    const type = place.child('type');
    return [...pathErrors(hostPath.path, place.child('path')), ...oneOf(hostPath.type ?? '', hostPathTypes, type)];
  }
  if (field === 'nfs' && nfs) {
    return [
      ...(nfs.server === '' ? [required(place.child('server'), '')] : []),
      ...(nfs.path === '' ? [required(place.child('path'), '')] : []),
      ...(nfs.path.startsWith('/') ? [] : [invalidValue(place.child('path'), nfs.path, 'must be an absolute path')]),
    ];
  }
  if (field === 'local' && local) {
    const missing = required(path.child('nodeAffinity'), 'Local volume requires node affinity');
    const errors =
      local.path === '' ? [required(place.child('path'), '')] : pathErrors(local.path, place.child('path'));
    return nodeAffinity ? errors : [...errors, missing];
  }
  if (field === 'csi' && csi) {
    const handle = place.child('volumeHandle');
    return [
      ...validateDriverName(csi.driver, place.child('driver')),
      ...(csi.volumeHandle === '' ? [required(handle, '')] : []),
    ];
  }
  return [];
}

function pathErrors(text: string, place: FieldPath): FieldError[] {
  return text.split('/').includes('..') ? [invalidValue(place, text, "must not contain '..'")] : [];
}

function validateAttributesClass({ volumeAttributesClassName: name, csi }: VolumeSpec): FieldError[] {
  if (name === undefined) return [];
  const place = path.child('volumeAttributesClassName');
  return [
    ...(name === '' ? [required(place, 'an empty string is disallowed')] : checked(name, checkDns1123Subdomain, place)),
    ...(csi ? [] : [required(path.child('csi'), 'has to be specified when using volumeAttributesClassName')]),
  ];
}

/** The sources of a volume; the secret of its expansion may be added later. */
function sourcesOf(volume: JsonObject, old: JsonObject): JsonObject {
  const spec = objectIn(volume['spec']);
  const sources = Object.fromEntries(sourceFields.flatMap((field) => (spec[field] ? [[field, spec[field]]] : [])));
  const hadSecret = specOf(old).csi?.controllerExpandSecretRef !== undefined;
  if (hadSecret || sources['csi'] === undefined) return sources;
  const { controllerExpandSecretRef: _secret, ...csi } = objectIn(sources['csi']);
  return { ...sources, csi };
}
