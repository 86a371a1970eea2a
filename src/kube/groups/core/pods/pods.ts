// Follows pkg/registry/core/pod/storage/storage.go (v1.36)
// Follows pkg/registry/core/pod/strategy.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import type { Backend } from '../../../../server/proxy/index.js';
import { type ResourceDefinition, type Stores, valueAt } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import type { Kubelets } from '../../../kubelets/index.js';
import { applyPodDefaults, podSpecAt } from '../../../pod-spec/index.js';
import { builtInVersion } from '../../../types/index.js';
import { bindPod } from './binding.js';
import { podColumns, podRowConditions } from './columns.js';
import { ephemeralContainersStrategy } from './ephemeral-containers.js';
import { evictPod } from './eviction.js';
import { podLog } from './log.js';
import { alignAddresses } from './pod-status.js';
import { podProxy } from './proxy.js';
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
