import { encodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { serviceUnavailable } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';

/** With --shutdown-send-retry-after, the answer to new requests while the others come to their end. */
export const retryAfterRefusal: ApiResponse = {
  status: 429,
  headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from('The apiserver is shutting down, please try again later.\n'),
  closeConnection: true,
};

/** The answer to requests that come when those in flight are already waited for. */
export const drainingRefusal: ApiResponse = {
  status: 503,
  headers: { 'retry-after': '1', 'content-type': 'application/json', 'x-content-type-options': 'nosniff' },
  body: encodeJson(serviceUnavailable('apiserver is shutting down').status as unknown as JsonObject),
};

const exemptPaths = ['/readyz', '/livez', '/healthz', '/metrics'];

/** Probes, scrapes and the server's own requests are served until the end. */
export function isExemptFromRefusal(request: { readonly path: string; header(name: string): string | undefined }) {
  return (
    exemptPaths.some((path) => request.path.startsWith(path)) ||
    request.header('user-agent')?.startsWith('kube-apiserver/') === true
  );
}
