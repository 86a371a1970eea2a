import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionFrom, type Kubeconfig } from '../client/kubeconfig/index.js';
import { Http2Transport, RestClient, type Transport } from '../client/rest/index.js';
import { writeSecret } from './test-credentials.js';

/** Credentials for the server. */
export interface Access {
  readonly kubeconfig: Kubeconfig;
  /** A file with the kubeconfig, for programs that need one. It exists until the server is closed. */
  readonly kubeconfigFile: string;
  readonly client: RestClient;
}

/** Connects, and writes the file, on first use. */
export class UserAccess implements Access {
  readonly kubeconfig: Kubeconfig;
  readonly client: RestClient;
  #transport: Promise<Transport> | undefined;
  #directory: string | undefined;
  #isClosed = false;

  constructor(kubeconfig: Kubeconfig) {
    this.kubeconfig = kubeconfig;
    const send: Transport['send'] = async (request) => (await this.#connect()).send(request);
    this.client = new RestClient({ transport: { send, close: () => this.close() } });
  }

  get kubeconfigFile(): string {
    if (!this.#directory) {
      this.#directory = mkdtempSync(join(tmpdir(), 'trestle-user-'));
      writeSecret(this.#file(this.#directory), `${JSON.stringify(this.kubeconfig, undefined, 2)}\n`);
    }
    return this.#file(this.#directory);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#transport)?.close();
    if (this.#directory) rmSync(this.#directory, { recursive: true, force: true });
  }

  #connect(): Promise<Transport> {
    if (this.#isClosed) throw new Error('the server is closed');
    this.#transport ??= connectionFrom(this.kubeconfig).then((connection) => new Http2Transport(connection));
    return this.#transport;
  }

  #file(directory: string): string {
    return join(directory, 'kubeconfig');
  }
}
