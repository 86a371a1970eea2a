// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, ContainerStatus, Pod, PodCondition, PodSpec, PodStatus } from '../../../../api/core/v1.js';
import {
  checkDns1123Subdomain,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  isIpv4,
  parseIpSloppy,
  validateImmutableField,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import type { Replacement, UpdateValidationContext } from '../../../../server/registry/index.js';
import { eachItem } from '../../../field-checks.js';
import { isSidecar } from '../../../pod-spec/index.js';
import { updateValidation } from '../../../validation.js';
import { validateAllocatedResources, validateClaimStatuses, validateUsers } from './device-status-validation.js';
import { validateAnnotationChange } from './validation.js';

const path = FieldPath.of('status');

export const validatePodStatus = updateValidation<Pod>((change, context) => {
  const { status } = change.object;
  const { status: old, spec } = change.old;
  const { observedGeneration = 0 } = status;
  const strict = context.features.isEnabled('StrictIPCIDRValidation');
  return [
    ...validateAnnotationChange(change, context),
    ...eachItem(status.conditions, path.child('conditions'), conditionErrors),
    ...nominationErrors(change, context),
    ...generationErrors(observedGeneration, path.child('observedGeneration')),
    ...validateImmutableField(status.qosClass ?? '', old.qosClass ?? '', path.child('qosClass')),
    ...stateErrors(status, old, { spec, features: context.features }),
    ...validateClaimStatuses(status, spec),
    ...addressErrors({ addresses: status.podIPs, old: old.podIPs, strict }, path.child('podIPs')),
    ...hostAddressErrors(status, { old, strict }),
    ...validateUsers(status, spec),
    ...validateAllocatedResources(status, spec),
    ...(context.features.isEnabled('ImageVolumeWithDigest') ? validateVolumeStatuses(status) : []),
  ];
});

const systemConditions = ['PodScheduled', 'Ready', 'Initialized'];

function conditionErrors({ type, observedGeneration = 0 }: PodCondition, place: FieldPath): FieldError[] {
  const errors = generationErrors(observedGeneration, place.child('observedGeneration'));
  if (systemConditions.includes(type)) return errors;
  return [...errors, ...place.child('Type').check(type, checkQualifiedName)];
}

function generationErrors(generation: number, place: FieldPath): FieldError[] {
  return generation < 0 ? [place.invalid(generation, 'must be a non-negative integer')] : [];
}

/** Validates the nominated node of a pending pod. */
function nominationErrors({ object, old }: Replacement<Pod>, { features }: UpdateValidationContext): FieldError[] {
  const { nominatedNodeName: name = '' } = object.status;
  if (name === '' || name === (old.status.nominatedNodeName ?? '')) return [];
  const namePath = path.child('nominatedNodeName');
  const errors = namePath.check(name, checkDns1123Subdomain);
  if (!old.spec.nodeName || !features.isEnabled('ClearingNominatedNodeNameAfterBinding')) return errors;
  return [...errors, namePath.forbidden('may not be set on pods that are already bound to a node')];
}

/** A container that has terminated for good must not start again. */
function stateErrors(
  status: PodStatus,
  old: PodStatus,
  { spec, features }: { spec: PodSpec; features: FeatureGates },
): FieldError[] {
  const mayRestartAll = features.isEnabled('RestartAllContainersOnContainerExits') && hasRestartOfAll(spec);
  const finder = (containers: readonly Container[] | null | undefined) => {
    const byName = new Map((containers ?? []).map((container) => [container.name, container]));
    return (name: string, exitCode: number) => mayRestartAll || mayRestart(byName.get(name), spec, exitCode);
  };
  const never = () => false;
  return [
    ...transitionErrors(status.containerStatuses, old.containerStatuses, {
      place: path.child('containerStatuses'),
      mayRestart: finder(spec.containers),
    }),
    ...transitionErrors(status.initContainerStatuses, old.initContainerStatuses, {
      place: path.child('initContainerStatuses'),
      mayRestart: finder(spec.initContainers),
    }),
    ...transitionErrors(status.ephemeralContainerStatuses, old.ephemeralContainerStatuses, {
      place: path.child('ephemeralContainerStatuses'),
      mayRestart: never,
    }),
  ];
}

/** One container may restart all of them, whatever their own policies are. */
function hasRestartOfAll({ initContainers = [], containers }: PodSpec): boolean {
  return [...initContainers, ...(containers ?? [])].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
}

function transitionErrors(
  statuses: readonly ContainerStatus[] = [],
  old: readonly ContainerStatus[] | undefined,
  rules: { place: FieldPath; mayRestart: (name: string, exitCode: number) => boolean },
): FieldError[] {
  const running = new Set(statuses.filter(({ state }) => !state.terminated).map(({ name }) => name));
  return eachItem(old, rules.place, ({ name, state }, place) => {
    if (!state.terminated || !running.has(name) || rules.mayRestart(name, state.terminated.exitCode)) return [];
    return [place.child('state').forbidden('may not be transitioned to non-terminated state')];
  });
}

function mayRestart(container: Container | undefined, { restartPolicy }: PodSpec, exitCode: number): boolean {
  if (!container) return false;
  const rule = container.restartPolicyRules?.find(({ exitCodes }) => {
    const isListed = exitCodes?.values?.includes(exitCode) === true;
    return exitCodes?.operator === 'In' ? isListed : exitCodes?.operator === 'NotIn' && !isListed;
  });
  if (rule) return true;
  const policy = isSidecar(container) ? 'Always' : (container.restartPolicy ?? restartPolicy);
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

type Addresses = readonly { ip: string }[];

/** At most one address per IP family. */
function addressErrors(
  {
    addresses = [],
    old = [],
    strict,
  }: { addresses: Addresses | undefined; old: Addresses | undefined; strict: boolean },
  place: FieldPath,
): FieldError[] {
  const validOldValues = old.map(({ ip }) => ip);
  const errors = eachItem(addresses, place, ({ ip }, at) =>
    validateIpForLegacyField(ip, at, { strict, validOldValues }),
  );
  if (addresses.length < 2) return errors;
  const families = new Set(addresses.map(({ ip }) => familyOf(ip)));
  if (addresses.length === 2 && families.size === 2) return errors;
  const shown = addresses.map(({ ip }) => ({ ip }));
  return [...errors, place.invalid(shown, 'may specify no more than one IP for each IP family')];
}

function familyOf(address: string): string {
  const parsed = parseIpSloppy(address);
  return parsed && isIpv4(parsed) ? 'IPv4' : 'IPv6';
}

function hostAddressErrors(
  { hostIP = '', hostIPs }: PodStatus,
  { old, strict }: { old: PodStatus; strict: boolean },
): FieldError[] {
  const [first] = hostIPs ?? [];
  if (!first) return [];
  const place = path.child('hostIPs');
  const errors = addressErrors({ addresses: hostIPs, old: old.hostIPs, strict }, place);
  if (hostIP === first.ip) return errors;
  return [place.index(0).child('ip').invalid(first.ip, 'must be equal to `hostIP`'), ...errors];
}

const containerStatusFields = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
const maxImageReference = 256;

/** Validates what the kubelet reports about volumes with the content of an image. */
function validateVolumeStatuses(status: PodStatus): FieldError[] {
  return containerStatusFields.flatMap((field) =>
    eachItem(status[field], path.child(field), ({ volumeMounts }, place) =>
      eachItem(volumeMounts, place.child('volumeMounts'), ({ volumeStatus }, at) => {
        const image = volumeStatus?.image;
        if (!image) return [];
        const reference = at.child('volumeStatus', 'imageVolumeStatus', 'imageRef');
        if (!image.imageRef) return [reference.required('imageRef must not be empty')];
        const isTooLong = Buffer.byteLength(image.imageRef) > maxImageReference;
        return isTooLong ? [reference.tooLong(maxImageReference)] : [];
      }),
    ),
  );
}
