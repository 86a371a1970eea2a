// Requests that the server can be made to send: webhooks, proxies, redirects.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { until } from '../support/until.mjs';
import { Webhook } from '../support/webhook.mjs';

const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

/** Webhook client configurations, and whether they are accepted. */
const clientConfigs = [
  [{ url: 'https://example.com/a' }, true],
  [{ url: 'https://127.0.0.1:1/a' }, true],
  [{ url: 'http://example.com/a' }, false],
  [{ url: 'https://user:password@example.com/a' }, false],
  [{ url: 'https://example.com/a?b=c' }, false],
  [{ url: 'https://example.com/a#b' }, false],
  [{ url: 'https:///a' }, false],
  [{ url: 'file:///etc/passwd' }, false],
  [{ url: '//example.com/a' }, false],
  [{ url: 'https://example.com/\u0000' }, false],
  [{ url: 'https://example.com', service: { name: 'a', namespace: 'b' } }, false],
  [{}, false],
  [{ service: { name: 'a', namespace: 'b', port: 443, path: '/a' } }, true],
  [{ service: { name: 'a', namespace: 'b', port: 0 } }, false],
  [{ service: { name: 'a', namespace: 'b', port: 70_000 } }, false],
  [{ service: { name: 'a', namespace: 'b', path: 'a' } }, false],
  [{ service: { name: 'a', namespace: 'b', path: '//a' } }, false],
  [{ service: { name: 'a', namespace: 'b', path: '/../a' } }, false],
  [{ service: { name: '', namespace: 'b' } }, false],
];

export const destinations = {
  name: 'where requests are sent',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await validation(context, client);
    await redirection(context, client);
    await proxying(context, client);
  },
};

async function validation(context, client) {
  const wrong = [];
  for (const [index, [clientConfig, isAccepted]] of clientConfigs.entries()) {
    const hook = {
      name: 'a.example.com',
      clientConfig,
      rules: [],
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
    };
    const { status, text } = await client.post(`${webhooks}?dryRun=All`, {
      metadata: { name: `a-${index}` },
      webhooks: [hook],
    });
    if (status !== (isAccepted ? 201 : 422))
      wrong.push(`${JSON.stringify(clientConfig)}: ${status} ${text.slice(0, 300)}`);
  }
  for (const line of wrong) console.log(`    ${line}`);
  context.figure('addresses of webhooks that were judged otherwise than they must be', {
    value: of(wrong.length, clientConfigs.length),
    holds: wrong.length === 0,
  });
}

/** A redirect by a webhook is not followed. */
async function redirection(context, client) {
  await createNamespace(client, 'redirected');
  let visits = 0;
  const elsewhere = createServer((_, response) => {
    visits++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  context.environment.onStop(() => elsewhere.close());
  const webhook = await Webhook.start(context.environment);
  await webhook.register(client, { name: 'redirecting', namespace: 'redirected' });
  let number = 0;
  const create = () => client.post(configMaps('redirected'), { metadata: { name: `a-${number++}` } });
  await until('the webhook is called', async () => (await create()).status === 201 && webhook.answered > 0);
  webhook.redirectTo(`http://127.0.0.1:${elsewhere.address().port}/metadata`);
  const { status } = await create();
  webhook.redirectTo(webhook.url.replace('/review', '/other'));
  const again = await create();
  const followed = visits + webhook.redirected;
  context.figure('redirections of webhooks that were followed', {
    value: `${of(followed, 2)}, answered ${status}`,
    holds: followed === 0 && status === 500 && again.status === 500,
    byNature: { 'kube-apiserver': 'its client follows them' },
  });
}

/** Addresses that nothing in a cluster has. */
const addresses = ['127.0.0.1', '169.254.169.254', '0.0.0.0', '::1', 'fe80::1', '::ffff:127.0.0.1', '224.0.0.1'];

async function proxying(context, client) {
  await createNamespace(client, 'proxied');
  expectStatus(
    await client.post('/api/v1/namespaces/proxied/serviceaccounts', { metadata: { name: 'default' } }),
    201,
    409,
  );
  let reached = 0;
  const inside = createServer((_, response) => {
    reached++;
    response.end('inside');
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  context.environment.onStop(() => inside.close());
  const { port } = inside.address();
  const wrong = [];
  for (const [index, address] of addresses.entries()) {
    const name = `pod-${index}`;
    const spec = { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: port }] }] };
    expectStatus(await client.post('/api/v1/namespaces/proxied/pods', { metadata: { name }, spec }), 201);
    const status = { status: { podIP: address, podIPs: [{ ip: address }], phase: 'Running' } };
    const patched = await client.patch(`/api/v1/namespaces/proxied/pods/${name}/status`, status);
    const answer = await client
      .get(`/api/v1/namespaces/proxied/pods/${name}:${port}/proxy/`, { timeoutMilliseconds: 10_000 })
      .catch((error) => ({ status: 0, text: error.message }));
    const isRefused = patched.status === 422 || (answer.status >= 400 && answer.status < 500);
    if (!isRefused) wrong.push(`${address}: ${patched.status}, ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  for (const line of wrong) console.log(`    ${line}`);
  context.figure('pods with addresses of this machine that were reached', {
    value: `${of(wrong.length, addresses.length)}, ${reached} inside`,
    holds: wrong.length === 0 && reached === 0,
  });
}
