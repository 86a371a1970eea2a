import type { PartialObjectMetadata } from '../../api/meta/v1.js';
import { decodeJson, encodeJson } from '../../apimachinery/codec/index.js';
import {
  type GroupResource,
  type GroupVersionResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../apimachinery/meta/index.js';
import { type Clock, sleep, systemClock } from '../clock/index.js';
import { metadataOnly, ResourceClient } from './resource-client.js';
import { responseError, retryDelaySeconds } from './response-error.js';
import type { Transport, TransportResponse } from './transport.js';
import { unlessAborted } from './unless-aborted.js';

/** Options of a `RestClient`. */
export interface RestClientOptions {
  readonly transport: Transport;
  readonly clock?: Clock | undefined;
  readonly userAgent?: string | undefined;
  /** Called with the text of each Warning header. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/** A request of a `RestClient`. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly body?: JsonValue | undefined;
  /** Of the body. Unset: `application/json`. */
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Resolves with an empty object, without decoding the response. */
  readonly ignoreResponse?: boolean | undefined;
  /** The resource and name to report in errors whose response is not a Status. */
  readonly about?: { readonly resource: GroupResource; readonly name?: string } | undefined;
}

const maxRetries = 10;

/**
 * Client for the Kubernetes API. Error responses reject with `StatusError`, failures to get a response with
 * `TransportError`; a response that cannot be decoded with `DecodeError`, or with TypeError if it is not an object.
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

  /** A namespaced resource; without a namespace, across all namespaces, or a cluster-scoped resource. */
  resource<Item extends object = JsonObject>(resource: GroupVersionResource, namespace = ''): ResourceClient<Item> {
    return new ResourceClient<Item>(this, resource, { namespace });
  }

  /** The same, but of each object the server sends the metadata only. */
  metadata(resource: GroupVersionResource, namespace = ''): ResourceClient<PartialObjectMetadata> {
    return new ResourceClient<PartialObjectMetadata>(this, resource, { namespace, representation: metadataOnly });
  }

  /** Sends a request and decodes the object in the response. */
  async object<Type extends object = JsonObject>(request: RestRequest): Promise<Type> {
    const response = await this.response(request);
    const body = await unlessAborted(response.body(), request.signal);
    if (request.ignoreResponse) return {} as Type;
    const value = decodeJson(body, { maxBytes: Number.POSITIVE_INFINITY });
    if (!isJsonObject(value))
      throw new TypeError(`the response to ${request.method} ${request.target} is not an object`);
    return value as Type;
  }

  /** Resolves with a successful response; the caller reads the body. */
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
