import type { IncomingMessage } from 'node:http';
import type { ResponseHeaders } from '../http/index.js';
import { hopByHopHeaders, namedByConnection } from './hop-by-hop.js';

/** Which sites may read answers is decided here, and not by the servers behind. */
const crossOriginHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);

/** What we say of every answer is said beside what the server behind says. */
const ours: Readonly<Record<string, string>> = { 'cache-control': 'no-cache, private' };

/** The headers of a response as they are handed back to the client. */
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
