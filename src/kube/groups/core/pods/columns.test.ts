import { expect, test } from 'vitest';
import type { Pod } from '../../../../api/core/v1.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { podColumns, podRowConditions } from './columns.js';

const cellsOf = (pod: Pod, ...names: string[]): unknown[] =>
  podColumns.filter(({ name }) => names.includes(name)).map((column) => column.valueOf(pod));
const pod = (status: JsonObject, spec: JsonObject = {}, metadata: JsonObject = {}): Pod => {
  const json: JsonObject = {
    metadata: { name: 'p', ...metadata },
    spec: { containers: [{ name: 'a' }, { name: 'b' }], ...spec },
    status,
  };
  return json as Pod;
};
const container = (name: string, state: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  ready: false,
  restartCount: 0,
  state,
  lastState: {},
  ...more,
});
const running = (name: string): JsonObject => container(name, { running: {} }, { ready: true });
const done = (name: string, exitCode = 0, reason = 'Completed'): JsonObject =>
  container(name, { terminated: { exitCode, reason } });
const ready = [{ type: 'Ready', status: 'True' }];
const initContainers = [{ name: 'i' }, { name: 's', restartPolicy: 'Always' }];

test.each<[what: string, object: Pod, cells: unknown[]]>([
  ['nothing known', pod({ phase: 'Pending' }), ['0/2', 'Pending', '0']],
  ['a reason of its own', pod({ phase: 'Failed', reason: 'Evicted' }), ['0/2', 'Evicted', '0']],
  ['all running', pod({ phase: 'Running', containerStatuses: [running('a'), running('b')] }), ['2/2', 'Running', '0']],
  [
    'one waiting',
    pod({
      phase: 'Running',
      containerStatuses: [container('a', { waiting: { reason: 'ErrImagePull' } }), running('b')],
    }),
    ['1/2', 'ErrImagePull', '0'],
  ],
  [
    'one done, and ready nevertheless',
    pod({ phase: 'Running', conditions: ready, containerStatuses: [done('a'), running('b')] }),
    ['1/2', 'Running', '0'],
  ],
  [
    'one done, and not ready',
    pod({ phase: 'Running', containerStatuses: [done('a'), running('b')] }),
    ['1/2', 'NotReady', '0'],
  ],
  [
    'one failed',
    pod({ phase: 'Failed', containerStatuses: [done('a'), done('b', 1, 'Error')] }),
    ['0/2', 'Error', '0'],
  ],
  [
    'ended by a signal',
    pod({ containerStatuses: [container('a', { terminated: { exitCode: 137, signal: 9 } })] }),
    ['0/2', 'Signal:9', '0'],
  ],
  [
    'beginning',
    pod(
      {
        phase: 'Pending',
        initContainerStatuses: [container('i', { waiting: { reason: 'PodInitializing' } }, { restartCount: 2 })],
      },
      { initContainers },
    ),
    ['0/3', 'Init:0/2', '2'],
  ],
  [
    'failing to begin',
    pod(
      { phase: 'Pending', initContainerStatuses: [container('i', { terminated: { exitCode: 3 } })] },
      { initContainers },
    ),
    ['0/3', 'Init:ExitCode:3', '0'],
  ],
  [
    'beside a sidecar',
    pod(
      {
        phase: 'Running',
        initContainerStatuses: [
          done('i'),
          container('s', { running: {} }, { started: true, ready: true, restartCount: 1 }),
        ],
        containerStatuses: [running('a'), running('b')],
      },
      { initContainers },
    ),
    ['3/3', 'Running', '1'],
  ],
  [
    'about to go',
    pod({ phase: 'Running' }, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    ['0/2', 'Terminating', '0'],
  ],
  [
    'about to go from a node that is lost',
    pod({ phase: 'Running', reason: 'NodeLost' }, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    ['0/2', 'Unknown', '0'],
  ],
])('%s', (_what, object, cells) => {
  expect(cellsOf(object, 'Ready', 'Status', 'Restarts')).toEqual(cells);
});

test('restarts say when the last one was', () => {
  const finishedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const lastState = { terminated: { exitCode: 1, finishedAt } };
  const status = { containerStatuses: [container('a', { running: {} }, { restartCount: 3, lastState })] };
  expect(cellsOf(pod(status), 'Restarts')).toEqual(['3 (5m ago)']);
});

test('gates are open when their conditions are true', () => {
  const spec = { readinessGates: [{ conditionType: 'x' }, { conditionType: 'y' }] };
  expect(cellsOf(pod({ conditions: [{ type: 'x', status: 'True' }] }, spec), 'Readiness Gates')).toEqual(['1/2']);
});

test('rows of finished pods say so', () => {
  expect(podRowConditions(pod({ phase: 'Succeeded' }))).toMatchObject([{ type: 'Completed', reason: 'Succeeded' }]);
  expect(podRowConditions(pod({ phase: 'Running' }))).toEqual([]);
});
