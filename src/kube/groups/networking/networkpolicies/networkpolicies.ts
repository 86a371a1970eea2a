import { type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import { cidrWarnings } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { countGenerationExactly } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { blocksOf, rulesOf, specOf } from './network-policy.js';
import { validateNetworkPolicy } from './validation.js';

export const networkPolicies = defineResource({
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  shortNames: ['netpol'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('networking.k8s.io/v1', 'NetworkPolicy', {
      columns: [
        nameColumn,
        textColumn('Pod-Selector', (policy) => formatLabelSelectorSpec(specOf(policy).podSelector)),
        ageColumn,
      ],
      applyDefaults,
    }),
  },
  strategy: {
    prepareForCreate: (policy) => {
      mutableMetadataOf(policy)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGenerationExactly(change, 'spec'),
    validate: (policy) => validateNetworkPolicy(policy),
    validateUpdate: ({ object, old }) => validateNetworkPolicy(object, old),
    warningsOnCreate: networkWarnings,
    warningsOnUpdate: ({ object }) => networkWarnings(object),
  },
});

/** Policy types default to Ingress, and to Egress if there are egress rules. */
function applyDefaults(policy: JsonObject): void {
  for (const { rule } of rulesOf(policy)) for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
  const spec = specOf(policy);
  if (!policy['spec'] || spec.policyTypes?.length) return;
  spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
}

function networkWarnings(policy: JsonObject): string[] {
  return blocksOf(policy).flatMap(({ block, place }) => [
    ...cidrWarnings(block.cidr, place.child('cidr')),
    ...(block.except ?? []).flatMap((text, index) => cidrWarnings(text, place.child('except').index(index))),
  ]);
}
