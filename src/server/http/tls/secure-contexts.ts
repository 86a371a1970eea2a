// Follows staging/src/k8s.io/apiserver/pkg/server/dynamiccertificates/tlsconfig.go (v1.36)

import { constants } from 'node:crypto';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { SerialQueue } from '../../../apimachinery/event-loop/index.js';
import { watchFiles } from '../../reloading/index.js';
import { opensslCiphers, tlsVersion } from './cipher-suites.js';
import { opensslGroups } from './curve-preferences.js';
import { filesOf, type KeyPairSource, type PemSource, readKeyPair, readPem } from './pem-source.js';
import { namesOf, ServerNames } from './server-names.js';

/** Certificates of a server, and how it verifies those of clients. */
export interface TlsOptions {
  /** Served to clients without SNI, or with a name that no SNI certificate matches. */
  readonly certificate: KeyPairSource;
  /** Certificates for the given names or, unset, the names in the certificate. Earlier entries take precedence. */
  readonly sniCertificates?:
    | readonly (KeyPairSource & { readonly names?: readonly string[] | undefined })[]
    | undefined;
  /** CAs that client certificates are verified against. Unset: no client certificate is requested. */
  readonly clientAuthorities?: readonly PemSource[] | undefined;
  /** A `--tls-min-version` value. Unset: VersionTLS12. */
  readonly minVersion?: string | undefined;
  /** `--tls-cipher-suites` values. */
  readonly cipherSuites?: readonly string[] | undefined;
  /** `--tls-curve-preferences` values. Unset: the defaults of OpenSSL. */
  readonly curvePreferences?: readonly number[] | undefined;
  /**
   * Load the certificate into OpenSSL for the first connection only: for certificates that are known to be valid, and
   * servers many of which are never used.
   */
  readonly isLazy?: boolean | undefined;
  /** How often files are checked for changes that no notification reports. */
  readonly pollMilliseconds?: number | undefined;
}

interface Loaded {
  readonly options: SecureContextOptions;
  readonly byName: ServerNames<SecureContext>;
}

/** The certificates of a server, reloaded when their files change. */
export class SecureContexts {
  readonly #tls: TlsOptions;
  readonly #files: readonly string[];
  #loaded: Loaded;
  #authorities: readonly PemSource[] | undefined;
  readonly #reloads = new SerialQueue();
  #stopWatching: (() => void) | undefined;

  /** Rejects if a file cannot be read. Does not check that the key matches the certificate; the server does. */
  static async load(tls: TlsOptions): Promise<SecureContexts> {
    return new SecureContexts(tls, await load(tls, tls.clientAuthorities));
  }

  private constructor(tls: TlsOptions, loaded: Loaded) {
    const pairs = [tls.certificate, ...(tls.sniCertificates ?? [])];
    this.#tls = tls;
    this.#files = filesOf([
      ...pairs.flatMap(({ certificate, key }) => [certificate, key]),
      ...(tls.clientAuthorities ?? []),
    ]);
    this.#loaded = loaded;
    this.#authorities = tls.clientAuthorities;
  }

  /** Options with the certificate for clients without SNI. */
  get defaultOptions(): SecureContextOptions {
    return this.#loaded.options;
  }

  forName(name: string): SecureContext | undefined {
    return this.#loaded.byName.find(name);
  }

  /** Calls back after each successful reload; the old certificates stay in use while new ones are invalid. */
  watch({ onChange, onError }: { onChange: () => void; onError: (error: unknown) => void }): void {
    const { pollMilliseconds } = this.#tls;
    const reload = () => void this.reload().then(onChange, onError);
    this.#stopWatching = watchFiles(this.#files, reload, { pollMilliseconds });
  }

  /** Reloads all files, one reload at a time; replaces the client authorities if given. */
  reload(clientAuthorities?: readonly PemSource[]): Promise<void> {
    return this.#reloads.run(async () => {
      const authorities = clientAuthorities ?? this.#authorities;
      const loaded = await load(this.#tls, authorities);
      // Throws if they are invalid.
      createSecureContext(loaded.options);
      this.#loaded = loaded;
      this.#authorities = authorities;
    });
  }

  close(): void {
    this.#stopWatching?.();
  }
}

async function load(tls: TlsOptions, clientAuthorities: readonly PemSource[] | undefined): Promise<Loaded> {
  const shared: SecureContextOptions = {
    minVersion: tlsVersion(tls.minVersion ?? 'VersionTLS12'),
    ciphers: opensslCiphers(tls.cipherSuites),
    ...(tls.curvePreferences && { ecdhCurve: opensslGroups(tls.curvePreferences) }),
    honorCipherOrder: true,
    // A resumed session would restore a client certificate that was verified against an older bundle. A handshake costs
    // the server more than the client, so clients may only start one at the beginning of a connection.
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
    ...(clientAuthorities && { ca: await Promise.all(clientAuthorities.map(readPem)) }),
  };
  const byName = new ServerNames<SecureContext>();
  for (const source of tls.sniCertificates ?? []) {
    const pair = await readKeyPair(source);
    const context = createSecureContext({ ...shared, ...pair });
    for (const name of source.names ?? namesOf(pair.cert)) byName.add(name, context);
  }
  return { options: { ...shared, ...(await readKeyPair(tls.certificate)) }, byName };
}
