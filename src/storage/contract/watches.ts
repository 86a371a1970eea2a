import { describe, expect, test } from 'vitest';
import type { WatchBatch } from '../storage.js';
import { Bed, type OpenSubject, put, readEvents, readUntil, revisionOf, story } from './harness.js';

export function watches(open: OpenSubject): void {
  const bed = new Bed(open);

  describe('a watch', () => {
    test('delivers the events after its start, in order, with previous values', async () => {
      await bed.put('/things/a', 'before');
      const reading = readEvents(bed.storage.watch('/things/', { previous: true }), 4);
      await bed.storage.currentRevision();
      await bed.put('/things/a', 'one');
      await bed.put('/things/b', 'two');
      await bed.remove('/things/a');
      await bed.put('/things/a', 'three');
      expect((await reading).map(story)).toEqual([
        'put /things/a=one (was before)',
        'put /things/b=two',
        'delete /things/a (was one)',
        'put /things/a=three',
      ]);
    });

    test('from an older revision begins with what happened since', async () => {
      const after = await bed.put('/things/a', 'one');
      await bed.put('/things/a', 'two');
      const watch = bed.storage.watch('/things/', { after });
      const reading = readEvents(watch, 2);
      await bed.put('/things/a', 'three');
      expect((await reading).map(story)).toEqual(['put /things/a=two', 'put /things/a=three']);
    });

    test('of a prefix receives no events of other keys', async () => {
      const after = await bed.storage.currentRevision();
      await bed.put('/things/b/1', 'x');
      await bed.put('/things/c', 'x');
      await bed.put('/things/b', 'x');
      await bed.put('/things/b/2', 'x');
      expect((await readEvents(bed.storage.watch('/things/b/', { after }), 2)).map(story)).toEqual([
        'put /things/b/1=x',
        'put /things/b/2=x',
      ]);
      expect((await readEvents(bed.storage.watch('/things/b', { after }), 3)).map(story)).toEqual([
        'put /things/b/1=x',
        'put /things/b=x',
        'put /things/b/2=x',
      ]);
    });

    test('gives the events of one transaction together', async () => {
      const after = await bed.storage.currentRevision();
      const seen: WatchBatch[] = [];
      const reading = readUntil(bed.storage.watch('/things/', { after }), (events, batch) => {
        seen.push(batch);
        return events.length >= 30;
      });
      for (let count = 0; count < 10; count++) {
        await bed.commit(['a', 'b', 'c'].map((name) => put(`/things/${name}`, String(count))));
      }
      await reading;
      for (const batch of seen) {
        expect(batch.events.length % 3).toBe(0);
        for (const event of batch.events) expect(revisionOf(event)).toBeLessThanOrEqual(batch.revision);
      }
    });

    test('from a revision yet to come waits for it', async () => {
      const revision = await bed.put('/things/a', 'one');
      const reading = readEvents(bed.storage.watch('/things/', { after: revision + 2n }), 1);
      await bed.put('/things/a', 'two');
      await bed.put('/things/a', 'three');
      await bed.put('/things/a', 'four');
      expect((await reading).map(story)).toEqual(['put /things/a=four']);
    });

    test('reports progress on request, once everything up to then has been delivered', async () => {
      const after = await bed.storage.currentRevision();
      const watch = bed.storage.watch('/things/b/', { after });
      await bed.put('/things/b/1', 'x');
      const other = await bed.put('/things/other', 'x');
      const reading = readUntil(watch, (_events, batch) => batch.revision >= other);
      watch.requestProgress();
      expect((await reading).map(story)).toEqual(['put /things/b/1=x']);
    });

    test('ends without an error when its signal says so', async () => {
      const control = new AbortController();
      const watch = bed.storage.watch('/things/', { signal: control.signal });
      const reading = (async () => {
        for await (const batch of watch) if (batch.events.length > 0) control.abort();
        return 'ended';
      })();
      await bed.storage.currentRevision();
      await bed.put('/things/a', 'x');
      expect(await reading).toBe('ended');
      const ended = bed.storage.watch('/things/', { signal: control.signal });
      expect(await ended[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
    });

    test('fails with `closed` when the store closes', async () => {
      const reading = readEvents(bed.storage.watch('/things/'), 1);
      const outcome = expect(reading).rejects.toMatchObject({ code: 'closed' });
      await bed.storage.close();
      await outcome;
    });
  });

  describe('a closed store', () => {
    test('rejects every call with `closed`', async () => {
      const { storage } = bed;
      await storage.close();
      await storage.close();
      const error = { code: 'closed' };
      await expect(storage.currentRevision()).rejects.toMatchObject(error);
      await expect(storage.get('/things/a')).rejects.toMatchObject(error);
      await expect(storage.range('/things/')).rejects.toMatchObject(error);
      await expect(storage.commit([put('/things/a', 'x')])).rejects.toMatchObject(error);
      await expect(storage.compact(1n)).rejects.toMatchObject(error);
      await expect(readEvents(storage.watch('/things/'), 1)).rejects.toMatchObject(error);
    });
  });
}
