import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../apimachinery/validation/index.js';
import { validateClaimTemplate } from './claim-template-validation.js';
import { validateFieldReference, validateResourceReference } from './env-validation.js';
import { isPortalTooLong, longPortalProblem } from './iscsi-validation.js';
import { validateLegacySource } from './legacy-volume-validation.js';
import type { Volumes } from './mount-validation.js';
import { validateFileMode, validateFilePath, validateNoBacksteps } from './path-validation.js';
import type { DownwardFile, KeyToPath, ProjectedSource, Volume } from './pod.js';
import { eachOf, invalidFor, labelErrors, oneOf } from './problems.js';

/** The owner of the volumes. */
export interface VolumeRules {
  /** Name of the pod; unset for templates. */
  readonly podName?: string | undefined;
  /** Whether the volumes are those of a pod; templates may omit some fields. */
  readonly isPod: boolean;
}

/** Returns the valid volumes, and the errors of the others. */
export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  path: FieldPath,
  rules: VolumeRules,
): { volumes: Volumes; errors: FieldError[] } {
  const valid = new Map<string, Volume>();
  const ownClaims = new Set(
    (volumes ?? []).flatMap(({ name, ephemeral }) => (ephemeral ? claimName(name, rules) : [])),
  );
  const errors = eachOf(volumes, path, (volume, place) => {
    const { name, persistentVolumeClaim } = volume;
    const own = [...validateSource(volume, place, rules), ...nameErrors(name, place.child('name'))];
    if (valid.has(name)) own.push(duplicate(place.child('name'), name));
    if (own.length === 0) valid.set(name, volume);
    if (persistentVolumeClaim && ownClaims.has(persistentVolumeClaim.claimName)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      const claimPath = place.child('persistentVolumeClaim', 'claimName');
      own.push(invalidValue(claimPath, persistentVolumeClaim.claimName, detail));
    }
    return own;
  });
  return { volumes: valid, errors };
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return name ? labelErrors(name, path) : [required(path, '')];
}

/** Name of the claim that is created for an ephemeral volume of a pod. */
function claimName(volume: string, { podName }: VolumeRules): string[] {
  return podName && volume ? [`${podName}-${volume}`] : [];
}

/** All volume sources, in upstream's order. */
const sources = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];

/** Spelling of these fields in upstream's error for a second source. */
const misspelled: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

function validateSource(volume: Volume, path: FieldPath, rules: VolumeRules): FieldError[] {
  const [first, ...others] = sources.filter((source) => volume[source] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const tooMany = others.map((source) =>
    forbidden(path.child(misspelled[source] ?? source), 'may not specify more than 1 volume type'),
  );
  return [...sourceErrors(first, volume, { path, rules }), ...tooMany];
}

function sourceErrors(
  source: string,
  volume: Volume,
  { path, rules }: { path: FieldPath; rules: VolumeRules },
): FieldError[] {
  const place = path.child(source);
  switch (source) {
    case 'emptyDir':
      return emptyDirErrors(volume.emptyDir!, place);
    case 'hostPath':
      return validateHostPath(volume.hostPath!, place);
    case 'secret':
      return keysErrors(volume.secret!, place, { nameField: 'secretName', name: volume.secret?.secretName });
    case 'configMap':
      return keysErrors(volume.configMap!, place, { nameField: 'name', name: volume.configMap?.name });
    case 'downwardAPI':
      return [
        ...validateFileMode(volume.downwardAPI?.defaultMode, place.child('defaultMode')),
        ...(volume.downwardAPI?.items ?? []).flatMap((file) => downwardErrors(file, place)),
      ];
    case 'projected':
      return projectedErrors(volume.projected!, place);
    case 'persistentVolumeClaim':
      return volume.persistentVolumeClaim?.claimName ? [] : [required(place.child('claimName'), '')];
    case 'csi':
      return csiErrors(volume.csi!, place);
    case 'ephemeral':
      return ephemeralErrors(volume, path, rules);
    case 'iscsi':
      return [...legacyErrors(source, volume, path), ...portalErrors(volume, path)];
    case 'image':
      return imageErrors(volume.image!, place, rules);
    default:
      return legacyErrors(source, volume, path);
  }
}

function legacyErrors(source: string, volume: Volume, path: FieldPath): FieldError[] {
  return validateLegacySource(source, volume[source] as JsonObject, { path });
}

function portalErrors({ name, iscsi }: Volume, path: FieldPath): FieldError[] {
  return isPortalTooLong(iscsi as JsonObject, name) ? [invalidValue(path.child('name'), name, longPortalProblem)] : [];
}

function emptyDirErrors({ sizeLimit }: NonNullable<Volume['emptyDir']>, path: FieldPath): FieldError[] {
  if (!sizeLimit?.startsWith('-')) return [];
  return [forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')];
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

export function validateHostPath(
  { path: hostPath, type }: NonNullable<Volume['hostPath']>,
  path: FieldPath,
): FieldError[] {
  if (!hostPath) return [required(path.child('path'), '')];
  const errors = validateNoBacksteps(hostPath, path.child('path'));
  if (type === undefined || hostPathTypes.includes(type)) return errors;
  return [...errors, notSupported(path.child('type'), type, hostPathTypes)];
}

/** Validates a secret or config map volume. */
function keysErrors(
  { items, defaultMode }: { items?: KeyToPath[]; defaultMode?: number },
  path: FieldPath,
  { nameField, name }: { nameField: string; name: string | undefined },
): FieldError[] {
  return [
    ...(name ? [] : [required(path.child(nameField), '')]),
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...eachOf(items, path.child('items'), keyErrors),
  ];
}

function keyErrors({ key, path: file, mode }: KeyToPath, path: FieldPath): FieldError[] {
  return [
    ...(key ? [] : [required(path.child('key'), '')]),
    ...(file ? [] : [required(path.child('path'), '')]),
    ...validateFilePath(file ?? '', path.child('path')),
    ...validateFileMode(mode, path.child('mode')),
  ];
}

const volumeFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

function downwardErrors(file: DownwardFile, path: FieldPath): FieldError[] {
  const { path: target, fieldRef, resourceFieldRef, mode } = file;
  const errors = target ? [] : [required(path.child('path'), '')];
  errors.push(...validateFilePath(target ?? '', path.child('path')));
  if (fieldRef) {
    errors.push(...validateFieldReference(fieldRef, path.child('fieldRef'), volumeFields));
    if (resourceFieldRef) {
      errors.push(invalidValue(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef) {
    const needs = { needsContainer: true };
    errors.push(...validateResourceReference(resourceFieldRef, path.child('resourceFieldRef'), needs));
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...validateFileMode(mode, path.child('mode'))];
}

/** Validates projected volumes: paths must be unique across sources. */
function projectedErrors(
  { sources: list, defaultMode }: NonNullable<Volume['projected']>,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  const conflictErrors = (target: string | undefined, shown: string): FieldError[] => {
    if (!target) return [];
    if (!seen.has(target)) {
      seen.add(target);
      return [];
    }
    return [invalidValue(path, shown, 'conflicting duplicate paths')];
  };
  return [
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...eachOf(list, path.child('sources'), (source, place) => {
      const errors = projectionErrors(source, { path, place, conflictErrors });
      if (Object.keys(source).length <= 1) return errors;
      return [...errors, forbidden(place, 'may not specify more than 1 volume type per source')];
    }),
  ];
}

interface Projection {
  /** Path of the volume, which upstream reports in place of the source. */
  readonly path: FieldPath;
  readonly place: FieldPath;
  readonly conflictErrors: (target: string | undefined, shown: string) => FieldError[];
}

const [minTokenSeconds, maxTokenSeconds] = [600, 2 ** 32];

function projectionErrors(source: ProjectedSource, { path, place, conflictErrors }: Projection): FieldError[] {
  const errors: FieldError[] = [];
  for (const kind of ['secret', 'configMap'] as const) {
    const keys = source[kind];
    if (!keys) continue;
    const { name = '', items } = keys;
    if (name === '') errors.push(required(place.child(kind, 'name'), ''));
    const check = (item: KeyToPath, at: FieldPath): FieldError[] => [
      ...keyErrors(item, at),
      ...conflictErrors(item.path, name),
    ];
    errors.push(...eachOf(items, place.child(kind, 'items'), check));
  }
  for (const file of source.downwardAPI?.items ?? []) {
    errors.push(...downwardErrors(file, place.child('downwardAPI')), ...conflictErrors(file.path, file.path));
  }
  if (source.serviceAccountToken) errors.push(...tokenErrors(source.serviceAccountToken, path, place));
  return errors;
}

function tokenErrors(
  { expirationSeconds = 0, path: target }: NonNullable<ProjectedSource['serviceAccountToken']>,
  path: FieldPath,
  place: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const secondsPath = place.child('serviceAccountToken', 'expirationSeconds');
  if (expirationSeconds < minTokenSeconds) {
    errors.push(invalidValue(secondsPath, expirationSeconds, 'may not specify a duration less than 10 minutes'));
  }
  if (expirationSeconds > maxTokenSeconds) {
    errors.push(invalidValue(secondsPath, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (!target) return [...errors, required(path.child('path'), '')];
  return [...errors, ...validateFilePath(target, path.child('path'))];
}

const maxDriverLength = 63;

function csiErrors({ driver, nodePublishSecretRef }: NonNullable<Volume['csi']>, path: FieldPath): FieldError[] {
  const errors = driverErrors(driver, path.child('driver'));
  if (!nodePublishSecretRef) return errors;
  const { name = '' } = nodePublishSecretRef;
  if (name === '') return [...errors, required(path.child('nodePublishSecretRef', 'name'), '')];
  return [...errors, ...invalidFor(path.child('name'), name, checkDns1123Subdomain(name))];
}

function driverErrors(driver: string, path: FieldPath): FieldError[] {
  if (!driver) return [required(path, '')];
  const errors: FieldError[] = [];
  if (driver.length > maxDriverLength) errors.push(tooLong(path, driver, maxDriverLength));
  return [...errors, ...invalidFor(path, driver, checkDns1123Subdomain(driver.toLowerCase()))];
}

function ephemeralErrors({ name, ephemeral }: Volume, path: FieldPath, rules: VolumeRules): FieldError[] {
  const template = ephemeral?.volumeClaimTemplate;
  const templatePath = path.child('ephemeral', 'volumeClaimTemplate');
  const errors = template ? validateClaimTemplate(template, templatePath) : [required(templatePath, '')];
  for (const claim of claimName(name, rules)) {
    for (const problem of checkDns1123Subdomain(claim)) {
      errors.push(invalidValue(path.child('name'), name, `PVC name ${JSON.stringify(claim)}: ${problem}`));
    }
  }
  return errors;
}

function imageErrors(image: NonNullable<Volume['image']>, path: FieldPath, { isPod }: VolumeRules): FieldError[] {
  const { reference, pullPolicy } = image;
  return [
    ...(isPod && !reference ? [required(path.child('reference'), '')] : []),
    ...oneOf(pullPolicy, path.child('pullPolicy'), ['Always', 'IfNotPresent', 'Never']),
  ];
}
