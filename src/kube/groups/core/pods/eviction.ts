// Follows pkg/registry/core/pod/storage/eviction.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import type { Eviction, PodDisruptionBudget } from '../../../../api/policy/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import {
  type DeleteOptions,
  isBeingDeleted,
  isConditionTrue,
  type JsonObject,
  labelsOf,
} from '../../../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../../../apimachinery/selectors/index.js';
import { errorWithoutReason, isConflict, StatusError } from '../../../../apimachinery/status/index.js';
import {
  type Connect,
  type ConnectRequest,
  decodeStored,
  type ResourceStore,
  type Stores,
} from '../../../../server/registry/index.js';
import { allowsUnhealthy, budgetRefusal, stillProcessed, takeDisruption } from './disruption-budget.js';
import { isFinished, withPodCondition } from './pod-status.js';
import { podStatusStrategy } from './strategy.js';
import { createdStatus, podRefOf, readNamed, readPod, writeContextOf } from './subresource-request.js';

/** Deletes a pod if its disruption budgets, which are in a store, allow it. */
export function evictPod(stores: Stores): Connect {
  return async (request) => {
    const eviction = await readNamed<Eviction>(request, 'Eviction');
    const options = deleteOptionsOf(eviction, request);
    const pod = await readPod(request);
    const isGoing = isFinished(pod.status) || isBeingDeleted(pod.metadata);
    if (isGoing || pod.status.phase === 'Pending') {
      await deletePod(request, isGoing ? options : withVersion(options, pod));
      return request.respond(201, createdStatus());
    }
    const store = stores.get('policy', 'poddisruptionbudgets');
    const found = await budgetsOf(store, pod);
    if (found.length > 1) return request.respond(500, tooManyBudgets);
    const [budget] = found;
    const mustNotChange = budget !== undefined && !(await isTaken(budget, { store, request, pod, options }));
    try {
      await deletePod(request, mustNotChange ? withVersion(options, pod) : options);
    } catch (error) {
      if (mustNotChange && isConflict(error)) throw stillProcessed(budget);
      throw error;
    }
    return request.respond(201, createdStatus());
  };
}

const tooManyBudgets: JsonObject = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  code: 500,
};

/** Returns false if the pod is not ready and may be evicted without counting. */
async function isTaken(
  budget: PodDisruptionBudget,
  at: { store: ResourceStore; request: ConnectRequest; pod: Pod; options: DeleteOptions },
): Promise<boolean> {
  const { store, request, pod, options } = at;
  const isReady = isConditionTrue(pod.status.conditions, 'Ready');
  if (!isReady && allowsUnhealthy(budget)) return false;
  const refusal = budgetRefusal(budget);
  if (refusal) throw refusal;
  const dryRun = isDryRun(options);
  if (!dryRun)
    await takeDisruption(store, {
      budget,
      podName: pod.metadata.name ?? '',
      context: writeContextOf(request, dryRun),
    });
  return true;
}

async function budgetsOf(store: ResourceStore, pod: Pod): Promise<PodDisruptionBudget[]> {
  const { namespace = '' } = pod.metadata;
  const { entries } = await store.list({ namespace });
  return entries.map(({ value }) => decodeStored<PodDisruptionBudget>(value)).filter((budget) => selects(budget, pod));
}

function selects({ spec }: PodDisruptionBudget, pod: Pod): boolean {
  try {
    return labelSelectorFromSpec(spec.selector).matches(labelsOf(pod));
  } catch {
    return false;
  }
}

function deleteOptionsOf({ deleteOptions: options = {} }: Eviction, { context }: ConnectRequest): DeleteOptions {
  const dryRun = context.request.query.getAll('dryRun');
  const own = options.dryRun ?? [];
  if (dryRun.length > 0 && own.length > 0 && String(dryRun) !== String(own)) {
    const both = `[${dryRun.join(' ')}] and [${own.join(' ')}]`;
    throw errorWithoutReason(`Non-matching dry-run options in request and content: ${both}`);
  }
  return { ...options, dryRun: own.length > 0 ? own : dryRun };
}

function isDryRun({ dryRun = [] }: DeleteOptions): boolean {
  return dryRun.length > 0;
}

/** Adds a precondition: the decision is valid only for the resource version that was read. */
function withVersion(options: DeleteOptions, pod: Pod): DeleteOptions {
  if (options.preconditions?.resourceVersion !== undefined) return options;
  const { resourceVersion = '' } = pod.metadata;
  return { ...options, preconditions: { ...options.preconditions, resourceVersion } };
}

const disruptionTarget = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

/** Sets the DisruptionTarget condition, then deletes the pod. */
async function deletePod(request: ConnectRequest, options: DeleteOptions): Promise<void> {
  const { store, version } = request;
  const ref = podRefOf(request);
  const dryRun = isDryRun(options);
  const context = writeContextOf(request, dryRun);
  let { preconditions } = options;
  if (!dryRun) {
    const { object } = await store.update(context, ref, {
      version,
      strategy: podStatusStrategy,
      change: async (live) => withTarget(live as Pod, preconditions),
    });
    if (preconditions?.resourceVersion !== undefined) {
      preconditions = { ...preconditions, resourceVersion: String(object.revision) };
    }
  }
  await store.delete(context, ref, { options: { ...options, ...(preconditions && { preconditions }) } });
}

function withTarget(live: Pod, preconditions: DeleteOptions['preconditions']): Pod {
  const { uid, resourceVersion = '', name = '' } = live.metadata;
  const refuse = (what: string, [wanted, found]: readonly [string, string], hint: string): StatusError =>
    StatusError.of({
      code: 409,
      reason: 'Conflict',
      message:
        `Operation cannot be fulfilled on Pod ${JSON.stringify(name)}: the ${what} in the precondition (${wanted}) ` +
        `does not match the ${what} in record (${found}). The object might have been ${hint}`,
      details: { name, kind: 'Pod' },
    });
  if (preconditions?.uid && preconditions.uid !== uid) {
    throw refuse('UID', [preconditions.uid, uid ?? ''], 'deleted and then recreated');
  }
  if (preconditions?.resourceVersion && preconditions.resourceVersion !== resourceVersion) {
    throw refuse('ResourceVersion', [preconditions.resourceVersion, resourceVersion], 'modified');
  }
  return { ...live, status: withPodCondition(live.status, disruptionTarget, systemClock.now()) };
}
