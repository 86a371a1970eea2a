#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { isStorageError } from '../storage/index.js';

const usage = `trestle: a Kubernetes API server in TypeScript

The API server itself is not here yet. This opens the store that it will run on,
keeps it compacted, and closes it on Ctrl-C.

  --data-dir DIR   where the data is kept (default: trestle-data)
  --help           this text
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string', default: 'trestle-data' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const storage = await EmbeddedStorage.open({ directory: values['data-dir'] });
  const { revision, count } = await storage.range('', { limit: 1, keysOnly: true, count: true });
  console.log(`store ${values['data-dir']} is open: ${count} keys at revision ${revision}. Ctrl-C closes it.`);
  await new Promise((resolve) => {
    // A timer, because waiting for a signal alone does not keep the process alive.
    const alive = setInterval(() => undefined, 1 << 30);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(clearInterval(alive)));
  });
  await storage.close();
  console.log('closed');
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!isStorageError(error) && !(error instanceof TypeError)) throw error;
  console.error(`trestle: ${error.message}`);
  process.exitCode = 1;
}
