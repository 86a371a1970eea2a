// Counts what `kubectl explain` can print: the descriptions of the types and fields in all OpenAPI v3 documents.
//   npm run build && node tools/count-descriptions.mjs           of this server
//   npm run build && node tools/count-descriptions.mjs --real    also of kube-apiserver (the binaries that KUBE_APISERVER
//                                                                and ETCD name), with what only that one describes
import { startServer } from '../test/parity/support/start-server.mjs';
import { describedPlaces } from './kube-descriptions/described-places.mjs';

// The certificates of the servers were signed a moment ago, by an authority that is gone in the next.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const ours = await placesOf({});
console.log(`descriptions here: ${ours.described.size} of ${ours.places.size} types and fields`);
if (process.argv.includes('--real')) {
  const real = await placesOf({ real: { kubeApiServer: process.env.KUBE_APISERVER, etcd: process.env.ETCD } });
  const missing = [...real.described].filter((place) => !ours.described.has(place));
  for (const place of missing) console.log(`  ${place}`);
  console.log(
    `descriptions in kube-apiserver: ${real.described.size} of ${real.places.size}; missing here: ${missing.length}`,
  );
  process.exitCode = missing.length > 0 ? 1 : 0;
}

async function placesOf(options) {
  const server = await startServer(options);
  const read = async (path) => {
    const response = await fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${server.token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  try {
    const { paths } = await read('/openapi/v3');
    const documents = Object.entries(paths).map(async ([path, { serverRelativeURL }]) => {
      return [path, await read(serverRelativeURL)];
    });
    return describedPlaces(await Promise.all(documents));
  } finally {
    await server.close();
  }
}
