import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalidValue,
  notSupported,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { eachItem, oneOf } from '../../../field-checks.js';

export interface CsiDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  storageCapacity?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  fsGroupPolicy?: string;
  volumeLifecycleModes?: string[];
  nodeAllocatableUpdatePeriodSeconds?: number;
  serviceAccountTokenInSecrets?: boolean;
  preventPodSchedulingIfMissing?: boolean;
  tokenRequests?: TokenRequest[];
}

interface TokenRequest {
  readonly audience: string;
  readonly expirationSeconds?: number;
}

const path = FieldPath.of('spec');
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];
const minUpdatePeriod = 10;

export function specOf(object: JsonObject): CsiDriverSpec {
  return object['spec'] as unknown as CsiDriverSpec;
}

export function validateCsiDriver(object: JsonObject): FieldError[] {
  const spec = specOf(object);
  const { fsGroupPolicy, tokenRequests = [], volumeLifecycleModes = [] } = spec;
  const modes = path.child('volumeLifecycleModes');
  const unknownModes = volumeLifecycleModes.filter((mode) => !lifecycleModes.includes(mode));
  return [
    ...missing('attachedRequired', spec.attachRequired),
    ...missing('podInfoOnMount', spec.podInfoOnMount),
    ...missing('storageCapacity', spec.storageCapacity),
    ...(fsGroupPolicy === undefined ? [] : oneOf(fsGroupPolicy, groupPolicies, path.child('fsGroupPolicy'))),
    ...validateTokenRequests(tokenRequests),
    ...unknownModes.map((mode) => notSupported(modes, mode, lifecycleModes)),
    ...missing('seLinuxMount', spec.seLinuxMount),
    ...validateUpdatePeriod(spec),
    ...validateTokenInSecrets(spec),
  ];
}

export function validateCsiDriverUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  return [
    ...validateCsiDriver(object),
    ...validateImmutableField(after.attachRequired, before.attachRequired, path.child('attachedRequired')),
    ...validateImmutableField(
      after.volumeLifecycleModes,
      before.volumeLifecycleModes,
      path.child('volumeLifecycleModes'),
    ),
  ];
}

function missing(field: string, value: boolean | undefined): FieldError[] {
  return value === undefined ? [required(path.child(field), '')] : [];
}

/** Audiences must be unique. */
function validateTokenRequests(requests: readonly TokenRequest[]): FieldError[] {
  const audiences = new Set<string>();
  return eachItem(requests, path.child('tokenRequests'), ({ audience, expirationSeconds }, place) => {
    if (audiences.has(audience)) return [duplicate(place.child('audience'), audience)];
    audiences.add(audience);
    return expirationSeconds === undefined ? [] : expirationErrors(expirationSeconds, place.child('expirationSeconds'));
  });
}

function expirationErrors(seconds: number, place: FieldPath): FieldError[] {
  if (seconds < 600) return [invalidValue(place, seconds, 'may not specify a duration less than 10 minutes')];
  return seconds > 2 ** 32 ? [invalidValue(place, seconds, 'may not specify a duration larger than 2^32 seconds')] : [];
}

function validateUpdatePeriod({ nodeAllocatableUpdatePeriodSeconds: period }: CsiDriverSpec): FieldError[] {
  if (period === undefined || period >= minUpdatePeriod) return [];
  const field = path.child('nodeAllocatableUpdatePeriodSeconds');
  return [invalidValue(field, period, 'must be greater than or equal to 10 seconds')];
}

function validateTokenInSecrets({ serviceAccountTokenInSecrets, tokenRequests = [] }: CsiDriverSpec): FieldError[] {
  if (serviceAccountTokenInSecrets === undefined || tokenRequests.length > 0) return [];
  const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  return [invalidValue(path.child('serviceAccountTokenInSecrets'), serviceAccountTokenInSecrets, detail)];
}
