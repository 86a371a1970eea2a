import { hostname } from 'node:os';
import type { KeyPairSource, TlsOptions } from '../../server/http/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { keyPairFiles } from './key-pair-files.js';

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

/** Adds all known names of the server to those given. */
export function servingConfig(flags: KubeApiServerValues, addresses: readonly string[]): ServingConfig {
  const pair = keyPairFiles(flags['tls-cert-file'], flags['tls-private-key-file']);
  const authorities = [flags['client-ca-file'], flags['requestheader-client-ca-file']].filter(Boolean);
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
    },
    names: [hostname(), ...clusterNames, ...addresses],
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
