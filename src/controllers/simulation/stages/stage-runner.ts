import type { GroupVersionResource } from '../../../apimachinery/meta/index.js';
import { isConflict, isNotFound } from '../../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../../client/informer/index.js';
import type { ReconcileResult } from '../../../client/workqueue/index.js';
import type { ControllerContext } from '../../controller.js';
import { EventRecorder } from '../../events/event-recorder.js';
import type { EventRate } from '../../events/event-sender.js';
import { referenceTo } from '../../events/reference.js';
import { firstObject, startAll } from '../../first-object.js';
import type { Enqueue, Reconciler } from '../../keyed-controller.js';
import type { Stage, Staged, Step } from './stage.js';

interface StageRunnerOptions<Item extends Staged> {
  readonly resource: GroupVersionResource;
  readonly informer: Informer<Item>;
  /** Of those that match, the one that is due first happens; of those that are due at once, the first. */
  readonly stages: readonly Stage<Item>[];
  /** Objects of others are left alone. Unset: all are simulated. */
  readonly isSimulated?: (item: Item) => boolean;
  /** The component of events, how many it sends, and the node where they happen. */
  readonly component: string;
  readonly eventRate?: EventRate;
  readonly hostOf?: (item: Item) => string | undefined;
  /** Whether the server takes the spec from the stored object when a status is written: then it is not sent. */
  readonly isSpecKept?: boolean;
  /** Called when an object is gone. */
  readonly forget?: (item: Item) => void;
  /** Informers that stages use. */
  readonly others?: readonly Pick<Informer<object>, 'start' | 'synced'>[];
}

/** Since when the stages match that an object waits for. */
interface Waiting {
  readonly uid: string | undefined;
  readonly since: ReadonlyMap<string, number>;
}

/** Takes the objects of a resource through their stages. */
export class StageRunner<Item extends Staged> implements Reconciler {
  readonly #context: ControllerContext;
  readonly #options: StageRunnerOptions<Item>;
  readonly #recorder: EventRecorder;
  readonly #waiting = new Map<string, Waiting>();

  constructor(context: ControllerContext, options: StageRunnerOptions<Item>) {
    this.#context = context;
    this.#options = options;
    this.#recorder = new EventRecorder(context, { component: options.component, rate: options.eventRate });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    const { informer, forget, isSimulated = () => true, others = [] } = this.#options;
    await firstObject(informer, this.#context.signal);
    const consider = (item: Item): void => {
      if (isSimulated(item)) enqueue(keyOf(item));
    };
    await startAll(...others);
    informer.addHandler({
      added: consider,
      updated: (_old, item) => consider(item),
      deleted: (item) => {
        this.#waiting.delete(keyOf(item));
        forget?.(item);
      },
    });
    await startAll(informer);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const item = this.#options.informer.lister.getByKey(key);
    const now = this.#context.clock.now();
    const next = item && this.#nextStage(key, item, now);
    if (!next || next.due === Number.POSITIVE_INFINITY) return undefined;
    if (next.due > now) return { requeueAfterMilliseconds: Math.ceil(next.due - now) };
    await this.#apply(item, next.stage.step(item, now));
    return undefined;
  }

  #nextStage(key: string, item: Item, now: number): { stage: Stage<Item>; due: number } | undefined {
    const matching = this.#options.stages.filter((stage) => stage.matches(item));
    if (matching.length === 0) {
      this.#waiting.delete(key);
      return undefined;
    }
    const { uid } = item.metadata;
    const waiting = this.#waiting.get(key);
    const known = waiting?.uid === uid ? waiting?.since : undefined;
    const since = new Map(matching.map(({ name }) => [name, known?.get(name) ?? now]));
    this.#waiting.set(key, { uid, since });
    const dues = matching.map((stage) => ({ stage, due: stage.dueAt(item, since.get(stage.name) ?? now) }));
    return dues.reduce((first, each) => (each.due < first.due ? each : first));
  }

  #withStatus(item: Item, status: object): Item {
    const { apiVersion, kind, metadata } = item;
    // The type requires a spec, the server does not.
    return this.#options.isSpecKept ? ({ apiVersion, kind, metadata, status } as unknown as Item) : { ...item, status };
  }

  /** A conflict means that the informer has not delivered the newest object: then its stage is looked up again. */
  async #apply(item: Item, { status, patch, events = [], isDeleted }: Step): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace, name = '', uid = '' } = item.metadata;
    const options = { signal, ignoreResponse: true };
    const objects = client.resource<Item>(this.#options.resource, namespace);
    try {
      if (patch) await objects.patch(name, { type: 'merge', body: patch as never }, options);
      if (status) await objects.updateStatus(this.#withStatus(item, status), options);
      if (isDeleted) await objects.delete(name, { gracePeriodSeconds: 0, preconditions: { uid }, ...options });
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return;
      throw error;
    }
    this.#waiting.delete(keyOf(item));
    const reference = referenceTo(item);
    const host = this.#options.hostOf?.(item);
    for (const { fieldPath, ...recorded } of events)
      this.#recorder.about(fieldPath === undefined ? reference : { ...reference, fieldPath }, { ...recorded, host });
  }
}
