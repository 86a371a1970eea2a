import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../../apimachinery/validation/index.js';
import { checked } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { validateHostPath, validateLegacySource, validateNoBacksteps } from '../../../pod-spec/index.js';
import { validateDriverName } from '../../storage/driver-name.js';
import { type SecretReference, sourceFields, type VolumeSpec } from './volume.js';

/** Spec of a volume with its path and name. */
export interface PlacedVolume {
  readonly spec: JsonObject;
  readonly path: FieldPath;
  readonly name: string;
}

/** Upstream does not report a second source of this type. */
const alwaysTaken = 'flexVolume';
/** Spelling of this field in upstream's error for a second source. */
const misspelled: Readonly<Record<string, string>> = { cephfs: 'cephFS' };

/** Exactly one source is required. */
export function validateSources(volume: PlacedVolume): FieldError[] {
  const { spec, path } = volume;
  const [first, ...others] = sourceFields.filter((field) => spec[field] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  return [
    ...validateSource(first, volume),
    ...others.flatMap((field) =>
      field === alwaysTaken
        ? validateSource(field, volume)
        : [forbidden(path.child(misspelled[field] ?? field), 'may not specify more than 1 volume type')],
    ),
  ];
}

function validateSource(field: string, { spec, path, name }: PlacedVolume): FieldError[] {
  const { hostPath, local, csi, nodeAffinity } = spec as unknown as VolumeSpec;
  const place = path.child(field);
  if (field === 'hostPath' && hostPath) return validateHostPath(hostPath, place);
  if (field === 'local' && local) {
    const missing = required(path.child('nodeAffinity'), 'Local volume requires node affinity');
    const localPath = place.child('path');
    const errors = local.path === '' ? [required(localPath, '')] : validateNoBacksteps(local.path, localPath);
    return nodeAffinity ? errors : [...errors, missing];
  }
  if (field === 'csi' && csi) return validateCsi(csi, place);
  return validateLegacySource(field, objectIn(spec[field]), { path, volumeName: name });
}

const secretFields = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function validateCsi(csi: NonNullable<VolumeSpec['csi']>, place: FieldPath): FieldError[] {
  return [
    ...validateDriverName(csi.driver, place.child('driver')),
    ...(csi.volumeHandle === '' ? [required(place.child('volumeHandle'), '')] : []),
    ...secretFields.flatMap((field) => (csi[field] ? validateSecret(csi[field], place.child(field)) : [])),
  ];
}

function validateSecret({ name, namespace }: SecretReference, place: FieldPath): FieldError[] {
  const [namePath, namespacePath] = [place.child('name'), place.child('namespace')];
  return [
    ...(name ? checked(name, checkDns1123Subdomain, namePath) : [required(namePath, '')]),
    ...(namespace ? checked(namespace, checkDns1123Label, namespacePath) : [required(namespacePath, '')]),
  ];
}
