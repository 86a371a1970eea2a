// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import { X509Certificate } from 'node:crypto';
import type { ClusterTrustBundle } from '../../../../api/certificates/v1beta1.js';
import { type PemBlock, pemBlocks } from '../../../../apimachinery/pem/index.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { validateMetadataUpdate, validation } from '../../../validation.js';
import { checkTrustBundleName, validateSignerName } from '../signer-name.js';

const name = FieldPath.of('metadata', 'name');
const signerName = FieldPath.of('spec', 'signerName');
const trustBundle = FieldPath.of('spec', 'trustBundle');
const maxBytes = 1024 * 1024;
const omitted = '<value omitted>';

export function validateTrustBundle(bundle: ClusterTrustBundle, context: ValidationContext): FieldError[] {
  return [...fieldErrors(bundle, context), ...anchorErrors(bundle.spec.trustBundle)];
}

/** An unchanged bundle is not parsed again. */
export function validateTrustBundleUpdate(
  { object, old }: Replacement<ClusterTrustBundle>,
  context: UpdateValidationContext,
): FieldError[] {
  const isSame = object.spec.trustBundle === old.spec.trustBundle;
  return [
    ...fieldErrors(object, context),
    ...(isSame ? [] : anchorErrors(object.spec.trustBundle)),
    ...validateMetadataUpdate(object, context),
    ...validateImmutableField(object.spec.signerName ?? '', old.spec.signerName ?? '', signerName),
  ];
}

const fieldErrors = validation<ClusterTrustBundle>((bundle) => {
  const { signerName: signer = '' } = bundle.spec;
  const { name: own = '' } = bundle.metadata;
  const problems = own === '' ? [] : checkTrustBundleName(own, signer);
  return [
    ...problems.map((problem) => name.invalid(own, problem)),
    ...(signer === '' ? [] : validateSignerName(signer, signerName)),
  ];
});

/** Errors of malformed blocks hide those of duplicate or missing anchors. */
function anchorErrors(text: string): FieldError[] {
  if (Buffer.byteLength(text) > maxBytes) return [trustBundle.tooLong(maxBytes)];
  const refuse = (problem: string): FieldError => trustBundle.invalid(omitted, problem);
  const blocks = pemBlocks(text);
  const malformed = blocks.flatMap((block, index) => {
    const problem = blockProblem(block);
    return problem === undefined ? [] : [refuse(`entry ${index} ${problem}`)];
  });
  if (malformed.length > 0) return malformed;
  if (blocks.length === 0) return [refuse('at least one trust anchor must be provided')];
  return repetitions(blocks).map((indices) => refuse(`duplicate trust anchor (indices [${indices.join(' ')}])`));
}

function blockProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (hasHeaders) return 'has PEM block headers';
  try {
    return new X509Certificate(bytes).ca ? undefined : 'does not have the CA bit set';
  } catch {
    return 'does not parse as X.509';
  }
}

/** The positions of equal certificates. */
function repetitions(blocks: readonly PemBlock[]): number[][] {
  const places = new Map<string, number[]>();
  for (const [index, { bytes }] of blocks.entries()) {
    const key = bytes.toString('latin1');
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  return [...places.values()].filter((indices) => indices.length > 1);
}
