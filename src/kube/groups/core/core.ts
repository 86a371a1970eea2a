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
  /** How the components are that the server depends on, by their names. */
  readonly components: Readonly<Record<string, ComponentCheck>>;
  /** Where services get what is there once only. */
  readonly addresses: ServiceAddresses;
  /** How long events are kept. */
  readonly eventTtlSeconds: number;
  /** What pods must know of other kinds. */
  readonly podOptions: PodOptions;
  /** Answers requests for tokens of service accounts. */
  readonly giveToken?: Connect | undefined;
}

export function core({ components, addresses, eventTtlSeconds, podOptions, giveToken }: CoreOptions): GroupDefinition {
  return defineGroup({
    name: '',
    resources: [
      bindings(podOptions.pods),
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
