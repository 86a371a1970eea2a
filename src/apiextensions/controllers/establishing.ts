// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/establish/establishing_controller.go (v1.36)

import { parseTime } from '../../apimachinery/meta/index.js';
import {
  type ConditionChange,
  type CustomResourceDefinition,
  type DefinitionStatus,
  findCondition,
  isCaBundle,
  isEstablished,
  setCondition,
} from '../definition/index.js';

const notAccepted: ConditionChange = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};
const installing: ConditionChange = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
};
const established: ConditionChange = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};
const invalidCaBundle: ConditionChange = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
};

/**
 * Sets Established on a definition whose names were accepted. It stays set, even if its names are disputed later. The
 * delay is for several servers on one storage, which need time to see the definition; a single server serves it
 * immediately.
 */
export function decideEstablished(
  definition: CustomResourceDefinition,
  delayMilliseconds: number,
  now: number,
): DefinitionStatus {
  const { spec, status } = definition;
  const names = findCondition(definition, 'NamesAccepted');
  if (isEstablished(definition) || !names) return status;
  if (names.status !== 'True')
    return findCondition(definition, 'Established') ? status : setCondition(status, notAccepted, now);
  if (establishingWait(definition, delayMilliseconds, now) > 0) return setCondition(status, installing, now);
  const { caBundle = '' } = spec.conversion?.webhook?.clientConfig ?? {};
  return setCondition(status, caBundle === '' || isCaBundle(caBundle) ? established : invalidCaBundle, now);
}

/** Returns the remaining delay; 0 if there is none. */
export function establishingWait(definition: CustomResourceDefinition, delayMilliseconds: number, now: number): number {
  const accepted = findCondition(definition, 'NamesAccepted');
  if (delayMilliseconds === 0 || accepted?.status !== 'True' || isEstablished(definition)) return 0;
  // Times of conditions have a resolution of one second: assume the end of that second.
  const acceptedAt = (parseTime(accepted.lastTransitionTime ?? '') ?? now) + 1000;
  return Math.max(0, acceptedAt + delayMilliseconds - now);
}
