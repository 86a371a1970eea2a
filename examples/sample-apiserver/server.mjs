// A sample API server: one group, one resource, in a few lines. See docs/extension-server.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ApiServer, defineGroup, defineResource, specAndStatus } from 'trestle/server';
import { EmbeddedStorage } from 'trestle/storage/embedded';

const { main, status } = specAndStatus();

const flunders = defineResource({
  kind: 'Flunder',
  plural: 'flunders',
  shortNames: ['fl'],
  scope: 'Namespaced',
  strategy: main,
  subresources: { status: { verbs: ['get', 'update', 'patch'], strategy: status } },
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            required: ['reference'],
            properties: {
              reference: { type: 'string', minLength: 1, description: 'The name of another flunder.' },
              size: { type: 'integer', minimum: 0, default: 1 },
            },
          },
          status: { type: 'object', properties: { phase: { type: 'string' } } },
        },
      },
    },
  },
});

const directory = process.argv[2] ?? 'trestle-data/sample';
const port = Number(process.argv[3] ?? 7443);
mkdirSync(directory, { recursive: true });
const server = new ApiServer({ storage: await EmbeddedStorage.open({ directory: `${directory}/store` }) });
server.install(defineGroup({ name: 'wardle.example.com', resources: [flunders] }));
await server.start({ host: '127.0.0.1', port, tls: { certDirectory: directory, names: ['localhost', '127.0.0.1'] } });
writeFileSync(`${directory}/kubeconfig`, kubeconfig());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(signal));
console.log(`export KUBECONFIG=${directory}/kubeconfig`);

function kubeconfig() {
  const authority = readFileSync(`${directory}/apiserver.crt`).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'sample',
        cluster: { server: `https://127.0.0.1:${server.port}`, 'certificate-authority-data': authority },
      },
    ],
    users: [{ name: 'me', user: { token: 'anything' } }],
    contexts: [{ name: 'sample', context: { cluster: 'sample', user: 'me', namespace: 'default' } }],
    'current-context': 'sample',
  });
}
