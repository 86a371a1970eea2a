// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '../../../../api/certificates/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { conditionStatuses, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf, repetitionsIn, requiredOneOf, validateRequired } from '../../../field-checks.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateSignerName } from '../signer-name.js';
import { certificateProblem, signingRequestProblem } from './pem.js';
import { conditionsOf } from './signing-request.js';

const spec = FieldPath.of('spec');
const conditions = FieldPath.of('status', 'conditions');
const certificate = FieldPath.of('status', 'certificate');
const legacySigner = 'kubernetes.io/legacy-unknown';
const minSeconds = 600;
const approvalTypes = ['Approved', 'Denied'];
const finalTypes = [...approvalTypes, 'Failed'];
const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

/** `old`: the stored request, on update; what v1beta1 allowed is accepted as long as it has it. */
export function validateSigningRequest(
  object: CertificateSigningRequest,
  context: ValidationContext,
  old?: CertificateSigningRequest,
): FieldError[] {
  const { request, expirationSeconds, signerName, usages: given = [] } = object.spec;
  const problem = signingRequestProblem(Buffer.from(request ?? '', 'base64').toString('latin1'));
  const expiration = spec.child('expirationSeconds');
  const tooShort = 'may not specify a duration less than 600 seconds (10 minutes)';
  return [
    ...validateMetadata(object, context),
    ...(problem === undefined ? [] : [spec.child('request').invalid(request, problem)]),
    ...validateUsages(given, old?.spec.usages ?? []),
    ...(old?.spec.signerName === legacySigner ? [] : validateLegacySigner(signerName)),
    ...validateSignerName(signerName, spec.child('signerName')),
    ...(expirationSeconds !== undefined && expirationSeconds < minSeconds
      ? [expiration.invalid(expirationSeconds, tooShort)]
      : []),
    ...validateConditions(object.status.conditions ?? [], old?.status.conditions ?? []),
  ];
}

function validateUsages(given: readonly string[], old: readonly string[]): FieldError[] {
  const path = spec.child('usages');
  if (given.length === 0) return [path.required()];
  const hadUnknown = old.some((usage) => !usages.includes(usage));
  const unknown = hadUnknown ? [] : eachItem(given, path, (usage, place) => oneOf(usage, usages, place));
  const isRepeated = repetitionsIn(new Set(old).size < old.length ? [] : given);
  const repeated = eachItem(given, path, (usage, place, index) => (isRepeated[index] ? [place.duplicate(usage)] : []));
  return [...unknown, ...repeated];
}

function validateLegacySigner(name: string): FieldError[] {
  if (name !== legacySigner) return [];
  return [spec.child('signerName').invalid(name, 'the legacy signerName is not allowed via this API version')];
}

function validateConditions(
  given: readonly CertificateSigningRequestCondition[],
  old: readonly CertificateSigningRequestCondition[],
): FieldError[] {
  const oldTypes = new Set(old.map(({ type }) => type));
  const mayBeBoth = approvalTypes.every((type) => oldTypes.has(type));
  const mayRepeat = oldTypes.size < old.length;
  const seen = new Set<string>();
  return eachItem(given, conditions, ({ type, status }, path) => {
    const allowed = finalTypes.includes(type) ? ['True'] : conditionStatuses;
    const errors = [
      ...(oldTypes.has('') ? [] : validateRequired(type, path.child('type'))),
      ...requiredOneOf(status, allowed, path.child('status')),
    ];
    const other = approvalTypes.find((one) => one !== type);
    if (!mayBeBoth && approvalTypes.includes(type) && other !== undefined && seen.has(other)) {
      errors.push(conditions.invalid(type, 'Approved and Denied conditions are mutually exclusive'));
    }
    if (!mayRepeat && seen.has(type)) errors.push(path.child('type').duplicate(type));
    seen.add(type);
    return errors;
  });
}

/** The endpoint through which a request is updated: each allows different changes. */
export type Endpoint = 'main' | 'approval' | 'status';

type Change = Replacement<CertificateSigningRequest>;

export function validateSigningRequestUpdate(
  { object, old }: Change,
  context: UpdateValidationContext,
  endpoint: Endpoint,
): FieldError[] {
  const errors = validateSigningRequest(object, context, old);
  for (const type of finalTypes) {
    if (conditionsOf(object, type).length >= conditionsOf(old, type).length) continue;
    errors.push(conditions.forbidden(`updates may not remove a condition of type "${type}"`));
  }
  if (endpoint !== 'approval') errors.push(...validateApprovalKept({ object, old }));
  return [...errors, ...validateIssued({ object, old }, endpoint), ...validateMetadataUpdate(object, context)];
}

function validateApprovalKept({ object, old }: Change): FieldError[] {
  return approvalTypes.flatMap((type) => {
    const [after, before] = [conditionsOf(object, type), conditionsOf(old, type)];
    if (after.length > before.length) {
      return [conditions.forbidden(`updates may not add a condition of type "${type}"`)];
    }
    const isSame = after.length < before.length || jsonEqual([...after], [...before]);
    return isSame ? [] : [conditions.forbidden(`updates may not modify a condition of type "${type}"`)];
  });
}

function validateIssued({ object, old }: Change, endpoint: Endpoint): FieldError[] {
  const [after = '', before = ''] = [object.status.certificate, old.status.certificate];
  if (after === before) return [];
  if (endpoint !== 'status') return [certificate.forbidden('updates may not set certificate content')];
  const problem = after === '' ? undefined : certificateProblem(Buffer.from(after, 'base64').toString('latin1'));
  const errors = problem === undefined ? [] : [certificate.invalid('<certificate data>', problem)];
  const isReplaced = before !== '';
  return isReplaced
    ? [...errors, certificate.forbidden('updates may not modify existing certificate content')]
    : errors;
}
