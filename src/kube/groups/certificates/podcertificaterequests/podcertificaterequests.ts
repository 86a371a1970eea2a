// Follows pkg/registry/certificates/podcertificaterequest/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import type { PodCertificateRequest, PodCertificateRequestSpec } from '../../../../api/certificates/v1beta1.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import { keepField, type Strategy, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { formatLabels, nameColumn, textColumn } from '../../../printing/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { longestPodCertificate, validateSignerName } from '../signer-name.js';
import { validateUserAnnotations } from '../user-annotations.js';
import { publicKeyErrors, requestErrors } from './public-keys.js';
import { validateStatusUpdate } from './status-validation.js';

const main: Strategy<PodCertificateRequest> = {
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate: (change) => keepField(change, 'status'),
  validate: validation(validateRequest),
  // Only metadata may change.
  validateUpdate: updateValidation(({ object, old }) => validateImmutableField(object.spec, old.spec, spec)),
};

/** For signers; `SignerPermission` checks that they are. */
const status: Strategy<PodCertificateRequest> = {
  ...specAndStatus(main, { validateStatus: validateStatusUpdate }).status,
  resetFields: ['spec'],
};

const described = (field: string) => ({
  description: ['certificates/v1beta1.PodCertificateRequestSpec', field] as const,
});

/** A certificate that a kubelet requests for a pod. */
export const podCertificateRequests = builtInResource<PodCertificateRequest>(
  'certificates.k8s.io/v1beta1',
  'PodCertificateRequest',
  {
    plural: 'podcertificaterequests',
    scope: 'Namespaced',
    featureGate: 'PodCertificateRequest',
    introduced: '1.35',
    columns: [
      nameColumn,
      textColumn<PodCertificateRequest>('PodName', ({ spec }) => spec.podName, described('podName')),
      textColumn<PodCertificateRequest>(
        'ServiceAccountName',
        ({ spec }) => spec.serviceAccountName,
        described('serviceAccountName'),
      ),
      textColumn<PodCertificateRequest>('NodeName', ({ spec }) => spec.nodeName, described('nodeName')),
      textColumn<PodCertificateRequest>('SignerName', ({ spec }) => spec.signerName, described('signerName')),
      textColumn<PodCertificateRequest>('State', stateText, 'Is the request Pending, Issued, Denied, or Failed?'),
      textColumn<PodCertificateRequest>(
        'UnverifiedUserAnnotations',
        ({ spec }) => formatLabels(spec.unverifiedUserAnnotations),
        described('unverifiedUserAnnotations'),
      ),
    ],
    strategies: { main, status },
    selectableFields: ['spec.signerName', 'spec.podName', 'spec.nodeName'],
  },
);

function stateText({ status: { conditions = [] } }: PodCertificateRequest): string {
  return conditions.findLast(({ type }) => ['Issued', 'Denied', 'Failed'].includes(type))?.type ?? 'Pending';
}

const spec = FieldPath.of('spec');
const maxUid = 128;
const minSeconds = 60 * 60;

function validateRequest({ spec: given }: PodCertificateRequest): FieldError[] {
  const annotations = given.unverifiedUserAnnotations;
  return [
    ...validateSignerName(given.signerName, spec.child('signerName')),
    ...(annotations ? validateUserAnnotations(annotations, spec.child('unverifiedUserAnnotations')) : []),
    ...spec.child('podName').check(given.podName, checkDns1123Subdomain),
    ...uidErrors(given.podUID, spec.child('podUID')),
    ...spec.child('serviceAccountName').check(given.serviceAccountName, checkDns1123Subdomain),
    ...uidErrors(given.serviceAccountUID, spec.child('serviceAccountUID')),
    ...spec.child('nodeName').check(given.nodeName, checkDns1123Subdomain),
    ...uidErrors(given.nodeUID, spec.child('nodeUID')),
    ...keyErrors(given),
  ];
}

function uidErrors(uid: string, path: FieldPath): FieldError[] {
  if (uid === '') return [path.invalid(uid, 'must not be empty')];
  return uid.length > maxUid ? [path.tooLong(maxUid)] : [];
}

function keyErrors(given: PodCertificateRequestSpec): FieldError[] {
  const { signerName, maxExpirationSeconds: seconds } = given;
  const path = spec.child('maxExpirationSeconds');
  if (seconds === undefined) return [path.required('must be set')];
  const longest = longestPodCertificate(signerName);
  const isInRange = seconds >= minSeconds && seconds <= longest;
  return [
    ...(isInRange ? [] : [path.invalid(seconds, `must be in the range [${minSeconds}, ${longest}]`)]),
    ...proofErrors(given),
  ];
}

/** The key comes as a certificate request, or in the older form, with a signature of the pod's uid. */
function proofErrors({ podUID, stubPKCS10Request, pkixPublicKey, proofOfPossession }: PodCertificateRequestSpec) {
  const [request, key, proof] = [stubPKCS10Request, pkixPublicKey, proofOfPossession].map((text) =>
    Buffer.from(text ?? '', 'base64'),
  ) as [Buffer, Buffer, Buffer];
  if (request.length > 0 && key.length === 0 && proof.length === 0) return requestErrors(request);
  if (request.length === 0 && key.length > 0 && proof.length > 0) return publicKeyErrors(key, proof, podUID);
  const choice = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
  return [spec.invalid(undefined, choice)];
}
