// What heavy requests cost other clients: the longest wait of a concurrent GET and, in our process, the longest
// synchronous stretch. `--objects=N`, `--items=N` and `--definitions=N` choose the sizes, `--only=TEXT` the requests. With
// KUBE_APISERVER and ETCD, each row also has the wait of a client of kube-apiserver. Where the time that threads
// wait for a processor is known, it does not count; otherwise, this wants an idle machine.
import {
  autoscaler,
  configMap,
  deleteCollection,
  documentRequests,
  firstDocument,
  listRequests,
  manyIsServed,
  objectRequests,
  oneOfManyDefinitions,
  wideDefinition,
  wideIsServed,
} from './support/heavy-requests.mjs';
import { measuredKubeApiServer, measuredTrestle } from './support/measured-server.mjs';

export const title = 'the longest wait of a concurrent GET, and the longest synchronous stretch';

const mostWait = { atMost: 25 };
const mostStretch = { atMost: 10 };

export async function run(bench, options) {
  const sizes = {
    objects: Number(options.objects ?? 50_000),
    items: Number(options.items ?? 20_000),
    definitions: Number(options.definitions ?? 1000),
    only: options.only ?? '',
  };
  const binary = process.env.KUBE_APISERVER;
  const servers = { ours: await measuredTrestle(), ...(binary && { theirs: await measuredKubeApiServer(binary) }) };
  const measure = async (what, requests) => {
    if (!what.includes(sizes.only)) return;
    const beside = servers.theirs ? ` (kube-apiserver ${await waitOf(servers.theirs, requests)})` : '';
    const ours = await servers.ours.measure(requests);
    bench.row(`${what}: wait${beside}`, ours.wait, 'ms', mostWait);
    bench.row(`${what}: stretch, of ${ours.milliseconds.toFixed(0)} ms`, ours.stretch, 'ms', mostStretch);
  };
  try {
    await measureFew(measure, servers, sizes);
    await measureDefinitions(measure, servers, sizes);
    await measureMany(measure, servers, sizes);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

/** kube-apiserver fails some of the requests. */
async function waitOf(server, requests) {
  try {
    const { wait } = await server.measure(requests);
    return wait.toFixed(0);
  } catch (error) {
    return String(error.message).slice(0, 100);
  }
}

/** The first document, and large objects. */
async function measureFew(measure, servers, { items }) {
  await measure('first GET of /openapi/v2', [firstDocument]);
  for (const server of Object.values(servers)) {
    await server.send(wideDefinition());
    await server.send(wideIsServed);
  }
  for (const [what, request] of Object.entries(objectRequests(items))) await measure(what, [request]);
}

async function measureDefinitions(measure, servers, { definitions, only }) {
  const requests = documentRequests(definitions);
  if (!Object.keys(requests).some((what) => what.includes(only))) return;
  for (const server of Object.values(servers)) {
    await sendAll(server, definitions, oneOfManyDefinitions);
    await server.send(manyIsServed(definitions - 1));
  }
  for (const [what, each] of Object.entries(requests)) await measure(what, each);
}

async function measureMany(measure, servers, { objects, only }) {
  if (!['DELETE of the collection', ...Object.keys(listRequests)].some((what) => what.includes(only))) return;
  for (const server of Object.values(servers)) {
    await sendAll(server, objects, configMap);
    await sendAll(server, objects / 10, autoscaler);
  }
  for (const [what, request] of Object.entries(listRequests)) {
    await measure(`${what}, first`, [request]);
    await measure(`${what}, again`, [request]);
  }
  await measure('DELETE of the collection', [deleteCollection]);
}

async function sendAll(server, count, requestOf) {
  let next = 0;
  const worker = async () => {
    while (next < count) await server.send(requestOf(next++));
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}
