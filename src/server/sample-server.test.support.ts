import { Readable } from 'node:stream';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { badRequest } from '../apimachinery/status/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ApiServer } from './api-server.js';
import { ApiRequest, type ApiResponse, type RequestTransport, type ResponseSink } from './http/index.js';
import { defineGroup, defineResource, specAndStatus } from './registry/index.js';

const { main, status } = specAndStatus();

/** A group as an extension API server has it: two versions, both scopes, a status. */
export const wardle = defineGroup({
  name: 'wardle.example.com',
  resources: [
    defineResource({
      kind: 'Flunder',
      plural: 'flunders',
      shortNames: ['fl'],
      scope: 'Namespaced',
      strategy: main,
      subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: status } },
      selectableFields: ['spec.reference'],
      versions: {
        v1: {
          schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  reference: { type: 'string', maxLength: 20 },
                  size: { type: 'integer', format: 'int64', minimum: 0, default: 1 },
                  ports: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, port: { type: 'integer' } },
                    },
                  },
                },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
        v1alpha1: {
          toHub: ({ reference, ...rest }) => ({ ...rest, spec: { reference: reference ?? '', size: 1 } }),
          fromHub: ({ spec, ...rest }) => ({ ...rest, reference: ((spec ?? {}) as JsonObject)['reference'] ?? '' }),
        },
      },
    }),
    defineResource({ kind: 'Fischer', plural: 'fischers', scope: 'Cluster', versions: { v1: {} } }),
  ],
});

export interface Answer {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  readonly text: string;
  readonly json: JsonObject & { metadata: JsonObject; items: JsonObject[]; details: JsonObject; message: string };
}

export interface CallOptions {
  readonly body?: JsonValue | string;
  readonly headers?: Record<string, string>;
  /** For watches: told what comes; the client leaves when it returns false. */
  readonly onChunk?: (text: string) => boolean;
}

/** A server with the sample group on a store in memory, called in process. */
export class SampleServer {
  readonly server: ApiServer;

  private constructor(server: ApiServer) {
    this.server = server;
  }

  static async start(): Promise<SampleServer> {
    const server = new ApiServer({
      storage: await EmbeddedStorage.open(),
      onError: (error) => {
        throw error;
      },
    });
    server.install(wardle);
    return new SampleServer(server);
  }

  async call(
    method: string,
    target: string,
    { body, headers = {}, onChunk = () => true }: CallOptions = {},
  ): Promise<Answer> {
    const gone = new AbortController();
    const bytes =
      body === undefined ? Buffer.alloc(0) : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const request = new ApiRequest({ method, target, headers }, transport(bytes, gone.signal));
    const response = await this.server.handle(request);
    const text = await readBody(response, { gone, onChunk });
    const json = text.startsWith('{') && !text.includes('}\n{') ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, json };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

async function readBody(
  { body }: ApiResponse,
  { gone, onChunk }: { gone: AbortController; onChunk: (text: string) => boolean },
): Promise<string> {
  if (body === undefined) return '';
  if (Buffer.isBuffer(body)) return body.toString();
  if (typeof body !== 'function') return Buffer.concat([...body]).toString();
  let text = '';
  const sink: ResponseSink = {
    write(chunk) {
      text += chunk;
      if (!onChunk(text)) gone.abort();
      return true;
    },
    drained: async () => undefined,
    pendingBytes: 0,
    closed: gone.signal,
  };
  await body(sink);
  return text;
}

function transport(body: Buffer, gone: AbortSignal): RequestTransport {
  return {
    protocol: 'HTTP/2.0',
    remoteAddress: '127.0.0.1',
    rawHeaders: [],
    clientCertificate: () => undefined,
    readBody: async () => body,
    bodyStream: () => Readable.from([body]),
    onClientGone: (callback) => gone.addEventListener('abort', callback),
    upgrade() {
      throw badRequest('no upgrade in process');
    },
  };
}
