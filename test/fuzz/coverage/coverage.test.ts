import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../simulation/engine/random.js';
import { readCorpus } from './corpus.mjs';
import { Fuzzer } from './fuzzer.mjs';
import { instrument } from './instrument.mjs';
import { loadTargets } from './load-targets.mjs';
import type { Target } from './target.js';

/** Few enough for every test run; `npm run fuzz` continues for as long as requested. */
const calls = 250;
const names = ['json', 'yaml', 'protobuf', 'cbor', 'json-patch', 'merge-patch', 'strategic-patch', 'cel', 'label-selector', 'field-selector', 'quantity', 'header', 'websocket', 'spdy', 'jwt', 'x509', 'etcd']; // biome-ignore format: one line

describe('whatever is sent', () => {
  let loaded: { targets: Record<string, Target>; branches: Uint8Array };

  beforeAll(async () => {
    loaded = await loadTargets();
    expect(Object.keys(loaded.targets)).toEqual(names);
  });

  test.each(names)('%s is read, or refused as declared, in time', (name) => {
    const target = loaded.targets[name]!;
    const fuzzer = new Fuzzer({ target, branches: loaded.branches, random: new Random(1), trims: false });
    const kept = [...readCorpus(name), ...target.seeds.map((seed) => Buffer.from(seed, 'latin1'))];
    for (const input of kept) expect(fuzzer.try(input), JSON.stringify(input.toString('latin1'))).toBeUndefined();
    expect(fuzzer.reached).toBeGreaterThan(0);
    for (let call = 0; call < calls; call++) {
      const found = fuzzer.step();
      const shortest = found && fuzzer.minimise(found.input, found.flaw);
      expect(found?.flaw, JSON.stringify(shortest?.toString('latin1'))).toBeUndefined();
    }
  });
});

describe('the fuzzer', () => {
  const maze = `
    export function check(bytes) {
      const at = (index, byte) => bytes[index] === byte;
      if (at(0, 0x7b)) { if (at(1, 0x5b)) { if (at(2, 0x21)) throw new Error('found'); } }
    }`;

  async function hunt(text: string): Promise<{ input: Buffer; fuzzer: Fuzzer } | undefined> {
    const branches = new Uint8Array(64);
    (globalThis as { __branches?: Uint8Array }).__branches = branches;
    const { check } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    const target = { seeds: [''], tokens: [], maxBytes: 64, check };
    const fuzzer = new Fuzzer({ target, branches, random: new Random(1) });
    fuzzer.try(Buffer.from('hello'));
    for (let call = 0; call < 150_000; call++) {
      const found = fuzzer.step();
      if (found) return { input: fuzzer.minimise(found.input, found.flaw), fuzzer };
    }
    return undefined;
  }

  test('finds its way by the branches that it reaches, and shows the shortest input', async () => {
    let branches = 0;
    const found = await hunt(instrument(maze, 'maze.js', () => branches++));
    expect(branches).toBe(5);
    expect(found?.input.toString()).toBe('{[!');
  });

  test('would not find it without', async () => {
    expect(await hunt(maze.replaceAll('found', 'found without'))).toBeUndefined();
  });

  test('leaves what a program does as it is', async () => {
    const program = `
      export const f = (a, b) => a ? b : ({ c: a });
      export function g(list) {
        let sum = 0;
        for (const each of list) if (each > 1) sum += each; else continue;
        switch (sum) { case 0: return 'none'; case 5: { return 'five'; } default: return [sum, list?.length ?? 0, sum > 9 && 'big'] }
      }
      export const outcome = [f(1, 2), f(0, 2), g([]), g([2, 3]), g([1, 9, 3]), (() => { try { throw 1 } catch { return 'caught' } })()];`;
    const outcomeOf = async (text: string) =>
      (await import(`data:text/javascript,${encodeURIComponent(text)}`)).outcome;
    expect(await outcomeOf(instrument(program, 'program.js', () => 0))).toEqual(await outcomeOf(program));
  });
});
