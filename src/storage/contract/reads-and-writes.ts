import { describe, expect, test } from 'vitest';
import type { Operation, Revision, Storage } from '../storage.js';
import { Bed, committed, type OpenSubject, put, text } from './harness.js';

export function readsAndWrites(open: OpenSubject): void {
  const bed = new Bed(open);

  describe('a transaction', () => {
    test('creates a key that is absent and gives it its revision', async () => {
      const before = await bed.storage.currentRevision();
      const revision = await bed.put('/things/a', 'one', { expect: 0n });
      expect(revision).toBeGreaterThan(before);
      const { entry } = await bed.storage.get('/things/a');
      expect(entry).toMatchObject({ createRevision: revision, modRevision: revision });
      expect(text(entry)).toBe('/things/a=one');
    });

    test('keeps the create revision over updates and begins anew after a deletion', async () => {
      const created = await bed.put('/things/a', 'one');
      const updated = await bed.put('/things/a', 'two');
      expect((await bed.storage.get('/things/a')).entry).toMatchObject({
        createRevision: created,
        modRevision: updated,
      });
      await bed.remove('/things/a');
      const again = await bed.put('/things/a', 'three', { expect: 0n });
      expect((await bed.storage.get('/things/a')).entry).toMatchObject({ createRevision: again, modRevision: again });
    });

    const conflicts: [string, (revision: Revision) => Operation, string | undefined][] = [
      ['creating a key that is there', () => put('/things/a', 'x', { expect: 0n }), '/things/a=one'],
      ['replacing another revision', (r) => put('/things/a', 'x', { expect: r + 1n }), '/things/a=one'],
      ['replacing a key that is absent', (r) => put('/things/b', 'x', { expect: r }), undefined],
      ['deleting another revision', (r) => ({ type: 'delete', key: '/things/a', expect: r - 1n }), '/things/a=one'],
      [
        'deleting a key that should be absent',
        () => ({ type: 'delete', key: '/things/a', expect: 0n }),
        '/things/a=one',
      ],
      ['checking another revision', (r) => ({ type: 'check', key: '/things/a', expect: r + 1n }), '/things/a=one'],
    ];
    test.each(conflicts)('%s is a conflict that hands back what is there', async (_name, operation, current) => {
      const revision = await bed.put('/things/a', 'one');
      const result = await bed.storage.commit([operation(revision)]);
      expect(result.committed).toBe(false);
      expect('current' in result && result.current.map(text)).toEqual([current]);
      expect(await bed.value('/things/a')).toBe('one');
      expect(await bed.value('/things/b')).toBeUndefined();
    });

    test('of several keys happens at one revision', async () => {
      await bed.put('/things/old', 'x');
      const revision = await bed.commit([
        put('/things/a', 'one', { expect: 0n }),
        put('/things/b', 'two'),
        { type: 'delete', key: '/things/old' },
      ]);
      const { entries } = await bed.storage.range('/things/');
      expect(entries.map(text)).toEqual(['/things/a=one', '/things/b=two']);
      expect(entries.map((entry) => entry.modRevision)).toEqual([revision, revision]);
    });

    test('of several keys does nothing at all where one expectation does not hold', async () => {
      const revision = await bed.put('/things/a', 'one');
      const result = await bed.storage.commit([
        put('/things/b', 'two', { expect: 0n }),
        { type: 'check', key: '/things/a', expect: revision - 1n },
        { type: 'delete', key: '/things/c' },
      ]);
      expect(result.committed).toBe(false);
      expect('current' in result && result.current.map(text)).toEqual([undefined, '/things/a=one', undefined]);
      expect((await bed.storage.range('/things/')).entries.map(text)).toEqual(['/things/a=one']);
    });

    test('that changes nothing does not move the revision', async () => {
      const revision = await bed.put('/things/a', 'one');
      const nothing: Operation[] = [
        { type: 'delete', key: '/things/absent' },
        { type: 'check', key: '/things/a', expect: revision },
      ];
      const result = committed(await bed.storage.commit(nothing));
      expect(result.revision).toBe(await bed.storage.currentRevision());
      expect(await bed.storage.currentRevision()).toBe(revision);
    });

    test('may not name a key twice', async () => {
      const twice = [put('/things/a', 'one'), put('/things/a', 'two')];
      await expect(bed.storage.commit(twice)).rejects.toMatchObject({ code: 'invalid-argument' });
    });

    test('beyond what a store takes is refused, and nothing of it is written', async () => {
      const operations = [put('/things/small', 'x'), put('/things/large', 'x'.repeat(2 << 20))];
      await expect(bed.storage.commit(operations)).rejects.toMatchObject({ code: 'too-large' });
      expect((await bed.storage.range('/things/')).entries).toEqual([]);
    });

    test('takes any bytes as a value, and many of them', async () => {
      const value = Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => index & 0xff));
      await bed.storage.commit([{ type: 'put', key: '/things/big', value }]);
      expect((await bed.storage.get('/things/big')).entry?.value.equals(value)).toBe(true);
      await bed.put('/things/empty', '');
      expect(await bed.value('/things/empty')).toBe('');
    });
  });

  describe('a range', () => {
    const keys = ['/things/a', '/things/b/1', '/things/b/2', '/things/c', '/things/é', '/things/\uffee', '/things/😀'];
    async function fill(storage: Storage): Promise<Revision> {
      let revision = 0n;
      for (const key of [...keys].reverse()) revision = committed(await storage.commit([put(key, 'x')])).revision;
      return revision;
    }

    test('gives the keys with the prefix in byte order, and the revision at which that holds', async () => {
      const revision = await fill(bed.storage);
      const all = await bed.storage.range('/things/');
      expect(all.entries.map(({ key }) => key)).toEqual(keys);
      expect(all).toMatchObject({ revision, more: false });
      const some = await bed.storage.range('/things/b/');
      expect(some.entries.map(({ key }) => key)).toEqual(['/things/b/1', '/things/b/2']);
      expect((await bed.storage.range('/things/x/')).entries).toEqual([]);
    });

    test('can be read in pages at one revision while others write', async () => {
      const revision = await fill(bed.storage);
      const found: string[] = [];
      let startKey: string | undefined = '/things/';
      while (startKey !== undefined) {
        const page = await bed.storage.range('/things/', { revision, startKey, limit: 2, count: true });
        expect(page.count).toBe(keys.length - found.length);
        found.push(...page.entries.map(({ key }) => key));
        startKey = page.more ? `${found.at(-1)}\0` : undefined;
        await bed.put(`/things/b/${found.length}-new`, 'x');
        await bed.remove(found[0]!);
      }
      expect(found).toEqual(keys);
    });

    test('counts what the limit cuts off, and omits values on request', async () => {
      await fill(bed.storage);
      const page = await bed.storage.range('/things/', { limit: 1, count: true, keysOnly: true });
      expect(page).toMatchObject({ more: true, count: keys.length });
      expect(page.entries.map(text)).toEqual(['/things/a=']);
      expect(page.entries[0]!.createRevision).toBeGreaterThan(0n);
      const exact = await bed.storage.range('/things/', { limit: keys.length });
      expect([exact.entries.length, exact.more]).toEqual([keys.length, false]);
    });

    test('begins at the start key even where that is absent', async () => {
      await fill(bed.storage);
      const { entries } = await bed.storage.range('/things/', { startKey: '/things/b/11', limit: 2 });
      expect(entries.map(({ key }) => key)).toEqual(['/things/b/2', '/things/c']);
    });
  });
}
