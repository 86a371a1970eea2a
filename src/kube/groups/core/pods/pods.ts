// Follows pkg/registry/core/pod/storage/storage.go (v1.36)
// Follows pkg/registry/core/pod/strategy.go (v1.36)
// Follows pkg/registry/core/pod/rest/subresources.go (v1.36)

import type { Pod, PodSpec } from '../../../../api/core/v1.js';
import type { Backend } from '../../../../server/proxy/index.js';
import {
  type ConnectSubresource,
  decodeStored,
  type ResourceDefinition,
  type Stores,
  valueAt,
} from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { checkProxyableAddress, type Kubelets } from '../../../kubelets/index.js';
import { applyPodDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { proxyConnection } from '../../../proxy/index.js';
import { builtInVersion } from '../../../types/index.js';
import { bindPod } from './binding.js';
import { podColumns, podRowConditions } from './columns.js';
import { ephemeralContainersStrategy } from './ephemeral-containers.js';
import { evictPod } from './eviction.js';
import { podLog } from './log.js';
import { alignAddresses } from './pod-status.js';
import { resizeStrategy } from './resize.js';
import { podStatusStrategy, podStrategy } from './strategy.js';
import { podAttach, podExec, podPortForward } from './streams.js';

export interface PodOptions {
  /** The stores of pods, and of PodDisruptionBudgets. */
  readonly stores: Stores;
  /** Connects to the kubelets of pods. */
  readonly kubelets: Kubelets;
  /** Connects to ports of pods. */
  readonly podNetwork: Backend;
}

export function pods({ stores, kubelets, podNetwork }: PodOptions): ResourceDefinition {
  return builtInResource<Pod>('v1', 'Pod', {
    ...podSpecAt('spec'),
    plural: 'pods',
    shortNames: ['po'],
    categories: ['all'],
    scope: 'Namespaced',
    columns: podColumns,
    rowConditions: podRowConditions,
    applyDefaults(pod) {
      applyPodDefaults(pod);
      alignAddresses(pod.status);
    },
    strategy: podStrategy,
    subresources: {
      status: { verbs: objectVerbs, strategy: podStatusStrategy },
      ephemeralcontainers: { verbs: objectVerbs, strategy: ephemeralContainersStrategy },
      resize: { verbs: objectVerbs, strategy: resizeStrategy },
      attach: podAttach(kubelets),
      binding: {
        verbs: ['create'],
        connect: bindPod,
        objectKind: { group: '', version: 'v1', kind: 'Binding' },
        objectVersion: builtInVersion('v1', 'Binding'),
      },
      eviction: {
        verbs: ['create'],
        connect: evictPod(stores),
        objectKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
        objectVersion: builtInVersion('policy/v1', 'Eviction'),
        formerApiVersions: ['policy/v1beta1'],
      },
      exec: podExec(kubelets),
      log: podLog(kubelets),
      portforward: podPortForward(kubelets),
      proxy: podProxy(podNetwork),
    },
    selectableFields: [
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'spec.hostNetwork',
      'status.phase',
      'status.podIP',
      'status.podIPs',
      'status.nominatedNodeName',
    ],
    // The former name of the field.
    fieldAliases: { 'spec.host': 'spec.nodeName' },
    indexedField: 'spec.nodeName',
    fieldValue: (pod, field) => valueAt(pod, field) ?? (field === 'spec.hostNetwork' ? false : undefined),
  });
}

/** Proxies to a pod, by default to its first declared port. */
function podProxy(backend: Backend): ConnectSubresource {
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
