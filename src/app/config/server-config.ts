import { hostname } from 'node:os';
import type { AggregatorOptions } from '../../aggregator/index.js';
import type { KubernetesServiceConfig, KubeServerOptions } from '../../kube/index.js';
import type { KubeletOptions } from '../../kube/kubelets/index.js';
import { AddressRange } from '../../kube/service-addresses/index.js';
import type { FilterOptions } from '../../server/filters/index.js';
import type { ApiServerOptions } from '../../server/index.js';
import { type KubeApiServerValues, kubeApiServerFlags, showFlagValues } from '../flags/index.js';
import { type AdmissionConfig, admissionConfig } from './admission-config.js';
import { type AuditConfig, auditConfig } from './audit-config.js';
import { type AuthenticationConfig, authenticationConfig } from './authentication-config.js';
import { type AuthorizationConfig, authorizationConfig } from './authorization-config.js';
import { defaultAddress } from './default-address.js';
import { type KeyPairFiles, keyPairFiles } from './key-pair-files.js';
import { parseRuntimeConfig } from './runtime-config.js';
import { serverIdOf } from './server-id.js';
import { type ServiceAccountConfig, serviceAccountConfig } from './service-account-config.js';
import { parseServiceRanges } from './service-network.js';
import { type ServingConfig, servingConfig } from './serving-config.js';
import { type StorageConfig, storageConfig } from './storage-config.js';

/** The configuration of the servers, read once from flags. */
export interface ServerConfig {
  readonly serving: ServingConfig;
  /** The address at which members of the cluster reach the server. */
  readonly advertiseAddress: string;
  /** The host that clients are given. */
  readonly externalHost: string;
  readonly storage: StorageConfig;
  readonly authentication: AuthenticationConfig;
  readonly serviceAccounts: ServiceAccountConfig;
  readonly admission: AdmissionConfig;
  readonly authorization: AuthorizationConfig;
  /** Identifies this server among those that share a storage. */
  /** All flags in printable form, for `/flagz`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly serverId: string;
  readonly audit: AuditConfig;
  readonly filters: FilterOptions & Pick<ApiServerOptions, 'profiling'>;
  /** Undefined: the max-in-flight limits apply instead. */
  readonly flowControl: { readonly serverSeats: number; readonly queueWaitMilliseconds: number } | undefined;
  readonly log: { readonly format: 'text' | 'json'; readonly verbosity: number };
  readonly livezGraceMilliseconds: number;
  readonly minRequestTimeoutSeconds: number;
  readonly lifecycle: {
    readonly shutdownDelayMilliseconds: number;
    readonly sendRetryAfter: boolean;
    readonly watchGraceMilliseconds: number;
    readonly requestTimeoutMilliseconds: number;
    readonly quietMilliseconds?: number;
  };
  /** Which built-in APIs are served, and the addresses and ports for services. */
  readonly kube: Pick<
    KubeServerOptions,
    'isServed' | 'serviceRanges' | 'nodePortRange' | 'eventTtlSeconds' | 'allowPrivileged'
  >;
  /** How to connect to kubelets and verify them. */
  readonly kubelets: Omit<KubeletOptions, 'authorities' | 'keyPair'> & {
    /** Empty: their certificates are not verified. */
    readonly certificateAuthorityFile: string;
    /** This server's client certificate for kubelets. */
    readonly client: KeyPairFiles | undefined;
  };
  /** The `kubernetes` service; the server's port is known only once it listens. */
  readonly kubernetesService: Omit<KubernetesServiceConfig, 'port'>;
  readonly aggregator: Pick<AggregatorOptions, 'proxyClient' | 'routesToEndpoints' | 'rejectRedirects'>;
  /** The number of servers that share the storage. */
  readonly apiServerCount: number;
}

/** Builds the configuration from valid flags. `given`: the flags that were set explicitly. */
export function serverConfig(flags: KubeApiServerValues, given: ReadonlySet<string> = new Set()): ServerConfig {
  const { ranges: serviceRanges } = parseServiceRanges(flags['service-cluster-ip-range']);
  const advertiseAddress = flags['advertise-address'] || defaultAddress(flags['bind-address']);
  const externalHost = flags['external-hostname'] || advertiseAddress;
  const { isServed } = parseRuntimeConfig(flags['runtime-config']);
  return {
    serving: servingConfig(flags, [advertiseAddress, new AddressRange(serviceRanges[0]!).first]),
    advertiseAddress,
    externalHost,
    storage: storageConfig(flags, given),
    authentication: authenticationConfig(flags, given),
    serviceAccounts: serviceAccountConfig(flags, externalHost),
    admission: admissionConfig(flags),
    authorization: authorizationConfig(flags),
    flags: showFlagValues(kubeApiServerFlags, {
      ...flags,
      'advertise-address': advertiseAddress,
      'external-hostname': externalHost,
    }),
    serverId: serverIdOf(hostname()),
    audit: auditConfig(flags, given),
    filters: {
      requestTimeoutMilliseconds: flags['request-timeout'],
      inFlight: { readOnly: flags['max-requests-inflight'], mutating: flags['max-mutating-requests-inflight'] },
      strictTransportSecurityDirectives: flags['strict-transport-security-directives'],
      corsAllowedOrigins: flags['cors-allowed-origins'],
      goawayChance: flags['goaway-chance'],
      profiling: flags.profiling,
    },
    flowControl: flags['enable-priority-and-fairness'] ? flowControlConfig(flags) : undefined,
    log: { format: flags['logging-format'] === 'json' ? 'json' : 'text', verbosity: flags.v },
    livezGraceMilliseconds: flags['livez-grace-period'],
    minRequestTimeoutSeconds: flags['min-request-timeout'],
    lifecycle: {
      shutdownDelayMilliseconds: flags['shutdown-delay-duration'],
      sendRetryAfter: flags['shutdown-send-retry-after'],
      watchGraceMilliseconds: flags['shutdown-watch-termination-grace-period'],
      requestTimeoutMilliseconds: flags['request-timeout'],
    },
    kube: {
      ...(isServed && { isServed }),
      serviceRanges,
      nodePortRange: flags['service-node-port-range'],
      eventTtlSeconds: Math.ceil(flags['event-ttl'] / 1000),
      allowPrivileged: flags['allow-privileged'],
    },
    kubelets: {
      certificateAuthorityFile: flags['kubelet-certificate-authority'],
      client: keyPairFiles(flags['kubelet-client-certificate'], flags['kubelet-client-key']),
      addressTypes: flags['kubelet-preferred-address-types'],
      port: flags['kubelet-port'],
      connectMilliseconds: flags['kubelet-timeout'],
    },
    kubernetesService: {
      advertiseAddress,
      nodePort: flags['kubernetes-service-node-port'],
      reconciler: reconcilerOf(flags['endpoint-reconciler-type']),
      serverCount: flags['apiserver-count'],
    },
    aggregator: {
      proxyClient: keyPairFiles(flags['proxy-client-cert-file'], flags['proxy-client-key-file']),
      routesToEndpoints: flags['enable-aggregator-routing'],
      rejectRedirects: flags['aggregator-reject-forwarding-redirect'],
    },
    apiServerCount: flags['apiserver-count'],
  };
}

function reconcilerOf(type: string): KubernetesServiceConfig['reconciler'] {
  return type === 'none' || type === 'master-count' ? type : 'lease';
}

function flowControlConfig(flags: KubeApiServerValues): ServerConfig['flowControl'] {
  return {
    serverSeats: flags['max-requests-inflight'] + flags['max-mutating-requests-inflight'],
    queueWaitMilliseconds: flags['request-timeout'] / 4,
  };
}
