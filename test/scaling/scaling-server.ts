import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { TestServer } from '../../src/testing/index.js';
import { mean, measureSlowness, startStopwatch } from '../support/machine-speed.js';
import { EventLoopMeter } from './event-loop-meter.js';

export interface ScalingRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly type?: string;
  readonly body?: Buffer;
}

export interface Measured {
  readonly status: number;
  /** The size of the response. */
  readonly bytes: number;
  /** The response time on a usual machine; the shorter of wall time and CPU time. */
  readonly milliseconds: number;
  /** The longest time that the event loop of the server, which is in this process, was blocked. */
  readonly stretch: number;
  readonly text: string;
}

/** A whole server in this process; requests are encoded before the measurement, and responses decoded after it. */
export class ScalingServer {
  readonly #server: TestServer;
  readonly #session: ClientHttp2Session;

  private constructor(server: TestServer, session: ClientHttp2Session) {
    this.#server = server;
    this.#session = session;
  }

  static async start(crds: readonly JsonObject[], flags: readonly string[] = []): Promise<ScalingServer> {
    const server = await TestServer.start({ crds, flags });
    const { clusters, users } = server.kubeconfig;
    const [cluster, user] = [clusters[0]!.cluster as object, users[0]!.user as object] as [JsonObject, JsonObject];
    const session = connect(server.url, {
      ca: fileOf(cluster, 'certificate-authority'),
      cert: fileOf(user, 'client-certificate'),
      key: fileOf(user, 'client-key'),
      maxHeaderListPairs: 10_000,
      maxSessionMemory: 1000,
      settings: { maxHeaderListSize: 1 << 22 },
    });
    return new ScalingServer(server, session);
  }

  async send(request: ScalingRequest): Promise<Measured> {
    const before = measureSlowness();
    const meter = new EventLoopMeter();
    const elapsed = startStopwatch();
    const { status, chunks } = await this.#exchange(request);
    const { cpu } = elapsed();
    const longest = await meter.stop();
    const slowness = mean(before.cpu, measureSlowness().cpu);
    const body = Buffer.concat(chunks);
    const [milliseconds, stretch] = [cpu / slowness, longest / slowness];
    return { status, bytes: body.length, milliseconds, stretch, text: body.toString('latin1', 0, 2000) };
  }

  #exchange({ method = 'GET', path, headers = {}, type = 'application/json', body }: ScalingRequest) {
    return new Promise<{ status: number; chunks: Buffer[] }>((resolve, reject) => {
      const sent = { ':method': method, ':path': path, ...(body && { 'content-type': type }), ...headers };
      const stream = this.#session.request(sent, { endStream: body === undefined });
      const chunks: Buffer[] = [];
      let status = 0;
      stream.on('response', (received) => {
        status = Number(received[':status']);
      });
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => resolve({ status, chunks }));
      stream.on('error', reject);
      if (body) stream.end(body);
    });
  }

  async close(): Promise<void> {
    this.#session.destroy();
    await this.#server.close();
  }
}

function fileOf(holder: JsonObject, name: string): Buffer {
  const data = holder[`${name}-data`];
  return typeof data === 'string' ? Buffer.from(data, 'base64') : readFileSync(String(holder[name]));
}
