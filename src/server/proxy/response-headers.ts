// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)

import type { IncomingMessage } from 'node:http';
import type { ResponseHeaders } from '../http/index.js';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.js';

/** CORS is decided by this server and not by backends. */
const crossOriginHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);

/** Set on every response; if a backend sends the header too, the client gets both values. */
const ours: Readonly<Record<string, string>> = { 'cache-control': 'no-cache, private' };

/** The headers of a backend's response as returned to the client. */
export function returnedHeaders({ rawHeaders, headers: { connection } }: IncomingMessage): ResponseHeaders {
  const dropped = namedByConnection(connection);
  const headers = Object.create(null) as Record<string, string | string[]>;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (hopByHopHeaders.has(name) || crossOriginHeaders.has(name) || dropped.has(name)) continue;
    const value = rawHeaders[index + 1]!;
    const known = headers[name] ?? ours[name];
    if (known === undefined) headers[name] = value;
    else headers[name] = [known, value].flat();
  }
  return headers;
}
