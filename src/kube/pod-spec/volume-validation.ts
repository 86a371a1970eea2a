// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  CSIVolumeSource,
  DownwardAPIVolumeFile,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
  ISCSIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  Volume,
  VolumeProjection,
} from '../../api/core/v1.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  visitItems,
} from '../../apimachinery/validation/index.js';
import { eachItem, requiredOneOf, validateRequired } from '../field-checks.js';
import { validateClaimTemplate } from './claim-template-validation.js';
import { validateFieldReference, validateResourceReference } from './env-validation.js';
import { isPortalTooLong, longPortalProblem } from './iscsi-validation.js';
import { type LegacySource, validateLegacySource } from './legacy-volume-validation.js';
import type { Volumes } from './mount-validation.js';
import { validateFileMode, validateFilePath, validateNoBacksteps } from './path-validation.js';
import { type ConflictErrors, podCertificateErrors, trustBundleErrors } from './projection-validation.js';

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
  const ownClaims = new Set(
    (volumes ?? []).flatMap(({ name, ephemeral }) => (ephemeral ? claimName(name, rules) : [])),
  );
  const validated = { volumes: new Map<string, Volume>(), errors: [] as FieldError[] };
  return visitItems(volumes ?? [], validated, ({ volumes: valid, errors }, volume, index) => {
    const place = path.index(index);
    const { name, persistentVolumeClaim } = volume;
    const own = [...validateSource({ volume, path: place, rules }), ...nameErrors(name, place.child('name'))];
    if (valid.has(name)) own.push(place.child('name').duplicate(name));
    if (own.length === 0) valid.set(name, volume);
    if (persistentVolumeClaim && ownClaims.has(persistentVolumeClaim.claimName)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      const claimPath = place.child('persistentVolumeClaim', 'claimName');
      own.push(claimPath.invalid(persistentVolumeClaim.claimName, detail));
    }
    errors.push(...own);
  });
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return name ? path.check(name, checkDns1123Label) : [path.required()];
}

/** Name of the claim that is created for an ephemeral volume of a pod. */
function claimName(volume: string, { podName }: VolumeRules): string[] {
  return podName && volume ? [`${podName}-${volume}`] : [];
}

/** A volume that is validated, and where it is. */
interface PlacedVolume {
  readonly volume: Volume;
  readonly path: FieldPath;
  readonly rules: VolumeRules;
}

type SourceField = Exclude<keyof Volume, 'name'>;

type Checks = {
  readonly [Field in SourceField]: (source: NonNullable<Volume[Field]>, placed: PlacedVolume) => FieldError[];
};

/** All volume sources, in upstream's order. */
const checks: Checks = {
  emptyDir: (source, { path }) => emptyDirErrors(source, path.child('emptyDir')),
  hostPath: (source, { path }) => validateHostPath(source, path.child('hostPath')),
  gitRepo: legacy('gitRepo'),
  gcePersistentDisk: legacy('gcePersistentDisk'),
  awsElasticBlockStore: legacy('awsElasticBlockStore'),
  secret: (source, { path }) =>
    keysErrors(source, path.child('secret'), { nameField: 'secretName', name: source.secretName }),
  nfs: legacy('nfs'),
  iscsi: (source, { path, volume }) => [
    ...validateLegacySource('iscsi', source, { path }),
    ...portalErrors(source, volume.name, path.child('name')),
  ],
  glusterfs: legacy('glusterfs'),
  flocker: legacy('flocker'),
  persistentVolumeClaim: ({ claimName: name }, { path }) =>
    name ? [] : [path.child('persistentVolumeClaim', 'claimName').required()],
  rbd: legacy('rbd'),
  cinder: legacy('cinder'),
  cephfs: legacy('cephfs'),
  quobyte: legacy('quobyte'),
  downwardAPI: ({ defaultMode, items = [] }, { path }) => [
    ...validateFileMode(defaultMode, path.child('downwardAPI', 'defaultMode')),
    ...items.flatMap((file) => downwardErrors(file, path.child('downwardAPI'))),
  ],
  fc: legacy('fc'),
  flexVolume: legacy('flexVolume'),
  configMap: (source, { path }) =>
    keysErrors(source, path.child('configMap'), { nameField: 'name', name: source.name }),
  azureFile: legacy('azureFile'),
  vsphereVolume: legacy('vsphereVolume'),
  photonPersistentDisk: legacy('photonPersistentDisk'),
  portworxVolume: legacy('portworxVolume'),
  azureDisk: legacy('azureDisk'),
  storageos: legacy('storageos'),
  projected: (source, { path }) => projectedErrors(source, path.child('projected')),
  scaleIO: legacy('scaleIO'),
  csi: (source, { path }) => csiErrors(source, path.child('csi')),
  ephemeral: ephemeralErrors,
  image: (source, { path, rules }) => imageErrors(source, path.child('image'), rules),
};
const sources = Object.keys(checks) as SourceField[];

/** Spelling of these fields in upstream's error for a second source. */
const misspelled: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

function validateSource(placed: PlacedVolume): FieldError[] {
  const { volume, path } = placed;
  const [first, ...others] = sources.filter((source) => volume[source] !== undefined);
  if (first === undefined) return [path.required('must specify a volume type')];
  const tooMany = others.map((source) =>
    path.child(misspelled[source] ?? source).forbidden('may not specify more than 1 volume type'),
  );
  return [...sourceErrors(first, volume[first]!, placed), ...tooMany];
}

function sourceErrors<Field extends SourceField>(
  field: Field,
  source: NonNullable<Volume[Field]>,
  placed: PlacedVolume,
): FieldError[] {
  return checks[field](source, placed);
}

function legacy<Source extends LegacySource>(field: Source) {
  return (source: Parameters<typeof validateLegacySource<Source>>[1], { path }: PlacedVolume): FieldError[] =>
    validateLegacySource(field, source, { path });
}

function portalErrors(source: ISCSIVolumeSource, name: string, path: FieldPath): FieldError[] {
  return isPortalTooLong(source, name) ? [path.invalid(name, longPortalProblem)] : [];
}

function emptyDirErrors({ sizeLimit }: EmptyDirVolumeSource, path: FieldPath): FieldError[] {
  if (!sizeLimit?.startsWith('-')) return [];
  return [path.child('sizeLimit').forbidden('SizeLimit field must be a valid resource quantity')];
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

export function validateHostPath({ path: hostPath, type }: HostPathVolumeSource, path: FieldPath): FieldError[] {
  if (!hostPath) return [path.child('path').required()];
  const errors = validateNoBacksteps(hostPath, path.child('path'));
  if (type === undefined || hostPathTypes.includes(type)) return errors;
  return [...errors, path.child('type').notSupported(type, hostPathTypes)];
}

/** Validates a secret or config map volume. */
function keysErrors(
  { items, defaultMode }: { items?: KeyToPath[]; defaultMode?: number },
  path: FieldPath,
  { nameField, name }: { nameField: string; name: string | undefined },
): FieldError[] {
  return [
    ...validateRequired(name, path.child(nameField)),
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...eachItem(items, path.child('items'), keyErrors),
  ];
}

function keyErrors({ key, path: file, mode }: KeyToPath, path: FieldPath): FieldError[] {
  return [
    ...validateRequired(key, path.child('key')),
    ...validateRequired(file, path.child('path')),
    ...validateFilePath(file, path.child('path')),
    ...validateFileMode(mode, path.child('mode')),
  ];
}

const volumeFields = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

function downwardErrors(file: DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  const { path: target, fieldRef, resourceFieldRef, mode } = file;
  const errors = target ? [] : [path.child('path').required()];
  errors.push(...validateFilePath(target, path.child('path')));
  if (fieldRef) {
    errors.push(...validateFieldReference(fieldRef, path.child('fieldRef'), volumeFields));
    if (resourceFieldRef) {
      errors.push(path.invalid('resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef) {
    const needs = { needsContainer: true };
    errors.push(...validateResourceReference(resourceFieldRef, path.child('resourceFieldRef'), needs));
  } else errors.push(path.required('one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...validateFileMode(mode, path.child('mode'))];
}

/** Validates projected volumes: paths must be unique across sources. */
function projectedErrors({ sources: list, defaultMode }: ProjectedVolumeSource, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  const conflictErrors = (target: string | undefined, shown: string): FieldError[] => {
    if (!target) return [];
    if (!seen.has(target)) {
      seen.add(target);
      return [];
    }
    return [path.invalid(shown, 'conflicting duplicate paths')];
  };
  return [
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...eachItem(list, path.child('sources'), (source, place) => {
      const errors = projectionErrors(source, { path, place, conflictErrors });
      if (Object.keys(source).length <= 1) return errors;
      return [...errors, place.forbidden('may not specify more than 1 volume type per source')];
    }),
  ];
}

interface Projection {
  /** Path of the volume, which upstream reports in place of the source. */
  readonly path: FieldPath;
  readonly place: FieldPath;
  readonly conflictErrors: ConflictErrors;
}

const [minTokenSeconds, maxTokenSeconds] = [600, 2 ** 32];

function projectionErrors(source: VolumeProjection, { path, place, conflictErrors }: Projection): FieldError[] {
  const errors: FieldError[] = [];
  for (const kind of ['secret', 'configMap'] as const) {
    const keys = source[kind];
    if (!keys) continue;
    const { name = '', items } = keys;
    if (name === '') errors.push(place.child(kind, 'name').required());
    const check = (item: KeyToPath, at: FieldPath): FieldError[] => [
      ...keyErrors(item, at),
      ...conflictErrors(item.path, name),
    ];
    errors.push(...eachItem(items, place.child(kind, 'items'), check));
  }
  for (const file of source.downwardAPI?.items ?? []) {
    errors.push(...downwardErrors(file, place.child('downwardAPI')), ...conflictErrors(file.path, file.path));
  }
  const { serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  if (serviceAccountToken) errors.push(...tokenErrors(serviceAccountToken, path, place));
  if (clusterTrustBundle) {
    errors.push(...trustBundleErrors(clusterTrustBundle, place.child('clusterTrustBundle'), conflictErrors));
  }
  if (podCertificate)
    errors.push(...podCertificateErrors(podCertificate, place.child('podCertificate'), conflictErrors));
  return errors;
}

function tokenErrors(
  { expirationSeconds = 0, path: target }: ServiceAccountTokenProjection,
  path: FieldPath,
  place: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const secondsPath = place.child('serviceAccountToken', 'expirationSeconds');
  if (expirationSeconds < minTokenSeconds) {
    errors.push(secondsPath.invalid(expirationSeconds, 'may not specify a duration less than 10 minutes'));
  }
  if (expirationSeconds > maxTokenSeconds) {
    errors.push(secondsPath.invalid(expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (!target) return [...errors, path.child('path').required()];
  return [...errors, ...validateFilePath(target, path.child('path'))];
}

const maxDriverLength = 63;

function csiErrors({ driver, nodePublishSecretRef }: CSIVolumeSource, path: FieldPath): FieldError[] {
  const errors = driverErrors(driver, path.child('driver'));
  if (!nodePublishSecretRef) return errors;
  const { name = '' } = nodePublishSecretRef;
  if (name === '') return [...errors, path.child('nodePublishSecretRef', 'name').required()];
  return [...errors, ...path.child('name').check(name, checkDns1123Subdomain)];
}

function driverErrors(driver: string, path: FieldPath): FieldError[] {
  if (!driver) return [path.required()];
  const errors: FieldError[] = [];
  if (driver.length > maxDriverLength) errors.push(path.tooLong(maxDriverLength));
  return [...errors, ...path.check(driver, (name) => checkDns1123Subdomain(name.toLowerCase()))];
}

function ephemeralErrors(
  { volumeClaimTemplate: template }: EphemeralVolumeSource,
  { volume: { name }, path, rules }: PlacedVolume,
): FieldError[] {
  const templatePath = path.child('ephemeral', 'volumeClaimTemplate');
  const errors = template ? validateClaimTemplate(template, templatePath) : [templatePath.required()];
  for (const claim of claimName(name, rules)) {
    for (const problem of checkDns1123Subdomain(claim)) {
      errors.push(path.child('name').invalid(name, `PVC name ${JSON.stringify(claim)}: ${problem}`));
    }
  }
  return errors;
}

function imageErrors(image: ImageVolumeSource, path: FieldPath, { isPod }: VolumeRules): FieldError[] {
  const { reference, pullPolicy } = image;
  return [
    ...(isPod && !reference ? [path.child('reference').required()] : []),
    ...requiredOneOf(pullPolicy, ['Always', 'IfNotPresent', 'Never'], path.child('pullPolicy')),
  ];
}
