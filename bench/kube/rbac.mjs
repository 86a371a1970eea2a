// The cost of an RBAC decision, and of creating the default roles at start-up; the rest of a request is not included.

import { kubeFeatureGates } from '../../dist/kube/feature-gates/index.js';
import { KubeServer } from '../../dist/kube/index.js';
import { BootstrapPolicy, RbacAuthorizer } from '../../dist/kube/rbac/index.js';
import { alwaysUser } from '../../dist/server/authentication/index.js';
import { resourceAccess } from '../../dist/server/authorization/index.js';
import { SharedServer } from '../../dist/server/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';

export const title = 'roles';

const bindings = 10_000;
const decisions = 100_000;
const rounds = 5;

export async function run(bench) {
  const storage = await EmbeddedStorage.open();
  const shared = new SharedServer();
  const admin = alwaysUser({ name: 'admin', groups: ['system:masters'] });
  const rbac = new RbacAuthorizer(shared);
  const server = new KubeServer({ shared, storage, authenticator: admin, rbac });
  server.prepare();
  const { client } = shared.loopback;
  const features = shared.features.including(kubeFeatureGates);
  const bootstrap = () =>
    new BootstrapPolicy({ client, features, onError: console.error }).run(new AbortController().signal);
  bench.row('default roles, first start', await timed(bootstrap), 'ms');
  bench.row('default roles, later start', await best(bootstrap), 'ms');
  await bindUsers(client);
  const user = { name: 'user-7', groups: ['devs', 'system:authenticated'] };
  for (const [name, verb] of [
    ['allowed', 'get'],
    ['not allowed', 'delete'],
  ]) {
    const access = resourceAccess({ verb, resource: 'pods', namespace: 'default' });
    const milliseconds = await best(async () => {
      for (let index = 0; index < decisions; index++) await rbac.authorize(user, access);
    });
    bench.row(`decision among ${bindings} bindings, ${name}`, (milliseconds / decisions) * 1e6, 'ns');
  }
  await server.close();
  await storage.close();
}

async function bindUsers(client) {
  const group = '/apis/rbac.authorization.k8s.io/v1';
  const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'configmaps'] }];
  await client.response({ method: 'POST', target: `${group}/clusterroles`, body: { metadata: { name: 'r' }, rules } });
  for (let index = 0; index < bindings; index++) {
    const body = {
      metadata: { name: `b-${index}` },
      roleRef: { kind: 'ClusterRole', name: 'r' },
      subjects: [{ kind: 'User', name: `user-${index}` }],
    };
    await client.response({ method: 'POST', target: `${group}/clusterrolebindings`, body });
  }
}

async function best(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await timed(work));
  return least;
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
