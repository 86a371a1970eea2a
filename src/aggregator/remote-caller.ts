// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go (v1.36)

import type { IncomingMessage } from 'node:http';
import type { UserInfo } from '../server/index.js';
import {
  type BackendAddress,
  joinHostPort,
  networkErrorText,
  UnusableAuthoritiesError,
} from '../server/proxy/index.js';
import type { ServiceReference } from './api-service/index.js';
import { identityHeaders } from './proxy/index.js';
import type { RemoteService } from './remote-service.js';

/** Returns the address of a Service. Rejects if it has none. */
export type LocateService = (reference: ServiceReference) => Promise<BackendAddress>;

/** The aggregator's identity in its own requests to extension API servers. */
const aggregatorUser: UserInfo = { name: 'system:kube-aggregator', groups: ['system:masters'] };

export interface RemoteResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface RemoteRequest {
  readonly path: string;
  readonly accept?: string;
  /** ETag of the known response. */
  readonly known?: string | undefined;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** More than any discovery or OpenAPI document needs. */
const maxBytes = 64 * 1024 * 1024;
/** Number of endpoints of a Service that are tried. */
const attempts = 5;
const probeTimeoutMilliseconds = 5000;

/** Sends the aggregator's own requests to extension API servers. */
export class RemoteCaller {
  readonly #locate: LocateService;

  constructor(locate: LocateService) {
    this.#locate = locate;
  }

  /** Rejects on timeout, or if the response is too large. */
  async get(remote: RemoteService, request: RemoteRequest): Promise<RemoteResponse> {
    const response = await this.#send(remote, await this.#locate(remote.reference), request);
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: await readAll(response) };
  }

  /** Checks that one of the endpoints serves discovery. Rejects with the message of upstream's condition. */
  async probe(remote: RemoteService, signal: AbortSignal): Promise<void> {
    const endpoints = new Map<string, BackendAddress>();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const address = await this.#locate(remote.reference);
      endpoints.set(joinHostPort(address.host, address.port), address);
    }
    const probes = [...endpoints.values()].map((address) => this.#probeOne(remote, address, signal));
    try {
      await Promise.any(probes);
    } catch (error) {
      throw error instanceof AggregateError ? error.errors.at(-1) : error;
    }
  }

  async #probeOne(remote: RemoteService, address: BackendAddress, signal: AbortSignal): Promise<void> {
    const url = `https://${joinHostPort(address.host, address.port)}${remote.path}`;
    const request = { path: remote.path, timeoutMilliseconds: probeTimeoutMilliseconds, signal };
    const failure = `failing or missing response from ${url}`;
    const response = await this.#send(remote, address, request).catch((error) => {
      if (error instanceof UnusableAuthoritiesError) throw error;
      throw new Error(`${failure}: Get "${url}": ${timeoutText(error) ?? networkErrorText(error)}`);
    });
    const { statusCode = 0 } = response;
    response.resume();
    if (statusCode < 200 || statusCode > 299) throw new Error(`${failure}: bad status from ${url}: ${statusCode}`);
  }

  #send(remote: RemoteService, address: BackendAddress, request: RemoteRequest): Promise<IncomingMessage> {
    const { path, accept = 'application/json', known, timeoutMilliseconds, signal } = request;
    const headers = ['host', joinHostPort(address.host, address.port), 'accept', accept, 'user-agent', 'trestle'];
    if (known !== undefined) headers.push('if-none-match', known);
    return remote.backend.send(address, {
      method: 'GET',
      target: path,
      headers: [...headers, ...identityHeaders(aggregatorUser)],
      signal,
      timeoutMilliseconds,
    });
  }
}

function timeoutText(error: unknown): string | undefined {
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') return undefined;
  return 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the document is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
