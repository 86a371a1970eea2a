// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go (v1.36)

import { decodeJson } from '../../apimachinery/codec/index.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import type { WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import type { DiscoveryRegistry, DiscoveryResource } from '../../server/discovery/index.js';
import type { RemoteCaller } from '../remote-caller.js';
import type { RemoteService } from '../remote-service.js';
import type { RemoteServices } from '../remote-services.js';
import { type DiscoveredResources, readAggregated, readResourceList } from './discovery-documents.js';
import { RemotePoller } from './remote-poller.js';

export interface DiscoveryAggregationOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly remotes: RemoteServices;
  readonly caller: RemoteCaller;
  readonly discovery: DiscoveryRegistry;
}

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const timeoutMilliseconds = 5000;

/** The last discovery response of a server for all its group versions, and its ETag. */
interface Known {
  readonly resources: DiscoveredResources;
  readonly etag: string | undefined;
}

/**
 * Adds the resources of extension API servers to the discovery documents; marks those of unreachable servers as stale.
 */
export class DiscoveryAggregation {
  readonly #options: DiscoveryAggregationOptions;
  readonly #poller: RemotePoller;
  /** By Service: one server may serve several group versions. */
  readonly #known = new Map<string, Known>();
  /** By APIService name, for removal. */
  readonly #shown = new Map<string, RemoteService>();

  constructor(options: DiscoveryAggregationOptions) {
    this.#options = options;
    this.#poller = new RemotePoller({
      name: 'discovery-manager',
      queueMetrics: options.queueMetrics,
      remotes: options.remotes,
      poll: (remote, signal) => this.#poll(remote, signal),
      forget: () => {},
      firstRetryMilliseconds: 500,
    });
  }

  /** Groups are listed immediately, as stale until their servers have responded. */
  start(): void {
    const { remotes } = this.#options;
    const show = (remote: RemoteService): void => {
      if (!this.#shown.has(remote.name)) this.#show(remote, [], 'Stale');
      this.#shown.set(remote.name, remote);
    };
    remotes.observe({ changed: show, removed: (remote) => this.#remove(remote) });
    for (const remote of remotes.all()) show(remote);
    this.#poller.start();
  }

  close(): Promise<void> {
    return this.#poller.close();
  }

  #remove(remote: RemoteService): void {
    this.#shown.delete(remote.name);
    this.#options.discovery.removeForeign(remote.group, remote.version);
    const inUse = new Set([...this.#shown.values()].map(serverOf));
    if (!inUse.has(serverOf(remote))) this.#known.delete(serverOf(remote));
  }

  async #poll(remote: RemoteService, signal: AbortSignal): Promise<void> {
    try {
      const resources = await this.#read(remote, signal);
      if (this.#shown.has(remote.name)) this.#show(remote, resources, 'Current');
    } catch (error) {
      const last = this.#known.get(serverOf(remote))?.resources.get(keyOf(remote)) ?? [];
      if (this.#shown.has(remote.name)) this.#show(remote, last, 'Stale');
      throw error;
    }
  }

  async #read(remote: RemoteService, signal: AbortSignal): Promise<readonly DiscoveryResource[]> {
    const server = serverOf(remote);
    const known = this.#known.get(server);
    const request = { path: '/apis', accept: aggregatedType, known: known?.etag, timeoutMilliseconds, signal };
    const { status, headers, body } = await this.#options.caller.get(remote, request);
    if (status === 304 && known) return known.resources.get(keyOf(remote)) ?? [];
    if (status === 503) throw new Error(`service ${server} returned non-success response code: 503`);
    if (status !== 200 || !isAggregated(headers['content-type'])) return this.#readLegacy(remote, signal);
    const resources = readAggregated(decodeJson(body, { maxBytes: body.length }));
    this.#known.set(server, { resources, etag: headers.etag });
    return resources.get(keyOf(remote)) ?? [];
  }

  /** For servers without aggregated discovery. */
  async #readLegacy(remote: RemoteService, signal: AbortSignal): Promise<readonly DiscoveryResource[]> {
    const { path } = remote;
    const { status, body } = await this.#options.caller.get(remote, { path, timeoutMilliseconds, signal });
    if (status !== 200) throw new Error(`failed to download legacy discovery for ${path}: ${status}`);
    const resources = readResourceList(decodeJson(body, { maxBytes: body.length }));
    this.#known.set(serverOf(remote), this.#withVersion(remote, resources));
    return resources;
  }

  #withVersion(remote: RemoteService, resources: readonly DiscoveryResource[]): Known {
    const others = this.#known.get(serverOf(remote))?.resources ?? [];
    return { resources: new Map([...others, [keyOf(remote), resources]]), etag: undefined };
  }

  #show(remote: RemoteService, resources: readonly DiscoveryResource[], freshness: 'Current' | 'Stale'): void {
    const { groupPriorityMinimum: groupPriority, versionPriority } = remote.apiService.spec;
    const { group, version } = remote;
    const described = { version, resources, groupPriority, versionPriority, freshness };
    this.#options.discovery.setForeign(group, described);
  }
}

function serverOf({ reference: { namespace, name, port } }: RemoteService): string {
  return compositeKey(namespace, name, String(port));
}

function keyOf({ group, version }: RemoteService): string {
  return compositeKey(group, version);
}

/** Compares the parameters in any order. */
function isAggregated(contentType = ''): boolean {
  const parts = new Set(contentType.split(';').map((part) => part.trim()));
  return aggregatedType.split(';').every((part) => parts.has(part));
}
