// Follows pkg/registry/core/pod/strategy.go (v1.36)
// Follows pkg/api/pod/util.go (v1.36)

import type { AppArmorProfile, Pod, PodStatus } from '../../../../api/core/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { annotationsOf, jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import { checkDns1123Label, FieldPath, ipWarnings } from '../../../../apimachinery/validation/index.js';
import {
  type Grace,
  generationOnly,
  type PreparationContext,
  type Replacement,
  type Strategy,
  type StrategyContext,
} from '../../../../server/registry/index.js';
import { dropDisabled } from '../../../feature-gates/index.js';
import {
  appArmorPrefix,
  dropDisabledFields,
  placedContainers,
  podWarnings,
  qosClassOf,
  validateAppArmor,
} from '../../../pod-spec/index.js';
import { mergeLabelKeys } from './label-keys.js';
import { isFinished, withPodCondition } from './pod-status.js';
import { validatePodStatus } from './status-validation.js';
import { validatePod, validatePodUpdate } from './validation.js';

export const podStrategy: Strategy<Pod> = generationOnly<Pod>(
  {
    returnsDeletedObject: true,
    resetFields: ['status'],
    prepareForCreate,
    prepareForUpdate({ object, old }, { features }) {
      object.status = old.status;
      dropDisabledFields({ object: object.spec, old: old.spec, features });
    },
    validate: validatePod,
    validateUpdate: validatePodUpdate,
    warningsOnCreate: (pod) => [...nameWarnings(pod), ...podWarnings(pod, FieldPath.root, { isPod: true })],
    grace,
  },
  ({ object, old }) => !jsonEqual(object.spec, old.spec),
);

export const podStatusStrategy: Strategy<Pod> = {
  resetFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
  prepareForUpdate: prepareStatus,
  validateUpdate: validatePodStatus,
  warningsOnUpdate: ({ object }) => addressWarnings(object.status),
  grace,
};

function prepareForCreate(pod: Pod, context: PreparationContext): void {
  const { spec } = pod;
  dropDisabledFields({ object: spec, features: context.features });
  pod.status = { phase: 'Pending', qosClass: pod.status.qosClass || qosClassOf(spec) };
  if (spec.schedulingGates?.length) pod.status = withPodCondition(pod.status, schedulingGated, systemClock.now());
  mergeLabelKeys(spec, labelsOf(pod), context.features);
  for (const key of applyAppArmorAnnotations(pod)) {
    const path = FieldPath.of('metadata', 'annotations').key(key);
    context.warn(`${path}: deprecated since v1.30; use the "appArmorProfile" field instead`);
  }
}

const schedulingGated = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

const localhost = 'localhost/';

/** Converts legacy AppArmor annotations to fields; returns the annotations for which to warn. */
function applyAppArmorAnnotations(pod: Pod): string[] {
  const { spec } = pod;
  const annotations = annotationsOf(pod);
  if (spec.os?.name === 'windows') return [];
  const used: string[] = [];
  for (const { container } of placedContainers(spec, FieldPath.root)) {
    const key = appArmorPrefix + container.name;
    const annotation = annotations[key];
    if (annotation === undefined || container.securityContext?.appArmorProfile) continue;
    const profile = validProfileOf(annotation);
    if (profile && jsonEqual({ ...profile }, { ...spec.securityContext?.appArmorProfile })) continue;
    if (profile) container.securityContext = { ...container.securityContext, appArmorProfile: profile };
    used.push(key);
  }
  return used;
}

function validProfileOf(annotation: string): AppArmorProfile | undefined {
  const profile = appArmorProfileOf(annotation);
  return profile && validateAppArmor(profile, FieldPath.root).length === 0 ? profile : undefined;
}

function appArmorProfileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(localhost)) return undefined;
  return { type: 'Localhost', localhostProfile: annotation.slice(localhost.length) };
}

function nameWarnings({ metadata: { name = '' } }: Pod): string[] {
  const problems = checkDns1123Label(name);
  if (problems.length === 0) return [];
  const use = "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${use}: [${problems.join(' ')}]`];
}

/** Unscheduled and finished pods are deleted at once; others get the requested grace period, or their own. */
function grace({ spec, status }: Pod, requestedSeconds: number | undefined): Grace {
  const { nodeName, terminationGracePeriodSeconds = 0 } = spec;
  if (!nodeName || isFinished(status)) return { seconds: 0 };
  const seconds = requestedSeconds ?? terminationGracePeriodSeconds;
  return { seconds: seconds < 0 ? 1 : seconds };
}

function prepareStatus({ object, old }: Replacement<Pod>, { features }: StrategyContext): void {
  const { metadata, status } = object;
  const { metadata: before, status: known } = old;
  object.spec = old.spec;
  if (before.deletionTimestamp === undefined) delete metadata.deletionTimestamp;
  delete metadata.ownerReferences;
  if (before.ownerReferences) metadata.ownerReferences = before.ownerReferences;
  if (!status.qosClass && known.qosClass) status.qosClass = known.qosClass;
  if (!status.observedGeneration && known.observedGeneration) status.observedGeneration = known.observedGeneration;
  keepConditionGenerations(status, known);
  dropDisabledStatusFields({ object: status, old: known, features });
}

/** Preserves `observedGeneration` when written by clients that do not know the field. */
function keepConditionGenerations(status: PodStatus, known: PodStatus): void {
  const generations = new Map<string, (number | undefined)[]>();
  for (const { type, observedGeneration } of [...(known.conditions ?? [])].reverse()) {
    const ofType = generations.get(type);
    if (ofType) ofType.push(observedGeneration);
    else generations.set(type, [observedGeneration]);
  }
  for (const condition of status.conditions ?? []) {
    const generation = generations.get(condition.type)?.pop();
    if (!condition.observedGeneration && generation) condition.observedGeneration = generation;
  }
}

function addressWarnings({ podIPs = [], hostIPs = [] }: PodStatus): string[] {
  const path = FieldPath.of('status');
  return [
    ...podIPs.flatMap(({ ip }, index) => ipWarnings(ip, path.child('podIPs').index(index).child('ip'))),
    ...hostIPs.flatMap(({ ip }, index) => ipWarnings(ip, path.child('hostIPs').index(index).child('ip'))),
  ];
}

/** Drops the status fields of disabled feature gates, unless the old status uses them already. */
const dropDisabledStatusFields = dropDisabled<PodStatus>([
  { gates: ['InPlacePodLevelResourcesVerticalScaling'], fields: ['resources', 'allocatedResources'] },
  { gates: ['DRAExtendedResource'], fields: ['extendedResourceClaimStatus'] },
  { gates: ['ResourceHealthStatus'], fields: ofContainers('allocatedResourcesStatus') },
  {
    gates: ['ResourceHealthStatusMessage'],
    fields: ofContainers('allocatedResourcesStatus[].resources[].message'),
  },
  { gates: ['ImageVolumeWithDigest'], fields: ofContainers('volumeMounts[].volumeStatus') },
  { gates: ['DRANodeAllocatableResources'], fields: ['nodeAllocatableResourceClaimStatuses'] },
]);

function ofContainers(field: string): string[] {
  const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'];
  return lists.map((list) => `${list}[].${field}`);
}
