import { createInterface } from 'node:readline';
import { isStorageError } from '../../errors.js';
import { EmbeddedStorage } from '../embedded-storage.js';

/*
 * Runs as a separate process, for tests that damage a store: opens each directory that it reads from stdin, line by line,
 * uses the store like a server, and prints the result as a line of JSON. No damage may crash it.
 */

export interface DamageResult {
  /** The error with which the store was refused. */
  readonly refused?: string;
  readonly repaired?: string;
  /** The readable values, by key. */
  readonly values: Record<string, string>;
  /** The unreadable keys, with the reason. */
  readonly damaged: Record<string, string>;
}

async function use(directory: string): Promise<DamageResult> {
  let repaired: string | undefined;
  const onRepair = (message: string): void => {
    repaired = message;
  };
  try {
    const storage = await EmbeddedStorage.open({ directory, onRepair });
    const result = await readAll(storage);
    await writeAndSweep(storage);
    await storage.close();
    return { ...result, ...(repaired && { repaired }) };
  } catch (error) {
    if (!isStorageError(error, 'unreadable')) throw error;
    return { refused: error.message, values: {}, damaged: {} };
  }
}

async function readAll(storage: EmbeddedStorage): Promise<DamageResult> {
  const [values, damaged]: Record<string, string>[] = [{}, {}];
  for (const entry of (await storage.range('/')).entries) {
    try {
      values![entry.key] = entry.value.toString('latin1');
    } catch (error) {
      if (!isStorageError(error, 'unreadable')) throw error;
      damaged![entry.key] = error.message;
    }
  }
  return { values: values!, damaged: damaged! };
}

/** Uses free pages, and frees others. */
async function writeAndSweep(storage: EmbeddedStorage): Promise<void> {
  for (let count = 0; count < 30; count++) {
    const value = Buffer.alloc(count % 3 === 0 ? 9000 : 500, 'n');
    await storage.commit([{ type: 'put', key: `/new/${count % 10}`, value }]);
  }
  await storage.compact(await storage.currentRevision());
  const { entries } = await storage.range('/new/');
  if (entries.length !== 10 || entries.some(({ value }) => value.length < 500)) throw new Error('what is new is lost');
}

for await (const directory of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await use(directory))}\n`);
}
