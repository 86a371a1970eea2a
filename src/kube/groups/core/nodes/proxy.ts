// Follows pkg/registry/core/node/rest/proxy.go (v1.36)

import type { Backend } from '../../../../server/proxy/index.js';
import type { ConnectSubresource } from '../../../../server/registry/index.js';
import { checkProxyable, type Kubelets } from '../../../kubelets/index.js';
import { proxyConnection } from '../../../proxy/index.js';

/** Proxies to the kubelet, or to another port, of a node. */
export function nodeProxy(kubelets: Kubelets, backend: Backend): ConnectSubresource {
  return proxyConnection({
    kind: 'NodeProxyOptions',
    noun: 'node',
    locate: async (_request, { scheme, name, port }) => {
      const kubelet = await kubelets.of(name);
      const { host, port: kubeletPort } = kubelet.address;
      await checkProxyable(host);
      return port === '' || port === String(kubeletPort)
        ? { backend: kubelet.backend, location: { scheme: 'https', host, port: String(kubeletPort) } }
        : { backend, location: { scheme, host, port } };
    },
  });
}
