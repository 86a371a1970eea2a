import { expect, test } from 'vitest';
import { notFound } from '../../apimachinery/status/index.js';
import { RestClient } from '../rest/index.js';
import { serviceResolver } from './resolve-service.js';

const services: Readonly<Record<string, object>> = {
  plain: { type: 'ClusterIP', clusterIP: '10.0.0.7', ports: [{ port: 443 }] },
  headless: { type: 'ClusterIP', clusterIP: 'None', ports: [{ port: 443 }] },
  elsewhere: { type: 'ExternalName', externalName: 'hook.example.com' },
};

/** A client that serves these services, or no Service API at all. */
function clientOf(known: typeof services | undefined): RestClient {
  const respond = (status: number, document: object) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: async () => Buffer.from(JSON.stringify(document)),
    async *chunks() {
      yield Buffer.from(JSON.stringify(document));
    },
  });
  return new RestClient({
    transport: {
      async send({ target }) {
        const name = target.split('/').at(-1)!;
        if (!known) return respond(404, {});
        const spec = known[name];
        if (spec) return respond(200, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
        return respond(404, notFound({ group: '', resource: 'services' }, name).status);
      },
      close: async () => undefined,
    },
  });
}

test.each<[name: string, port: number, address: object]>([
  ['plain', 443, { host: '10.0.0.7', port: 443 }],
  ['elsewhere', 8443, { host: 'hook.example.com', port: 8443 }],
])('the service %s is reached where it says', async (name, port, address) => {
  expect(await serviceResolver(clientOf(services))('tools', name, port)).toEqual(address);
});

test.each<[name: string, port: number, problem: string]>([
  ['plain', 80, 'no service port 80 found for service "plain"'],
  ['headless', 443, 'cannot route to service with ClusterIP "None"'],
  ['missing', 443, 'service "missing" not found'],
])('the service %s is not reached on port %d', async (name, port, problem) => {
  await expect(serviceResolver(clientOf(services))('tools', name, port)).rejects.toThrow(problem);
});

test('a service is resolved through DNS if services are not known', async () => {
  const address = await serviceResolver(clientOf(undefined))('tools', 'hook', 443);
  expect(address).toEqual({ host: 'hook.tools.svc', port: 443 });
});
