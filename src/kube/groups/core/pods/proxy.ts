// Follows pkg/registry/core/pod/rest/subresources.go (v1.36)

import type { Pod, PodSpec } from '../../../../api/core/v1.js';
import type { Backend } from '../../../../server/proxy/index.js';
import type { ConnectSubresource } from '../../../../server/registry/index.js';
import { decodeStored } from '../../../../server/registry/index.js';
import { checkProxyableAddress } from '../../../kubelets/index.js';
import { proxyConnection } from '../../../proxy/index.js';

/** Proxies to a pod, by default to its first declared port. */
export function podProxy(backend: Backend): ConnectSubresource {
  return proxyConnection({
    kind: 'PodProxyOptions',
    noun: 'pod',
    locate: async ({ context, store }, { scheme, name, port }) => {
      const { namespace } = context.info;
      const { spec, status } = decodeStored<Pod>((await store.get({ namespace, name })).value);
      const host = status.podIPs?.[0]?.ip ?? '';
      checkProxyableAddress(host);
      return { backend, location: { scheme, host, port: port || firstPort(spec) } };
    },
  });
}

function firstPort({ containers }: PodSpec): string {
  const [first] = (containers ?? []).flatMap(({ ports = [] }) => ports);
  return first ? String(first.containerPort) : '';
}
