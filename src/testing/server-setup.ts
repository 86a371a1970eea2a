import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compositeKey } from '../apimachinery/meta/index.js';
import { completeConfig } from '../app/complete-config.js';
import type { ServerConfig } from '../app/config/index.js';
import { type CredentialFiles, credentialFiles } from '../app/credentials/index.js';
import type { KeyPairSource } from '../server/http/index.js';
import type { StorageImage } from '../storage/embedded/index.js';
import { readBootstrapImage, renewed, withoutServer } from './bootstrap-image.js';
import { TestCredentials } from './test-credentials.js';

type PemSource = KeyPairSource['certificate'];

/** Post-start hooks that only create objects which an image of a ready server has. */
export const bootstrapHooks: readonly string[] = [
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
];

const setups = new Map<string, ServerSetup>();

/**
 * What the servers of a process with the same flags share: their configuration, their credentials, and the objects that
 * each of them has when it is ready. All of it is prepared for the first one.
 */
export class ServerSetup {
  readonly credentials: TestCredentials;
  readonly #config: ServerConfig;
  /** Exists while a server uses it. */
  readonly #directory: string;
  #users = 0;
  #image: StorageImage | undefined;

  static for(flags: readonly string[]): ServerSetup {
    const key = compositeKey(...flags);
    const known = setups.get(key);
    if (known) return known;
    const setup = new ServerSetup(flags);
    setups.set(key, setup);
    return setup;
  }

  private constructor(flags: readonly string[]) {
    this.#directory = mkdtempSync(join(tmpdir(), 'trestle-test-'));
    let credentials: TestCredentials | undefined;
    try {
      const args = [`--data-dir=${this.#directory}`, '--in-memory', '--secure-port=0', ...flags];
      const { config } = completeConfig(args, {
        provideCredentials: (_directory, names) => {
          credentials = new TestCredentials(names);
        },
      });
      this.credentials = credentials!;
      const serving = this.#serving(config, credentialFiles(this.#directory));
      this.#config = { ...config, serving, lifecycle: { ...config.lifecycle, quietMilliseconds: 0 } };
    } finally {
      rmSync(this.#directory, { recursive: true });
    }
    if (flags.length === 0) this.#image = readBootstrapImage();
  }

  /** Certificates of ours come from memory: they are neither read nor watched. */
  #serving({ serving }: ServerConfig, files: CredentialFiles): ServerConfig['serving'] {
    const { authority, frontProxyAuthority, server } = this.credentials;
    const own = new Map([
      [files.server.certificateFile, server.certificate],
      [files.server.keyFile, server.key],
      [files.authority.certificateFile, authority],
      [files.frontProxyAuthority.certificateFile, frontProxyAuthority],
    ]);
    const inMemory = (source: PemSource): PemSource => {
      const pem = 'file' in source ? own.get(source.file) : undefined;
      return pem === undefined ? source : { pem };
    };
    const { certificate, tls } = serving;
    const clientAuthorities = tls.clientAuthorities?.map(inMemory);
    return {
      ...serving,
      certificate:
        'certDirectory' in certificate
          ? certificate
          : { certificate: inMemory(certificate.certificate), key: inMemory(certificate.key) },
      tls: { ...tls, clientAuthorities },
    };
  }

  /** The configuration of another server, which calls `release` when it is closed. */
  acquire(): ServerConfig {
    if (this.#users === 0) {
      // Not recursive: it must not exist.
      mkdirSync(this.#directory, { mode: 0o700 });
      this.credentials.write(credentialFiles(this.#directory));
    }
    this.#users++;
    return this.#config;
  }

  release(): void {
    this.#users--;
    if (this.#users === 0) rmSync(this.#directory, { recursive: true, force: true });
  }

  /** The initial content of another server; undefined: it has to create everything. */
  newImage(): StorageImage | undefined {
    // The uid of a namespace identifies a cluster.
    const put = this.#image?.entries('/namespaces/').map(({ key, value }) => {
      return { key, value: Buffer.from(renewed(value.toString())) };
    });
    return put && this.#image?.with({ put });
  }

  /** Keeps the content of a server that has just become ready for later ones. */
  keepImage(image: () => StorageImage): void {
    const { directory, etcd, encryptionFile } = this.#config.storage;
    if (!this.#image && !directory && !etcd && !encryptionFile) this.#image = withoutServer(image());
  }
}
