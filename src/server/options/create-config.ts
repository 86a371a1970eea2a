import { hostname } from 'node:os';
import { ApiServer } from '../api-server.js';
import {
  addHealthChecks,
  auditConfig,
  createAuditor,
  type GenericConfig,
  genericConfig,
  listenOptions,
  logConfig,
  openStorage,
  serverAddress,
  serverIdOf,
  servingConfig,
  storageConfig,
} from '../config/index.js';
import type { ServerVersion } from '../discovery/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import { FlowControl, FlowControlObjects } from '../flow-control/index.js';
import { systemdNotifier } from '../lifecycle/index.js';
import { Logger } from '../logging/index.js';
import { Closers, type ServerProcess } from '../process/index.js';
import { SharedServer } from '../shared-server.js';
import type { AdmissionPluginDefinition } from './admission-lists.js';
import { Cluster } from './cluster.js';
import { createAdmission } from './create-admission.js';
import { delegationConfig } from './delegation-config.js';
import type { RecommendedConfig } from './recommended-config.js';
import type { RecommendedValues } from './recommended-flags.js';

export interface ConfigSource {
  readonly name: string;
  readonly flags: RecommendedValues;
  /** The flags that were given explicitly. */
  readonly given: ReadonlySet<string>;
  /** All flags, in printable form. */
  readonly shownFlags: Readonly<Record<string, string>>;
  readonly features: FeatureGates;
  readonly openApi: { readonly title: string; readonly version: string } | undefined;
  readonly version: ServerVersion | undefined;
  readonly names: readonly string[];
  readonly plugins: readonly AdmissionPluginDefinition[];
  /** The process of the server. Unset: fatal errors are logged. */
  readonly process: ServerProcess | undefined;
}

/** Opens what the flags name. Rejects with a `UsageError` if they name something that cannot be used. */
export async function createConfig(source: ConfigSource): Promise<RecommendedConfig> {
  const closers = new Closers();
  try {
    return { ...(await create(source, closers)), close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function create(source: ConfigSource, closers: Closers): Promise<Omit<RecommendedConfig, 'close'>> {
  const { name, flags, given, process } = source;
  const log = new Logger(logConfig(flags));
  const { filters, flowControl: limits, ...generic } = genericConfig(flags);
  const shared = createShared(source, generic, log);
  const { metrics, features, onError } = shared;
  process?.uncaught.collect(metrics);
  const serverId = serverIdOf(hostname(), name);
  const opening = openStorage(storageConfig(flags, given), { metrics, features, serverId, onError });
  const { storage, checks } = closers.add(await opening);
  addHealthChecks(shared, { log, checks });

  const cluster = await connect(source, shared, closers);
  if (!cluster) log.warning('Every client may do everything, without credentials: --insecure-allow-all');
  const delegation = cluster?.delegation;
  const audit = closers.add(await createAuditor(auditConfig(flags, given), shared));
  const flowControl = limits && new FlowControl({ ...limits, metrics });
  if (flowControl && cluster) followFlowControl(shared, { client: cluster.client, target: flowControl, onError });
  const createServer: RecommendedConfig['createServer'] = ({ admissionInitializers = [], ...options } = {}) => {
    const authorizer = delegation?.authorizer ?? allowAll;
    const dependencies = { client: cluster?.client, authorizer, initializers: admissionInitializers, metrics, onError };
    const { admission } = closers.add(createAdmission(flags, source.plugins, dependencies));
    return new ApiServer({
      ...filters,
      ...{ shared, storage, admission, log },
      ...(delegation && { authenticator: delegation.authenticator, authorizer: delegation.authorizer }),
      ...(audit && { audit: audit.auditor }),
      ...(flowControl && { flowControl }),
      externalAddress: serverAddress(flags).externalHost,
      ...options,
    });
  };
  return { log, shared, cluster: cluster?.client, listen: await listen(source, delegation), createServer };
}

function createShared(source: ConfigSource, generic: Omit<GenericConfig, 'filters' | 'flowControl'>, log: Logger) {
  const { name, version, features, openApi, process } = source;
  const shared: SharedServer = new SharedServer({
    ...{ name, features, flags: source.shownFlags },
    ...(version && { version }),
    ...(openApi && { openApi }),
    lifecycle: {
      ...generic.lifecycle,
      onFatal: process?.onFatal ?? log.onError,
      notifyServiceManager: systemdNotifier(),
    },
    livezGraceMilliseconds: generic.livezGraceMilliseconds,
    minRequestTimeoutSeconds: generic.minRequestTimeoutSeconds,
    hasWatchCache: storageConfig(source.flags, source.given).hasWatchCache,
    // On shutdown, the watches of the server's own controllers end: that is not an error.
    onError: (error) => shared.lifecycle.signals.notAcceptingNewRequest.happened || log.onError(error),
  });
  return shared;
}

const allowAll = { authorize: async () => ({ decision: 'allow' }) as const };

/** Undefined: every client may do everything. */
async function connect(
  { name, flags }: ConfigSource,
  { onError }: SharedServer,
  closers: Closers,
): Promise<Cluster | undefined> {
  const config = delegationConfig(flags);
  return config && closers.add(await Cluster.connect(config, { userAgent: name, onError }));
}

/** Flow control follows the objects of the cluster. Until they have been read, its defaults apply. */
function followFlowControl({ lifecycle, onError }: SharedServer, options: FlowControlObjectsSource): void {
  lifecycle.addPostStartHook('priority-and-fairness-config-consumer', ({ signal }) => {
    const objects = new FlowControlObjects(options);
    signal.addEventListener('abort', () => void objects.close(), { once: true });
    objects.start().catch((error: unknown) => signal.aborted || onError(error));
  });
}

type FlowControlObjectsSource = ConstructorParameters<typeof FlowControlObjects>[0];

async function listen({ flags, names }: ConfigSource, delegation: Cluster['delegation'] | undefined) {
  const serving = servingConfig(flags, { names: ['localhost', '127.0.0.1', '::1', ...names], authorities: [] });
  const options = await listenOptions(serving);
  return delegation
    ? { ...options, tls: { ...options.tls, clientAuthorities: delegation.clientAuthorities } }
    : options;
}
