// Follows pkg/controller/serviceaccount/legacy_serviceaccount_token_cleaner.go (v1.36)
import type { ConfigMap, Pod, Secret, ServiceAccount } from '../../api/core/v1.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { firstObject } from '../first-object.js';
import { keyedController } from '../keyed-controller.js';
import { configMaps, pods, secrets, serviceAccounts } from '../resources.js';
import { tokenSecrets } from '../service-account-token/token-secret.js';
import { dateOf, invalidSinceLabel, judgedFrom, judgeToken } from './judge-token.js';
import { mountedSecrets } from './mounted-secrets.js';

const trackingName = 'kube-apiserver-legacy-service-account-token-tracking';
const dayMilliseconds = 24 * 60 * 60 * 1000;
const allTokens = 'all';

/** Marks tokens in secrets as invalid that have not been used for a year, and deletes them a year later. */
export const legacyTokenCleanerController = keyedController({
  name: 'legacy-serviceaccount-token-cleaner-controller',
  workers: 1,
  async watch({ informers, signal }, enqueue) {
    await firstObject(informers.informer<Secret>(secrets, tokenSecrets), signal);
    enqueue(allTokens);
  },
  async reconcile(_key, context) {
    const { clock, informers, onError } = context;
    const from = judgedFrom(await trackedSince(context));
    if (from !== undefined && clock.now() >= from) {
      const tokens = informers.informer<Secret>(secrets, tokenSecrets).lister.list();
      for (const token of tokens) await cleanUp(token, context).catch(onError);
    }
    return { requeueAfterMilliseconds: dayMilliseconds };
  },
});

/** The date since when the server records the use of tokens; empty if it does not. */
async function trackedSince({ client, signal }: ControllerContext): Promise<string> {
  try {
    const { data } = await client.resource<ConfigMap>(configMaps, 'kube-system').get(trackingName, { signal });
    return data?.['since'] ?? '';
  } catch (error) {
    if (isNotFound(error)) return '';
    throw error;
  }
}

/** Old tokens are rare: their accounts and pods are read when one is found. */
async function cleanUp(secret: Secret, { client, clock, signal }: ControllerContext): Promise<void> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = secret.metadata;
  const now = clock.now();
  const [accounts, ofNamespace] = await Promise.all([
    client.resource<ServiceAccount>(serviceAccounts, namespace).list({ signal }),
    client.resource<Pod>(pods, namespace).list({ signal }),
  ]);
  const mounted = new Set(ofNamespace.items.flatMap(mountedSecrets));
  const verdict = judgeToken(secret, {
    account: (account) => accounts.items.find(({ metadata }) => metadata.name === account),
    isMounted: () => mounted.has(name),
    now,
  });
  const resource = client.resource<Secret>(secrets, namespace);
  try {
    if (verdict === 'mark as invalid') {
      const body = { metadata: { uid, labels: { [invalidSinceLabel]: dateOf(now) } } };
      await resource.patch(name, { type: 'merge', body }, { signal, ignoreResponse: true });
    } else if (verdict === 'delete') await resource.delete(name, { preconditions: { resourceVersion }, signal });
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
