// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, Volume, VolumeDevice, VolumeMount } from '../../api/core/v1.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { eachItem, oneOf } from '../field-checks.js';
import { validateLocalPath, validateNoBacksteps } from './path-validation.js';

/** Valid volumes of a pod, by name. */
export type Volumes = ReadonlyMap<string, Volume>;

/** Mounts and devices of a container. */
interface Places {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

function placesOf(places: readonly (readonly [name: string, path: string])[]): Places {
  return { names: new Set(places.map(([name]) => name)), paths: new Set(places.map(([, path]) => path)) };
}

export function validateMounts(container: Container, path: FieldPath, volumes: Volumes): FieldError[] {
  const devices = placesOf((container.volumeDevices ?? []).map(({ name, devicePath }) => [name, devicePath]));
  const seen = new Set<string>();
  return eachItem(container.volumeMounts, path, (mount, place) => {
    const { name, mountPath } = mount;
    const errors: FieldError[] = [];
    if (!name) errors.push(place.child('name').required());
    if (!volumes.has(name)) errors.push(place.child('name').notFound(name));
    if (!mountPath) errors.push(place.child('mountPath').required());
    if (seen.has(mountPath)) errors.push(place.child('mountPath').invalid(mountPath, 'must be unique'));
    seen.add(mountPath);
    errors.push(...deviceErrors(mount, place, devices));
    return [...errors, ...subPathErrors(mount, path, place), ...sharingErrors(mount, path, container)];
  });
}

function deviceErrors({ name, mountPath }: VolumeMount, path: FieldPath, devices: Places): FieldError[] {
  const errors: FieldError[] = [];
  if (devices.names.has(name)) errors.push(path.child('name').invalid(name, 'must not already exist in volumeDevices'));
  if (devices.paths.has(mountPath)) {
    const detail = 'must not already exist as a path in volumeDevices';
    errors.push(path.child('mountPath').invalid(mountPath, detail));
  }
  return errors;
}

/** Most of upstream's errors name the list instead of the mount. */
function subPathErrors({ subPath, subPathExpr }: VolumeMount, list: FieldPath, place: FieldPath): FieldError[] {
  const errors = subPath ? validateLocalPath(subPath, list.child('subPath')) : [];
  if (!subPathExpr) return errors;
  if (subPath) {
    const detail = 'subPathExpr and subPath are mutually exclusive';
    errors.push(place.child('subPathExpr').invalid(subPathExpr, detail));
  }
  return [...errors, ...validateLocalPath(subPathExpr, list.child('subPathExpr'))];
}

const propagations = ['Bidirectional', 'HostToContainer', 'None'];
const recursions = ['Disabled', 'Enabled', 'IfPossible'];

function sharingErrors(mount: VolumeMount, list: FieldPath, { securityContext }: Container): FieldError[] {
  const { mountPropagation, recursiveReadOnly, readOnly } = mount;
  const propagationPath = list.child('mountPropagation');
  const errors = oneOf(mountPropagation, propagations, propagationPath);
  if (mountPropagation === 'Bidirectional' && !securityContext?.privileged) {
    const detail = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(propagationPath.forbidden(detail));
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return errors;
  const path = list.child('recursiveReadOnly');
  if (!recursions.includes(recursiveReadOnly)) return [...errors, ...oneOf(recursiveReadOnly, recursions, path)];
  if (!readOnly) errors.push(path.forbidden('may only be specified when readOnly is true'));
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    errors.push(path.forbidden('may only be specified when mountPropagation is None or not specified'));
  }
  return errors;
}

export function validateDevices(container: Container, path: FieldPath, volumes: Volumes): FieldError[] {
  const mounts = placesOf((container.volumeMounts ?? []).map(({ name, mountPath }) => [name, mountPath]));
  const [names, paths] = [new Set<string>(), new Set<string>()];
  return eachItem(container.volumeDevices, path, (device, place) => {
    const { name, devicePath } = device;
    const [namePath, pathPath] = [place.child('name'), place.child('devicePath')];
    const errors: FieldError[] = [];
    if (!name) errors.push(namePath.required());
    if (names.has(name)) errors.push(namePath.invalid(name, 'must be unique'));
    errors.push(...blockErrors(device, namePath, volumes));
    if (!devicePath) errors.push(pathPath.required());
    if (paths.has(devicePath)) errors.push(pathPath.invalid(devicePath, 'must be unique'));
    if (validateNoBacksteps(devicePath ?? '', pathPath).length > 0) {
      errors.push(pathPath.invalid(devicePath, "can not contain backsteps ('..')"));
    } else paths.add(devicePath);
    if (mounts.names.has(name)) errors.push(namePath.invalid(name, 'must not already exist in volumeMounts'));
    if (mounts.paths.has(devicePath)) {
      errors.push(pathPath.invalid(devicePath, 'must not already exist as a path in volumeMounts'));
    }
    if (name) names.add(name);
    return errors;
  });
}

function blockErrors({ name }: VolumeDevice, path: FieldPath, volumes: Volumes): FieldError[] {
  const volume = volumes.get(name);
  if (!volume) return [path.notFound(name)];
  if (volume.persistentVolumeClaim || volume.ephemeral) return [];
  const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [path.invalid(name, detail)];
}
