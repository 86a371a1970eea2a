import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, systemClock } from '../apimachinery/clock/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { completeConfig } from '../app/complete-config.js';
import { type CredentialFiles, clientKubeconfig, keepClient, type PairFiles } from '../app/credentials/index.js';
import { ServerChain } from '../app/server-chain.js';
import { connectionFrom, type Kubeconfig, writeKubeconfig } from '../client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../client/rest/index.js';
import { Logger, LogWriter } from '../server/logging/index.js';
import { installDefinitions } from './install-definitions.js';
import { readObjects } from './read-objects.js';
import { StorageState } from './storage-state.js';

export interface TestServerOptions {
  /** CustomResourceDefinitions to install at the start: files, directories, or the objects themselves. */
  readonly crds?: readonly (string | JsonObject)[];
  /** Flags of kube-apiserver, such as `--enable-admission-plugins=AlwaysPullImages`. */
  readonly flags?: readonly string[];
  /** Receives log lines; unset: none are written. */
  readonly log?: (text: string) => void;
}

/** The user in a client certificate. */
export interface TestUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Credentials for the server. */
export interface Access {
  readonly kubeconfig: Kubeconfig;
  /** The file with the kubeconfig, for programs that need one. */
  readonly kubeconfigFile: string;
  readonly client: RestClient;
}

/** All objects at one time. */
export interface SavedState {
  /** Restores them: changes are reverted, new objects are deleted. Watchers receive events. */
  restore(): Promise<void>;
}

const readyMilliseconds = 20_000;

/**
 * A complete Kubernetes API server within a test's process: over HTTPS, on a free local port, stored in memory.
 * Everything is discarded on close.
 */
export class TestServer {
  readonly #chain: ServerChain;
  readonly #files: CredentialFiles;
  readonly #directory: string;
  readonly #transports: Http2Transport[] = [];
  #admin: Access | undefined;

  /** Resolves when the server is ready, and the definitions are served. */
  static async start({ crds = [], flags = [], log }: TestServerOptions = {}): Promise<TestServer> {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-test-'));
    let server: TestServer | undefined;
    try {
      const { config, files } = completeConfig([`--data-dir=${directory}`, '--in-memory', '--secure-port=0', ...flags]);
      const logger = new Logger({ ...config.log, writer: new LogWriter(async (text) => log?.(text)) });
      const lifecycle = { ...config.lifecycle, quietMilliseconds: 0 };
      const chain = await ServerChain.start({ config: { ...config, lifecycle }, log: logger, onFatal: logger.onError });
      server = new TestServer(chain, files, directory);
      server.#admin = await server.#access('admin', files.admin);
      await server.#untilReady();
      await server.installCrds(...crds);
      return server;
    } catch (error) {
      await server?.close();
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(chain: ServerChain, files: CredentialFiles, directory: string) {
    this.#chain = chain;
    this.#files = files;
    this.#directory = directory;
  }

  get url(): string {
    return this.#chain.url;
  }

  /** The kubeconfig of an administrator, who may do everything. */
  get kubeconfig(): Kubeconfig {
    return this.#admin!.kubeconfig;
  }

  get kubeconfigFile(): string {
    return this.#admin!.kubeconfigFile;
  }

  get client(): RestClient {
    return this.#admin!.client;
  }

  /** Adds a user, whose permissions are defined by RBAC. */
  addUser({ name, groups = [] }: TestUser): Promise<Access> {
    const file = `user-${this.#transports.length}`;
    const pair = keepClient(this.#directory, file, { commonName: name, organizations: groups });
    return this.#access(file, pair);
  }

  /**
   * Accepts files, directories, or the objects themselves; other kinds in files are skipped. Resolves when they are
   * served.
   */
  async installCrds(...crds: readonly (string | JsonObject)[]): Promise<void> {
    const objects = crds.flatMap((crd) => (typeof crd === 'string' ? readObjects(crd) : [crd]));
    await installDefinitions(this.client, objects);
  }

  /** Saves all objects, so that the next test can start with the same state within a few milliseconds. */
  save(): Promise<SavedState> {
    return StorageState.of(this.#chain.storage);
  }

  async close(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.close()));
    await this.#chain.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #access(name: string, client: PairFiles): Promise<Access> {
    const kubeconfig = clientKubeconfig(this.#files, { client, server: this.url });
    const kubeconfigFile = join(this.#directory, `${name}.kubeconfig`);
    await writeKubeconfig(kubeconfigFile, kubeconfig);
    const transport = new Http2Transport(await connectionFrom(kubeconfig));
    this.#transports.push(transport);
    return { kubeconfig, kubeconfigFile, client: new RestClient({ transport }) };
  }

  async #untilReady(): Promise<void> {
    const end = systemClock.now() + readyMilliseconds;
    for (;;) {
      try {
        const response = await this.client.response({ method: 'GET', target: '/readyz' });
        await response.body();
        return;
      } catch (error) {
        if (systemClock.now() > end) throw error;
        await sleep(systemClock, 1);
      }
    }
  }
}
