// Follows staging/src/k8s.io/endpointslice/util/trigger_time_tracker.go (v1.36)
import type { Pod, Service } from '../../api/core/v1.js';
import type { ObjectMeta } from '../../api/meta/v1.js';
import { formatTime, parseTime } from '../../apimachinery/meta/index.js';
import { keyOf } from '../../client/informer/index.js';
import { podCondition } from '../workload/pod-state.js';

export const triggerAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/** When what endpoints are made of changed: endpoints say so, and others measure how long they took. */
export class TriggerTimes {
  /** When pods became ready or unready, by their names, as of the last look at a service. */
  readonly #ofServices = new Map<string, ReadonlyMap<string, number>>();

  /**
   * The first change since the last call; that of a service that is new is its creation. Undefined: nothing changed.
   */
  next(service: Service, pods: readonly Pod[]): number | undefined {
    const key = keyOf(service);
    const known = this.#ofServices.get(key);
    const times = new Map<string, number>();
    let first: number | undefined;
    for (const pod of pods) {
      const time = parseTime(podCondition(pod, 'Ready')?.lastTransitionTime ?? '');
      if (time === undefined) continue;
      const { name = '' } = pod.metadata;
      times.set(name, time);
      if (time > (known?.get(name) ?? Number.NEGATIVE_INFINITY)) first = Math.min(first ?? time, time);
    }
    this.#ofServices.set(key, times);
    return known ? first : parseTime(service.metadata.creationTimestamp ?? '');
  }

  forget(key: string): void {
    this.#ofServices.delete(key);
  }
}

/** The annotations with the time, or without any if it is undefined. */
export function withTriggerTime(
  annotations: ObjectMeta['annotations'],
  time: number | undefined,
): Record<string, string> {
  const { [triggerAnnotation]: _last, ...others } = annotations ?? {};
  return { ...others, ...(time !== undefined && { [triggerAnnotation]: formatTime(time) }) };
}
