import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  type FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../apimachinery/validation/index.js';
import { listIn, objectIn, textIn } from '../fields.js';
import { iscsiErrors } from './iscsi-validation.js';
import { validateLocalPath } from './path-validation.js';
import { labelErrors } from './problems.js';

/** Location of a source: a pod volume, or a persistent volume, whose secrets may be in any namespace. */
export interface SourcePlace {
  /** Path of the volume or spec. */
  readonly path: FieldPath;
  /** Name of the persistent volume. */
  readonly volumeName?: string;
}

const pairsProblem = 'must be a host:port pair or multiple pairs separated by commas';

/** Required fields of volume sources, and the field name in upstream's errors where it differs. */
const requiredFields: Readonly<Record<string, { place?: string; fields: readonly string[] }>> = {
  gitRepo: { fields: ['repository'] },
  gcePersistentDisk: { place: 'persistentDisk', fields: ['pdName'] },
  awsElasticBlockStore: { fields: ['volumeID'] },
  nfs: { fields: ['server', 'path'] },
  glusterfs: { fields: ['endpoints', 'path'] },
  rbd: { fields: ['monitors', 'image'] },
  cinder: { fields: ['volumeID'] },
  cephfs: { fields: ['monitors'] },
  flexVolume: { fields: ['driver'] },
  azureFile: { fields: ['secretName', 'shareName'] },
  vsphereVolume: { fields: ['volumePath'] },
  photonPersistentDisk: { fields: ['pdID'] },
  portworxVolume: { fields: ['volumeID'] },
  azureDisk: { fields: ['diskName', 'diskURI'] },
  storageos: { fields: ['volumeName'] },
  scaleIO: { fields: ['gateway', 'system', 'volumeName'] },
};

/** Validates sources of in-tree volume types. */
export function validateLegacySource(source: string, fields: JsonObject, place: SourcePlace): FieldError[] {
  const { place: name = source, fields: needed = [] } = requiredFields[source] ?? {};
  const at = { ...place, path: place.path.child(name) };
  const errors = needed
    .filter((field) => textIn(fields[field]) === '' && listIn(fields[field]).length === 0)
    .map((field) => required(at.path.child(field), ''));
  return [...errors, ...(specialRules[source]?.(fields, at) ?? [])];
}

type Rule = (fields: JsonObject, place: SourcePlace) => FieldError[];

/** Additional rules; the path is that of the source. */
const specialRules: Readonly<Record<string, Rule>> = {
  gitRepo: ({ directory }, { path }) => validateLocalPath(textIn(directory), path.child('directory')),
  nfs: ({ path: target }, { path }) =>
    textIn(target).startsWith('/')
      ? []
      : [invalidValue(path.child('path'), textIn(target), 'must be an absolute path')],
  gcePersistentDisk: partitionErrors,
  awsElasticBlockStore: partitionErrors,
  iscsi: (fields, { path, volumeName }) => iscsiErrors(fields, path, volumeName),
  cinder: secretErrors,
  storageos: storageOsErrors,
  fc: fibreChannelErrors,
  quobyte: quobyteErrors,
  glusterfs: endpointsNamespaceErrors,
  flocker: flockerErrors,
  flexVolume: flexOptionErrors,
  azureDisk: azureDiskErrors,
  azureFile: ({ secretNamespace }, { path }) =>
    secretNamespace === '' ? [required(path.child('secretNamespace'), '')] : [],
};

function partitionErrors({ partition }: JsonObject, { path }: SourcePlace): FieldError[] {
  if (typeof partition !== 'number' || (partition >= 0 && partition <= 255)) return [];
  return [invalidValue(path.child('partition'), partition, 'must be between 1 and 255, inclusive')];
}

function secretErrors({ secretRef }: JsonObject, { path, volumeName }: SourcePlace): FieldError[] {
  if (secretRef === undefined) return [];
  const { name, namespace } = objectIn(secretRef);
  const place = path.child('secretRef');
  const needsNamespace = volumeName !== undefined && textIn(namespace) === '';
  return [
    ...(textIn(name) === '' ? [required(place.child('name'), '')] : []),
    ...(needsNamespace ? [required(place.child('namespace'), '')] : []),
  ];
}

function storageOsErrors(fields: JsonObject, place: SourcePlace): FieldError[] {
  const label = (field: string): FieldError[] => {
    const name = textIn(fields[field]);
    return name === '' ? [] : labelErrors(name, place.path.child(field));
  };
  return [...label('volumeName'), ...label('volumeNamespace'), ...secretErrors(fields, place)];
}

function fibreChannelErrors(fields: JsonObject, { path }: SourcePlace): FieldError[] {
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

const maxTenantLength = 64;
/** Limits the number of errors, each of which contains the whole value. */
const maxNamedPairs = 10;
/** Host and port; a host with colons is in brackets. */
const hostAndPort = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/;

function quobyteErrors(fields: JsonObject, { path }: SourcePlace): FieldError[] {
  const errors = registryErrors(fields, path);
  return textIn(fields['volume']) === '' ? [...errors, required(path.child('volume'), '')] : errors;
}

function registryErrors({ registry, tenant }: JsonObject, path: FieldPath): FieldError[] {
  const place = path.child('registry');
  const pairs = textIn(registry);
  if (pairs === '') return [required(place, pairsProblem)];
  if (textIn(tenant).length > maxTenantLength) {
    const detail = 'must be a UUID and may not exceed a length of 64 characters';
    return [required(path.child('tenant'), detail)];
  }
  return pairs
    .split(',')
    .filter((pair) => !hostAndPort.test(pair))
    .slice(0, maxNamedPairs)
    .map(() => invalidValue(place, pairs, pairsProblem));
}

function endpointsNamespaceErrors({ endpointsNamespace: namespace }: JsonObject, { path }: SourcePlace): FieldError[] {
  if (typeof namespace !== 'string') return [];
  const place = path.child('endpointsNamespace');
  const unsaid = 'if the endpointnamespace is set, it must be a valid namespace name';
  const problems = namespace === '' ? [unsaid] : checkDns1123Label(namespace);
  return problems.map((problem) => invalidValue(place, namespace, problem));
}

function flockerErrors({ datasetName, datasetUUID }: JsonObject, { path }: SourcePlace): FieldError[] {
  const [name, uid] = [textIn(datasetName), textIn(datasetUUID)];
  if (name === '' && uid === '') return [required(path, 'one of datasetName and datasetUUID is required')];
  const errors: FieldError[] = [];
  if (name !== '' && uid !== '') {
    errors.push(invalidValue(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (name.includes('/')) errors.push(invalidValue(path.child('datasetName'), name, "must not contain '/'"));
  return errors;
}

function flexOptionErrors({ options }: JsonObject, { path }: SourcePlace): FieldError[] {
  const isReserved = (option: string): boolean => {
    const [domain = ''] = option.split('/', 1);
    return /\.(?:kubernetes|k8s)\.io$/i.test(`.${domain}`);
  };
  const detail = 'kubernetes.io and k8s.io namespaces are reserved';
  return Object.keys(objectIn(options))
    .filter(isReserved)
    .map((option) => invalidValue(path.child('options').key(option), option, detail));
}

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];
const managedAddress =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobAddress = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function azureDiskErrors({ cachingMode, kind, diskURI }: JsonObject, { path }: SourcePlace): FieldError[] {
  const known = (value: JsonValue | undefined, field: string, supported: string[]): FieldError[] =>
    typeof value !== 'string' || supported.includes(value) ? [] : [notSupported(path.child(field), value, supported)];
  const errors = [...known(cachingMode, 'cachingMode', cachingModes), ...known(kind, 'kind', diskKinds)];
  if (kind === undefined) return errors;
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', managedAddress] : ['https://', blobAddress];
  const address = textIn(diskURI);
  return address.startsWith(start) ? errors : [...errors, notSupported(path.child('diskURI'), address, [form])];
}
