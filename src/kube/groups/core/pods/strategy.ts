import { systemClock } from '../../../../apimachinery/clock/index.js';
import {
  annotationsOf,
  type JsonObject,
  jsonEqual,
  labelsOf,
  metadataOf,
  mutableMetadataOf,
} from '../../../../apimachinery/meta/index.js';
import { checkDns1123Label, FieldPath, ipWarnings } from '../../../../apimachinery/validation/index.js';
import type { Grace, Replacement, Strategy, WriteContext } from '../../../../server/registry/index.js';
import {
  appArmorPrefix,
  dropDisabledFields,
  type PodTemplate,
  placedContainers,
  podSpecOf,
  podWarnings,
  qosClassOf,
  validateAppArmor,
} from '../../../pod-spec/index.js';
import { mergeLabelKeys } from './label-keys.js';
import { isFinished, type PodStatus, podStatusOf, withPodCondition } from './pod-status.js';
import { validatePodStatus } from './status-validation.js';
import { validatePod, validatePodUpdate } from './validation.js';

export const podStrategy: Strategy = {
  returnsDeletedObject: true,
  resetFields: ['status'],
  prepareForCreate,
  prepareForUpdate(change) {
    change.object['status'] = change.old['status'] ?? {};
    dropDisabledFields(podSpecOf(change.object));
    countSpecChange(change);
  },
  validate: validatePod,
  validateUpdate: validatePodUpdate,
  warningsOnCreate: (pod) => [
    ...nameWarnings(pod),
    ...podWarnings(pod as unknown as PodTemplate, FieldPath.root, { isPod: true }),
  ],
  grace,
};

export const podStatusStrategy: Strategy = {
  resetFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
  prepareForUpdate: prepareStatus,
  validateUpdate: validatePodStatus,
  warningsOnUpdate: ({ object }) => addressWarnings(podStatusOf(object)),
  grace,
};

function prepareForCreate(pod: JsonObject, context: WriteContext): void {
  const spec = podSpecOf(pod);
  mutableMetadataOf(pod)['generation'] = 1;
  const { qosClass } = podStatusOf(pod);
  let status: PodStatus = { phase: 'Pending', qosClass: qosClass || qosClassOf(spec) };
  dropDisabledFields(spec);
  if (spec.schedulingGates?.length) status = withPodCondition(status, schedulingGated, systemClock.now());
  pod['status'] = status as unknown as JsonObject;
  mergeLabelKeys(spec, labelsOf(pod));
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
function applyAppArmorAnnotations(pod: JsonObject): string[] {
  const spec = podSpecOf(pod);
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

function validProfileOf(annotation: string): ReturnType<typeof appArmorProfileOf> {
  const profile = appArmorProfileOf(annotation);
  return profile && validateAppArmor(profile, FieldPath.root).length === 0 ? profile : undefined;
}

function appArmorProfileOf(annotation: string): { type: string; localhostProfile?: string } | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(localhost)) return undefined;
  return { type: 'Localhost', localhostProfile: annotation.slice(localhost.length) };
}

/** Increments the generation if the spec changes. */
export function countSpecChange({ object, old }: Replacement): void {
  if (jsonEqual(object['spec'] ?? {}, old['spec'] ?? {})) return;
  mutableMetadataOf(object)['generation'] = (metadataOf(old).generation ?? 0) + 1;
}

function nameWarnings(pod: JsonObject): string[] {
  const problems = checkDns1123Label(metadataOf(pod).name ?? '');
  if (problems.length === 0) return [];
  const use = "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${use}: [${problems.join(' ')}]`];
}

/** Unscheduled and finished pods are deleted at once; others get the requested grace period, or their own. */
function grace(pod: JsonObject, requestedSeconds: number | undefined): Grace {
  const { nodeName, terminationGracePeriodSeconds = 0 } = podSpecOf(pod);
  if (!nodeName || isFinished(podStatusOf(pod))) return { seconds: 0 };
  const seconds = requestedSeconds ?? terminationGracePeriodSeconds;
  return { seconds: seconds < 0 ? 1 : seconds };
}

function prepareStatus({ object, old }: Replacement): void {
  object['spec'] = old['spec'] ?? {};
  const [metadata, before] = [mutableMetadataOf(object), mutableMetadataOf(old)];
  delete metadata['ownerReferences'];
  if (before['ownerReferences'] !== undefined) metadata['ownerReferences'] = before['ownerReferences'];
  const [status, known] = [podStatusOf(object), podStatusOf(old)];
  if (!status.qosClass && known.qosClass) status.qosClass = known.qosClass;
  if (!status.observedGeneration && known.observedGeneration) status.observedGeneration = known.observedGeneration;
  keepConditionGenerations(status, known);
  // A disabled feature; see `dropDisabledFields`.
  delete status.nodeAllocatableResourceClaimStatuses;
  object['status'] = status as unknown as JsonObject;
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
