import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiExtensionsServer } from '../../src/apiextensions/index.js';
import type { JsonObject, JsonValue } from '../../src/apimachinery/meta/index.js';
import { ApiServer, SharedServer } from '../../src/server/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

/** The fields that tests read of a widget, a definition, a list, a table or a Status; absent ones are undefined. */
export interface Shown extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly resourceVersion: string };
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly items: Shown[];
  readonly columnDefinitions: { readonly name: string }[];
  readonly rows: { readonly cells: JsonValue[]; readonly object: Shown }[];
  readonly message: string;
  readonly reason: string;
  readonly details: { readonly causes: { readonly field: string }[] };
}

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly json: Shown;
}

export interface Sent {
  readonly body?: JsonValue;
  readonly type?: string;
  readonly accept?: string;
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A server of CRDs and custom resources, over HTTPS. */
export class CustomResourceServer {
  readonly storage: EmbeddedStorage;
  readonly #directory: string;
  readonly #server: ApiServer;
  readonly #extensions: ApiExtensionsServer;
  readonly #agent: Agent;

  static async start(): Promise<CustomResourceServer> {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    const server = new CustomResourceServer(directory, await EmbeddedStorage.open());
    const tls = { certDirectory: directory, names: ['localhost', '127.0.0.1'] } as const;
    await server.#server.start({ host: '127.0.0.1', port: 0, tls });
    server.#agent.options.ca = readFileSync(join(directory, 'apiserver.crt'));
    return server;
  }

  private constructor(directory: string, storage: EmbeddedStorage) {
    const shared = new SharedServer();
    this.#directory = directory;
    this.storage = storage;
    this.#extensions = new ApiExtensionsServer({ storage, shared });
    this.#server = new ApiServer({ storage, shared, delegate: this.#extensions });
    this.#agent = new Agent({ keepAlive: true });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#server.close();
    await this.#extensions.close();
    await this.storage.close();
    rmSync(this.#directory, { recursive: true });
  }

  get(path: string, sent: Sent = {}): Promise<TestResponse> {
    return this.call('GET', path, sent);
  }

  post(path: string, body: JsonValue): Promise<TestResponse> {
    return this.call('POST', path, { body });
  }

  patch(path: string, body: JsonValue, type = 'application/merge-patch+json'): Promise<TestResponse> {
    return this.call('PATCH', path, { body, type });
  }

  apply(path: string, body: JsonValue): Promise<TestResponse> {
    return this.patch(path, body, 'application/apply-patch+yaml');
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<TestResponse> {
    const response = await this.#send(method, path, sent);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
    return { status: response.statusCode!, headers: response.headers, json: isJson ? JSON.parse(text) : {} };
  }

  async watch(path: string): Promise<EventStream> {
    const response = await this.#send('GET', `${path}${path.includes('?') ? '&' : '?'}watch=1`, {});
    return new EventStream(response);
  }

  /** Creates a definition, and waits until its objects are served. */
  async define(given: GivenDefinition): Promise<Defined> {
    const definition = definitionOf(given);
    const created = await this.post(definitions, definition);
    if (created.status !== 201) throw new Error(`not defined: ${JSON.stringify(created.json)}`);
    const defined = new Defined(this, given);
    await defined.served(String(given.versions[0]!['name']));
    return defined;
  }

  #send(method: string, path: string, { body, type = 'application/json', accept }: Sent): Promise<IncomingMessage> {
    const headers = { ...(body !== undefined && { 'content-type': type }), ...(accept && { accept }) };
    return new Promise((resolve, reject) => {
      const sent = request({ agent: this.#agent, host: '127.0.0.1', port: this.#server.port, method, path, headers });
      sent.on('response', resolve).on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

export interface GivenDefinition {
  readonly group: string;
  readonly versions: readonly JsonObject[];
  readonly conversion?: JsonObject;
}

function definitionOf({ group, versions, conversion }: GivenDefinition): JsonObject {
  const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: 'Namespaced', names, versions: [...versions], ...(conversion && { conversion }) },
  };
}

/** A version whose spec has these properties. */
export function versionOf(name: string, properties: JsonObject, more: JsonObject = {}): JsonObject {
  const spec = { type: 'object', properties };
  const status = { type: 'object', properties: { phase: { type: 'string', maxLength: 5 } } };
  const openAPIV3Schema = { type: 'object', properties: { spec, status } };
  return { name, served: true, storage: true, schema: { openAPIV3Schema }, ...more };
}

/** Widgets, in their own group. */
export class Defined {
  readonly path: string;
  readonly group: string;
  readonly #server: CustomResourceServer;

  constructor(server: CustomResourceServer, { group }: GivenDefinition) {
    this.#server = server;
    this.group = group;
    this.path = `${definitions}/widgets.${group}`;
  }

  /** The path of all widgets, or of one. */
  at(version: string, name = ''): string {
    return `/apis/${this.group}/${version}/namespaces/default/widgets${name && `/${name}`}`;
  }

  widget(version: string, name: string, more: JsonObject = {}): JsonObject {
    return { apiVersion: `${this.group}/${version}`, kind: 'Widget', metadata: { name }, ...more };
  }

  async create(version: string, name: string, more: JsonObject = {}): Promise<TestResponse> {
    const result = await this.#server.post(this.at(version), this.widget(version, name, more));
    if (result.status !== 201) throw new Error(`not created: ${JSON.stringify(result.json)}`);
    return result;
  }

  /** Changes the definition, and waits until the change is visible. */
  async change(change: (versions: JsonObject[]) => void, isDone: () => Promise<boolean>): Promise<void> {
    const { json } = await this.#server.get(this.path);
    change(json.spec['versions'] as JsonObject[]);
    const result = await this.#server.call('PUT', this.path, { body: json });
    if (result.status !== 200) throw new Error(`not changed: ${JSON.stringify(result.json)}`);
    await eventually(isDone);
  }

  async served(version: string): Promise<void> {
    await eventually(async () => (await this.#server.get(this.at(version))).status === 200);
  }

  async remove(): Promise<void> {
    await this.#server.call('DELETE', this.path);
    await eventually(async () => (await this.#server.get(this.path)).status === 404);
  }
}

export interface SeenEvent {
  readonly type: string;
  readonly object: Shown;
}

/** The events of a watch. */
export class EventStream {
  readonly #response: IncomingMessage;
  readonly #lines: AsyncIterator<string>;

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.#lines = createInterface({ input: response })[Symbol.asyncIterator]();
  }

  async next(count: number): Promise<SeenEvent[]> {
    const events: SeenEvent[] = [];
    while (events.length < count) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the watch ended after ${JSON.stringify(events)}`);
      events.push(JSON.parse(value));
    }
    return events;
  }

  /** All remaining events until the server ends the watch. */
  async rest(): Promise<SeenEvent[]> {
    const events: SeenEvent[] = [];
    for (let line = await this.#lines.next(); !line.done; line = await this.#lines.next()) {
      events.push(JSON.parse(line.value));
    }
    return events;
  }

  close(): void {
    this.#response.destroy();
  }
}

/** Informers lag a moment behind responses. */
export async function eventually(isSo: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it never came about');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
