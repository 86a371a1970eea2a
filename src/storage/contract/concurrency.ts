import { describe, expect, test } from 'vitest';
import type { Revision, WatchBatch } from '../storage.js';
import { Bed, type OpenSubject, put, readEvents, readUntil, revisionOf, story } from './harness.js';

export function concurrency(open: OpenSubject): void {
  const bed = new Bed(open);

  describe('under load', () => {
    test('64 writers on one counter lose nothing', async () => {
      await bed.put('/things/counter', '0');
      const increments = 5;
      const increment = async (): Promise<void> => {
        let { entry } = await bed.storage.get('/things/counter');
        for (;;) {
          const next = String(Number(entry!.value.toString()) + 1);
          const result = await bed.storage.commit([put('/things/counter', next, { expect: entry!.modRevision })]);
          if (result.committed) return;
          entry = result.current[0];
        }
      };
      const writer = async () => {
        for (let count = 0; count < increments; count++) await increment();
      };
      await Promise.all(Array.from({ length: 64 }, writer));
      expect(await bed.value('/things/counter')).toBe(String(64 * increments));
    });

    test('a read sees every write that was acknowledged before it', async () => {
      const worker = async (_: unknown, index: number) => {
        for (let count = 0; count < 20; count++) {
          const revision = await bed.put(`/things/${index}`, String(count));
          const [got, ranged] = await Promise.all([bed.storage.get(`/things/${index}`), bed.storage.range('/things/')]);
          expect(got.entry?.modRevision).toBe(revision);
          expect(ranged.entries.find(({ key }) => key === `/things/${index}`)?.modRevision).toBe(revision);
          expect(ranged.revision).toBeGreaterThanOrEqual(revision);
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    });

    test('every watch sees every event once, in order, and can be resumed from any revision', async () => {
      const after = await bed.storage.currentRevision();
      const total = 16 * 40;
      const prefixes = ['/things/', '/things/', '/things/1'];
      const readings = prefixes.map((prefix) => {
        const expectedCount = prefix === '/things/' ? total : 7 * 40;
        return readEvents(bed.storage.watch(prefix, { after }), expectedCount);
      });
      const writer = async (_: unknown, index: number) => {
        for (let count = 0; count < 40; count++) await bed.put(`/things/${index}`, String(count));
      };
      await Promise.all(Array.from({ length: 16 }, writer));
      const [all, same, some] = await Promise.all(readings);
      const revisions = all!.map(revisionOf);
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => (a < b ? -1 : 1)));
      expect(same!.map(story)).toEqual(all!.map(story));
      expect(some!.map(story)).toEqual(all!.map(story).filter((line) => line.startsWith('put /things/1')));
      await resumeFromEach(revisions, all!.map(story));
    });

    async function resumeFromEach(revisions: readonly Revision[], stories: readonly string[]): Promise<void> {
      const sample = revisions.map((revision, index) => ({ revision, index })).filter(({ index }) => index % 13 === 0);
      await Promise.all(
        sample.map(async ({ revision, index }) => {
          const rest = stories.slice(index + 1);
          if (rest.length === 0) return;
          const events = await readEvents(bed.storage.watch('/things/', { after: revision }), rest.length);
          expect(events.map(story)).toEqual(rest);
        }),
      );
    }

    test('a watch that is slow to read misses nothing', async () => {
      const after = await bed.storage.currentRevision();
      const batches = bed.storage.watch('/things/', { after })[Symbol.asyncIterator]();
      await bed.put('/things/first', 'x');
      const first: IteratorResult<WatchBatch> = await batches.next();
      expect(first.value.events.map(story)).toEqual(['put /things/first=x']);
      const value = 'x'.repeat(10_000);
      for (let count = 0; count < 1_500; count += 50) {
        await Promise.all(Array.from({ length: 50 }, (_, index) => bed.put(`/things/${count + index}`, value)));
      }
      const rest = await readUntil({ [Symbol.asyncIterator]: () => batches }, (events) => events.length >= 1_500);
      const keys = rest.map((event) => (event.type === 'put' ? event.entry.key : event.key));
      expect(new Set(keys).size).toBe(1_500);
    });
  });
}
