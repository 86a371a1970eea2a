// Follows pkg/registry/core/rest/storage_core.go (v1.36)
// Follows pkg/registry/core/rest/storage_core_generic.go (v1.36)

import { type Connect, defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import { type ComponentCheck, componentStatuses } from './componentstatuses/componentstatuses.js';
import { configMaps } from './configmaps/configmaps.js';
import { endpoints } from './endpoints/endpoints.js';
import { events } from './events/events.js';
import { limitRanges } from './limitranges/limitranges.js';
import { namespaces } from './namespaces/namespaces.js';
import { nodes } from './nodes/nodes.js';
import { persistentVolumeClaims } from './persistentvolumeclaims/persistentvolumeclaims.js';
import { persistentVolumes } from './persistentvolumes/persistentvolumes.js';
import { bindings } from './pods/binding.js';
import { type PodOptions, pods } from './pods/pods.js';
import { podTemplates } from './podtemplates/podtemplates.js';
import { replicationControllers } from './replicationcontrollers/replicationcontrollers.js';
import { resourceQuotas } from './resourcequotas/resourcequotas.js';
import { secrets } from './secrets/secrets.js';
import { serviceAccounts } from './serviceaccounts/serviceaccounts.js';
import type { ServiceAddresses } from './services/reservation.js';
import { services } from './services/services.js';

export interface CoreOptions {
  /** Health checks of the components, by name. */
  readonly components: Readonly<Record<string, ComponentCheck>>;
  /** Allocates cluster IPs and node ports of services. */
  readonly addresses: ServiceAddresses;
  /** Time to live of events. */
  readonly eventTtlSeconds: number;
  /** Dependencies of pods on other resources. */
  readonly podOptions: PodOptions;
  /** Handles TokenRequests of service accounts. */
  readonly giveToken?: Connect | undefined;
}

export function core({ components, addresses, eventTtlSeconds, podOptions, giveToken }: CoreOptions): GroupDefinition {
  return defineGroup({
    name: '',
    resources: [
      bindings(podOptions.stores),
      componentStatuses(components),
      configMaps,
      endpoints,
      events({ ttlSeconds: eventTtlSeconds }),
      limitRanges,
      namespaces,
      nodes(podOptions.kubelets, podOptions.podNetwork),
      persistentVolumeClaims,
      persistentVolumes,
      pods(podOptions),
      podTemplates,
      replicationControllers,
      resourceQuotas,
      secrets,
      serviceAccounts(giveToken),
      services(addresses, podOptions.podNetwork),
    ],
  });
}
