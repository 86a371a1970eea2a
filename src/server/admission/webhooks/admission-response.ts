// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/request/admissionreview.go (v1.36)

import {
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonTypeName,
} from '../../../apimachinery/meta/index.js';
import { librarySchemes, NotRegisteredError } from '../../../apimachinery/scheme/index.js';
import { type Status, statusErrorFromObject } from '../../../apimachinery/status/index.js';
import { type ReviewVersion, reviewGroup } from './admission-review.js';

/** The response of a webhook. */
export interface AdmissionResponse {
  readonly uid: string;
  readonly allowed: boolean;
  /** Decoded from base64; empty if there is none. */
  readonly patch: Buffer;
  readonly patchType: string | undefined;
  /** The reason for a denial. */
  readonly status: Partial<Status>;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** A review as returned by a webhook. */
export interface CompletedReview {
  readonly kind: GroupVersionKind;
  readonly response: AdmissionResponse | undefined;
}

const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * Decodes a webhook's review of this version. Throws with the text of Go's decoder if it is not such a review, or a
 * field has the wrong type.
 */
export function readReview(document: JsonValue, version: ReviewVersion): CompletedReview {
  // As in Go, null decodes to an empty review.
  if (document === null) return readReview({}, version);
  if (!isJsonObject(document)) {
    const problem = `json: cannot unmarshal ${jsonTypeName(document)} into Go value of type ${typeMeta}`;
    throw new Error(`couldn't get version/kind; json parse error: ${problem}`);
  }
  const { apiVersion = '', kind = '', response } = document;
  const actual = groupVersionKind(String(apiVersion), String(kind));
  const isForeign = actual.group !== reviewGroup || actual.kind !== 'AdmissionReview';
  if (apiVersion && kind && isForeign) {
    throw new NotRegisteredError(librarySchemes.webhookReviews, String(apiVersion), String(kind));
  }
  const isOther = actual.version !== version && (actual.version === 'v1' || actual.version === 'v1beta1');
  if (kind && isOther) {
    const types = `(${actual.version}.AdmissionReview) to (${version}.AdmissionReview)`;
    throw new Error(`converting ${types}: unknown conversion`);
  }
  if (response === null || response === undefined) return { kind: actual, response: undefined };
  if (!isJsonObject(response)) throw mistyped('response', response, 'v1.AdmissionResponse');
  return { kind: actual, response: readResponse(response) };
}

function readResponse(response: JsonObject): AdmissionResponse {
  const { uid, allowed, patch, patchType, status, warnings, auditAnnotations } = response;
  return {
    uid: textOf('uid', uid, 'types.UID') ?? '',
    allowed: isTrue('allowed', allowed),
    patch: bytesOf(textOf('patch', patch, '[]uint8') ?? ''),
    patchType: textOf('patchType', patchType, 'v1.PatchType'),
    status: statusOf(status ?? {}),
    warnings: textsOf('warnings', warnings ?? []),
    auditAnnotations: textMapOf('auditAnnotations', auditAnnotations ?? {}),
  };
}

function statusOf(status: JsonValue): Partial<Status> {
  if (!isJsonObject(status)) throw mistyped('response.status', status, 'v1.Status');
  return statusErrorFromObject({ ...status, kind: 'Status', apiVersion: 'v1' })?.status ?? {};
}

function textOf(field: string, value: JsonValue | undefined, type: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw mistyped(`response.${field}`, value, type);
}

function isTrue(field: string, value: JsonValue | undefined): boolean {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === null) return false;
  throw mistyped(`response.${field}`, value, 'bool');
}

function textsOf(field: string, value: JsonValue): string[] {
  if (!Array.isArray(value)) throw mistyped(`response.${field}`, value, '[]string');
  return value.map((text) => textOf(field, text, 'string') ?? '');
}

function textMapOf(field: string, value: JsonValue): Record<string, string> {
  if (!isJsonObject(value)) throw mistyped(`response.${field}`, value, 'map[string]string');
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, textOf(field, text, 'string') ?? '']));
}

/** Go decodes base64 more strictly than Node. */
function bytesOf(text: string): Buffer {
  const compact = text.replace(/[\r\n]/g, '');
  const end = /^[A-Za-z0-9+/]*={0,2}$/.test(compact) && compact.length % 4 === 0 ? -1 : illegalAt(compact);
  if (end >= 0) throw new Error(`illegal base64 data at input byte ${end}`);
  return Buffer.from(compact, 'base64');
}

function illegalAt(text: string): number {
  const found = text.search(/[^A-Za-z0-9+/]/);
  return found < 0 ? text.length - (text.length % 4) : found;
}

function mistyped(field: string, value: JsonValue, type: string): Error {
  const struct = field === 'response' ? 'AdmissionReview' : 'AdmissionResponse';
  return new Error(
    `json: cannot unmarshal ${jsonTypeName(value)} into Go struct field ${struct}.${field} of type ${type}`,
  );
}

const expectedKind = formatGroupVersionKind({ group: reviewGroup, version: 'v1', kind: 'AdmissionReview' });

export interface ReviewExpectation {
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly isMutating: boolean;
}

/** Returns the response if it answers the request. Throws an error that describes the mismatch. */
export function verifiedResponse({ kind, response }: CompletedReview, expected: ReviewExpectation): AdmissionResponse {
  if (!response) throw new Error('webhook response was absent');
  // v1beta1 responses need neither kind nor uid, and their only patch type is JSONPatch.
  if (expected.version === 'v1beta1') return { ...response, patchType: 'JSONPatch' };
  if (response.uid !== expected.uid) {
    throw new Error(`expected response.uid=${JSON.stringify(expected.uid)}, got ${JSON.stringify(response.uid)}`);
  }
  const actualKind = formatGroupVersionKind(kind);
  if (actualKind !== expectedKind) {
    throw new Error(`expected webhook response of ${expectedKind}, got ${actualKind}`);
  }
  const { patch, patchType } = response;
  if (expected.isMutating) checkPatch(patch, patchType);
  else if (patch.length > 0) throw new Error('validating webhook may not return response.patch');
  else if (patchType !== undefined) throw new Error('validating webhook may not return response.patchType');
  return response;
}

function checkPatch(patch: Buffer, patchType: string | undefined): void {
  if (patch.length > 0 && patchType === undefined) {
    throw new Error('webhook returned response.patch but not response.patchType');
  }
  if (patch.length === 0 && patchType !== undefined) {
    throw new Error('webhook returned response.patchType but not response.patch');
  }
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""');
}
