import { hostname } from 'node:os';
import type { KubernetesServiceConfig } from '../../kube/index.js';
import {
  type AuditConfig,
  auditConfig,
  type EgressConfig,
  effectiveAddresses,
  egressConfig,
  type GenericConfig,
  genericConfig,
  type LogConfig,
  logConfig,
  type ServerAddress,
  type ServingConfig,
  type StorageConfig,
  serverAddress,
  serverIdOf,
  servingConfig,
  storageConfig,
  type TracingConfig,
  tracingConfig,
} from '../../server/config/index.js';
import { showFlagValues } from '../../server/flags/index.js';
import type { MetricsExposure } from '../../server/metrics/index.js';
import { type AdmissionConfig, admissionConfig } from './admission-config.js';
import { type AggregatorConfig, aggregatorConfig } from './aggregator-config.js';
import { type AuthenticationConfig, authenticationConfig, clientAuthorities } from './authentication-config.js';
import { type AuthorizationConfig, authorizationConfig } from './authorization-config.js';
import { type ConsoleConfig, consoleConfig } from './console-config.js';
import { type ControllersConfig, controllersConfig } from './controllers-config.js';
import { type FeaturesConfig, featuresConfig } from './features-config.js';
import { type KubeApiServerValues, kubeApiServerFlags } from './kube-apiserver-flags.js';
import { type KubeConfig, kubeConfig, kubernetesServiceAddress } from './kube-config.js';
import { type KubeletsConfig, kubeletsConfig } from './kubelets-config.js';
import { metricsConfig } from './metrics-config.js';
import { reportedVersion } from './reported-version.js';
import { type ServiceAccountConfig, serviceAccountConfig } from './service-account-config.js';
import { workersConfig } from './workers-config.js';

/**
 * The configuration of the servers, read once from flags. Each section is built in the file that declares its flags.
 */
export interface ServerConfig
  extends FeaturesConfig,
    GenericConfig,
    Omit<KubeConfig, 'kubernetesService'>,
    Omit<ServerAddress, 'externalAddress'> {
  readonly serving: ServingConfig;
  readonly log: LogConfig;
  readonly storage: StorageConfig;
  readonly authentication: AuthenticationConfig;
  readonly serviceAccounts: ServiceAccountConfig;
  readonly admission: AdmissionConfig;
  readonly authorization: AuthorizationConfig;
  readonly audit: AuditConfig;
  readonly metrics: MetricsExposure;
  readonly tracing: TracingConfig;
  readonly egress: EgressConfig;
  readonly kubelets: KubeletsConfig;
  readonly aggregator: AggregatorConfig;
  readonly console: ConsoleConfig;
  readonly controllers: ControllersConfig;
  /** How many processes serve. */
  readonly workers: number;
  /** The `kubernetes` service; the server's port is known only once it listens. */
  readonly kubernetesService: Omit<KubernetesServiceConfig, 'port'>;
  /** All flags in printable form, for `/flagz`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What `/version` says, if it is not the version of this program. */
  readonly reportedVersion: string | undefined;
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
}

/** The server's names within a cluster, and on its own machine. */
const clusterNames = [
  'kubernetes.default.svc.cluster.local',
  'kubernetes.default.svc',
  'kubernetes.default',
  'kubernetes',
  'localhost',
  '127.0.0.1',
  '::1',
];

/** Builds the configuration from valid flags. `given`: the flags that were set explicitly. */
export function serverConfig(flags: KubeApiServerValues, given: ReadonlySet<string> = new Set()): ServerConfig {
  const { externalAddress, ...address } = serverAddress(flags);
  const kube = kubeConfig(flags);
  const serviceAccounts = serviceAccountConfig(flags, externalAddress);
  return {
    ...featuresConfig(flags),
    ...genericConfig(flags),
    ...address,
    ...kube,
    serving: servingConfig(flags, {
      names: [...clusterNames, address.advertiseAddress, address.externalHost, kubernetesServiceAddress(kube)],
      authorities: clientAuthorities(flags),
    }),
    log: logConfig(flags),
    storage: storageConfig(flags, given),
    authentication: authenticationConfig(flags, { given, issuers: serviceAccounts.issuers }),
    serviceAccounts,
    admission: admissionConfig(flags),
    authorization: authorizationConfig(flags),
    audit: auditConfig(flags, given),
    metrics: metricsConfig(flags),
    tracing: tracingConfig(flags),
    egress: egressConfig(flags),
    kubelets: kubeletsConfig(flags),
    aggregator: aggregatorConfig(flags),
    console: consoleConfig(flags),
    controllers: controllersConfig(flags, given),
    workers: workersConfig(flags),
    kubernetesService: { ...kube.kubernetesService, advertiseAddress: address.advertiseAddress },
    flags: showFlagValues(kubeApiServerFlags, { ...flags, ...effectiveAddresses(flags) }),
    reportedVersion: reportedVersion(flags.version),
    serverId: serverIdOf(hostname()),
  };
}
