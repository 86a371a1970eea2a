import { decodeJson, encodeJson } from '../apimachinery/codec/index.js';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { AdmissionChain } from '../server/admission/index.js';
import { inject } from '../server/http/index.js';
import { SharedServer } from '../server/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { KubeServer, type KubeServerOptions, NamespaceLifecycle } from './index.js';

export interface Answer {
  readonly status: number;
  readonly json: JsonObject;
}

/** An in-process server with the built-in groups on in-memory storage, with the namespace `a`. */
export class TestKube {
  readonly server: KubeServer;
  readonly storage: EmbeddedStorage;

  private constructor(server: KubeServer, storage: EmbeddedStorage) {
    this.server = server;
    this.storage = storage;
  }

  static async start(options: Partial<KubeServerOptions> = {}): Promise<TestKube> {
    const storage = await EmbeddedStorage.open();
    const parts = new SharedServer({
      onError: (error) => {
        throw error;
      },
    });
    const plugins = [new NamespaceLifecycle((name) => server.findNamespace(name))];
    const server: KubeServer = new KubeServer({
      parts,
      storage,
      admission: new AdmissionChain({ plugins }),
      ...options,
    });
    const kube = new TestKube(server, storage);
    await kube.call('POST', '/api/v1/namespaces', { metadata: { name: 'a' } });
    return kube;
  }

  async call(method: string, target: string, body?: JsonObject, contentType = 'application/json'): Promise<Answer> {
    const headers = { 'content-type': contentType };
    const sent = { method, target, headers, ...(body && { body: encodeJson(body) }) };
    const response = await inject(this.server.handle, sent);
    return { status: response.status, json: decodeJson(await response.body()) as JsonObject };
  }

  /** Gets an object as PartialObjectMetadata. */
  async metadata(target: string): Promise<JsonObject> {
    const headers = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
    const response = await inject(this.server.handle, { method: 'GET', target, headers });
    return (decodeJson(await response.body()) as JsonObject)['metadata'] as JsonObject;
  }

  /** Returns the cells of a table; ages of a few seconds are normalized, for slow machines. */
  async cells(target: string): Promise<JsonValue[][]> {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const response = await inject(this.server.handle, { method: 'GET', target, headers });
    const table = decodeJson(await response.body()) as unknown as { rows: { cells: JsonValue[] }[] };
    return table.rows.map(({ cells }) =>
      cells.map((cell) => (typeof cell === 'string' ? cell.replace(/^\d{1,2}s$/, '0s') : cell)),
    );
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.storage.close();
  }
}
