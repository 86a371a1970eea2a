// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { CSIDriver, CSIDriverSpec, TokenRequest } from '../../../../api/storage/v1.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, oneOf } from '../../../field-checks.js';
import { updateValidation, validation } from '../../../validation.js';

const path = FieldPath.of('spec');
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];
const minUpdatePeriod = 10;

export const validateCsiDriver = validation<CSIDriver>((driver, context) => validateSpec(driver.spec, context));

export const validateCsiDriverUpdate = updateValidation<CSIDriver>(({ object, old }, context) => {
  const [after, before] = [object.spec, old.spec];
  return [
    ...validateSpec(object.spec, context),
    ...validateImmutableField(after.attachRequired, before.attachRequired, path.child('attachedRequired')),
    ...validateImmutableField(
      after.volumeLifecycleModes,
      before.volumeLifecycleModes,
      path.child('volumeLifecycleModes'),
    ),
  ];
});

function validateSpec(spec: CSIDriverSpec, { features }: ValidationContext): FieldError[] {
  const { fsGroupPolicy, tokenRequests = [], volumeLifecycleModes = [] } = spec;
  const modes = path.child('volumeLifecycleModes');
  const unknownModes = volumeLifecycleModes.filter((mode) => !lifecycleModes.includes(mode));
  return [
    ...missing('attachedRequired', spec.attachRequired),
    ...missing('podInfoOnMount', spec.podInfoOnMount),
    ...missing('storageCapacity', spec.storageCapacity),
    ...(fsGroupPolicy === undefined ? [] : oneOf(fsGroupPolicy, groupPolicies, path.child('fsGroupPolicy'))),
    ...validateTokenRequests(tokenRequests),
    ...unknownModes.map((mode) => modes.notSupported(mode, lifecycleModes)),
    ...(features.isEnabled('SELinuxMountReadWriteOncePod') ? missing('seLinuxMount', spec.seLinuxMount) : []),
    ...validateUpdatePeriod(spec),
    ...validateTokenInSecrets(spec),
    ...(features.isEnabled('VolumeLimitScaling')
      ? missing('preventPodSchedulingIfMissing', spec.preventPodSchedulingIfMissing)
      : []),
  ];
}

function missing(field: string, value: boolean | undefined): FieldError[] {
  return value === undefined ? [path.child(field).required()] : [];
}

/** Audiences must be unique. */
function validateTokenRequests(requests: readonly TokenRequest[]): FieldError[] {
  const audiences = new Set<string>();
  return eachItem(requests, path.child('tokenRequests'), ({ audience, expirationSeconds }, place) => {
    if (audiences.has(audience)) return [place.child('audience').duplicate(audience)];
    audiences.add(audience);
    return expirationSeconds === undefined ? [] : expirationErrors(expirationSeconds, place.child('expirationSeconds'));
  });
}

function expirationErrors(seconds: number, place: FieldPath): FieldError[] {
  if (seconds < 600) return [place.invalid(seconds, 'may not specify a duration less than 10 minutes')];
  return seconds > 2 ** 32 ? [place.invalid(seconds, 'may not specify a duration larger than 2^32 seconds')] : [];
}

function validateUpdatePeriod({ nodeAllocatableUpdatePeriodSeconds: period }: CSIDriverSpec): FieldError[] {
  if (period === undefined || period >= minUpdatePeriod) return [];
  const field = path.child('nodeAllocatableUpdatePeriodSeconds');
  return [field.invalid(period, 'must be greater than or equal to 10 seconds')];
}

function validateTokenInSecrets({ serviceAccountTokenInSecrets, tokenRequests = [] }: CSIDriverSpec): FieldError[] {
  if (serviceAccountTokenInSecrets === undefined || tokenRequests.length > 0) return [];
  const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  return [path.child('serviceAccountTokenInSecrets').invalid(serviceAccountTokenInSecrets, detail)];
}
