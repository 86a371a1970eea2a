// API priority and fairness: a flood is queued or rejected while system requests are served.
import { configMaps, createNamespace } from '../support/objects.mjs';
import { count, of, percentile } from '../support/report.mjs';
import { tokenOf } from '../support/servers.mjs';
import { numbers, until } from '../support/until.mjs';
import { Webhook } from '../support/webhook.mjs';

const namespace = 'flood';
const floodSize = 600;
const users = [
  { name: 'flooder', groups: ['testers'] },
  { name: 'neighbour', groups: ['testers'] },
  { name: 'system:kube-controller-manager' },
  { name: 'system:node:one', groups: ['system:nodes'] },
];

/** Users and their requests: each is in another priority level than the flood. */
const systemRequests = [
  ['a node', 'system:node:one', '/api/v1/nodes/one'],
  [
    'leader election',
    'system:kube-controller-manager',
    '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager',
  ],
  ['a controller', 'system:kube-controller-manager', '/api/v1/namespaces/default/pods'],
  ['an administrator', undefined, '/api/v1/namespaces/default/pods'],
];

export const fairness = {
  name: 'priority and fairness',
  async run(context) {
    const flags = ['--max-requests-inflight=20', '--max-mutating-requests-inflight=10'];
    const server = await context.environment.server({ storage: context.storage, flags, users });
    const admin = server.client();
    await createNamespace(admin, namespace);
    await admin.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'testers' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'testers' }],
    });
    const webhook = await Webhook.start(context.environment);
    await webhook.register(admin, { name: 'slow', namespace, failurePolicy: 'Ignore' });
    await takesEffect(server, webhook);
    webhook.hold();
    const flood = await startFlood(server, webhook);
    const held = webhook.held.length;
    context.figure('requests of a flood that are executed at once, of 30 seats', {
      value: `${held}, ${flood.refused} refused`,
      holds: held > 0 && held <= 30,
    });
    await askAsSystem(context, server);
    await neighbourIsServed(context, { server, webhook, flood });
    await Promise.all(flood.requests);
    const other = flood.statuses.filter((status) => status !== 201 && status !== 429).length;
    context.figure('flood answered with neither 201 nor 429', { value: of(other, floodSize), holds: other === 0 });
    context.figure('refusals without Retry-After', {
      value: of(flood.withoutRetry, flood.refused),
      holds: flood.withoutRetry === 0,
    });
  },
};

/** Resolves when the webhook and the role have taken effect. */
async function takesEffect(server, webhook) {
  const client = server.client({ token: tokenOf('flooder') });
  await until('the webhook is called', async () => {
    await client.post(configMaps(namespace), { metadata: { generateName: 'first-' } });
    return webhook.answered > 0;
  });
}

/** Resolves when it is being refused. */
async function startFlood(server, webhook) {
  const client = server.client({ token: tokenOf('flooder'), maxSockets: floodSize, timeoutMilliseconds: 90_000 });
  const flood = { statuses: [], refused: 0, withoutRetry: 0 };
  flood.requests = numbers(floodSize).map(async (number) => {
    const { status, headers } = await client.post(configMaps(namespace), {
      metadata: { generateName: `flood-${number}-` },
    });
    flood.statuses.push(status);
    if (status !== 429) return;
    flood.refused++;
    if (!headers['retry-after']) flood.withoutRetry++;
  });
  await until('the flood is refused', () => flood.refused > 0 && webhook.held.length > 0);
  return flood;
}

async function askAsSystem(context, server) {
  for (const [who, user, path] of systemRequests) {
    const client = server.client(user ? { token: tokenOf(user) } : {});
    const times = [];
    let failed = 0;
    for (const _ of numbers(30)) {
      const begin = performance.now();
      const answer = await client.get(path).catch(() => undefined);
      times.push(performance.now() - begin);
      if (!answer || answer.status === 429 || answer.status >= 500) failed++;
    }
    context.figure(`requests of ${who} that failed during a flood`, {
      value: `${of(failed, times.length)}, p99 ${count(percentile(times, 0.99))} ms`,
      holds: failed === 0,
    });
  }
}

/** Another user of the same level does not have to wait until the flood is over. */
async function neighbourIsServed(context, { server, webhook, flood: first }) {
  // Requests of the first flood are still queued, or have timed out on a slow machine: a second one refills the queues.
  const second = await startFlood(server, webhook);
  const client = server.client({ token: tokenOf('neighbour'), timeoutMilliseconds: 90_000 });
  const responses = numbers(10).map((number) =>
    client.post(configMaps(namespace), { metadata: { name: `neighbour-${number}` } }),
  );
  webhook.release(20);
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  const left = 2 * floodSize - first.statuses.length - second.statuses.length;
  const served = statuses.filter((status) => status === 201).length;
  context.figure('requests of a neighbour answered before the flood was over', {
    value: `${of(served, 10)}, ${left} waiting`,
    holds: served === 10 && left > 0,
  });
  await Promise.all(second.requests);
}
