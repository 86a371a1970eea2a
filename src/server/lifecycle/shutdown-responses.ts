// Follows staging/src/k8s.io/apiserver/pkg/server/filters/with_retry_after.go (v1.36)

import { encodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { serviceUnavailable } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';

/** The response to new requests during shutdown, with --shutdown-send-retry-after. */
export const retryAfterResponse: ApiResponse = {
  status: 429,
  headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from('The apiserver is shutting down, please try again later.\n'),
  closeConnection: true,
};

/** The response to requests that arrive while the requests in flight are being drained. */
export const drainingResponse: ApiResponse = {
  status: 503,
  headers: { 'retry-after': '1', 'content-type': 'application/json', 'x-content-type-options': 'nosniff' },
  body: encodeJson(serviceUnavailable('apiserver is shutting down').status as unknown as JsonObject),
};

const exemptPaths = ['/readyz', '/livez', '/healthz', '/metrics'];

/** Probes, scrapes and loopback requests are served until the end. */
export function isExemptFromRefusal(request: { readonly path: string; header(name: string): string | undefined }) {
  return (
    exemptPaths.some((path) => request.path.startsWith(path)) ||
    request.header('user-agent')?.startsWith('kube-apiserver/') === true
  );
}
