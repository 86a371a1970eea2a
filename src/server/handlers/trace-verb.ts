// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/trace_util.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go (v1.36)

import type { OutputChoice } from '../../apimachinery/codec/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { type Attributes, activeSpan, runInSpan, type Span } from '../../apimachinery/tracing/index.js';
import type { ApiResponse } from '../http/index.js';
import { labelsOf } from '../metrics/index.js';
import type { Verb } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';

const spanNames: Readonly<Record<Exclude<Verb, 'watch'>, string>> = {
  create: 'Create',
  get: 'Get',
  list: 'List',
  update: 'Update',
  patch: 'Patch',
  delete: 'Delete',
  deletecollection: 'Delete',
};

const maxUserAgentLength = 120;

/** Runs the handler of a verb within a span, which ends when the response is written. A watch traces itself. */
export function traceVerb(
  parent: Span,
  { verb, context }: { verb: Verb; context: RequestContext },
  handle: () => MaybePromise<ApiResponse>,
): MaybePromise<ApiResponse> {
  if (verb === 'watch') return handle();
  const span = parent.child({ name: spanNames[verb], attributes: requestFields(context) });
  const failed = (error: unknown): never => {
    span.finish();
    throw error;
  };
  try {
    const result = runInSpan(span, handle);
    const responded = (response: ApiResponse): ApiResponse => writing(span, context, { verb, response });
    return result instanceof Promise ? result.then(responded, failed) : responded(result);
  } catch (error) {
    return failed(error);
  }
}

/** What upstream's spans of verbs say about a request. */
export function requestFields({ request, info, auditId }: RequestContext): Attributes {
  const facts = { method: request.method, contentType: request.header('content-type') };
  const { verb, scope } = labelsOf(info, facts);
  const userAgent = request.header('user-agent') ?? '';
  const isLong = userAgent.length > maxUserAgentLength;
  return {
    accept: request.header('accept') ?? '',
    'audit-id': auditId.slice(0, 64),
    client: request.remoteAddress,
    'api-group': info.apiGroup,
    'api-version': info.apiVersion,
    name: info.name,
    subresource: info.subresource,
    namespace: info.namespace,
    protocol: request.protocol,
    resource: info.resource,
    scope,
    url: request.decodedPath,
    'user-agent': isLong ? `${userAgent.slice(0, maxUserAgentLength)}...TRUNCATED` : userAgent,
    verb,
  };
}

/** The span in which the response of a request is encoded and written. */
const serializations = new WeakMap<RequestContext, Span>();

/** Called before a response is encoded. */
export function traceSerialization(context: RequestContext, endpoint: Endpoint, output: OutputChoice): void {
  const parent = activeSpan();
  if (!parent?.isRecording || serializations.has(context)) return;
  if (context.info.verb !== 'list') parent.addEvent('About to write a response');
  const attributes = serializationFields(context, endpoint, output);
  serializations.set(context, parent.child({ name: 'SerializeObject', attributes }));
}

export function serializationFields(
  { request, auditId }: RequestContext,
  { apiVersion }: Endpoint,
  { codec, pretty }: Pick<OutputChoice, 'codec' | 'pretty'>,
): Attributes {
  return {
    'audit-id': auditId.slice(0, 64),
    method: request.method,
    url: request.decodedPath,
    protocol: request.protocol,
    mediaType: codec.mediaType,
    encoder: JSON.stringify({
      encodeGV: apiVersion,
      encoder: encoderName(codec.mediaType, pretty),
      name: 'versioning',
    }),
  };
}

/** As upstream's serializers identify themselves. */
function encoderName(mediaType: string, pretty: boolean): string {
  if (mediaType.endsWith('.protobuf')) return 'protobuf';
  if (mediaType.endsWith('/cbor')) return 'cbor';
  const yaml = String(mediaType.endsWith('/yaml'));
  return JSON.stringify({ name: 'json', pretty: String(pretty), strict: 'false', yaml });
}

function writing(
  span: Span,
  context: RequestContext,
  { verb, response }: { verb: Verb; response: ApiResponse },
): ApiResponse {
  const { body } = response;
  const size: Attributes = Buffer.isBuffer(body) ? { size: body.length } : {};
  const serialization = serializations.get(context);
  serialization?.addEvent('About to start writing response', size);
  const written = (): void => {
    serialization?.addEvent('Write call succeeded', size);
    serialization?.finish();
    if (verb !== 'list') span.addEvent('Writing http response done');
    span.finish();
  };
  if (typeof body !== 'function') {
    written();
    return response;
  }
  return { ...response, body: (sink) => body(sink).finally(written) };
}
