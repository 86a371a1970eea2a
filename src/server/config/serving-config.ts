// Follows staging/src/k8s.io/apiserver/pkg/server/options/serving.go (v1.36)
// Follows pkg/kubeapiserver/options/serving.go (v1.36)

import { hostname } from 'node:os';
import type { ListenOptions } from '../api-server-options.js';
import { type FlagValues, inGroup } from '../flags/index.js';
import { curveProblems, type KeyPairSource, keepSelfSigned, type TlsOptions } from '../http/index.js';
import { defaultAddress } from './default-address.js';
import { keyPairFiles, unpairedFiles } from './key-pair-files.js';

export const servingFlags = {
  ...inGroup('generic', {
    'advertise-address': {
      type: 'ip',
      default: '',
      help: 'IP address on which members of the cluster reach this server; if unset, --bind-address',
    },
    'external-hostname': { type: 'string', default: '', help: 'Host name to use in URLs that point to this server' },
  }),
  ...inGroup('secure serving', {
    'bind-address': {
      type: 'ip',
      default: '0.0.0.0',
      help: 'IP address to listen on; 0.0.0.0 or :: listens on all interfaces',
    },
    'cert-dir': {
      type: 'string',
      default: '/var/run/kubernetes',
      help: 'Directory for the self-signed serving certificate, which is generated if --tls-cert-file is not given',
    },
    'disable-http2-serving': {
      type: 'bool',
      default: false,
      help: 'Disable HTTP/2',
      unsupported: 'clients that do not want HTTP/2 do not negotiate it',
    },
    'http2-max-streams-per-connection': {
      type: 'int',
      default: 0,
      help: 'Maximum number of concurrent streams of an HTTP/2 connection; 0 means 1000',
    },
    'permit-address-sharing': {
      type: 'bool',
      default: false,
      help: 'Listen with SO_REUSEADDR',
      ignored: 'Node.js always does',
    },
    'permit-port-sharing': {
      type: 'bool',
      default: false,
      help: 'Listen with SO_REUSEPORT',
      unsupported: 'Node.js 20 cannot',
    },
    'secure-port': { type: 'int', default: 6443, help: 'Port for HTTPS; it cannot be turned off with 0' },
    'tls-cert-file': {
      type: 'string',
      default: '',
      help: 'File with the serving certificate, followed by intermediate certificates if there are any',
    },
    'tls-cipher-suites': {
      type: 'strings',
      default: [],
      help: 'Cipher suites for TLS up to version 1.2, comma separated; if unset, the defaults of Node.js are used',
    },
    'tls-curve-preferences': {
      type: 'ints',
      default: [],
      help: 'Key exchange mechanisms that are allowed, by their numbers in the TLS registry, comma separated: 23 (P-256), 24 (P-384), 25 (P-521), 29 (X25519), 4587 to 4589 (hybrids with ML-KEM). Their order is ignored. If unset, the defaults of Node.js are used',
      validate: curveProblems,
    },
    'tls-min-version': {
      type: 'string',
      default: '',
      help: 'Minimum version of TLS: VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13',
    },
    'tls-private-key-file': { type: 'string', default: '', help: 'File with the private key of --tls-cert-file' },
    'tls-sni-cert-key': {
      type: 'stringArray',
      default: [],
      help: 'Certificate and key for certain host names (SNI): cert.pem,key.pem or cert.pem,key.pem:*.example.com,example.com; may be repeated',
    },
  }),
};

type ServingFlags = FlagValues<typeof servingFlags>;

export interface ServingConfig {
  /** Undefined: all addresses. */
  readonly host: string | undefined;
  readonly port: number;
  /** If there is no certificate, one is created and kept in this directory. */
  readonly certificate: KeyPairSource | { readonly certDirectory: string };
  readonly tls: Omit<TlsOptions, 'certificate'>;
  /** The names of the server. */
  readonly names: readonly [string, ...string[]];
  readonly maxConcurrentStreams: number | undefined;
}

/** `names`: those of the server beside the host's. `authorities`: the files that verify client certificates. */
export function servingConfig(
  flags: ServingFlags,
  { names, authorities }: { names: readonly string[]; authorities: readonly string[] },
): ServingConfig {
  const pair = keyPairFiles(flags['tls-cert-file'], flags['tls-private-key-file']);
  return {
    host: ['0.0.0.0', '::'].includes(flags['bind-address']) ? undefined : flags['bind-address'],
    port: flags['secure-port'],
    certificate: pair
      ? { certificate: { file: pair.certificateFile }, key: { file: pair.keyFile } }
      : { certDirectory: flags['cert-dir'] },
    tls: {
      sniCertificates: flags['tls-sni-cert-key'].map(sniCertificate),
      ...(authorities.length > 0 && { clientAuthorities: authorities.map((file) => ({ file })) }),
      ...(flags['tls-min-version'] && { minVersion: flags['tls-min-version'] }),
      ...(flags['tls-cipher-suites'].length > 0 && { cipherSuites: flags['tls-cipher-suites'] }),
      ...(flags['tls-curve-preferences'].length > 0 && { curvePreferences: flags['tls-curve-preferences'] }),
    },
    names: [hostname(), ...names],
    maxConcurrentStreams: flags['http2-max-streams-per-connection'] || undefined,
  };
}

/** Creates the self-signed certificate if there is none. */
export async function listenOptions(serving: ServingConfig): Promise<ListenOptions> {
  const { host, port, certificate, tls, names, maxConcurrentStreams } = serving;
  const pair =
    'certDirectory' in certificate
      ? await keepSelfSigned({ directory: certificate.certDirectory, names, cipherSuites: tls.cipherSuites })
      : certificate;
  const limits = maxConcurrentStreams === undefined ? {} : { maxConcurrentStreams };
  return { ...(host && { host }), port, tls: { ...tls, certificate: pair }, limits };
}

/** `cert.pem,key.pem` or `cert.pem,key.pem:name,…`. */
function sniCertificate(text: string): KeyPairSource & { readonly names?: readonly string[] } {
  const colon = text.indexOf(':');
  const [files, names] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  const [certificate = '', key = ''] = files.split(',');
  return { certificate: { file: certificate }, key: { file: key }, ...(names && { names: names.split(',') }) };
}

export interface ServerAddress {
  /** The address at which members of the cluster reach the server. */
  readonly advertiseAddress: string;
  /** The host that clients are given. */
  readonly externalHost: string;
  /** The same with the port. */
  readonly externalAddress: string;
}

export function serverAddress(flags: ServingFlags): ServerAddress {
  const advertiseAddress = flags['advertise-address'] || defaultAddress(flags['bind-address']);
  const externalHost = flags['external-hostname'] || advertiseAddress;
  const host = externalHost.includes(':') ? `[${externalHost}]` : externalHost;
  return { advertiseAddress, externalHost, externalAddress: `${host}:${flags['secure-port']}` };
}

/** The values that are in use where flags are unset. */
export function effectiveAddresses(flags: ServingFlags): Partial<ServingFlags> {
  const { advertiseAddress, externalHost } = serverAddress(flags);
  return { 'advertise-address': advertiseAddress, 'external-hostname': externalHost };
}

export function validateServing(flags: ServingFlags): string[] {
  return unpairedFiles(flags, ['tls-cert-file', 'tls-private-key-file']);
}

/** `least`: 0, if that means any free port. */
export function portProblems(flag: string, port: number, { least }: { least: 0 | 1 }): string[] {
  if (port >= least && port <= 65_535) return [];
  return [
    `--${flag} ${port} must be between ${least} and 65535, inclusive${least === 1 ? '. It cannot be turned off with 0' : ''}`,
  ];
}
