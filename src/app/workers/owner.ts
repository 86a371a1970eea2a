import type { LineTarget } from '../../server/audit/index.js';
import { embeddedOptions } from '../../server/config/index.js';
import type { Logger } from '../../server/logging/index.js';
import type { ServerProcess } from '../../server/process/index.js';
import { ReplicationSource } from '../../storage/embedded/replication/index.js';
import type { ServerConfig } from '../config/index.js';
import { ServerChain, type ServerChainOptions } from '../server-chain.js';
import { ConnectionAcceptor } from './connection-acceptor.js';
import type { Peer } from './peer.js';
import { shareConfig } from './share-config.js';
import { OwnerSessions } from './shared-sessions.js';
import { answerForAll, type ForwardedRequest, injectedRequest } from './whole-server.js';
import { WorkerPool } from './worker-pool.js';

/** How much longer than its requests a worker may take to shut down. */
const slackMilliseconds = 10_000;

/**
 * The process of a server with workers that owns the storage and accepts the connections. It serves requests like the
 * workers do, and alone does what a server does once: see `ownerHooks`.
 */
export class Owner {
  readonly #config: ServerConfig;
  readonly #log: Logger;
  #chain: ServerChain | undefined;
  #source: ReplicationSource | undefined;
  #auditLog: LineTarget | undefined;
  #pool: WorkerPool | undefined;
  #workersEnded: Promise<void> | undefined;
  #forgetToken: ((token: string) => void) | undefined;
  readonly #sessions = new OwnerSessions(() => this.#pool);

  static async start(config: ServerConfig, process: ServerProcess & { readonly log: Logger }): Promise<Owner> {
    const owner = new Owner(shareConfig(config), process.log);
    owner.#chain = await ServerChain.start({ config: owner.#config, ...process, ...owner.#chainOptions });
    return owner;
  }

  private constructor(config: ServerConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  get chain(): ServerChain {
    return this.#chain!;
  }

  /** All processes shut down at the same time. */
  async close(): Promise<void> {
    await Promise.all([this.#shutDownWorkers(), this.#chain?.close()]);
  }

  get #chainOptions(): Pick<
    ServerChainOptions,
    'openEngine' | 'listen' | 'filters' | 'openAuditLog' | 'revocations' | 'sharedSessions'
  > {
    return {
      openEngine: async (config, onError) => {
        const source = await ReplicationSource.open(embeddedOptions(config, onError));
        this.#source = source;
        return { storage: source.storage, close: () => this.#close(source) };
      },
      listen: async (address) => {
        const acceptor = await ConnectionAcceptor.listen(address);
        this.#startWorkers(acceptor);
        return acceptor;
      },
      filters: (defaults) => [...defaults, answerForAll({ pool: () => this.#pool, log: this.#log })],
      revocations: {
        revoked: (token) => this.#revoke(token),
        onRevoked: (forget) => {
          this.#forgetToken = forget;
        },
      },
      sharedSessions: this.#sessions,
      openAuditLog: (open) => {
        this.#auditLog = open();
        return this.#auditLog;
      },
    };
  }

  #startWorkers(acceptor: ConnectionAcceptor): void {
    this.#pool = new WorkerPool({
      count: this.#config.workers - 1,
      source: this.#source,
      acceptor,
      log: this.#log,
      serve: (peer) => this.#serve(peer),
    });
  }

  /** Resolves when the workers have ended. */
  #shutDownWorkers(): Promise<void> {
    const { requestTimeoutMilliseconds, shutdownDelayMilliseconds, watchGraceMilliseconds } = this.#config.lifecycle;
    const graceMilliseconds =
      requestTimeoutMilliseconds + shutdownDelayMilliseconds + watchGraceMilliseconds + slackMilliseconds;
    this.#workersEnded ??= this.#pool?.close({ graceMilliseconds }) ?? Promise.resolve();
    return this.#workersEnded;
  }

  /** The storage is open as long as a worker may need it. */
  async #close(source: ReplicationSource): Promise<void> {
    await this.#shutDownWorkers();
    await source.close();
  }

  #revoke(token: string, from?: Peer): void {
    for (const peer of this.#pool?.peers ?? []) if (peer !== from) peer.notify('token-revoked', token);
  }

  #serve(peer: Peer): void {
    this.#sessions.serve(peer);
    peer.on<string>('token-revoked', (token) => {
      this.#forgetToken?.(token);
      this.#revoke(token, peer);
    });
    peer.on<readonly string[]>('audit', async (lines) => {
      for (const line of lines) await this.#auditLog?.write(line);
    });
    peer.on<ForwardedRequest>('request', async (request) => {
      const response = await this.chain.respond(injectedRequest(request));
      return { status: response.status, headers: response.headers, body: (await response.body()).toString() };
    });
  }
}
