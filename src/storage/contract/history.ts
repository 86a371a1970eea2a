import { describe, expect, test } from 'vitest';
import { systemClock } from '../../apimachinery/clock/index.js';
import { Bed, type OpenSubject, readEvents, readUntil, revisionOf, story, text } from './harness.js';

export function history(open: OpenSubject): void {
  const bed = new Bed(open);

  describe('an older revision', () => {
    test('shows the state as it was then', async () => {
      const one = await bed.put('/things/a', 'one');
      const two = await bed.put('/things/b', 'two');
      const three = await bed.put('/things/a', 'three');
      const four = await bed.remove('/things/b');
      const states = await Promise.all(
        [one, two, three, four].map((revision) => bed.storage.range('/things/', { revision })),
      );
      expect(states.map(({ entries }) => entries.map(text).join(' '))).toEqual([
        '/things/a=one',
        '/things/a=one /things/b=two',
        '/things/a=three /things/b=two',
        '/things/a=three',
      ]);
      expect(states.map(({ revision }) => revision)).toEqual([one, two, three, four]);
      expect((await bed.storage.get('/things/b', { revision: three })).entry?.value.toString()).toBe('two');
      expect((await bed.storage.get('/things/b', { revision: one })).entry).toBeUndefined();
    });

    test('that is yet to come cannot be read', async () => {
      const revision = (await bed.put('/things/a', 'one')) + 1000n;
      const error = { code: 'future-revision' };
      await expect(bed.storage.get('/things/a', { revision })).rejects.toMatchObject(error);
      await expect(bed.storage.range('/things/', { revision })).rejects.toMatchObject(error);
    });
  });

  describe('compaction', () => {
    test('keeps the newest state and what came after', async () => {
      await bed.put('/things/a', 'one');
      await bed.put('/things/gone', 'x');
      await bed.remove('/things/gone');
      const kept = await bed.put('/things/b', 'two');
      const later = await bed.put('/things/a', 'three');
      await bed.storage.compact(kept);
      const at = async (revision: bigint) => (await bed.storage.range('/things/', { revision })).entries.map(text);
      expect(await at(kept)).toEqual(['/things/a=one', '/things/b=two']);
      expect(await at(later)).toEqual(['/things/a=three', '/things/b=two']);
      const events = await readEvents(bed.storage.watch('/things/', { after: kept, previous: true }), 1);
      expect(events.map(story)).toEqual(['put /things/a=three (was one)']);
    });

    test('refuses older revisions, to readers and to watches, and says what is the oldest kept', async () => {
      const old = await bed.put('/things/a', 'one');
      await bed.put('/things/a', 'two');
      const kept = await bed.put('/things/a', 'three');
      expect(bed.storage.oldestRevision).toBeLessThanOrEqual(old);
      await bed.storage.compact(kept);
      expect(bed.storage.oldestRevision).toBe(kept);
      const error = { code: 'compacted', boundary: kept };
      await expect(bed.storage.get('/things/a', { revision: old })).rejects.toMatchObject({ code: 'compacted' });
      await expect(bed.storage.range('/things/', { revision: old })).rejects.toMatchObject({ code: 'compacted' });
      await expect(readEvents(bed.storage.watch('/things/', { after: old }), 1)).rejects.toMatchObject(error);
    });

    test('does not go back, nor ahead of the present', async () => {
      await bed.put('/things/a', 'one');
      const kept = await bed.put('/things/a', 'two');
      await bed.storage.compact(kept);
      await expect(bed.storage.compact(kept - 1n)).rejects.toMatchObject({ code: 'compacted' });
      await expect(bed.storage.compact(kept + 1000n)).rejects.toMatchObject({ code: 'future-revision' });
    });

    test('while others write and watch takes nothing from them', async () => {
      const start = await bed.storage.currentRevision();
      // A reader that falls behind a compaction must get an error; it must not miss events silently.
      const watching = readUntil(
        bed.storage.watch('/things/', { after: start }),
        (events) => events.length >= 600,
      ).catch((error) => {
        expect(error.code).toBe('compacted');
        return undefined;
      });
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let count = 0; count < 100; count++) {
          const revision = await bed.put(`/things/${writer}`, String(count));
          if (count % 20 === 19) {
            await bed.storage.compact(revision - 5n).catch((error) => expect(error.code).toBe('compacted'));
          }
        }
      });
      await Promise.all(writers);
      const events = await watching;
      if (events) {
        const revisions = events.map(revisionOf);
        expect(new Set(revisions).size).toBe(600);
        expect(revisions).toEqual([...revisions].sort((a, b) => (a < b ? -1 : 1)));
      }
      const { entries } = await bed.storage.range('/things/');
      expect(entries.map((entry) => entry.value.toString())).toEqual(Array(6).fill('99'));
    });
  });

  describe('after a restart', () => {
    test('everything is there, revisions go on, and a watch resumes where it was', async () => {
      const one = await bed.put('/things/a', 'one');
      const two = await bed.put('/things/a', 'two');
      const removed = await bed.put('/things/b', 'x').then(() => bed.remove('/things/b'));
      if (!(await bed.reopen())) return;
      expect(await bed.storage.currentRevision()).toBe(removed);
      expect(await bed.value('/things/a')).toBe('two');
      expect((await bed.storage.get('/things/a', { revision: one })).entry?.value.toString()).toBe('one');
      const resumed = readEvents(bed.storage.watch('/things/', { after: two, previous: true }), 3);
      expect(await bed.put('/things/a', 'three')).toBeGreaterThan(removed);
      expect((await resumed).map(story)).toEqual([
        'put /things/b=x',
        'delete /things/b (was x)',
        'put /things/a=three (was two)',
      ]);
    });

    test('what was compacted stays so', async () => {
      const one = await bed.put('/things/a', 'one');
      const last = await bed.put('/things/a', 'two').then(() => bed.remove('/things/a'));
      await bed.storage.compact(last);
      if (!(await bed.reopen())) return;
      await expect(bed.storage.get('/things/a', { revision: one })).rejects.toMatchObject({ code: 'compacted' });
      expect(await bed.put('/things/a', 'new')).toBeGreaterThan(last);
    });
  });

  describe('a key with a time to live', () => {
    test('is deleted when its time has come, and watchers see it', async () => {
      await bed.put('/things/short', 'x', { ttlSeconds: 1 });
      await bed.put('/things/rewritten', 'x', { ttlSeconds: 1 });
      await bed.put('/things/rewritten', 'y');
      const watch = bed.storage.watch('/things/', { previous: true });
      const begin = systemClock.now();
      const [deleted] = await readEvents(watch, 1);
      expect(story(deleted!)).toBe('delete /things/short (was x)');
      expect(systemClock.now() - begin).toBeGreaterThan(800);
      expect((await bed.storage.range('/things/')).entries.map(text)).toEqual(['/things/rewritten=y']);
    });
  });
}
