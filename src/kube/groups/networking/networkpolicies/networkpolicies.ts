// Follows pkg/registry/networking/networkpolicy/strategy.go (v1.36)
// Follows pkg/apis/networking/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { NetworkPolicy } from '../../../../api/networking/v1.js';
import { formatLabelSelectorSpec } from '../../../../apimachinery/selectors/index.js';
import { cidrWarnings } from '../../../../apimachinery/validation/index.js';
import { generationOnly } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { changesExactly } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { blocksOf, rulesOf } from './network-policy.js';
import { validateNetworkPolicy, validateNetworkPolicyUpdate } from './validation.js';

export const networkPolicies = builtInResource<NetworkPolicy>('networking.k8s.io/v1', 'NetworkPolicy', {
  plural: 'networkpolicies',
  shortNames: ['netpol'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Pod-Selector', ({ spec }) => formatLabelSelectorSpec(spec.podSelector), { field: 'spec.podSelector' }),
    ageColumn,
  ],
  applyDefaults,
  strategy: generationOnly(
    {
      validate: validateNetworkPolicy,
      validateUpdate: validateNetworkPolicyUpdate,
      warningsOnCreate: networkWarnings,
      warningsOnUpdate: ({ object }) => networkWarnings(object),
    },
    (change) => changesExactly(change, 'spec'),
  ),
});

/** Policy types default to Ingress, and to Egress if there are egress rules. */
function applyDefaults(policy: NetworkPolicy): void {
  for (const { rule } of rulesOf(policy)) for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
  const { spec } = policy;
  if (!spec.policyTypes?.length) spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
}

function networkWarnings(policy: NetworkPolicy): string[] {
  return blocksOf(policy).flatMap(({ block, place }) => [
    ...cidrWarnings(block.cidr, place.child('cidr')),
    ...(block.except ?? []).flatMap((text, index) => cidrWarnings(text, place.child('except').index(index))),
  ]);
}
