// Follows pkg/controller/podautoscaler/replica_calculator.go (v1.36)
// Follows pkg/controller/podautoscaler/metrics/utilization.go (v1.36)
import type { Container, Pod } from '../../api/core/v1.js';
import { parseTime } from '../../apimachinery/meta/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { isPodReady, podCondition } from '../workload/pod-state.js';

/** Pods use much more processor time while they start. */
const initializationMilliseconds = 300_000;
const firstReadinessMilliseconds = 30_000;
const maxReplicas = 2 ** 31 - 1;

/** What was measured of a pod. */
export interface PodMetric {
  /** In thousandths. */
  readonly value: number;
  readonly timestamp: number;
  readonly windowMilliseconds: number;
}

export type PodMetrics = ReadonlyMap<string, PodMetric>;

/** Ratios within these of 1 change nothing. */
export interface Tolerances {
  readonly down: number;
  readonly up: number;
}

export interface Proposal {
  readonly replicas: number;
  /** On average, in thousandths. */
  readonly usage: number;
  /** In percent of requests. */
  readonly utilization?: number;
}

interface PodsInput {
  readonly pods: readonly Pod[];
  readonly metrics: PodMetrics;
  readonly currentReplicas: number;
  readonly tolerances: Tolerances;
  readonly now: number;
}

function isWithin(ratio: number, { down, up }: Tolerances): boolean {
  return 1 - down <= ratio && ratio <= 1 + up;
}

/** How many replicas it takes so that each uses the given part of its requests, in percent. Throws an Error. */
export function replicasForUtilization(
  input: PodsInput & { readonly resource: string; readonly container: string; readonly target: number },
): Proposal {
  const { resource, container, target } = input;
  const requests = (): Map<string, number> => requestsOf(input.pods, { resource, container });
  let known: Map<string, number> | undefined;
  const ratioOf = (metrics: PodMetrics) => {
    known ??= requests();
    return utilizationRatio(metrics, known, target);
  };
  const assumed = (name: string): number => Math.trunc(((known?.get(name) ?? 0) * Math.max(100, target)) / 100);
  return proposeReplicas(input, { resource, ratioOf, assumed });
}

/** How many replicas it takes so that each uses the given amount. Throws an Error. */
export function replicasForUsage(input: PodsInput & { readonly resource: string; readonly target: number }): Proposal {
  const { resource, target } = input;
  const ratioOf = (metrics: PodMetrics) => {
    const total = [...metrics.values()].reduce((sum, { value }) => sum + value, 0);
    const usage = Math.trunc(total / metrics.size);
    return { ratio: usage / target, usage };
  };
  return proposeReplicas(input, { resource, ratioOf, assumed: () => target });
}

interface Rules {
  readonly resource: string;
  ratioOf(metrics: PodMetrics): { ratio: number; usage: number; utilization?: number };
  /** What a pod without metrics is assumed to use when that could lead to fewer replicas. */
  assumed(name: string): number;
}

function proposeReplicas(
  { pods, metrics, currentReplicas, tolerances, now }: PodsInput,
  { resource, ratioOf, assumed }: Rules,
): Proposal {
  if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count');
  const { ready, unready, missing, ignored } = groupPods(pods, { metrics, resource, now });
  const counted = new Map([...metrics].filter(([name]) => !ignored.has(name) && !unready.has(name)));
  if (counted.size === 0) throw new Error('did not receive metrics for targeted pods (pods might be unready)');
  const { ratio, ...measured } = ratioOf(counted);
  const growsWithUnready = unready.size > 0 && ratio > 1;
  const unchanged = { replicas: currentReplicas, ...measured };
  if (!growsWithUnready && missing.size === 0)
    return isWithin(ratio, tolerances) ? unchanged : { replicas: Math.ceil(ratio * ready), ...measured };
  const guess = (value: number): PodMetric => ({ value, timestamp: 0, windowMilliseconds: 0 });
  if (ratio < 1) for (const name of missing) counted.set(name, guess(assumed(name)));
  if (ratio > 1) for (const name of missing) counted.set(name, guess(0));
  if (growsWithUnready) for (const name of unready) counted.set(name, guess(0));
  const { ratio: guessed } = ratioOf(counted);
  const isReversed = (ratio < 1 && guessed > 1) || (ratio > 1 && guessed < 1);
  if (isWithin(guessed, tolerances) || isReversed) return unchanged;
  const replicas = Math.ceil(guessed * counted.size);
  const isContrary = (guessed < 1 && replicas > currentReplicas) || (guessed > 1 && replicas < currentReplicas);
  return isContrary ? unchanged : { replicas, ...measured };
}

/** For metrics that are not of pods: a total in relation to its target. Throws an Error. */
export function replicasForRatio(
  ratio: number,
  { pods, currentReplicas, tolerances }: Pick<PodsInput, 'pods' | 'currentReplicas' | 'tolerances'>,
): number {
  if (currentReplicas === 0) return Math.ceil(ratio);
  if (isWithin(ratio, tolerances)) return currentReplicas;
  if (pods.length === 0)
    throw new Error('unable to calculate ready pods: no pods returned by selector while calculating replica count');
  const ready = pods.filter((pod) => pod.status.phase === 'Running' && isPodReady(pod)).length;
  return Math.min(maxReplicas, Math.ceil(ratio * ready));
}

/** For a total of which each replica should have the given part. */
export function replicasForAverage(
  total: number,
  { target, statusReplicas, tolerances }: { target: number; statusReplicas: number; tolerances: Tolerances },
): Proposal {
  const isEnough = isWithin(total / (target * statusReplicas), tolerances);
  const replicas = isEnough ? statusReplicas : Math.min(maxReplicas, Math.ceil(total / target));
  return { replicas, usage: Math.ceil(total / statusReplicas) };
}

interface PodGroups {
  readonly ready: number;
  readonly unready: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
}

/** Exported for its table of cases. */
export function groupPods(
  pods: readonly Pod[],
  { metrics, resource, now }: { metrics: PodMetrics; resource: string; now: number },
): PodGroups {
  const [unready, missing, ignored] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let ready = 0;
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const metric = metrics.get(name);
    if (deletionTimestamp || pod.status.phase === 'Failed') ignored.add(name);
    else if (pod.status.phase === 'Pending') unready.add(name);
    else if (!metric) missing.add(name);
    else if (resource === 'cpu' && isStarting(pod, metric, now)) unready.add(name);
    else ready++;
  }
  return { ready, unready, missing, ignored };
}

function isStarting(pod: Pod, { timestamp, windowMilliseconds }: PodMetric, now: number): boolean {
  const condition = podCondition(pod, 'Ready');
  const startTime = parseTime(pod.status.startTime ?? '');
  if (!condition || startTime === undefined) return true;
  const changed = parseTime(condition.lastTransitionTime ?? '') ?? 0;
  const isUnready = condition.status === 'False';
  if (startTime + initializationMilliseconds > now) return isUnready || timestamp < changed + windowMilliseconds;
  return isUnready && startTime + firstReadinessMilliseconds > changed;
}

function utilizationRatio(metrics: PodMetrics, requests: ReadonlyMap<string, number>, target: number) {
  let [total, requested, count] = [0, 0, 0];
  for (const [name, { value }] of metrics) {
    const request = requests.get(name);
    if (request === undefined) continue;
    total += value;
    requested += request;
    count++;
  }
  if (requested === 0) throw new Error('no metrics returned matched known pods');
  const utilization = Math.trunc((total * 100) / requested);
  return { ratio: utilization / target, utilization, usage: Math.trunc(total / count) };
}

function requestsOf(
  pods: readonly Pod[],
  { resource, container }: { resource: string; container: string },
): Map<string, number> {
  return new Map(pods.map((pod) => [pod.metadata.name ?? '', requestOf(pod, { resource, container })]));
}

function requestOf({ metadata, spec }: Pod, { resource, container }: { resource: string; container: string }): number {
  const ofPod = spec.resources?.requests;
  if (ofPod && Object.keys(ofPod).length > 0 && container === '') {
    const request = ofPod[resource];
    if (request !== undefined) return milliValue(request);
    throw new Error(`missing pod-level request for ${resource} in Pod ${metadata.name}`);
  }
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const all: Container[] = [...(spec.containers ?? []), ...sidecars];
  const counted = container === '' ? all : all.filter(({ name }) => name === container).slice(0, 1);
  if (counted.length === 0 && container !== '')
    throw new Error(`container ${container} not found in Pod ${metadata.name}`);
  return counted.reduce((total, { name, resources }) => {
    const request = resources?.requests?.[resource];
    if (request === undefined)
      throw new Error(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
    return total + milliValue(request);
  }, 0);
}

/** A quantity in thousandths. */
export function milliValue(quantity: string | number): number {
  return Number(Quantity.fromJson(quantity).milliValue());
}
