import { expect, test } from 'vitest';
import { ManualClock, settle } from '../apimachinery/clock/manual-clock.test.support.js';
import type { WatchEvent } from '../apimachinery/meta/index.js';
import type { ListWatch } from '../client/informer/index.js';
import { RestClient } from '../client/rest/index.js';
import type { ControllerContext } from './controller.js';
import { onDiscoveryChange } from './discovery-changes.js';

/** Definitions and APIServices that change when `change` is called. */
class Changes {
  change: () => void = () => undefined;

  readonly sourceOf = <Item extends object>(): ListWatch<Item> => {
    const list = { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '1' }, items: [] };
    const next = (): Promise<WatchEvent<Item>> =>
      new Promise((resolve) => {
        const earlier = this.change;
        this.change = () => {
          earlier();
          resolve({ type: 'MODIFIED', object: { metadata: { name: 'a', resourceVersion: '2' } } as unknown as Item });
        };
      });
    return {
      list: async () => list,
      async *pages() {
        yield list;
      },
      async *watch({ sendInitialEvents = false } = {}) {
        while (!sendInitialEvents) yield await next();
      },
    };
  };
}

test('changes that follow each other closely are reported at most once a second, the last one included', async () => {
  const [clock, changes, end] = [new ManualClock(), new Changes(), new AbortController()];
  const client = new RestClient({
    transport: { send: () => Promise.reject(new Error('no request is expected')), close: async () => undefined },
  });
  let calls = 0;
  const context: Pick<ControllerContext, 'client' | 'sourceOf' | 'clock' | 'signal' | 'onError'> = {
    ...{ client, sourceOf: changes.sourceOf, clock, signal: end.signal },
    onError: (error) => {
      throw error;
    },
  };
  onDiscoveryChange(context, async () => {
    calls++;
  });
  await settle();
  await clock.advance(2000);
  calls = 0;
  for (let change = 0; change < 20; change++) {
    changes.change();
    await clock.advance(100);
  }
  expect(calls).toBe(2);
  changes.change();
  await clock.advance(1000);
  expect(calls).toBe(3);
  end.abort();
});
