import { isIP } from 'node:net';
import type { KubeApiServerValues } from '../flags/index.js';
import { validateAdmission } from './admission-config.js';
import { validateAuthorization } from './authorization-config.js';
import { validateOidc } from './oidc-config.js';
import { parseRuntimeConfig } from './runtime-config.js';
import { parseServiceRanges } from './service-network.js';
import { validateAudit } from './validate-audit.js';

/**
 * The problems with flag values, in kube-apiserver's words where it has some. `given`: the flags that were set
 * explicitly.
 */
export function validateFlags(flags: KubeApiServerValues, given: ReadonlySet<string> = new Set()): string[] {
  return [
    ...notNegative(flags),
    ...validateServing(flags),
    ...validateStorage(flags),
    ...validateAuthentication(flags),
    ...validateOidc(flags, given),
    ...validateAuthorization(flags, given),
    ...validateAdmission(flags),
    ...validateAudit(flags),
    ...validateNetwork(flags),
    ...parseRuntimeConfig(flags['runtime-config']).errors,
  ];
}

function notNegative(flags: KubeApiServerValues): string[] {
  const names = [
    'livez-grace-period',
    'max-requests-inflight',
    'max-mutating-requests-inflight',
    'request-timeout',
    'min-request-timeout',
    'storage-initialization-timeout',
    'shutdown-delay-duration',
    'shutdown-watch-termination-grace-period',
    'etcd-compaction-interval',
    'event-ttl',
    'kubelet-timeout',
  ] as const;
  return names.filter((name) => flags[name] < 0).map((name) => `--${name} can not be negative value`);
}

function validateServing(flags: KubeApiServerValues): string[] {
  const errors: string[] = [];
  if (flags['goaway-chance'] < 0 || flags['goaway-chance'] > 0.02) {
    errors.push('--goaway-chance can not be less than 0 or greater than 0.02');
  }
  if (!['text', 'json'].includes(flags['logging-format'])) {
    errors.push(`--logging-format ${JSON.stringify(flags['logging-format'])}: permitted formats are json, text`);
  }
  const seats = flags['max-requests-inflight'] + flags['max-mutating-requests-inflight'];
  if (flags['enable-priority-and-fairness'] && seats === 0) {
    errors.push('--max-requests-inflight and --max-mutating-requests-inflight may not both be 0');
  }
  if ((flags['tls-cert-file'] === '') !== (flags['tls-private-key-file'] === '')) {
    errors.push('--tls-cert-file and --tls-private-key-file go together');
  }
  if ((flags['proxy-client-cert-file'] === '') !== (flags['proxy-client-key-file'] === '')) {
    errors.push('--proxy-client-cert-file and --proxy-client-key-file go together');
  }
  if ((flags['kubelet-client-certificate'] === '') !== (flags['kubelet-client-key'] === '')) {
    errors.push('--kubelet-client-certificate and --kubelet-client-key go together');
  }
  for (const directive of flags['strict-transport-security-directives']) {
    if (directive === '') errors.push('empty value in strict-transport-security-directives');
    else if (!/^(?:max-age=\d+|includesubdomains|preload)$/i.test(directive)) {
      errors.push(
        '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload',
      );
    }
  }
  return [...errors, ...flags['cors-allowed-origins'].flatMap(originProblem)];
}

/** An unanchored expression would allow foreign origins: it could match in the middle of any host. */
function originProblem(expression: string): string[] {
  if (expression === '') return ['empty value in --cors-allowed-origins'];
  if (/\^|\/\//.test(expression) && /[$:]/.test(expression)) return [];
  const problem = 'regular expression does not pin to start/end of host in the origin header';
  return [`--cors-allowed-origins has an invalid regular expression: ${problem}`];
}

const storageMediaTypes = ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml'];

function validateStorage(flags: KubeApiServerValues): string[] {
  const errors: string[] = [];
  if (!['', 'etcd3'].includes(flags['storage-backend'])) {
    errors.push("--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'");
  }
  const mediaType = flags['storage-media-type'];
  if (!['', ...storageMediaTypes].includes(mediaType)) {
    const allowed = storageMediaTypes.join(', ');
    errors.push(`--storage-media-type ${JSON.stringify(mediaType)} invalid, allowed values: ${allowed}`);
  }
  if (flags['encryption-provider-config-automatic-reload'] && flags['encryption-provider-config'] === '') {
    errors.push('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config');
  }
  if (flags['history-max-bytes'] < 0) errors.push('--history-max-bytes must not be negative');
  if ((flags['etcd-certfile'] === '') !== (flags['etcd-keyfile'] === '')) {
    errors.push('--etcd-certfile and --etcd-keyfile go together');
  }
  return errors;
}

const reviewVersions = ['v1', 'v1beta1'];

function unsupportedVersion(what: string, version: string): string {
  return `unsupported ${what} version ${JSON.stringify(version)}, supported versions are "v1", "v1beta1"`;
}

function validateAuthentication(flags: KubeApiServerValues): string[] {
  const errors: string[] = [];
  const issuers = flags['service-account-issuer'];
  if (issuers.length === 0 || flags['service-account-signing-key-file'] === '') {
    errors.push('--service-account-signing-key-file and --service-account-issuer are required flags');
  }
  for (const [index, issuer] of issuers.entries()) {
    if (issuer === '') errors.push('service-account-issuer should not be an empty string');
    else if (issuers.indexOf(issuer) < index) errors.push(`service-account-issuer "${issuer}" is already specified`);
    else if (issuer.includes(':') && !URL.canParse(issuer)) {
      errors.push(`service-account-issuer "${issuer}" contained a ':' but was not a valid URL`);
    }
  }
  const expiration = flags['service-account-max-token-expiration'];
  if (expiration !== 0 && (expiration < 3_600_000 || expiration > 2 ** 32 * 1000)) {
    errors.push('the service-account-max-token-expiration must be between 1 hour and 2^32 seconds');
  }
  if (flags['requestheader-client-ca-file'] !== '' && flags['requestheader-username-headers'].length === 0) {
    errors.push('--requestheader-client-ca-file needs --requestheader-username-headers');
  }
  if (!reviewVersions.includes(flags['authentication-token-webhook-version'])) {
    errors.push(unsupportedVersion('authentication webhook', flags['authentication-token-webhook-version']));
  }
  return errors;
}

function validateNetwork(flags: KubeApiServerValues): string[] {
  const errors: string[] = [...parseServiceRanges(flags['service-cluster-ip-range']).errors];
  if (!/^\d+[-+]\d+$/.test(flags['service-node-port-range'])) {
    errors.push(
      `--service-node-port-range ${JSON.stringify(flags['service-node-port-range'])} is not a range of ports`,
    );
  }
  if (!['lease', 'master-count', 'none'].includes(flags['endpoint-reconciler-type'])) {
    errors.push('--endpoint-reconciler-type must be one of lease, master-count, none');
  }
  if (flags['advertise-address'] !== '' && isIP(flags['advertise-address']) === 0) {
    errors.push('--advertise-address must be an IP address');
  }
  return errors;
}
