// Shows the processes of this machine as Kubernetes objects: kubectl get, watch, describe and delete processes.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiServer, defineGroup, defineResource, staticTokens } from 'trestle/server';
import { EmbeddedStorage } from 'trestle/storage/embedded';

const directory = process.argv[2] ?? '.processes';

/** Lists all processes. What changes all the time, such as the CPU time, is not shown: each change is a watch event. */
async function list() {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,user=,comm=']);
  return stdout.trimEnd().split('\n').map((line) => {
    const [pid, parent, user, ...command] = line.trim().split(/ +/);
    return { metadata: { name: pid }, spec: { user, parent: Number(parent), command: command.join(' ') } };
  }); // biome-ignore format: short
}

const processes = defineResource({
  kind: 'Process',
  plural: 'processes',
  shortNames: ['ps'],
  scope: 'Cluster',
  selectableFields: ['spec.user'],
  source: { list, delete: ({ metadata }) => void process.kill(Number(metadata.name)) },
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { user: { type: 'string' }, parent: { type: 'integer' }, command: { type: 'string' } },
          },
        },
      },
      columns: [
        { name: 'PID', type: 'string', valueOf: ({ metadata }) => metadata.name },
        { name: 'User', type: 'string', valueOf: ({ spec }) => spec.user },
        { name: 'Command', type: 'string', valueOf: ({ spec }) => spec.command },
      ],
    },
  },
});

const token = randomUUID();
const server = new ApiServer({
  storage: await EmbeddedStorage.open(),
  authenticator: staticTokens({ [token]: { name: 'me', groups: ['system:masters'] } }),
});
server.install(defineGroup({ name: 'machine.example.com', resources: [processes] }));
await server.start({
  host: '127.0.0.1',
  port: 0,
  tls: { certDirectory: directory, names: ['localhost', '127.0.0.1'] },
});
await server.writeKubeconfig(`${directory}/kubeconfig`, { user: { token } });
console.log(`export KUBECONFIG=${directory}/kubeconfig`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(signal));
