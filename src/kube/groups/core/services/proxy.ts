// Follows pkg/registry/core/service/proxy.go (v1.36)

import type { Backend } from '../../../../server/proxy/index.js';
import type { ConnectSubresource, Stores } from '../../../../server/registry/index.js';
import { proxyConnection } from '../../../proxy/index.js';
import { findProxyTarget } from './proxy-target.js';

/** Proxies to a pod that backs a service. */
export function serviceProxy(stores: Stores, backend: Backend): ConnectSubresource {
  return proxyConnection({
    kind: 'ServiceProxyOptions',
    noun: 'service',
    locate: async ({ context }, target) => {
      const { name: id, namespace } = context.info;
      return { backend, location: await findProxyTarget({ ...target, id, namespace }, stores) };
    },
  });
}
