// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  FCVolumeSource,
  FlexPersistentVolumeSource,
  FlockerVolumeSource,
  GlusterfsPersistentVolumeSource,
  PersistentVolumeSource,
  QuobyteVolumeSource,
  SecretReference,
  StorageOSPersistentVolumeSource,
  VolumeSource,
} from '../../api/core/v1.js';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { checkDns1123Label, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import { oneOf, validateRequired } from '../field-checks.js';
import { iscsiErrors } from './iscsi-validation.js';
import { validateLocalPath } from './path-validation.js';

/**
 * Sources of in-tree volume types, by field. A source of a persistent volume has the fields of that of a pod's volume.
 */
type LegacySources = Omit<VolumeSource, keyof PersistentVolumeSource> &
  Omit<PersistentVolumeSource, 'azureFile' | 'csi'> & { azureFile?: Partial<AzureFilePersistentVolumeSource> };

export type LegacySource = keyof LegacySources;

/** Location of a source: a pod volume, or a persistent volume, whose secrets may be in any namespace. */
export interface SourcePlace {
  /** Path of the volume or spec. */
  readonly path: FieldPath;
  /** Name of the persistent volume. */
  readonly volumeName?: string;
}

const pairsProblem = 'must be a host:port pair or multiple pairs separated by commas';

/** Required fields of volume sources, and the field name in upstream's errors where it differs. */
const requiredFields: Readonly<Partial<Record<LegacySource, { place?: string; fields: readonly string[] }>>> = {
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
export function validateLegacySource<Source extends LegacySource>(
  source: Source,
  fields: NonNullable<LegacySources[Source]>,
  place: SourcePlace,
): FieldError[] {
  const { place: name = source, fields: needed = [] } = requiredFields[source] ?? {};
  const at = { ...place, path: place.path.child(name) };
  const errors = needed
    .filter((field) => isMissing((fields as JsonObject)[field]))
    .map((field) => at.path.child(field).required());
  return [...errors, ...(specialRules[source]?.(fields, at) ?? [])];
}

function isMissing(value: JsonValue | undefined): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

type Rules = {
  readonly [Source in LegacySource]?: (fields: NonNullable<LegacySources[Source]>, place: SourcePlace) => FieldError[];
};

/** Additional rules; the path is that of the source. */
const specialRules: Rules = {
  gitRepo: ({ directory = '' }, { path }) => validateLocalPath(directory, path.child('directory')),
  nfs: ({ path: target }, { path }) =>
    target.startsWith('/') ? [] : [path.child('path').invalid(target, 'must be an absolute path')],
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
    secretNamespace === '' ? [path.child('secretNamespace').required()] : [],
};

function partitionErrors({ partition }: { partition?: number }, { path }: SourcePlace): FieldError[] {
  if (partition === undefined || (partition >= 0 && partition <= 255)) return [];
  return [path.child('partition').invalid(partition, 'must be between 1 and 255, inclusive')];
}

function secretErrors({ secretRef }: { secretRef?: SecretReference }, { path, volumeName }: SourcePlace): FieldError[] {
  if (secretRef === undefined) return [];
  const place = path.child('secretRef');
  const needsNamespace = volumeName !== undefined && !secretRef.namespace;
  return [
    ...validateRequired(secretRef.name, place.child('name')),
    ...(needsNamespace ? [place.child('namespace').required()] : []),
  ];
}

function storageOsErrors(source: StorageOSPersistentVolumeSource, place: SourcePlace): FieldError[] {
  const { volumeName, volumeNamespace } = source;
  return [
    ...(volumeName ? place.path.child('volumeName').check(volumeName, checkDns1123Label) : []),
    ...(volumeNamespace ? place.path.child('volumeNamespace').check(volumeNamespace, checkDns1123Label) : []),
    ...secretErrors(source, place),
  ];
}

function fibreChannelErrors(
  { targetWWNs: names = [], wwids: ids = [], lun }: FCVolumeSource,
  { path }: SourcePlace,
): FieldError[] {
  const namesPath = path.child('targetWWNs');
  const errors: FieldError[] = [];
  if (names.length === 0 && ids.length === 0) {
    errors.push(namesPath.required('must specify either targetWWNs or wwids, but not both'));
  }
  if (names.length > 0 && ids.length > 0) {
    errors.push(namesPath.invalid(names, 'targetWWNs and wwids can not be specified simultaneously'));
  }
  if (names.length === 0) return errors;
  if (lun === undefined) errors.push(path.child('lun').required('lun is required if targetWWNs is specified'));
  else if (lun < 0 || lun > 255) {
    errors.push(path.child('lun').invalid(lun, 'must be between 0 and 255, inclusive'));
  }
  return errors;
}

const maxTenantLength = 64;
/** Limits the number of errors, each of which contains the whole value. */
const maxNamedPairs = 10;
/** Host and port; a host with colons is in brackets. */
const hostAndPort = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/;

function quobyteErrors(source: QuobyteVolumeSource, { path }: SourcePlace): FieldError[] {
  const errors = registryErrors(source, path);
  return source.volume === '' ? [...errors, path.child('volume').required()] : errors;
}

function registryErrors({ registry: pairs, tenant = '' }: QuobyteVolumeSource, path: FieldPath): FieldError[] {
  const place = path.child('registry');
  if (pairs === '') return [place.required(pairsProblem)];
  if (tenant.length > maxTenantLength) {
    const detail = 'must be a UUID and may not exceed a length of 64 characters';
    return [path.child('tenant').required(detail)];
  }
  return pairs
    .split(',')
    .filter((pair) => !hostAndPort.test(pair))
    .slice(0, maxNamedPairs)
    .map(() => place.invalid(pairs, pairsProblem));
}

function endpointsNamespaceErrors(
  { endpointsNamespace: namespace }: GlusterfsPersistentVolumeSource,
  { path }: SourcePlace,
): FieldError[] {
  if (namespace === undefined) return [];
  const place = path.child('endpointsNamespace');
  const isEmpty = 'if the endpointnamespace is set, it must be a valid namespace name';
  const problems = namespace === '' ? [isEmpty] : checkDns1123Label(namespace);
  return problems.map((problem) => place.invalid(namespace, problem));
}

function flockerErrors(
  { datasetName: name = '', datasetUUID: uid = '' }: FlockerVolumeSource,
  { path }: SourcePlace,
): FieldError[] {
  if (name === '' && uid === '') return [path.required('one of datasetName and datasetUUID is required')];
  const errors: FieldError[] = [];
  if (name !== '' && uid !== '') {
    errors.push(path.invalid('resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (name.includes('/')) errors.push(path.child('datasetName').invalid(name, "must not contain '/'"));
  return errors;
}

function flexOptionErrors({ options = {} }: FlexPersistentVolumeSource, { path }: SourcePlace): FieldError[] {
  const isReserved = (option: string): boolean => {
    const [domain = ''] = option.split('/', 1);
    return /\.(?:kubernetes|k8s)\.io$/i.test(`.${domain}`);
  };
  const detail = 'kubernetes.io and k8s.io namespaces are reserved';
  return Object.keys(options)
    .filter(isReserved)
    .map((option) => path.child('options').key(option).invalid(option, detail));
}

const cachingModes = ['None', 'ReadOnly', 'ReadWrite'];
const diskKinds = ['Dedicated', 'Managed', 'Shared'];
const managedAddress =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobAddress = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

function azureDiskErrors({ cachingMode, kind, diskURI }: AzureDiskVolumeSource, { path }: SourcePlace): FieldError[] {
  const errors = [
    ...oneOf(cachingMode, cachingModes, path.child('cachingMode')),
    ...oneOf(kind, diskKinds, path.child('kind')),
  ];
  if (kind === undefined) return errors;
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', managedAddress] : ['https://', blobAddress];
  return diskURI.startsWith(start) ? errors : [...errors, path.child('diskURI').notSupported(diskURI, [form])];
}
