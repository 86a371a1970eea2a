import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, invalidValue } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';

export const leases = defineResource({
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('coordination.k8s.io/v1', 'Lease', {
      columns: [nameColumn, textColumn('Holder', ({ spec }) => textIn(objectIn(spec)['holderIdentity'])), ageColumn],
    }),
  },
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    prepareForCreate: dropCoordination,
    prepareForUpdate: ({ object }) => dropCoordination(object),
    validate: validateLease,
    validateUpdate: ({ object }) => validateLease(object),
  },
});

/** Fields of coordinated leader election, a disabled feature gate. */
function dropCoordination(lease: JsonObject): void {
  const spec = objectIn(lease['spec']);
  delete spec['strategy'];
  delete spec['preferredHolder'];
}

function validateLease(lease: JsonObject): FieldError[] {
  const { leaseDurationSeconds, leaseTransitions } = objectIn(lease['spec']);
  const path = FieldPath.of('spec');
  const errors: FieldError[] = [];
  if (typeof leaseDurationSeconds === 'number' && leaseDurationSeconds <= 0) {
    errors.push(invalidValue(path.child('leaseDurationSeconds'), leaseDurationSeconds, 'must be greater than 0'));
  }
  if (typeof leaseTransitions === 'number' && leaseTransitions < 0) {
    const problem = 'must be greater than or equal to 0';
    errors.push(invalidValue(path.child('leaseTransitions'), leaseTransitions, problem));
  }
  return errors;
}
