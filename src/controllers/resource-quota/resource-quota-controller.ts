// Follows pkg/controller/resourcequota/resource_quota_controller.go (v1.36)
import type { Pod, ResourceQuota } from '../../api/core/v1.js';
import type { DeviceClass, ResourceClaim } from '../../api/resource/v1.js';
import { type GroupVersionResource, type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { onDiscoveryChange } from '../discovery-changes.js';
import { firstObject } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { deviceClasses, pods, resourceClaims, resourceQuotas } from '../resources.js';
import { type CountedResource, CountedResources } from './counted-resources.js';
import type { CreateQuotaEvaluators, ObjectLister, QuotaEvaluator } from './quota-evaluator.js';
import { countedNames, isLess, quotaStatus, scopesOf } from './quota-usage.js';

export const resourceQuotaControllerName = 'resourcequota-controller';

/** Usage also depends on the time: pods stop to count after their grace period. */
const resyncMilliseconds = 5 * 60 * 1000;

/** Objects are charged before they are created, and arrive later. */
const doubtMilliseconds = 100;
const recountMilliseconds = 1000;

/** Keeps the usage in the status of quotas: admission only adds to it. */
export function resourceQuotaController(create: CreateQuotaEvaluators): Controller {
  return reconcilerController({
    name: resourceQuotaControllerName,
    create: (context) => new QuotaReconciler(context, create),
  });
}

class QuotaReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #quotas: Informer<ResourceQuota>;
  readonly #resources: CountedResources;
  /** Quotas whose usage seems to be less than what was charged: an object that was may not have arrived. */
  readonly #doubtful = new Set<string>();
  #enqueue: Enqueue = () => undefined;

  constructor(context: ControllerContext, create: CreateQuotaEvaluators) {
    this.#context = context;
    const { client, clock, signal } = context;
    this.#quotas = context.informers.informer<ResourceQuota>(resourceQuotas);
    const evaluators = create({
      deviceClasses: this.#lister<DeviceClass>(deviceClasses),
      claims: this.#lister<ResourceClaim>(resourceClaims),
      findPod: ({ namespace, name }) =>
        client.resource<Pod>(pods, namespace).get(name, { signal }).catch(ignoreNotFound),
      now: () => clock.now(),
    });
    this.#resources = new CountedResources({
      context,
      evaluators,
      onAdd: ({ evaluator }, namespace) => {
        for (const quota of this.#quotasOf(evaluator, namespace)) this.#enqueue(keyOf(quota), recountMilliseconds);
      },
      onChange: (counted, namespace, change) => this.#objectChanged(counted, namespace, change),
    });
  }

  /** Nothing else is watched before there is a quota. */
  async watch(enqueue: Enqueue): Promise<void> {
    this.#enqueue = enqueue;
    await firstObject(this.#quotas, this.#context.signal);
    await this.#resources.discover();
    this.#context.signal.addEventListener('abort', () => void this.#resources.close(), { once: true });
    onDiscoveryChange(this.#context, async () => {
      await this.#resources.discover();
      for (const quota of this.#quotas.lister.list()) enqueue(keyOf(quota));
    });
    await this.#quotas.synced();
    this.#quotas.addHandler({
      added: (quota) => enqueue(keyOf(quota)),
      updated: (old, quota) => {
        if (!jsonEqual(old.spec?.hard ?? null, quota.spec?.hard ?? null)) enqueue(keyOf(quota));
      },
    });
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const quota = this.#quotas.lister.getByKey(key);
    if (!quota) return undefined;
    const { namespace = '' } = quota.metadata;
    const counting = await this.#resources.counting(Object.keys(quota.spec?.hard ?? {}));
    const counted = counting.map(({ evaluator, informer }) => ({
      evaluator,
      objects: informer.lister.list({ namespace }),
    }));
    const status = await quotaStatus(quota, counted);
    if (status && isLess(status.used, quota.status?.used) && !this.#doubtful.delete(key)) {
      this.#doubtful.add(key);
      return { requeueAfterMilliseconds: doubtMilliseconds };
    }
    this.#doubtful.delete(key);
    if (status) {
      const { client, signal } = this.#context;
      const quotas = client.resource<ResourceQuota>(resourceQuotas, namespace);
      await quotas.updateStatus({ ...quota, status }, { signal }).catch(ignoreNotFound);
    }
    return { requeueAfterMilliseconds: resyncMilliseconds };
  }

  /** Enqueues the quotas whose usage the change affects. */
  #objectChanged(
    { evaluator }: CountedResource,
    namespace: string,
    change: { before: JsonObject; after: JsonObject } | undefined,
  ): void {
    const quotas = this.#quotasOf(evaluator, namespace);
    if (quotas.length === 0) return;
    const enqueueIf = (usageDiffers: boolean): void => {
      for (const quota of quotas) {
        if (usageDiffers || hasOtherScope(quota, evaluator, change!)) this.#enqueue(keyOf(quota));
      }
    };
    if (!change) enqueueIf(true);
    else usageDiffers(evaluator, change).then(enqueueIf, this.#context.onError);
  }

  #quotasOf(evaluator: QuotaEvaluator, namespace: string): readonly ResourceQuota[] {
    return this.#quotas.lister.list({ namespace }).filter((quota) => countedNames(quota, evaluator).length > 0);
  }

  /** Adapts an informer to what the evaluators read. It is started on first use. */
  #lister<Item extends JsonObject>(resource: GroupVersionResource): ObjectLister<Item> {
    const informer = this.#context.informers.informer<Item>(resource);
    return {
      ready: () => {
        informer.start();
        return informer.hasSynced ? undefined : informer.synced();
      },
      get: ({ namespace, name }) => informer.lister.get(name, namespace),
      inNamespace: (namespace) => new Map(informer.lister.list({ namespace }).map((item) => [nameOf(item), item])),
      all: () => informer.lister.list(),
    };
  }
}

type Change = { readonly before: JsonObject; readonly after: JsonObject };

async function usageDiffers(evaluator: QuotaEvaluator, { before, after }: Change): Promise<boolean> {
  const [old, current] = [await evaluator.usage(before), await evaluator.usage(after)];
  if (old.size !== current.size) return true;
  for (const [name, amount] of current) {
    if (old.get(name)?.compare(amount) !== 0) return true;
  }
  return false;
}

function hasOtherScope(quota: ResourceQuota, evaluator: QuotaEvaluator, { before, after }: Change): boolean {
  return scopesOf(quota).some((scope) => evaluator.isInScope(scope, before) !== evaluator.isInScope(scope, after));
}

function nameOf(item: JsonObject): string {
  return (item as { metadata?: { name?: string } }).metadata?.name ?? '';
}
