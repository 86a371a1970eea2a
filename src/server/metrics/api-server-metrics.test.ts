import { describe, expect, it } from 'vitest';
import { requestInfoOf } from '../routing/index.js';
import { ApiServerMetrics } from './api-server-metrics.js';
import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration } from './declaration.js';
import * as flowControl from './declarations/flow-control.js';
import * as requests from './declarations/requests.js';
import * as security from './declarations/security.js';
import * as server from './declarations/server.js';
import * as storage from './declarations/storage.js';
import { countHealthChecks } from './health-metrics.js';
import { MetricsRegistry } from './metrics-registry.js';
import { dryRunLabel, labelsOf } from './request-labels.js';

type Declaration = CounterDeclaration | GaugeDeclaration | HistogramDeclaration;

function read(request: string) {
  const [method = '', url = ''] = request.split(' ');
  const [path = '', query] = url.split('?');
  return { method, info: requestInfoOf(method, path, { query: new URLSearchParams(query) }) };
}

describe('labels', () => {
  it.each([
    ['GET /api/v1/namespaces/n/pods/p', 'GET', 'resource'],
    ['HEAD /api/v1/namespaces/n/pods/p', 'GET', 'resource'],
    ['GET /api/v1/namespaces/n/pods', 'LIST', 'namespace'],
    ['GET /api/v1/pods', 'LIST', 'cluster'],
    ['GET /api/v1/pods?fieldSelector=metadata.name%3Dp', 'GET', 'resource'],
    ['GET /api/v1/pods?watch=1', 'WATCH', 'cluster'],
    ['GET /api/v1/watch/namespaces/n/pods', 'WATCH', 'namespace'],
    ['POST /api/v1/namespaces/n/pods', 'POST', 'resource'],
    ['PUT /api/v1/nodes/n', 'PUT', 'resource'],
    ['PATCH /api/v1/nodes/n', 'PATCH', 'resource'],
    ['DELETE /api/v1/nodes/n', 'DELETE', 'resource'],
    ['DELETE /api/v1/nodes', 'DELETE', 'cluster'],
    ['GET /api/v1/namespaces/n/pods/p/log', 'CONNECT', 'resource'],
    ['POST /api/v1/namespaces/n/pods/p/exec', 'CONNECT', 'resource'],
    ['GET /api/v1/nodes/n/proxy/x', 'CONNECT', 'resource'],
    ['GET /healthz', 'GET', ''],
    ['BREW /api/v1/nodes/n', 'other', 'resource'],
  ])('%s is %s of scope "%s"', (request, verb, scope) => {
    const { method, info } = read(request);
    expect(labelsOf(info, { method })).toMatchObject({ verb, scope });
  });

  it('distinguishes apply from other patches', () => {
    const { method, info } = read('PATCH /apis/apps/v1/namespaces/n/deployments/d/status');
    expect(labelsOf(info, { method, contentType: 'application/apply-patch+yaml' })).toEqual({
      verb: 'APPLY',
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      subresource: 'status',
      scope: 'resource',
      component: 'apiserver',
    });
  });

  it('names what is not about a resource by its route', () => {
    const { method, info } = read('GET /apis/apps/v1');
    expect(labelsOf(info, { method, route: '/apis/{group}/{version}', component: '' })).toEqual({
      verb: 'GET',
      group: '',
      version: '',
      resource: '',
      subresource: '/apis/{group}/{version}',
      scope: '',
      component: '',
    });
  });

  it.each([
    [[], ''],
    [['All'], 'All'],
    [['All', 'All'], 'All'],
    [[''], 'invalid'],
    [['All', 'x'], 'invalid'],
  ])('dryRun %j is "%s"', (values, label) => {
    expect(dryRunLabel(values)).toBe(label);
  });
});

describe('requests', () => {
  const pods =
    'component="apiserver",%group="",resource="pods",scope="resource",subresource="",verb="GET",version="v1"';
  const labels = (dryRun: string | undefined) => pods.replace('%', dryRun === undefined ? '' : `dry_run="${dryRun}",`);

  it('count by code, with duration, service level and size', () => {
    const registry = new MetricsRegistry();
    const metrics = new ApiServerMetrics(registry);
    const { method, info } = read('GET /api/v1/namespaces/n/pods/p');
    const outcome = { code: 200, durationSeconds: 0.3, responseBytes: 5000, excludedSeconds: 0.25 };
    metrics.requestFinished(info, { method }, outcome);
    metrics.requestFinished(info, { method }, { ...outcome, code: 404 });
    metrics.requestFinished(info, { method }, { ...outcome, dryRun: 'All' });
    const text = registry.expose();
    expect(text).toContain(`apiserver_request_total{code="200",${labels('')}} 1\n`);
    expect(text).toContain(`apiserver_request_total{code="404",${labels('')}} 1\n`);
    expect(text).toContain(`apiserver_request_total{code="200",${labels('All')}} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels('')},le="0.2"} 0\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels('')},le="0.4"} 2\n`);
    expect(text).toContain(`apiserver_request_sli_duration_seconds_bucket{${labels(undefined)},le="0.05"} 2\n`);
    expect(text).toContain(`apiserver_request_sli_duration_seconds_count{${labels(undefined)}} 2\n`);
    expect(text).toContain(`apiserver_response_sizes_bucket{${labels(undefined)},le="10000"} 3\n`);
  });

  it('have no response size when they write', () => {
    const registry = new MetricsRegistry();
    const { method, info } = read('PUT /api/v1/nodes/n');
    new ApiServerMetrics(registry).requestFinished(
      info,
      { method },
      { code: 200, durationSeconds: 1, responseBytes: 1 },
    );
    expect(registry.expose()).not.toContain('apiserver_response_sizes');
  });

  it('that are dropped, terminated, aborted, long-running or deprecated are counted as such', () => {
    const registry = new MetricsRegistry();
    const metrics = new ApiServerMetrics(registry);
    const { method, info } = read('GET /api/v1/namespaces/n/pods/p');
    metrics.requestDropped(info, { method });
    metrics.requestTerminated(info, { method }, 504);
    metrics.requestAborted(info, { method });
    metrics.selfRequest(info, { method });
    metrics.deprecatedApiRequested(info, '1.40');
    const ended = metrics.longRunningStarted(info, { method });
    const gauge = `apiserver_longrunning_requests{${labels(undefined)}}`;
    const text = registry.expose();
    expect(text).toContain(`apiserver_request_total{code="429",${labels('')}} 1\n`);
    expect(text).toContain(`apiserver_request_terminations_total{code="504",${labels(undefined)}} 1\n`);
    expect(text).toContain(
      'apiserver_request_aborts_total{group="",resource="pods",scope="resource",subresource="",verb="GET",version="v1"} 1',
    );
    expect(text).toContain('apiserver_selfrequest_total{group="",resource="pods",subresource="",verb="GET"} 1');
    expect(text).toContain(
      'apiserver_requested_deprecated_apis{group="",removed_release="1.40",resource="pods",subresource="",version="v1"} 1',
    );
    expect(text).toContain(`${gauge} 1\n`);
    ended();
    expect(registry.expose()).toContain(`${gauge} 0\n`);
  });

  it('in flight and in queues are shown by kind', () => {
    const registry = new MetricsRegistry();
    const metrics = new ApiServerMetrics(registry);
    metrics.followInflight(() => ({ readOnly: 3, mutating: 1 }));
    metrics.followInqueue(() => ({ readOnly: 0, mutating: 2 }));
    expect(registry.expose()).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 3\n');
    expect(registry.expose()).toContain('apiserver_current_inqueue_requests{request_kind="mutating"} 2\n');
  });

  it('of more endpoints than can be are counted together', () => {
    const registry = new MetricsRegistry();
    const metrics = new ApiServerMetrics(registry);
    const base = { verb: 'GET', group: '', version: 'v1', subresource: '', scope: '', component: '' };
    for (let index = 0; index < 20_000; index++) metrics.endpoint({ ...base, resource: `r${index}` });
    const surplus = metrics.endpoint({ ...base, resource: 'one-more' });
    expect(metrics.endpoint({ ...base, resource: 'another' })).toBe(surplus);
  });
});

it('events of a watch are counted with their sizes', () => {
  const registry = new MetricsRegistry();
  const events = new ApiServerMetrics(registry).watchEvents({ group: 'apps', version: 'v1', resource: 'deployments' });
  events.sent(1500);
  events.sent(10);
  const labels = 'group="apps",resource="deployments",version="v1"';
  expect(registry.expose()).toContain(`apiserver_watch_events_total{${labels}} 2\n`);
  expect(registry.expose()).toContain(`apiserver_watch_events_sizes_bucket{${labels},le="1024"} 1\n`);
});

it('health checks are counted by their outcome', () => {
  const registry = new MetricsRegistry();
  const count = countHealthChecks(registry);
  count({ endpoint: 'livez', check: 'etcd', failure: undefined });
  count({ endpoint: 'livez', check: 'etcd', failure: new Error('down') });
  expect(registry.expose()).toContain('kubernetes_healthcheck{name="etcd",type="livez"} 0\n');
  expect(registry.expose()).toContain('kubernetes_healthchecks_total{name="etcd",status="success",type="livez"} 1\n');
  expect(registry.expose()).toContain('kubernetes_healthchecks_total{name="etcd",status="error",type="livez"} 1\n');
});

describe('declarations', () => {
  const groups: readonly Readonly<Record<string, Declaration>>[] = [
    ...Object.values(flowControl),
    ...Object.values(requests),
    ...Object.values(security),
    ...Object.values(server),
    ...Object.values(storage),
  ];
  const declarations = groups.flatMap((group) => Object.values(group));

  it('have names of their own', () => {
    const names = declarations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(declarations.map((declaration) => [declaration.name, declaration] as const))(
    '%s is sound',
    (name, metric) => {
      expect(name).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/);
      expect(metric.help).toMatch(/\.$/);
      expect(new Set(metric.labels).size).toBe(metric.labels.length);
      const buckets: readonly number[] = metric.type === 'histogram' ? metric.buckets : [];
      expect([...buckets].sort((a, b) => a - b)).toEqual(buckets);
    },
  );
});
