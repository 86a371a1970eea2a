// Follows pkg/controller/replicaset/replica_set.go (v1.36)
// Follows pkg/controller/daemon/daemon_controller.go (v1.36)
// Follows pkg/controller/statefulset/stateful_set.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import type { LabelSelector } from '../../apimachinery/selectors/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ControllerFrame } from '../object-controller.js';
import { controllerReferenceOf, controllerUid } from './controller-reference.js';
import type { Expectations } from './expectations.js';

interface OwnedPodsOptions<Item> {
  readonly pods: Pick<Informer<Pod>, 'addHandler'>;
  /** The kind of the owners. */
  readonly kind: string;
  readonly selectorOf: (owner: Item) => LabelSelector;
  /** Notified of created and deleted pods. Unset: the controller expects none. */
  readonly expectations?: Pick<Expectations, 'observeCreation' | 'observeDeletion'>;
}

/** Enqueues the owners of pods that change, and for pods without a controller those that may adopt them. */
export function watchOwnedPods<Item extends { readonly metadata: ObjectMeta }>(
  frame: Pick<ControllerFrame<Item>, 'controllerOf' | 'selecting' | 'enqueueObject'>,
  { pods, kind, selectorOf, expectations }: OwnedPodsOptions<Item>,
): void {
  const enqueueOwner = (pod: Pod, observe?: (key: string) => void): boolean => {
    const owner = frame.controllerOf(pod, kind);
    if (!owner) return false;
    observe?.(keyOf(owner));
    frame.enqueueObject(owner);
    return true;
  };
  const enqueueSelecting = (pod: Pod): void => {
    if (!pod.metadata.labels) return;
    for (const owner of frame.selecting(pod, selectorOf)) frame.enqueueObject(owner);
  };
  const added = (pod: Pod): void => {
    const hasOwner = enqueueOwner(pod, (key) => expectations?.observeCreation(key));
    if (!hasOwner && !controllerReferenceOf(pod.metadata)) enqueueSelecting(pod);
  };
  const deleted = (pod: Pod): void => {
    enqueueOwner(pod, (key) => expectations?.observeDeletion(key, keyOf(pod)));
  };
  const updated = (old: Pod, pod: Pod): void => {
    const hasNewController = controllerUid(old) !== controllerUid(pod);
    if (hasNewController) enqueueOwner(old);
    if (controllerReferenceOf(pod.metadata)) enqueueOwner(pod);
    else if (hasNewController || !jsonEqual(old.metadata.labels ?? {}, pod.metadata.labels ?? {}))
      enqueueSelecting(pod);
  };
  // A pod that is being deleted counts as deleted, although it may take long to stop.
  const isTerminating = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
  pods.addHandler({
    added: (pod) => (isTerminating(pod) ? deleted(pod) : added(pod)),
    updated: (old, pod) => (isTerminating(pod) ? deleted(pod) : updated(old, pod)),
    deleted,
  });
}
