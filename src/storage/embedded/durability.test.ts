import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { open } from 'lmdb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EmbeddedStorage } from './embedded-storage.js';
import { encodeSetting } from './record.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const child = fileURLToPath(new URL('../../../dist/storage/embedded/testing/write-until-killed.js', import.meta.url));

interface Acknowledged {
  readonly value: string;
  readonly revision: bigint;
}

/** Runs a process until it has acknowledged `enough` writes, kills it, and returns what it acknowledged. */
async function writeAndKill(round: number, enough: number): Promise<Map<string, Acknowledged>> {
  const writer = spawn(process.execPath, [child, directory, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writer, 'exit');
  const acknowledged = new Map<string, Acknowledged>();
  let lines = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    const [key, value, revision] = line.split(' ');
    if (revision) acknowledged.set(key!, { value: value!, revision: BigInt(revision) });
    if (++lines === enough) writer.kill('SIGKILL');
  }
  expect((await ended)[1]).toBe('SIGKILL');
  return acknowledged;
}

describe('a process that is killed while it writes', () => {
  test('20 times loses nothing that was acknowledged, and revisions never go back', { timeout: 120_000 }, async () => {
    const expected = new Map<string, Acknowledged>();
    let lastRevision = 0n;
    for (let round = 0; round < 20; round++) {
      for (const [key, write] of await writeAndKill(round, 20 + ((round * 137) % 900))) expected.set(key, write);
      const storage = await EmbeddedStorage.open({ directory });
      const found = new Map((await storage.range('/things/')).entries.map((entry) => [entry.key, entry]));
      for (const [key, { value, revision }] of expected) {
        const entry = found.get(key)!;
        // A later write of the same key may be durable although its acknowledgement did not get out.
        expect(entry.modRevision).toBeGreaterThanOrEqual(revision);
        if (entry.modRevision === revision) expect(entry.value.toString().trim()).toBe(value);
      }
      const revision = await storage.currentRevision();
      const acknowledged = [...expected.values()].map((write) => write.revision);
      expect(acknowledged.every((one) => one <= revision)).toBe(true);
      expect(revision).toBeGreaterThan(lastRevision);
      lastRevision = revision;
      await storage.close();
    }
  });
});

describe('a data directory', () => {
  test('that is open already is refused with the process that has it', async () => {
    const storage = await EmbeddedStorage.open({ directory });
    const refused = { code: 'in-use', message: expect.stringContaining(`in use by process ${process.pid}`) };
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject(refused);
    await storage.close();
    await (await EmbeddedStorage.open({ directory })).close();
  });

  test('that another process has open is refused until that process is gone', async () => {
    const writer = spawn(process.execPath, [child, directory, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(writer.stdout, 'data');
    const refused = { code: 'in-use', message: expect.stringContaining(`in use by process ${writer.pid}`) };
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject(refused);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    await (await EmbeddedStorage.open({ directory })).close();
  });

  test('that a process left behind is taken over even where its number is in use again', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    writeFileSync(join(directory, 'owner.json'), JSON.stringify({ pid: process.ppid, birth: 'another boot/1' }));
    const storage = await EmbeddedStorage.open({ directory });
    expect(await storage.currentRevision()).toBe(1n);
    await storage.close();
  });

  test.runIf(process.platform === 'linux')('of a process that has ended is taken over', async () => {
    const opener = `"${process.execPath}" "${child}" "${directory}" 0 & echo $!; read line; kill -9 $!; exec sleep 60`;
    const parent = spawn('sh', ['-c', opener], { stdio: ['pipe', 'pipe', 'inherit'] });
    const said = createInterface(parent.stdout)[Symbol.asyncIterator]();
    const pid = (await said.next()).value;
    await said.next();
    const message = expect.stringContaining(`in use by process ${pid}`);
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject({ message });
    parent.stdin.write('end\n');
    await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^(Z|gone)/), 30_000);
    await (await EmbeddedStorage.open({ directory })).close();
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });

  test('of a newer version is refused, with what to do about it', async () => {
    await (await EmbeddedStorage.open({ directory })).close();
    const root = open({ path: directory, encoding: 'binary', keyEncoding: 'binary' });
    const meta = root.openDB({ name: 'meta', encoding: 'binary', keyEncoding: 'binary' });
    const format = Buffer.from('format');
    await meta.put(format, encodeSetting(format, Buffer.from([0, 0, 0, 3])));
    await root.close();
    const refused = { code: 'newer-format', message: expect.stringContaining('format 3') };
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject(refused);
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject(refused);
  });

  test('that holds something else is refused', async () => {
    writeFileSync(join(directory, 'data.mdb'), 'this is not a database'.repeat(1000));
    await expect(EmbeddedStorage.open({ directory })).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('a full disk', () => {
  /** Mounting a small file system requires root on Linux; in CI the test must run. */
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;
  test.skipIf(!canMount && !process.env.CI)(
    'fails the write, loses nothing, and is overcome when there is room',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory]);
      try {
        const filler = join(directory, 'filler');
        writeFileSync(filler, Buffer.alloc(8 << 20));
        const data = join(directory, 'data');
        const storage = await EmbeddedStorage.open({ directory: data });
        const { written, error } = await writeUntilFull(storage);
        expect(error).toMatchObject({ code: 'out-of-space' });
        expect(written).toBeGreaterThan(0);
        const before = await storage.currentRevision();
        expect((await storage.range('/things/')).entries.length).toBe(written);
        rmSync(filler);
        const { revision } = await storage.commit([
          { type: 'put', key: '/things/after', value: Buffer.alloc(100_000) },
        ]);
        expect(revision).toBeGreaterThan(before);
        await storage.close();
        const again = await EmbeddedStorage.open({ directory: data });
        expect((await again.range('/things/')).entries.length).toBe(written + 1);
        await again.close();
      } finally {
        execFileSync('umount', [directory]);
      }
    },
  );

  async function writeUntilFull(storage: EmbeddedStorage): Promise<{ written: number; error: unknown }> {
    for (let written = 0; ; written++) {
      const put = { type: 'put', key: `/things/${written}`, value: Buffer.alloc(100_000) } as const;
      const error = await storage.commit([put]).then(
        () => undefined,
        (reason) => reason,
      );
      if (error) return { written, error };
    }
  }
});

/** Of a process on Linux: Z for one whose parent has not waited for it. A shell may have done that. */
function stateOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!;
  } catch {
    return 'gone';
  }
}
