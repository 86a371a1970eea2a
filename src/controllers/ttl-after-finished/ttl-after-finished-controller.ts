// Follows pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.36)
import type { Job } from '../../api/batch/v1.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { keyOf } from '../../client/informer/index.js';
import { keyedController } from '../keyed-controller.js';
import { jobs } from '../resources.js';
import { expiryOf } from './expiry.js';

/** Deletes jobs when their `ttlSecondsAfterFinished` is over. */
export const ttlAfterFinishedController = keyedController({
  name: 'ttl-after-finished-controller',
  watch({ informers }, enqueue) {
    const informer = informers.informer<Job>(jobs);
    const enqueueFinished = (job: Job): void => {
      if (expiryOf(job) !== undefined) enqueue(keyOf(job));
    };
    informer.addHandler({ added: enqueueFinished, updated: (_old, job) => enqueueFinished(job) });
    informer.start();
  },
  async reconcile(key, { client, informers, clock, signal }) {
    const known = informers.informer<Job>(jobs).lister.getByKey(key);
    const expiry = known && expiryOf(known);
    if (expiry === undefined) return undefined;
    if (expiry > clock.now()) return { requeueAfterMilliseconds: expiry - clock.now() };
    const { name = '', namespace = '' } = known!.metadata;
    const resource = client.resource<Job>(jobs, namespace);
    try {
      const latest = await resource.get(name, { signal });
      const confirmed = expiryOf(latest);
      if (confirmed === undefined) return undefined;
      if (confirmed > clock.now()) return { requeueAfterMilliseconds: confirmed - clock.now() };
      const preconditions = { uid: latest.metadata.uid ?? '' };
      await resource.delete(name, { propagationPolicy: 'Foreground', preconditions, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return undefined;
  },
});
