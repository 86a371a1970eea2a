import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { ReceivedReview } from '../../server/webhook-server.test.support.js';

export interface ConversionRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: JsonObject[];
}

export type ConversionReview = ReceivedReview<ConversionRequest>;

/** Answers a review with the conversion of each object, in the desired version. */
export function answerWith(convert: (object: JsonObject) => JsonObject): (review: ConversionReview) => JsonObject {
  return ({ apiVersion, request }) => ({
    apiVersion,
    kind: 'ConversionReview',
    response: {
      uid: request.uid,
      convertedObjects: request.objects.map((object) => ({
        ...convert(object),
        apiVersion: request.desiredAPIVersion,
      })),
      result: { status: 'Success' },
    },
  });
}
