import { constants } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { opensslCiphers, tlsVersion } from './cipher-suites.js';
import { filesOf, type KeyPairSource, type PemSource, readKeyPair, readPem } from './pem-source.js';
import { namesOf, ServerNames } from './server-names.js';

export interface TlsOptions {
  /** Served to clients that ask for no name, or for one that no SNI certificate is for. */
  readonly certificate: KeyPairSource;
  /** Certificates for certain names: those given, else those in the certificate. Earlier ones win. */
  readonly sniCertificates?:
    | readonly (KeyPairSource & { readonly names?: readonly string[] | undefined })[]
    | undefined;
  /** Who may have signed client certificates. Without it clients are not asked for one. */
  readonly clientAuthorities?: readonly PemSource[] | undefined;
  /** As `--tls-min-version` has it; VersionTLS12 unless told. */
  readonly minVersion?: string | undefined;
  /** As `--tls-cipher-suites` has them. */
  readonly cipherSuites?: readonly string[] | undefined;
  /** How often files are looked at for changes. */
  readonly pollMilliseconds?: number | undefined;
}

interface Loaded {
  readonly options: SecureContextOptions;
  readonly byName: ServerNames<SecureContext>;
}

const defaultPollMilliseconds = 5000;

/** The certificates that a server serves, kept as its files are. */
export class SecureContexts {
  readonly #tls: TlsOptions;
  readonly #files: readonly string[];
  #loaded: Loaded;
  #authorities: readonly PemSource[] | undefined;
  #lastReload: Promise<void> = Promise.resolve();
  #stopWatching: (() => void) | undefined;

  /** Rejects when a file cannot be read. Whether the key belongs to the certificate is found out by the server. */
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

  /** Of the certificate for clients that ask for no name. */
  get defaultOptions(): SecureContextOptions {
    return this.#loaded.options;
  }

  forName(name: string): SecureContext | undefined {
    return this.#loaded.byName.find(name);
  }

  /** Calls back after each change that could be taken over; the old certificates stay in use while new ones are unusable. */
  watch({ onChange, onError }: { onChange: () => void; onError: (error: unknown) => void }): void {
    const interval = this.#tls.pollMilliseconds ?? defaultPollMilliseconds;
    const reload = () => this.reload().then(onChange, onError);
    for (const file of this.#files) watchFile(file, { interval, persistent: false }, reload);
    this.#stopWatching = () => {
      for (const file of this.#files) unwatchFile(file, reload);
    };
  }

  /** Reads everything again, one time after another; with other client authorities from now on, if given. */
  reload(clientAuthorities?: readonly PemSource[]): Promise<void> {
    const reloaded = this.#lastReload.then(async () => {
      const authorities = clientAuthorities ?? this.#authorities;
      const loaded = await load(this.#tls, authorities);
      // Throws where they cannot be used.
      createSecureContext(loaded.options);
      this.#loaded = loaded;
      this.#authorities = authorities;
    });
    this.#lastReload = reloaded.catch(() => {});
    return reloaded;
  }

  close(): void {
    this.#stopWatching?.();
  }
}

async function load(tls: TlsOptions, clientAuthorities: readonly PemSource[] | undefined): Promise<Loaded> {
  const shared: SecureContextOptions = {
    minVersion: tlsVersion(tls.minVersion ?? 'VersionTLS12'),
    ciphers: opensslCiphers(tls.cipherSuites),
    honorCipherOrder: true,
    // A resumed session would bring back a client certificate that was verified against an older bundle. A handshake
    // costs the server more than its client, which may ask for one at the beginning of a connection only.
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
