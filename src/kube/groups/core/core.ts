import { type Connect, defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import { configMaps } from './configmaps/configmaps.js';
import { endpoints } from './endpoints/endpoints.js';
import { events } from './events/events.js';
import { namespaces } from './namespaces/namespaces.js';
import { bindings } from './pods/binding.js';
import { type PodOptions, pods } from './pods/pods.js';
import { podTemplates } from './podtemplates/podtemplates.js';
import { replicationControllers } from './replicationcontrollers/replicationcontrollers.js';
import { secrets } from './secrets/secrets.js';
import { serviceAccounts } from './serviceaccounts/serviceaccounts.js';
import type { ServiceAddresses } from './services/reservation.js';
import { services } from './services/services.js';

export interface CoreOptions {
  /** Where services get what is there once only. */
  readonly addresses: ServiceAddresses;
  /** How long events are kept. */
  readonly eventTtlSeconds: number;
  /** What pods must know of other kinds. */
  readonly podOptions: PodOptions;
  /** Answers requests for tokens of service accounts. */
  readonly giveToken?: Connect | undefined;
}

export function core({ addresses, eventTtlSeconds, podOptions, giveToken }: CoreOptions): GroupDefinition {
  return defineGroup({
    name: '',
    resources: [
      bindings(podOptions.pods),
      configMaps,
      endpoints,
      events({ ttlSeconds: eventTtlSeconds }),
      namespaces,
      pods(podOptions),
      podTemplates,
      replicationControllers,
      secrets,
      serviceAccounts(giveToken),
      services(addresses),
    ],
  });
}
