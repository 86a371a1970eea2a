import type { ObjectMeta } from '../api/meta/v1.js';
import { type GroupVersionResource, type JsonValue, jsonEqual } from '../apimachinery/meta/index.js';
import type { LabelSelector } from '../apimachinery/selectors/index.js';
import { type Indexers, type Informer, keyOf, type SharedInformerRequest } from '../client/informer/index.js';
import type { ReconcileResult } from '../client/workqueue/index.js';
import type { Controller, ControllerContext } from './controller.js';
import { EventRecorder } from './events/event-recorder.js';
import { firstObject, startAll } from './first-object.js';
import { type Enqueue, type QueueOptions, reconcilerController } from './keyed-controller.js';
import { controllerReferenceOf } from './workload/controller-reference.js';
import { podInformer } from './workload/owned-pods.js';

interface Reconciled {
  readonly metadata: ObjectMeta;
}

/** What one controller does with its objects. It is created with the first of them. */
export interface ObjectReconciler<Item> {
  /** Adds handlers to the informers of other resources, which enqueue objects. */
  watch?(): void;
  /** Brings the object into its wanted state. If it rejects, the object is tried again later. */
  reconcile(object: Item, key: string): Promise<ReconcileResult | undefined> | Promise<void>;
  /** Called when an object was deleted. */
  deleted?(object: Item): void;
  /** Called in place of `reconcile` for a key without an object. Unset: deleted objects are not enqueued. */
  reconcileDeleted?(key: string): Promise<ReconcileResult | undefined> | Promise<void>;
}

export interface ObjectControllerOptions<Item extends Reconciled> extends QueueOptions {
  readonly resource: GroupVersionResource;
  readonly indexers?: Indexers<Item>;
  /** Component of the events. Unset: the controller's name. */
  readonly component?: string;
  /**
   * Whether changes of an object need work. Nothing else is watched before there is such an object. Unset: all do.
   */
  concerns?(object: Item): boolean;
  /** Whether an update may need work. Unset: always. */
  isRelevant?(old: Item, object: Item): boolean;
  /** Milliseconds in which changes that concern an object are collected before it is reconciled. Unset: none. */
  batchMilliseconds?(object: Item): number;
  create(frame: ControllerFrame<Item>): ObjectReconciler<Item>;
}

/** A controller that reconciles the objects of one resource, by keys such as `namespace/name`. */
export function objectController<Item extends Reconciled>(options: ObjectControllerOptions<Item>): Controller {
  const {
    resource,
    indexers,
    component = options.name,
    concerns = () => true,
    isRelevant = () => true,
    batchMilliseconds = () => 0,
    create,
    ...queue
  } = options;
  return reconcilerController({
    ...queue,
    create(context) {
      const objects = context.informers.informer<Item>(resource, indexers && { indexers });
      let reconciler: ObjectReconciler<Item> | undefined;
      return {
        async watch(enqueue) {
          await firstObject(objects, context.signal, concerns);
          const recorder = new EventRecorder(context, { component });
          const frame = new ControllerFrame({ context, objects, resource, recorder, enqueue, batchMilliseconds });
          const created = create(frame);
          reconciler = created;
          objects.addHandler({
            added: (object) => {
              if (concerns(object)) frame.enqueueObject(object);
            },
            updated: (old, object) => {
              if (old.metadata.uid !== object.metadata.uid) created.deleted?.(old);
              if ((concerns(object) || concerns(old)) && isRelevant(old, object)) frame.enqueueObject(object);
            },
            deleted: (object) => {
              created.deleted?.(object);
              if (created.reconcileDeleted) frame.enqueueObject(object);
            },
          });
          created.watch?.();
          await frame.start();
        },
        async reconcile(key) {
          const object = objects.lister.getByKey(key);
          if (object) return (await reconciler?.reconcile(object, key)) ?? undefined;
          return (await reconciler?.reconcileDeleted?.(key)) ?? undefined;
        },
      };
    },
  });
}

interface FrameOptions<Item extends Reconciled> {
  readonly context: ControllerContext;
  readonly objects: Informer<Item>;
  readonly resource: GroupVersionResource;
  readonly recorder: EventRecorder;
  readonly enqueue: Enqueue;
  readonly batchMilliseconds: (object: Item) => number;
}

/** What controllers of objects have in common. */
export class ControllerFrame<Item extends Reconciled> {
  readonly context: ControllerContext;
  readonly objects: Informer<Item>;
  readonly recorder: EventRecorder;
  readonly enqueue: Enqueue;
  readonly #resource: GroupVersionResource;
  readonly #batchMilliseconds: (object: Item) => number;
  readonly #informers: Informer<never>[];

  constructor({ context, objects, resource, recorder, enqueue, batchMilliseconds }: FrameOptions<Item>) {
    this.context = context;
    this.objects = objects;
    this.recorder = recorder;
    this.enqueue = enqueue;
    this.#resource = resource;
    this.#batchMilliseconds = batchMilliseconds;
    this.#informers = [objects as unknown as Informer<never>];
  }

  /** Returns an informer that has synced before the first object is reconciled. */
  informer<Other extends object>(
    resource: GroupVersionResource,
    request: SharedInformerRequest<Other> = {},
  ): Informer<Other> {
    return this.#needed(this.context.informers.informer<Other>(resource, request));
  }

  /** The informer of all pods, with an index by controller. */
  podInformer(): ReturnType<typeof podInformer> {
    return this.#needed(podInformer(this.context.informers));
  }

  #needed<Other extends object>(informer: Informer<Other>): Informer<Other> {
    // The frame only starts it.
    this.#informers.push(informer as unknown as Informer<never>);
    return informer;
  }

  /** Resolves when all informers have synced. */
  start(): Promise<void> {
    return startAll(...this.#informers);
  }

  enqueueObject(object: Item, afterMilliseconds = this.#batchMilliseconds(object)): void {
    this.enqueue(keyOf(object), afterMilliseconds);
  }

  /** The object of the given kind that controls another one. */
  controllerOf({ metadata }: Reconciled, kind: string): Item | undefined {
    const reference = controllerReferenceOf(metadata);
    if (reference?.kind !== kind) return undefined;
    const object = this.objects.lister.get(reference.name, metadata.namespace);
    return object?.metadata.uid === reference.uid ? object : undefined;
  }

  /** The objects whose selector, which must not be empty, selects another object of their namespace. */
  selecting({ metadata }: Reconciled, selectorOf: (object: Item) => LabelSelector): Item[] {
    return this.objects.lister.list({ namespace: metadata.namespace ?? '' }).filter((object) => {
      const selector = selectorOf(object);
      return !selector.isEmpty && selector.matches(metadata.labels ?? {});
    });
  }

  /** Writes the status if it has changed. */
  async updateStatus<Status extends object>(object: Item & { status?: Status }, status: Status): Promise<void> {
    if (jsonEqual(status as JsonValue, (object.status ?? {}) as JsonValue)) return;
    const { client, signal } = this.context;
    const objects = client.resource<Item>(this.#resource, object.metadata.namespace);
    await objects.updateStatus({ ...object, status }, { signal, ignoreResponse: true });
  }
}
