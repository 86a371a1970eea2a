// Child process of ../start.mjs.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../../lib/server/index.js';
import { EmbeddedStorage } from '../../../lib/storage/embedded/index.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
const server = new ApiServer({ storage: await EmbeddedStorage.open({ directory: join(directory, 'data') }) });
await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
console.log(`https://127.0.0.1:${server.port}`);
process.once('SIGTERM', () => server.close());
