// Follows pkg/controller/deployment/util/deployment_util.go (v1.36)
import type { Deployment, ReplicaSet } from '../../api/apps/v1.js';
import type { PodTemplateSpec } from '../../api/core/v1.js';
import { jsonEqual, parseTime } from '../../apimachinery/meta/index.js';

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
export const rollbackAnnotation = 'deprecated.deployment.rollback.to';
export const hashLabel = 'pod-template-hash';
const historyAnnotation = 'deployment.kubernetes.io/revision-history';
const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas';
const maxAnnotation = 'deployment.kubernetes.io/max-replicas';
const maxHistoryLength = 2000;

/** Annotations of deployments that replica sets do not inherit. */
const ownAnnotations = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  rollbackAnnotation,
]);

type Annotations = { [key: string]: string };

/** Undefined if the annotation is not a number; revisions have 64 bits. */
export function revisionOf({ metadata }: ReplicaSet): bigint | undefined {
  return parseRevision(metadata.annotations?.[revisionAnnotation] ?? '0');
}

export function parseRevision(text: string): bigint | undefined {
  const value = /^-?[0-9]{1,19}$/.test(text) ? BigInt(text) : undefined;
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined;
}

/** The revisions of replica sets, the newest first. */
function revisionsOf(sets: readonly ReplicaSet[]): bigint[] {
  return sets.map((set) => revisionOf(set) ?? 0n).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
}

export function maxRevision(sets: readonly ReplicaSet[]): bigint {
  const [newest = 0n] = revisionsOf(sets);
  return newest > 0n ? newest : 0n;
}

/** The revision before the newest; 0 if there is none. */
export function lastRevision(sets: readonly ReplicaSet[]): bigint {
  const [, second = 0n] = revisionsOf(sets);
  return second;
}

export interface ReplicaCounts {
  readonly desired: number;
  readonly max: number;
}

/** The annotations of the deployment's newest replica set; undefined if they are as they should be. */
export function newSetAnnotations(
  deployment: Deployment,
  current: Annotations | undefined,
  { revision, counts }: { revision: bigint; counts?: ReplicaCounts },
): Annotations | undefined {
  const annotations: Annotations = { ...current };
  for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (!ownAnnotations.has(key)) annotations[key] = value;
  }
  const isValid = setRevision(annotations, revision);
  if (isValid && counts) Object.assign(annotations, countAnnotations(counts));
  return isValid && !jsonEqual(annotations, current ?? {}) ? annotations : undefined;
}

/** Returns false if the current revision is not a number: then nothing is changed. */
function setRevision(annotations: Annotations, revision: bigint): boolean {
  const old = annotations[revisionAnnotation];
  const oldRevision = old === undefined || old === '' ? 0n : parseRevision(old);
  if (oldRevision === undefined) return false;
  if (oldRevision >= revision) return true;
  annotations[revisionAnnotation] = String(revision);
  if (old !== undefined) annotations[historyAnnotation] = historyWith(annotations[historyAnnotation] ?? '', old);
  return true;
}

function historyWith(history: string, revision: string): string {
  if (history === '' || history.startsWith(',')) return revision;
  const revisions = history.split(',');
  while (revisions.length > 0 && revisions.join(',').length + revision.length + 1 > maxHistoryLength) revisions.shift();
  return [...revisions, revision].join(',');
}

export function countAnnotations({ desired, max }: ReplicaCounts): Annotations {
  return { [desiredAnnotation]: String(desired), [maxAnnotation]: String(max) };
}

export function hasCountAnnotations({ metadata }: ReplicaSet, counts: ReplicaCounts): boolean {
  return Object.entries(countAnnotations(counts)).every(([key, value]) => metadata.annotations?.[key] === value);
}

/** The number of replicas of the deployment when the set was last scaled. */
export function desiredReplicasOf({ metadata }: ReplicaSet): number | undefined {
  return parseCount(metadata.annotations?.[desiredAnnotation]);
}

export function maxReplicasOf({ metadata }: ReplicaSet): number | undefined {
  return parseCount(metadata.annotations?.[maxAnnotation]);
}

function parseCount(text: string | undefined): number | undefined {
  const count = text !== undefined && /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
  return count !== undefined && count <= 2 ** 31 - 1 ? count : undefined;
}

/** The deployment's annotations after a rollback to a replica set. */
export function rolledBackAnnotations(deployment: Annotations = {}, set: Annotations = {}): Annotations {
  const kept = Object.entries(deployment).filter(([key]) => ownAnnotations.has(key));
  const taken = Object.entries(set).filter(([key]) => !ownAnnotations.has(key));
  return Object.fromEntries([...kept, ...taken]);
}

export function withoutHash({ metadata, spec }: PodTemplateSpec): PodTemplateSpec {
  const { [hashLabel]: _hash, ...labels } = metadata.labels ?? {};
  return { metadata: { ...metadata, labels }, spec };
}

export function isSameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return jsonEqual(withoutHash(a), withoutHash(b));
}

/** The oldest replica set with the deployment's template. */
export function findNewSet({ spec }: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return [...sets].sort(byCreation).find((set) => isSameTemplate(set.spec.template, spec.template));
}

type Created = Pick<ReplicaSet, 'metadata'>;

export function byCreation({ metadata: a }: Created, { metadata: b }: Created): number {
  const [first, second] = [parseTime(a.creationTimestamp ?? '') ?? 0, parseTime(b.creationTimestamp ?? '') ?? 0];
  return first - second || ((a.name ?? '') < (b.name ?? '') ? -1 : 1);
}

export function byRevision(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [revisionOf(a), revisionOf(b)];
  if (first === undefined || second === undefined || first === second) return byCreation(a, b);
  return first < second ? -1 : 1;
}
