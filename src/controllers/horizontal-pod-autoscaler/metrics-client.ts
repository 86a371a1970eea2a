// Follows pkg/controller/podautoscaler/metrics/client.go (v1.36)
import type { CrossVersionObjectReference } from '../../api/autoscaling/v2.js';
import { type JsonObject, parseDuration, parseTime } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { discoverResources } from '../discover-resources.js';
import { milliValue, type PodMetric } from './replica-calculator.js';

const defaultWindowMilliseconds = 60_000;

interface ContainerUsage {
  readonly name: string;
  readonly usage: Readonly<Record<string, string>>;
}

interface PodMetricsObject {
  readonly metadata: { readonly name?: string };
  readonly timestamp: string;
  readonly window: string;
  readonly containers?: readonly ContainerUsage[];
}

interface MetricValue {
  readonly describedObject?: { readonly name?: string };
  readonly metricName?: string;
  readonly timestamp: string;
  readonly windowSeconds?: number;
  readonly window?: number;
  readonly value: string;
}

/** Reads metrics from the APIs that extension servers provide. Rejects with upstream's messages. */
export class MetricsClient {
  readonly #client: RestClient;
  readonly #signal: AbortSignal;

  constructor(client: RestClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** `container` empty: the sum of all containers. */
  async ofResource(
    resource: string,
    { namespace, selector, container }: { namespace: string; selector: string; container: string },
  ): Promise<Map<string, PodMetric>> {
    const pods = { group: 'metrics.k8s.io', version: 'v1beta1', resource: 'pods' };
    const list = this.#client
      .resource<PodMetricsObject>(pods, namespace)
      .list({ labelSelector: selector, signal: this.#signal });
    const { items } = await explained('resource', list);
    if (items.length === 0) throw new Error('no metrics returned from resource metrics API');
    const found = new Map<string, PodMetric>();
    for (const { metadata, timestamp, window, containers = [] } of items) {
      const counted = container === '' ? containers : containers.filter(({ name }) => name === container).slice(0, 1);
      const usages = counted.map(({ usage }) => usage[resource]);
      if (usages.length === 0 || usages.some((usage) => usage === undefined)) continue;
      found.set(metadata.name ?? '', {
        value: usages.reduce((total, usage) => total + milliValue(usage ?? '0'), 0),
        timestamp: parseTime(timestamp) ?? 0,
        windowMilliseconds: parseDuration(window) ?? 0,
      });
    }
    return found;
  }

  async ofPods(
    metric: string,
    { namespace, selector, metricSelector }: { namespace: string; selector: string; metricSelector: string },
  ): Promise<Map<string, PodMetric>> {
    const path = `namespaces/${namespace}/pods/*/${encodeURIComponent(metric)}`;
    const items = await this.#customValues(path, { labelSelector: selector, metricLabelSelector: metricSelector });
    return new Map(
      items.map(({ describedObject, timestamp, value, windowSeconds }) => [
        describedObject?.name ?? '',
        {
          value: milliValue(value),
          timestamp: parseTime(timestamp) ?? 0,
          windowMilliseconds: windowSeconds === undefined ? defaultWindowMilliseconds : windowSeconds * 1000,
        },
      ]),
    );
  }

  async ofObject(
    metric: string,
    { apiVersion = '', kind, name }: CrossVersionObjectReference,
    { namespace, metricSelector }: { namespace: string; metricSelector: string },
  ): Promise<number> {
    const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
    const { resources } = await discoverResources(this.#client, this.#signal);
    const found = resources.find((each) => each.kind === kind && each.group === group);
    if (!found)
      throw new Error(
        `unable to fetch metrics from custom metrics API: no matches for kind "${kind}" in group "${group}"`,
      );
    const plural = group === '' ? found.resource : `${found.resource}.${group}`;
    const isNamespace = kind === 'Namespace' && group === '';
    const path = isNamespace
      ? `namespaces/${namespace}/metrics/${encodeURIComponent(metric)}`
      : `namespaces/${namespace}/${plural}/${encodeURIComponent(name)}/${encodeURIComponent(metric)}`;
    const [value] = await this.#customValues(path, { metricLabelSelector: metricSelector });
    return milliValue(value?.value ?? '0');
  }

  async #customValues(path: string, query: Record<string, string>): Promise<readonly MetricValue[]> {
    const items = await explained('custom', this.#values(`custom.metrics.k8s.io/v1beta2/${path}`, query));
    if (items.length === 0) throw new Error('no metrics returned from custom metrics API');
    return items;
  }

  async ofExternal(
    metric: string,
    { namespace, metricSelector }: { namespace: string; metricSelector: string },
  ): Promise<number> {
    const path = `external.metrics.k8s.io/v1beta1/namespaces/${namespace}/${encodeURIComponent(metric)}`;
    const items = await explained('external', this.#values(path, { labelSelector: metricSelector }));
    if (items.length === 0) throw new Error('no metrics returned from external metrics API');
    return items.reduce((total, { value }) => total + milliValue(value), 0);
  }

  async #values(path: string, query: Record<string, string>): Promise<readonly MetricValue[]> {
    const given = Object.entries(query).filter(([, value]) => value !== '');
    const text = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const list = await this.#client.object<JsonObject>({
      method: 'GET',
      target: `/apis/${path}${text}`,
      signal: this.#signal,
    });
    return (list['items'] ?? []) as unknown as readonly MetricValue[];
  }
}

async function explained<Value>(api: string, request: Promise<Value>): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    throw new Error(`unable to fetch metrics from ${api} metrics API: ${messageOf(error)}`);
  }
}
