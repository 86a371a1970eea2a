import { goQuote, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { eachItem, oneOf, repetitionsIn } from '../../../field-checks.js';
import { certificateProblem, signingRequestProblem } from './pem.js';
import { conditionsOf, type SigningCondition, specOf, statusOf } from './signing-request.js';

const spec = FieldPath.of('spec');
const conditions = FieldPath.of('status', 'conditions');
const certificate = FieldPath.of('status', 'certificate');
const legacySigner = 'kubernetes.io/legacy-unknown';
const minSeconds = 600;
const maxDomain = 253;
const maxSigner = 571;
const approvalTypes = ['Approved', 'Denied'];
const finalTypes = [...approvalTypes, 'Failed'];
const statuses = ['False', 'True', 'Unknown'];
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

export function validateSigningRequest(object: JsonObject): FieldError[] {
  const { request, expirationSeconds, signerName } = specOf(object);
  const problem = signingRequestProblem(Buffer.from(request ?? '', 'base64').toString('latin1'));
  const expiration = spec.child('expirationSeconds');
  const tooShort = 'may not specify a duration less than 600 seconds (10 minutes)';
  return [
    ...(problem === undefined ? [] : [invalidValue(spec.child('request'), request ?? null, problem)]),
    ...validateUsages(specOf(object).usages ?? []),
    ...validateSigner(signerName, spec.child('signerName')),
    ...(expirationSeconds !== undefined && expirationSeconds < minSeconds
      ? [invalidValue(expiration, expirationSeconds, tooShort)]
      : []),
    ...validateConditions(statusOf(object).conditions ?? []),
  ];
}

function validateUsages(given: readonly string[]): FieldError[] {
  const path = spec.child('usages');
  if (given.length === 0) return [required(path, '')];
  const unknown = eachItem(given, path, (usage, place) => oneOf(usage, usages, place));
  const isRepeated = repetitionsIn(given);
  const repeated = eachItem(given, path, (usage, place, index) => (isRepeated[index] ? [duplicate(place, usage)] : []));
  return [...unknown, ...repeated];
}

/** A domain and a path. */
function validateSigner(name: string, path: FieldPath): FieldError[] {
  if (name === legacySigner) {
    return [invalidValue(path, name, 'the legacy signerName is not allowed via this API version')];
  }
  if (name === '') return [required(path, '')];
  const [domain = '', ...segments] = name.split('/');
  if (segments.length !== 1) {
    return [
      invalidValue(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
    ];
  }
  const errors = domain.length > maxDomain ? [tooLong(path, domain, maxDomain)] : [];
  errors.push(...validateParts(domain, checkDns1123Label, path));
  if (!domain.includes('.'))
    errors.push(invalidValue(path, domain, 'should be a domain with at least two segments separated by dots'));
  errors.push(...validateParts(segments[0] ?? '', checkDns1123Subdomain, path));
  return name.length > maxSigner ? [...errors, tooLong(path, name, maxSigner)] : errors;
}

/** Returns the problems of the first invalid dot-separated part. */
function validateParts(text: string, check: (part: string) => readonly string[], path: FieldPath): FieldError[] {
  const part = text.split('.').find((one) => check(one).length > 0);
  if (part === undefined) return [];
  return check(part).map((problem) => invalidValue(path, text, `validating label ${goQuote(part)}: ${problem}`));
}

function validateConditions(given: readonly SigningCondition[]): FieldError[] {
  const seen = new Set<string>();
  return eachItem(given, conditions, ({ type, status }, path) => {
    const errors = type === '' ? [required(path.child('type'), '')] : [];
    const allowed = finalTypes.includes(type) ? ['True'] : statuses;
    if (status === '') errors.push(required(path.child('status'), ''));
    else if (!allowed.includes(status)) errors.push(notSupported(path.child('status'), status, allowed));
    const other = approvalTypes.find((one) => one !== type);
    if (approvalTypes.includes(type) && other !== undefined && seen.has(other)) {
      errors.push(invalidValue(conditions, type, 'Approved and Denied conditions are mutually exclusive'));
    }
    if (seen.has(type)) errors.push(duplicate(path.child('type'), type));
    seen.add(type);
    return errors;
  });
}

/** The endpoint through which a request is updated: each allows different changes. */
export type Endpoint = 'main' | 'approval' | 'status';

export function validateSigningRequestUpdate({ object, old }: Replacement, endpoint: Endpoint): FieldError[] {
  const errors = validateSigningRequest(object);
  for (const type of finalTypes) {
    if (conditionsOf(object, type).length >= conditionsOf(old, type).length) continue;
    errors.push(forbidden(conditions, `updates may not remove a condition of type "${type}"`));
  }
  if (endpoint !== 'approval') errors.push(...validateApprovalKept({ object, old }));
  return [...errors, ...validateIssued({ object, old }, endpoint)];
}

function validateApprovalKept({ object, old }: Replacement): FieldError[] {
  return approvalTypes.flatMap((type) => {
    const [after, before] = [conditionsOf(object, type), conditionsOf(old, type)];
    if (after.length > before.length) {
      return [forbidden(conditions, `updates may not add a condition of type "${type}"`)];
    }
    const isSame = after.length < before.length || jsonEqual(after.map(plain), before.map(plain));
    return isSame ? [] : [forbidden(conditions, `updates may not modify a condition of type "${type}"`)];
  });
}

function plain(condition: SigningCondition): JsonObject {
  return { ...condition } as unknown as JsonObject;
}

function validateIssued({ object, old }: Replacement, endpoint: Endpoint): FieldError[] {
  const [after = '', before = ''] = [statusOf(object).certificate, statusOf(old).certificate];
  if (after === before) return [];
  if (endpoint !== 'status') return [forbidden(certificate, 'updates may not set certificate content')];
  const problem = after === '' ? undefined : certificateProblem(Buffer.from(after, 'base64').toString('latin1'));
  const errors = problem === undefined ? [] : [invalidValue(certificate, '<certificate data>', problem)];
  const isReplaced = before !== '';
  return isReplaced
    ? [...errors, forbidden(certificate, 'updates may not modify existing certificate content')]
    : errors;
}
