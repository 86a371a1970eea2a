import { expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { RestClient } from '../../../client/rest/index.js';
import { EmbeddedStorage } from '../../../storage/embedded/index.js';
import { ApiServer } from '../../api-server.js';
import { alwaysAllow } from '../../authorization/index.js';
import { inject } from '../../http/index.js';
import { defineResource } from '../../registry/index.js';
import { SampleServer } from '../../sample-server.test.support.js';
import { AdmissionChain } from '../index.js';
import { ClusterPolicies } from './index.js';

const registration = 'admissionregistration.k8s.io';

/** The parts of a main server that an extension server uses. */
async function startMainServer(): Promise<ApiServer> {
  const server = new ApiServer({ storage: await EmbeddedStorage.open() });
  const ofCluster = (kind: string, plural = `${kind.toLowerCase()}s`) =>
    defineResource({ kind, plural, scope: 'Cluster', versions: { v1: {} } });
  server.install({ name: '', resources: [ofCluster('Namespace'), ofCluster('Limit')] });
  server.install({
    name: registration,
    resources: ['Mutating', 'Validating'].flatMap((type) => [
      ofCluster(`${type}AdmissionPolicy`, `${type.toLowerCase()}admissionpolicies`),
      ofCluster(`${type}AdmissionPolicyBinding`),
    ]),
  });
  server.prepare();
  return server;
}

test('an extension server goes by the policies of its cluster, and their parameters', async () => {
  const main = await startMainServer();
  const client = new RestClient({
    transport: { send: (sent) => inject(main.handle, sent), close: async () => undefined },
  });
  const create = (group: string, resource: string, object: JsonObject) =>
    client.resource({ group, version: 'v1', resource }).create(object);
  await create('', 'namespaces', { metadata: { name: 'a' } });
  await create('', 'limits', { metadata: { name: 'limit' }, max: 5 });

  const errors: unknown[] = [];
  const policies = new ClusterPolicies({ client, authorizer: alwaysAllow, onError: (error) => errors.push(error) });
  const server = await SampleServer.start({ admission: new AdmissionChain({ plugins: policies.plugins }) });
  let count = 0;
  const put = (size: number) =>
    server.call('POST', '/apis/wardle.example.com/v1/namespaces/a/flunders', {
      body: {
        apiVersion: 'wardle.example.com/v1',
        kind: 'Flunder',
        metadata: { name: `x${count++}` },
        spec: { size },
      },
    });
  expect((await put(9)).status).toBe(201);

  const resourceRules = [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];
  await create(registration, 'validatingadmissionpolicies', {
    metadata: { name: 'p' },
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'Limit' },
      matchConstraints: { resourceRules },
      validations: [{ expression: 'object.spec.size <= params.max', message: 'too big' }],
    },
  });
  await create(registration, 'validatingadmissionpolicybindings', {
    metadata: { name: 'p' },
    spec: { policyName: 'p', paramRef: { name: 'limit' }, validationActions: ['Deny'] },
  });
  // The policy reaches the extension server through a watch, so with a delay.
  let answer = await put(9);
  while (answer.status === 201 && count < 1000) answer = await put(9);
  expect([answer.status, answer.json.message]).toEqual([422, expect.stringMatching(/denied request: too big$/)]);
  expect((await put(5)).status).toBe(201);
  await server.close();
  await policies.close();
  await main.close();
  expect(errors).toEqual([]);
});
