import { decodeJson, encodeJson } from '../../apimachinery/codec/index.js';
import {
  type GroupResource,
  type GroupVersionResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../apimachinery/meta/index.js';
import { type Clock, sleep, systemClock } from '../clock/index.js';
import { ResourceClient } from './resource-client.js';
import { responseError, retryDelaySeconds } from './response-error.js';
import type { Transport, TransportResponse } from './transport.js';
import { unlessAborted } from './unless-aborted.js';

export interface RestClientOptions {
  readonly transport: Transport;
  readonly clock?: Clock | undefined;
  readonly userAgent?: string | undefined;
  /** Told of each Warning header. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly body?: JsonValue | undefined;
  /** Of the body; `application/json` unless told. */
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What errors that are no Status are said to be about. */
  readonly about?: { readonly resource: GroupResource; readonly name?: string } | undefined;
}

const maxRetries = 10;

/**
 * Speaks the Kubernetes API. Failures that the server tells are `StatusError`s, those on the way to it `TransportError`s;
 * an answer that cannot be read is a `DecodeError`, or a TypeError if it is no object.
 */
export class RestClient {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #userAgent: string;
  readonly #onWarning: ((text: string) => void) | undefined;

  constructor({ transport, clock = systemClock, userAgent = 'trestle', onWarning }: RestClientOptions) {
    this.#transport = transport;
    this.#clock = clock;
    this.#userAgent = userAgent;
    this.#onWarning = onWarning;
  }

  /** A resource of one namespace; without a namespace, of all of them, or one that has none. */
  resource<Item extends object = JsonObject>(resource: GroupVersionResource, namespace = ''): ResourceClient<Item> {
    return new ResourceClient<Item>(this, resource, namespace);
  }

  /** Sends a request and decodes the object that is answered. */
  async object<Answer extends object = JsonObject>(request: RestRequest): Promise<Answer> {
    const response = await this.response(request);
    const body = await unlessAborted(response.body(), request.signal);
    const value = decodeJson(body, { maxBytes: Number.POSITIVE_INFINITY });
    if (!isJsonObject(value)) throw new TypeError(`the answer to ${request.method} ${request.target} is not an object`);
    return value as Answer;
  }

  /** The response to a request once it is a success; whoever wants it takes the body. */
  async response(request: RestRequest): Promise<TransportResponse> {
    const sent = { ...request, headers: this.#headersOf(request), body: bodyOf(request) };
    for (let retries = 0; ; retries++) {
      const response = await unlessAborted(this.#transport.send(sent), request.signal);
      this.#reportWarnings(response);
      if (response.status < 300) return response;
      const body = await response.body();
      const delay = retries < maxRetries ? retryDelaySeconds(response) : undefined;
      if (delay === undefined) throw responseError(request, response, body);
      await sleep(this.#clock, delay * 1000, request);
    }
  }

  #headersOf({ body, contentType = 'application/json', accept = 'application/json' }: RestRequest) {
    const headers = { accept, 'user-agent': this.#userAgent };
    return body === undefined ? headers : { ...headers, 'content-type': contentType };
  }

  #reportWarnings({ headers }: TransportResponse): void {
    if (this.#onWarning === undefined || headers['warning'] === undefined) return;
    for (const line of [headers['warning']].flat()) {
      for (const [, quoted] of String(line).matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
        this.#onWarning((quoted ?? '').replace(/\\(.)/g, '$1'));
      }
    }
  }
}

function bodyOf({ body }: RestRequest): Buffer | undefined {
  return body === undefined ? undefined : encodeJson(body);
}
