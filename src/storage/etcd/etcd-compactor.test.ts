import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EtcdCompactor } from './etcd-compactor.js';
import { EtcdStorage } from './etcd-storage.js';
import { etcdIsInstalled, TestEtcd } from './testing/index.js';

/** A timer that the test fires; resolves when the work is done and the next round is scheduled. */
class ManualTimer {
  #work: (() => void) | undefined;
  #scheduled: (() => void) | undefined;

  readonly schedule = (work: () => void): (() => void) => {
    this.#work = work;
    this.#scheduled?.();
    return () => {
      this.#work = undefined;
    };
  };

  get isArmed(): boolean {
    return this.#work !== undefined;
  }

  fire(): Promise<void> {
    const work = this.#work!;
    this.#work = undefined;
    const done = new Promise<void>((resolve) => {
      this.#scheduled = resolve;
    });
    work();
    return done;
  }
}

describe.skipIf(!etcdIsInstalled())('EtcdCompactor', () => {
  let etcd: TestEtcd;
  let storage: EtcdStorage;

  beforeAll(async () => {
    etcd = await TestEtcd.start();
    storage = await EtcdStorage.open({ endpoints: [etcd.endpoint] });
  });
  afterAll(async () => {
    await storage?.close();
    await etcd?.stop();
  });

  const write = async () => (await storage.commit([{ type: 'put', key: '/a', value: Buffer.from('x') }])).revision;
  const isKept = async (revision: bigint) =>
    storage.get('/a', { revision }).then(
      () => true,
      (error) => (error.code === 'compacted' ? false : Promise.reject(error)),
    );

  test('of several one compacts, up to what it saw an interval ago', async () => {
    const timers = [new ManualTimer(), new ManualTimer()] as const;
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const compactors = timers.map(({ schedule }) => new EtcdCompactor({ store: storage, schedule, onError }));
    for (const compactor of compactors) compactor.start();

    const early = await write();
    await timers[0].fire();
    const late = await write();
    await timers[1].fire();
    expect(await isKept(early)).toBe(true);

    await timers[0].fire();
    expect([await isKept(early), await isKept(late)]).toEqual([false, true]);
    await timers[1].fire();
    expect(await isKept(late)).toBe(true);

    await timers[1].fire();
    expect(await isKept(late)).toBe(false);
    expect(errors).toEqual([]);
    await Promise.all(compactors.map((compactor) => compactor.close()));
    expect(timers.map(({ isArmed }) => isArmed)).toEqual([false, false]);
  });

  test('keeps its clock where kube-apiserver does', async () => {
    const bare = await EtcdStorage.open({ endpoints: [etcd.endpoint], prefix: '' });
    const { entry } = await bare.get('compact_rev_key');
    expect(entry?.value.toString()).toMatch(/^\d+$/);
    await bare.close();
  });

  test('reports what fails and tries again', async () => {
    const timer = new ManualTimer();
    const errors: string[] = [];
    const closedStore = await EtcdStorage.open({ endpoints: ['http://127.0.0.1:1'], requestTimeoutMilliseconds: 20 });
    const compactor = new EtcdCompactor({
      store: closedStore,
      schedule: timer.schedule,
      onError: ({ code }) => errors.push(code),
    });
    compactor.start();
    await timer.fire();
    await timer.fire();
    expect(errors).toEqual(['unavailable', 'unavailable']);
    await compactor.close();
    await closedStore.close();
  });
});
