// node test/upstream/simulated-nodes.mjs --server URL --token TOKEN [--nodes 2]: trestle's simulated nodes beside another API
// server. Scheduling is left to kube-scheduler.
import { parseArgs } from 'node:util';
import { bearerToken, Http2Transport, RestClient } from '../../dist/client/rest/index.js';
import { ControllerManager, simulation } from '../../dist/controllers/index.js';

const { values: options } = parseArgs({
  options: { server: { type: 'string' }, token: { type: 'string' }, nodes: { type: 'string', default: '2' } },
});
const transport = new Http2Transport({
  server: options.server,
  tls: { insecure: true },
  credentials: bearerToken(options.token),
});
const simulated = simulation({ nodes: Number(options.nodes), version: 'v1.36.4', random: Math.random });
const manager = new ControllerManager({
  clientAs: (program) => new RestClient({ transport, userAgent: program }),
  controllers: simulated.filter(({ name }) => name !== 'default-scheduler'),
  onError: (error) => console.error(error),
});
manager.start();
