// Follows staging/src/k8s.io/apimachinery/pkg/util/net/http.go (v1.36)

import { isIP } from 'node:net';
import type { ApiRequest } from '../http/index.js';

/** The source addresses of a request: first those that proxies report in headers, last the peer of the connection. */
export function sourceIps(request: ApiRequest): string[] {
  const forwarded = (request.header('x-forwarded-for') ?? '').split(',').map((text) => text.trim());
  const real = (request.header('x-real-ip') ?? '').trim();
  const ips = [...forwarded, real].filter((text) => isIP(text) !== 0);
  const own = request.remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return own === '' || ips.at(-1) === own ? unique(ips) : unique([...ips, own]);
}

function unique(ips: readonly string[]): string[] {
  return [...new Set(ips)];
}
