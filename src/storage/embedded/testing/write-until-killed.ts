import { EmbeddedStorage } from '../embedded-storage.js';

/*
 * Runs as a separate process, for tests that kill it: writes to the directory given as its argument, from many concurrent
 * writers, and prints a line for each acknowledged write: key, value, revision.
 */
const [directory, round] = process.argv.slice(2);
const storage = await EmbeddedStorage.open({ directory: directory!, historyMilliseconds: 20 });

async function write(writer: number): Promise<never> {
  for (let count = 0; ; count++) {
    // Unambiguous: both are numbers.
    const key = `/things/${writer}/${count % 50}`;
    const value = `${round}-${count}`;
    const { revision } = await storage.commit([{ type: 'put', key, value: Buffer.from(value.padEnd(500)) }]);
    process.stdout.write(`${key} ${value} ${revision}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
