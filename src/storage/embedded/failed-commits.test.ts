import { describe, expect, test } from 'vitest';
import { StorageError } from '../errors.js';
import { EmbeddedStorage } from './embedded-storage.js';
import type { LedgerChange, Place } from './ledger.js';
import { MemoryLedger } from './memory-ledger.js';

/** A ledger that fails commits on demand. */
class FullLedger extends MemoryLedger {
  isFull: (change: LedgerChange) => boolean = () => false;
  readonly dropped: Place[] = [];

  override async commit(change: LedgerChange): Promise<void> {
    if (this.isFull(change)) throw new StorageError('out-of-space', 'there is no room');
    this.dropped.push(...change.droppedVersions);
    return super.commit(change);
  }
}

describe('after a commit that failed', () => {
  test('results have the current revision of the store, not a lost one', async () => {
    const ledger = new FullLedger();
    const storage = await EmbeddedStorage.open({ ledger });
    const write = (key: string, expect?: bigint) =>
      storage.commit([{ type: 'put', key, value: Buffer.from('x'), ...(expect === undefined ? {} : { expect }) }]);
    const { revision } = await write('/a');
    ledger.isFull = () => true;
    await expect(write('/b')).rejects.toMatchObject({ code: 'out-of-space' });
    ledger.isFull = () => false;
    expect(await write('/a', 0n)).toMatchObject({ committed: false, revision });
    expect(await storage.commit([{ type: 'delete', key: '/absent' }])).toEqual({ committed: true, revision });
    expect(await storage.currentRevision()).toBe(revision);
    await storage.close();
  });

  test('a write that was based on the lost one conflicts, and one of another key is stored', async () => {
    let fail = () => {};
    const ledger = new FullLedger();
    const storage = await EmbeddedStorage.open({ ledger });
    const put = (key: string, expect?: bigint) =>
      storage.commit([{ type: 'put', key, value: Buffer.from('x'), ...(expect === undefined ? {} : { expect }) }]);
    await put('/a');
    expect(storage.pending('/a')).toBeUndefined();
    const commit = ledger.commit.bind(ledger);
    const started = new Promise<void>((resolve) => {
      ledger.commit = () => {
        ledger.commit = commit;
        resolve();
        return new Promise((_resolve, reject) => {
          fail = () => reject(new StorageError('out-of-space', 'there is no room'));
        });
      };
    });
    const lost = put('/a');
    const base = storage.pending('/a');
    await started;
    const [based, other] = [put('/a', base?.entry?.modRevision), put('/b')];
    const second = storage.pending('/a');
    fail();
    await expect(lost).rejects.toMatchObject({ code: 'out-of-space' });
    expect(await based).toMatchObject({ committed: false, current: [{ key: '/a' }] });
    expect(await other).toMatchObject({ committed: true });
    expect(await Promise.all([base?.durable, second?.durable])).toEqual([false, false]);
    expect(storage.pending('/a')).toBeUndefined();
    await storage.close();
  });

  test('a compaction sweeps what it did not get to', async () => {
    const ledger = new FullLedger();
    const storage = await EmbeddedStorage.open({ ledger });
    const write = () => storage.commit([{ type: 'put', key: '/a', value: Buffer.from('x') }]);
    const { revision } = await write();
    const second = await write();
    ledger.isFull = ({ droppedVersions }) => droppedVersions.length > 0;
    await expect(storage.compact(second.revision)).rejects.toMatchObject({ code: 'out-of-space' });
    ledger.isFull = () => false;
    await storage.compact((await write()).revision);
    expect(ledger.dropped.map((place) => place.revision)).toEqual([revision, second.revision]);
    await storage.close();
  });

  test('a boundary that could not be stored does not count', async () => {
    const ledger = new FullLedger();
    const storage = await EmbeddedStorage.open({ ledger });
    const write = () => storage.commit([{ type: 'put', key: '/a', value: Buffer.from('x') }]);
    const { revision } = await write();
    const second = await write();
    ledger.isFull = () => true;
    await expect(storage.compact(second.revision)).rejects.toMatchObject({ code: 'out-of-space' });
    ledger.isFull = () => false;
    expect((await storage.get('/a', { revision })).entry?.modRevision).toBe(revision);
    await storage.compact(second.revision);
    await expect(storage.get('/a', { revision })).rejects.toMatchObject({ code: 'compacted' });
    await storage.close();
  });
});
