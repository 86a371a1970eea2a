import { messageOf } from '../../apimachinery/status/index.js';
import { type ConnectionConfig, connectionFrom, loadKubeconfig } from '../../client/kubeconfig/index.js';
import { Http2Transport } from '../../client/rest/index.js';
import { UsageError } from '../../server/flags/index.js';

/** A server that runs, reached by a kubeconfig. */
export class RunningServer {
  readonly url: string;
  readonly #kubeconfig: string;
  readonly #transport: Http2Transport;

  private constructor(kubeconfig: string, connection: ConnectionConfig) {
    this.url = connection.server;
    this.#kubeconfig = kubeconfig;
    this.#transport = new Http2Transport(connection);
  }

  /** Connects, calls `use`, and closes the connection. */
  static async use<Value>(kubeconfig: string, use: (server: RunningServer) => Promise<Value>): Promise<Value> {
    const config = await loadKubeconfig({ file: kubeconfig }).catch((error) => notReached(kubeconfig, error));
    const server = new RunningServer(kubeconfig, await connectionFrom(config));
    try {
      return await use(server);
    } finally {
      await server.#transport.close();
    }
  }

  /** Throws a `UsageError` if the server cannot be reached. */
  async request(method: 'GET' | 'POST', target: string): Promise<{ status: number; text: string }> {
    try {
      const response = await this.#transport.send({ method, target, headers: {} });
      return { status: response.status, text: (await response.body()).toString() };
    } catch (error) {
      return notReached(this.#kubeconfig, error);
    }
  }

  /** The text of a response; throws a `UsageError` if the server refuses the request. */
  async read(target: string): Promise<string> {
    const { status, text } = await this.request('GET', target);
    if (status !== 200) throw new UsageError([`${this.url}${target} responds with ${status}: ${text.slice(0, 200)}`]);
    return text;
  }
}

/** The kubeconfig that a server writes at its start is missing. */
export function missingKubeconfig(kubeconfig: string): UsageError {
  return new UsageError([`there is no ${kubeconfig}: start a server first, or give its --data-dir`]);
}

function notReached(kubeconfig: string, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingKubeconfig(kubeconfig);
  const reason = messageOf(error);
  throw new UsageError([`no server to be reached by ${kubeconfig}: ${reason}`], { cause: error });
}
