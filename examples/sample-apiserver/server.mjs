// A sample API server: one group, one resource, in a few lines. See docs/extension-server.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defaultConnection, kubeconfigFor } from 'trestle/client/kubeconfig';
import { Http2Transport, RestClient } from 'trestle/client/rest';
import { ApiServer, Delegation, defineGroup, defineResource, specAndStatus } from 'trestle/server';
import { EmbeddedStorage } from 'trestle/storage/embedded';

const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.sample' },
    port: { type: 'string', default: '0' },
    kubeconfig: { type: 'string' },
  },
});
const directory = flags['data-dir'];

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

mkdirSync(directory, { recursive: true });
const delegation = flags.kubeconfig && (await delegateTo(flags.kubeconfig));
const server = new ApiServer({
  storage: await EmbeddedStorage.open({ directory: `${directory}/store` }),
  ...(delegation && { authenticator: delegation.authenticator, authorizer: delegation.authorizer }),
});
server.install(defineGroup({ name: 'wardle.example.com', resources: [flunders] }));
await server.start({
  host: '127.0.0.1',
  port: Number(flags.port),
  tls: {
    certDirectory: directory,
    names: ['localhost', '127.0.0.1', 'sample.default.svc'],
    ...(delegation && { clientAuthorities: delegation.clientAuthorities }),
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(signal));
if (delegation) say('apiservice.yaml', registration(), (file) => `kubectl apply -f ${file}`);
else say('kubeconfig', kubeconfig(), (file) => `export KUBECONFIG=${file}`);

/** Who clients are, and what they may do, is for the server to say that the kubeconfig leads to. */
async function delegateTo(kubeconfig) {
  const connection = await defaultConnection({ file: kubeconfig });
  return Delegation.connect({ client: new RestClient({ transport: new Http2Transport(connection) }) });
}

async function end(signal) {
  await server.close(signal);
  process.exit();
}

function say(name, document, command) {
  const file = `${directory}/${name}`;
  writeFileSync(file, document);
  console.log(command(file));
}

/** By which the main server knows that this one serves the group, and where it is. */
function registration() {
  return `apiVersion: v1
kind: Service
metadata: { name: sample, namespace: default }
spec: { type: ExternalName, externalName: localhost }
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.wardle.example.com }
spec:
  group: wardle.example.com
  version: v1
  groupPriorityMinimum: 1000
  versionPriority: 10
  service: { name: sample, namespace: default, port: ${server.port} }
  caBundle: ${readFileSync(`${directory}/apiserver.crt`).toString('base64')}
`;
}

function kubeconfig() {
  const authorities = readFileSync(`${directory}/apiserver.crt`, 'utf8');
  const address = `https://127.0.0.1:${server.port}`;
  const user = { token: 'anything' };
  return JSON.stringify(kubeconfigFor({ name: 'sample', server: address, authorities, namespace: 'default', user }));
}
