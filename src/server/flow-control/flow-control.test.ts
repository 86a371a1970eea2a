import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiRequest } from '../http/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { RequestContext, type UserInfo } from '../request-context.js';
import { requestInfoOf } from '../routing/index.js';
import type { FlowControlOptions } from './flow-control.js';
import {
  defaultConfiguration,
  dumpFlowControl,
  FlowControl,
  type FlowControlConfiguration,
  type ObjectStatistics,
} from './index.js';
import { seatLimitsOf } from './seat-limits.js';
import { dealHand } from './shuffle-sharding.js';

const jane: UserInfo = { name: 'jane', groups: ['system:authenticated'] };
const podsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`;

function request(user: UserInfo, target: string, method = 'GET') {
  const gone = new AbortController();
  const transport = {
    protocol: 'HTTP/2.0' as const,
    remoteAddress: '',
    rawHeaders: [],
    clientCertificate: () => undefined,
    hasBody: false,
    readBody: async () => Buffer.alloc(0),
    bodyStream: () => {
      throw new Error('no body');
    },
    cancelled: () => undefined,
    onClientGone: (callback: () => void) => gone.signal.addEventListener('abort', callback),
    upgrade: () => {
      throw new Error('no upgrade');
    },
  };
  const context = new RequestContext(new ApiRequest({ method, target, headers: {} }, transport));
  context.user = user;
  context.info = requestInfoOf(method, context.request.decodedPath, context.request);
  return { context, leave: () => gone.abort() };
}

describe('requests are classified', () => {
  const account = (name: string): UserInfo => ({
    name: `system:serviceaccount:${name}`,
    groups: ['system:serviceaccounts', 'system:authenticated'],
  });
  const node: UserInfo = { name: 'system:node:n', groups: ['system:nodes', 'system:authenticated'] };
  const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/l';

  test.each([
    ['an administrator', { name: 'root', groups: ['system:masters'] }, podsOf('a'), 'exempt', 'exempt'],
    ['a probe', { name: 'p', groups: ['system:unauthenticated'] }, '/readyz/ping', 'probes', 'exempt'],
    ['a controller that leads', account('kube-system:c'), lease, 'system-leader-election', 'leader-election'],
    ['a controller', account('kube-system:c'), podsOf('a'), 'kube-system-service-accounts', 'workload-high'],
    ['the scheduler', { name: 'system:kube-scheduler', groups: [] }, podsOf('a'), 'kube-scheduler', 'workload-high'],
    ['a workload', account('kube-systems:c'), podsOf('a'), 'service-accounts', 'workload-low'],
    ['a node about itself', node, '/api/v1/nodes/n/status', 'system-node-high', 'node-high'],
    ['a node about pods', node, podsOf('a'), 'system-nodes', 'system'],
    ['a user', jane, podsOf('a'), 'global-default', 'global-default'],
  ])('%s', (_title, user, target, schema, level) => {
    const flow = new FlowControl().flowOf(user, request(user, target).context.info);
    expect([flow.name, flow.level.name]).toEqual([schema, level]);
  });
});

test('requests that no schema is about are caught by the last one', () => {
  const control = new FlowControl({ configuration: { priorityLevels: [], flowSchemas: [] } });
  const { context } = request({ name: 'nobody', groups: [] }, podsOf('a'));
  expect(control.flowOf(context.user, context.info).name).toBe('catch-all');
  expect(control.levels.map(({ name }) => name)).toEqual(['exempt', 'catch-all']);
});

test('seats are divided by shares', () => {
  const limits = seatLimitsOf(defaultConfiguration().priorityLevels, 600);
  expect(limits.get('workload-low')).toEqual({ nominal: 245, lower: 24, upper: 845 });
  expect(limits.get('catch-all')).toEqual({ nominal: 13, lower: 13, upper: 613 });
  expect(limits.get('exempt')).toEqual({ nominal: 0, lower: 0, upper: 600 });
});

test('a flow is always dealt the same different queues', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 128 }), fc.integer({ min: 1, max: 8 }), (flow, queues, size) => {
      const options = { queues, handSize: Math.min(size, queues) };
      const hand = dealHand(flow, options);
      expect(hand).toHaveLength(options.handSize);
      expect(new Set(hand).size).toBe(options.handSize);
      expect(hand.every((card) => card >= 0 && card < queues)).toBe(true);
      expect(dealHand(flow, options)).toEqual(hand);
    }),
  );
});

/** One level for all users, with a few seats. */
function small(queuing?: { queues: number; handSize: number; queueLengthLimit: number }): FlowControlConfiguration {
  const limitResponse = queuing ? ({ type: 'Queue', queuing } as const) : ({ type: 'Reject' } as const);
  return {
    priorityLevels: [
      { metadata: { name: 'one', uid: 'level-uid' }, spec: { type: 'Limited', limited: { limitResponse } } },
    ],
    flowSchemas: [
      {
        metadata: { name: 'all', uid: 'schema-uid' },
        spec: {
          priorityLevelConfiguration: { name: 'one' },
          distinguisherMethod: { type: 'ByUser' },
          rules: [
            {
              subjects: [{ kind: 'Group', group: { name: '*' } }],
              resourceRules: [
                { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true },
              ],
            },
          ],
        },
      },
    ],
  };
}

class Harness {
  readonly control: FlowControl;
  /** User names in the order in which their requests started. */
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #running: (() => void)[] = [];
  readonly #statistics: ObjectStatistics | undefined;

  constructor(options: FlowControlOptions, statistics?: ObjectStatistics) {
    this.control = new FlowControl(options);
    this.#statistics = statistics;
  }

  /** Sends a request that lasts until `end`. */
  async call(name: string, target = podsOf('a')) {
    const { context, leave } = request({ name, groups: [] }, target);
    const flow = this.control.flowOf(context.user, context.info);
    const ticket = this.control.ticket(flow, context, this.#statistics);
    const response = this.control.enter(ticket, context);
    const done = async () => {
      const verdict = typeof response === 'string' ? response : await response;
      if (verdict !== 'execute') {
        this.refused.push(`${name} ${verdict}`);
        return;
      }
      this.begun.push(name);
      this.#running.push(() => this.control.leave(ticket));
    };
    const settled = done();
    if (typeof response === 'string') await settled;
    return { leave, settled };
  }

  /** Ends the request that started first. */
  async end(): Promise<void> {
    this.#running.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a level without queues', () => {
  test('refuses what it has no seat for', async () => {
    const harness = new Harness({ serverSeats: 1, configuration: small() });
    await harness.call('a');
    await harness.call('b');
    await harness.end();
    await harness.call('c');
    expect([harness.begun, harness.refused]).toEqual([['a', 'c'], ['b concurrency-limit']]);
  });
});

describe('a level with queues', () => {
  const queuing = { queues: 64, handSize: 4, queueLengthLimit: 3 };

  test('serves a flow of few requests between those of one with many', async () => {
    let now = 0;
    const configuration = small({ queues: 64, handSize: 1, queueLengthLimit: 50 });
    const harness = new Harness({ serverSeats: 1, configuration, now: () => now });
    await harness.call('holder');
    for (let index = 0; index < 5; index++) await harness.call('elephant');
    for (let index = 0; index < 2; index++) await harness.call('mouse');
    while (harness.begun.length < 8) {
      now += 1;
      await harness.end();
    }
    expect(harness.begun.slice(1)).toEqual([
      'elephant',
      'mouse',
      'elephant',
      'mouse',
      'elephant',
      'elephant',
      'elephant',
    ]);
  });

  test('charges a flow for the time that its requests took', async () => {
    let now = 0;
    const configuration = small({ queues: 64, handSize: 1, queueLengthLimit: 50 });
    const harness = new Harness({ serverSeats: 1, configuration, now: () => now });
    await harness.call('holder');
    for (let index = 0; index < 4; index++) await harness.call('slow');
    for (let index = 0; index < 4; index++) await harness.call('quick');
    while (harness.begun.length < 9) {
      now += harness.begun.at(-1) === 'slow' ? 100 : 1;
      await harness.end();
    }
    expect(harness.begun.slice(1, 6).filter((name) => name === 'quick')).toHaveLength(4);
  });

  test('refuses what its queues have no room for', async () => {
    const configuration = small({ queues: 1, handSize: 1, queueLengthLimit: 2 });
    const harness = new Harness({ serverSeats: 1, configuration });
    for (const name of ['a', 'b', 'c', 'd']) await harness.call(name);
    expect(harness.refused).toEqual(['d queue-full']);
    await harness.end();
    await harness.end();
    expect(harness.begun).toEqual(['a', 'b', 'c']);
  });

  test('forgets a request whose client leaves, and one that waits too long', async () => {
    const metrics = new MetricsRegistry();
    const harness = new Harness({ serverSeats: 1, configuration: small(queuing), queueWaitMilliseconds: 5, metrics });
    await harness.call('holder');
    const left = await harness.call('left');
    left.leave();
    await left.settled;
    const late = await harness.call('late');
    await late.settled;
    expect(harness.refused).toEqual(['left cancelled', 'late time-out']);
    const text = metrics.expose();
    expect(text).toContain(
      'apiserver_flowcontrol_rejected_requests_total{flow_schema="all",priority_level="one",reason="time-out"} 1',
    );
    expect(text).toContain(
      'apiserver_flowcontrol_current_executing_requests{flow_schema="all",priority_level="one"} 1',
    );
    expect(text).toContain('apiserver_flowcontrol_current_inqueue_requests{flow_schema="all",priority_level="one"} 0');
    expect(text).toContain('apiserver_flowcontrol_nominal_limit_seats{priority_level="one"} 1');
  });

  test('lets a list that is wider than all seats pass alone', async () => {
    const statistics = () => ({ count: 1000, averageBytes: 10_000 });
    const harness = new Harness({ serverSeats: 10, configuration: small(queuing) }, statistics);
    harness.control.levels.find(({ name }) => name === 'one')!.limit = 1;
    await harness.call('wide');
    await harness.call('second');
    expect(harness.begun).toEqual(['wide']);
    await harness.end();
    expect(harness.begun).toEqual(['wide', 'second']);
  });

  test('lines requests up again when its queues change', async () => {
    const harness = new Harness({ serverSeats: 1, configuration: small(queuing) });
    for (const name of ['a', 'b', 'c']) await harness.call(name);
    harness.control.configure(small({ queues: 1, handSize: 1, queueLengthLimit: 1 }));
    await harness.end();
    expect([harness.begun, harness.refused]).toEqual([['a', 'b'], ['c queue-full']]);
  });
});

test('lists take as many seats as their size suggests', () => {
  const control = new FlowControl({ serverSeats: 1000 });
  const seatsOf = (target: string, [count, averageBytes]: readonly [number, number]) => {
    const { context } = request(jane, target);
    const flow = control.flowOf(context.user, context.info);
    return control.ticket(flow, context, () => ({ count, averageBytes })).seats;
  };
  expect(seatsOf(podsOf('a'), [100, 1000])).toBe(1);
  expect(seatsOf(podsOf('a'), [500, 1000])).toBe(5);
  expect(seatsOf(podsOf('a'), [1_000_000, 1000])).toBe(10);
  expect(seatsOf(`${podsOf('a')}?limit=250`, [1_000_000, 1000])).toBe(3);
  expect(seatsOf(`${podsOf('a')}?watch=1&resourceVersion=5`, [1_000_000, 1000])).toBe(1);
  expect(seatsOf(`${podsOf('a')}?watch=1&sendInitialEvents=true`, [1_000_000, 1000])).toBe(10);
  expect(seatsOf(`${podsOf('a')}/x`, [1_000_000, 1000])).toBe(1);
});

test('lists take as many seats as their number of objects suggests without SizeBasedListCostEstimate', () => {
  const control = new FlowControl({ serverSeats: 1000, listCost: 'byCount' });
  const seatsOf = (query: string, count: number) => {
    const { context } = request(jane, podsOf('a') + query);
    const flow = control.flowOf(context.user, context.info);
    return control.ticket(flow, context, () => ({ count, averageBytes: 1_000_000 })).seats;
  };
  expect(seatsOf('', 100)).toBe(1);
  expect(seatsOf('', 450)).toBe(5);
  expect(seatsOf('', 1_000_000)).toBe(10);
  expect(seatsOf('?limit=100', 450)).toBe(5);
  expect(seatsOf('?limit=100&resourceVersion=7', 450)).toBe(2);
  expect(seatsOf('?limit=100&continue=x', 450)).toBe(2);
  expect(seatsOf('?limit=50&continue=x&labelSelector=a', 450)).toBe(5);
  expect(seatsOf('?limit=50&resourceVersion=7&resourceVersionMatch=Exact', 450)).toBe(1);
  expect(seatsOf('?limit=50&resourceVersion=7&resourceVersionMatch=NotOlderThan', 450)).toBe(5);
});

test('a level that lacks seats borrows those that others do not use', async () => {
  let now = 0;
  const control = new FlowControl({ serverSeats: 245, now: () => now });
  const level = control.levels.find(({ name }) => name === 'global-default')!;
  const { nominal } = level.seatLimits;
  const enter = () => {
    const { context } = request(jane, podsOf('a'), 'POST');
    return control.enter(control.ticket(control.flowOf(jane, context.info), context), context);
  };
  for (let index = 0; index < nominal; index++) expect(enter()).toBe('execute');
  const waiting = enter();
  expect(waiting).toBeInstanceOf(Promise);
  now = 10_000;
  expect(enter()).toBe('execute');
  expect(await waiting).toBe('execute');
  expect(level.limit).toBeGreaterThan(nominal);
  const total = control.levels.reduce((sum, { limit }) => sum + limit, 0);
  expect(total).toBeLessThanOrEqual(control.levels.reduce((sum, { seatLimits }) => sum + seatLimits.nominal, 0) + 4);
});

test('what it does can be looked at', async () => {
  const harness = new Harness({
    serverSeats: 1,
    configuration: small({ queues: 1, handSize: 1, queueLengthLimit: 2 }),
  });
  await harness.call('a');
  await harness.call('b');
  const dump = (table: string, query = '') => dumpFlowControl(harness.control, table, new URLSearchParams(query));
  expect(dump('dump_priority_levels')).toBe(
    [
      'PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests, ExecutingRequests, DispatchedRequests, RejectedRequests, TimedoutRequests, CancelledRequests',
      'catch-all,         0,            true,   false,       0,               0,                 0,                  0,                0,                0',
      'exempt,            0,            true,   false,       0,               0,                 0,                  0,                0,                0',
      'one,               1,            false,  false,       1,               1,                 1,                  0,                0,                0',
      '',
    ].join('\n'),
  );
  expect(dump('dump_queues')).toMatch(/\none, +0, +1, +0, +0, +/);
  expect(dump('dump_requests', 'includeRequestDetails=1')).toMatch(/\none, +all, +0, +0, +b, .* b, +list, +\/api/);
  expect(dump('dump_other')).toBeUndefined();
});

test('what was counted of flow schemas and levels is forgotten with them', () => {
  const metrics = new MetricsRegistry();
  const control = new FlowControl({
    metrics,
    configuration: small({ queues: 1, handSize: 1, queueLengthLimit: 1 }),
  });
  const named = (label: string, name: string) => metrics.expose().includes(`${label}="${name}"`);
  expect([named('flow_schema', 'all'), named('priority_level', 'one')]).toEqual([true, true]);
  control.configure({ flowSchemas: [], priorityLevels: [] });
  expect([named('flow_schema', 'all'), named('priority_level', 'one')]).toEqual([false, false]);
  expect(named('priority_level', 'catch-all')).toBe(true);
});

test('the use of seats is observed for each nanosecond, and the demand of each period', () => {
  let now = 0;
  const metrics = new MetricsRegistry();
  const flowControl = new FlowControl({ serverSeats: 600, metrics, now: () => now });
  const { context } = request(jane, podsOf('a'));
  const flow = flowControl.flowOf(context.user, context.info);
  const { name } = flow.level;
  now = 1000;
  const ticket = flowControl.ticket(flow, context);
  expect(flowControl.enter(ticket, context)).toBe('execute');
  now = 4000;
  flowControl.leave(ticket);
  now = 10_000;
  const text = metrics.expose();
  const shares = `apiserver_flowcontrol_priority_level_seat_utilization_bucket{phase="executing",priority_level="${name}"`;
  // Seven seconds without, three with one of the seats.
  expect(text).toContain(`${shares},le="0"} 7e+09\n`);
  expect(text).toContain(`${shares},le="0.1"} 1e+10\n`);
  expect(text).toContain(`apiserver_flowcontrol_demand_seats_average{priority_level="${name}"} 0.3\n`);
  expect(text).toContain(`apiserver_flowcontrol_demand_seats_high_watermark{priority_level="${name}"} 1\n`);
  expect(text).toContain(`apiserver_flowcontrol_demand_seats_count{priority_level="${name}"} 1e+10\n`);
});
