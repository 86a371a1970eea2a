// The CustomResourceDefinitions of real projects: `npm run bench -- projects --crds=DIR` creates all that are in the YAML and JSON files
// below DIR (several, separated by commas), in a server on disk and, if KUBE_APISERVER names it, in kube-apiserver on etcd, and prints
// the table of README. Unset: those of installed npm packages. --results=FILE keeps the figures, so that two runs can measure one server
// each: --servers=trestle, --servers=kube-apiserver. CPU and memory are those of the processes, from /proc: Linux only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startKubeApiServer, startTrestle } from '../compare/support/servers.mjs';
import { ApiClient } from './support/api-client.mjs';
import { markdownTable } from './support/markdown-table.mjs';
import { readDefinitions } from './support/read-definitions.mjs';

export const title = 'CRDs of real projects';

const binary = process.env.KUBE_APISERVER;
const leastDefinitions = 10;
const inFlight = 4;
/** Between the last request and the measurement of memory. */
const restSeconds = 10;

export async function run(bench, { crds = 'node_modules', servers = 'trestle,kube-apiserver', results }) {
  if (process.platform !== 'linux') return bench.skip('CPU and memory are read from /proc');
  const definitions = readDefinitions(crds.split(','));
  if (definitions.length < leastDefinitions) {
    return bench.skip(`${definitions.length} CustomResourceDefinitions below ${crds}: name a folder, --crds=DIR`);
  }
  const known = results && existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  if (servers.includes('trestle')) known.ours = await measure(await startTrestle(), definitions);
  if (servers.includes('kube-apiserver') && binary) {
    known.theirs = await measure(await startKubeApiServer(binary), definitions);
  }
  if (results) writeFileSync(results, JSON.stringify(known, undefined, 2));
  const bytes = definitions.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  bench.row('definitions', definitions.length, '');
  bench.row('their size, as JSON', bytes / 1e6, 'MB');
  const { ours, theirs } = known;
  for (const { name, unit } of figures) {
    const beside = theirs ? ` (kube-apiserver ${Math.round(theirs[name]).toLocaleString('en-US')})` : '';
    bench.row(`${name}${beside}`, ours?.[name] ?? Number.NaN, unit);
  }
  if (ours && theirs) console.log(`\n${markdownTable(definitions.length, figures, { ours, theirs })}`);
}

const figures = [
  { name: 'accepted', unit: '' },
  { name: 'until all are served', unit: 'ms' },
  { name: 'CPU until all are served', unit: 'ms' },
  { name: 'CPU of discovery and OpenAPI v2 and v3', unit: 'ms' },
  { name: 'resident memory', unit: 'MB' },
  { name: 'resident memory of etcd', unit: 'MB' },
  { name: 'CPU of a second at rest', unit: 'ms' },
  { name: 'restart until ready', unit: 'ms' },
  { name: 'CPU of the restart', unit: 'ms' },
  { name: 'resident memory after the restart', unit: 'MB' },
];

async function measure(server, definitions) {
  const client = new ApiClient(() => server.port);
  try {
    const [begin, cpuBefore] = [performance.now(), server.cpuMicroseconds()];
    const accepted = await createAll(client, definitions);
    await served(client, accepted);
    const milliseconds = performance.now() - begin;
    const cpuServed = server.cpuMicroseconds();
    await readDocuments(client, accepted);
    const cpuRead = server.cpuMicroseconds();
    await pause(restSeconds * 1000);
    const [cpuRested, resident] = [server.cpuMicroseconds(), server.residentMegabytes()];
    const etcd = server.etcdResidentMegabytes();
    client.close();
    const restartMilliseconds = await server.restart();
    const cpuRestarted = server.cpuMicroseconds();
    await served(client, accepted);
    await pause(restSeconds * 1000);
    return {
      accepted: accepted.length,
      'until all are served': milliseconds,
      'CPU until all are served': (cpuServed - cpuBefore) / 1000,
      'CPU of discovery and OpenAPI v2 and v3': (cpuRead - cpuServed) / 1000,
      'resident memory': resident,
      'resident memory of etcd': etcd,
      'CPU of a second at rest': (cpuRested - cpuRead) / 1000 / restSeconds,
      'restart until ready': restartMilliseconds,
      'CPU of the restart': cpuRestarted / 1000,
      'resident memory after the restart': server.residentMegabytes(),
    };
  } finally {
    client.close();
    await server.stop();
  }
}

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Resolves to the definitions that were accepted. */
async function createAll(client, definitions) {
  const accepted = [];
  await concurrently(definitions, async (definition) => {
    const { status, text } = await client.post(path, definition);
    if (status === 201) accepted.push(definition);
    else console.warn(`  ${definition.metadata.name}: ${status} ${text.slice(0, 200)}`);
  });
  return accepted;
}

/** Resolves when every resource can be listed. */
async function served(client, definitions) {
  await concurrently(definitions, async ({ spec: { group, names, versions } }) => {
    const { name } = versions.find((version) => version.served) ?? {};
    if (!name) return;
    while ((await client.get(`/apis/${group}/${name}/${names.plural}?limit=1`)).status !== 200) await pause(50);
  });
}

/** What kubectl and informers read: discovery, and the schemas of all groups. */
async function readDocuments(client, definitions) {
  await client.get('/apis');
  await client.get('/openapi/v2');
  const versions = new Set(
    definitions.flatMap(({ spec: { group, versions: all } }) =>
      all.filter((one) => one.served).map(({ name }) => `${group}/${name}`),
    ),
  );
  await concurrently([...versions], (version) => client.get(`/openapi/v3/apis/${version}`));
}

async function concurrently(items, work) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
