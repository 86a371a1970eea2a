import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AggregatorOptions } from '../../aggregator/index.js';
import type { KubernetesServiceConfig, KubeServerOptions } from '../../kube/index.js';
import type { AuditLogOptions, AuditWebhookOptions } from '../../server/audit/index.js';
import type { AuthenticationOptions } from '../../server/authentication/index.js';
import type { FilterOptions } from '../../server/filters/index.js';
import type { KeyPairSource, TlsOptions } from '../../server/http/index.js';
import type { ApiServerOptions } from '../../server/index.js';
import type { EtcdOptions } from '../../storage/etcd/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { defaultAddress } from './default-address.js';
import { parseRuntimeConfig } from './runtime-config.js';
import { firstServiceAddress, parseServiceRanges } from './service-network.js';

/** All that the servers are built from, read once from flags. */
export interface ServerConfig {
  readonly serving: {
    readonly host: string;
    readonly port: number;
    /** The certificate may be missing: then one is made and kept in this directory. */
    readonly certificate: KeyPairSource | { readonly certDirectory: string };
    readonly tls: Omit<TlsOptions, 'certificate'>;
    /** Names by which the server is known. */
    readonly names: readonly [string, ...string[]];
    readonly maxConcurrentStreams: number | undefined;
  };
  /** Where the members of the cluster reach the server. */
  readonly advertiseAddress: string;
  /** Where clients reach it, as they are told. */
  readonly externalHost: string;
  readonly storage: {
    readonly etcd: EtcdOptions | undefined;
    readonly directory: string;
    readonly compactionMilliseconds: number;
    /** What keys begin with, as far as encryption is concerned. */
    readonly keyPrefix: string;
    readonly encryptionFile: string | undefined;
    readonly reloadEncryption: boolean;
  };
  readonly authentication: Omit<AuthenticationOptions, 'onError' | 'tokens'>;
  readonly authorizationModes: readonly string[];
  readonly audit: {
    readonly policyFile: string | undefined;
    readonly log: AuditLogOptions | undefined;
    readonly webhook: (Omit<AuditWebhookOptions, 'send'> & { readonly kubeconfigFile: string }) | undefined;
  };
  readonly filters: FilterOptions & Pick<ApiServerOptions, 'profiling'>;
  /** Undefined: the limits on requests in flight hold. */
  readonly flowControl: { readonly serverSeats: number; readonly queueWaitMilliseconds: number } | undefined;
  readonly log: { readonly format: 'text' | 'json'; readonly verbosity: number };
  readonly livezGraceMilliseconds: number;
  readonly minRequestTimeoutSeconds: number;
  readonly lifecycle: {
    readonly shutdownDelayMilliseconds: number;
    readonly sendRetryAfter: boolean;
    readonly watchGraceMilliseconds: number;
    readonly requestTimeoutMilliseconds: number;
  };
  /** What of the built-in groups is served, and with which addresses and ports for services. */
  readonly kube: Pick<KubeServerOptions, 'isServed' | 'serviceRanges' | 'nodePortRange' | 'eventTtlSeconds'>;
  /** How pods find the servers; where this one listens is not known before it does. */
  readonly kubernetesService: Omit<KubernetesServiceConfig, 'port'>;
  readonly aggregator: Pick<AggregatorOptions, 'proxyClient' | 'routesToEndpoints' | 'rejectRedirects'>;
  /** How many servers share the storage. */
  readonly apiServerCount: number;
}

/** The configuration that valid flags ask for. */
export function serverConfig(flags: KubeApiServerValues): ServerConfig {
  const { ranges: serviceRanges } = parseServiceRanges(flags['service-cluster-ip-range']);
  const advertiseAddress = flags['advertise-address'] || defaultAddress(flags['bind-address']);
  const { isServed } = parseRuntimeConfig(flags['runtime-config']);
  const serviceAddress = firstServiceAddress(serviceRanges[0]!);
  return {
    serving: servingConfig(flags, [advertiseAddress, ...clusterNames, serviceAddress]),
    advertiseAddress,
    externalHost: flags['external-hostname'] || advertiseAddress,
    storage: storageConfig(flags),
    authentication: authenticationConfig(flags),
    authorizationModes: flags['authorization-mode'].length > 0 ? flags['authorization-mode'] : ['AlwaysAllow'],
    audit: auditConfig(flags),
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
    },
    kubernetesService: {
      advertiseAddress,
      nodePort: flags['kubernetes-service-node-port'],
      reconciler: reconcilerOf(flags['endpoint-reconciler-type']),
      serverCount: flags['apiserver-count'],
    },
    aggregator: {
      proxyClient: pairOf(flags['proxy-client-cert-file'], flags['proxy-client-key-file']),
      routesToEndpoints: flags['enable-aggregator-routing'],
      rejectRedirects: flags['aggregator-reject-forwarding-redirect'],
    },
    apiServerCount: flags['apiserver-count'],
  };
}

function reconcilerOf(type: string): KubernetesServiceConfig['reconciler'] {
  return type === 'none' || type === 'master-count' ? type : 'lease';
}

/** What the server is called within a cluster, and on its own machine. */
const clusterNames = [
  'kubernetes.default.svc.cluster.local',
  'kubernetes.default.svc',
  'kubernetes.default',
  'kubernetes',
  'localhost',
  '127.0.0.1',
  '::1',
];

function servingConfig(flags: KubeApiServerValues, names: readonly [string, ...string[]]): ServerConfig['serving'] {
  const pair = pairOf(flags['tls-cert-file'], flags['tls-private-key-file']);
  const authorities = [flags['client-ca-file'], flags['requestheader-client-ca-file']].filter(Boolean);
  return {
    host: flags['bind-address'] === '0.0.0.0' ? '::' : flags['bind-address'],
    port: flags['secure-port'],
    certificate: pair
      ? { certificate: { file: pair.certificateFile }, key: { file: pair.keyFile } }
      : { certDirectory: flags['cert-dir'] },
    tls: {
      sniCertificates: flags['tls-sni-cert-key'].map(sniCertificate),
      ...(authorities.length > 0 && { clientAuthorities: authorities.map((file) => ({ file })) }),
      ...(flags['tls-min-version'] && { minVersion: flags['tls-min-version'] }),
      ...(flags['tls-cipher-suites'].length > 0 && { cipherSuites: flags['tls-cipher-suites'] }),
    },
    names: [...names, hostname()] as unknown as readonly [string, ...string[]],
    maxConcurrentStreams: flags['http2-max-streams-per-connection'] || undefined,
  };
}

/** `cert.pem,key.pem` or `cert.pem,key.pem:name,…`. */
function sniCertificate(text: string): KeyPairSource & { readonly names?: readonly string[] } {
  const colon = text.indexOf(':');
  const [files, names] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  const [certificate = '', key = ''] = files.split(',');
  return { certificate: { file: certificate }, key: { file: key }, ...(names && { names: names.split(',') }) };
}

function auditConfig(flags: KubeApiServerValues): ServerConfig['audit'] {
  const path = flags['audit-log-path'];
  const log: AuditLogOptions = {
    path,
    format: flags['audit-log-format'] === 'legacy' ? 'legacy' : 'json',
    maxSizeMegabytes: flags['audit-log-maxsize'],
    maxBackups: flags['audit-log-maxbackup'],
    maxAgeDays: flags['audit-log-maxage'],
  };
  const kubeconfigFile = flags['audit-webhook-config-file'];
  const webhook = {
    kubeconfigFile,
    maxBatchSize: flags['audit-webhook-batch-max-size'],
    maxBatchWaitMilliseconds: flags['audit-webhook-batch-max-wait'],
    bufferSize: flags['audit-webhook-batch-buffer-size'],
    initialBackoffMilliseconds: flags['audit-webhook-initial-backoff'],
  };
  return {
    policyFile: flags['audit-policy-file'] || undefined,
    log: path === '' ? undefined : log,
    webhook: kubeconfigFile === '' ? undefined : webhook,
  };
}

function flowControlConfig(flags: KubeApiServerValues): ServerConfig['flowControl'] {
  return {
    serverSeats: flags['max-requests-inflight'] + flags['max-mutating-requests-inflight'],
    queueWaitMilliseconds: flags['request-timeout'] / 4,
  };
}

function storageConfig(flags: KubeApiServerValues): ServerConfig['storage'] {
  const endpoints = flags['etcd-servers'];
  const pair = pairOf(flags['etcd-certfile'], flags['etcd-keyfile']);
  const etcd: EtcdOptions = {
    endpoints,
    prefix: flags['etcd-prefix'],
    ...(flags['etcd-cafile'] && { caFile: flags['etcd-cafile'] }),
    ...(pair && { certFile: pair.certificateFile, keyFile: pair.keyFile }),
  };
  return {
    etcd: endpoints.length > 0 ? etcd : undefined,
    directory: join(flags['data-dir'], 'store'),
    compactionMilliseconds: flags['etcd-compaction-interval'],
    keyPrefix: flags['etcd-prefix'],
    encryptionFile: flags['encryption-provider-config'] || undefined,
    reloadEncryption: flags['encryption-provider-config-automatic-reload'],
  };
}

function authenticationConfig(flags: KubeApiServerValues): ServerConfig['authentication'] {
  const proxyAuthority = flags['requestheader-client-ca-file'];
  return {
    clientAuthorityFile: flags['client-ca-file'] || undefined,
    requestHeader: proxyAuthority
      ? {
          authorityFile: proxyAuthority,
          allowedNames: flags['requestheader-allowed-names'].filter(Boolean),
          usernameHeaders: flags['requestheader-username-headers'],
          uidHeaders: flags['requestheader-uid-headers'],
          groupHeaders: flags['requestheader-group-headers'],
          extraPrefixes: flags['requestheader-extra-headers-prefix'],
        }
      : undefined,
    tokenFile: flags['token-auth-file'] || undefined,
    audiences: flags['api-audiences'].length > 0 ? flags['api-audiences'] : flags['service-account-issuer'],
    anonymous: flags['anonymous-auth'],
  };
}

function pairOf(certificateFile: string, keyFile: string) {
  return certificateFile === '' ? undefined : { certificateFile, keyFile };
}
