// Follows pkg/controller/serviceaccount/tokens_controller.go (v1.36)
import type { Secret, ServiceAccount } from '../../api/core/v1.js';
import { ignoreNotFound, isConflict, isNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { secrets, serviceAccounts } from '../resources.js';
import { accountOf, filledSecret, type TokenContent, tokenSecrets } from './token-secret.js';

export const serviceAccountTokenControllerName = 'serviceaccount-token-controller';

/** Fills secrets of the type `kubernetes.io/service-account-token`, and deletes those whose account is gone. */
export function serviceAccountTokenController(content: TokenContent): Controller {
  return reconcilerController({
    name: serviceAccountTokenControllerName,
    create: (context) => new TokenReconciler(context, content),
  });
}

class TokenReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #content: TokenContent;
  readonly #secrets: Informer<Secret>;
  readonly #accounts: Informer<ServiceAccount>;
  /** Deleted secrets, by key, whose accounts may still refer to them. */
  readonly #deleted = new Map<string, Secret>();

  constructor(context: ControllerContext, content: TokenContent) {
    this.#context = context;
    this.#content = content;
    this.#secrets = context.informers.informer<Secret>(secrets, tokenSecrets);
    this.#accounts = context.informers.informer<ServiceAccount>(serviceAccounts);
  }

  /** Accounts are not watched before there is a token. */
  async watch(enqueue: Enqueue): Promise<void> {
    await firstObject(this.#secrets, this.#context.signal);
    await startAll(this.#secrets, this.#accounts);
    const enqueueSecret = (secret: Secret): void => enqueue(keyOf(secret));
    this.#secrets.addHandler({
      added: enqueueSecret,
      updated: (_old, secret) => enqueueSecret(secret),
      deleted: (secret) => {
        this.#deleted.set(keyOf(secret), secret);
        enqueueSecret(secret);
      },
    });
    this.#accounts.addHandler({
      deleted: ({ metadata: { namespace = '', name } }) => {
        const tokens = this.#secrets.lister.list({ namespace });
        for (const secret of tokens) if (accountOf(secret).name === name) enqueueSecret(secret);
      },
    });
  }

  async reconcile(key: string): Promise<void> {
    const secret = this.#secrets.lister.getByKey(key);
    const deleted = this.#deleted.get(key);
    if (deleted) await this.#removeReference(deleted);
    this.#deleted.delete(key);
    if (!secret || accountOf(secret).name === '') return;
    const account = await this.#findAccount(secret);
    if (account) await this.#fill(secret, account);
    else await this.#delete(secret);
  }

  /** An account that the informer does not have may be new. */
  async #findAccount(secret: Secret): Promise<ServiceAccount | undefined> {
    const { name, uid } = accountOf(secret);
    const { namespace = '' } = secret.metadata;
    const isIt = (account: ServiceAccount | undefined): account is ServiceAccount =>
      account !== undefined && (uid === '' || account.metadata.uid === uid);
    const known = this.#accounts.lister.get(name, namespace);
    if (isIt(known)) return known;
    const live = await this.#liveAccount(name, namespace);
    return isIt(live) ? live : undefined;
  }

  async #liveAccount(name: string, namespace: string): Promise<ServiceAccount | undefined> {
    const { client, signal } = this.#context;
    return await client
      .resource<ServiceAccount>(serviceAccounts, namespace)
      .get(name, { signal })
      .catch(ignoreNotFound);
  }

  async #fill(secret: Secret, account: ServiceAccount): Promise<void> {
    const filled = filledSecret(secret, account, this.#content);
    if (!filled) return;
    const { client, signal } = this.#context;
    await unlessOutdated(client.resource<Secret>(secrets, secret.metadata.namespace).update(filled, { signal }));
  }

  async #delete({ metadata: { namespace, name = '', uid = '' } }: Secret): Promise<void> {
    const { client, signal } = this.#context;
    const preconditions = { uid };
    await unlessOutdated(client.resource<Secret>(secrets, namespace).delete(name, { preconditions, signal }));
  }

  async #removeReference(secret: Secret): Promise<void> {
    const { namespace = '', name } = secret.metadata;
    const owner = accountOf(secret);
    const known = this.#accounts.lister.get(owner.name, namespace);
    if (!known?.secrets?.some((reference) => reference.name === name)) return;
    const live = await this.#liveAccount(owner.name, namespace);
    if (!live || (owner.uid !== '' && live.metadata.uid !== owner.uid)) return;
    const left = (live.secrets ?? []).filter((reference) => reference.name !== name);
    if (left.length === live.secrets?.length) return;
    const { client, signal } = this.#context;
    const resource = client.resource<ServiceAccount>(serviceAccounts, namespace);
    await resource.update({ ...live, secrets: left }, { signal }).catch(ignoreNotFound);
  }
}

/** A later event brings the newer object, if there is one. */
async function unlessOutdated(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
