import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type FieldError, type FieldPath, invalidValue, required } from '../../apimachinery/validation/index.js';
import { listIn, objectIn, textIn } from '../fields.js';
import { validateLocalPath, validateNoBacksteps } from './path-validation.js';

/** The texts, or lists, that a source of a volume cannot do without; upstream calls some sources otherwise. */
const requiredFields: Readonly<Record<string, { place?: string; fields: readonly string[] }>> = {
  gitRepo: { fields: ['repository'] },
  gcePersistentDisk: { place: 'persistentDisk', fields: ['pdName'] },
  awsElasticBlockStore: { fields: ['volumeID'] },
  nfs: { fields: ['server', 'path'] },
  iscsi: { fields: ['targetPortal', 'iqn'] },
  glusterfs: { fields: ['endpoints', 'path'] },
  rbd: { fields: ['monitors', 'image'] },
  cinder: { fields: ['volumeID'] },
  cephfs: { fields: ['monitors'] },
  quobyte: { fields: ['registry', 'volume'] },
  flexVolume: { fields: ['driver'] },
  azureFile: { fields: ['secretName', 'shareName'] },
  vsphereVolume: { fields: ['volumePath'] },
  photonPersistentDisk: { fields: ['pdID'] },
  portworxVolume: { fields: ['volumeID'] },
  azureDisk: { fields: ['diskName', 'diskURI'] },
  storageos: { fields: ['volumeName'] },
  scaleIO: { fields: ['gateway', 'system', 'volumeName'] },
};

/** Volumes of storage that the node, or a driver long gone, knows about; `path` is that of the volume. */
export function validateLegacySource(source: string, fields: JsonObject, path: FieldPath): FieldError[] {
  const { place = source, fields: needed = [] } = requiredFields[source] ?? {};
  const at = path.child(place);
  const errors = needed
    .filter((field) => textIn(fields[field]) === '' && listIn(fields[field]).length === 0)
    .map((field) => required(at.child(field), ''));
  return [...errors, ...specialErrors(source, fields, at)];
}

function specialErrors(source: string, fields: JsonObject, path: FieldPath): FieldError[] {
  switch (source) {
    case 'gitRepo':
      return validateLocalPath(textIn(fields['directory']), path.child('directory'));
    case 'nfs':
      return nfsErrors(textIn(fields['path']), path);
    case 'gcePersistentDisk':
    case 'awsElasticBlockStore':
      return partitionErrors(fields['partition'], path.child('partition'));
    case 'iscsi':
      return iscsiErrors(fields, path);
    case 'cinder':
    case 'scaleIO':
    case 'storageos':
      return secretErrors(fields, path);
    case 'fc':
      return fibreChannelErrors(fields, path);
    case 'quobyte':
    case 'glusterfs':
      return validateNoBacksteps(textIn(fields['path']), path.child('path'));
    default:
      return [];
  }
}

function nfsErrors(target: string, path: FieldPath): FieldError[] {
  return target.startsWith('/') ? [] : [invalidValue(path.child('path'), target, 'must be an absolute path')];
}

function partitionErrors(partition: JsonObject[string] | undefined, path: FieldPath): FieldError[] {
  if (typeof partition !== 'number' || (partition >= 0 && partition <= 255)) return [];
  return [invalidValue(path, partition, 'must be between 0 and 255, inclusive')];
}

function iscsiErrors(
  { lun, chapAuthDiscovery, chapAuthSession, secretRef }: JsonObject,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof lun === 'number' && (lun < 0 || lun > 255)) {
    errors.push(invalidValue(path.child('lun'), lun, 'must be between 0 and 255, inclusive'));
  }
  if ((chapAuthDiscovery || chapAuthSession) && secretRef === undefined)
    errors.push(required(path.child('secretRef'), ''));
  return errors;
}

function secretErrors({ secretRef }: JsonObject, path: FieldPath): FieldError[] {
  if (secretRef === undefined || textIn(objectIn(secretRef)['name']) !== '') return [];
  return [required(path.child('secretRef', 'name'), '')];
}

function fibreChannelErrors(fields: JsonObject, path: FieldPath): FieldError[] {
  const [names, ids] = [listIn(fields['targetWWNs']), listIn(fields['wwids'])];
  const namesPath = path.child('targetWWNs');
  const errors: FieldError[] = [];
  if (names.length === 0 && ids.length === 0) {
    errors.push(required(namesPath, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (names.length > 0 && ids.length > 0) {
    errors.push(invalidValue(namesPath, [...names], 'targetWWNs and wwids can not be specified simultaneously'));
  }
  const { lun } = fields;
  if (names.length === 0) return errors;
  if (lun === undefined) errors.push(required(path.child('lun'), 'lun is required if targetWWNs is specified'));
  else if (typeof lun === 'number' && (lun < 0 || lun > 255)) {
    errors.push(invalidValue(path.child('lun'), lun, 'must be between 0 and 255, inclusive'));
  }
  return errors;
}
