// Child process of ../api.mjs: an API server in memory with pods of 1.2 KB. Runs the requested tasks by name, and
// responds with the CPU time that they took; without a task, with the total so far.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../../dist/server/api-server.js';
import { inject } from '../../../dist/server/http/index.js';
import { EmbeddedStorage } from '../../../dist/storage/embedded/index.js';

const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { text: { type: 'string' }, replicas: { type: 'integer' } } } },
};
const server = new ApiServer({ storage: await EmbeddedStorage.open() });
server.install({
  name: '',
  resources: [{ kind: 'Pod', plural: 'pods', scope: 'Namespaced', versions: { v1: { schema } } }],
});
const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });

const text = 'x'.repeat(780);
const podsOf = (namespace) => `/api/v1/namespaces/${namespace}/pods`;
const pod = (name) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } }, spec: { text } });

async function call(method, target, { body, headers = {} }) {
  const response = await inject(server.handle, { method, target, headers, body: Buffer.from(JSON.stringify(body)) });
  if (response.status > 201) throw new Error((await response.body()).toString());
}

let made = 0;
const works = {
  async create(count, namespace = 'writes') {
    for (let index = 0; index < count; index++) await call('POST', podsOf(namespace), { body: pod(`pod-${made++}`) });
  },
  /** Each changes a field that the manager has applied before. */
  async apply(count) {
    const target = `${podsOf('applies')}/web?fieldManager=bench`;
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    for (let index = 0; index < count; index++) {
      await call('PATCH', target, { headers, body: { ...pod('web'), spec: { text, replicas: made++ } } });
    }
  },
  /** Each is an event for the watches. */
  async change(count) {
    for (let index = 0; index < count; index++) {
      const body = { ...pod('web'), spec: { text, replicas: made++ } };
      await call('PUT', `${podsOf('default')}/web`, { body });
    }
  },
};

await call('POST', podsOf('default'), { body: pod('web') });
process.on('message', async ({ work, count, namespace }) => {
  const before = process.cpuUsage();
  if (work) await works[work](count, namespace);
  const { user, system } = process.cpuUsage(work ? before : undefined);
  process.send({ microseconds: user + system });
});
process.send({ port: server.port });
