import { annotationsOf, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { FieldPath, ipWarnings } from '../../../../apimachinery/validation/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { addressesOf, specOf } from './ingress.js';
import { classAnnotation, validateIngress, validateIngressStatus, validateNewIngress } from './validation.js';

const { main, status } = withStatusApart(
  {
    validate: validateNewIngress,
    validateUpdate: ({ object }) => validateIngress(object),
    warningsOnCreate: annotationWarnings,
  },
  { generation: 'counted', metadata: 'changeable', validateStatus: validateIngressStatus },
);

export const ingresses = defineResource({
  kind: 'Ingress',
  plural: 'ingresses',
  shortNames: ['ing'],
  scope: 'Namespaced',
  storagePrefix: 'ingress',
  versions: {
    v1: builtInVersion('networking.k8s.io/v1', 'Ingress', {
      columns: [
        nameColumn,
        textColumn('Class', (ingress) => specOf(ingress).ingressClassName ?? '<none>'),
        textColumn('Hosts', hostsText),
        textColumn('Address', addressesText),
        textColumn('Ports', (ingress) => (specOf(ingress).tls?.length ? '80, 443' : '80')),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: {
    status: { verbs: ['get', 'patch', 'update'], strategy: { ...status, warningsOnUpdate: addressWarnings } },
  },
});

const shownHosts = 3;

/** The first hosts, and the number of further rules. */
function hostsText(ingress: JsonObject): string {
  const rules = specOf(ingress).rules ?? [];
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
function addressesText(ingress: JsonObject): string {
  const addresses = addressesOf(ingress).flatMap(({ ip, hostname }) => ip || hostname || []);
  return [...new Set(addresses)].sort().join(',');
}

function annotationWarnings(ingress: JsonObject): string[] {
  const isSet = annotationsOf(ingress)[classAnnotation] !== undefined;
  if (!isSet || specOf(ingress).ingressClassName !== undefined) return [];
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`];
}

function addressWarnings({ object }: Replacement): string[] {
  const path = FieldPath.of('status', 'loadBalancer', 'ingress');
  return addressesOf(object).flatMap(({ ip }, index) => (ip ? ipWarnings(ip, path.index(index)) : []));
}
