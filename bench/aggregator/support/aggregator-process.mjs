// A child process of ../proxy.mjs: `aggregator <port>`, `bare <port>` or `alone`; each message is answered with the CPU time.
import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { Aggregator } from '../../../dist/aggregator/index.js';
import { builtInVersion } from '../../../dist/kube/types/index.js';
import { makeSelfSigned } from '../../../dist/server/http/index.js';
import { ApiServer, defineGroup, SharedServer } from '../../../dist/server/index.js';
import { EmbeddedStorage } from '../../../dist/storage/embedded/index.js';

const plain = (kind, plural) => ({ kind, plural, scope: 'Namespaced', versions: { v1: {} } });
const groups = [
  defineGroup({ name: '', resources: [plain('Service', 'services')] }),
  defineGroup({ name: 'apps', resources: [plain('Deployment', 'deployments')] }),
  defineGroup({ name: 'discovery.k8s.io', resources: [plain('EndpointSlice', 'endpointslices')] }),
];
const listening = {
  host: '127.0.0.1',
  port: 0,
  tls: { certDirectory: `${tmpdir()}/trestle-bench-certs`, names: ['localhost'] },
};
const alwaysNobody = { authenticate: async () => ({ name: 'nobody', groups: ['system:authenticated'] }) };

const kinds = {
  async alone() {
    const server = new ApiServer({ storage: await EmbeddedStorage.open(), authenticator: alwaysNobody });
    for (const group of groups) server.install(group);
    await server.start(listening);
    await createDeployment(server.shared.loopback.client);
    return server.port;
  },

  async aggregator(backendPort) {
    const storage = await EmbeddedStorage.open();
    const shared = new SharedServer();
    const inner = new ApiServer({ storage, shared });
    for (const group of groups) inner.install(group);
    const server = new Aggregator({
      storage,
      shared,
      authenticator: alwaysNobody,
      apiServiceType: (more) => builtInVersion('apiregistration.k8s.io/v1', 'APIService', more),
      delegate: inner,
    });
    await server.start(listening);
    const { client } = shared.loopback;
    await createDeployment(client);
    await register(client, backendPort);
    return server.port;
  },

  async bare(backendPort) {
    const { certificate, key } = makeSelfSigned({ names: ['localhost'] });
    const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
    const server = http2.createSecureServer({ cert: certificate, key, minVersion: 'TLSv1.3' });
    server.on('stream', (stream, { ':path': path, ':method': method }) => {
      https
        .request({ agent, host: '127.0.0.1', port: backendPort, path, method }, (response) => {
          stream.respond({ ':status': response.statusCode, 'content-type': response.headers['content-type'] });
          response.pipe(stream);
        })
        .end();
    });
    server.listen(0);
    await once(server, 'listening');
    return server.address().port;
  },
};

function createDeployment(client) {
  const deployments = client.resource({ group: 'apps', version: 'v1', resource: 'deployments' }, 'default');
  return deployments.create({ metadata: { name: 'web' }, spec: { note: 'x'.repeat(1000) } });
}

async function register(client, port) {
  const name = 'backend';
  const services = client.resource({ group: '', version: 'v1', resource: 'services' }, 'default');
  await services.create({ metadata: { name }, spec: { type: 'ExternalName', externalName: '127.0.0.1' } });
  const apiServices = client.resource({ group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' });
  const service = { namespace: 'default', name, port };
  const spec = { group: 'things.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1, service };
  const metadata = { name: 'v1.things.example.com' };
  await apiServices.create({ metadata, spec: { ...spec, insecureSkipTLSVerify: true } });
  while ((await apiServices.get(metadata.name)).status.conditions?.[0].status !== 'True') {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const [kind, backendPort] = process.argv.slice(2);
const port = await kinds[kind](Number(backendPort));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ microseconds: user + system });
});
process.once('SIGTERM', () => process.exit());
process.send({ port });
