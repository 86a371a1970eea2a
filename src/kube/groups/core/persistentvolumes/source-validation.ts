// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { CSIPersistentVolumeSource, PersistentVolumeSource, SecretReference } from '../../../../api/core/v1.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
} from '../../../../apimachinery/validation/index.js';
import { checkedRequired, validateRequired } from '../../../field-checks.js';
import {
  type LegacySource,
  validateHostPath,
  validateLegacySource,
  validateNoBacksteps,
} from '../../../pod-spec/index.js';
import { validateDriverName } from '../../storage/driver-name.js';

/** The sources of a volume with their path, and the volume's name. */
export interface PlacedSources {
  readonly spec: PersistentVolumeSource & { readonly nodeAffinity?: object };
  readonly path: FieldPath;
  readonly name: string;
}

type Source = keyof PersistentVolumeSource;

type Checks = {
  readonly [Field in Source]: (
    source: NonNullable<PersistentVolumeSource[Field]>,
    placed: PlacedSources,
  ) => FieldError[];
};

/** Volume types by precedence: the first one that is set is used. */
const checks: Checks = {
  hostPath: (source, { path }) => validateHostPath(source, path.child('hostPath')),
  gcePersistentDisk: legacy('gcePersistentDisk'),
  awsElasticBlockStore: legacy('awsElasticBlockStore'),
  glusterfs: legacy('glusterfs'),
  flocker: legacy('flocker'),
  nfs: legacy('nfs'),
  rbd: legacy('rbd'),
  quobyte: legacy('quobyte'),
  cephfs: legacy('cephfs'),
  iscsi: legacy('iscsi'),
  cinder: legacy('cinder'),
  fc: legacy('fc'),
  flexVolume: legacy('flexVolume'),
  azureFile: legacy('azureFile'),
  vsphereVolume: legacy('vsphereVolume'),
  photonPersistentDisk: legacy('photonPersistentDisk'),
  portworxVolume: legacy('portworxVolume'),
  azureDisk: legacy('azureDisk'),
  scaleIO: legacy('scaleIO'),
  local: ({ path: directory }, { path, spec }) => [
    ...(directory === ''
      ? [path.child('local', 'path').required()]
      : validateNoBacksteps(directory, path.child('local', 'path'))),
    ...(spec.nodeAffinity ? [] : [path.child('nodeAffinity').required('Local volume requires node affinity')]),
  ],
  storageos: legacy('storageos'),
  csi: (source, { path }) => validateCsi(source, path.child('csi')),
};

export const sourceFields = Object.keys(checks) as Source[];

/** Upstream does not report a second source of this type. */
const alwaysTaken = 'flexVolume';
/** Spelling of this field in upstream's error for a second source. */
const misspelled: Readonly<Record<string, string>> = { cephfs: 'cephFS' };

/** Exactly one source is required. */
export function validateSources(placed: PlacedSources): FieldError[] {
  const { spec, path } = placed;
  const [first, ...others] = sourceFields.filter((field) => spec[field] !== undefined);
  if (first === undefined) return [path.required('must specify a volume type')];
  return [
    ...validateSource(first, spec[first]!, placed),
    ...others.flatMap((field) =>
      field === alwaysTaken
        ? validateSource(field, spec[field]!, placed)
        : [path.child(misspelled[field] ?? field).forbidden('may not specify more than 1 volume type')],
    ),
  ];
}

function validateSource<Field extends Source>(
  field: Field,
  source: NonNullable<PersistentVolumeSource[Field]>,
  placed: PlacedSources,
): FieldError[] {
  return checks[field](source, placed);
}

function legacy<Field extends LegacySource>(field: Field) {
  return (
    source: Parameters<typeof validateLegacySource<Field>>[1],
    { path, name: volumeName }: PlacedSources,
  ): FieldError[] => validateLegacySource(field, source, { path, volumeName });
}

const secretFields = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function validateCsi(csi: CSIPersistentVolumeSource, place: FieldPath): FieldError[] {
  return [
    ...validateDriverName(csi.driver, place.child('driver')),
    ...validateRequired(csi.volumeHandle, place.child('volumeHandle')),
    ...secretFields.flatMap((field) => (csi[field] ? validateSecret(csi[field], place.child(field)) : [])),
  ];
}

function validateSecret({ name, namespace }: SecretReference, place: FieldPath): FieldError[] {
  const [namePath, namespacePath] = [place.child('name'), place.child('namespace')];
  return [
    ...checkedRequired(name, checkDns1123Subdomain, namePath),
    ...checkedRequired(namespace, checkDns1123Label, namespacePath),
  ];
}
