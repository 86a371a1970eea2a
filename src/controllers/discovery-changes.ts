import type { PartialObjectMetadata } from '../api/meta/v1.js';
import { Reflector } from '../client/informer/index.js';
import type { ControllerContext } from './controller.js';
import { apiServices, customResourceDefinitions } from './resources.js';

/** Changes of several definitions at once are one. */
const settleMilliseconds = 20;
/** The documents of discovery are read as a whole: that of each change, while definitions are installed, would be quadratic work. */
const restMilliseconds = 1000;

type DiscoveryContext = Pick<ControllerContext, 'client' | 'sourceOf' | 'clock' | 'signal' | 'onError'>;

/** Calls back when the set of served resources may have changed, at most once a second, until the signal is aborted. */
export function onDiscoveryChange(context: DiscoveryContext, changed: () => Promise<void>): void {
  const { client, sourceOf, clock, signal, onError } = context;
  let isPending = false;
  let calledAt = Number.NEGATIVE_INFINITY;
  const schedule = (): void => {
    if (isPending) return;
    isPending = true;
    const call = (): void => {
      isPending = false;
      calledAt = clock.monotonic();
      if (!signal.aborted) changed().catch(onError);
    };
    const rest = calledAt + restMilliseconds - clock.monotonic();
    clock.after(Math.max(settleMilliseconds, rest), call, { unref: true });
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
