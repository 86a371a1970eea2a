// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/openapi/aggregator/aggregator.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/openapiv3/aggregator/aggregator.go (v1.36)

import { createHash } from 'node:crypto';
import { decodeJson } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import type { ForeignDocuments, OpenApiService, V2Fragment } from '../../server/openapi/index.js';
import type { RemoteCaller } from '../remote-caller.js';
import type { RemoteService } from '../remote-service.js';
import type { RemoteServices } from '../remote-services.js';
import { filterPaths } from './filter-paths.js';
import { RemotePoller } from './remote-poller.js';
import { convertSwagger } from './swagger-conversion.js';

export interface OpenApiAggregationOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly remotes: RemoteServices;
  readonly caller: RemoteCaller;
  readonly openApi: OpenApiService;
  readonly now: () => number;
}

/** The last known documents of a server. */
interface Known {
  addresses: ForeignDocuments['addresses'];
  swagger: V2Fragment | undefined;
  /** The v2 document converted to v3, for a server without v3 documents. */
  converted: JsonObject | undefined;
  /** The server has no v3 documents. */
  isLegacy: boolean;
  etag: string | undefined;
  /** Changes whenever the v2 document does. */
  tag: string;
  /** Time of the last request for the v2 document. */
  requestedAt: number;
  pending: Promise<void> | undefined;
}

const timeoutMilliseconds = 30_000;
const freshMilliseconds = 60_000;
const maxNesting = 200;

/**
 * Adds the OpenAPI documents of extension API servers to ours. For v3 only the index is read, and requests for
 * documents are proxied. The v2 document, which is large, is read once, and again after a request for ours. The last
 * known documents are kept while a server is unreachable.
 */
export class OpenApiAggregation {
  readonly #options: OpenApiAggregationOptions;
  readonly #poller: RemotePoller;
  readonly #known = new Map<string, Known>();

  constructor(options: OpenApiAggregationOptions) {
    this.#options = options;
    this.#poller = new RemotePoller({
      name: 'open_api_v3_aggregation_controller',
      queueMetrics: options.queueMetrics,
      remotes: options.remotes,
      poll: (remote, signal) => this.#readIndex(remote, signal),
      forget: (name) => this.#forget(name),
      firstRetryMilliseconds: 1000,
    });
  }

  start(): void {
    this.#poller.start();
  }

  close(): Promise<void> {
    return this.#poller.close();
  }

  /** Called when the v2 document is requested: fetches stale parts in the background, for the next request. */
  refreshSwagger(): void {
    for (const remote of this.#options.remotes.all()) if (this.#isStale(remote)) void this.#fetchSwagger(remote);
  }

  #isStale(remote: RemoteService): boolean {
    return remote.isAvailable && this.#options.now() - this.#of(remote).requestedAt >= freshMilliseconds;
  }

  async #readIndex(remote: RemoteService, signal: AbortSignal): Promise<void> {
    if (!remote.isAvailable) return;
    const request = { path: '/openapi/v3', timeoutMilliseconds, signal };
    const { status, body } = await this.#options.caller.get(remote, request);
    if (status !== 200 && status !== 404) throw new Error(`GET /openapi/v3 returned status ${status}`);
    const known = this.#of(remote);
    known.isLegacy = status === 404;
    known.addresses = known.isLegacy ? {} : addressesIn(decodeJson(body, { maxBytes: body.length }));
    if (known.isLegacy) await this.#fetchSwagger(remote);
    // Not awaited, so that a server that does not respond does not block the others.
    else if (known.swagger === undefined) void this.#fetchSwagger(remote);
    this.#publish(remote);
  }

  /** Never rejects. */
  #fetchSwagger(remote: RemoteService): Promise<void> {
    const known = this.#of(remote);
    known.pending ??= this.#readSwagger(remote, known)
      .catch(() => undefined)
      .finally(() => {
        known.requestedAt = this.#options.now();
        known.pending = undefined;
      });
    return known.pending;
  }

  async #readSwagger(remote: RemoteService, known: Known): Promise<void> {
    const isWanted = known.isLegacy && known.converted === undefined;
    const request = { path: '/openapi/v2', known: isWanted ? undefined : known.etag, timeoutMilliseconds };
    const { status, headers, body } = await this.#options.caller.get(remote, request);
    if (status !== 200) return;
    const document = decodeJson(body, { maxBytes: body.length });
    if (!isJsonObject(document) || isTooDeep(document)) return;
    known.swagger = filterPaths(document, `${remote.path}/`);
    known.converted = known.isLegacy ? convertSwagger(document) : undefined;
    known.etag = headers.etag;
    known.tag = createHash('sha256').update(body).digest('hex');
    this.#publish(remote);
  }

  #of({ name }: RemoteService): Known {
    let known = this.#known.get(name);
    if (!known) {
      known = {
        addresses: {},
        swagger: undefined,
        converted: undefined,
        isLegacy: false,
        etag: undefined,
        tag: '',
        requestedAt: Number.NEGATIVE_INFINITY,
        pending: undefined,
      };
      this.#known.set(name, known);
    }
    return known;
  }

  #forget(name: string): void {
    this.#known.delete(name);
    this.#options.openApi.setForeign(name, undefined);
  }

  #publish(remote: RemoteService): void {
    const { openApi, remotes } = this.#options;
    if (remotes.get(remote.name) !== remote) return;
    const { addresses, swagger, converted, tag } = this.#of(remote);
    const documents: ForeignDocuments = { root: remote.path.slice(1), addresses, swagger, converted, tag };
    openApi.setForeign(remote.name, documents);
  }
}

function addressesIn(document: JsonValue): Record<string, string> {
  const paths = isJsonObject(document) && isJsonObject(document['paths']) ? document['paths'] : ({} as JsonObject);
  const found: [string, string][] = [];
  for (const [name, entry] of Object.entries(paths)) {
    const address = isJsonObject(entry) ? entry['serverRelativeURL'] : undefined;
    if (typeof address === 'string') found.push([name, address]);
  }
  return Object.fromEntries(found);
}

/** Whether the document is nested deeper than is plausible, or than recursive functions can process. */
function isTooDeep(document: JsonObject): boolean {
  let level: JsonValue[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxNesting) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
