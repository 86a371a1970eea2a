// Follows pkg/controller/bootstrap/tokencleaner.go (v1.36)
import type { Secret } from '../../api/core/v1.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import { keyOf } from '../../client/informer/index.js';
import { keyedController } from '../keyed-controller.js';
import { secrets } from '../resources.js';
import { expiryOf, tokenNamespace, tokenSelection } from './bootstrap-token.js';

/** Deletes bootstrap tokens when they have expired. */
export const tokenCleanerController = keyedController({
  name: 'token-cleaner-controller',
  workers: 1,
  async watch({ informers }, enqueue) {
    const informer = informers.informer<Secret>(secrets, tokenSelection);
    informer.addHandler({
      added: (secret) => enqueue(keyOf(secret)),
      updated: (_old, secret) => enqueue(keyOf(secret)),
    });
    informer.start();
    await informer.synced();
  },
  async reconcile(key, { client, informers, clock, signal }) {
    const secret = informers.informer<Secret>(secrets, tokenSelection).lister.getByKey(key);
    const expiry = secret && expiryOf(secret);
    if (!secret || expiry === undefined) return undefined;
    if (expiry > clock.now()) return { requeueAfterMilliseconds: expiry - clock.now() };
    const { name = '', uid = '' } = secret.metadata;
    try {
      await client.resource<Secret>(secrets, tokenNamespace).delete(name, { preconditions: { uid }, signal });
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
    return undefined;
  },
});
