import { expect, test } from 'vitest';
import type { ReplicaSet } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import type { InformerHandler } from '../../client/informer/index.js';
import { Expectations } from './expectations.js';
import { watchOwnedPods } from './watch-owned-pods.js';

interface PodFacts {
  readonly owner?: string;
  readonly app?: string;
  readonly isTerminating?: boolean;
}

const setNamed = (name: string, app: string): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, namespace: 'n', uid: name },
  spec: { selector: { matchLabels: { app } }, template: { metadata: {}, spec: { containers: [] } } },
  status: { replicas: 0 },
});
const sets = [setNamed('web', 'a'), setNamed('db', 'b')];

function podOf({ owner, app, isTerminating }: PodFacts): Pod {
  const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'p',
      namespace: 'n',
      ...(app && { labels: { app } }),
      ...(owner && { ownerReferences: [{ ...reference, name: owner, uid: owner }] }),
      ...(isTerminating && { deletionTimestamp: '2024-01-01T00:00:00Z' }),
    },
    spec: { containers: [] },
    status: {},
  };
}

/** The sets that an event enqueues, and those whose expectations of one creation and one deletion it fulfils. */
function after(event: (handler: InformerHandler<Pod>) => void): { enqueued: string[]; fulfilled: string[] } {
  const enqueued: string[] = [];
  const frame = {
    controllerOf: ({ metadata }: Pick<Pod, 'metadata'>) =>
      sets.find((set) => set.metadata.uid === metadata.ownerReferences?.[0]?.uid),
    selecting: (
      { metadata }: Pick<Pod, 'metadata'>,
      selectorOf: (set: ReplicaSet) => ReturnType<typeof labelSelectorFromSpec>,
    ) => sets.filter((set) => selectorOf(set).matches(metadata.labels ?? {})),
    enqueueObject: (set: ReplicaSet) => void enqueued.push(set.metadata.name ?? ''),
  };
  const [creations, deletions] = [new Expectations(new ManualClock()), new Expectations(new ManualClock())];
  creations.expect('n/web', { creations: 1 });
  deletions.expect('n/web', { deletions: ['n/p'] });
  const expectations = {
    observeCreation: (key: string) => creations.observeCreation(key),
    observeDeletion: (key: string, name: string) => deletions.observeDeletion(key, name),
  };
  watchOwnedPods(frame, {
    pods: {
      addHandler: (handler) => {
        event(handler);
        return () => undefined;
      },
    },
    kind: 'ReplicaSet',
    selectorOf: ({ spec }) => labelSelectorFromSpec(spec.selector),
    expectations,
  });
  const fulfilled = [
    ...(creations.areSatisfied('n/web') ? ['creation'] : []),
    ...(deletions.areSatisfied('n/web') ? ['deletion'] : []),
  ];
  return { enqueued, fulfilled };
}

test.each<[string, PodFacts, string[], string[]]>([
  ['with a controller enqueues it, and is no longer expected', { owner: 'web' }, ['web'], ['creation']],
  ['without a controller enqueues those that select it', { app: 'b' }, ['db'], []],
  ['of a controller that is gone enqueues none', { owner: 'gone', app: 'a' }, [], []],
  ['without labels enqueues none', {}, [], []],
  ['that is being deleted counts as deleted', { owner: 'web', isTerminating: true }, ['web'], ['deletion']],
])('a new pod %s', (_name, pod, enqueued, fulfilled) => {
  expect(after(({ added }) => added?.(podOf(pod), { isInInitialList: false }))).toEqual({ enqueued, fulfilled });
});

test.each<[string, PodFacts, PodFacts, string[], string[]]>([
  ['enqueues its controller', { owner: 'web' }, { owner: 'web' }, ['web'], []],
  ['enqueues the previous controller, too', { owner: 'db' }, { owner: 'web' }, ['db', 'web'], []],
  [
    'that lost its controller enqueues those that select it',
    { owner: 'web', app: 'b' },
    { app: 'b' },
    ['web', 'db'],
    [],
  ],
  ['without a controller enqueues none if its labels stay', { app: 'a' }, { app: 'a' }, [], []],
  ['without a controller enqueues those that its new labels match', { app: 'a' }, { app: 'b' }, ['db'], []],
  [
    'that is being deleted counts as deleted',
    { owner: 'web' },
    { owner: 'web', isTerminating: true },
    ['web'],
    ['deletion'],
  ],
])('a changed pod %s', (_name, old, pod, enqueued, fulfilled) => {
  expect(after(({ updated }) => updated?.(podOf(old), podOf(pod)))).toEqual({ enqueued, fulfilled });
});

test('a deleted pod enqueues its controller, and is no longer expected', () => {
  const result = after(({ deleted }) => deleted?.(podOf({ owner: 'web' }), { isFinalStateUnknown: false }));
  expect(result).toEqual({ enqueued: ['web'], fulfilled: ['deletion'] });
});
