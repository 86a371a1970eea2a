// Follows pkg/registry/networking/ingress/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Ingress } from '../../../../api/networking/v1.js';
import { annotationsOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath, ipWarnings } from '../../../../apimachinery/validation/index.js';
import { type Replacement, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import {
  addressesOf,
  classAnnotation,
  validateIngress,
  validateIngressStatus,
  validateIngressUpdate,
} from './validation.js';

const { main, status } = specAndStatus<Ingress>(
  {
    validate: validateIngress,
    validateUpdate: validateIngressUpdate,
    warningsOnCreate: annotationWarnings,
  },
  { statusKeeps: [], validateStatus: validateIngressStatus },
);

export const ingresses = builtInResource<Ingress>('networking.k8s.io/v1', 'Ingress', {
  plural: 'ingresses',
  shortNames: ['ing'],
  scope: 'Namespaced',
  storagePrefix: 'ingress',
  columns: [
    nameColumn,
    textColumn('Class', 'spec.ingressClassName', {
      description: 'The name of the IngressClass resource that should be used for additional configuration',
      unset: '<none>',
    }),
    textColumn('Hosts', hostsText, 'Hosts that incoming requests are matched against before the ingress rule'),
    textColumn('Address', addressesText, 'Address is a list containing ingress points for the load-balancer'),
    textColumn('Ports', ({ spec }) => (spec.tls?.length ? '80, 443' : '80'), 'Ports of TLS configurations that open'),
    ageColumn,
  ],
  strategy: main,
  subresources: {
    status: { verbs: objectVerbs, strategy: { ...status, warningsOnUpdate: addressWarnings } },
  },
});

const shownHosts = 3;

/** The first hosts, and the number of further rules. */
function hostsText({ spec: { rules = [] } }: Ingress): string {
  const hosts = rules.flatMap(({ host }) => host || []);
  if (hosts.length === 0) return '*';
  const shown = hosts.slice(0, shownHosts).join(',');
  const hasMore = rules.length > lastShownRule(rules.map(({ host = '' }) => host)) + 1;
  return hasMore ? `${shown} + ${rules.length - shownHosts} more...` : shown;
}

/** Index of the rule with the last shown host; the last rule if there are fewer hosts. */
function lastShownRule(hosts: readonly string[]): number {
  let seen = 0;
  const index = hosts.findIndex((host) => host !== '' && ++seen === shownHosts);
  return index === -1 ? hosts.length - 1 : index;
}

/** Tables contain the wide output: nothing is truncated. */
function addressesText(ingress: Ingress): string {
  const addresses = addressesOf(ingress).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(addresses)].sort().join(',');
}

function annotationWarnings(ingress: Ingress): string[] {
  const isSet = annotationsOf(ingress)[classAnnotation] !== undefined;
  if (!isSet || ingress.spec.ingressClassName !== undefined) return [];
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`];
}

function addressWarnings({ object }: Replacement<Ingress>): string[] {
  const path = FieldPath.of('status', 'loadBalancer', 'ingress');
  return addressesOf(object).flatMap(({ ip }, index) => (ip ? ipWarnings(ip, path.index(index)) : []));
}
