// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import { X509Certificate } from 'node:crypto';
import type { PodCertificateRequest, PodCertificateRequestStatus } from '../../../../api/certificates/v1beta1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatDuration, jsonEqual, parseTime } from '../../../../apimachinery/meta/index.js';
import { pemBlocks } from '../../../../apimachinery/pem/index.js';
import {
  type FieldError,
  FieldPath,
  VerbatimValue,
  validateConditions,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext } from '../../../../server/registry/index.js';
import { validateMetadataUpdate } from '../../../validation.js';
import { requestedKey } from './public-keys.js';

const status = FieldPath.of('status');
const conditions = status.child('conditions');
const chainPath = status.child('certificateChain');
const terminalTypes = ['Issued', 'Denied', 'Failed'];
const maxChainBytes = 100 * 1024;
const minute = 60_000;
const hour = 60 * minute;

/** A status changes once, to Issued, Denied or Failed. */
export function validateStatusUpdate(
  { object, old }: Replacement<PodCertificateRequest>,
  context: UpdateValidationContext,
): readonly FieldError[] {
  const metadataErrors = validateMetadataUpdate(object, context);
  if (metadataErrors.length > 0) return metadataErrors;
  const errors = conditionErrors(object.status);
  if (errors.length > 0) return errors;
  if (stateOf(old) !== undefined) {
    return unequal(object.status, old.status, 'immutable after PodCertificateRequest is issued, denied, or failed');
  }
  const state = stateOf(object);
  if (state === 'Issued') return issuedErrors(object, old);
  if (state === undefined) {
    const once = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
    return unequal(object.status, old.status, once);
  }
  const conditionsOnly = { conditions: object.status.conditions ?? [] };
  const others = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
  return unequal(object.status, conditionsOnly, others);
}

function stateOf({ status: { conditions: given = [] } }: PodCertificateRequest): string | undefined {
  return given.find(({ type, status: value }) => terminalTypes.includes(type) && value === 'True')?.type;
}

function unequal(a: PodCertificateRequestStatus, b: PodCertificateRequestStatus, detail: string): FieldError[] {
  return jsonEqual(a, b) ? [] : [status.invalid(undefined, detail)];
}

function conditionErrors({ conditions: given = [] }: PodCertificateRequestStatus): FieldError[] {
  let known = 0;
  const errors = given.flatMap(({ type, status: value }, index) => {
    // Upstream's path has a dot before the index.
    const place = conditions.child(`[${index}]`);
    if (!terminalTypes.includes(type)) return [place.child('type').notSupported(type, terminalTypes)];
    known++;
    const many = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...(known > 1 ? [place.child('type').invalid(type, many)] : []),
      ...(value === 'True' ? [] : [place.child('status').notSupported(value, ['True'])]),
    ];
  });
  return [...errors, ...validateConditions(given, conditions)];
}

/** Reports the first problem only, as upstream does. */
function issuedErrors(object: PodCertificateRequest, old: PodCertificateRequest): readonly FieldError[] {
  const { certificateChain: chain = '' } = object.status;
  if (Buffer.byteLength(chain) > maxChainBytes) return [chainPath.tooLong(maxChainBytes)];
  const refuse = (problem: string): FieldError[] => [chainPath.invalid(chain, problem)];
  const [leaf, ...others] = pemBlocks(chain);
  if (!leaf) return refuse('issued certificate chain must contain at least one certificate');
  if (leaf.type !== 'CERTIFICATE') {
    return refuse('issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
  }
  const certificate = certificateIn(leaf.bytes);
  if (!certificate) return refuse('leaf certificate does not parse as valid X.509');
  const named = nameErrors(certificate);
  const key = requestedKey(old.spec);
  if (key && !key.equals(certificate.publicKey)) {
    return [...named, ...refuse('leaf certificate was not issued to the requested public key')];
  }
  const timed = [...named, ...timeErrors(object, certificate)];
  if (timed.length > 0) return timed;
  for (const { type, bytes } of others) {
    if (type !== 'CERTIFICATE')
      return refuse('issued certificate chain must consist entirely of CERTFICATE PEM blocks');
    if (!certificateIn(bytes)) return refuse('intermediate certificate does not parse as valid X.509');
  }
  return [];
}

function certificateIn(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function nameErrors({ subjectAltName = '' }: X509Certificate): FieldError[] {
  const names = subjectAltName.split(', ').filter((entry) => entry.startsWith('DNS:'));
  return names.flatMap((entry) => {
    const name = entry.slice('DNS:'.length);
    const problems = [
      ...(name === '' ? ['leaf certificate should not contain empty DNSName'] : []),
      ...(name.includes('..') ? ["leaf certificate's DNSName should not contain '..'"] : []),
      ...(name.startsWith('.') || name.endsWith('.')
        ? ["leaf certificate's DNSName should not start or end with '.'"]
        : []),
    ];
    return problems.map((problem) => chainPath.invalid(name, problem));
  });
}

function timeErrors({ spec, status: given }: PodCertificateRequest, certificate: X509Certificate): FieldError[] {
  const { notBefore, notAfter, beginRefreshAt } = given;
  const paths = { before: status.child('notBefore'), after: status.child('notAfter') };
  const refreshPath = status.child('beginRefreshAt');
  const consistent = 'must be present and consistent with the issued certificate';
  const missing = [
    ...(notBefore ? [] : [paths.before.required(consistent)]),
    ...(notAfter ? [] : [paths.after.required(consistent)]),
    ...(beginRefreshAt
      ? []
      : [refreshPath.required('must be present and in the range [notbefore+10min, notafter-10min]')]),
  ];
  if (!notBefore || !notAfter || !beginRefreshAt) return missing;
  const refuse = (path: FieldPath, text: string, problem: string) => [path.invalid(text, problem)];
  const [begin = 0, end = 0, refresh = 0] = [notBefore, notAfter, beginRefreshAt].map(parseTime);
  if (begin !== Date.parse(certificate.validFrom)) {
    return refuse(paths.before, notBefore, 'must be set to the NotBefore time encoded in the leaf certificate');
  }
  if (Math.abs(begin - systemClock.now()) >= 5 * minute) {
    return refuse(paths.before, notBefore, "must be set to within 5 minutes of kube-apiserver's current time");
  }
  if (end !== Date.parse(certificate.validTo)) {
    return refuse(paths.after, notAfter, 'must be set to the NotAfter time encoded in the leaf certificate');
  }
  const problem = lifetimeProblem(end - begin, spec.maxExpirationSeconds ?? 0);
  if (problem) return [chainPath.invalid(new VerbatimValue(`"${formatDuration(end - begin)}"`), problem)];
  if (refresh < begin + 10 * minute) {
    return refuse(refreshPath, beginRefreshAt, 'must be at least 10 minutes after status.notBefore');
  }
  if (refresh <= end - 10 * minute) return [];
  return refuse(refreshPath, beginRefreshAt, 'must be at least 10 minutes before status.notAfter');
}

function lifetimeProblem(milliseconds: number, maxSeconds: number): string | undefined {
  if (milliseconds < hour) return 'leaf certificate lifetime must be >= 1 hour';
  if (milliseconds <= maxSeconds * 1000) return undefined;
  return `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${maxSeconds})`;
}
