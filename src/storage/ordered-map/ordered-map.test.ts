import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareUtf8 } from './compare-keys.js';
import { OrderedMap, prefixEnd } from './ordered-map.js';
import type { Run } from './run.js';

const smallKey = fc.stringMatching(/^[ab/]{0,4}$/);
const anyKey = fc.oneof(smallKey, fc.string({ unit: 'grapheme', maxLength: 6 }));

type Step = { do: 'set' | 'delete' | 'snapshot'; key: string };
const steps = fc.array(
  fc.record<Step>({ do: fc.constantFrom('set', 'set', 'set', 'delete', 'delete', 'snapshot'), key: anyKey }),
  { maxLength: 400, size: 'max' },
);

function listed(map: OrderedMap<number>, prefix = '', startKey?: string): [string, number][] {
  const found: [string, number][] = [];
  map.forEach(prefix, (value, key) => void found.push([key, value]), startKey);
  return found;
}

function expected(model: Map<string, number>, prefix = '', startKey = ''): [string, number][] {
  const byBytes = ([a]: [string, number], [b]: [string, number]) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...model].filter(([key]) => key.startsWith(prefix) && compareUtf8(key, startKey) >= 0).sort(byBytes);
}

describe('an ordered map', () => {
  test('holds what a plain map holds, in byte order, and so do its snapshots', () => {
    fc.assert(
      fc.property(steps, anyKey, anyKey, (history, prefix, startKey) => {
        const map = new OrderedMap<number>();
        const model = new Map<string, number>();
        const snapshots: { map: OrderedMap<number>; model: Map<string, number> }[] = [{ map, model }];
        history.forEach((step, index) => {
          if (step.do === 'snapshot') snapshots.push({ map: map.snapshot(), model: new Map(model) });
          else if (step.do === 'set') {
            expect(map.set(step.key, index)).toBe(model.get(step.key));
            model.set(step.key, index);
          } else {
            expect(map.delete(step.key)).toBe(model.get(step.key));
            model.delete(step.key);
          }
        });
        for (const taken of snapshots) {
          expect(listed(taken.map)).toEqual(expected(taken.model));
          expect(taken.map.size).toBe(taken.model.size);
          expect(listed(taken.map, prefix, startKey)).toEqual(expected(taken.model, prefix, startKey));
          expect(taken.map.count(prefix, startKey)).toBe(expected(taken.model, prefix, startKey).length);
          expect(taken.map.get(startKey)).toBe(taken.model.get(startKey));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('gives what it holds in runs, which stay as they were and the same until one of their values changes', () => {
    const limits = fc.integer({ min: 0, max: 100 });
    const changes = fc.array(fc.record({ key: smallKey, isSet: fc.boolean(), asks: fc.boolean() }), { maxLength: 300 });
    fc.assert(
      fc.property(changes, fc.tuple(smallKey, smallKey, limits), (history, [prefix, startKey, limit]) => {
        const map = new OrderedMap<number>();
        for (let index = 0; index < 300; index++) map.set(`a${index}`, index);
        const given: { runs: Run<number>[]; values: number[] }[] = [];
        const ask = () => {
          const runs = map.runs(prefix, { startKey, limit });
          const wanted = listed(map, prefix, startKey).map(([, value]) => value);
          given.push({ runs, values: limit === 0 ? wanted : wanted.slice(0, limit) });
        };
        history.forEach(({ key, isSet, asks }, index) => {
          if (isSet) map.set(key, index + 1000);
          else map.delete(key);
          if (asks) ask();
        });
        for (const { runs, values } of given) expect(runs.flatMap((run) => run.values)).toEqual(values);
      }),
      { numRuns: 50 },
    );
    const map = new OrderedMap<number>();
    for (let index = 100; index < 300; index++) map.set(`${index}`, index);
    const before = map.runs('');
    expect(map.runs('').every((run, index) => run === before[index])).toBe(true);
    map.set('150', 0);
    const after = map.runs('');
    expect(after.filter((run, index) => run !== before[index])).toHaveLength(1);
  });

  test('keeps its order through many levels of nodes as they fill and empty', () => {
    const map = new OrderedMap<number>();
    const keys = Array.from({ length: 20_000 }, (_, index) => `/key/${(index * 7919) % 20_000}`);
    keys.forEach((key, index) => void map.set(key, index));
    const full = map.snapshot();
    for (const key of keys.slice(0, 19_000)) map.delete(key);
    expect(map.size).toBe(1_000);
    expect(listed(map).map(([key]) => key)).toEqual(keys.slice(19_000).sort());
    expect(full.size).toBe(20_000);
    expect(listed(full).map(([key]) => key)).toEqual([...keys].sort());
    for (const key of keys.slice(19_000)) map.delete(key);
    expect([map.size, listed(map)]).toEqual([0, []]);
  });

  test('a snapshot can be changed too', () => {
    const map = new OrderedMap<number>();
    map.set('a', 1);
    const other = map.snapshot();
    other.set('b', 2);
    map.set('a', 3);
    expect([listed(map), listed(other)]).toEqual([[['a', 3]], [['a', 1], ['b', 2]]]); // biome-ignore format: one line
  });

  test('takes no start key before the prefix where byte order and code unit order differ', () => {
    const map = new OrderedMap<number>();
    map.set('\uf900', 0);
    expect([map.count('\u{10000}', '\uf900'), listed(map, '\u{10000}', '\uf900')]).toEqual([0, []]);
  });

  test('stops a visit on request', () => {
    const map = new OrderedMap<number>();
    for (const key of ['a', 'b', 'c']) map.set(key, 0);
    const seen: string[] = [];
    map.forEach('', (_value, key) => {
      seen.push(key);
      return key !== 'b';
    });
    expect(seen).toEqual(['a', 'b']);
  });
});

describe('the end of a prefix', () => {
  test('is the least key that sorts after everything with the prefix', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (prefix, rest) => {
        const end = prefixEnd(prefix);
        if (end === undefined) return;
        expect(compareUtf8(prefix + rest, end)).toBeLessThan(0);
        if (compareUtf8(rest, end) < 0 && compareUtf8(rest, prefix) >= 0) expect(rest.startsWith(prefix)).toBe(true);
      }),
    );
  });
  test.each([
    ['/pods/', '/pods0'],
    ['', undefined],
    ['a\u{10ffff}', 'b'],
    ['\ud7ff', '\ue000'],
    ['😀', '😁'],
  ])('of %j is %j', (prefix, end) => expect(prefixEnd(prefix)).toBe(end));
});
