import { hostname } from 'node:os';
import { type Aggregator, createAggregator } from '../aggregator/index.js';
import { ApiExtensionsServer } from '../apiextensions/index.js';
import { builtInCodecs, builtInOpenApi, KubeServer } from '../kube/index.js';
import { builtInVersion } from '../kube/types/index.js';
import { FlowControl } from '../server/flow-control/index.js';
import { logCheck } from '../server/health/index.js';
import { keepSelfSigned } from '../server/http/index.js';
import { type ListenOptions, SharedServer } from '../server/index.js';
import { systemdNotifier } from '../server/lifecycle/index.js';
import type { Logger } from '../server/logging/index.js';
import { kubeLongRunningRules } from '../server/routing/index.js';
import type { Storage } from '../storage/index.js';
import { createAdmission } from './admission/create-admission.js';
import { createAuthentication } from './authentication/create-authentication.js';
import { authenticationInfo } from './authentication-info.js';
import { createAuthorization } from './authorization/create-authorization.js';
import { Closers } from './closers.js';
import type { ServerConfig } from './config/index.js';
import { createAuditor } from './create-auditor.js';
import { openKubelets } from './open-kubelets.js';
import { openStorage } from './open-storage.js';
import { addStartHooks, healthOrder, loopbackCheck } from './start-checks.js';
import type { UncaughtErrors } from './uncaught-errors.js';
import { versionInfo } from './version.js';
import { webhookServices } from './webhook-services.js';

export interface ServerChainOptions {
  readonly config: ServerConfig;
  readonly log: Logger;
  /** Set in a process of our own; its counters are exposed as metrics. */
  readonly uncaught?: UncaughtErrors;
  /** Called with an error after which the servers cannot continue. */
  readonly onFatal: (error: Error) => void;
}

/**
 * Aggregator, kube, API extensions: each one serves what the ones before it do not. They share one storage, health,
 * discovery, OpenAPI and life cycle; requests pass the filters of the aggregator, which listens.
 */
export class ServerChain {
  /** The storage of all servers. */
  readonly storage: Storage;
  readonly #host: string | undefined;
  readonly #aggregator: Aggregator;
  readonly #closers: Closers;

  /** Opens the storage, assembles the servers, and listens. */
  static async start(options: ServerChainOptions): Promise<ServerChain> {
    const closers = new Closers();
    try {
      const { config, log } = options;
      const parts = createParts(options);
      const { metrics } = parts;
      const opening = openStorage(config.storage, { metrics, serverId: config.serverId, onError: log.onError });
      const { storage, checks = [] } = closers.add(await opening);
      for (const check of checks) parts.health.add(check);
      const aggregator = await startServers(options, { parts, storage, closers });
      return new ServerChain(options.config.serving.host, { storage, aggregator, closers });
    } catch (error) {
      await closers.close();
      throw error;
    }
  }

  private constructor(
    host: string | undefined,
    { storage, aggregator, closers }: { storage: Storage; aggregator: Aggregator; closers: Closers },
  ) {
    this.storage = storage;
    this.#host = host;
    this.#aggregator = aggregator;
    this.#closers = closers;
  }

  get port(): number {
    return this.#aggregator.port;
  }

  /** The URL for clients on this machine. */
  get url(): string {
    const name = this.#host ?? '127.0.0.1';
    return `https://${name.includes(':') ? `[${name}]` : name}:${this.port}`;
  }

  /** Resolves when requests in flight are finished, and everything is closed. */
  close(): Promise<void> {
    return this.#closers.close();
  }
}

/** The chain is built from its end, because each server receives the next one. What is opened first is closed last. */
async function startServers(
  options: ServerChainOptions,
  { parts, storage, closers }: { parts: SharedServer; storage: Storage; closers: Closers },
): Promise<Aggregator> {
  const { config, log } = options;
  const { metrics } = parts;
  const { client } = parts.loopback;
  const creating = createAuthentication(config, { kube: () => kube, metrics, client, onError: log.onError });
  const { authenticator, accountTokens } = closers.add(await creating);
  const audit = closers.add(await createAuditor(config.audit, parts));
  const kubelets = closers.add(await openKubelets(config.kubelets, log.onError));
  const authorizing = createAuthorization(config.authorization, {
    metrics,
    serverId: config.serverId,
    onError: parts.onError,
    stored: () => kube,
  });
  const { authorizer } = closers.add(await authorizing);
  const resolveService = webhookServices(client, config.aggregator);
  const admission = await createAdmission({
    config: config.admission,
    kube: () => kube,
    client,
    resolveService,
    authorizer,
    metrics: parts.metrics,
    stopping: parts.lifecycle.signals.notAcceptingNewRequest.signal,
    onWarning: (message) => log.warning(message),
    onError: parts.onError,
  });
  const flowControl = config.flowControl && new FlowControl({ ...config.flowControl, metrics: parts.metrics });
  const shared = { parts, storage, codecs: builtInCodecs, authorizer, admission };
  addStartHooks(parts, { hasFlowControl: flowControl !== undefined });

  const apiExtensions = closers.add(
    new ApiExtensionsServer({ ...shared, resolveService, apiServerCount: config.apiServerCount }),
  );
  const kube: KubeServer = closers.add(
    new KubeServer({
      ...shared,
      ...config.kube,
      storedAs: config.storage.mediaType === undefined ? undefined : builtInCodecs.find(config.storage.mediaType),
      kubelets: kubelets.options,
      kubernetesService: { ...config.kubernetesService, port: () => aggregator.port },
      tokens: authenticator.tokens,
      serviceAccountTokens: accountTokens,
      identity: { id: config.serverId, hostname: hostname() },
      audiences: config.authentication.audiences,
      delegate: apiExtensions.serve,
      ...(flowControl && { flowControl }),
    }),
  );
  const aggregator: Aggregator = closers.add(
    createAggregator({
      ...shared,
      ...config.filters,
      ...config.aggregator,
      ...(flowControl && { flowControl }),
      ...(audit && { audit: audit.auditor }),
      log,
      longRunning: kubeLongRunningRules,
      authenticator,
      authenticationInfo: authenticationInfo(config.authentication),
      externalAddress: config.externalHost,
      apiServiceType: (more) => builtInVersion('apiregistration.k8s.io/v1', 'APIService', more),
      delegate: (context) => kube.serve(context),
    }),
  );
  await aggregator.start(await listenOptions(config));
  return aggregator;
}

function createParts({ config, log, uncaught, onFatal }: ServerChainOptions): SharedServer {
  const parts: SharedServer = new SharedServer({
    name: 'kube-apiserver',
    version: versionInfo(),
    openApi: builtInOpenApi,
    flags: config.flags,
    healthOrder,
    lifecycle: { ...config.lifecycle, onFatal, notifyServiceManager: systemdNotifier() },
    livezGraceMilliseconds: config.livezGraceMilliseconds,
    minRequestTimeoutSeconds: config.minRequestTimeoutSeconds,
    onError: (error) => report(log, error, parts),
  });
  uncaught?.collect(parts.metrics);
  parts.health.add(logCheck(() => log.flush()));
  parts.health.addLiveness(loopbackCheck(parts));
  return parts;
}

/** On shutdown, the watches of the servers' own controllers end: that is not an error. */
function report(log: Logger, error: unknown, { lifecycle }: SharedServer): void {
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
  return { ...(host && { host }), port, tls: { ...tls, certificate: pair }, limits };
}
