import { Agent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { genericServerResponse, statusErrorFromObject } from '../../apimachinery/status/index.js';
import type { WebhookClientConfig } from '../definition/index.js';
import { networkErrorText } from './go-errors.js';
import { clusterDnsName, type ResolveService, type ServiceAddress } from './resolve-service.js';

export interface WebhookClientOptions {
  readonly config: WebhookClientConfig;
  readonly resolveService: ResolveService;
  readonly timeoutMilliseconds: number;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Where a webhook is: who is expected to answer, and how to find what is dialled. */
interface Target {
  readonly serverName: string;
  /** As it stands in the URL. */
  readonly authority: string;
  readonly path: string;
  resolve(): Promise<ServiceAddress>;
}

interface Exchange {
  readonly address: ServiceAddress;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** What a webhook may answer at most; lists are converted by the hundred. */
const maxAnswerBytes = 256 * 1024 * 1024;
const maxMessageLength = 2048;

/** Posts documents to one webhook, over connections that are kept. */
export class WebhookClient {
  readonly #options: WebhookClientOptions;
  #agent: Agent | undefined;

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  /** Throws an error that says what was posted where, and what came of it. */
  async post(document: JsonObject): Promise<JsonValue> {
    return readAnswer(await this.#send(Buffer.from(jsonText(document))));
  }

  close(): void {
    this.#agent?.destroy();
    this.#agent = undefined;
  }

  async #send(body: Buffer): Promise<Answer> {
    const { timeoutMilliseconds } = this.#options;
    const target = this.#target();
    const path = `${target.path}?timeout=${timeoutMilliseconds / 1000}s`;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const address = await target.resolve();
      return await this.#exchange({ ...target, path }, { address, body, signal });
    } catch (error) {
      const problem = networkErrorText(signal.aborted ? signal.reason : error);
      throw new Error(`Post "https://${target.authority}${path}": ${problem}`);
    }
  }

  #target(): Target {
    const { config, resolveService } = this.#options;
    const { url, service } = config;
    if (service) {
      const { namespace, name, path = '/', port = 443 } = service;
      return {
        serverName: clusterDnsName(namespace, name),
        authority: `${clusterDnsName(namespace, name)}:${port}`,
        path: path.startsWith('/') ? path : `/${path}`,
        resolve: () => resolveService(namespace, name, port),
      };
    }
    if (url === undefined) throw new Error('webhook configuration must have either service or URL');
    const { hostname, port, host, pathname } = new URL(url);
    const bare = hostname.replace(/^\[|\]$/g, '');
    const address = { host: bare, port: Number(port || 443) };
    return { serverName: bare, authority: host, path: pathname, resolve: async () => address };
  }

  /** Repeats what was sent on a kept connection that the webhook was just giving up: conversions can be repeated. */
  async #exchange({ authority, serverName, path }: Target, { address, body, signal }: Exchange): Promise<Answer> {
    for (;;) {
      const request = httpsRequest({
        ...address,
        agent: this.#connections(),
        method: 'POST',
        servername: isIP(serverName) === 0 ? serverName : '',
        path,
        signal,
        headers: {
          host: authority,
          'content-type': 'application/json',
          accept: 'application/json, */*',
          'content-length': body.length,
        },
      });
      try {
        return await answerOf(request, body);
      } catch (error) {
        const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || signal.aborted) throw error;
      }
    }
  }

  #connections(): Agent {
    const { caBundle } = this.#options.config;
    const authorities = caBundle ? Buffer.from(caBundle, 'base64').toString() : '';
    this.#agent ??= new Agent({ keepAlive: true, ...(authorities.trim() !== '' && { ca: authorities }) });
    return this.#agent;
  }
}

function answerOf(request: ReturnType<typeof httpsRequest>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    // Nothing else would be heard of a connection that nobody takes over.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the webhook wants to speak another protocol'));
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error(`the answer is larger than ${maxAnswerBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    request.end(body);
  });
}

/** The document of a good answer; what a bad one says, by the rules that clients of the API have. */
function readAnswer({ status, body }: Answer): JsonValue {
  const document = decoded(body);
  const told = isJsonObject(document) && document['kind'] === 'Status' ? statusErrorFromObject(document) : undefined;
  if (told && told.status.status !== 'Success') throw told;
  if (status < 200 || status > 299) {
    const serverMessage = body.toString('utf8', 0, maxMessageLength).trim() || 'unknown';
    throw genericServerResponse({ code: status, method: 'POST', serverMessage, isUnexpectedResponse: true });
  }
  if (document === undefined) throw new Error(`couldn't get version/kind; json parse error: ${textOf(body)}`);
  return document;
}

function decoded(body: Buffer): JsonValue | undefined {
  try {
    return decodeJson(body, { maxBytes: maxAnswerBytes });
  } catch {
    return undefined;
  }
}

function textOf(body: Buffer): string {
  return JSON.stringify(body.toString('utf8', 0, maxMessageLength));
}
