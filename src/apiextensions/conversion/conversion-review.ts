// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonTypeName } from '../../apimachinery/meta/index.js';
import { librarySchemes, NotRegisteredError } from '../../apimachinery/scheme/index.js';
import { errorWithoutReason } from '../../apimachinery/status/index.js';
import { typeMetaName, typeParseError } from '../../server/dialect/index.js';

const group = 'apiextensions.k8s.io';
const knownVersions: readonly string[] = ['v1', 'v1beta1'];

export interface ReviewRequest {
  readonly uid: string;
  readonly desiredApiVersion: string;
  readonly objects: readonly JsonObject[];
}

/** Returns the first version of ConversionReview that both sides support. */
export function reviewVersionOf(accepted: readonly string[]): string {
  const version = accepted.find((each) => knownVersions.includes(each));
  if (version === undefined) throw errorWithoutReason('no supported conversion review versions');
  return version;
}

export function conversionReview(version: string, { uid, desiredApiVersion, objects }: ReviewRequest): JsonObject {
  return {
    kind: 'ConversionReview',
    apiVersion: `${group}/${version}`,
    request: { uid, desiredAPIVersion: desiredApiVersion, objects: [...objects] },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  };
}

/**
 * Returns the objects of a review response, unchecked. Throws if it does not match the request, or reports a failure.
 */
export function convertedObjects(document: JsonValue, sent: { version: string; uid: string }): readonly JsonValue[] {
  const review = reviewIn(document);
  const { response } = review;
  if (sent.version === 'v1') checkKind(review);
  if (!isJsonObject(response)) throw new Error('no response provided');
  // v1beta1 responses need no type and no uid.
  if (sent.version === 'v1' && response['uid'] !== sent.uid) {
    throw new Error(`expected response.uid="${sent.uid}", got "${response['uid'] ?? ''}"`);
  }
  const { status = '', message = '' } = isJsonObject(response['result']) ? response['result'] : {};
  if (status !== 'Success') throw new Error(String(message) || `response.result.status was '${status}', not 'Success'`);
  const { convertedObjects: converted } = response;
  return Array.isArray(converted) ? converted : [];
}

/** Returns the response as an object; null counts as an empty one. */
function reviewIn(document: JsonValue): JsonObject {
  if (isJsonObject(document)) return document;
  if (document === null) return {};
  throw new Error(
    typeParseError(`json: cannot unmarshal ${jsonTypeName(document)} into Go value of type ${typeMetaName}`),
  );
}

function checkKind({ apiVersion = '', kind = '' }: JsonObject): void {
  if (apiVersion === `${group}/v1` && kind === 'ConversionReview') return;
  if (apiVersion === '' && kind === '') {
    throw new Error(`expected webhook response of ${group}/v1, Kind=ConversionReview, got /, Kind=`);
  }
  if (apiVersion === `${group}/v1beta1` && kind === 'ConversionReview') {
    throw new Error('converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion');
  }
  throw new NotRegisteredError(librarySchemes.webhookReviews, String(apiVersion), String(kind));
}
