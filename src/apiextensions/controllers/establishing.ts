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
 * A definition whose names were accepted is served: Established. That stays so, whatever becomes of its names. The delay
 * is for several servers on one store: they need it to hear of the definition. One server serves what it has written.
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

/** How long a definition is still to wait; 0 if it does not wait. */
export function establishingWait(definition: CustomResourceDefinition, delayMilliseconds: number, now: number): number {
  const accepted = findCondition(definition, 'NamesAccepted');
  if (delayMilliseconds === 0 || accepted?.status !== 'True' || isEstablished(definition)) return 0;
  // Times of conditions are whole seconds: it was accepted before the end of that one.
  const acceptedAt = (parseTime(accepted.lastTransitionTime ?? '') ?? now) + 1000;
  return Math.max(0, acceptedAt + delayMilliseconds - now);
}
