// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ClusterTrustBundleProjection, PodCertificateProjection } from '../../api/core/v1.js';
import { validateLabelSelector } from '../../apimachinery/selectors/index.js';
import { type FieldError, type FieldPath, VerbatimValue } from '../../apimachinery/validation/index.js';
import { checkTrustBundleName, longestPodCertificate, validateSignerName } from '../groups/certificates/signer-name.js';
import { validateUserAnnotations } from '../groups/certificates/user-annotations.js';
import { validateFilePath } from './path-validation.js';

/** Returns the error of a path that another source of the volume has too. */
export type ConflictErrors = (target: string | undefined, shown: string) => FieldError[];

export function trustBundleErrors(
  projection: ClusterTrustBundleProjection,
  place: FieldPath,
  conflictErrors: ConflictErrors,
): readonly FieldError[] {
  const { path } = projection;
  return [
    ...anchorsErrors(projection, place),
    ...(path === '' ? [place.child('path').required()] : []),
    ...validateFilePath(path, place.child('path')),
    ...conflictErrors(path, path),
  ];
}

function anchorsErrors(projection: ClusterTrustBundleProjection, place: FieldPath): readonly FieldError[] {
  const { name, signerName, labelSelector } = projection;
  if (name !== undefined && signerName !== undefined) {
    return [place.invalid(asGoStruct(projection), 'only one of name and signerName may be used')];
  }
  if (name !== undefined) {
    const path = place.child('name');
    const colon = name.lastIndexOf(':');
    const signer = colon < 0 ? '' : name.slice(0, colon).replaceAll(':', '/');
    const unset = 'labelSelector must be unset if name is specified';
    return [
      ...(name === '' ? [path.required('must be a valid object name')] : []),
      ...checkTrustBundleName(name, signer).map((problem) =>
        path.invalid(name, `not a valid clustertrustbundlename: ${problem}`),
      ),
      ...(labelSelector ? [place.child('labelSelector').invalid(labelSelector, unset)] : []),
    ];
  }
  if (signerName === undefined) return [place.required('either name or signerName must be specified')];
  return [
    ...(signerName === '' ? [place.child('signerName').required('must be a valid signer name')] : []),
    ...validateSignerName(signerName, place.child('signerName')),
    ...(labelSelector ? validateLabelSelector(labelSelector, place.child('labelSelector')) : []),
  ];
}

/** Upstream shows its internal type, in the order of its fields, which have no JSON names. */
function asGoStruct({ name, signerName, labelSelector, optional, path }: ClusterTrustBundleProjection): VerbatimValue {
  const [Name = null, SignerName = null, LabelSelector = null] = [name, signerName, labelSelector];
  const fields = { Name, SignerName, LabelSelector, Optional: optional ?? null, Path: path };
  return new VerbatimValue(JSON.stringify(fields));
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const minSeconds = 3600;
const files = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const;

export function podCertificateErrors(
  projection: PodCertificateProjection,
  place: FieldPath,
  conflictErrors: ConflictErrors,
): readonly FieldError[] {
  const { signerName = '', keyType = '', userAnnotations } = projection;
  const given = files.flatMap((file) => (projection[file] ? [[file, projection[file]] as const] : []));
  const pathErrors = given.flatMap(([file, path]) => [
    ...validateFilePath(path, place.child(file)),
    ...conflictErrors(path, path),
  ]);
  const none = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath';
  return [
    ...validateSignerName(signerName, place.child('signerName')),
    ...(userAnnotations ? validateUserAnnotations(userAnnotations, place.child('userAnnotations')) : []),
    ...(keyTypes.includes(keyType) ? [] : [place.child('keyType').notSupported(keyType, keyTypes)]),
    ...expirationErrors(projection, place.child('maxExpirationSeconds')),
    ...(given.length === 0 ? [place.required(none)] : pathErrors),
  ];
}

function expirationErrors(
  { signerName = '', maxExpirationSeconds: seconds }: PodCertificateProjection,
  path: FieldPath,
): FieldError[] {
  if (seconds === undefined) return [];
  const refuse = (rule: string) => [path.invalid(seconds, `if provided, maxExpirationSeconds must be ${rule}`)];
  const longest = longestPodCertificate(signerName);
  if (seconds < minSeconds) return refuse(`>= ${minSeconds}`);
  return seconds > longest ? refuse(`<= ${longest}`) : [];
}
