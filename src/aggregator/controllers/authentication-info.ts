// Follows pkg/controlplane/controller/clusterauthenticationtrust/cluster_authentication_trust_controller.go (v1.36)

import type { ApiObject } from '../../apimachinery/meta/index.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { certificatesIn } from '../../apimachinery/pem/index.js';
import { isAlreadyExists, isInvalid, isNotFound, isRequestEntityTooLarge } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import { runController, WorkQueue, type WorkQueueMetricsProvider } from '../../client/workqueue/index.js';

/** How this server authenticates its clients; extension API servers should do the same. */
export interface AuthenticationInfo {
  /** PEM of the CAs for client certificates; may change. */
  readonly clientAuthorities?: () => string | undefined;
  readonly requestHeader?: RequestHeaderInfo;
  /** Calls back when one of the CAs may have changed; returns how to stop. */
  readonly watch?: (onChange: () => void) => () => void;
}

/** How a proxy, authenticated by its certificate, identifies the user. */
interface RequestHeaderInfo {
  /** PEM of the CAs for proxy certificates; may change. */
  readonly authorities: () => string | undefined;
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  /** Undefined: none are published, not even those of other servers. */
  readonly uidHeaders: readonly string[] | undefined;
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

export interface AuthenticationInfoOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly client: RestClient;
  readonly info: AuthenticationInfo;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

type ConfigMap = ApiObject & { data?: Record<string, string> };
type Data = Readonly<Record<string, string>>;

const namespace = 'kube-system';
const name = 'extension-apiserver-authentication';
const recheckMilliseconds = 60_000;
/** Clocks differ: certificates that have just expired are still published. */
const expirySlackMilliseconds = 300_000;

/** Maintains the ConfigMap from which extension API servers read their authentication settings. */
export class AuthenticationInfoPublisher {
  readonly #options: AuthenticationInfoOptions;
  readonly #configMaps: ResourceClient<ConfigMap>;
  readonly #informer: Informer<ConfigMap>;
  readonly #queue: WorkQueue<string>;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(options: AuthenticationInfoOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({ name: 'cluster_authentication_trust_controller', metrics: options.queueMetrics });
    const resource = { group: '', version: 'v1', resource: 'configmaps' };
    this.#configMaps = options.client.resource<ConfigMap>(resource, namespace);
    this.#informer = new Informer<ConfigMap>({
      source: this.#configMaps,
      selection: { fieldSelector: `metadata.name=${name}` },
      onError: options.onError,
    });
  }

  start(): void {
    const add = (): void => this.#queue.add(name);
    this.#informer.addHandler({ updated: add, deleted: add });
    this.#informer.start();
    this.#stopWatching = this.#options.info.watch?.(add);
    this.#informer.synced().then(add, () => undefined);
    this.#running = runController({
      queue: this.#queue,
      reconcile: async () => {
        await this.#publish();
        return { requeueAfterMilliseconds: recheckMilliseconds };
      },
      signal: this.#end.signal,
      onError: this.#options.onError,
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#stopWatching?.();
    await Promise.all([this.#informer.close(), this.#running]);
  }

  /** Several servers may share the ConfigMap: entries of others are kept. */
  async #publish(): Promise<void> {
    const { info, now } = this.#options;
    const current = this.#informer.lister.get(name, namespace);
    const data = combinedData(current?.data ?? {}, info, now() - expirySlackMilliseconds);
    if (current && jsonEqual({ ...current.data }, { ...data })) return;
    await this.#ensureNamespace();
    const configMap = current ?? { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } };
    await this.#write({ ...configMap, data });
  }

  async #write(configMap: ConfigMap): Promise<void> {
    try {
      await this.#configMaps.update(configMap);
    } catch (error) {
      if (isNotFound(error)) {
        await this.#configMaps.create(configMap);
        return;
      }
      // Entries accumulate. Deleting the ConfigMap makes the next attempt start with our entries only.
      const isTooLarge = isRequestEntityTooLarge(error) || (isInvalid(error) && String(error).includes('Too long'));
      if (isTooLarge) await this.#configMaps.delete(name);
      throw error;
    }
  }

  async #ensureNamespace(): Promise<void> {
    const namespaces = this.#options.client.resource({ group: '', version: 'v1', resource: 'namespaces' });
    try {
      await namespaces.get(namespace);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const created = namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      await created.catch((problem: unknown) => {
        if (!isAlreadyExists(problem)) throw problem;
      });
    }
  }
}

function combinedData(existing: Data, { clientAuthorities, requestHeader }: AuthenticationInfo, expired: number): Data {
  const clients = combinedCertificates([existing['client-ca-file'], clientAuthorities?.()], expired);
  const proxies = combinedCertificates(
    [existing['requestheader-client-ca-file'], requestHeader?.authorities()],
    expired,
  );
  const lists = (key: string, own: readonly string[] = []): readonly string[] => [
    ...new Set([...listIn(existing[key]), ...own]),
  ];
  const isUidKnown = !requestHeader || requestHeader.uidHeaders !== undefined;
  const uidHeaders = isUidKnown ? lists('requestheader-uid-headers', requestHeader?.uidHeaders) : [];
  return {
    ...(clients !== '' && { 'client-ca-file': clients }),
    ...(proxies !== '' && {
      'requestheader-allowed-names': text(lists('requestheader-allowed-names', requestHeader?.allowedNames)),
      'requestheader-client-ca-file': proxies,
      'requestheader-extra-headers-prefix': text(
        lists('requestheader-extra-headers-prefix', requestHeader?.extraHeaderPrefixes),
      ),
      'requestheader-group-headers': text(lists('requestheader-group-headers', requestHeader?.groupHeaders)),
      ...(uidHeaders.length > 0 && { 'requestheader-uid-headers': text(uidHeaders) }),
      'requestheader-username-headers': text(lists('requestheader-username-headers', requestHeader?.usernameHeaders)),
    }),
  };
}

const text = (list: readonly string[]): string => JSON.stringify(list);

function listIn(value: string | undefined): string[] {
  if (!value) return [];
  const list: unknown = JSON.parse(value);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/** Removes duplicates and expired certificates; existing ones come first. */
function combinedCertificates(bundles: readonly (string | undefined)[], expired: number): string {
  // What is published already is often exactly ours.
  const certificates = [...new Set(bundles)].flatMap((bundle) => certificatesIn(bundle ?? ''));
  const valid = certificates.filter(({ validTo }) => Date.parse(validTo) > expired);
  return [...new Set(valid.map((certificate) => certificate.toString()))].join('');
}
