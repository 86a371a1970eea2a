import { readFile } from 'node:fs/promises';
import { connectionFrom, inClusterConnection, loadKubeconfig } from '../../client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../../client/rest/index.js';
import { Delegation } from '../delegation/index.js';
import { asUsageError } from '../flags/index.js';
import type { ClusterSource, DelegationConfig } from './delegation-config.js';

export interface ClusterOptions {
  readonly userAgent: string;
  readonly onError: (error: unknown) => void;
}

/** The cluster that a server extends: clients of its main server, and delegation to it. */
export class Cluster {
  readonly client: RestClient;
  readonly delegation: Delegation;
  readonly #transports: readonly Http2Transport[];

  /** Rejects if the main server cannot be used. */
  static async connect(config: DelegationConfig, options: ClusterOptions): Promise<Cluster> {
    const clients = new Clients(options.userAgent);
    try {
      const client = await clients.open(config.cluster, '--kubeconfig');
      const reviewer = await clients.open(config.authentication, '--authentication-kubeconfig');
      const accessClient = await clients.open(config.authorization, '--authorization-kubeconfig');
      const connecting = delegate(config, { ...options, client: reviewer, accessClient });
      const delegation = await asUsageError('delegated authentication', connecting);
      return new Cluster(client, delegation, clients.transports);
    } catch (error) {
      await Promise.all(clients.transports.map((transport) => transport.close()));
      throw error;
    }
  }

  private constructor(client: RestClient, delegation: Delegation, transports: readonly Http2Transport[]) {
    this.client = client;
    this.delegation = delegation;
    this.#transports = transports;
  }

  async close(): Promise<void> {
    this.delegation.close();
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}

/** One client for each source. */
class Clients {
  readonly transports: Http2Transport[] = [];
  readonly #clients = new Map<string, RestClient>();
  readonly #userAgent: string;

  constructor(userAgent: string) {
    this.#userAgent = userAgent;
  }

  async open(source: ClusterSource, flag: string): Promise<RestClient> {
    const file = source === 'in-cluster' ? '' : source.file;
    const known = this.#clients.get(file);
    if (known) return known;
    const connection = await asUsageError(flag, connectionOf(source));
    const transport = new Http2Transport(connection);
    const client = new RestClient({ transport, userAgent: this.#userAgent });
    this.transports.push(transport);
    this.#clients.set(file, client);
    return client;
  }
}

async function connectionOf(source: ClusterSource) {
  return source === 'in-cluster' ? inClusterConnection() : connectionFrom(await loadKubeconfig(source));
}

interface Delegates extends ClusterOptions {
  readonly client: RestClient;
  readonly accessClient: RestClient;
}

async function delegate(config: DelegationConfig, { client, accessClient, onError }: Delegates): Promise<Delegation> {
  const { authorityFile, ...headers } = config.proxy;
  const [clientAuthorities, proxyAuthorities] = await Promise.all([
    readIfSet(config.clientAuthorityFile),
    readIfSet(authorityFile),
  ]);
  return Delegation.connect({
    ...config.cache,
    ...{ client, accessClient, onError, clientAuthorities },
    lookup: config.lookup,
    openPaths: config.openPaths,
    proxy: proxyAuthorities === undefined ? undefined : { proxyAuthorities, headers },
  });
}

async function readIfSet(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readFile(file, 'utf8');
}
