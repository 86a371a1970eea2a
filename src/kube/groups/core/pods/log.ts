// Follows pkg/registry/core/pod/rest/log.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/rest/streamer.go (v1.36)

import type { IncomingMessage } from 'node:http';
import {
  badRequest,
  errorWithoutReason,
  genericServerResponse,
  internalError,
} from '../../../../apimachinery/status/index.js';
import {
  type ApiRequest,
  type ApiResponse,
  overWebSocket,
  type ResponseSink,
  wantsWebSocket,
} from '../../../../server/http/index.js';
import { joinHostPort, networkErrorText, relay } from '../../../../server/proxy/index.js';
import type { ConnectSubresource } from '../../../../server/registry/index.js';
import { type Kubelet, type Kubelets, readText } from '../../../kubelets/index.js';
import { chooseContainer } from './container-choice.js';
import { type LogOptions, logParameters, readLogOptions } from './log-options.js';
import { readPod } from './subresource-request.js';

/** Maximum length of a kubelet's error response to read. */
const maxErrorBytes = 50_000;

/** The log of a container; empty as long as the pod is not bound to a node. */
export function podLog(kubelets: Kubelets): ConnectSubresource {
  return {
    verbs: ['get'],
    parameters: logParameters,
    connect: async (request) => {
      const { name, namespace } = request.context.info;
      const splitsStreams = request.store.features.isEnabled('PodLogsQuerySplitStreams');
      const options = readLogOptions(name, request.context.request.query, { splitsStreams });
      const { spec } = await readPod(request);
      const container = chooseContainer(name, spec, options.container);
      if (!spec.nodeName) return { status: 204, headers: {} };
      const kubelet = await kubelets.ofPod(spec.nodeName);
      const target = `/containerLogs/${namespace}/${name}/${container}${options.query}`;
      const response = await fetchLog(request.context.request, kubelet, { ...options, target });
      await checkResponse(response, name);
      return respondWithLog(request.context.request, response);
    },
  };
}

async function fetchLog(
  { signal }: ApiRequest,
  { backend, insecureBackend, address }: Kubelet,
  { target, isInsecure }: LogOptions & { readonly target: string },
): Promise<IncomingMessage> {
  const host = joinHostPort(address.host, address.port);
  const failed = (reason: string) => errorWithoutReason(`Get ${JSON.stringify(`https://${host}${target}`)}: ${reason}`);
  const headers = ['host', host, 'user-agent', 'trestle'];
  const way = isInsecure ? insecureBackend : backend;
  const response = await way.send(address, { method: 'GET', target, headers, signal }).catch((error) => {
    signal.throwIfAborted();
    throw failed(networkErrorText(error));
  });
  const { statusCode = 0 } = response;
  if (statusCode < 300 || statusCode > 399 || !response.headers.location) return response;
  response.destroy();
  throw failed('redirects forbidden');
}

async function checkResponse(response: IncomingMessage, name: string): Promise<void> {
  const { statusCode: code = 0 } = response;
  if (code >= 200 && code <= 206) return;
  const serverMessage = await readText(response, maxErrorBytes);
  if (code === 500) throw internalError(serverMessage);
  if (code === 400) throw badRequest(serverMessage);
  throw genericServerResponse({ code, method: '', resource: { group: '', resource: 'pods/log' }, name, serverMessage });
}

const binaryProtocols = ['', 'binary.k8s.io'];
const textProtocol = 'base64.binary.k8s.io';

/** An interrupted log ends like one whose container has terminated. */
function respondWithLog(request: ApiRequest, response: IncomingMessage): ApiResponse {
  const copy = (sink: ResponseSink): Promise<void> => relay(response, sink).catch(() => {});
  if (!wantsWebSocket(request)) return { status: 200, headers: { 'content-type': 'text/plain' }, body: copy };
  const offered = (request.header('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim());
  const protocol = offered.find((each) => each === textProtocol || binaryProtocols.includes(each));
  if (protocol === undefined) {
    response.destroy();
    throw badRequest(`requested protocol(s) are not supported: [${offered.join(' ')}]`);
  }
  const encode = (chunk: Buffer): Buffer => Buffer.from(chunk.toString('base64'));
  const form = protocol === textProtocol ? ({ type: 'text', encode } as const) : ({ type: 'binary' } as const);
  return overWebSocket(request, { ...form, protocol }, (sink) => {
    sink.write(Buffer.alloc(0));
    return copy(sink);
  });
}
