import { type Clock, systemClock } from '../../../src/apimachinery/clock/index.js';
import {
  RestClient,
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/client/rest/index.js';
import { ApiServer } from '../../../src/server/api-server.js';
import { type ApiRequest, type Handler, inject } from '../../../src/server/http/index.js';
import { defineGroup, defineResource } from '../../../src/server/registry/index.js';
import { wardle } from '../../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../../src/storage/embedded/index.js';
import type { Storage } from '../../../src/storage/index.js';

export const flunders = { group: 'wardle.example.com', version: 'v1', resource: 'flunders' };

const coordination = defineGroup({
  name: 'coordination.k8s.io',
  resources: [defineResource({ kind: 'Lease', plural: 'leases', scope: 'Namespaced', versions: { v1: {} } })],
});

export interface Flunder {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly uid?: string;
    readonly labels?: Record<string, string>;
    readonly finalizers?: string[];
  };
  readonly spec?: { readonly reference?: string; readonly size?: number | bigint };
  readonly status?: { readonly phase?: string };
}

/** The sample server in this process, on a store that outlives it. */
export class SampleApi {
  readonly storage: Storage;
  /** Called with each request before the server is; may respond or fail in its place. */
  intercept: ((request: ApiRequest) => ReturnType<Handler> | undefined) | undefined;
  #server: ApiServer;
  #connections = new AbortController();

  private constructor(storage: Storage) {
    this.storage = storage;
    this.#server = serverOn(storage);
  }

  static async start(): Promise<SampleApi> {
    return new SampleApi(await EmbeddedStorage.open());
  }

  readonly handler: Handler = (request) => this.intercept?.(request) ?? this.#server.handle(request);

  /** Calls within the process; `disconnect` breaks those in flight. */
  get transport(): Transport {
    return { send: (request) => this.#send(request), close: async () => undefined };
  }

  client(): RestClient {
    return new RestClient({ transport: this.transport });
  }

  disconnect(): void {
    this.#connections.abort(new Error('connection lost'));
    this.#connections = new AbortController();
  }

  /** Starts a new server on the same store. Watches of the old one end. */
  async replaceServer(clock?: Clock): Promise<void> {
    const old = this.#server;
    this.#server = serverOn(this.storage, clock);
    await old.close();
  }

  async restart(): Promise<void> {
    const replaced = this.replaceServer();
    this.disconnect();
    await replaced;
  }

  /** Compacts history: watches and lists of older revisions get 410 from now on. */
  async forgetHistory(): Promise<void> {
    await this.storage.compact(await this.storage.currentRevision()).catch((error: { code?: string }) => {
      if (error.code !== 'compacted') throw error;
    });
    await this.replaceServer();
  }

  async #send({ signal = new AbortController().signal, ...request }: TransportRequest): Promise<TransportResponse> {
    const connection = this.#connections.signal;
    const lost = (error: unknown) =>
      connection.aborted && !signal.aborted ? new TransportError('disconnected') : error;
    try {
      const response = await inject(this.handler, { ...request, signal: AbortSignal.any([signal, connection]) });
      return { ...response, chunks: () => failingWith(response.chunks(), lost) };
    } catch (error) {
      throw lost(error);
    }
  }

  async close(): Promise<void> {
    this.disconnect();
    await this.#server.close();
    await this.storage.close();
  }
}

async function* failingWith(chunks: AsyncIterable<Buffer>, translate: (error: unknown) => unknown) {
  try {
    yield* chunks;
  } catch (error) {
    throw translate(error);
  }
}

function serverOn(storage: Storage, clock: Clock = systemClock): ApiServer {
  const server = new ApiServer({ storage: outliving(storage), clock, onError: () => undefined });
  server.install(wardle);
  server.install(coordination);
  server.prepare();
  return server;
}

/** Closing it does not close the underlying storage. */
function outliving(storage: Storage): Storage {
  return {
    currentRevision: () => storage.currentRevision(),
    get: (key, options) => storage.get(key, options),
    range: (prefix, options) => storage.range(prefix, options),
    commit: (operations) => storage.commit(operations),
    watch: (prefix, options) => storage.watch(prefix, options),
    compact: (revision) => storage.compact(revision),
    close: async () => undefined,
  };
}
