import { systemClock } from '../../../../apimachinery/clock/index.js';
import {
  type DeleteOptions,
  isBeingDeleted,
  type JsonObject,
  labelsOf,
  metadataOf,
} from '../../../../apimachinery/meta/index.js';
import { type LabelSelectorSpec, labelSelectorFromSpec } from '../../../../apimachinery/selectors/index.js';
import { isConflict, StatusError } from '../../../../apimachinery/status/index.js';
import {
  type Connect,
  type ConnectRequest,
  decodeStored,
  type ResourceStore,
  unexplained,
} from '../../../../server/registry/index.js';
import { objectIn } from '../../../fields.js';
import { type Budget, budgetRefusal, stillProcessed, takeDisruption } from './disruption-budget.js';
import { isFinished, podStatusOf, withPodCondition } from './pod-status.js';
import { podStatusStrategy } from './strategy.js';
import { createdStatus, podRefOf, readNamed, readPod, writeContextOf } from './subresource-request.js';

/** Store of PodDisruptionBudgets. */
export type BudgetStore = () => ResourceStore;

/** Deletes a pod if its disruption budgets allow it. */
export function evictPod(budgets: BudgetStore): Connect {
  return async (request) => {
    const eviction = await readNamed(request, 'Eviction');
    const options = deleteOptionsOf(eviction, request);
    const pod = await readPod(request);
    const status = podStatusOf(pod);
    const isGoing = isFinished(status) || isBeingDeleted(metadataOf(pod));
    if (isGoing || status.phase === 'Pending') {
      await deletePod(request, isGoing ? options : withVersion(options, pod));
      return request.respond(201, createdStatus());
    }
    const store = budgets();
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
  budget: Budget,
  at: { store: ResourceStore; request: ConnectRequest; pod: JsonObject; options: DeleteOptions },
): Promise<boolean> {
  const { store, request, pod, options } = at;
  const isReady = podStatusOf(pod).conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  if (!isReady && budget.allowsUnhealthy) return false;
  const refusal = budgetRefusal(budget);
  if (refusal) throw refusal;
  const dryRun = isDryRun(options);
  if (!dryRun)
    await takeDisruption(store, {
      budget,
      podName: metadataOf(pod).name ?? '',
      context: writeContextOf(request, dryRun),
    });
  return true;
}

async function budgetsOf({ cacher, table }: ResourceStore, pod: JsonObject): Promise<Budget[]> {
  const { namespace = '' } = metadataOf(pod);
  const { entries } = await cacher.list(table.prefix(namespace));
  return entries
    .map(({ value }) => decodeStored(value))
    .filter((budget) => selects(objectIn(budget['spec'])['selector'] as LabelSelectorSpec | undefined, pod))
    .map((object) => budgetOf(object));
}

function selects(selector: LabelSelectorSpec | undefined, pod: JsonObject): boolean {
  try {
    return labelSelectorFromSpec(selector).matches(labelsOf(pod));
  } catch {
    return false;
  }
}

function budgetOf(object: JsonObject): Budget {
  const { name = '', namespace = '', generation = 0 } = metadataOf(object);
  const { unhealthyPodEvictionPolicy } = objectIn(object['spec']);
  const status = objectIn(object['status']);
  const count = (field: string): number => Number(status[field] ?? 0);
  const [currentHealthy, desiredHealthy] = [count('currentHealthy'), count('desiredHealthy')];
  return {
    name,
    namespace,
    isObserved: count('observedGeneration') >= generation,
    disruptionsAllowed: count('disruptionsAllowed'),
    disruptedPods: Object.keys(objectIn(status['disruptedPods'])).length,
    currentHealthy,
    desiredHealthy,
    allowsUnhealthy:
      unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0),
  };
}

function deleteOptionsOf(eviction: JsonObject, { context }: ConnectRequest): DeleteOptions {
  const options = objectIn(eviction['deleteOptions']) as DeleteOptions;
  const dryRun = context.request.query.getAll('dryRun');
  const own = options.dryRun ?? [];
  if (dryRun.length > 0 && own.length > 0 && String(dryRun) !== String(own)) {
    const both = `[${dryRun.join(' ')}] and [${own.join(' ')}]`;
    throw unexplained(`Non-matching dry-run options in request and content: ${both}`);
  }
  return { ...options, dryRun: own.length > 0 ? own : dryRun };
}

function isDryRun({ dryRun = [] }: DeleteOptions): boolean {
  return dryRun.length > 0;
}

/** Adds a precondition: the decision is valid only for the resource version that was read. */
function withVersion(options: DeleteOptions, pod: JsonObject): DeleteOptions {
  if (options.preconditions?.resourceVersion !== undefined) return options;
  const { resourceVersion = '' } = metadataOf(pod);
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
      change: async (live) => withTarget(live!, preconditions),
    });
    if (preconditions?.resourceVersion !== undefined) {
      preconditions = { ...preconditions, resourceVersion: String(object.revision) };
    }
  }
  await store.delete(context, ref, { options: { ...options, ...(preconditions && { preconditions }) } });
}

function withTarget(live: JsonObject, preconditions: DeleteOptions['preconditions']): JsonObject {
  const { uid, resourceVersion = '', name = '' } = metadataOf(live);
  const refuse = (what: string, wanted: string, found: string, hint: string): StatusError =>
    StatusError.of({
      code: 409,
      reason: 'Conflict',
      message:
        `Operation cannot be fulfilled on Pod ${JSON.stringify(name)}: the ${what} in the precondition (${wanted}) ` +
        `does not match the ${what} in record (${found}). The object might have been ${hint}`,
      details: { name, kind: 'Pod' },
    });
  if (preconditions?.uid && preconditions.uid !== uid) {
    throw refuse('UID', preconditions.uid, uid ?? '', 'deleted and then recreated');
  }
  if (preconditions?.resourceVersion && preconditions.resourceVersion !== resourceVersion) {
    throw refuse('ResourceVersion', preconditions.resourceVersion, resourceVersion, 'modified');
  }
  const status = withPodCondition(podStatusOf(live), disruptionTarget, systemClock.now());
  return { ...live, status: status as unknown as JsonObject };
}
