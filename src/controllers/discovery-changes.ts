import type { PartialObjectMetadata } from '../api/meta/v1.js';
import { Reflector } from '../client/informer/index.js';
import type { ControllerContext } from './controller.js';
import { apiServices, customResourceDefinitions } from './resources.js';

/** Changes of several definitions at once are one. */
const settleMilliseconds = 20;

/** Calls back when the set of served resources may have changed, until the signal is aborted. */
export function onDiscoveryChange(context: ControllerContext, changed: () => Promise<void>): void {
  const { client, sourceOf, clock, signal, onError } = context;
  let isPending = false;
  const schedule = (): void => {
    if (isPending) return;
    isPending = true;
    const call = (): void => {
      isPending = false;
      if (!signal.aborted) changed().catch(onError);
    };
    clock.after(settleMilliseconds, call, { unref: true });
  };
  for (const resource of [customResourceDefinitions, apiServices]) {
    const reflector = new Reflector<PartialObjectMetadata>({
      source: sourceOf(client.metadata(resource)),
      target: { put: schedule, remove: schedule, replace: schedule },
      clock,
      random: Math.random,
      onError,
    });
    void reflector.run(signal);
  }
}
