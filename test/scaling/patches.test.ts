import { afterAll, beforeAll, describe, test } from 'vitest';
import type { JsonValue } from '../../src/apimachinery/meta/index.js';
import { patchTypes } from '../../src/apimachinery/patch/index.js';
import { many, thing, things, thingsPath } from './definitions.js';
import { expectScales } from './expect-scales.js';
import { ScalingServer } from './scaling-server.js';

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'base' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: {
        containers: [{ name: 'c', image: 'i', env: many(2000, (index) => ({ name: `E${index}`, value: 'v' })) }],
      },
    },
  },
};

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([things]);
  const spec = { keyed: many(2000, (index) => ({ name: `n${index}`, v: 1 })), set: many(2000, (index) => `s${index}`) };
  await server.send({ method: 'POST', path: thingsPath, body: thing('base', spec) });
  await server.send({ method: 'POST', path: deployments, body: Buffer.from(JSON.stringify(deployment)) });
});
afterAll(() => server?.close());

interface Patch {
  readonly upTo: number;
  readonly of: 'thing' | 'deployment';
  readonly make: (size: number) => JsonValue;
}

const containers = (container: object) =>
  ({ spec: { template: { spec: { containers: [{ name: 'c', ...container }] } } } }) as unknown as JsonValue;
const applied = (spec: object) =>
  ({ apiVersion: 'scaling.example.com/v1', kind: 'Thing', metadata: { name: 'base' }, spec }) as unknown as JsonValue;

/** By media type and effect. A patch type without cases is a failure. */
const patches: Record<(typeof patchTypes)[number], Record<string, Patch>> = {
  'application/json-patch+json': {
    'inserts at the front of a list': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => many(size, (index) => ({ op: 'add', path: '/spec/set/0', value: `x${index}` })),
    },
    'moves within a list': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => many(size, () => ({ op: 'move', from: '/spec/set/0', path: '/spec/set/1999' })),
    },
    'copies of a whole': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => many(size, () => ({ op: 'copy', from: '/spec', path: '/spec/open' })),
    },
    'copies of a list': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => many(size, () => ({ op: 'copy', from: '/spec/set', path: '/spec/open' })),
    },
    'tests of a list': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => many(size, () => ({ op: 'test', path: '/spec/keyed', value: [] })),
    },
    'a deep pointer': {
      of: 'thing',
      upTo: 500_000,
      make: (size) => [{ op: 'add', path: `/spec/open${'/a'.repeat(size)}`, value: 1 }],
    },
    'an escaped pointer': {
      of: 'thing',
      upTo: 500_000,
      make: (size) => [{ op: 'add', path: `/spec/open/${'~1'.repeat(size)}`, value: 1 }],
    },
  },
  'application/merge-patch+json': {
    'removes many fields': {
      of: 'thing',
      upTo: 20_000,
      make: (size) => ({ spec: { open: Object.fromEntries(many(size, (index) => [`k${index}`, null])) } }),
    },
    'adds many fields': {
      of: 'thing',
      upTo: 10_000,
      make: (size) => ({ spec: { open: Object.fromEntries(many(size, (index) => [`k${index}`, 1])) } }),
    },
  },
  'application/strategic-merge-patch+json': {
    'adds items': {
      of: 'deployment',
      upTo: 8000,
      make: (size) => containers({ env: many(size, (index) => ({ name: `F${index}`, value: 'w' })) }),
    },
    'changes one item again and again': {
      of: 'deployment',
      upTo: 8000,
      make: (size) => containers({ env: many(size, (index) => ({ name: 'E1', value: `w${index}` })) }),
    },
    'removes items': {
      of: 'deployment',
      upTo: 8000,
      make: (size) => containers({ env: many(size, (index) => ({ name: `E${index}`, $patch: 'delete' })) }),
    },
    'orders items': {
      of: 'deployment',
      upTo: 8000,
      make: (size) =>
        containers({
          '$setElementOrder/env': many(size, (index) => ({ name: `E${size - index}` })),
          env: many(size, (index) => ({ name: `E${index + 1}`, value: 'w' })),
        }),
    },
    'removes values': {
      of: 'deployment',
      upTo: 20_000,
      make: (size) => ({
        metadata: {
          '$deleteFromPrimitiveList/finalizers': many(size, (index) => `example.com/f${index}`),
          finalizers: many(size, (index) => `example.com/g${index}`),
        },
      }),
    },
  },
  'application/apply-patch+yaml': {
    'changes items': {
      of: 'thing',
      upTo: 8000,
      make: (size) => applied({ keyed: many(size, (index) => ({ name: `n${index}`, v: 2 })) }),
    },
    'puts items into another order': {
      of: 'thing',
      upTo: 8000,
      make: (size) => applied({ keyed: many(size, (index) => ({ name: `n${size - index}`, v: 2 })) }),
    },
    'repeats an item': {
      of: 'thing',
      upTo: 8000,
      make: (size) => applied({ keyed: many(size, () => ({ name: 'n', v: 2 })) }),
    },
    'has items of another type': {
      of: 'thing',
      upTo: 8000,
      make: (size) => applied({ keyed: many(size, (index) => index) }),
    },
  },
};

describe.each(patchTypes)('a patch of type %s that is large is no trouble for others', (type) => {
  test.each(Object.entries(patches[type]))('which %s', (name, { of, upTo, make }) =>
    expectScales(server, {
      name,
      upTo,
      status: [200, 400, 409, 413, 422, 500],
      make: (size) => ({
        method: 'PATCH',
        path: `${of === 'thing' ? thingsPath : deployments}/base?fieldManager=a&dryRun=All`,
        type,
        body: Buffer.from(JSON.stringify(make(size))),
      }),
    }),
  );
});
