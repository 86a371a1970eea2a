// The CustomResourceDefinitions of real projects: `npm run bench -- projects --crds=DIR` creates all that are in the YAML and JSON files
// below DIR (several, separated by commas), in a server on disk and, if KUBE_APISERVER names it, in kube-apiserver on etcd. Unset: those of
// installed npm packages. CPU and memory are those of the server's process, from /proc: Linux only.
import { startKubeApiServer, startTrestle } from '../compare/support/servers.mjs';
import { ApiClient } from './support/api-client.mjs';
import { readDefinitions } from './support/read-definitions.mjs';

export const title = 'CRDs of real projects';

const binary = process.env.KUBE_APISERVER;
const leastDefinitions = 10;
const inFlight = 4;

export async function run(bench, { crds = 'node_modules' }) {
  if (process.platform !== 'linux') return bench.skip('CPU and memory are read from /proc');
  const definitions = readDefinitions(crds.split(','));
  if (definitions.length < leastDefinitions) {
    return bench.skip(`${definitions.length} CustomResourceDefinitions below ${crds}: name a folder, --crds=DIR`);
  }
  const ours = await measure(await startTrestle(), definitions);
  const theirs = binary && (await measure(await startKubeApiServer(binary), definitions));
  const beside = (name) => (theirs ? ` (kube-apiserver ${Math.round(theirs[name]).toLocaleString('en-US')})` : '');
  const bytes = definitions.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  bench.row('definitions', definitions.length, '');
  bench.row('their size, as JSON', bytes / 1e6, 'MB');
  for (const [name, unit] of units) bench.row(`${name}${beside(name)}`, ours[name], unit);
}

const units = [
  ['accepted', ''],
  ['until all are established', 'ms'],
  ['CPU until all are established', 'ms'],
  ['CPU of discovery and OpenAPI v2', 'ms'],
  ['resident memory', 'MB'],
  ['restart until ready', 'ms'],
  ['resident memory after a restart', 'MB'],
];

async function measure(server, definitions) {
  const client = new ApiClient(() => server.port);
  try {
    const [begin, cpuBefore] = [performance.now(), server.cpuMicroseconds()];
    const accepted = await createAll(client, definitions);
    await established(client, accepted);
    const milliseconds = performance.now() - begin;
    const cpu = server.cpuMicroseconds();
    for (const path of ['/apis', '/openapi/v2']) await client.get(path);
    const documents = server.cpuMicroseconds();
    const residentMegabytes = server.residentMegabytes();
    client.close();
    const restartMilliseconds = await server.restart();
    return {
      accepted,
      'until all are established': milliseconds,
      'CPU until all are established': (cpu - cpuBefore) / 1000,
      'CPU of discovery and OpenAPI v2': (documents - cpu) / 1000,
      'resident memory': residentMegabytes,
      'restart until ready': restartMilliseconds,
      'resident memory after a restart': server.residentMegabytes(),
    };
  } finally {
    client.close();
    await server.stop();
  }
}

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function createAll(client, definitions) {
  let [next, accepted] = [0, 0];
  const worker = async () => {
    while (next < definitions.length) {
      const definition = definitions[next++];
      const { status, text } = await client.post(path, definition);
      if (status === 201) accepted++;
      else console.warn(`  ${definition.metadata.name}: ${status} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return accepted;
}

async function established(client, count) {
  const isEstablished = ({ status }) =>
    status?.conditions?.some(({ type, status: value }) => type === 'Established' && value === 'True');
  for (;;) {
    const { items } = JSON.parse((await client.get(`${path}?resourceVersion=0`)).text);
    if (items.filter(isEstablished).length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
