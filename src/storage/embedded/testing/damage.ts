import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { EmbeddedStorage } from '../embedded-storage.js';
import type { DamageResult } from './open-damaged.js';

const child = fileURLToPath(new URL('../../../../dist/storage/embedded/testing/open-damaged.js', import.meta.url));

/** A store with trees of several levels, overflow values, history, deletions, expirations and free pages. */
export async function makeStore(directory: string, objects = 300): Promise<Map<string, string>> {
  const storage = await EmbeddedStorage.open({ directory });
  const values = new Map<string, string>();
  const put = async (index: number, text: string): Promise<void> => {
    // Unambiguous: both parts are numbers.
    const key = `/registry/pods/namespace-${index % 7}/a-pod-with-a-name-of-some-length-${index}`;
    const value = text.padEnd(index % 9 === 0 ? 5000 : 40 + ((index * 37) % 400), text);
    await storage.commit([
      { type: 'put', key, value: Buffer.from(value), ...(index % 5 === 0 && { ttlSeconds: 1e6 }) },
    ]);
    values.set(key, value);
  };
  const all = Array.from({ length: objects }, (_, index) => index);
  await Promise.all(all.map((index) => put(index, `first ${index} `)));
  await Promise.all(all.filter((index) => index % 2 === 0).map((index) => put(index, `second ${index} `)));
  await storage.compact(await storage.currentRevision());
  for (const index of all.slice(0, 20)) await put(index, `third ${index} `);
  for (const key of [...values.keys()].slice(20, 30)) {
    await storage.commit([{ type: 'delete', key }]);
    values.delete(key);
  }
  await storage.close();
  return values;
}

/** A process that opens damaged stores, one after the other. */
export class Victim {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #results: AsyncIterator<string>;
  #errors = '';

  constructor() {
    this.#process = spawn(process.execPath, [child], { stdio: 'pipe' });
    this.#results = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#process.stderr.on('data', (text) => {
      this.#errors += text;
    });
  }

  /** Rejects if the process does not survive the directory. */
  async open(directory: string): Promise<DamageResult> {
    this.#process.stdin.write(`${directory}\n`);
    const { value, done } = await this.#results.next();
    if (!done) return JSON.parse(value);
    const [code, signal] =
      this.#process.exitCode === null ? await once(this.#process, 'exit') : [this.#process.exitCode];
    throw new Error(`the process ended with ${signal ?? code}: ${this.#errors}`);
  }

  async close(): Promise<void> {
    this.#process.stdin.end();
    if (this.#process.exitCode === null && this.#process.signalCode === null) await once(this.#process, 'exit');
  }
}

/** Changes the data in place, or returns what remains of it. */
export type Damage = (data: Buffer) => unknown;

/** A copy of a store whose data file has been changed. */
export function damagedCopy(from: string, to: string, damage: Damage): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, 'store.json'), join(to, 'store.json'));
  const data = readFileSync(join(from, 'data.mdb'));
  const left = damage(data);
  writeFileSync(join(to, 'data.mdb'), Buffer.isBuffer(left) ? left : data);
}

/** Changes the last of some bytes in the data of a store, at every occurrence: free pages may contain them as well. */
export function damageBytes(directory: string, text: string | Buffer): void {
  const file = join(directory, 'data.mdb');
  const [data, bytes] = [readFileSync(file), Buffer.from(text)];
  if (!data.includes(bytes)) throw new Error(`${file} does not have ${bytes}`);
  for (let at = data.indexOf(bytes); at >= 0; at = data.indexOf(bytes, at + bytes.length)) {
    const last = at + bytes.length - 1;
    data[last] = data[last]! ^ 1;
  }
  writeFileSync(file, data);
}

/** Pseudo-random numbers, reproducible from a seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const pageSize = 4096;

/** Many kinds of damage at random positions. The store uses all page types: meta, branch, leaf, overflow, free. */
export const damageKinds: Readonly<Record<string, (random: (below: number) => number) => Damage>> = {
  'a bit flipped': (random) => (data) => {
    const at = random(data.length);
    data[at] = data[at]! ^ (1 << random(8));
  },
  'a bit flipped in a meta page': (random) => (data) => {
    const at = random(2) * pageSize + random(168);
    data[at] = data[at]! ^ (1 << random(8));
  },
  'a byte changed in the head of a page': (random) => (data) => {
    data[random(data.length / pageSize) * pageSize + random(64)] = random(256);
  },
  'a few bytes of noise': (random) => (data) => {
    const start = random(data.length);
    for (let at = start; at < Math.min(data.length, start + 1 + random(96)); at++) data[at] = random(256);
  },
  'numbers changed': (random) => (data) => {
    const page = random(data.length / pageSize) * pageSize;
    const numbers = [0, 1, 0xffff, 0x7fff, pageSize, random(0x10000)];
    for (let count = 0; count < 3; count++) data.writeUInt16LE(numbers[random(6)]!, page + 2 * random(pageSize / 2));
  },
  'a page of noise': (random) => (data) => {
    const page = random(data.length / pageSize) * pageSize;
    for (let at = page; at < page + pageSize; at++) data[at] = random(256);
  },
  'a page of zeros': (random) => (data) => {
    const page = random(data.length / pageSize) * pageSize;
    data.fill(0, page, page + pageSize);
  },
  'a page in the place of another': (random) => (data) => {
    const [from, to] = [random(data.length / pageSize) * pageSize, random(data.length / pageSize) * pageSize];
    data.copy(data, to, from, from + pageSize);
  },
  'its end cut off': (random) => (data) => data.subarray(0, random(data.length)),
};
