// The cost of auditing a request, with its two events, on a server in memory. CPU time of the process, so that
// background writes count as well.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '../../dist/server/api-server.js';
import { openAuditor } from '../../dist/server/audit/index.js';
import { inject } from '../../dist/server/http/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';

export const title = 'auditing, a GET of 1.2 KB';

const rounds = 7;
const count = 5000;
/** The number of requests before the process can do background work. */
const atOnce = 50;
const target = '/api/v1/namespaces/default/pods/web';

export async function run(bench) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const without = await microseconds(undefined);
  bench.row('not audited', without, 'µs');
  for (const [title, options, limit] of [
    ['not to be audited by the policy', { level: 'None' }, 10],
    ['level Metadata, batch', { mode: 'batch' }, undefined],
    ['level Metadata, blocking', {}, 60],
    ['level RequestResponse, blocking', { level: 'RequestResponse' }, undefined],
  ]) {
    const audit = await openAuditor(auditOptions(directory, options));
    const took = await microseconds(audit);
    bench.row(title, took - without, 'µs more', limit === undefined ? {} : { atMost: limit });
  }
  rmSync(directory, { recursive: true });
}

function auditOptions(directory, { level = 'Metadata', mode = 'blocking' }) {
  const policyFile = join(directory, 'policy.yaml');
  writeFileSync(policyFile, `apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: ${level}}]\n`);
  const batch = { bufferSize: 10_000, maxBatchSize: 1, maxBatchWaitMilliseconds: 0, throttle: undefined };
  const rotation = { maxSizeMegabytes: 100, maxBackups: 2, maxAgeDays: 0, compress: false };
  return { policyFile, log: { path: join(directory, 'audit.log'), format: 'json', mode, batch, ...rotation } };
}

async function microseconds(audit) {
  const server = new ApiServer({ storage: await EmbeddedStorage.open(), ...(audit && { audit }) });
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } } };
  const pods = { kind: 'Pod', plural: 'pods', scope: 'Namespaced', versions: { v1: { schema } } };
  server.install({ name: '', resources: [pods] });
  server.prepare();
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { text: 'x'.repeat(780) } };
  const collection = '/api/v1/namespaces/default/pods';
  await inject(server.handle, { method: 'POST', target: collection, body: Buffer.from(JSON.stringify(pod)) });
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = process.cpuUsage();
    for (let index = 0; index < count; index++) {
      const { status } = await inject(server.handle, { target, headers: { 'user-agent': 'bench' } });
      if (status !== 200) throw new Error(`it answered ${status}`);
      if (index % atOnce === 0) await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    const { user, system } = process.cpuUsage(begin);
    best = Math.min(best, (user + system) / count);
  }
  await server.close();
  return best;
}
