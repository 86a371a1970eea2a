import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { DecodeError, decodeJson, decodeYaml, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { genericServerResponse, statusErrorFromObject } from '../../apimachinery/status/index.js';
import type { Credentials, KeyPair } from '../rest/index.js';
import { networkErrorText } from './network-error-text.js';
import { clusterDnsName, type ResolveService } from './resolve-service.js';
import { TimeLimit } from './time-limit.js';
import { WebhookAgent } from './webhook-agent.js';

/** Where a webhook is, as configurations write it: at a URL, or behind a service. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** Base64 of PEM. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/** What is shown to the webhook at an address, `host:port`; undefined: nothing. */
export type FindCredentials = (address: string) => Credentials | undefined;

export interface WebhookClientOptions {
  readonly config: WebhookClientConfig;
  readonly resolveService: ResolveService;
  /** What the webhook may answer at most. */
  readonly maxAnswerBytes: number;
  readonly findCredentials?: FindCredentials;
}

export interface PostOptions {
  readonly timeoutMilliseconds: number;
  /** Ends the exchange: nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Where a webhook is: who is expected to answer, and how that stands in the URL. */
interface Target {
  readonly host: string;
  readonly port: number;
  /** As it stands in the URL. */
  readonly authority: string;
  readonly path: string;
  readonly credentials: Credentials | undefined;
}

interface Exchange {
  readonly path: string;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

const maxMessageLength = 2048;
const userAgent = 'kube-apiserver-admission';

/** Posts documents to one webhook, over connections that are kept. */
export class WebhookClient {
  readonly #options: WebhookClientOptions;
  #target: Target | undefined;
  #agent: WebhookAgent | undefined;
  #keyPair: KeyPair | undefined;

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  /** Throws an error that says what was posted where and what came of it, or the StatusError that was answered. */
  async post(document: JsonObject, { timeoutMilliseconds, signal }: PostOptions): Promise<JsonValue> {
    this.#target ??= targetOf(this.#options);
    const target = this.#target;
    const path = `${target.path}?timeout=${timeoutMilliseconds / 1000}s`;
    const body = Buffer.from(jsonText(document));
    const limit = new TimeLimit(timeoutMilliseconds, signal);
    let answer: Answer;
    try {
      answer = await this.#exchange(target, { path, body, signal: limit.signal });
    } catch (error) {
      const problem = networkErrorText(limit.signal.aborted ? limit.signal.reason : error);
      throw new Error(`Post "https://${target.authority}${path}": ${problem}`, { cause: error });
    } finally {
      limit.end();
    }
    return readAnswer(answer, this.#options.maxAnswerBytes);
  }

  /** Gives up connections; exchanges that are under way still end. */
  close(): void {
    this.#agent?.retire();
    this.#agent = undefined;
  }

  /** Repeats what was sent on a kept connection that the webhook was just giving up: reviews can be repeated. */
  async #exchange(target: Target, { path, body, signal }: Exchange): Promise<Answer> {
    const { host, port, authority, credentials } = target;
    const authorization = await credentials?.authorization?.();
    const agent = await this.#connections(target);
    for (;;) {
      const request = httpsRequest({
        ...{ host, port, agent, path, signal },
        method: 'POST',
        servername: isIP(host) === 0 ? host : '',
        headers: {
          host: authority,
          'user-agent': userAgent,
          'content-type': 'application/json',
          accept: 'application/json, */*',
          'content-length': body.length,
          ...(authorization && { authorization }),
        },
      });
      try {
        return await answerOf(request, body, this.#options.maxAnswerBytes);
      } catch (error) {
        const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || signal.aborted) throw error;
      }
    }
  }

  /** Another pair of keys is for other connections. */
  async #connections({ port, credentials }: Target): Promise<WebhookAgent> {
    const keyPair = await credentials?.keyPair?.();
    if (this.#agent && this.#keyPair === keyPair) return this.#agent;
    const { config, resolveService } = this.#options;
    const { caBundle = '', service } = config;
    this.#agent?.retire();
    this.#keyPair = keyPair;
    this.#agent = new WebhookAgent({
      authorities: Buffer.from(caBundle, 'base64').toString(),
      keyPair,
      ...(service && { resolve: () => resolveService(service.namespace, service.name, port) }),
    });
    return this.#agent;
  }
}

function targetOf({ config, findCredentials }: WebhookClientOptions): Target {
  const place = placeOf(config);
  const { host, port } = place;
  const credentials = findCredentials?.(`${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  return { ...place, path: cleanPath(place.path), credentials };
}

function placeOf({ service, url }: WebhookClientConfig): Omit<Target, 'credentials'> {
  if (service) {
    const { namespace, name, path = '', port = 443 } = service;
    const host = clusterDnsName(namespace, name);
    return { host, port, authority: `${host}:${port}`, path };
  }
  if (url === undefined) throw new Error('webhook configuration must have either service or URL');
  const { hostname, port, host, pathname } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), authority: host, path: pathname };
}

/** As Go's clients of the API write it: with a slash at its beginning, and none at its end. */
function cleanPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

function answerOf(request: ReturnType<typeof httpsRequest>, body: Buffer, maxBytes: number): Promise<Answer> {
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
        if (bytes > maxBytes) request.destroy(new Error(`the answer is larger than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, contentType: headers['content-type'] ?? '', body: Buffer.concat(chunks) });
      });
    });
    request.end(body);
  });
}

/** The document of a good answer; what a bad one says, by the rules that clients of the API have. */
function readAnswer({ status, contentType, body }: Answer, maxBytes: number): JsonValue {
  const document = decoded(body, maxBytes);
  const told = isStatus(document) ? statusErrorFromObject(document) : undefined;
  if (told && told.status.status !== 'Success') throw told;
  if (status < 200 || status > 299) {
    const isText = contentType === '' || contentType.startsWith('text/');
    const serverMessage = isText ? body.toString('utf8', 0, maxMessageLength).trim() : 'unknown';
    throw genericServerResponse({ code: status, method: 'POST', serverMessage, isUnexpectedResponse: true });
  }
  if (body.length === 0) {
    throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  if (document instanceof DecodeError) {
    throw new Error(`couldn't get version/kind; json parse error: ${document.message}`);
  }
  return document;
}

function isStatus(document: JsonValue | DecodeError): document is JsonObject {
  return !(document instanceof DecodeError) && isJsonObject(document) && document['kind'] === 'Status';
}

/** What does not begin as an object is read as YAML, as clients of the API do. */
function isJsonObjectText(body: Buffer): boolean {
  return /^\s*\{/.test(body.toString('latin1', 0, 64));
}

function decoded(body: Buffer, maxBytes: number): JsonValue | DecodeError {
  try {
    return isJsonObjectText(body) ? decodeJson(body, { maxBytes }) : decodeYaml(body, { maxBytes });
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}
