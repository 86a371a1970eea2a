// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/client.go (v1.36)
// Follows staging/src/k8s.io/client-go/rest/request.go (v1.36)

import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { DecodeError, decodeJson, decodeYaml, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { genericServerResponse, statusErrorFromObject } from '../../apimachinery/status/index.js';
import { startClientSpan } from '../http/index.js';
import type { Credentials, KeyPair } from '../rest/index.js';
import { networkErrorText } from './network-error-text.js';
import { clusterDnsName, type ResolveService } from './resolve-service.js';
import { TimeLimit } from './time-limit.js';
import { WebhookAgent } from './webhook-agent.js';

/** Where to reach a webhook, as in its configuration: a URL or a service. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** Base64-encoded PEM. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/** Returns the credentials for a webhook at `host:port`; undefined: none. */
export type FindCredentials = (address: string) => Credentials | undefined;

interface WebhookClientOptions {
  readonly config: WebhookClientConfig;
  readonly resolveService: ResolveService;
  /** Maximum size of a response. */
  readonly maxResponseBytes: number;
  readonly findCredentials?: FindCredentials;
}

export interface PostOptions {
  readonly timeoutMilliseconds: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

interface WebhookResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** A resolved client configuration. */
interface Target {
  readonly host: string;
  readonly port: number;
  /** As in the URL. */
  readonly authority: string;
  readonly path: string;
  readonly credentials: Credentials | undefined;
}

interface Exchange {
  readonly path: string;
  readonly body: Buffer;
  readonly signal: AbortSignal;
  /** Headers by which the webhook continues a trace. */
  readonly trace: Readonly<Record<string, string>> | undefined;
}

const maxMessageLength = 2048;
const userAgent = 'kube-apiserver-admission';

/** Posts documents to one webhook over keep-alive connections. */
export class WebhookClient {
  readonly #options: WebhookClientOptions;
  #target: Target | undefined;
  #agent: WebhookAgent | undefined;
  #keyPair: KeyPair | undefined;

  constructor(options: WebhookClientOptions) {
    this.#options = options;
  }

  /** Throws an error that names the URL and the failure, or the StatusError of the response. */
  async post(document: JsonObject, { timeoutMilliseconds, signal }: PostOptions): Promise<JsonValue> {
    this.#target ??= targetOf(this.#options);
    const target = this.#target;
    const path = `${target.path}?timeout=${timeoutMilliseconds / 1000}s`;
    const body = Buffer.from(jsonText(document));
    const limit = new TimeLimit(timeoutMilliseconds, signal);
    const { host, port, authority } = target;
    const span = startClientSpan({ method: 'POST', url: `https://${authority}${path}`, host, port });
    let result: WebhookResponse;
    try {
      result = await this.#exchange(target, { path, body, signal: limit.signal, trace: span?.headers });
      span?.responded(result.status);
    } catch (error) {
      span?.failed(error);
      const problem = networkErrorText(limit.signal.aborted ? limit.signal.reason : error);
      throw new Error(`Post "https://${target.authority}${path}": ${problem}`, { cause: error });
    } finally {
      limit.end();
    }
    return readResponse(result, this.#options.maxResponseBytes);
  }

  /** Closes idle connections; requests in flight complete. */
  close(): void {
    this.#agent?.retire();
    this.#agent = undefined;
  }

  /** Retries if a kept connection was closed by the webhook as the request was sent: reviews can be repeated safely. */
  async #exchange(target: Target, { path, body, signal, trace }: Exchange): Promise<WebhookResponse> {
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
          ...trace,
        },
      });
      try {
        return await responseTo(request, body, this.#options.maxResponseBytes);
      } catch (error) {
        const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || signal.aborted) throw error;
      }
    }
  }

  /** A changed client certificate requires new connections. */
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
      dial: service ? resolveService.dialers?.service : resolveService.dialers?.url,
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

/** As client-go writes it: with a leading slash and no trailing one. */
function cleanPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

function responseTo(
  request: ReturnType<typeof httpsRequest>,
  body: Buffer,
  maxBytes: number,
): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    // No other event is emitted when the connection is upgraded.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the webhook requested an upgrade to another protocol'));
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) request.destroy(new Error(`the response is larger than ${maxBytes} bytes`));
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

/** Returns the document of a successful response; throws the error of any other, by client-go's rules. */
function readResponse({ status, contentType, body }: WebhookResponse, maxBytes: number): JsonValue {
  const document = decoded(body, maxBytes);
  const reported = isStatus(document) ? statusErrorFromObject(document) : undefined;
  if (reported && reported.status.status !== 'Success') throw reported;
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

/** A body that does not start like an object is decoded as YAML, as client-go does. */
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
