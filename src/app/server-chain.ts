import { type Aggregator, createAggregator } from '../aggregator/index.js';
import { ApiExtensionsServer } from '../apiextensions/index.js';
import { builtInCodecs, builtInOpenApi, KubeServer } from '../kube/index.js';
import { builtInVersion } from '../kube/types/index.js';
import { createAuthenticator, type FileAuthenticator } from '../server/authentication/index.js';
import { FlowControl } from '../server/flow-control/index.js';
import { logCheck } from '../server/health/index.js';
import { keepSelfSigned } from '../server/http/index.js';
import { type ListenOptions, ServerParts } from '../server/index.js';
import { systemdNotifier } from '../server/lifecycle/index.js';
import type { Logger } from '../server/logging/index.js';
import { kubeLongRunningRules } from '../server/routing/index.js';
import { authenticationInfo } from './authentication-info.js';
import type { ServerConfig } from './config/index.js';
import { createAdmission } from './create-admission.js';
import { createAuthorizer } from './create-authorizer.js';
import { type OpenStorage, openStorage } from './open-storage.js';
import { asUsageError } from './usage-error.js';
import { versionInfo } from './version.js';

export interface ServerChainOptions {
  readonly config: ServerConfig;
  readonly log: Logger;
  /** Told of the failure of something without which the servers cannot be. */
  readonly onFatal: (error: Error) => void;
}

interface Opened {
  readonly storage: OpenStorage;
  readonly authenticator: FileAuthenticator;
}

/**
 * Aggregator, kube, API extensions: each is asked only for what those before it do not serve. They share one storage,
 * one view of health, discovery and OpenAPI, and one life; requests pass the filters of the aggregator, which listens.
 */
export class ServerChain {
  readonly #config: ServerConfig;
  readonly #opened: Opened;
  readonly #aggregator: Aggregator;
  readonly #kube: KubeServer;
  readonly #apiExtensions: ApiExtensionsServer;

  /** Opens the storage, puts the servers together, and listens. */
  static async start(options: ServerChainOptions): Promise<ServerChain> {
    const { config, log } = options;
    const authenticating = createAuthenticator({ ...config.authentication, onError: log.onError });
    const authenticator = await asUsageError('authentication flags', authenticating);
    const storage = await openStorage(config.storage, log.onError);
    const chain = new ServerChain(options, { authenticator, storage });
    try {
      await chain.#aggregator.start(await listenOptions(config));
    } catch (error) {
      await chain.close();
      throw error;
    }
    return chain;
  }

  private constructor({ config, log, onFatal }: ServerChainOptions, opened: Opened) {
    const { storage } = opened.storage;
    const parts: ServerParts = new ServerParts({
      version: versionInfo(),
      openApi: builtInOpenApi,
      lifecycle: { ...config.lifecycle, onFatal, notifyServiceManager: systemdNotifier() },
      livezGraceMilliseconds: config.livezGraceMilliseconds,
      minRequestTimeoutSeconds: config.minRequestTimeoutSeconds,
      onError: (error) => report(log, error, parts),
    });
    parts.health.add(logCheck(() => log.flush()));
    const authorizer = createAuthorizer(config.authorizationModes);
    const admission = createAdmission({
      findNamespace: (name) => this.#kube.findNamespace(name),
      metrics: parts.metrics,
    });
    const shared = { parts, storage, codecs: builtInCodecs, authorizer, admission };

    this.#config = config;
    this.#opened = opened;
    this.#apiExtensions = new ApiExtensionsServer({ ...shared, apiServerCount: config.apiServerCount });
    this.#kube = new KubeServer({
      ...shared,
      serviceRanges: config.serviceRanges,
      delegate: this.#apiExtensions.serve,
    });
    this.#aggregator = createAggregator({
      ...shared,
      ...config.filters,
      ...(config.flowControl && { flowControl: new FlowControl({ ...config.flowControl, metrics: parts.metrics }) }),
      ...config.aggregator,
      log,
      longRunning: kubeLongRunningRules,
      authenticator: opened.authenticator,
      authenticationInfo: authenticationInfo(config.authentication),
      externalAddress: config.externalHost,
      apiServiceType: (more) => builtInVersion('apiregistration.k8s.io/v1', 'APIService', more),
      delegate: (context) => this.#kube.serve(context),
    });
  }

  get port(): number {
    return this.#aggregator.port;
  }

  /** Where clients on this machine reach it. */
  get url(): string {
    const { host } = this.#config.serving;
    const name = ['::', '0.0.0.0'].includes(host) ? '127.0.0.1' : host;
    return `https://${name.includes(':') ? `[${name}]` : name}:${this.port}`;
  }

  /** Resolves when clients have been served to the end, and everything is closed. */
  async close(reason = 'closed'): Promise<void> {
    await this.#aggregator.close(reason);
    await this.#kube.close();
    await this.#apiExtensions.close();
    this.#opened.authenticator.close();
    await this.#opened.storage.close();
  }
}

/** When the servers end, so do the watches of their own controllers: that is no error. */
function report(log: Logger, error: unknown, { lifecycle }: ServerParts): void {
  if (!lifecycle.signals.notAcceptingNewRequest.happened) log.onError(error);
  else log.info('Error while the server ends', { err: String(error) }, { verbosity: 2 });
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
