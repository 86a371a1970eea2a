import { afterAll, beforeAll, expect, test } from 'vitest';
import { RestClient } from '../../../client/rest/index.js';
import { EmbeddedStorage } from '../../../storage/embedded/index.js';
import { ApiServer } from '../../api-server.js';
import { inject } from '../../http/index.js';
import { defineResource } from '../../registry/index.js';
import { SampleServer } from '../../sample-server.test.support.js';
import { WebhookServer } from '../../webhook-server.test.support.js';
import { AdmissionChain } from '../index.js';
import { ClusterWebhooks } from './index.js';
import { answered, flunder, flunders, patchOf, type ReviewRequest } from './webhooks.test.support.js';

/** The parts of a main server that an extension server uses. */
async function startMainServer(): Promise<ApiServer> {
  const server = new ApiServer({ storage: await EmbeddedStorage.open() });
  const ofCluster = (kind: string, plural: string) =>
    defineResource({ kind, plural, scope: 'Cluster', versions: { v1: {} } });
  server.install({ name: '', resources: [ofCluster('Namespace', 'namespaces')] });
  server.install({
    name: 'admissionregistration.k8s.io',
    resources: [
      ofCluster('MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'),
      ofCluster('ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
    ],
  });
  server.prepare();
  return server;
}

function clientOf({ handle }: ApiServer): RestClient {
  return new RestClient({ transport: { send: (sent) => inject(handle, sent), close: async () => undefined } });
}

let main: ApiServer;
let webhook: WebhookServer<ReviewRequest>;
beforeAll(async () => {
  main = await startMainServer();
  webhook = await WebhookServer.start<ReviewRequest>((review) =>
    answered(review, patchOf([{ op: 'add', path: '/spec/size', value: 6 }])),
  );
});
afterAll(async () => {
  await main.close();
  await webhook.close();
});

test('an extension server calls the webhooks of its cluster', async () => {
  const client = clientOf(main);
  const namespaces = client.resource({ group: '', version: 'v1', resource: 'namespaces' });
  await namespaces.create({ metadata: { name: 'a', labels: { hooked: 'yes' } } });
  const configurations = client.resource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'mutatingwebhookconfigurations',
  });
  const errors: unknown[] = [];
  const webhooks = new ClusterWebhooks({ client, onError: (error) => errors.push(error) });
  const server = await SampleServer.start({ admission: new AdmissionChain({ plugins: webhooks.plugins }) });
  const sizeOf = async (name: string, target = flunders) =>
    (await server.call('POST', target, { body: flunder(name) })).json.spec['size'];
  expect(await sizeOf('x')).toBe(1);
  await configurations.create({
    metadata: { name: 'c' },
    webhooks: [
      {
        name: 'a.example.com',
        clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
        rules: [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: '*' }],
        namespaceSelector: { matchLabels: { hooked: 'yes' } },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
  // The configuration reaches the extension server through a watch, so with a delay.
  let tries = 0;
  while (webhook.reviews.length === 0 && tries < 1000) await sizeOf(`y${++tries}`);
  expect(await sizeOf('z')).toBe(6);
  const elsewhere = flunders.replace('/a/', '/b/');
  const { json } = await server.call('POST', elsewhere, { body: flunder('x') });
  expect(json.message).toBe('namespaces "b" not found');
  await webhooks.close();
  await server.close();
  expect(errors).toEqual([]);
});
