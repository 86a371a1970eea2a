// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json/json.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/versioning/versioning.go (v1.36)

import { beginStages, shouldYieldBetweenStages, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { traceEvent } from '../../../apimachinery/tracing/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { strictDecodingError, warnOf } from './strict-errors.js';

/** Decodes the object of a request, in the request's version, with defaults and without unknown fields. */
export async function readObject(
  context: RequestContext,
  { decoding, codecs, target, maxBodyBytes }: Endpoint,
  fieldValidation: string | undefined,
): Promise<JsonObject> {
  const codec = decoding.negotiate(codecs, context.request.header('content-type'));
  const bytes = await context.request.body(maxBodyBytes);
  traceEvent('limitedReadBody succeeded', { len: bytes.length });
  traceEvent('About to convert to expected version');
  beginStages(bytes.length);
  const { object, strictErrors } = await decoding.read({ codec, bytes }, target);
  traceEvent('Conversion done');
  if (strictErrors.length > 0 && fieldValidation === 'Strict') {
    throw decoding.mishandled(target, strictDecodingError(strictErrors));
  }
  if (fieldValidation !== 'Ignore') warnOf(context, strictErrors);
  context.record?.requestObject(object);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  return object;
}
