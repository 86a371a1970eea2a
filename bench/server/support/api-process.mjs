// Child process of ../api.mjs: an API server with one object of 1.2 KB. Answers `{ get: 'cpu' }` as http-processes does.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../../dist/server/api-server.js';
import { inject } from '../../../dist/server/http/index.js';
import { EmbeddedStorage } from '../../../dist/storage/embedded/index.js';

const server = new ApiServer({ storage: await EmbeddedStorage.open() });
server.install({
  name: '',
  resources: [{ kind: 'Pod', plural: 'pods', scope: 'Namespaced', versions: { v1: {} } }],
});
const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });

const pods = '/api/v1/namespaces/default/pods';
const pod = { metadata: { name: 'web', labels: { app: 'web' } }, spec: { text: 'x'.repeat(780) } };
const created = await inject(server.handle, { method: 'POST', target: pods, body: Buffer.from(JSON.stringify(pod)) });
if (created.status !== 201) throw new Error((await created.body()).toString());

process.on('message', async ({ get, writes }) => {
  const before = process.cpuUsage();
  if (writes) {
    for (let count = 0; count < writes; count++) {
      const body = Buffer.from(
        JSON.stringify({ ...pod, metadata: { ...pod.metadata, name: `${get}-${count}-${Date.now()}` } }),
      );
      const response = await inject(server.handle, { method: 'POST', target: pods, body });
      if (response.status !== 201) throw new Error((await response.body()).toString());
    }
  }
  const { user, system } = process.cpuUsage(writes ? before : undefined);
  process.send({ microseconds: user + system });
});
process.send({ port: server.port });
