import { createAuthenticator, type FileAuthenticator } from '../server/authentication/index.js';
import { logCheck } from '../server/health/index.js';
import { type ApiResponse, keepSelfSigned } from '../server/http/index.js';
import { ApiServer, type ListenOptions, ServerParts } from '../server/index.js';
import { systemdNotifier } from '../server/lifecycle/index.js';
import type { ServerConfig } from './config/index.js';
import { createAuthorizer } from './create-authorizer.js';
import { type OpenStorage, openStorage } from './open-storage.js';
import { asUsageError } from './usage-error.js';
import { versionInfo } from './version.js';

/** Who is told of what goes wrong without a client being to blame. */
export interface ChainListeners {
  readonly onError: (error: unknown) => void;
  /** Something without which the servers cannot be. */
  readonly onFatal: (error: Error) => void;
}

/**
 * The servers, each asked only for what those before it do not serve. One storage, one view of health, discovery and
 * OpenAPI, one set of filters, one listener: those of the outermost.
 */
export class ServerChain {
  readonly #config: ServerConfig;
  readonly #storage: OpenStorage;
  readonly #authenticator: FileAuthenticator;
  /** Outermost first. */
  readonly #servers: readonly [ApiServer, ...ApiServer[]];

  /** Opens the storage, puts the servers together, and listens. */
  static async start(config: ServerConfig, listeners: ChainListeners): Promise<ServerChain> {
    const { onError } = listeners;
    const authenticator = await asUsageError(
      'authentication flags',
      createAuthenticator({ ...config.authentication, onError }),
    );
    const storage = await openStorage(config.storage, onError);
    const chain = new ServerChain(config, { storage, authenticator, listeners });
    try {
      await chain.#servers[0].start(await listenOptions(config));
    } catch (error) {
      await chain.close();
      throw error;
    }
    return chain;
  }

  private constructor(
    config: ServerConfig,
    shared: { storage: OpenStorage; authenticator: FileAuthenticator; listeners: ChainListeners },
  ) {
    this.#config = config;
    this.#storage = shared.storage;
    this.#authenticator = shared.authenticator;
    const { onError, onFatal } = shared.listeners;
    const { lifecycle, livezGraceMilliseconds, minRequestTimeoutSeconds } = config;
    const parts = new ServerParts({
      version: versionInfo(),
      lifecycle: { ...lifecycle, onFatal, notifyServiceManager: systemdNotifier() },
      livezGraceMilliseconds,
      minRequestTimeoutSeconds,
      onError,
    });
    parts.health.add(logCheck(flushLog));
    const outermost = new ApiServer({
      ...config.filters,
      parts,
      storage: shared.storage.storage,
      authenticator: shared.authenticator,
      authorizer: createAuthorizer(config.authorizationModes),
      externalAddress: config.externalHost,
      delegate: notFound,
    });
    this.#servers = [outermost];
  }

  get port(): number {
    return this.#servers[0].port;
  }

  /** Where clients on this machine reach it. */
  get url(): string {
    const { host } = this.#config.serving;
    const name = ['::', '0.0.0.0'].includes(host) ? '127.0.0.1' : host;
    return `https://${name.includes(':') ? `[${name}]` : name}:${this.port}`;
  }

  /** Resolves when clients have been served to the end, and everything is closed. */
  async close(reason = 'closed'): Promise<void> {
    for (const server of this.#servers) await server.close(reason);
    this.#authenticator.close();
    await this.#storage.close();
  }
}

/** The log is standard error: flushed when it has taken what was written before. */
function flushLog(): Promise<void> {
  return new Promise((resolve) => process.stderr.write('', () => resolve()));
}

/** The end of the chain. Not a Status, as upstream's is none: nothing knows what the path is about. */
async function notFound(): Promise<ApiResponse> {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status: 404, headers, body: Buffer.from('404 page not found\n') };
}

async function listenOptions({ serving }: ServerConfig): Promise<ListenOptions> {
  const { host, port, certificate, tls, names, maxConcurrentStreams } = serving;
  const pair =
    'certDirectory' in certificate
      ? await keepSelfSigned({ directory: certificate.certDirectory, names })
      : certificate;
  const limits = maxConcurrentStreams === undefined ? {} : { maxConcurrentStreams };
  return { host, port, tls: { ...tls, certificate: pair }, limits };
}
