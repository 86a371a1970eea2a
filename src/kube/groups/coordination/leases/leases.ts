// Follows pkg/apis/coordination/validation/validation.go (v1.36)
// Follows pkg/registry/coordination/lease/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Lease } from '../../../../api/coordination/v1.js';
import { checkQualifiedName, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabled, prepareBy } from '../../../feature-gates/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';

export const leases = builtInResource<Lease>('coordination.k8s.io/v1', 'Lease', {
  plural: 'leases',
  scope: 'Namespaced',
  columns: [nameColumn, textColumn('Holder', 'spec.holderIdentity'), ageColumn],
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    ...prepareBy(
      dropDisabled<Lease>([
        { gates: ['CoordinatedLeaderElection'], fields: ['spec.strategy'] },
        { gates: ['CoordinatedLeaderElection'], fields: ['spec.preferredHolder'] },
      ]),
    ),
    validate: (lease, context) => [...context.validateMetadata(), ...validateSpec(lease)],
    validateUpdate: ({ object }, context) => [...context.validateMetadataUpdate(), ...validateSpec(object)],
  },
});

function validateSpec({ spec }: Lease): FieldError[] {
  const { leaseDurationSeconds = 1, leaseTransitions = 0, strategy, preferredHolder } = spec;
  const path = FieldPath.of('spec');
  const errors: FieldError[] = [];
  if (leaseDurationSeconds <= 0) {
    errors.push(path.child('leaseDurationSeconds').invalid(leaseDurationSeconds, 'must be greater than 0'));
  }
  if (leaseTransitions < 0) {
    const problem = 'must be greater than or equal to 0';
    errors.push(path.child('leaseTransitions').invalid(leaseTransitions, problem));
  }
  if (strategy !== undefined) errors.push(...validateStrategy(strategy, path.child('strategy', 'strategy')));
  if (preferredHolder && !strategy) {
    errors.push(path.child('preferredHolder').forbidden('may only be specified if `strategy` is defined'));
  }
  return errors;
}

const strategies = ['OldestEmulationVersion'];

/** Names without a prefix are those of Kubernetes. */
function validateStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (!strategy.includes('/')) return strategies.includes(strategy) ? [] : [path.notSupported(strategy, strategies)];
  return path.check(strategy, checkQualifiedName);
}
