import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { serviceUnavailable } from '../../../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse, ResponseSink } from '../../../../server/http/index.js';
import type { Connect } from '../../../../server/registry/index.js';
import { findProxyTarget, type ProxyTarget, type ServiceTargets } from './proxy-target.js';

/** Hands a request on to a pod that answers for a service. */
export function proxyService(targets: ServiceTargets): Connect {
  return async ({ context, store }) => {
    const { name: id, namespace, parts } = context.info;
    const target = await findProxyTarget({ id, namespace }, store, targets);
    const { rawQuery } = context.request;
    const path = `/${parts.slice(3).map(encodeURIComponent).join('/')}${rawQuery === '' ? '' : `?${rawQuery}`}`;
    return forward(context.request, target, path);
  };
}

/** What is between the client and this server only. */
const ownHeaders = new Set([
  'authorization',
  'connection',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Throws `serviceUnavailable` where the target does not answer. */
export async function forward(
  request: ApiRequest,
  { scheme, host, port }: ProxyTarget,
  path: string,
): Promise<ApiResponse> {
  const { method, headers, signal } = request;
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name) && !name.startsWith(':'));
  const options = { host, port, path, method, headers: Object.fromEntries(kept), signal, rejectUnauthorized: false };
  const sent = scheme === 'https' ? requestHttps(options) : requestHttp(options);
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  try {
    if (request.hasBody) await pipeline(request.bodyStream(), sent);
    else sent.end();
    return handBack(await answered);
  } catch (error) {
    answered.catch(() => {});
    throw serviceUnavailable(`error trying to reach service: ${(error as Error).message}`);
  }
}

/** These the server sets itself. */
const setHeaders = new Set(['content-length', 'date']);

function handBack(answer: IncomingMessage): ApiResponse {
  const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined || ownHeaders.has(name) || setHeaders.has(name) ? [] : [[name, value] as const],
  );
  return { status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: (sink) => copy(answer, sink) };
}

async function copy(answer: IncomingMessage, sink: ResponseSink): Promise<void> {
  for await (const chunk of answer) if (!sink.write(chunk as Buffer)) await sink.drained();
}
