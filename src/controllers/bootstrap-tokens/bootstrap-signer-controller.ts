// Follows pkg/controller/bootstrap/bootstrapsigner.go (v1.36)
import type { ConfigMap, Secret } from '../../api/core/v1.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { keyedController } from '../keyed-controller.js';
import { configMaps, secrets } from '../resources.js';
import { signingToken, tokenSelection } from './bootstrap-token.js';
import { signClusterInformation } from './sign-cluster-information.js';

const [namespace, name] = ['kube-public', 'cluster-info'];

/** Signs the ConfigMap `cluster-info` with each bootstrap token, so that joining nodes can trust it. */
export const bootstrapSignerController = keyedController({
  name: 'bootstrap-signer-controller',
  workers: 1,
  async watch({ informers }, enqueue) {
    const ofTokens = informers.informer<Secret>(secrets, tokenSelection);
    const information = clusterInformation({ informers });
    const sign = (): void => enqueue(name);
    ofTokens.addHandler({ added: sign, updated: sign, deleted: sign });
    information.addHandler({ added: sign, updated: sign });
    ofTokens.start();
    information.start();
    await Promise.all([ofTokens.synced(), information.synced()]);
  },
  async reconcile(_key, { client, informers, clock, signal }) {
    const current = clusterInformation({ informers }).lister.get(name, namespace);
    if (!current) return;
    const found = informers.informer<Secret>(secrets, tokenSelection).lister.list();
    const tokens = found.flatMap((secret) => signingToken(secret, clock.now()) ?? []);
    const data = signClusterInformation(current, tokens);
    if (!data) return;
    try {
      await client.resource<ConfigMap>(configMaps, namespace).update({ ...current, data }, { signal });
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  },
});

function clusterInformation({ informers }: Pick<ControllerContext, 'informers'>) {
  return informers.informer<ConfigMap>(configMaps, { namespace, fieldSelector: `metadata.name=${name}` });
}
