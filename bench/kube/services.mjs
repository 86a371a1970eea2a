import { KubeServer } from '../../dist/kube/index.js';
import { inject } from '../../dist/server/http/index.js';
import { SharedServer } from '../../dist/server/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';

export const title = 'services: what their addresses and node ports cost, in process, on a store in memory';

const count = 1500;
const rounds = 3;

export async function run(bench) {
  const storage = await EmbeddedStorage.open();
  const server = new KubeServer({ shared: new SharedServer(), storage, serviceRanges: ['10.96.0.0/12'] });
  server.prepare();
  await post(server, '/api/v1/namespaces', { metadata: { name: 'a' } });
  const ports = [{ port: 80 }];
  const plain = await perSecond(server, 'configmaps', { data: { a: 'b' } });
  const headless = await perSecond(server, 'services', { spec: { clusterIP: 'None', ports } });
  const addressed = await perSecond(server, 'services', { spec: { ports } });
  const nodePorts = await perSecond(server, 'services', { spec: { type: 'NodePort', ports } }, 500);
  bench.row('ConfigMaps created', plain, '/s');
  bench.row('headless services created', headless, '/s');
  bench.row('services created, with an address', addressed, '/s');
  bench.row('time of one with an address / of one without', headless / addressed, 'times');
  bench.row('services created, with an address and a node port', nodePorts, '/s');
  await server.close();
  await storage.close();
}

let made = 0;

/** Sixteen at a time; best of several rounds. */
async function perSecond(server, plural, fields, total = count) {
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    let left = total;
    const begin = performance.now();
    const worker = async () => {
      while (left-- > 0) {
        await post(server, `/api/v1/namespaces/a/${plural}`, { metadata: { name: `x${made++}` }, ...fields });
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    best = Math.max(best, (total * 1000) / (performance.now() - begin));
  }
  return best;
}

async function post(server, target, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await inject(server.handle, {
    method: 'POST',
    target,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.body()}`);
  await response.body();
}
