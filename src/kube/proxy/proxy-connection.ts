// Follows pkg/registry/core/pod/rest/subresources.go (v1.36)

import { badRequest } from '../../apimachinery/status/index.js';
import type { ConnectRequest, ConnectSubresource } from '../../server/registry/index.js';
import type { RequestInfo } from '../../server/routing/index.js';
import { type ProxyDestination, proxy } from './proxy.js';
import { parseSchemeNamePort, type SchemeNamePort } from './scheme-name-port.js';

export interface ProxyConnectionOptions {
  /** Such as PodProxyOptions. */
  readonly kind: string;
  /** The resource in error messages, as in `invalid pod request`. */
  readonly noun: string;
  /** Finds the backend of a request. */
  readonly locate: (request: ConnectRequest, requested: SchemeNamePort) => Promise<ProxyDestination>;
}

/** The subresource `proxy`: forwards requests to the backend of an object. */
export function proxyConnection({ kind, noun, locate }: ProxyConnectionOptions): ConnectSubresource {
  return {
    verbs: ['create', 'delete', 'get', 'patch', 'update'],
    parameters: [{ name: 'path', type: 'string', description: 'The path of the proxied request.' }],
    connection: {
      kind,
      isProxy: true,
      read: ({ info }) => {
        const path = pathBelow(info);
        return path === '' ? {} : { path };
      },
    },
    connect: async (request) => {
      const id = request.context.info.name;
      const requested = parseSchemeNamePort(id);
      if (!requested) throw badRequest(`invalid ${noun} request ${JSON.stringify(id)}`);
      return proxy(request.context, await locate(request, requested));
    },
  };
}

/** The path after `proxy`, as received. */
function pathBelow({ parts, path }: RequestInfo): string {
  const below = parts
    .slice(3)
    .map((part) => `/${part}`)
    .join('');
  return path.endsWith('/') && !below.endsWith('/') ? `${below}/` : below;
}
