import { request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { type ConnectionConfig, connectionFrom, loadKubeconfig } from '../client/kubeconfig/index.js';

const timeoutMilliseconds = 30_000;

/** Posts JSON to the server that a kubeconfig names, as its user, over connections that are kept. */
export class WebhookPoster {
  readonly #connection: ConnectionConfig;
  readonly #agent: Agent;

  /** Rejects when the kubeconfig cannot be read or names no server. */
  static async load(kubeconfigFile: string): Promise<WebhookPoster> {
    const connection = await connectionFrom(await loadKubeconfig({ file: kubeconfigFile }));
    const pair = await connection.credentials?.keyPair?.();
    return new WebhookPoster(connection, agentFor(connection, pair));
  }

  private constructor(connection: ConnectionConfig, agent: Agent) {
    this.#connection = connection;
    this.#agent = agent;
  }

  /** Rejects unless the server says that it has taken it. */
  readonly post = async (body: Buffer): Promise<void> => {
    const { server, credentials } = this.#connection;
    const authorization = await credentials?.authorization?.();
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...(authorization && { authorization }),
    };
    const status = await this.#send(new URL(server), headers, body);
    if (status < 200 || status > 299) throw new Error(`${server} answered ${status}`);
  };

  close(): void {
    this.#agent.destroy();
  }

  #send(url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
    const isPlain = url.protocol === 'http:';
    const options = { method: 'POST', headers, timeout: timeoutMilliseconds };
    return new Promise((resolve, reject) => {
      const sent = isPlain ? plainRequest(url, options) : secureRequest(url, { ...options, agent: this.#agent });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      });
      sent.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error(`${url.origin} wants to speak another protocol`));
      });
      sent.on('timeout', () => sent.destroy(new Error(`${url.origin} does not answer`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function agentFor({ tls }: ConnectionConfig, pair: { certificate: string; key: string } | undefined): Agent {
  return new Agent({
    keepAlive: true,
    rejectUnauthorized: tls?.insecure !== true,
    ...(tls?.authorities && { ca: tls.authorities }),
    ...(tls?.serverName && { servername: tls.serverName }),
    ...(pair && { cert: pair.certificate, key: pair.key }),
  });
}
