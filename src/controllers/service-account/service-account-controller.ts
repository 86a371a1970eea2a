// Follows pkg/controller/serviceaccount/serviceaccounts_controller.go (v1.36)
import type { Namespace, ServiceAccount } from '../../api/core/v1.js';
import { isAlreadyExists } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { keyedController } from '../keyed-controller.js';
import { namespaces, serviceAccounts } from '../resources.js';
import { isNamespaceGone } from '../terminating-namespace.js';
import { defaultAccount, missingAccount } from './missing-account.js';

/** Ensures that every namespace has the service account `default`. */
export const serviceAccountController = keyedController({
  name: 'serviceaccount-controller',
  async watch({ informers }, enqueue) {
    const ofNamespaces = informers.informer<Namespace>(namespaces);
    const ofAccounts = defaultAccounts({ informers });
    const enqueueNamespace = ({ metadata }: Namespace): void => enqueue(metadata.name ?? '');
    ofNamespaces.addHandler({ added: enqueueNamespace, updated: (_old, namespace) => enqueueNamespace(namespace) });
    ofAccounts.addHandler({ deleted: ({ metadata }) => enqueue(metadata.namespace ?? '') });
    ofNamespaces.start();
    ofAccounts.start();
    await Promise.all([ofNamespaces.synced(), ofAccounts.synced()]);
  },
  async reconcile(name, { client, informers, signal }) {
    const namespace = informers.informer<Namespace>(namespaces).lister.get(name);
    const { lister } = defaultAccounts({ informers });
    const account = missingAccount(namespace, (wanted) => lister.get(wanted, name) !== undefined);
    if (!account) return;
    try {
      await client.resource<ServiceAccount>(serviceAccounts, name).create(account, { signal });
    } catch (error) {
      if (!isAlreadyExists(error) && !isNamespaceGone(error)) throw error;
    }
  },
});

function defaultAccounts({ informers }: Pick<ControllerContext, 'informers'>) {
  return informers.informer<ServiceAccount>(serviceAccounts, { fieldSelector: `metadata.name=${defaultAccount}` });
}
